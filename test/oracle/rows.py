"""Tests that planning by time changes no row: random schemas and queries, run with planning on and off.

Run it by test/oracle/run under test/bin/with-server. It needs a superuser and python3-psycopg2.
"""

import argparse
import copy
import random
import secrets
import sys
import time

from common import Database, Session, reproduction
from promised import check_promised
from reduce import Reduction
from report import Plans
from runner import OFF, ON, Runner, qualified
from schema import Schema
from scripts import Scripts
from settings import Settings
from tree import own_text, render, tags_of, twin_text

SAMPLED = 12
TIMEOUT_MS = 4000


def arguments(args):
    parser = argparse.ArgumentParser(prog="test/oracle/run rows", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="how long to run (default: 30)")
    parser.add_argument("--seed", type=int, help="the seed (default: a new one)")
    parser.add_argument("--queries", type=int, default=120, help="queries for each schema (default: 120)")
    parser.add_argument("--schema", type=int, help="run this schema only")
    parser.add_argument("--keep-going", action="store_true", help="go on to the next schema after a finding")
    parser.add_argument("--no-promised", action="store_true", help="leave out the queries that have to be planned")
    parser.add_argument("--verbose", action="store_true", help="print what each schema did")
    return parser.parse_args(args)


class Tester:
    """Runs schema after schema, and keeps the findings by kind."""

    def __init__(self, options, session, seed):
        self.options = options
        self.session = session
        self.seed = seed
        self.settings = Settings(session)
        self.version = session.version()
        self.plans = Plans()
        self.findings = {}
        self.schemas = 0
        self.queries = 0
        self.timeouts = 0
        self.crashes = 0
        self.started = time.monotonic()
        self.end = self.started + options.seconds

    def run(self):
        number = self.options.schema or 1
        while time.monotonic() < self.end:
            self.one(number)
            if self.options.schema or (self.findings and not self.options.keep_going):
                break
            number += 1

    def one(self, number):
        """Creates a schema, runs its queries, and drops it."""
        schema = Schema(self.seed, number, self.version)
        statements = self.create(schema)
        self.sample(schema)
        self.schemas += 1
        if schema.relations:
            self.query(schema, statements)
        self.session.run(f"DROP SCHEMA IF EXISTS {schema.name} CASCADE")

    def query(self, schema, statements):
        """Runs random scripts on a schema, until one shows a finding."""
        number = schema.number
        rng = random.Random(f"{self.seed}/{number}/queries")
        if rng.random() < 0.3:
            self.session.connect()
        runner = Runner(self.session)
        scripts = Scripts(rng, schema, self.settings)
        for count in range(self.options.queries):
            script = scripts.any()
            twin = script.twin and not has_grouping_sets(script) and rng.random() < 0.2
            finding, changed = runner.compare(script, twin)
            self.plans.count(tags_of(script), changed)
            if finding:
                self.report(schema, statements, script, finding, count)
                break
            if time.monotonic() > self.end:
                break
        self.queries += runner.queries
        self.timeouts += runner.timeouts
        self.crashes += runner.crashes
        if self.options.verbose:
            print(f"schema {number}: {runner.queries} statements, errors {dict(runner.errors)}", flush=True)

    def create(self, schema):
        """Runs the schema's statements and returns those that worked."""
        worked = []
        self.session.run("SET search_path = public")
        for statement in schema.statements:
            result = self.session.run(statement)
            if not result.failed:
                worked.append(statement)
            elif self.options.verbose:
                print(f"-- left out: {statement}\n-- {result.sqlstate} {result.message}")
        present = self.session.must("SELECT format('%s.%s', relnamespace::regnamespace, relname) FROM pg_class "
                                    f"WHERE relnamespace = '{schema.name}'::regnamespace")
        names = {name for (name,) in present}
        schema.relations = [relation for relation in schema.relations if relation.name in names]
        return worked

    def sample(self, schema):
        """Reads values of each expression from some rows, and leaves out expressions that fail."""
        self.session.must("BEGIN; SET LOCAL ulidkit.time_planning = off; SET LOCAL TimeZone = 'UTC'")
        rows = sorted(random.Random(f"{self.seed}/{schema.number}/sample").sample(range(1, schema.rows + 1), SAMPLED))
        for relation in schema.relations:
            relation.pool = [copy.copy(expr) for expr in relation.pool]
            for expr in relation.pool:
                text = own_text(expr.sql.replace("{a}", "a"))
                self.session.run("SAVEPOINT one")
                result = self.session.run(f"SELECT ({text})::text FROM {relation.name} AS a WHERE n = ANY "
                                          f"('{{{','.join(map(str, rows))}}}') ORDER BY n LIMIT {SAMPLED}")
                expr.values = None if result.failed else [value for (value,) in result.rows]
                if result.failed:
                    self.session.run("ROLLBACK TO one")
            relation.pool = [expr for expr in relation.pool if expr.values is not None]
        self.session.run("ROLLBACK")

    def report(self, schema, statements, script, finding, count):
        """Reduces a finding and prints it, unless one of its kind was printed before."""
        kind = finding.kind
        if kind in self.findings and not kind.startswith(("rows", "order")):
            self.findings[kind] += 1
            return
        seconds = time.monotonic() - self.started
        twin = finding.kind.endswith("(twin)")
        before = time.monotonic()
        statements, script = Reduction(self.session, schema.name, statements, script, kind, twin).run()
        again, _ = Runner(self.session).compare(script, twin)
        finding = again or finding
        if kind.startswith(("rows", "order")):
            kind += ": " + ", ".join(sorted({form for form, _ in tags_of(script)}))
        self.end += time.monotonic() - before
        first = kind not in self.findings
        self.findings[kind] = self.findings.get(kind, 0) + 1
        if first:
            title = (f"finding: {kind}\nafter {seconds:.0f} s, seed {self.seed}, schema {schema.number}, "
                     f"query {count}: test/oracle/run rows --seed {self.seed} --schema {schema.number}\n"
                     f"{finding.detail}")
            print(reproduction(title, [*statements, *sides(script, twin)]), flush=True)

    def summary(self):
        count = sum(self.findings.values())
        return (f"rows: seed {self.seed}, {self.schemas} schemas, {self.queries:,} queries, {self.plans.total:,} plans "
                f"changed, {self.timeouts} timeouts, {self.crashes} crashes of PostgreSQL's own, "
                f"{count} finding{'' if count == 1 else 's'}")


def has_grouping_sets(script):
    """Returns true if a script has grouping sets: two expressions in them can be the same twin column, which is null
    where only one of the expressions would be."""
    text = " ".join(render(statement) for statement in script.statements.items)
    return any(word in text for word in ("ROLLUP(", "CUBE(", "GROUPING SETS("))


def sides(script, twin):
    """Returns the statements that show a finding: the script with planning on, and with planning off."""
    result = ["BEGIN", *(render(setting) for setting in script.settings.items)]
    for setting, to_text in ((OFF, twin_text) if twin else (ON, own_text), (OFF, own_text)):
        result += ["SAVEPOINT side", setting]
        result += [qualified(to_text(render(statement))) for statement in script.statements.items]
        result += ["ROLLBACK TO side", "DEALLOCATE ALL"]
    return [*result, "ROLLBACK"]


def main(args):
    options = arguments(args)
    seed = options.seed if options.seed is not None else secrets.randbelow(10 ** 9)
    print(f"rows: seed {seed}", flush=True)
    with Database("rows") as database:
        session = Session(database.name, timeout_ms=TIMEOUT_MS, settings=("SET jit = off",))
        missing = [] if options.no_promised else check_promised(session)
        tester = Tester(options, session, seed)
        try:
            tester.run()
        finally:
            print(tester.plans.table())
            for kind, count in tester.findings.items():
                print(f"{count} x {kind}")
            for line in missing:
                print(f"not planned: {line}")
            print(tester.summary(), flush=True)
            session.close()
    return 1 if missing or tester.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
