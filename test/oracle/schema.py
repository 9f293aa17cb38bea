"""Random schemas: tables of IDs, their partitions, children, indexes, generated columns, rows and views."""

import random
import re
from dataclasses import dataclass, field

from functions import GeneratedColumn, broken_later, generated_columns
from kinds import KINDS, time_forms

STEPS = ("1 ms", "1 s", "1 s", "1 minute", "1 hour", "1 hour", "1 day", "7 days")
COMMON_KINDS = 10


@dataclass
class Expr:
    """An expression of a relation's row, {a} being its alias, with values from some of the rows."""
    sql: str
    type: str
    form: str
    kind: str
    weight: int = 1
    values: list = field(default_factory=list)

    @property
    def base_type(self):
        return self.type.split(" COLLATE")[0]


@dataclass
class Relation:
    """A table, partition or view that queries read."""
    name: str
    pool: list
    kind: object
    table: bool = True
    partitioned: bool = False
    columns: tuple = ()


class Schema:
    """A schema as SQL statements. What does not work on this server is left out of it when it is created."""

    def __init__(self, seed, number, version):
        self.rng = random.Random(f"{seed}/{number}/schema")
        self.number = number
        self.version = version
        self.name = f"s{number}"
        self.statements = []
        self.relations = []
        self.indexes = []
        self.functions = []
        self.rows = self.rng.choice((60, 200, 400, 400, 800, 1500, 4000))
        self.step = self.rng.choice(STEPS)
        self.add(f"CREATE SCHEMA {self.name}")
        for table in range(1, self.rng.choice((1, 1, 2, 2, 3)) + 1):
            Table(self, table).build()
        self.add_views()

    def add(self, sql):
        self.statements.append(sql)

    def some(self, probability):
        return self.rng.random() < probability

    def keys_of(self, table):
        """Returns a list of the key columns for each B-tree index of a table."""
        found = (re.match(r"CREATE (?:UNIQUE )?INDEX ON (\S+) \((.*?)\)", sql) for sql in self.indexes)
        return [re.findall(r"\b(id|k|j|v|n|w|g\d)\b", match[2]) for match in found if match and match[1] == table]

    def add_views(self):
        """Adds views over the tables, with the time as a column, and a UNION ALL of two tables."""
        rng = self.rng
        tables = [relation for relation in self.relations if relation.table]
        for number, relation in enumerate(tables, 1):
            if not self.some(0.3):
                continue
            name = f"{self.name}.v{number}"
            options = " WITH (security_barrier)" if self.some(0.3) else ""
            time = rng.choice(relation.kind.times).replace("{x}", "id")
            where = rng.choice(("", "", " WHERE k < 3", " WHERE id IS NOT NULL"))
            self.add(f"CREATE VIEW {name}{options} AS SELECT *, {time} AS at FROM {relation.name}{where}")
            pool = relation.pool + [Expr("«{a}.ts|{a}.at»", "timestamptz", "view", relation.kind.name, 6)]
            self.relations.append(Relation(name, pool, relation.kind, table=False))
        if len(tables) > 1 and self.some(0.6):
            self.add_union(rng.sample(tables, 2))

    def add_union(self, tables):
        # Queries make an order total with n, so it differs between the tables.
        arms = " UNION ALL ".join(
            f"SELECT {number}, k, ts, v, w, {self.rng.choice(table.kind.times).replace('{x}', 'id')} AS at"
            f" FROM {table.name}" for number, table in zip(("n", "n + 1000000"), tables, strict=True))
        name = f"{self.name}.u"
        self.add(f"CREATE VIEW {name} AS {arms}")
        kind = tables[0].kind
        pool = plain_columns() + [Expr("«{a}.ts|{a}.at»", "timestamptz", "union view", kind.name, 6)]
        pool += time_pool(self.rng, kind, "«{a}.ts|{a}.at»", "union view ")
        self.relations.append(Relation(name, pool, kind, table=False))


def plain_columns():
    """Returns the columns that every relation has, besides its ID."""
    return [Expr("{a}.n", "int", "column", "-", 2), Expr("{a}.k", "int", "column", "-", 4),
            Expr("{a}.v", "text", "column", "-", 2), Expr("{a}.w", "timestamptz", "column", "-", 2),
            Expr("{a}.ts", "timestamptz", "column", "-", 1)]


def time_pool(rng, kind, time, prefix=""):
    """Returns forms of a time as expressions."""
    return [Expr(template.replace("{t}", time), type_, prefix + form, kind.name)
            for form, template, type_ in rng.sample(time_forms(rng), 9)]


class Table:
    """Adds one table with all that belongs to it to a schema."""

    def __init__(self, schema, number):
        self.schema = schema
        self.rng = schema.rng
        self.name = f"{schema.name}.t{number}"
        self.number = number
        kinds = KINDS[:COMMON_KINDS] if schema.some(0.6) else KINDS
        self.kind = self.rng.choice(kinds)
        self.type = self.kind.type
        self.distinct_k = self.rng.choice((3, 7, 50))
        self.base = "2025-01-01Z"
        self.id_filter = ""
        self.parts = []
        self.gens = []

    def build(self):
        style = self.rng.choices(("plain", "partitioned", "inherited"), (5, 4, 1.5))[0]
        self.add_domain()
        self.gens = generated_columns(self.schema, self)
        self.create(style)
        early = self.schema.some(0.5)
        if early:
            self.add_indexes(style)
        self.insert()
        if not early:
            self.add_indexes(style)
        self.add_constraints()
        self.analyze()
        broken_later(self.schema, self)
        self.register(style)

    def add_domain(self):
        if self.schema.some(0.12):
            name = f"{self.schema.name}.id{self.number}"
            check = self.rng.choice(("", "", " CHECK (VALUE IS NOT NULL OR VALUE IS NULL)"))
            self.schema.add(f"CREATE DOMAIN {name} AS {self.type}{check}")
            self.type = name

    def create(self, style):
        columns = ["n int NOT NULL", f"id {self.type}", "k int NOT NULL", "ts timestamptz", "j int", "v text NOT NULL",
                   "w timestamptz", "pad text"]
        if self.schema.some(0.3):
            self.rng.shuffle(columns)
        on_children = style == "inherited" and self.schema.some(0.5)
        columns += [gen.plain() if on_children and gen.maybe_plain else gen.definition() for gen in self.gens]
        body = ", ".join(columns)
        if style == "plain":
            self.schema.add(f"CREATE TABLE {self.name} ({body})")
        elif style == "inherited":
            self.schema.add(f"CREATE TABLE {self.name} ({body})")
            self.add_children(on_children)
        else:
            key = self.partition_key()
            self.schema.add(f"CREATE TABLE {self.name} ({body}) PARTITION BY {key[1]}")
            self.add_partitions(self.name, key, self.rng.choice((1, 1, 1, 2, 2, 3)))

    def add_children(self, on_children):
        for child in range(1, self.rng.choice((1, 2, 3)) + 1):
            name = f"{self.name}_{child}"
            columns = ", ".join(gen.definition() for gen in self.gens if on_children and gen.maybe_plain)
            self.schema.add(f"CREATE TABLE {name} ({columns}) INHERITS ({self.name})")
            self.parts.append(name)

    def partition_key(self):
        time = self.rng.choice(self.kind.times).replace("{x}", "id")
        return self.rng.choice((
            ("range id", "RANGE (id)"), ("range id", "RANGE (id)"), ("range id", "RANGE (id)"),
            ("range id k", "RANGE (id, k)"), ("range k", "RANGE (k)"), ("list k", "LIST (k)"), ("list v", "LIST (v)"),
            ("hash", "HASH (id)"), ("hash", "HASH (k)"), ("range ts", "RANGE (ts)"),
            ("range ts", f"RANGE (({time}))")))

    def add_partitions(self, parent, key, levels):
        """Creates the partitions of a table, and those below them."""
        default = self.schema.some(0.5)
        bounds = self.bounds(key[0], default)
        if default and key[0] != "hash":
            bounds.append("DEFAULT")
        elif key[0] in ("range id", "range id k", "range ts"):
            self.id_filter = " WHERE x.id IS NOT NULL"
        for number, bound in enumerate(bounds, 1):
            name = f"{parent}_{number}"
            self.parts.append(name)
            if levels > 1 and self.schema.some(0.6):
                below = self.partition_key()
                self.schema.add(f"CREATE TABLE {name} PARTITION OF {parent} {bound} PARTITION BY {below[1]}")
                self.add_partitions(name, below, levels - 1)
            elif self.schema.some(0.1) and "DEFAULT" not in bound:
                self.schema.add(f"CREATE TABLE {name} (LIKE {parent} INCLUDING GENERATED)")
                self.schema.add(f"ALTER TABLE {parent} ATTACH PARTITION {name} {bound}")
            else:
                self.schema.add(f"CREATE TABLE {name} PARTITION OF {parent} {bound}")

    def bounds(self, key, default):
        """Returns FOR VALUES clauses. Without a default partition they cover all values."""
        if key == "hash":
            return [f"FOR VALUES WITH (MODULUS 3, REMAINDER {rest})" for rest in range(3)]
        if key == "list v":
            return ["FOR VALUES IN ('a', 'b')"] + ([] if default else ["FOR VALUES IN ('c', 'd', 'e')"])
        if key == "list k":
            return [f"FOR VALUES IN ({', '.join(map(str, range(rest, 50, 3)))})" for rest in range(2 if default else 3)]
        if key == "range k":
            edges = ["MINVALUE", "2", "5", "20", "MAXVALUE"]
        else:
            count = self.rng.choice((2, 3, 6))
            times = [self.time_at(self.schema.rows * part // count) for part in range(1, count)]
            edges = ["MINVALUE", *(self.edge(key, time) for time in times), "MAXVALUE"]
            if key == "range id k":
                edges = [edge if edge.endswith(")") else edge + ", " + edge for edge in edges]
                edges = [edge if "VALUE" in edge else f"{edge}, {self.rng.choice((0, 2, 'MINVALUE'))}"
                         for edge in edges]
        pairs = list(zip(edges, edges[1:]))
        if default:
            pairs = [pair for pair in pairs if self.schema.some(0.7)] or pairs[:1]
        return [f"FOR VALUES FROM ({low}) TO ({high})" for low, high in pairs]

    def time_at(self, row):
        return f"(timestamptz '{self.base}' + {row} * interval '{self.schema.step}')"

    def edge(self, key, time):
        return time if key == "range ts" else self.kind.bound.replace("{t}", time)

    def insert(self):
        """Adds rows: times in a pattern, NULL IDs, and extreme IDs."""
        rng, rows = self.rng, self.schema.rows
        count = rng.choice(("i", "i", "i / 7", "i / 2", f"(i * 7919) % {rows}", "(i % 60)", f"(i * i) % {rows}"))
        nulls = rng.choice(("", "", "CASE WHEN i % 53 = 0 THEN NULL ELSE "))
        time = f"timestamptz '{self.base}' + {count} * interval '{self.schema.step}'"
        if rng.random() < 0.2:
            time += " + (i % 3) * interval '1 us'"
        made = self.kind.make.replace("{t}", "y.t").replace("{i}", "i::bigint")
        made = made.replace("% 1048576", "::int % 1048576").replace("% 1024)", "::int % 1024)")
        made = made.replace("% 100,", "::int % 100,")
        id_ = f"{nulls}{made}{' END' if nulls else ''}"
        sizes = rng.choice(("40", "200", "500", "900"))
        order = rng.choice(("", f" ORDER BY (i * 7919) % {rows}", " ORDER BY md5(i::text)"))
        targets = self.parts if self.parts and self.name + "_1" in self.parts and not self.is_partitioned() else []
        for number, target in enumerate([self.name, *targets]):
            first = number * rows + 1
            source = f"generate_series({first}, {first + rows - 1}) AS i"
            self.schema.add(self.insert_from(target, id_, source, time, sizes, order))
        if rng.random() < 0.4:
            values = ", ".join(f"({100000 + number}, {value})" for number, value in enumerate(self.kind.extremes))
            self.schema.add(self.insert_from(self.name, "y.t", f"(VALUES {values}) AS e (i, e)", "e", sizes, ""))

    def insert_from(self, target, id_, source, time, size, order):
        extract = self.kind.times[0].replace("{x}", "x.id")
        cast = f"({id_})::{self.kind.literal_type}"
        return (f"INSERT INTO {target} (n, id, ts, k, j, v, w, pad) SELECT i, x.id, {extract}, (i * 7919) % "
                f"{self.distinct_k}, nullif((i * 31) % 11, 0), chr(97 + i % 5), CASE i % 13 WHEN 0 THEN NULL WHEN 1 "
                f"THEN 'infinity' ELSE timestamptz '{self.base}' + (i * 37 % 100) * interval '{self.schema.step}' END, "
                f"repeat('x', {size}) FROM {source}, LATERAL (SELECT {time} AS t) AS y, LATERAL (SELECT {cast} AS id) "
                f"AS x{self.id_filter}{order}")

    def is_partitioned(self):
        return any("PARTITION BY" in statement and statement.startswith(f"CREATE TABLE {self.name} ")
                   for statement in self.schema.statements)

    def add_indexes(self, style):
        if self.schema.some(0.35):
            key = self.rng.choice(("id", "id, k", "n", "id, n"))
            self.schema.indexes.append(f"CREATE UNIQUE INDEX ON {self.name} ({key})")
            self.schema.add(f"ALTER TABLE {self.name} ADD PRIMARY KEY ({key})")
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            self.add_index(self.name)
        for part in self.parts:
            if style == "inherited" or self.schema.some(0.1):
                for _ in range(self.rng.choice((1, 2))):
                    self.add_index(part)

    def add_index(self, table):
        method = self.rng.choices(("btree", "brin", "hash", "gist"), (20, 1.5, 1, 1))[0]
        if method == "btree":
            sql = self.btree(table)
        elif method == "brin":
            sql = f"CREATE INDEX ON {table} USING brin (id) WITH (pages_per_range = 2)"
        else:
            sql = f"CREATE INDEX ON {table} USING {method} (id)"
        self.schema.indexes.append(sql)
        self.schema.add(sql)

    def btree(self, table):
        rng = self.rng
        names = ["id", "id", "id", "k", "k", "j", "v", "n", "w", *(gen.name for gen in self.gens)]
        keys = list(dict.fromkeys(rng.choice(names) for _ in range(rng.choice((1, 1, 2, 2, 3, 4)))))
        if "id" not in keys and self.schema.some(0.6):
            keys.insert(rng.randrange(len(keys) + 1), "id")
        if self.schema.some(0.06):
            keys.append("(" + rng.choice(self.kind.times).replace("{x}", "id") + ")")
        directions = ("", "", "", " DESC", " DESC NULLS LAST", " NULLS FIRST")
        body = ", ".join(key + (f" {self.kind.opclass}" if key == "id" and self.kind.opclass else "")
                         + rng.choice(directions) for key in keys)
        include = rng.choice(("", "", "", f" INCLUDE ({rng.choice(('n', 'k', 'v', 'ts'))})"))
        where = rng.choice(("", "", "", "", " WHERE k < 3", " WHERE id IS NOT NULL", " WHERE v <> 'a'"))
        return f"CREATE INDEX ON {table} ({body}){include}{where}"

    def add_constraints(self):
        time = self.rng.choice(self.kind.times).replace("{x}", "id")
        if self.schema.some(0.1):
            check = self.rng.choice((f"{time} >= '1600-01-01Z'", f"{time} >= '{self.base}'", "k >= 0",
                                     f"({time} AT TIME ZONE 'UTC')::date >= '2025-01-01'"))
            self.schema.add(f"ALTER TABLE {self.name} ADD CHECK ({check})")
        if self.schema.some(0.15):
            self.schema.add(f"CREATE STATISTICS {self.schema.name}.x{self.number} ON ({time}) FROM {self.name}")

    def analyze(self):
        how = self.rng.choices(("VACUUM ANALYZE", "ANALYZE", "VACUUM", None), (6, 2, 1, 1))[0]
        if how:
            self.schema.add(f"{how} {self.name}")
            for part in self.parts:
                if not self.is_partitioned():
                    self.schema.add(f"{how} {part}")

    def register(self, style):
        pool = self.pool()
        columns = tuple(gen.name for gen in self.gens)
        self.schema.relations.append(Relation(self.name, pool, self.kind, True, style == "partitioned", columns))
        if self.parts and self.schema.some(0.5):
            part = self.rng.choice(self.parts)
            self.schema.relations.append(Relation(part, pool, self.kind, True, False, columns))

    def pool(self):
        """Returns the expressions of the table's rows that queries use."""
        kind, rng = self.kind, self.rng
        pool = plain_columns() + [Expr("{a}.j", "int", "column", "-", 2), Expr("{a}.id", kind.literal_type, "id",
                                                                            kind.name, 5)]
        times = [time.replace("{x}", "{a}.id") for time in kind.times]
        marked = [f"«{{a}}.ts|{time}»" for time in times]
        pool += [Expr(time, "timestamptz", "time", kind.name, 6) for time in marked]
        pool += time_pool(rng, kind, rng.choice(marked))
        pool += [Expr(form.replace("{x}", "{a}.id"), type_, name, kind.name, 2) for name, form, type_ in kind.forms]
        pool += [Expr(f"{{a}}.{gen.name}", gen.base_type, gen.form, kind.name, 6) for gen in self.gens]
        times_of_gens = [gen for gen in self.gens if gen.type.startswith("timestamptz")]
        if times_of_gens:
            gen = rng.choice(times_of_gens)
            pool += [Expr(template.replace("{t}", f"{{a}}.{gen.name}"), type_, f"{gen.form} {form}", kind.name)
                     for form, template, type_ in rng.sample(time_forms(rng), 5)]
        return pool


__all__ = ["Expr", "GeneratedColumn", "Relation", "Schema"]
