"""Counts the plans that planning by time changed, by form and by type of ID, and prints them as a table."""

from collections import Counter

SHORT = {"bigint 2024": "bigint", "bigint sonyflake": "bigint", "bytea seconds": "bytea", "bytea 2024": "bytea",
         "text lower": "text", "varchar": "text", "char": "text", "text pattern": "text"}


class Plans:
    """How many queries with a form had another plan, of how many."""

    def __init__(self):
        self.seen = Counter()
        self.changed = Counter()
        self.total = 0

    def count(self, tags, changed):
        self.total += changed
        for form, kind in tags:
            tag = (form, SHORT.get(kind, kind))
            self.seen[tag] += 1
            self.changed[tag] += changed

    def table(self):
        """Returns the table: a row for each form, a column for each type."""
        kinds = sorted({kind for _, kind in self.seen})
        forms = sorted({form for form, _ in self.seen})
        wide = max([len(form) for form in forms] + [4])
        lines = ["Plans that planning by time changed, of the queries with a form:",
                 " ".join(["form".ljust(wide), *(kind.rjust(max(9, len(kind))) for kind in kinds)])]
        for form in forms:
            cells = [self.cell(form, kind).rjust(max(9, len(kind))) for kind in kinds]
            lines.append(" ".join([form.ljust(wide), *cells]))
        return "\n".join(lines)

    def cell(self, form, kind):
        seen = self.seen[form, kind]
        return f"{self.changed[form, kind]}/{seen}" if seen else "-"
