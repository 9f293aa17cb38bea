"""Roles, and the functions and operators of users that say which values they see and who runs them.

A leaky function raises its arguments as notices, `leak TYPE: VALUE`. Another function says that it is run, and as whom:
`run NAME as ROLE`.
"""

import uuid

TYPES = ("timestamptz", "timestamp", "date", "text", "uuid", "numeric", "double precision", "bigint", "bytea",
         "public.ulid", "public.timeid")

# Leaky operators: their estimators for conditions and joins.
OPERATORS = {
    "<<<": ("scalarltsel", "scalarltjoinsel"),
    ">>>": ("scalargtsel", "scalargtjoinsel"),
    "<<=": ("scalarlesel", "scalarlejoinsel"),
    "===": ("eqsel", "eqjoinsel"),
    "!==": ("neqsel", "neqjoinsel"),
    "<~~": (None, None),
}

MARKS = ("immutable", "stable", "volatile")


class Roles:
    """The roles of a run. They exist in the whole cluster, so their names end at random."""

    NAMES = ("owner", "reader", "limited", "restricted")

    def __init__(self):
        suffix = uuid.uuid4().hex[:6]
        for name in self.NAMES:
            setattr(self, name, f"rights_{name}_{suffix}")
        self.all = tuple(getattr(self, name) for name in self.NAMES)

    def create(self):
        return [f"CREATE ROLE {name}" for name in self.all]

    def drop(self):
        return [f"DROP ROLE IF EXISTS {name}" for name in self.all]

    def short(self, role):
        """Returns the name of a role as the summary shows it."""
        return "superuser" if role is None else role.split("_")[1]


def short(type_name):
    return type_name.replace("public.", "").replace("double precision", "float8")


def leak(type_name):
    """Returns the name of the leaky function of two values of a type."""
    return f"evil.leak_{short(type_name)}"


def marked(mark, type_name):
    """Returns the name of the function that returns its argument and says that it is run."""
    return f"evil.{mark}_{short(type_name)}"


def leaky_statements(type_name):
    """Returns the statements that make the leaky function and operators of a type."""
    statements = [f"""CREATE FUNCTION {leak(type_name)}({type_name}, {type_name}) RETURNS boolean
    LANGUAGE plpgsql COST 0.0001 STABLE AS $$
BEGIN
    RAISE NOTICE 'leak {short(type_name)}: %', $1;
    RAISE NOTICE 'leak {short(type_name)}: %', $2;
    RETURN $1 < $2;
END
$$"""]
    for name, (restrict, join) in OPERATORS.items():
        estimators = f", RESTRICT = {restrict}, JOIN = {join}" if restrict else ""
        statements.append(f"CREATE OPERATOR evil.{name} (LEFTARG = {type_name}, RIGHTARG = {type_name}, "
                          f"FUNCTION = {leak(type_name)}{estimators})")
    return statements


def marked_statement(mark, type_name):
    return f"""CREATE FUNCTION {marked(mark, type_name)}({type_name}) RETURNS {type_name} LANGUAGE plpgsql {mark} AS $$
BEGIN
    RAISE NOTICE 'run {mark}_{short(type_name)} as %', current_user;
    RETURN $1;
END
$$"""


def user_statements(roles):
    """Returns the statements that make the restricted role's schema, which everybody may use."""
    statements = ["CREATE SCHEMA evil", f"GRANT ALL ON SCHEMA evil TO {roles.restricted}",
                  "GRANT USAGE ON SCHEMA evil TO PUBLIC", f"SET ROLE {roles.restricted}"]
    for type_name in TYPES:
        statements += leaky_statements(type_name)
        statements += [marked_statement(mark, type_name) for mark in MARKS]
    return [*statements, "RESET ROLE"]
