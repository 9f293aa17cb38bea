"""The queries that docs/time.md and docs/edge.md promise to plan: each has to get another plan with planning on.

A fault that only loses plans changes no row, so the random queries cannot notice it.
"""

from kinds import KINDS

ROWS = 2000
SETTINGS = "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"

# {T} is the time of the ID, {t} the time of a row, {u} a later one, {i} the row's ID.
CONDITIONS = {
    "time =": "{T} = {t}",
    "time >=": "{T} >= {u}",
    "time <": "{T} < {t}",
    "time BETWEEN": "{T} BETWEEN {t} AND {u}",
    "time IN": "{T} IN ({t}, {u})",
    "time = ANY": "{T} = ANY (ARRAY[{t}, {u}])",
    "time OR": "({T} = {t} OR {T} > {u})",
    "time of a subquery": "{T} = (SELECT {t})",
    "stable": "{T} <= now() - (now() - {t})",
    "row comparison": "({T}, id) < ({t}, {i})",
    "<@": "{T} <@ tstzrange({t}, {u})",
    "@>": "tstzrange({t}, {u}) @> {T}",
    "::date": "{T}::date = {t}::date",
    "::timestamp": "{T}::timestamp >= {u}::timestamp",
    "AT TIME ZONE": "({T} AT TIME ZONE 'Europe/Berlin') >= '2025-03-20'",
    "AT TIME ZONE ::date": "({T} AT TIME ZONE 'Europe/Berlin')::date < '2025-01-05'",
    "date_trunc": "date_trunc('day', {T}) = '2025-01-10Z'",
    "date_trunc zone": "date_trunc('day', {T}, 'Europe/Berlin') = timestamp '2025-01-10' AT TIME ZONE 'Europe/Berlin'",
    "date_trunc ::date": "date_trunc('week', {T})::date = '2025-01-06'",
    "date_trunc zone ::date": "date_trunc('day', {T}, 'Europe/Berlin')::date < '2025-01-05'",
    "date_trunc AT TIME ZONE ::date": "date_trunc('month', {T} AT TIME ZONE 'Europe/Berlin')::date = '2025-01-01'",
    "timestamptz(3)": "{T}::timestamptz(3) = {t}",
    "extract year": "extract(year FROM {T}) = 2024",
    "extract year zone": "extract(year FROM {T} AT TIME ZONE 'Asia/Kolkata') >= 2026",
    "date_part year": "date_part('year', {T}) = 2024",
    "now() - time": "now() - {T} < interval '1 day'",
}

QUERIES = {
    "order": "SELECT n, {T} FROM {p} ORDER BY {T} DESC LIMIT 20",
    "order and id": "SELECT n, {T} AS t FROM {p} ORDER BY {T}, id LIMIT 20",
    "max": "SELECT max({T}) FROM {p}",
    "min": "SELECT min({T}) FROM {p}",
    "WITH TIES": "SELECT n FROM {p} ORDER BY {T} FETCH FIRST 5 ROWS WITH TIES",
    "join": "SELECT count(*) FROM (VALUES ({t}), ({u})) AS v (t) JOIN {p} ON {T} = v.t",
    "semijoin": "SELECT n FROM {p} WHERE {T} IN (SELECT v.t FROM (VALUES ({t}), ({u})) AS v (t))",
}

# Stored generated columns: name, type, expression, condition.
GENERATED = (
    ("generated time", "timestamptz", "{T}", "{g} >= {u}"),
    ("generated time(3)", "timestamptz(3)", "{T}", "{g} >= {u}"),
    ("generated local time(3)", "timestamp(3)", "{T} AT TIME ZONE 'UTC'", "{g} = '2025-01-10'"),
    ("generated local time", "timestamp", "{T} AT TIME ZONE 'UTC'", "{g} >= '2025-03-20'"),
    ("generated date", "date", "({T} AT TIME ZONE 'UTC')::date", "{g} = '2025-01-10'"),
    ("generated month", "date", "date_trunc('month', {T} AT TIME ZONE 'UTC')::date", "{g} = '2025-02-01'"),
    ("generated year", "numeric", "extract(year FROM {T} AT TIME ZONE 'UTC')", "{g} = 2024"),
)
GENERATED_ORDER = "SELECT n, {g} FROM {p} WHERE {g} < {u} ORDER BY {g} DESC LIMIT 20"
# docs/edge.md names id::timeid::text for a bigint, but not id::timeid.
NOT_PROMISED = ("timeid",)
PREFIXED = ("ulid", "uuid", "scru160", "ulidflake", "timeid", "tbsl")


class Promises:
    """Checks the promises for one type of ID in a table of its own."""

    def __init__(self, session, kind, number):
        self.session = session
        self.kind = kind
        self.table = f"promised.t{number}"
        self.missing = []

    def check(self):
        self.create()
        time, later = (f"timestamptz '{value}'" for value in self.row("{T}::text", "700", "1900"))
        id_ = self.row("id::text", "700")[0]
        self.words = {"{p}": self.table, "{t}": time, "{u}": later, "{i}": f"'{id_}'::{self.kind.literal_type}"}
        for expression in self.kind.times:
            self.words["{T}"] = expression.replace("{x}", "id")
            self.conditions()
        self.forms()
        self.generated()
        return self.missing

    def create(self):
        """Creates the table, with an index in the order of bytes where the primary key's is another."""
        kind, time = self.kind, self.kind.times[0].replace("{x}", "id")
        made = kind.make.replace("{t}", "t").replace("{i}", "i::int")
        columns = "".join(f", g{number} {type_} GENERATED ALWAYS AS ({expression.replace('{T}', time)}) STORED"
                          for number, (_, type_, expression, _) in enumerate(GENERATED))
        columns += "".join(f", f{number} {type_} GENERATED ALWAYS AS ({form.replace('{x}', 'id')}) STORED"
                           for number, (name, form, type_) in enumerate(self.stored_forms()))
        index = f"CREATE UNIQUE INDEX ON {self.table} (id {kind.opclass})" if kind.opclass else "SELECT 1"
        self.session.must(
            f"CREATE TABLE {self.table} (n int, id {kind.type} PRIMARY KEY, pad text{columns});"
            f"INSERT INTO {self.table} (n, id, pad) SELECT i, {made}, repeat('x', 300) "
            f"FROM generate_series(1, {ROWS}) AS i,"
            f" LATERAL (SELECT '2025-01-01Z'::timestamptz + i * interval '1 hour' AS t) AS x; {index}")
        self.session.must(f"VACUUM ANALYZE {self.table}")

    def stored_forms(self):
        return [form for form in self.kind.forms if not form[0].startswith("hidden") and form[0] not in NOT_PROMISED]

    def row(self, expression, *numbers):
        """Returns the values of an expression in the rows of these numbers."""
        text = expression.replace("{T}", self.kind.times[0].replace("{x}", "id"))
        return [self.session.value(f"SELECT {text} FROM {self.table} WHERE n = {number}") for number in numbers]

    def conditions(self):
        for form, condition in CONDITIONS.items():
            self.query(form, f"SELECT n FROM {{p}} WHERE {condition}")
        for form, query in QUERIES.items():
            self.query(form, query)

    def forms(self):
        """The forms of docs/edge.md, by = and by a prefix."""
        for name, form, _ in self.kind.forms:
            if name in NOT_PROMISED:
                continue
            expression = form.replace("{x}", "id")
            self.look_up(name, expression, self.row(f"({expression})::text", "700")[0])
        if self.kind.name in PREFIXED:
            start = self.row("id::text", "700")[0][:10]
            self.query("LIKE", f"SELECT n FROM {{p}} WHERE id::text LIKE '{start}%'")
            self.query("^@", f"SELECT n FROM {{p}} WHERE id::text ^@ '{start}'")

    def look_up(self, name, expression, value):
        self.query(name, f"SELECT n FROM {{p}} WHERE {expression} = '{value}'")
        self.query(f"{name} IN", f"SELECT n FROM {{p}} WHERE {expression} IN ('{value}', '{value}')")

    def generated(self):
        for number, (form, _, _, condition) in enumerate(GENERATED):
            self.words["{g}"] = f"g{number}"
            self.query(form, f"SELECT n FROM {{p}} WHERE {condition}")
        self.words["{g}"] = "g0"
        self.query("generated order", GENERATED_ORDER)
        for number, (name, _, _) in enumerate(self.stored_forms()):
            self.look_up(f"generated {name}", f"f{number}", self.row(f"f{number}::text", "700")[0])

    def query(self, form, template):
        """Compares plans and rows of one query."""
        sql = template
        for _ in range(2):
            for word, value in self.words.items():
                sql = sql.replace(word, value)
        plans, rows = zip(*(self.run(sql, setting) for setting in ("on", "off")))
        if sorted(rows[0].rows) != sorted(rows[1].rows) or any(result.failed for result in rows):
            self.missing.append(f"{form}, {self.kind.name}: rows differ: {sql}\n{rows[0].text()[:200]}\n"
                                f"{rows[1].text()[:200]}")
        elif plans[0].rows == plans[1].rows:
            self.missing.append(f"{form}, {self.kind.name}: the plan is the same with planning off: {sql}")

    def run(self, sql, setting):
        before = f"BEGIN; {SETTINGS}; SET LOCAL ulidkit.time_planning = {setting}; "
        plan, rows = self.session.run(f"{before}EXPLAIN (COSTS OFF) {sql}"), None
        rows = self.session.run(sql)
        self.session.run("ROLLBACK")
        return plan, rows


def check_promised(session):
    """Returns a line for each promised form that is not planned for a type."""
    session.must("DROP SCHEMA IF EXISTS promised CASCADE; CREATE SCHEMA promised; SET TimeZone = 'UTC'")
    missing = []
    for number, kind in enumerate(kind for kind in KINDS if kind.served):
        missing += Promises(session, kind, number).check()
    session.must("DROP SCHEMA promised CASCADE")
    return missing
