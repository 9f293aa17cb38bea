"""Random scripts: what is run in one transaction, once with planning on and once with planning off."""

from queries import Queries
from tree import Items, Script, Seq, Statement, Text, optional

FETCHES = ("FETCH 5 FROM c", "FETCH FORWARD 20 FROM c", "FETCH BACKWARD 3 FROM c", "FETCH LAST FROM c",
           "FETCH FIRST FROM c", "FETCH ABSOLUTE 7 FROM c", "FETCH BACKWARD ALL FROM c", "FETCH RELATIVE -2 FROM c",
           "FETCH ALL FROM c")


class Scripts:
    """Makes scripts over the relations of a schema."""

    def __init__(self, rng, schema, settings):
        self.rng = rng
        self.schema = schema
        self.settings = settings

    def any(self):
        maker = self.rng.choices((self.single, self.changes, self.cursor, self.prepared), (80, 7, 4, 9))[0]
        script = maker()
        script.settings = Items(self.settings.choose(self.rng), "; ")
        return script

    def make(self, statements, shape, twin=False):
        return Script(Items([]), Items(statements, "; ", least=1), shape, twin)

    def single(self):
        query, shape = Queries(self.rng, self.schema).any()
        return self.make([Statement(query, "count" if query.limited() and not query.keys() else "rows")], shape,
                         not query.locking.items)

    def table(self):
        tables = [relation for relation in self.schema.relations if relation.table]
        return self.rng.choice(tables)

    def changes(self):
        """A statement that changes rows, then what the table has."""
        relation = self.table()
        queries = Queries(self.rng, self.schema)
        scope = queries.scope(("a", relation))
        maker = self.rng.choice((self.update, self.delete, self.merge, self.upsert_from))
        change = maker(queries, scope, relation)
        contents = f"SELECT count(*), sum(n), sum(k), min(v), max(v), count(id), count(w) FROM {relation.name}"
        later = Statement(queries.simple())
        later.compare = "count" if later.limited() and not later.keys() else "rows"
        return self.make([change, Statement(Text(contents), plan=False), later], maker.__name__)

    def returning(self, scope):
        if self.rng.random() < 0.4:
            return ""
        return optional(Seq([" RETURNING a.n, ", scope.text(scope.expression())]))

    def update(self, queries, scope, relation):
        assignment = self.rng.choice(["k = k + 1", "v = 'z'", "w = NULL", "j = j + 1", "n = n + 1000000"]
                                     + [f"{column} = {self.other_time()}" for column in relation.columns])
        source = ""
        where = queries.where(scope, 2)
        if self.rng.random() < 0.25:
            other = queries.relation()
            source = f" FROM {other.name} AS b"
            where.items.append(queries.join_condition(queries.scope(("a", relation), ("b", other)), ("a", relation),
                                                      ("b", other), False))
            where.items.append("b.n % 31 = 1")
            assignment = self.rng.choice(("v = 'y'", "w = NULL", "j = 5"))
            return Statement(Seq([f"UPDATE {relation.name} AS a SET {assignment}", source, where]))
        return Statement(Seq([f"UPDATE {relation.name} AS a SET {assignment}", where, self.returning(scope)]))

    def other_time(self):
        return self.rng.choice(("'2000-01-01Z'", "ts + interval '1 day'", "'2025-01-03Z'"))

    def delete(self, queries, scope, relation):
        return Statement(Seq([f"DELETE FROM {relation.name} AS a", queries.where(scope, 2), self.returning(scope)]))

    def merge(self, queries, scope, relation):
        other = queries.relation()
        both = queries.scope(("a", relation), ("b", other))
        on = queries.join_condition(both, ("a", relation), ("b", other), False)
        action = self.rng.choice(("UPDATE SET v = 'm'", "DELETE", "UPDATE SET j = 7"))
        condition = Seq([" AND ", scope.condition(0)]) if self.rng.random() < 0.5 else ""
        source = f"(SELECT DISTINCT ON (n) * FROM {other.name} WHERE n % 19 = 1 ORDER BY n) AS b"
        return Statement(Seq([f"MERGE INTO {relation.name} AS a USING {source} ON ", on, " WHEN MATCHED", condition,
                              f" THEN {action}"]))

    def upsert_from(self, queries, scope, relation):
        """INSERT ... SELECT of rows that a condition selects."""
        source = Seq([f"INSERT INTO {relation.name} (n, id, ts, k, j, v, w) SELECT a.n + 500000, a.id, a.ts, a.k, a.j, "
                      f"a.v, a.w FROM {relation.name} AS a", queries.where(scope, 2), " ON CONFLICT DO NOTHING"])
        return Statement(source)

    def cursor(self):
        """A scroll cursor that is read forward and backward. Only keys and what they determine are read."""
        queries = Queries(self.rng, self.schema)
        relation = queries.relation()
        scope = queries.scope(("a", relation))
        query = queries.simple()
        query.select = Items([])
        query.locking = Items([])
        query.limit = Items([])
        query.source, query.where = f"{relation.name} AS a", queries.where(scope)
        query.order = scope.order()
        declare = Statement(Seq(["DECLARE c SCROLL CURSOR FOR ", query]), "nothing")
        fetches = [Statement(Text(self.rng.choice(FETCHES)), "sequence", plan=False)
                   for _ in range(self.rng.choice((2, 4, 6)))]
        return self.make([declare, *fetches], "cursor")

    def prepared(self):
        """A prepared statement that is executed several times, sometimes with DDL in between."""
        params = []
        queries = Queries(self.rng, self.schema, params)
        query, shape = queries.any()
        types = f" ({', '.join(param.type for param in params)})" if params else ""
        mode = self.rng.choice(("force_generic_plan", "force_generic_plan", "auto", "force_custom_plan"))
        statements = [Statement(Text(f"SET LOCAL plan_cache_mode = {mode}"), "nothing", plan=False),
                      Statement(Seq([f"PREPARE q{types} AS ", query]), "nothing", plan=False)]
        for number in range(self.rng.choice((2, 3, 7 if mode == "auto" else 3))):
            if number and self.rng.random() < 0.4:
                statements.append(Statement(Text(self.ddl()), "nothing", plan=False))
            statements.append(self.execution(query, params))
        return self.make(statements, "prepared " + shape)

    def execution(self, query, params):
        values = ", ".join(self.rng.choice(param.values) for param in params)
        statement = Statement(Execution(f"EXECUTE q{f'({values})' if params else ''}", query))
        statement.compare = "count" if query.limited() and not query.keys() else "rows"
        return statement

    def ddl(self):
        rng, relation = self.rng, self.table()
        choices = [f"CREATE INDEX ON {relation.name} ({rng.choice(('id', 'k, id', 'id DESC', 'id, n'))})",
                   f"ANALYZE {relation.name}",
                   f"ALTER TABLE {relation.name} ADD COLUMN extra int",
                   f"ALTER TABLE {relation.name} ALTER COLUMN n TYPE bigint",
                   f"UPDATE {relation.name} SET k = k + 1 WHERE n % 5 = 0",
                   f"DELETE FROM {relation.name} WHERE n % 3 = 0"]
        for column in relation.columns:
            choices.append(f"ALTER TABLE {relation.name} ALTER COLUMN {column} DROP EXPRESSION")
        for function, expression in self.schema.functions:
            choices.append(function.create(expression, "OR REPLACE "))
        return rng.choice(choices)


class Execution(Text):
    """EXECUTE of a prepared query: its result has the keys and limits of the query."""

    def __init__(self, sql, query):
        super().__init__(sql)
        self.query = query

    def keys(self):
        return self.query.keys()

    def limited(self):
        return self.query.limited()
