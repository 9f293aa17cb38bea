"""Generated columns, the users' functions below them, and what happens to these functions later."""

from dataclasses import dataclass

from kinds import generated


@dataclass
class GeneratedColumn:
    """A stored generated column. `maybe_plain` says that a parent may have an ordinary column in its place."""
    name: str
    type: str
    expression: str
    form: str
    maybe_plain: bool = True

    @property
    def base_type(self):
        return self.type.split("(")[0]

    def definition(self):
        return f"{self.name} {self.type} GENERATED ALWAYS AS ({self.expression}) STORED"

    def plain(self):
        return f"{self.name} {self.type}"


@dataclass
class Function:
    """A function of the user that a generated column calls."""
    name: str
    signature: str
    result: str
    language: str

    def create(self, expression, replace=""):
        body = f"SELECT {expression}" if self.language == "sql" else f"BEGIN RETURN {expression}; END"
        return (f"CREATE {replace}FUNCTION {self.name}({self.signature}) RETURNS {self.result} IMMUTABLE "
                f"LANGUAGE {self.language} AS $$ {body} $$")


def generated_columns(schema, table):
    """Returns the generated columns of a table, and creates the functions that they call."""
    columns = []
    for number in range(1, schema.rng.choice((0, 0, 1, 1, 2, 3)) + 1):
        maker = schema.rng.choices((of_id, wrapped, unrelated), (6, 2.5, 1.5))[0]
        columns.append(maker(schema, table, f"g{number}"))
    return columns


def of_id(schema, table, name):
    form, expression, type_ = generated(schema.rng, table.kind, schema.version)
    return GeneratedColumn(name, type_, expression, "generated " + form)


def wrapped(schema, table, name):
    """A column whose expression calls an SQL or plpgsql function, mostly without the schema of what that calls."""
    form, expression, type_ = generated(schema.rng, table.kind, schema.version)
    function = Function(f"{schema.name}.f{table.number}_{name}", f"id {table.kind.literal_type}", type_.split("(")[0],
                        schema.rng.choice(("sql", "sql", "plpgsql")))
    schema.functions.append((function, expression))
    schema.add(function.create(expression))
    return GeneratedColumn(name, type_, f"{function.name}(id)", "wrapped " + form)


def unrelated(schema, table, name):
    if schema.some(0.5):
        return GeneratedColumn(name, "int", "k * 2 + n", "unrelated")
    function = Function(f"{schema.name}.f{table.number}_{name}", "x text", "int", schema.rng.choice(("sql", "plpgsql")))
    expression = f"length({schema.name}.h{table.number}_{name}(x))"
    helper = Function(f"{schema.name}.h{table.number}_{name}", "x text", "text", "sql")
    schema.functions += [(function, expression), (helper, "x || 'x'")]
    schema.add(helper.create("x || 'x'"))
    schema.add(function.create(expression))
    return GeneratedColumn(name, "int", f"n * {function.name}('a')", "unrelated wrapped")


def broken_later(schema, table):
    """Replaces or drops a function, or changes values of generated columns where the server lets us do it."""
    mine = [pair for pair in schema.functions if f".f{table.number}_" in pair[0].name
            or f".h{table.number}_" in pair[0].name]
    for function, expression in mine:
        if schema.some(0.35):
            schema.add(function.create(changed(schema.rng, function, expression), "OR REPLACE "))
        elif schema.some(0.2):
            schema.add(raising(function))
    if table.gens and table.parts and schema.some(0.5):
        gen = schema.rng.choice(table.gens)
        if gen.type == "timestamptz":
            schema.add(f"UPDATE {table.name} SET {gen.name} = {table.time_at(schema.rows * 2)} WHERE n % 7 = 0")


def raising(function):
    """Returns a statement that makes a function fail, as one does that reads what was dropped since."""
    return (f"CREATE OR REPLACE FUNCTION {function.name}({function.signature}) RETURNS {function.result} IMMUTABLE "
            "LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$")


def changed(rng, function, expression):
    """Returns another expression of the same type."""
    if function.result.startswith("timestamp"):
        return f"({expression}) + interval '{rng.choice(('1 day', '3 hours', '1 s'))}'"
    if function.result in ("numeric", "int", "date"):
        return f"({expression}) + 1"
    return expression
