"""Random queries: single SELECTs of many shapes. Scripts of several statements are in scripts.py."""

from grammar import DIRECTIONS, Scope
from tree import Items, Key, Select, Seq, Text

# Types that min() and max() have on every server.
WITH_EXTREMES = ("timestamptz", "timestamp", "date", "int", "numeric", "text", "bigint", "double precision", "ulid",
                 "scru160", "ulidflake", "timeid", "tbsl", "interval")
JOINS = ("JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")


class Queries:
    """Makes SELECTs over the relations of a schema."""

    def __init__(self, rng, schema, params=None):
        self.rng = rng
        self.schema = schema
        self.params = params

    def scope(self, *members):
        return Scope(self.rng, self.schema, list(members), self.params)

    def relation(self):
        return self.rng.choice(self.schema.relations)

    def any(self):
        """Returns a query of any shape, and the name of the shape."""
        shapes = ((self.fitting, 28), (self.simple, 20), (self.extremes, 7), (self.grouped, 7), (self.joined, 14),
                  (self.lateral, 4), (self.windowed, 4), (self.distinct, 5), (self.distinct_on, 3),
                  (self.set_operation, 5), (self.subquery, 4), (self.recursive, 2), (self.scalar, 3))
        shape = self.rng.choices([shape for shape, _ in shapes], [weight for _, weight in shapes])[0]
        return shape(), shape.__name__

    def columns(self, scope, most=3):
        texts = [scope.text(scope.expression()) for _ in range(self.rng.choice(range(0, most + 1)))]
        return Items([Text("a.n"), *texts])

    def where(self, scope, most=3):
        return Items(scope.conditions(most), " AND ", " WHERE ")

    def simple(self):
        relation = self.relation()
        scope = self.scope(("a", relation))
        columns = self.columns(scope) if self.rng.random() < 0.8 else Items([Text("count(*)")], least=1)
        query = Select(columns, self.source(relation, "a"), self.where(scope))
        if "count" not in columns.render() and self.rng.random() < 0.7:
            query.order = scope.order()
            if self.rng.random() < 0.6:
                query.limit = scope.limit()
        if self.rng.random() < 0.02 and relation.table:
            query.locking = Items([" FOR UPDATE"])
        return query

    def fitting(self):
        """A page of rows by the keys of an index: conditions on some of them, in the order of others."""
        indexes = [(relation, keys) for relation in self.schema.relations
                   for keys in self.schema.keys_of(relation.name)]
        if not indexes:
            return self.simple()
        relation, keys = self.rng.choice(indexes)
        scope = self.scope(("a", relation))
        pairs = [("a", expr) for key in keys for expr in scope.of_key(relation, key)]
        ordered = [("a", expr) for key in keys for expr in scope.of_key(relation, key)[:1]]
        if not pairs:
            return self.simple()
        scope.focus = pairs
        wanted = [scope.on_key(pair) for pair in pairs if self.rng.random() < 0.7]
        if len(keys) > 1 and self.rng.random() < 0.35:
            wanted = [scope.in_list(pairs[0]), scope.row(ordered)]
        query = Select(self.columns(scope, 2), f"{relation.name} AS a", Items(wanted, " AND ", " WHERE "))
        if self.rng.random() < 0.3:
            self.rng.shuffle(ordered)
        direction = self.rng.choice(DIRECTIONS)
        query.order = Items([Key(scope.text(pair), direction) for pair in ordered[:self.rng.choice((1, 1, 2))]])
        if self.rng.random() < 0.8:
            query.limit = scope.limit()
        return query

    def source(self, relation, alias):
        """A relation, sometimes in a subquery."""
        if self.rng.random() < 0.05:
            return f"(SELECT * FROM {relation.name} OFFSET 0) AS {alias}"
        if relation.table and self.rng.random() < 0.02:
            return f"ONLY {relation.name} AS {alias}"
        return f"{relation.name} AS {alias}"

    def extremes(self):
        """min() and max(), sometimes beside others."""
        relation = self.relation()
        scope = self.scope(("a", relation))
        picked = [self.extreme(scope) for _ in range(self.rng.choice((1, 1, 1, 2)))]
        if self.rng.random() < 0.2:
            picked.append(Text("count(*)"))
        query = Select(Items(picked, least=1), f"{relation.name} AS a", self.where(scope, 2))
        if self.rng.random() < 0.1:
            query.group = Items([Items([" HAVING max(a.n) > 0"])])
        return query

    def extreme(self, scope):
        pair = scope.typed(WITH_EXTREMES)
        filtered = Seq([" FILTER (WHERE ", scope.condition(0), ")"]) if self.rng.random() < 0.1 else ""
        return Seq([self.rng.choice(("min(", "max(", "max(")), scope.text(pair), ")", filtered])

    def grouped(self):
        relation = self.relation()
        scope = self.scope(("a", relation))
        keys = [scope.text(scope.expression()) for _ in range(self.rng.choice((1, 1, 2, 3)))]
        texts = list(dict.fromkeys(key.sql for key in keys))
        keys = [next(key for key in keys if key.sql == text) for text in texts]
        how = self.rng.choice(("", "", "", "ROLLUP", "CUBE", "GROUPING SETS"))
        group = Items([Seq([" GROUP BY ", how, "(" if how else "", Items(list(keys), least=len(keys)),
                            ", ()" if how == "GROUPING SETS" else "", ")" if how else ""])], least=1)
        columns = Items([*keys, Text("count(*)"), Text("sum(a.n)"), self.extreme(scope)], least=1)
        having = Items([Seq([" HAVING ", self.rng.choice(("count(*) > 1", "sum(a.k) > 3", "max(a.n) > 50"))])])
        group = Seq([group, having if self.rng.random() < 0.2 else ""])
        query = Select(columns, f"{relation.name} AS a", self.where(scope, 2), Items([group], least=1))
        if self.rng.random() < 0.5:
            query.order = Items([Key(key, self.rng.choice(DIRECTIONS)) for key in keys])
            if self.rng.random() < 0.4:
                query.limit = scope.limit()
        return query

    def joined(self):
        """Two or three relations, joined by equal values, ranges, or nothing that helps."""
        first, second = self.relation(), self.relation()
        scope = self.scope(("a", first), ("b", second))
        kind = self.rng.choice(JOINS)
        on = self.join_condition(scope, ("a", first), ("b", second), kind == "FULL JOIN")
        parts = [f"{first.name} AS a {kind} {second.name} AS b ON ", on]
        if self.rng.random() < 0.2 and kind != "FULL JOIN":
            third = self.relation()
            scope.members.append(("c", third))
            parts += [f" {self.rng.choice(('JOIN', 'LEFT JOIN'))} {third.name} AS c ON ",
                      self.join_condition(scope, ("b", second), ("c", third), False)]
        where = self.where(scope, 2)
        if self.rng.random() < 0.6:
            return Select(Items([Text("count(*)"), Text("sum(a.n)"), Text("sum(b.n)")], least=1), Seq(parts), where)
        query = Select(Items([Text("a.n"), Text("b.n"), scope.text(scope.expression())]), Seq(parts), where)
        where.items.append(f"a.n % 11 < {self.rng.choice((1, 4))}")
        query.order = scope.order(2)
        query.limit = scope.limit()
        return query

    def join_condition(self, scope, left, right, equal):
        """Returns the condition of a join. Few rows of one side remain unless the other is found by a good key."""
        link = Scope(self.rng, self.schema, [left], self.params).linked([right])
        if link is None:
            return Text(f"{left[0]}.n = {right[0]}.n")
        near, far = link
        operator = "=" if equal or self.rng.random() < 0.7 else self.rng.choice(("<", "<=", ">", ">="))
        parts = [Seq([scope.text(near), f" {operator} ", scope.text(far)])]
        if equal:
            return parts[0]
        if operator != "=" and self.rng.random() < 0.6:
            parts.append(Seq([scope.text(far), " <= " if operator in ("<", "<=") else " >= ", scope.text(near)])
                         if self.rng.random() < 0.1 else f"{left[0]}.k = {right[0]}.k")
        if operator != "=" or near[1].sql.endswith((".k", ".v", ".j")):
            parts.append(f"{left[0]}.n % 23 = {self.rng.randrange(23)}")
        elif self.rng.random() < 0.2:
            parts.append(scope.condition(0))
        return Items(parts, " AND ", least=len(parts))

    def lateral(self):
        first, second = self.relation(), self.relation()
        scope = self.scope(("a", first), ("b", second))
        link = Scope(self.rng, self.schema, [("a", first)], self.params).linked([("b", second)])
        near, far = link or (("a", first.pool[0]), ("b", second.pool[0]))
        inner = self.scope(("b", second))
        order = inner.order(2)
        order.items.append(Key(Text("b.n")))
        operator = self.rng.choice(("=", ">", "<=", "<", ">="))
        body = Select(Items([Text("b.n"), scope.text(far)], least=2), f"{second.name} AS b",
                      Items([Seq([scope.text(far), f" {operator} ", scope.text(near)]), *inner.conditions(1)],
                            " AND ", " WHERE "), order=order, limit=Items([" LIMIT 2"]), shown=False)
        parts = [f"{first.name} AS a {self.rng.choice(('CROSS JOIN', 'LEFT JOIN'))} LATERAL (", body, ") AS x (n, e)"]
        if "LEFT" in parts[0]:
            parts.append(" ON true")
        outer = self.scope(("a", first))
        where = self.where(outer, 1)
        where.items.append(f"a.n % 41 = {self.rng.randrange(41)}")
        return Select(Items([Text("a.n"), Text("x.n"), Text("x.e")], least=1), Seq(parts), where)

    def windowed(self):
        relation = self.relation()
        scope = self.scope(("a", relation))
        order = scope.order(2)
        keys = order.render()
        partition = self.rng.choice(("", "PARTITION BY a.k ", "PARTITION BY a.v "))
        function = self.rng.choice(("rank()", "dense_rank()", "count(*)", "sum(a.n)", "min(a.n)"))
        columns = [Text("a.n"), Seq([f"{function} OVER ({partition}ORDER BY ", keys, ")"])]
        query = Select(Items(columns), f"{relation.name} AS a", self.where(scope, 2))
        if self.rng.random() < 0.5:
            query.order = order
            query.limit = scope.limit() if self.rng.random() < 0.4 else query.limit
        return query

    def distinct(self):
        relation = self.relation()
        scope = self.scope(("a", relation))
        query = Select(Items([]), f"{relation.name} AS a", self.where(scope, 2), distinct=Items(["DISTINCT "]))
        query.order = scope.order(3)
        if self.rng.random() < 0.4:
            query.limit = scope.limit()
        return query

    def distinct_on(self):
        """DISTINCT ON that shows nothing but the keys, because another row of equal keys can be chosen."""
        relation = self.relation()
        scope = self.scope(("a", relation))
        order = scope.order(3)
        chosen = [key.expression for key in order.items[:self.rng.choice((1, 1, 2))]]
        return Select(Items([]), f"{relation.name} AS a", self.where(scope, 2), order=order,
                      distinct=Items([Seq(["DISTINCT ON (", Items(chosen, least=len(chosen)), ") "])]))

    def arm(self, form):
        """One arm of a set operation: n, k and an expression of the type given by the first arm."""
        for _ in range(10):
            relation = self.relation()
            scope = self.scope(("a", relation))
            pair = scope.expression() if form is None else scope.typed((form,))
            if pair and pair[1].base_type in WITH_EXTREMES:
                columns = Items([Text("a.k"), scope.text(pair)], least=2)
                return Select(columns, f"{relation.name} AS a", self.where(scope, 2), shown=False), pair[1].base_type
        return None, form

    def set_operation(self):
        first, type_ = self.arm(None)
        second, _ = self.arm(type_) if first else (None, None)
        if first is None or second is None:
            return self.simple()
        how = self.rng.choice((" UNION ALL ", " UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ", " EXCEPT ALL "))
        source = Seq(["((", first, ")", how, "(", second, ")) AS x (k, e)"])
        query = Select(Items([Text("x.k"), Text("x.e")], least=1), source)
        if self.rng.random() < 0.7:
            keys = self.rng.sample(["x.e", "x.k"], self.rng.choice((1, 2)))
            query.order = Items([Key(Text(key), self.rng.choice(DIRECTIONS)) for key in keys])
            if self.rng.random() < 0.6:
                query.limit = Items([f" LIMIT {self.rng.choice((1, 5, 20, 100))}"])
        elif self.rng.random() < 0.3:
            query.select = Items([Text("count(*)"), Text("max(x.e)"), Text("min(x.e)")], least=1)
        return query

    def subquery(self):
        """A subquery or CTE with an order and a LIMIT of its own, which is made total."""
        relation = self.relation()
        scope = self.scope(("a", relation))
        pair = scope.expression()
        order = scope.order(2)
        order.items.append(Key(Text("a.n")))
        inner = Select(Items([Text("a.n"), Text("a.k"), scope.text(pair)], least=3), f"{relation.name} AS a",
                       self.where(scope, 2), order=order, limit=Items([" LIMIT 50"]), shown=False)
        if self.rng.random() < 0.5:
            query = Select(Items([Text("x.k"), Text("x.e"), Text("x.n")], least=1),
                           Seq(["(", inner, ") AS x (n, k, e)"]))
        else:
            how = self.rng.choice(("", "MATERIALIZED "))
            query = Select(Items([Text("x.k"), Text("x.e"), Text("x.n")], least=1), "x",
                           ctes=Seq([f"WITH x (n, k, e) AS {how}(", inner, ") "]))
        query.where = Items([f"x.k {self.rng.choice(('< 3', '>= 1', 'IN (1, 2)'))}"], " AND ", " WHERE ")
        return query

    def recursive(self):
        """The distinct values of an expression, one after the other."""
        relation = self.relation()
        scope = self.scope(("a", relation))
        pair = scope.typed(WITH_EXTREMES)
        text = scope.text(pair)
        where = Items(scope.conditions(1), " AND ", " AND ")
        body = Seq(["WITH RECURSIVE r (e, d) AS (SELECT min(", text,
                    f"), 1 FROM {relation.name} AS a UNION ALL SELECT (",
                    "SELECT min(", text, f") FROM {relation.name} AS a WHERE ", text, " > r.e", where,
                    "), r.d + 1 FROM r WHERE r.e IS NOT NULL AND r.d < 8) "])
        return Select(Items([Text("r.e"), Text("r.d")], least=1), "r", ctes=body)

    def scalar(self):
        """Subqueries in the select list."""
        first, second = self.relation(), self.relation()
        link = Scope(self.rng, self.schema, [("a", first)], self.params).linked([("b", second)])
        near, far = link or (("a", first.pool[0]), ("b", second.pool[0]))
        scope, inner = self.scope(("a", first)), self.scope(("b", second))
        nested = Seq([f"(SELECT {self.rng.choice(('count(*)', 'min(b.n)', 'max(b.k)'))} FROM {second.name} AS b WHERE ",
                      scope.text(far), f" {self.rng.choice(('=', '<', '>='))} ", scope.text(near),
                      Items(inner.conditions(1), " AND ", " AND "), ")"])
        where = self.where(scope, 1)
        where.items.append(f"a.n % 41 = {self.rng.randrange(41)}")
        return Select(Items([Text("a.n"), nested], least=1), f"{first.name} AS a", where)
