"""Reads a result file of the bench, and writes the part of it that the documentation uses.

The head of test/bench/run describes the file that the bench writes, which has a line for each value. A short file, such
as docs/speed.csv, has only what the charts and the pages show: the values of all rounds stand in one line, each in a
column of its own. In the lines of the work "run" the value is in the first of these columns.
"""

import csv
import io
import math
import statistics

# The order in tables and charts: the server's own types come last, and a kind that is not named here before them.
FIRST = ('ulid', 'scru160', 'ulidflake', 'timeid', 'tbsl', 'uuidv7')
LAST = ('bigint', 'bigint + created_at', 'uuidv7()', 'uuid', 'uuid + created_at', 'uuid + created_at unindexed')
NAMES = {
    'uuid': 'uuid v4',
    'uuid + created_at': 'uuid v4 + created_at',
    'uuidv7': 'uuidv7_generate()',
}
ROUND = 'round '  # begins the name of a column in a short file


class Spread:
    """Of the rounds of a run: the median, the lowest, the highest, and how far each is off the median."""

    def __init__(self, values):
        self.median, self.low, self.high = statistics.median(values), min(values), max(values)
        self.off = [abs(value / self.median - 1) for value in values] if len(values) > 1 else []


class Results:
    def __init__(self, path):
        self.path = path
        self.about = {}
        self.values = {}
        self.units = {}
        self.used = set()
        with open(path, newline='', encoding='utf-8') as file:
            for line in csv.DictReader(file):
                rounds = {line['round']: line['value']} if 'value' in line else {
                    column.removeprefix(ROUND): value for column, value in line.items() if column.startswith(ROUND)}
                if line['work'] == 'run':
                    self.about[line['measure']], *_ = rounds.values()
                    continue
                key = line['work'], line['measure'], line['contender'], int(line['rows']), int(line['clients'])
                self.units[key[:2]] = line['unit']
                for turn, value in rounds.items():
                    if value:
                        self.values.setdefault(key, {})[int(turn)] = float(value)

    def has(self, work):
        return any(key[0] == work for key in self.values)

    def keys(self, work, measure):
        return [key for key in self.values if key[:2] == (work, measure)]

    def contenders(self, work, measure):
        return sorted({key[2] for key in self.keys(work, measure)}, key=place)

    def sizes(self, work, measure):
        return sorted({key[3] for key in self.keys(work, measure)})

    def clients(self, work, measure):
        return sorted({key[4] for key in self.keys(work, measure)})

    def rounds(self, work, measure, contender, rows=None, clients=None):
        """The value of each round; without `rows` or `clients`, of the most there are."""
        found = [key for key in self.keys(work, measure)
                 if key[2] == contender and rows in (None, key[3]) and clients in (None, key[4])]
        if not found:
            return {}
        key = max(found, key=lambda key: key[3:])
        self.used.add(key)
        return self.values[key]

    def spread(self, work, measure, contender, scale=1.0, **which):
        values = [value * scale for value in self.rounds(work, measure, contender, **which).values()]
        return Spread(values) if values else None

    def ratio(self, work, measure, over, under, **which):
        """Of two contenders in the same round."""
        over, under = self.rounds(work, measure, over, **which), self.rounds(work, measure, under, **which)
        values = [over[turn] / under[turn] for turn in over.keys() & under.keys()]
        return Spread(values) if values else None

    def conditions(self):
        about = self.about
        return (f"PostgreSQL {about['server'].split()[0]}, {about['cores']} cores ({about['processor']}), "
                f"shared_buffers {about['shared_buffers']}, ulidkit {about['version']}")

    def short(self):
        """The short file of what has been asked for so far. Works and measures keep their order."""
        order = {key: number for number, key in enumerate(self.units)}
        keys = sorted(self.used, key=lambda key: (order[key[:2]], key[3:], place(key[2])))
        turns = range(1, max((turn for key in keys for turn in self.values[key]), default=1) + 1)
        text = io.StringIO()
        file = csv.writer(text, lineterminator='\n')
        columns = (f'{ROUND}{turn}' for turn in turns)
        file.writerow(('work', 'measure', 'unit', 'contender', 'rows', 'clients', *columns))
        for measure, value in self.about.items():
            file.writerow(('run', measure, 'text', '', '', '', value, *('' for turn in turns[1:])))
        for key in keys:
            work, measure, contender, rows, clients = key
            rounds = {turn: repr(value).removesuffix('.0') for turn, value in self.values[key].items()}
            file.writerow((work, measure, self.units[work, measure], contender, rows, clients,
                           *(rounds.get(turn, '') for turn in turns)))
        return text.getvalue()


def place(contender):
    if contender in LAST:
        return 2, LAST.index(contender)
    return (0, FIRST.index(contender)) if contender in FIRST else (1, contender)


def name(contender):
    return NAMES.get(contender, contender)


def number(value):
    """With three digits, or as many as there are before the point."""
    if not value:
        return '0'
    return f'{value:,.{max(0, 2 - math.floor(math.log10(abs(value))))}f}'
