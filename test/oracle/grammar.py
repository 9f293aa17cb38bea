"""Random values, conditions and orders over the expressions of relations."""

import re
from dataclasses import dataclass

from tree import Items, Key, Seq, Text

SPECIAL_TIMES = ("infinity", "-infinity", "9999-12-31Z", "1969-12-31 23:59:59.999999Z", "1970-01-01Z", "2200-01-01Z",
                 "0044-03-15 BC Z", "294276-12-31 23:59:59Z", "11000-01-01Z", "2255-01-01Z")
SPECIALS = {
    "timestamptz": SPECIAL_TIMES, "timestamp": tuple(time.replace("Z", "").strip() for time in SPECIAL_TIMES),
    "date": ("infinity", "-infinity", "9999-12-31", "1970-01-01", "2025-02-30"[:8] + "28"),
    "int": ("0", "-1", "2147483647"), "numeric": ("0", "2025", "-1", "1e30"),
    "bigint": ("0", "-1", "9223372036854775807"),
    "double precision": ("2025", "infinity", "NaN", "2025.5"), "text": ("", "0", "zzz", "01"),
    "uuid": ("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
    "bytea": (r"\x", r"\xffff"), "interval": ("1 day", "-1 day", "1000 years"),
}
TIMES = ("timestamptz", "timestamp")
RANGES = {"timestamptz": "tstzrange", "timestamp": "tsrange", "date": "daterange", "int": "int4range",
          "numeric": "numrange", "bigint": "int8range"}
OPERATORS = ("=", "=", "<", "<=", ">", ">=", ">=", "<>")
DIRECTIONS = ("", "", "", " DESC", " DESC", " NULLS FIRST", " DESC NULLS LAST", " ASC NULLS LAST")


def quote(value):
    return "'" + value.replace("'", "''") + "'"


@dataclass
class Param:
    """A parameter of a prepared statement: its type, and the values that executions give it."""
    type: str
    values: list


class Scope:
    """The relations that a part of a query sees, as (alias, relation) pairs, and the expressions it concentrates on."""

    def __init__(self, rng, schema, members, params=None):
        self.rng = rng
        self.schema = schema
        self.members = members
        self.params = params
        self.focus = self.choose_focus()

    def choose_focus(self):
        """Returns a few (alias, expression) pairs, often the keys of an index."""
        rng = self.rng
        alias, relation = rng.choice(self.members)
        chosen = []
        if self.schema.indexes and rng.random() < 0.5:
            keys = re.findall(r"\b(id|k|j|v|n|w|g\d)\b", rng.choice(self.schema.indexes).split("(", 1)[1])
            for key in keys:
                found = [expr for expr in relation.pool if expr.sql == "{a}." + key
                         or (key == "id" and expr.form in ("time", "view", "union view"))]
                if found:
                    chosen.append((alias, rng.choice(found)))
        while len(chosen) < rng.choice((2, 3, 4, 5)):
            chosen.append(self.any_expression())
        return chosen

    def any_expression(self):
        alias, relation = self.rng.choice(self.members)
        pool = relation.pool
        return alias, self.rng.choices(pool, [expr.weight for expr in pool])[0]

    def expression(self):
        return self.rng.choice(self.focus) if self.rng.random() < 0.75 else self.any_expression()

    def text(self, pair):
        alias, expr = pair
        tags = () if expr.form == "column" else ((expr.form, expr.kind),)
        return Text(expr.sql.replace("{a}", alias), tags)

    # Values

    def literal(self, expr, row=None):
        """Returns a value to compare an expression with: a constant, a parameter, a stable expression or a subquery."""
        rng = self.rng
        value, special = self.constant(expr, row)
        if self.params is not None and rng.random() < 0.6 and not special:
            return self.parameter(expr.base_type, [value] + [self.constant(expr, None)[0] for _ in range(4)])
        chance = rng.random()
        if expr.base_type == "timestamptz" and not special and chance < 0.08:
            return f"(now() - (now() - {value}))"
        if chance < 0.13:
            return f"(SELECT {value})"
        return value

    def parameter(self, type_, values):
        self.params.append(Param(type_, values))
        return f"${len(self.params)}"

    def constant(self, expr, row):
        """Returns a constant, and whether it is a special one."""
        rng, type_ = self.rng, expr.base_type
        known = [value for value in expr.values if value is not None]
        if row is not None and row < len(expr.values) and expr.values[row] is not None and rng.random() < 0.9:
            return f"{quote(expr.values[row])}::{type_}", False
        if rng.random() < 0.02:
            return f"NULL::{type_}", True
        if not known or rng.random() < 0.07:
            specials = SPECIALS.get(type_)
            if specials:
                return f"{quote(rng.choice(specials))}::{type_}", True
            if not known:
                return f"NULL::{type_}", True
        return self.varied(f"{quote(rng.choice(known))}::{type_}", type_), False

    def varied(self, value, type_):
        """Returns the value, or one near it."""
        rng = self.rng
        if rng.random() < 0.55 or "infinity" in value:
            return value
        if type_ in TIMES:
            step = rng.choice(("1 us", "-1 us", "1 ms", "1 s", "-1 s", "1 hour", "1 day", "-7 days", "10 years"))
            return rng.choice((f"({value} + interval '{step}')", f"({value} + interval '{step}')", f"{value}::date",
                               f"date_trunc('day', {value})"))
        if type_ in ("date", "int"):
            return f"({value} + {rng.choice((1, -1, 3))})"
        if type_ == "text":
            return f"({value} || 'x')" if rng.random() < 0.3 else f"left({value}, {rng.choice((3, 8, 12, 20))})"
        return value

    # Conditions

    def conditions(self, most=3):
        return [self.condition(2) for _ in range(self.rng.choice(range(0, most + 1)) or self.rng.choice((0, 1)))]

    def condition(self, depth):
        """Returns a condition: mostly a comparison, otherwise a combination of conditions."""
        rng = self.rng
        if depth > 0 and rng.random() < 0.35:
            maker = rng.choices((self.any_of, self.all_of, self.negated, self.case, self.keyset, self.equalities),
                                (4, 2, 1.5, 0.7, 3, 1.5))[0]
            return maker(depth - 1)
        maker = rng.choices(
            (self.compare, self.between, self.listed, self.row, self.null, self.distinct_from, self.columns,
             self.in_range, self.age, self.prefix, self.exists),
            (8, 3, 5, 4, 1, 1, 1, 1.5, 1, 1.5, 0.7))[0]
        return maker() or self.compare()

    def any_of(self, depth):
        return Items([self.condition(depth) for _ in range(self.rng.choice((2, 2, 3)))], " OR ", "(", ")", 1)

    def all_of(self, depth):
        return Items([self.condition(depth) for _ in range(2)], " AND ", "(", ")", 1)

    def negated(self, depth):
        return Seq(["NOT (", self.condition(depth), ")"])

    def case(self, depth):
        return Seq(["CASE WHEN ", self.condition(depth), " THEN ", self.condition(depth), " ELSE ",
                    self.rng.choice(("true", "false", "NULL")), " END"])

    def compare(self):
        pair = self.expression()
        operator, value = self.rng.choice(OPERATORS), self.literal(pair[1])
        if self.rng.random() < 0.1:
            return Seq([value, f" {operator} ", self.text(pair)])
        return Seq([self.text(pair), f" {operator} ", value])

    def between(self):
        pair = self.expression()
        rows = sorted(self.rng.sample(range(12), 2))
        how = self.rng.choice((" BETWEEN ", " BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC "))
        return Seq([self.text(pair), how, self.literal(pair[1], rows[0]), " AND ", self.literal(pair[1], rows[1])])

    def listed(self):
        """A list of values: IN, = ANY or <> ALL of an array, a parameter or a subquery."""
        rng, pair = self.rng, self.expression()
        type_ = pair[1].base_type
        values = [self.constant(pair[1], None)[0] for _ in range(rng.choice((1, 2, 2, 3, 5, 9, 40)))]
        operator = rng.choice((" = ANY (", " = ANY (", " = ANY (", " <> ALL (", " < ANY (", " >= ALL ("))
        if self.params is not None and rng.random() < 0.6:
            others = [f"ARRAY[{', '.join(self.constant(pair[1], None)[0] for _ in range(3))}]" for _ in range(4)]
            arrays = [f"ARRAY[{', '.join(values)}]", *others, f"NULL::{type_}[]"]
            return Seq([self.text(pair), operator, self.parameter(type_ + "[]", arrays), ")"])
        chance = rng.random()
        if chance < 0.45:
            return Seq([self.text(pair), rng.choice((" IN (", " IN (", " NOT IN (")), Items(values, least=1), ")"])
        if chance < 0.85:
            return Seq([self.text(pair), operator, "ARRAY[", Items(values, least=1), "])"])
        relation = rng.choice([relation for relation in self.schema.relations])
        same = [expr for expr in relation.pool if expr.base_type == type_]
        if not same:
            return None
        source = rng.choice(same).sql.replace("{a}", "s")
        return Seq([self.text(pair), operator, f"ARRAY(SELECT {source} FROM {relation.name} AS s WHERE s.n % 97 = 3))"])

    def row(self, pairs=None):
        """A comparison of rows, of the expressions or of any, with the values of one row mostly."""
        alias, relation = self.rng.choice(self.members)
        pairs = pairs or self.pairs_of(alias, relation, self.rng.choice((2, 2, 2, 3)))
        row = self.rng.randrange(12)
        operator = self.rng.choice(("<", "<=", ">", ">=", "=", "<>"))
        values = [self.literal(pair[1], row) for pair in pairs]
        texts = Items([self.text(pair) for pair in pairs], least=99)
        return Seq(["(", texts, f") {operator} (", ", ".join(values), ")"])

    def pairs_of(self, alias, relation, count):
        mine = [pair for pair in self.focus if pair[0] == alias]
        pairs = self.rng.sample(mine, min(len(mine), count))
        while len(pairs) < count:
            pairs.append((alias, self.rng.choices(relation.pool, [expr.weight for expr in relation.pool])[0]))
        return pairs

    def keyset(self, _depth):
        """The next page of a list, written with OR."""
        alias, relation = self.rng.choice(self.members)
        first, second = self.pairs_of(alias, relation, 2)
        row = self.rng.randrange(12)
        comparison = self.rng.choice((" > ", " < "))
        value = self.literal(first[1], row)
        arms = [Seq([self.text(first), comparison, value]),
                Seq(["(", self.text(first), " = ", value, " AND ", self.text(second), comparison,
                     self.literal(second[1], row), ")"])]
        return Items(arms, " OR ", "(", ")", 1)

    def equalities(self, _depth):
        pair = self.expression()
        arms = [Seq([self.text(pair), self.rng.choice((" = ", " = ", " = ", " > ")), self.literal(pair[1])])
                for _ in range(self.rng.choice((2, 3, 8)))]
        return Items(arms, " OR ", "(", ")", 1)

    def null(self):
        return Seq([self.text(self.expression()), self.rng.choice((" IS NULL", " IS NOT NULL"))])

    def distinct_from(self):
        pair = self.expression()
        return Seq([self.text(pair), self.rng.choice((" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ")),
                    self.literal(pair[1])])

    def columns(self):
        """A comparison of two expressions of the query."""
        first = self.expression()
        candidates = [(alias, expr) for alias, relation in self.members for expr in relation.pool
                      if expr.base_type == first[1].base_type]
        return Seq([self.text(first), f" {self.rng.choice(OPERATORS)} ", self.text(self.rng.choice(candidates))])

    def in_range(self):
        pair = self.typed(RANGES)
        if pair is None:
            return None
        row = self.rng.randrange(11)
        bounds = self.rng.choice(("[)", "[]", "()", "(]"))
        low = self.rng.choice((self.literal(pair[1], row), "NULL"))
        high = self.rng.choice((f"greatest({low}, {self.literal(pair[1], row + 1)})", "NULL"))
        span = f"{RANGES[pair[1].base_type]}({low}, {high}, '{bounds}')"
        if self.rng.random() < 0.3:
            return Seq([span, " @> ", self.text(pair)])
        return Seq([self.text(pair), " <@ ", span])

    def age(self):
        """now() - time, compared with an interval."""
        pair = self.typed(("timestamptz",))
        if pair is None:
            return None
        value = self.rng.choice((f"(now() - {self.constant(pair[1], self.rng.randrange(12))[0]})",
                                 "interval '300 days'", "interval '1 day'", "interval '1 year 3 mons'"))
        if "infinity" in value or "-01-01Z" in value:
            return None
        tagged = self.text(pair)
        tagged.tags += (("now() - time", pair[1].kind),) if tagged.tags else ()
        return Seq(["now() - ", tagged, f" {self.rng.choice(OPERATORS)} {value}"])

    def prefix(self):
        pair = self.typed(("text",))
        known = [value for value in pair[1].values if value] if pair else []
        if not known:
            return None
        start = self.rng.choice(known)[:self.rng.choice((2, 6, 8, 10, 14, 26))]
        tagged = self.text(pair)
        tagged.tags += (("prefix", pair[1].kind),) if tagged.tags else ()
        how = self.rng.choice((f" LIKE {quote(start + '%')}", f" ^@ {quote(start)}", f" LIKE {quote(start + '_%')}",
                               f" NOT LIKE {quote(start + '%')}"))
        return Seq([tagged, how])

    def typed(self, types):
        pairs = [pair for pair in self.focus if pair[1].base_type in types]
        pairs = pairs or [(alias, expr) for alias, relation in self.members for expr in relation.pool
                          if expr.base_type in types]
        return self.rng.choice(pairs) if pairs else None

    def exists(self):
        """A condition on another relation: EXISTS, or IN of a subquery."""
        relation = self.rng.choice(self.schema.relations)
        inner = Scope(self.rng, self.schema, [("x", relation)], self.params)
        where = Items(inner.conditions(2), " AND ", " AND ")
        link = self.linked([("x", relation)])
        if link is None:
            return None
        outer, within = link
        negation = self.rng.choice(("", "", "NOT "))
        if self.rng.random() < 0.6:
            return Seq([negation, f"EXISTS (SELECT FROM {relation.name} AS x WHERE ", self.text(within), " = ",
                        self.text(outer), where, ")"])
        return Seq([self.text(outer), f" {negation}IN (SELECT ", self.text(within),
                    f" FROM {relation.name} AS x WHERE true", where, ")"])

    def linked(self, others):
        """Returns an expression of this scope and one of others that have the same type."""
        for _ in range(5):
            mine = self.expression()
            same = [(alias, expr) for alias, relation in others for expr in relation.pool
                    if expr.base_type == mine[1].base_type and expr.form != "-"]
            if same:
                return mine, self.rng.choices(same, [pair[1].weight for pair in same])[0]
        return None

    def of_key(self, relation, key):
        """Returns expressions that the key of an index may serve: the column, and for an ID its time."""
        found = [expr for expr in relation.pool if expr.sql == "{a}." + key]
        if key == "id":
            found += [expr for expr in relation.pool if expr.form in ("time", "generated time")]
        return self.rng.sample(found, min(len(found), 1 if key != "id" else self.rng.choice((1, 1, 2))))

    def on_key(self, pair):
        """Returns a condition on the key of an index: a range from one end, a list of few values, or any other."""
        chance, text = self.rng.random(), self.text(pair)
        if chance < 0.35:
            return Seq([text, self.rng.choice((" > ", " >= ", " < ", " <= ")), self.literal(pair[1])])
        if chance < 0.7:
            return self.in_list(pair)
        return self.rng.choice((self.compare, self.row, self.between, self.null))()

    def in_list(self, pair):
        values = [self.constant(pair[1], None)[0] for _ in range(self.rng.choice((2, 2, 3, 5)))]
        return Seq([self.text(pair), " IN (", Items(values, least=1), ")"])

    # Orders

    def order(self, most=3):
        pairs = [self.expression() for _ in range(self.rng.choice(range(1, most + 1)))]
        return Items([Key(self.text(pair), self.rng.choice(DIRECTIONS)) for pair in pairs])

    def limit(self):
        rng = self.rng
        count = rng.choice((1, 5, 20, 30, 100))
        if rng.random() < 0.15:
            return Items([f" FETCH FIRST {count} ROWS WITH TIES"])
        items = [f" LIMIT {count}"]
        if rng.random() < 0.2:
            items.append(f" OFFSET {rng.choice((1, 10, 200))}")
        return Items(items, "")
