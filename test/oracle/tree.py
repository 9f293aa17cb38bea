"""Statements as trees whose parts can be left out one by one, so that a finding can be made smaller.

A node is a str or an object with render() and children(). In texts, «twin|own» stands for the time of an ID: it becomes
`own` in a query as it is tested, and `twin`, an ordinary column with the same time, in the query by the twin.
"""

import re
from dataclasses import dataclass, field

TIME = re.compile(r"«([^|»]*)\|([^»]*)»")


def render(node):
    """Returns the text of a node, with the times still marked."""
    return node if isinstance(node, str) else node.render()


def own_text(text):
    """Returns the text with the times taken from the IDs."""
    return TIME.sub(r"\2", text)


def twin_text(text):
    """Returns the text with the times taken from the twin columns."""
    return TIME.sub(r"\1", text)


def walk(node):
    """Yields the node and all nodes below it, in a fixed order."""
    yield node
    if not isinstance(node, str):
        for child in node.children():
            yield from walk(child)


def droppable(node):
    """Yields (list, position) for every item that can be left out."""
    for part in walk(node):
        if isinstance(part, Items) and len(part.items) > part.least:
            for position in range(len(part.items)):
                yield part, position


def tags_of(node):
    """Returns the (form, kind) pairs of all expressions of a statement."""
    return {tag for part in walk(node) if isinstance(part, Text) for tag in part.tags}


@dataclass
class Text:
    """A text together with the forms of IDs that it contains."""
    sql: str
    tags: tuple = ()

    def render(self):
        return self.sql

    def children(self):
        return ()


@dataclass
class Seq:
    """Parts that belong together."""
    parts: list

    def render(self):
        return "".join(render(part) for part in self.parts)

    def children(self):
        return self.parts


@dataclass
class Items:
    """A list whose items can be left out, as long as at least `least` remain. An empty list renders as nothing."""
    items: list
    joiner: str = ", "
    before: str = ""
    after: str = ""
    least: int = 0

    def render(self):
        if not self.items:
            return ""
        return self.before + self.joiner.join(render(item) for item in self.items) + self.after

    def children(self):
        return self.items


def optional(node):
    """Returns a list that has one node, or none after a reduction."""
    return Items([node])


@dataclass
class Key:
    """A key of an ORDER BY."""
    expression: object
    direction: str = ""

    def render(self):
        return render(self.expression) + self.direction

    def children(self):
        return (self.expression,)


@dataclass
class Select:
    """A SELECT. If `shown` is set, the expressions of ORDER BY are the last columns of the result."""
    select: Items
    source: object
    where: Items = field(default_factory=lambda: Items([], " AND ", " WHERE "))
    group: Items = field(default_factory=lambda: Items([]))
    order: Items = field(default_factory=lambda: Items([]))
    limit: Items = field(default_factory=lambda: Items([]))
    ctes: object = ""
    distinct: Items = field(default_factory=lambda: Items([]))
    locking: Items = field(default_factory=lambda: Items([]))
    shown: bool = True

    def children(self):
        return (self.ctes, self.distinct, self.select, self.source, self.where, self.group, self.order, self.limit,
                self.locking)

    def keys(self):
        """Returns how many of the last columns are the ORDER BY's."""
        return len(self.order.items) if self.shown else 0

    def limited(self):
        return bool(self.limit.items)

    def render(self):
        columns = [render(self.select)] if self.select.items else []
        if self.shown:
            columns += [render(key.expression) for key in self.order.items]
        order = Items(self.order.items, ", ", " ORDER BY ")
        return (render(self.ctes) + "SELECT " + render(self.distinct) + ", ".join(columns or ["1"]) + " FROM "
                + render(self.source) + render(self.where) + render(self.group) + render(order) + render(self.limit)
                + render(self.locking))


@dataclass
class Statement:
    """A statement of a script. `compare` says what of its result counts:

    rows: the rows as a multiset, and the values of ORDER BY in their order; sequence: all rows in their order;
    count: how many rows; nothing: only whether there is an error. `plan` says if EXPLAIN is possible.
    """
    node: object
    compare: str = "rows"
    plan: bool = True

    def render(self):
        return render(self.node)

    def children(self):
        return (self.node,)

    def keys(self):
        return self.node.keys() if hasattr(self.node, "keys") else 0

    def limited(self):
        return self.node.limited() if hasattr(self.node, "limited") else False


@dataclass
class Script:
    """What is run with planning on and off: settings, and statements in one transaction that is rolled back."""
    settings: Items
    statements: Items
    shape: str = ""
    twin: bool = False

    def render(self):
        return "; ".join(render(part) for part in self.settings.items + self.statements.items)

    def children(self):
        return (self.settings, self.statements)
