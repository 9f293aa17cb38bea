"""Makes a finding smaller: leaves out parts of the script, settings and statements of the schema while it stays."""

import copy
import re
import time

from runner import Runner
from tree import droppable

BUDGET = 30


class Reduction:
    """Reduces a script and its schema in a session, within a number of seconds."""

    def __init__(self, session, name, statements, script, kind, twin, budget=BUDGET):
        self.session = session
        self.name = name
        self.statements = statements
        self.script = script
        self.kind = kind
        self.twin = twin
        self.end = time.monotonic() + budget

    def late(self):
        return time.monotonic() > self.end

    def run(self):
        """Returns the statements and the script that still show the finding."""
        self.drop_parts()
        self.drop_statements()
        self.fewer_rows()
        self.drop_parts()
        self.create(self.statements)
        return self.statements, self.script

    def shows(self, script):
        """Returns true if the script shows a finding of the same class."""
        finding, _ = Runner(self.session).compare(script, self.twin)
        return finding is not None and finding.kind.split(":")[0] == self.kind.split(":")[0]

    def drop_parts(self):
        """Leaves out one part of the script after another."""
        again = True
        while again and not self.late():
            again = False
            number = 0
            while not self.late():
                smaller = copy.deepcopy(self.script)
                parts = list(droppable(smaller))
                if number >= len(parts):
                    break
                part, position = parts[number]
                del part.items[position]
                if self.shows(smaller):
                    self.script, again = smaller, True
                else:
                    number += 1

    def create(self, statements):
        """Creates the schema anew. Returns false if a statement fails."""
        self.session.run("ROLLBACK")
        self.session.run(f"SET search_path = public; DROP SCHEMA IF EXISTS {self.name} CASCADE")
        return all(not self.session.run(statement).failed for statement in statements)

    def still(self, statements):
        return self.create(statements) and self.shows(self.script)

    def drop_statements(self):
        """Leaves out statements of the schema, the last ones first."""
        for number in reversed(range(1, len(self.statements))):
            if self.late():
                return
            smaller = self.statements[:number] + self.statements[number + 1:]
            if self.still(smaller):
                self.statements = smaller

    def fewer_rows(self):
        """Halves the rows of each INSERT."""
        for number, statement in enumerate(self.statements):
            while not self.late():
                found = re.search(r"generate_series\((\d+), (\d+)\)", statement)
                if not found or int(found[2]) - int(found[1]) < 20:
                    break
                first, last = int(found[1]), int(found[2])
                less = f"generate_series({first}, {first + (last - first) // 2})"
                statement = statement[:found.start()] + less + statement[found.end():]
                smaller = self.statements[:number] + [statement] + self.statements[number + 1:]
                if not self.still(smaller):
                    break
                self.statements = smaller
