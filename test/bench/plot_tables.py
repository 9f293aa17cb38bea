"""The figures of a result file for pages in Markdown: in tables, and one by one.

A page has them between <!-- bench: NAME --> and <!-- end -->, in lines of their own or within a line. NAME is that of a
function of FIGURES; after a colon it can have arguments, separated by commas.
"""

import math
import re
import sys

from plot_results import LAST, name, number

MARK = re.compile(r'(<!-- bench: ([^:>]+?)(?:: ([^>]+?))? -->)(.*?)(<!-- end -->)', re.S)
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


def kinds(results):
    return [contender for contender in results.contenders('generate', 'time') if contender not in LAST]


def table(head, lines):
    """Without lines and columns that have no figures."""
    lines = [line for line in lines if any(line[1:])]
    if not lines:
        return f'\n\n{UNKNOWN}\n\n'
    used = [place for place in range(len(head)) if place == 0 or any(line[place] for line in lines)]
    lines = [head, ['---'] * len(head), *lines]
    return '\n\n' + '\n'.join('| ' + ' | '.join(line[place] or '' for place in used) + ' |' for line in lines) + '\n\n'


def within(spreads):
    """How far nine of ten rounds are off their median, at most: one in ten can have had other work on its core."""
    off = sorted(distance for spread in spreads if spread for distance in spread.off)
    return off and f'{100 * off[math.ceil(0.9 * len(off)) - 1]:.0f} %'


def times(value):
    return f'{value:,.{2 if value < 9.995 else 1 if value < 99.95 else 0}f}'


def ratios(first, works, columns, ratio):
    """A line for each task: a ratio for each column, and how far the rounds were off."""
    lines = []
    for work, words in works:
        spreads = [ratio(work, column) for column in columns]
        lines.append([words, *(spread and times(spread.median) for spread in spreads), within(spreads)])
    return table([first, *map(code, columns), '9 of 10 rounds within'], lines)


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
    return table(['key', 'all indexes, MB', 'table, MB', 'WAL, bytes a row', 'time, µs a row', 'CPU time, µs a row'],
                 lines)


def against(results, other):
    """The time of another contender, as a multiple of the time of each kind."""
    return ratios('task', WORKS, kinds(results), lambda work, kind: results.ratio(work, 'time', other, kind))


def nanoseconds(results):
    columns = results.contenders('generate', 'time')
    lines = []
    for work, words in WORKS:
        spreads = [results.spread(work, 'time', column) for column in columns]
        lines.append([words, *(spread and number(spread.median) for spread in spreads)])
    return table(['task', *map(code, columns)], lines)


def floor(results):
    """What is left of the CPU time without the loop or scan that feeds the task."""
    columns = results.contenders('generate', 'time')
    lines = []
    for work, words in WORKS:
        idle = [spread.median for column in columns if (spread := results.spread(work, 'idle cpu', column))]
        net = [results.spread(work, 'cpu', column, less='idle cpu') for column in columns]
        lines.append([words, idle and f'{number(min(idle))} to {number(max(idle))}',
                      *(spread and number(spread.median) for spread in net)])
    return table(['task', 'loop or scan', *map(code, columns)], lines)


def instructions(results):
    columns = results.contenders('generate', 'instructions')
    works = dict.fromkeys(work for work, measure, *_ in results.values if measure == 'instructions')
    lines = []
    for work in works:
        cells = []
        for column in columns:
            whole = results.spread(work, 'instructions', column)
            own = results.spread(work, 'instructions in the function', column)
            cells.append(whole and (f'{own.median:,.0f} of ' if own else '') + f'{whole.median:,.0f}')
        lines.append([dict(WORKS).get(work, f'{work} function'), *cells])
    return table(['task', *map(code, columns)], lines)


def clients(results):
    counts = results.clients('clients', 'rate')
    lines = []
    for contender in results.contenders('clients', 'rate'):
        spreads = [results.spread('clients', 'rate', contender, 1e-6, clients=count) for count in counts]
        lines.append([code(contender), *(spread and f'{spread.median:.2f}' for spread in spreads), within(spreads)])
    return table(['clients', *map(str, counts), '9 of 10 rounds within'], lines)


def pages(results):
    lines = []
    for contender in results.contenders(PAGES[0][0], 'time'):
        spreads = [results.spread(work, 'time', contender, 1e-6) for work, _ in PAGES]
        lines.append([WAYS.get(contender, code(contender)), *(spread and number(spread.median) for spread in spreads),
                      within(spreads)])
    return table(['', *(f'{words}, ms' for _, words in PAGES), '9 of 10 rounds within'], lines)


def by_hand(results):
    return ratios('query', TIME, kinds(results),
                  lambda work, kind: results.ratio(work, 'time', f'{kind} by hand', kind))


def unplanned(results):
    return ratios('query', TIME, kinds(results),
                  lambda work, kind: results.ratio(work, 'time', f'{kind} unplanned', kind))


def by_created_at(results):
    return ratios('query', TIME, kinds(results),
                  lambda work, kind: results.ratio(work, 'time', 'uuid + created_at', kind))


def rows(results, work, which='most'):
    sizes = results.sizes(work, 'time')
    return f"{sizes[{'fewest': 0, 'before': -2, 'most': -1}[which]]:,}" if sizes else UNKNOWN


def ratio(results, work, measure, over, under):
    """With one digit after the point, or none if it is large."""
    found = results.ratio(work, measure, over, under)
    return f'{found.median:,.{1 if found.median < 9.95 else 0}f}' if found else UNKNOWN


FIGURES = {
    'conditions': conditions, 'growth': growth, 'against': against, 'nanoseconds': nanoseconds, 'floor': floor,
    'instructions': instructions, 'clients': clients, 'pages': pages, 'by hand': by_hand, 'unplanned': unplanned,
    'by created_at': by_created_at, 'rows': rows, 'ratio': ratio,
}


def filled(page, results):
    """The text of a page with the figures of `results`."""
    def figure(match):
        arguments = re.split(r',\s+', match[3]) if match[3] else []
        return match[1] + FIGURES[match[2]](results, *arguments) + match[5]
    text, count = MARK.subn(figure, page)
    if count != page.count('<!-- bench:') or count != page.count('<!-- end -->'):
        sys.exit('plot: a mark of a figure has no end, or no beginning')
    # Markdown would end the paragraph there.
    if begins := re.search(r'^<!-- (?:bench: [^>]*-->[^\n]|end -->[^\n]).*', text, re.M):
        sys.exit(f'plot: a figure within a line may not begin it: {begins[0]}')
    return text
