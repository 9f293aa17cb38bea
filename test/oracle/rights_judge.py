"""Runs cases with planning on and off, and says what differs."""

import re
from collections import Counter, UserList
from dataclasses import dataclass, field, replace

import common

from rights_functions import MARKS, leak, leaky_statements, marked_statement, short
from rights_queries import CALLING_FORMS, used_types


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
        self.reference = self.session()

    def session(self):
        return ListeningSession(self.database, timeout_ms=20000)

    def close(self):
        self.reference.close()

    # Running. With planning off ulidkit remembers nothing of earlier queries, so one session serves for all cases.

    def fresh(self, planning):
        """Returns a new session with planning on, or the session for planning off, reset."""
        if planning == "on":
            return self.session()
        self.reference.must("DISCARD ALL")
        self.reference.must(f"SET statement_timeout = {self.reference.timeout_ms}")
        return self.reference

    def renew_reference(self):
        """Connects the session for planning off again, so that the server remembers nothing of earlier queries."""
        self.reference.close()
        self.reference = self.session()

    def release(self, session):
        if session is not self.reference:
            session.close()

    def beginning(self, case, planning, settings=()):
        """Returns the statements with which a session of the case begins."""
        return ["SET jit = off", *(["LOAD 'ulidkit'"] if case.load else []), f"SET ulidkit.time_planning = {planning}",
                *case.settings, *settings, *([case.prepare] if case.prepare else [])]

    def run(self, case, planning, roles=None, settings=()):
        """Runs a case in a new session, also with these settings, and returns its steps."""
        session = self.fresh(planning)
        for statement in self.beginning(case, planning, settings):
            result = session.run(statement)
            if result.failed:
                self.release(session)
                return [Step(None, result, result)]
        steps = []
        for role in roles or case.roles:
            session.must(become(case, role))
            explain = session.explain(case.statement)
            steps.append(Step(role, explain, session.run(case.statement)))
            session.must(back(case))
        self.release(session)
        return steps

    def prepare(self, case):
        session = self.fresh("off")
        for statement in case.prelude:
            session.must(statement)

    def finish(self, case):
        if case.prelude:
            self.fresh("off").must("DROP FUNCTION app.definer()")

    def judge(self, case):
        """Returns the roles whose plans were changed, and the findings. Findings count if a second try, with a new
        session for planning off as well, has them again: the server remembers some expressions from one query to the
        next."""
        self.prepare(case)
        changed, findings = self.try_once(case)
        if findings:
            self.renew_reference()
            changed, findings = self.try_once(case)
        self.finish(case)
        return changed, findings

    def try_once(self, case):
        on, off = self.run(case, "on"), self.run(case, "off")
        findings = [finding for number in range(min(len(on), len(off)))
                    for finding in self.compare(case, on[number], off[number], off[:number])]
        if not findings and len(case.roles) > 1 and len(on) == len(case.roles):
            findings += self.compare_order(case)
        changed = [step.role for step, other in zip(on, off) if step.plan != other.plan]
        return changed, findings

    # Comparing.

    def compare(self, case, on, off, earlier):
        """Returns the findings of one step. `earlier` are the steps before it with planning off."""
        found = []
        if case.shape == "prepared" and earlier and (on.explain.failed or on.result.failed):
            # With planning on each role may get a plan of its own. The server can fail to make one for this role.
            off = self.run(case, "off", [on.role])[0]
        run_before = self._run_for_shared_plan(case, on.role, earlier)
        role = self.roles.short(on.role)

        def add(kind, detail):
            found.append(Finding(kind, f"{role}: {detail}", case, [on.role]))

        for phase, a, b in (("EXPLAIN", on.explain, off.explain), ("execution", on.result, off.result)):
            if common.TIMEOUT in (a.sqlstate, b.sqlstate):
                return found
            self._compare_errors(phase, a, b, on.plan, add)
            told, told_off = Told.by(a), Told.by(b)
            self._compare_runs(phase, case, told.run - told_off.run - run_before, add)
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
    def _compare_errors(phase, on, off, plan, add):
        if (on.sqlstate, on.message) == (off.sqlstate, off.message):
            return
        if off.failed and (on.failed or off.message.startswith("error of ")):
            # Which of several errors comes first depends on the plan, as does whether a failing function is run.
            return
        if off.sqlstate == "42501" and "One-Time Filter: false" in plan:
            # Conditions that are not needed, because no row can be in the table, call no function.
            return
        name = re.sub(r"_\d+", "", on.message or "")
        kind = f"error at {phase}: {name}" if on.failed else f"no error at {phase}: {common.normalised(off.message)}"
        add(kind, f"on: {on.sqlstate} {on.message}; off: {off.sqlstate} {off.message}")

    def _run_for_shared_plan(self, case, role, earlier):
        """Returns what the server ran to make the plan that earlier roles share with this one.

        With planning on each role may get a plan of its own, so making it again runs the same functions again.
        """
        if case.shape != "prepared":
            return set()
        as_role = role or self.reference.value("SELECT session_user")
        return {f"{text.split()[0]} as {as_role}" for step in earlier for text in Told.by(step.explain).run}

    def _compare_runs(self, phase, case, extra, add):
        """Functions that the query names may be run at execution for any row: another plan has another order of
        conditions."""
        for text in sorted(extra):
            function = text.split()[0]
            in_query = function.startswith(MARKS)
            if phase == "execution" and in_query:
                continue
            detail = called_in(case) if in_query else self.schema.fates.get(function, "")
            add(f"run at {phase}: {re.sub(r'_[0-9]+$', '', function)}, {detail}", text)

    def _compare_leaks(self, phase, case, role, on, off, add):
        extra = on.leaked - off.leaked
        if extra:
            extra -= self.visible(case, role)
        if extra:
            types = {text.split(":")[0] for text in extra}
            forms = sorted({form for _, _, type_name, form in case.query.seen if short(type_name) in types})
            places = sorted({relation.place for relation, *_ in case.query.seen})
            add(f"leak at {phase}: {' and '.join(places)}, {' or '.join(forms)}",
                f"{len(extra)} values, such as {sorted(extra)[:3]}")

    def visible(self, case, role):
        """Returns the values that the role may see, as notices tell them about the rows that it reads."""
        if case.shape == "definer":
            role = self.roles.owner
        session = self.fresh("off")
        for statement in ("SET ulidkit.time_planning = off", *case.settings):
            session.must(statement)
        seen = set()
        for constant, type_name in case.query.constants:
            seen |= Told.by(session.run(f"SELECT {leak(type_name)}({constant}, {constant})")).leaked
        for relation, expression, type_name, _ in case.query.seen:
            for name, asking in {(relation.name, role), (relation.probe, relation.asker(role, self.roles))}:
                if self._copy_rows(session, case, name, asking):
                    query = f"SELECT {leak(type_name)}({expression}, {expression}) FROM pg_temp.seen AS r"
                    seen |= Told.by(session.run(query)).leaked
        return seen

    @staticmethod
    def _copy_rows(session, case, name, role):
        """Copies the rows and columns that a role may read into pg_temp.seen, where all functions can be called."""
        asking = f"'{role}'" if role else "session_user"
        columns = session.value(
            "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped AND "
            f"attrelid = '{name}'::regclass AND has_column_privilege({asking}, attrelid, attnum, 'SELECT')")
        session.must("DROP TABLE IF EXISTS pg_temp.seen")
        session.must(become(case, role))
        copied = columns and session.run(f"CREATE TEMP TABLE seen AS SELECT {columns} FROM {name}")
        session.must(back(case))
        return copied and not copied.failed

    def compare_order(self, case):
        """Returns a finding if it depends on who asked before whether the last role's plan has to read whole tables.
        Other differences can come from statistics that only one of the roles may see, which also change what an index
        costs. The library is loaded before, because a query by which it is loaded can be planned without it in part."""
        case = replace(case, load=True)
        on = self.run(case, "on")[-1]
        alone = self.run(case, "on", case.roles[-1:])[0]
        if not reads_more(alone, on):
            return []
        only_if_needed = ("SET enable_seqscan = off", "SET enable_indexonlyscan = off")
        if not reads_more(self.run(case, "on", case.roles[-1:], only_if_needed)[0],
                          self.run(case, "on", settings=only_if_needed)[-1]):
            return []
        if self.server_depends_on_order(case) or self.server_depends_on_order(case, only_if_needed):
            return []
        kind = f"plan depends on who asked first: {case.shape}"
        return [Finding(kind, f"{self.roles.short(on.role)}:\n{on.plan}\ninstead of\n{alone.plan}", case, case.roles)]

    def server_depends_on_order(self, case, settings=()):
        """Returns true if the last role's plan depends on who asked before with planning off, too. A session of the
        server remembers the expressions of an index as the first role sees them, whose rights decide which functions
        in them are inlined."""
        plans = []
        for roles in (case.roles[-1:], case.roles):
            self.renew_reference()
            plans.append(self.run(case, "off", roles, settings)[-1].plan)
        return plans[0] != plans[1]


def reads_more(step, other):
    """Returns true if one of two plans reads whole tables where the other does not."""
    return not step.explain.failed and not other.explain.failed and \
        step.plan.count("Seq Scan") != other.plan.count("Seq Scan")


def form_of(case):
    return case.query.forms[0] if case.query.forms else "none"


def called_in(case):
    """Returns the forms of a query that call functions of users, or all of its forms."""
    calling = [form for form in case.query.forms if form in CALLING_FORMS]
    return " or ".join(sorted(set(calling or case.query.forms)))


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
