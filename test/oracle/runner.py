"""Runs scripts with planning on and off, and by the twin columns, and compares the results."""

import re
from collections import Counter
from dataclasses import dataclass, field

from common import TIMEOUT, normalised
from tree import own_text, render, twin_text

ON, OFF = "SET LOCAL ulidkit.time_planning = on", "SET LOCAL ulidkit.time_planning = off"
# A value of a row for which an expression fails need not be computed if an index excludes the row.
DATA_ERRORS = ("22008", "22003", "22012", "22023", "22015", "22007")
# A statement fails at the first row that violates something, and which row that is depends on the plan. So a statement
# that fails with planning on and off can fail with another error of these classes.
ROW_ERRORS = ("21", "23")
# An extreme time for which an expression fails can be met by one order of conditions or joins, and not by another.
OUT_OF_RANGE = "22008"
PLAN_FACTOR, PLAN_ROOM = 10, 50_000
EXTENSION_NAMES = re.compile(
    r"(?<![\w.])((?:ulid|uuidv7|scru160|ulidflake|timeid|tbsl|snowflake|binaryid|ulidtext|typeid|bigint)_\w+\()")
EXTENSION_TYPES = re.compile(r"::(ulid|scru160|ulidflake|timeid|tbsl)\b")


@dataclass
class Finding:
    """A difference: its class, what is different, and the number of the statement in its script."""
    kind: str
    detail: str
    statement: int = 0


@dataclass
class Side:
    """The results and plans of a script's statements under one setting."""
    results: list = field(default_factory=list)
    plans: list = field(default_factory=list)

    @property
    def crashed(self):
        return any(result.crashed for result in self.results + self.plans if result)


class Runner:
    """Runs scripts in a session, and counts what it did."""

    def __init__(self, session):
        self.session = session
        self.queries = 0
        self.timeouts = 0
        self.crashes = 0
        self.errors = Counter()

    def side(self, script, setting, to_text, plans):
        """Runs a script below a savepoint and undoes it. A failed statement does not end the script."""
        side = Side()
        self.session.run(f"DEALLOCATE ALL; SAVEPOINT side; {setting}")
        for statement in script.statements.items:
            sql = qualified(to_text(render(statement)))
            plan = None
            if plans and statement.plan:
                plan = self.session.run(f"SAVEPOINT one; EXPLAIN (COSTS OFF) {sql}")
                self.finish(plan)
            result = self.session.run(f"SAVEPOINT one; {sql}")
            self.finish(result)
            side.plans.append(plan)
            side.results.append(result)
            if result.crashed or (plan and plan.crashed):
                break
        if not side.crashed:
            self.session.run("ROLLBACK TO side")
        return side

    def finish(self, result):
        if result.failed and not result.crashed:
            self.session.run("ROLLBACK TO one")

    def begin(self, script):
        """Begins a transaction with the script's settings."""
        statements = [render(setting) for setting in script.settings.items]
        self.session.must("BEGIN; " + "; ".join(statements or ["SELECT 1"]))

    def compare(self, script, twin):
        """Returns a finding or None, and whether planning by time changed a plan."""
        self.begin(script)
        on = self.side(script, ON, own_text, True)
        if on.crashed:
            return self.crash(script, on), False
        off = self.side(script, OFF, own_text, True)
        if off.crashed:
            return self.own_crash(), False
        by_twin = self.side(script, OFF, twin_text, False) if twin else None
        self.session.run("ROLLBACK")
        self.queries += len(script.statements.items)
        changed = any(one and other and not one.failed and one.rows != other.rows
                      for one, other in zip(on.plans, off.plans))
        finding = self.difference(script, on, off)
        if finding is None and by_twin is not None:
            finding = self.difference(script, by_twin, off, "twin")
        return finding, changed

    def crash(self, script, side):
        """Connects again. Returns the finding, or None if the server crashes with planning off as well."""
        number = len(side.results) - 1
        self.session.connect()
        self.begin(script)
        if self.side(script, OFF, own_text, True).crashed:
            return self.own_crash()
        self.session.run("ROLLBACK")
        return Finding("crash", "the server ended the connection", number)

    def own_crash(self):
        """Connects again after a crash that is PostgreSQL's own, and counts it."""
        self.session.connect()
        self.crashes += 1

    def difference(self, script, one, off, name="on"):
        for number, statement in enumerate(script.statements.items):
            if self.timed_out(one, off, number):
                return None
            finding = self.plan_difference(one.plans[number], off.plans[number]) if name == "on" else None
            finding = finding or self.result_difference(statement, one.results[number], off.results[number], name)
            if finding:
                finding.statement = number
                return finding
            if off.results[number].failed:
                self.errors[off.results[number].sqlstate] += 1
        return None

    def timed_out(self, one, off, number):
        """Returns true, and counts it, if a statement has timed out on one side. It may have changed the tables on the
        other side, so what follows cannot be compared."""
        results = [step for side in (one, off) for step in (side.results[number], side.plans[number]) if step]
        found = any(result.sqlstate == TIMEOUT for result in results)
        self.timeouts += found
        return found

    def plan_difference(self, on, off):
        if on is None or off is None:
            return None
        if on.failed != off.failed:
            return self.error_difference("EXPLAIN", on, off, "on")
        length, other = (sum(len(row[0]) for row in plan.rows) for plan in (on, off))
        if length > PLAN_FACTOR * other + PLAN_ROOM:
            return Finding("long plan", f"EXPLAIN prints {length} characters, with planning off {other}")
        return None

    def error_difference(self, what, one, off, name):
        if not one.failed and off.sqlstate in DATA_ERRORS:
            return None
        if one.failed and off.failed and {one.sqlstate[:2], off.sqlstate[:2]} <= set(ROW_ERRORS):
            return None
        if what == "execution" and not off.failed and one.sqlstate == OUT_OF_RANGE:
            return None
        return Finding(f"error {one.sqlstate or 'off only ' + off.sqlstate}: "
                       f"{normalised(one.message or off.message)}",
                       f"{what}: {name}: {one.text()[:300]}\noff: {off.text()[:300]}")

    def result_difference(self, statement, one, off, name):
        if one.failed or off.failed:
            if one.sqlstate == off.sqlstate:
                return None
            return self.error_difference("execution", one, off, name)
        if statement.compare == "nothing":
            return None
        if len(one.rows) != len(off.rows):
            return Finding(f"rows ({name})", f"{len(one.rows)} rows, with planning off {len(off.rows)}"
                           + differing(one.rows, off.rows))
        if statement.compare == "count":
            return None
        if statement.compare == "sequence":
            return Finding(f"order ({name})", differing(one.rows, off.rows)) if one.rows != off.rows else None
        return ordered_difference(statement, one.rows, off.rows, name)


def ordered_difference(statement, one, off, name):
    """Compares rows whose last columns are the ORDER BY's values. Of rows that tie at a LIMIT any can be returned."""
    keys = statement.keys()
    if keys and [row[-keys:] for row in one] != [row[-keys:] for row in off]:
        return Finding(f"order ({name})", "the values of ORDER BY come in another sequence"
                       + differing([row[-keys:] for row in one], [row[-keys:] for row in off]))
    if keys and statement.limited() and off:
        edges = (off[0][-keys:], off[-1][-keys:])
        one = [row for row in one if row[-keys:] not in edges]
        off = [row for row in off if row[-keys:] not in edges]
    if Counter(one) != Counter(off):
        return Finding(f"rows ({name})", "other rows" + differing(one, off))
    return None


def differing(one, off):
    """Returns some rows that only one side has, as text."""
    mine, theirs = Counter(one), Counter(off)
    lines = [f"\n  only on:  {'|'.join(str(value)[:60] for value in row)}" for row in list((mine - theirs))[:3]]
    lines += [f"\n  only off: {'|'.join(str(value)[:60] for value in row)}" for row in list((theirs - mine))[:3]]
    return "".join(lines)


def qualified(sql):
    """Returns a statement that does not depend on search_path."""
    return EXTENSION_TYPES.sub(r"::public.\1", EXTENSION_NAMES.sub(r"public.\1", sql))
