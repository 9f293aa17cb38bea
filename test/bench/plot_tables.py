"""The figures of a result file as tables for pages in Markdown.

A page has a table between the lines <!-- bench: NAME --> and <!-- end -->. NAME is that of a function of TABLES, and
can be followed by a colon and an argument.
"""

import math
import re
import sys

from plot_results import name, number

BLOCK = re.compile(r'^(<!-- bench: ([^:>]+?)(?:: ([^>]+?))? -->)\n(?:(?!<!--).*\n)*(<!-- end -->)$', re.M)
UNKNOWN = '(not measured in this run)'
WORKS = (
    ('generate', 'generation'),
    ('text in', 'text input'),
    ('text out', 'text output'),
    ('binary in', 'binary input'),
    ('binary out', 'binary output'),
    ('copy text in', '`COPY FROM`, text'),
    ('copy text out', '`COPY TO`, text'),
    ('copy binary in', '`COPY FROM`, binary'),
    ('copy binary out', '`COPY TO`, binary'),
    ('sort', 'sort'),
    ('index', 'index build'),
    ('group', 'group (hash)'),
    ('join', 'hash join'),
    ('lookup', 'look-up by primary key'),
    ('insert', 'insert with primary key'),
)
TIME = (
    ('time filter', 'filter: count a tenth of the rows'),
    ('time order', 'order: skip to the end of the newest tenth'),
    ('time subquery', 'the newest tenth in a subquery'),
    ('time ends', '`max` and `min`'),
)
WAYS = {
    'bigint + created_at': '`bigint`, `created_at` with an index',
    'uuid + created_at': 'uuid v4, `created_at` with an index',
    'uuid + created_at unindexed': 'uuid v4, `created_at` without an index',
}
PAGES = (('page newest 20', 'newest 20'), ('page one day', 'one day'))


def code(contender):
    return 'uuid v4' if contender == 'uuid' else f'`{name(contender)}`' if '+' not in contender else name(contender)


def table(head, lines):
    """Without lines and columns that have no figures, and with columns that are aligned in the source as well."""
    lines = [line for line in lines if any(line[1:])]
    if not lines:
        return UNKNOWN
    columns = []
    for place, heading in enumerate(head):
        cells = [line[place] or '' for line in lines]
        width = max(len(cell) for cell in (heading, *cells))
        if place and all(not cell or cell[0].isdigit() for cell in cells):
            if any(cells):
                columns.append([f'{cell:>{width}}' for cell in (heading, '-' * (width - 1) + ':', *cells)])
        else:
            columns.append([f'{cell:<{width}}' for cell in (heading, '-' * width, *cells)])
    return '\n'.join(f"| {' | '.join(line)} |" for line in zip(*columns))


def within(spreads):
    """How far nine of ten rounds are off their median, at most: one in ten can have had other work on its core."""
    off = sorted(distance for spread in spreads if spread for distance in spread.off)
    return off and f'{100 * off[math.ceil(0.9 * len(off)) - 1]:.0f} %'


def times(value):
    return f'{value:,.{2 if value < 9.995 else 1 if value < 99.95 else 0}f}'


def conditions(results):
    about = results.about
    cells = (about['server'].split()[0], f"{about['cores']}, {about['processor']}", about['shared_buffers'],
             f"{about['version']}, {about['commit']}", f"{int(about['rows']):,}", about['rounds'], about['date'])
    head = ['PostgreSQL', 'cores', 'shared_buffers', 'ulidkit, commit', '`BENCH_ROWS`', '`BENCH_ROUNDS`', 'date']
    return table(head, [cells])


def growth(results):
    scales = (('index size', 1e-6), ('table size', 1e-6), ('wal', 1), ('time', 1e-3), ('cpu', 1e-3))
    lines = []
    for contender in results.contenders('growth', 'time'):
        spreads = [results.spread('growth', measure, contender, scale) for measure, scale in scales]
        lines.append([code(contender), *(spread and number(spread.median) for spread in spreads)])
    return table([f"key of {rows(results, 'growth')} rows", 'all indexes, MB', 'table, MB', 'WAL, bytes a row',
                  'time, µs a row', 'CPU time, µs a row'], lines)


def costs(results):
    """How many times as much a row costs as with another key, while the table grows to its last size."""
    sizes = results.sizes('growth', 'time')
    lines = []
    for contender, other in (('uuid', 'ulid'), ('uuid + created_at', 'ulid'), ('ulid', 'bigint')):
        spreads = [results.ratio('growth', measure, contender, other) for measure in ('time', 'wal', 'index size')]
        if any(spreads):
            lines.append([code(contender), code(other), *(spread and f'{spread.median:.1f}' for spread in spreads)])
    return table([lines and f'key, from {sizes[-2]:,} to {sizes[-1]:,} rows', 'compared with', 'time for a row',
                  'WAL for a row', 'size of all indexes'], lines)


def nanoseconds(results):
    columns = results.contenders('generate', 'time')
    lines = []
    for work, words in WORKS:
        spreads = [results.spread(work, 'time', column) for column in columns]
        lines.append([words, *(spread and number(spread.median) for spread in spreads)])
    return table(['task', *map(code, columns)], lines)


def clients(results):
    counts = results.clients('clients', 'rate')
    lines = []
    for contender in results.contenders('clients', 'rate'):
        spreads = [results.spread('clients', 'rate', contender, 1e-6, clients=count) for count in counts]
        lines.append([code(contender), *(spread and f'{spread.median:.2f}' for spread in spreads), within(spreads)])
    return table(['clients', *map(str, counts), 'spread'], lines)


def pages(results):
    lines = []
    for contender in results.contenders(PAGES[0][0], 'time'):
        spreads = [results.spread(work, 'time', contender, 1e-6) for work, _ in PAGES]
        lines.append([WAYS.get(contender, code(contender)), *(spread and number(spread.median) for spread in spreads),
                      within(spreads)])
    head = [f'{rows(results, PAGES[0][0])} rows', *(f'{words}, ms' for _, words in PAGES), 'spread']
    return table(head, lines)


def queries(results, kind):
    """The times of queries by the time of an ID written in other ways, as multiples of the time of the kind's."""
    ways = {'by hand': f'{kind} by hand', '`created_at`': 'uuid + created_at', 'not planned': f'{kind} unplanned'}
    lines = []
    for work, words in TIME:
        spreads = [results.ratio(work, 'time', way, kind) for way in ways.values()]
        lines.append([words, *(spread and times(spread.median) for spread in spreads), within(spreads)])
    return table(['query', *ways, 'spread'], lines)


def rows(results, work):
    """The most rows of a task."""
    *_, most = results.sizes(work, 'time') or [0]
    return f'{most:,}'


TABLES = {
    'conditions': conditions, 'costs': costs, 'growth': growth, 'nanoseconds': nanoseconds, 'clients': clients,
    'pages': pages, 'queries': queries,
}


def filled(page, results):
    """The text of a page with the figures of `results`."""
    def block(match):
        begin, which, argument, end = match.groups()
        return f'{begin}\n\n{TABLES[which](results, *([argument] if argument else []))}\n\n{end}'
    text, count = BLOCK.subn(block, page)
    if count != page.count('<!-- bench:') or count != page.count('<!-- end -->'):
        sys.exit('plot: the mark of a table has no end, or no beginning, or is not a line of its own')
    return text
