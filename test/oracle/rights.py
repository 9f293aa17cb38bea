#!/usr/bin/env python3
"""Tests rights and leaks at random: what planning by time tells, runs and refuses is as with planning switched off.

Each schema derives from the seed and its number. The first difference is printed as a script for psql.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter, defaultdict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import common  # noqa: E402
from rights_functions import Roles, user_statements  # noqa: E402
from rights_judge import Judge, ListeningSession, Told, reproduction  # noqa: E402
from rights_queries import Writer, label  # noqa: E402
from rights_schema import Maker  # noqa: E402

CASES = 40


class Tally:
    """Counts what a run did and found."""

    def __init__(self):
        self.started = time.monotonic()
        self.schemas = self.queries = self.changed = self.failed = 0
        self.roles = Counter()
        self.forms = Counter()
        self.findings = defaultdict(list)

    def count(self, case, changed, roles):
        self.queries += len(case.roles)
        self.changed += len(changed)
        self.roles.update(roles.short(role) for role in changed)
        self.forms.update([label(case)] * len(changed))

    def note(self, finding, number):
        """Notes a finding, and returns true if it is the first of its kind."""
        times = self.findings[finding.kind]
        times.append((time.monotonic() - self.started, number))
        return len(times) == 1

    def print(self, seed):
        print("plans changed by role: " + ", ".join(f"{name} {n}" for name, n in self.roles.most_common()))
        print("plans changed by form: " + ", ".join(f"{name} {n}" for name, n in self.forms.most_common()))
        for kind, times in sorted(self.findings.items(), key=lambda item: item[1][0]):
            print(f"found {len(times)} times, first after {times[0][0]:.0f} s in schema {times[0][1]}: {kind}")
        found = sum(map(len, self.findings.values()))
        print(f"rights: seed {seed}, {self.schemas} schemas, {self.queries:,} queries, {self.changed:,} plans changed, "
              f"{found} findings", flush=True)


def check_detector(database, roles):
    """Raises an error unless the judge hears a leak by statistics, a function that is run, and a policy's silence."""
    session = ListeningSession(database)
    for statement in (
            "CREATE TABLE public.detector AS "
            "SELECT timestamptz '2025-01-01Z' + i * interval '1 hour' AS at, 'other' AS who "
            "FROM generate_series(1, 200) AS i", "ANALYZE public.detector",
            "ALTER TABLE public.detector ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY own ON public.detector USING (who = current_user)",
            f"GRANT SELECT ON public.detector TO {roles.restricted}"):
        session.must(statement)
    query = "SELECT * FROM public.detector WHERE at OPERATOR(evil.<<<) evil.stable_timestamptz('2025-01-03Z')"
    told = Told.by(session.explain(query))
    if len(told.leaked) < 50 or not told.run:
        raise SystemExit("rights: the detector does not hear what a superuser's query tells")
    session.must(f"SET ROLE {roles.restricted}")
    if Told.by(session.explain(query)).leaked:
        raise SystemExit("rights: the server itself shows statistics of rows that a policy hides")
    session.must("RESET ROLE")
    session.must("DROP TABLE public.detector")
    session.close()


class Run:
    """One run of the tester in a database of its own."""

    def __init__(self, options, database, roles, version):
        self.options = options
        self.database = database
        self.roles = roles
        self.version = version
        self.tally = Tally()

    def over(self):
        return time.monotonic() - self.tally.started > self.options.seconds

    def schemas(self):
        """Tests schemas until the time is over. Returns false at a finding, unless all are to be counted."""
        number = self.options.schema or 0
        while not self.over():
            if not self.schema(number) and not self.options.keep_going:
                return False
            if self.options.schema is not None:
                break
            number += 1
        return not self.tally.findings

    def schema(self, number):
        source = random.Random(f"{self.options.seed}-{number}")
        schema = Maker(source, self.roles, self.version).make()
        session = common.Session(self.database, timeout_ms=60000)
        for statement in list(schema.statements):
            result = session.run(statement)
            if result.failed and statement.startswith(("CREATE INDEX", "ANALYZE", "VACUUM")):
                schema.statements.remove(statement)  # From 17 on they run with a search_path of the server's own.
            elif result.failed:
                raise SystemExit(f"rights: seed {self.options.seed}, schema {number}: {result.message}\n{statement}")
        self.tally.schemas += 1
        judge = Judge(self.database, schema, self.roles)
        writer = Writer(source, schema, self.roles, self.version)
        good = True
        for _ in range(CASES):
            if self.over() or not (good or self.options.keep_going):
                break
            good &= self.case(judge, writer.case(), number)
        judge.close()
        session.must("DROP SCHEMA app CASCADE")
        for name in schema.revoked:
            session.must(f"GRANT EXECUTE ON FUNCTION {name} TO PUBLIC")
            session.must(f"REVOKE EXECUTE ON FUNCTION {name} FROM {self.roles.owner}, {self.roles.reader}")
        session.close()
        return good

    def case(self, judge, case, number):
        changed, findings = judge.judge(case)
        self.tally.count(case, changed, self.roles)
        for finding in findings:
            first = self.tally.note(finding, number)
            if first and not self.options.keep_going and len(self.tally.findings) == 1:
                print(reproduction(judge, finding))
            elif first:
                print(f"{time.monotonic() - self.tally.started:.0f} s, schema {number}: {finding.kind}\n    "
                      f"{finding.detail}\n    {case.prepare} {case.statement}", flush=True)
                if self.options.scripts:
                    path = os.path.join(self.options.scripts, f"{len(self.tally.findings):03}.sql")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(reproduction(judge, finding) + "\n")
        return not findings


def parse(arguments):
    parser = argparse.ArgumentParser(prog="rights", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randint(1, 999_999_999))
    parser.add_argument("--schema", type=int, help="test only the schema of this number")
    parser.add_argument("--keep-going", action="store_true", help="count all kinds of findings")
    parser.add_argument("--scripts", help="a folder for the first finding of each kind, with --keep-going")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    print(f"rights: seed {options.seed}", flush=True)
    roles = Roles()
    with common.Database("rights") as database:
        admin = common.Session(database.name)
        try:
            for statement in (*roles.create(), *user_statements(roles)):
                admin.must(statement)
            check_detector(database.name, roles)
            run = Run(options, database.name, roles, admin.version())
            good = run.schemas()
            run.tally.print(options.seed)
        finally:
            admin.close()
    drop(roles)
    return 0 if good else 1


def drop(roles):
    session = common.Session()
    for statement in roles.drop():
        session.run(statement)
    session.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
