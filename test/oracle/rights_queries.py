"""Random queries of random roles: conditions that tell values, and functions that say that they are run."""

from dataclasses import dataclass, field

from rights_functions import MARKS, OPERATORS, leak, marked, short
from rights_kinds import ROWS, Form, forms_of, literal, moment

COMPARISONS = ("<", "<=", "=", ">=", ">")
SEARCH_PATHS = ("", "", "''", "pg_catalog", "evil, app, public", "public, app")
SETTINGS = ("enable_seqscan = off", "enable_seqscan = off", "enable_bitmapscan = off", "enable_indexscan = off",
            "enable_hashjoin = off", "enable_nestloop = off", "constraint_exclusion = on",
            "enable_partitionwise_join = on", "TimeZone = 'America/New_York'", "enable_partition_pruning = off")

# Forms with functions of users as arguments, and not only as values to compare with.
CALLING_FORMS = ("zone of a function", "typeid of a function", "hidden", "prefix")


@dataclass
class Query:
    """A query, and what somebody who may run it may see by it: `seen` are (relation, expression, type, form),
    `constants` are (constant, type)."""
    sql: str = ""
    relation: object = None
    forms: list = field(default_factory=list)
    seen: list = field(default_factory=list)
    constants: list = field(default_factory=list)
    types: set = field(default_factory=set)
    parameter: tuple = None


@dataclass
class Case:
    """What one session does: for each step, a role and a query."""
    shape: str
    query: Query
    roles: list
    statement: str
    settings: list = field(default_factory=list)
    prelude: list = field(default_factory=list)
    prepare: str = ""
    load: bool = True
    become: str = "ROLE"


class Writer:
    """Writes queries on the relations of a schema."""

    def __init__(self, random, schema, roles, version):
        self.random = random
        self.schema = schema
        self.roles = roles
        self.version = version
        self.query = None
        self.wants_parameter = False

    def chance(self, probability):
        return self.random.random() < probability

    def case(self):
        """Returns a case of a random shape."""
        shape = self.random.choice(("single", "single", "single", "several", "prepared", "prepared", "definer", "read"))
        everybody = [*self.roles.all, None, self.roles.restricted, self.roles.limited]
        count = self.random.randint(2, 3) if shape in ("several", "prepared") else 1
        roles = self.random.sample(sorted(set(everybody), key=str), count) if count > 1 else \
            [self.random.choice(everybody)]
        query = self._read() if shape == "read" else self._query(shape == "prepared")
        case = Case(shape, query, roles, query.sql, load=self.chance(0.75),
                    become=self.random.choice(("ROLE", "ROLE", "SESSION AUTHORIZATION")))
        case.settings = [f"SET {setting}" for setting in self.random.sample(SETTINGS, self.random.randint(0, 3))]
        path = self.random.choice(SEARCH_PATHS)
        if path:
            case.settings.append(f"SET search_path = {path}")
        getattr(self, f"_as_{shape}", lambda case: None)(case)
        return case

    # Shapes of cases.

    def _as_prepared(self, case):
        mode = self.random.choice(("force_generic_plan", "force_generic_plan", "force_custom_plan"))
        case.settings.append(f"SET plan_cache_mode = {mode}")
        value, type_name = case.query.parameter or (None, None)
        case.prepare = f"PREPARE q{f'({type_name})' if value else ''} AS {case.query.sql}"
        case.statement = f"EXECUTE q{f'({value})' if value else ''}"

    def _as_definer(self, case):
        count = f"SELECT count(*) FROM ({case.query.sql}) AS q"
        case.prelude = [f"SET ROLE {self.roles.owner}",
                        "CREATE FUNCTION app.definer() RETURNS bigint LANGUAGE sql SECURITY DEFINER "
                        f"SET search_path = '' AS $definer${count}$definer$", "RESET ROLE"]
        case.statement = "SELECT app.definer()"

    # Queries.

    def _relation(self):
        return self.random.choice(self.schema.relations)

    def _read(self):
        """Returns a query that only reads a table."""
        relation = self._relation()
        columns = self.random.choice(("*", "id, k", "count(*)", "k"))
        return Query(f"SELECT {columns} FROM {relation.name} AS r", relation, ["none"])

    def _query(self, with_parameter):
        self.query = Query(relation=self._relation())
        self.wants_parameter = with_parameter
        query, relation = self.query, self.query.relation
        where = self._where(relation, "r")
        if with_parameter and self.chance(0.4):
            where = f"{self._contained(relation, 'r')} AND {where}" if self.chance(0.5) else \
                self._contained(relation, "r")
        target = self.random.choice(("count(*)", "r.k, r.id", "r.k", "*", "r.k, r.at"))
        shape = self.random.choice(("plain",) * 6 + ("join", "join", "exists", "union", "subquery", "order", "limit"))
        query.sql = getattr(self, f"_{shape}_query")(target, relation, where)
        return query

    def _plain_query(self, target, relation, where):
        return f"SELECT {target} FROM {relation.name} AS r WHERE {where}"

    def _limit_query(self, target, relation, where):
        return f"SELECT {target} FROM {relation.name} AS r WHERE {where} LIMIT 0"

    def _order_query(self, target, relation, where):
        expression, _ = self._expression(relation, "r")
        return f"SELECT r.k FROM {relation.name} AS r WHERE {where} ORDER BY {expression}"

    def _subquery_query(self, target, relation, where):
        where = where.replace("r.", "s.")
        return (f"SELECT count(*) FROM (SELECT * FROM {relation.name} AS r WHERE {self._where(relation, 'r')}) AS s "
                f"WHERE {where}")

    def _union_query(self, target, relation, where):
        other = self._relation()
        second = f"SELECT r.k FROM {other.name} AS r WHERE {self._where(other, 'r')}"
        return f"SELECT r.k FROM {relation.name} AS r WHERE {where} UNION ALL {second}"

    def _exists_query(self, target, relation, where):
        other = self._relation()
        return (f"SELECT {target} FROM {relation.name} AS r WHERE {where} AND EXISTS "
                f"(SELECT FROM {other.name} AS o WHERE {self._joined(relation, other)})")

    def _join_query(self, target, relation, where):
        other = self._relation()
        return (f"SELECT count(*) FROM {relation.name} AS r {self.random.choice(('JOIN', 'LEFT JOIN'))} "
                f"{other.name} AS o ON {self._joined(relation, other)} WHERE {where}")

    def _joined(self, relation, other):
        """Returns a condition of a join, often a leaky one."""
        left, form = self._expression(relation, "r")
        for _ in range(20):
            right, other_form = self._expression(other, "o")
            if other_form.type == form.type:
                break
        else:
            return f"r.k = o.k AND {self._leaf(other, 'o')}"
        if self.chance(0.5):
            self._note(relation, left, form, "r")
            self._note(other, right, form, "o")
            few = " AND ".join(f"{alias}.k = {self.random.randint(0, 6)}" for alias in "ro")
            return f"{left} OPERATOR(evil.{self.random.choice(sorted(OPERATORS))}) {right} AND {few}"
        return f"{left} {self.random.choice(('=', '=', '<'))} {right} AND r.k = o.k"

    # Conditions.

    def _where(self, relation, alias):
        leaves = [self._leaf(relation, alias) for _ in range(self.random.choice((1, 1, 1, 2, 2, 3)))]
        glue = self.random.choice((" AND ", " AND ", " AND ", " OR "))
        return "(" + glue.join(leaves) + ")"

    def _expression(self, relation, alias):
        """Returns an expression over a column of the relation, and its form."""
        forms = list(forms_of(relation.kind))
        generated = [(name, type_name, form) for name, (type_name, form) in relation.columns.items()
                     if form and form != "id"]
        if generated and self.chance(0.4):
            name, type_name, form = self.random.choice(generated)
            column = Form(form, type_name, f"{alias}.{name}")
            return column.template, column
        if relation.kind.name == "uuid" and self.version >= 180000:
            forms += [Form("server's time", "timestamptz", "uuid_extract_timestamp({id})")] * 3
        form = self.random.choice(forms)
        return form.of(relation.kind, f"{alias}.id"), form

    def _constant(self, relation, form):
        """Returns a constant to compare a form with."""
        i = self.random.randint(1, ROWS)
        names = {"timestamptz": "time", "timestamp": "timestamp", "date": "date"}
        as_named = Form(names.get(form.type, form.name), form.type, form.template)
        if form.name.startswith("generated") and form.type == "text":
            as_named = next(f for f in forms_of(relation.kind) if f.name == form.name.split()[1])
        elif form.type == "timestamptz" and "trunc" in form.name:
            as_named = form
        value = literal(relation.kind, as_named, i)
        return f"({value})::{form.type}"

    def _note(self, relation, expression, form, alias):
        self.query.forms.append(form.name)
        self.query.seen.append((relation, expression.replace(f"{alias}.", "r."), form.type, form.name))
        self.query.types.add(form.type)

    def _value(self, relation, form, parameter=True):
        """Returns a constant, a parameter, or a user's function of a constant."""
        constant = self._constant(relation, form)
        self.query.constants.append((constant, form.type))
        self.query.types.add(form.type)
        if parameter and self.wants_parameter and self.query.parameter is None:
            self.query.parameter = (constant, form.type)
            return "$1"
        return self._marked(constant, form.type)

    def _marked(self, constant, type_name, probability=0.35):
        if not self.chance(probability):
            return constant
        self.query.types.add(type_name)
        return f"{marked(self.random.choice(MARKS), type_name)}({constant})"

    def _leaf(self, relation, alias):
        kinds = ("leaky",) * 5 + ("compared",) * 4 + ("listed", "zoned", "contained", "prefix", "called", "number",
                                                     "hidden", "aged", "row", "between")
        return getattr(self, f"_{self.random.choice(kinds)}")(relation, alias)

    def _leaky(self, relation, alias):
        expression, form = self._expression(relation, alias)
        self._note(relation, expression, form, alias)
        operator = self.random.choice(sorted(OPERATORS))
        value = self._value(relation, form)
        left, right = (expression, value) if self.chance(0.8) else (value, expression)
        return f"{left} OPERATOR(evil.{operator}) {right}"

    def _called(self, relation, alias):
        expression, form = self._expression(relation, alias)
        self._note(relation, expression, form, alias)
        return f"{leak(form.type)}({expression}, {self._value(relation, form)})"

    def _compared(self, relation, alias):
        expression, form = self._expression(relation, alias)
        self.query.forms.append(form.name)
        return f"{expression} {self.random.choice(COMPARISONS)} {self._value(relation, form)}"

    def _between(self, relation, alias):
        expression, form = self._expression(relation, alias)
        self.query.forms.append(form.name)
        return f"{expression} BETWEEN {self._value(relation, form)} AND {self._value(relation, form)}"

    def _listed(self, relation, alias):
        expression, form = self._expression(relation, alias)
        self.query.forms.append(form.name)
        values = ", ".join(self._value(relation, form, False) for _ in range(3))
        return f"{expression} = ANY (ARRAY[{values}])" if self.chance(0.5) else f"{expression} IN ({values})"

    def _zoned(self, relation, alias):
        time = relation.kind.time_of(f"{alias}.id")
        zone = self._marked("'Europe/Berlin'::text", "text", 0.8)
        i = self.random.randint(1, ROWS)
        self.query.forms.append("zone of a function")
        operator = f"OPERATOR(evil.{self.random.choice(sorted(OPERATORS))})" if self.chance(0.3) else \
            self.random.choice(COMPARISONS)
        if operator.startswith("OPERATOR"):
            self._note(relation, f"({time} AT TIME ZONE 'Europe/Berlin')",
                       Form("zone of a function", "timestamp", ""), alias)
            self.query.constants.append((f"({moment(i)})::timestamp", "timestamp"))
        if self.chance(0.5) or operator.startswith("OPERATOR"):
            return f"({time} AT TIME ZONE {zone}) {operator} ({moment(i)})::timestamp"
        return f"date_trunc('day', {time}, {zone}) {operator} {moment(i)}"

    def _contained(self, relation, alias):
        expression, form = self._expression(relation, alias)
        if form.type not in ("timestamptz", "timestamp", "date"):
            return f"{alias}.k = 3"
        self.query.forms.append(f"{form.name} in a range")
        ranges = {"timestamptz": "tstzrange", "timestamp": "tsrange", "date": "daterange"}[form.type]
        low, high = (f"({moment(i)})::{form.type}" for i in sorted(self.random.sample(range(1, ROWS), 2)))
        if self.wants_parameter and self.query.parameter is None:
            self.query.parameter = (f"{ranges}({low}, {high})", ranges)
            value = "$1"
        else:
            value = f"{ranges}({self._marked(low, form.type)}, {self._marked(high, form.type)})"
        return f"{expression} <@ {value}" if self.chance(0.7) else f"{value} @> {expression}"

    def _prefix(self, relation, alias):
        kind = relation.kind
        if "text" not in kind.forms or kind.name == "snowflake":
            return f"{alias}.k = 4"
        text = kind.value(self.random.randint(1, ROWS))
        column = f"({alias}.id)::text"
        start = f"left(({text})::text, {self.random.randint(4, 10)})"
        if "typeid" in kind.forms and self.chance(0.5):
            self.query.forms.append("typeid of a function")
            prefix = self._marked("'cus'::text", "text", 0.8)
            cast = "::uuid"
            return (f"public.typeid_encode({prefix}, {alias}.id{cast}) = "
                    f"public.typeid_encode('cus', ({text}){cast})")
        self.query.forms.append("prefix")
        start = self._marked(start, "text")
        return self.random.choice((f"{column} LIKE '01JG%'", f"{column} ^@ {start}", f"starts_with({column}, {start})"))

    def _hidden(self, relation, alias):
        names = {"ulid": "ulid", "uuid": "uuidv7", "timeid": "timeid", "snowflake": "bigint"}
        name = names.get(relation.kind.name)
        if name is None:
            return f"{alias}.k = 5"
        self.query.forms.append("hidden")
        value = relation.kind.value(self.random.randint(1, ROWS))
        context = self._marked("'a'::text", "text", 0.6)
        return f"public.{name}_hide({alias}.id, {context}) = public.{name}_hide({value}, 'a')"

    def _aged(self, relation, alias):
        self.query.forms.append("age")
        interval = self.random.choice(("4 years", "1 year", "300 days"))
        return f"now() - {relation.kind.time_of(f'{alias}.id')} < interval '{interval}'"

    def _row(self, relation, alias):
        time_form = forms_of(relation.kind)[0]
        id_form = Form("id", relation.kind.type, "{id}")
        self.query.forms.append("row")
        return (f"({time_form.of(relation.kind, f'{alias}.id')}, {alias}.id) {self.random.choice(('<', '>='))} "
                f"({self._value(relation, time_form)}, {self._value(relation, id_form, False)})")

    def _number(self, relation, alias):
        return f"{alias}.k = {self.random.randint(0, 6)}"


def label(case):
    """Returns the name of the first form of a case's query, for the summary."""
    return case.query.forms[0] if case.query.forms else "none"


def used_types(case):
    """Returns the types whose functions in the schema evil the case uses."""
    text = "\n".join((case.statement, case.prepare, *case.prelude))
    return sorted({*case.query.types, *(["text"] if "_text(" in text else [])}, key=short)
