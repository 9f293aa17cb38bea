"""Runs cases with planning on and off, and says what differs."""

import re
from collections import Counter, UserList
from dataclasses import dataclass, field

import common

from rights_functions import leak, leaky_statements, marked_statement, MARKS
from rights_queries import used_types


class ListeningSession(common.Session):
    """A session that keeps all notices. By itself the driver keeps the last 50."""

    def connect(self):
        super().connect()
        self.connection.notices = UserList()


@dataclass
class Told:
    """What notices told: values, functions that were run, and the rest."""
    leaked: set = field(default_factory=set)
    run: set = field(default_factory=set)
    other: set = field(default_factory=set)

    @staticmethod
    def by(result):
        told = Told()
        for notice in result.notices:
            text = notice.split("\n")[0]
            kind, _, rest = text.removeprefix("NOTICE:").strip().partition(" ")
            {"leak": told.leaked, "run": told.run}.get(kind, told.other).add(rest if kind in ("leak", "run") else text)
        return told


@dataclass
class Step:
    """The results of one role's step: the plan, and the rows."""
    role: str
    explain: object
    result: object

    @property
    def plan(self):
        return self.explain.text()


@dataclass
class Finding:
    """A difference: its kind for the summary, and what is to be printed."""
    kind: str
    detail: str
    case: object
    session_steps: list


class Judge:
    """Runs the cases of one schema in a database."""

    def __init__(self, database, schema, roles):
        self.database = database
        self.schema = schema
        self.roles = roles

    def session(self):
        return ListeningSession(self.database, timeout_ms=20000)

    # Running.

    def beginning(self, case, planning):
        """Returns the statements with which a session of the case begins."""
        return [*(["LOAD 'ulidkit'"] if case.load else []), f"SET ulidkit.time_planning = {planning}",
                *case.settings, *([case.prepare] if case.prepare else [])]

    def run(self, case, planning, roles=None):
        """Runs a case in a new session, and returns its steps."""
        session = self.session()
        for statement in self.beginning(case, planning):
            result = session.run(statement)
            if result.failed:
                session.close()
                return [Step(None, result, result)]
        steps = []
        for role in roles or case.roles:
            session.must(become(case, role))
            explain = session.explain(case.statement)
            steps.append(Step(role, explain, session.run(case.statement)))
            session.must(back(case))
        session.close()
        return steps

    def prepare(self, case):
        session = self.session()
        for statement in case.prelude:
            session.must(statement)
        session.close()

    def finish(self, case):
        if case.prelude:
            session = self.session()
            session.must("DROP FUNCTION app.definer()")
            session.close()

    def judge(self, case):
        """Returns the steps with planning on, true if a plan was changed, and the findings."""
        self.prepare(case)
        on, off = self.run(case, "on"), self.run(case, "off")
        findings = [finding for pair in zip(on, off) for finding in self.compare(case, *pair)]
        if not findings and len(case.roles) > 1 and len(on) == len(case.roles):
            findings += self.compare_order(case, on[-1], off[-1])
        self.finish(case)
        changed = [step.role for step, other in zip(on, off) if step.plan != other.plan]
        return changed, findings

    # Comparing.

    def compare(self, case, on, off):
        """Returns the findings of one step."""
        found = []
        role = self.roles.short(on.role)

        def add(kind, detail):
            found.append(Finding(kind, f"{role}: {detail}", case, [on.role]))

        for phase, a, b in (("EXPLAIN", on.explain, off.explain), ("execution", on.result, off.result)):
            if common.TIMEOUT in (a.sqlstate, b.sqlstate):
                return found
            self._compare_errors(phase, a, b, add)
            told, told_off = Told.by(a), Told.by(b)
            self._compare_runs(phase, case, told, told_off, add)
            self._compare_leaks(phase, case, on.role, told, told_off, add)
            for text in sorted(told.other - told_off.other):
                add(f"notice at {phase}", text)
            if found:
                return found
        if not on.result.failed and not off.result.failed and \
                Counter(map(tuple, on.result.rows)) != Counter(map(tuple, off.result.rows)):
            add(f"rows by {form_of(case)}", f"{len(on.result.rows)} rows on, {len(off.result.rows)} off: "
                f"{on.result.rows[:3]} {off.result.rows[:3]}")
        return found

    @staticmethod
    def _compare_errors(phase, on, off, add):
        if (on.sqlstate, on.message) == (off.sqlstate, off.message):
            return
        name = re.sub(r"_\d+", "", on.message or "")
        kind = f"error at {phase}: {name}" if on.failed else f"no error at {phase}: {common.normalised(off.message)}"
        add(kind, f"on: {on.sqlstate} {on.message}; off: {off.sqlstate} {off.message}")

    @staticmethod
    def _compare_runs(phase, case, on, off, add):
        for text in sorted(on.run - off.run):
            name = re.sub(r"_\d+$", "", text.split()[0])
            in_query = name.startswith(("stable_", "immutable_"))
            if phase == "execution" and in_query:
                continue
            add(f"run at {phase}: {name}, {form_of(case)}", text)

    def _compare_leaks(self, phase, case, role, on, off, add):
        extra = on.leaked - off.leaked
        if extra:
            extra -= self.visible(case, role)
        if extra:
            add(f"leak at {phase}: {case.query.relation.place}, {form_of(case)}",
                f"{len(extra)} values, such as {sorted(extra)[:3]}")

    def visible(self, case, role):
        """Returns the values that the role may see, as its notices tell them when it reads the tables."""
        if case.shape == "definer":
            role = self.roles.owner
        session = self.session()
        session.must("SET ulidkit.time_planning = off")
        seen = set()
        for constant, type_name in case.query.constants:
            seen |= Told.by(session.run(f"SELECT {leak(type_name)}({constant}, {constant})")).leaked
        for relation, expression, type_name in case.query.seen:
            for name, asking in ((relation.name, role), *([(relation.probe, self.roles.owner)] if relation.probe_as_owner
                                                          else [(relation.probe, role)])):
                session.must(become(case, asking))
                seen |= Told.by(session.run(f"SELECT {leak(type_name)}({expression}, {expression}) FROM {name} AS r")).leaked
                session.must(back(case))
        session.close()
        return seen

    def compare_order(self, case, on, off):
        """Returns a finding if the last role's plan depends on who asked before it."""
        alone = self.run(case, "on", case.roles[-1:])[0]
        if alone.plan == on.plan:
            return []
        if self.run(case, "off", case.roles[-1:])[0].plan != off.plan:
            return []
        kind = f"plan depends on who asked first: {case.shape}"
        return [Finding(kind, f"{self.roles.short(on.role)}:\n{on.plan}\ninstead of\n{alone.plan}", case, case.roles)]


def form_of(case):
    return case.query.forms[0] if case.query.forms else "none"


def become(case, role):
    return "SELECT 1" if role is None else f"SET {case.become} {role}"


def back(case):
    return "RESET ROLE" if case.become == "ROLE" else "RESET SESSION AUTHORIZATION"


def evil_statements(case, roles):
    """Returns the statements that make the users' functions and operators of a case."""
    statements = ["CREATE SCHEMA evil", f"GRANT ALL ON SCHEMA evil TO {roles.restricted}",
                  "GRANT USAGE ON SCHEMA evil TO PUBLIC", f"SET ROLE {roles.restricted}"]
    for type_name in used_types(case):
        statements += leaky_statements(type_name) + [marked_statement(mark, type_name) for mark in MARKS]
    return [*statements, "RESET ROLE"]


def reproduction(judge, finding):
    """Returns a finding with its whole schema as a script for psql. It ends with the case, on and off."""
    case, roles = finding.case, judge.roles
    statements = ["CREATE DATABASE rights_found", "\\connect rights_found", "CREATE EXTENSION ulidkit", *roles.create(),
                  *evil_statements(case, roles), *judge.schema.statements, *case.prelude]
    for planning in ("on", "off"):
        statements += ["\\connect -", *judge.beginning(case, planning)]
        for role in case.roles:
            statements += [become(case, role), f"EXPLAIN (COSTS OFF) {case.statement}", case.statement, back(case)]
    lines = [line if line.startswith("\\") else line.rstrip(";") + ";" for line in statements]
    return "\n".join([f"-- {finding.kind}", *(f"-- {line}" for line in finding.detail.split("\n")), *lines])
