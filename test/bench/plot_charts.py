"""Draws the charts of a result file as SVG, for light and dark pages."""

import io
import math
import re
import textwrap
import xml.etree.ElementTree as ET

import matplotlib
from matplotlib.figure import Figure

from plot_results import name, number

# For a light and for a dark page. Those of contenders that share a chart differ for every kind of colour blindness, too.
COLOURS = {
    'page': ('#ffffff', '#0d1117'),
    'ink': ('#1f2328', '#e6edf3'),
    'quiet': ('#57606a', '#9da7b1'),
    'grid': ('#d8dee4', '#30363d'),
    'ulid': ('#0072b2', '#388bfd'),
    'timeid': ('#8250df', '#ffdf5d'),
    'uuidv7': ('#044f1e', '#7ee787'),
    'uuidv7()': ('#57606a', '#9da7b1'),
    'bigint': ('#1f2328', '#e6edf3'),
    'uuid': ('#bc4c00', '#f0883e'),
    'uuid + created_at': ('#99286e', '#d2a8ff'),
    'bigint + created_at': ('#6e7781', '#c9d1d9'),
    'uuid + created_at unindexed': ('#bc4c00', '#f0883e'),
}
MARKERS = {
    'ulid': 'o', 'timeid': 'P', 'uuidv7': 'v', 'uuidv7()': 'X', 'bigint': '^', 'bigint + created_at': 'p', 'uuid': 's',
    'uuid + created_at': 'D', 'uuid + created_at unindexed': 's',
}
# matplotlib draws with a number for each colour, and Chart.svg() puts the colours there.
NUMBERS = {colour: f'#{place:06x}' for place, colour in enumerate(COLOURS, 0x010201)}

WIDTH, NORMAL, SMALL, LARGE = 640, 15, 13, 17
FONTS = '-apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", Helvetica, Arial, sans-serif'

matplotlib.rcParams.update({
    'svg.fonttype': 'none', 'svg.hashsalt': 'ulidkit', 'font.family': ['DejaVu Sans'], 'font.size': NORMAL,
    'axes.spines.top': False, 'axes.spines.right': False, 'axes.spines.left': False, 'axes.axisbelow': True,
    'axes.edgecolor': NUMBERS['quiet'], 'axes.facecolor': 'none', 'grid.color': NUMBERS['grid'],
    'xtick.color': NUMBERS['quiet'], 'xtick.labelsize': SMALL, 'xtick.major.size': 4, 'xtick.minor.size': 0,
    'ytick.color': NUMBERS['quiet'], 'ytick.labelsize': SMALL, 'ytick.major.size': 0, 'ytick.major.pad': 6,
})


class Chart:
    """A drawing that ends at `bottom`, with a note below it. Places are pixels from its upper left corner."""

    def __init__(self, results, bottom, title, note):
        lines = [*textwrap.wrap(note, 90), *textwrap.wrap(f'{results.conditions()}.', 90)]
        self.height, self.title, self.description = bottom + 18 * len(lines) + 18, title, []
        self.figure = Figure(figsize=(WIDTH / 72, self.height / 72), dpi=72)
        self.text(16, 30, title, size=LARGE, weight='bold')
        for place, line in enumerate(lines):
            self.text(16, bottom + 22 + 18 * place, line, 'quiet', SMALL)

    def text(self, x, y, text, colour='ink', size=NORMAL, **how):
        self.figure.text(x / WIDTH, 1 - y / self.height, text, color=NUMBERS[colour], size=size, va='baseline', **how)

    def panel(self, x, y, width, height):
        return self.figure.add_axes((x / WIDTH, 1 - (y + height) / self.height, width / WIDTH, height / self.height))

    def describe(self, what, unit, points):
        """Says in words what is drawn, for readers who do not see it; `points` are pairs of a label and a Spread."""
        figures = (f'{label} {number(spread.median)} {unit}' for label, spread in points)
        self.description.append(f"{what}: {', '.join(figures)}.")

    def svg(self, comment):
        """The drawing, as every version of the library draws it: with classes for styles, and names of our own."""
        drawing = io.StringIO()
        self.figure.savefig(drawing, format='svg', facecolor=NUMBERS['page'], metadata={'Date': None})
        space, link = '{http://www.w3.org/2000/svg}', '{http://www.w3.org/1999/xlink}'
        root = ET.fromstring(drawing.getvalue())
        for element in list(root.iter()):
            for child in list(element):
                if child.tag == f'{space}metadata' or child.find(f'{space}style') is not None:
                    element.remove(child)
        names, classes = {}, {}
        for element in root.iter():
            for attribute, value in element.items():
                if found := re.search(r'#(\w+)', value) if attribute in ('clip-path', f'{link}href') else None:
                    names.setdefault(found[1], f'n{len(names)}')
                    element.set(attribute, value.replace(found[1], names[found[1]]))
            if style := properties(element.attrib.pop('style', '')):
                element.set('class', classes.setdefault(style, f's{len(classes)}'))
        for element in root.iter():
            if identifier := element.attrib.pop('id', None):
                if identifier in names:
                    element.set('id', names[identifier])
        for place, (tag, text) in enumerate((
                ('title', self.title), ('desc', ' '.join(self.description)), ('style', '\n'.join(rules(classes))))):
            element = ET.Element(space + tag)
            element.text = text
            root.insert(place, element)
        root.attrib |= {'role': 'img', 'width': str(WIDTH), 'height': str(self.height)}
        ET.register_namespace('', space.strip('{}'))
        ET.register_namespace('xlink', link.strip('{}'))
        return f'<!-- {comment} -->\n' + re.sub(r'\s*\n\s*', '\n', ET.tostring(root, encoding='unicode')) + '\n'


def properties(style):
    """The properties of a style, sorted, without the font's family: the font is the reader's."""
    style = re.sub(r'\bfont: (?:(\w+) )?(\d+px) [^;]*', r'font-weight: \1; font-size: \2', style)
    found = dict(part.split(': ') for part in style.split('; ') if part and not part.endswith(': '))
    found.pop('font-family', None)
    if 'font-weight' in found:
        found['font-weight'] = '600'
    return tuple(sorted(found.items()))


def rules(classes):
    """The style sheet. For the dark page it has the colours once more."""
    yield f'text {{ font-family: {FONTS} }}'
    for theme in (0, 1):
        if theme:
            yield '@media (prefers-color-scheme: dark) {'
        for style, label in classes.items():
            rule = '; '.join(f'{key}: {value}' for key, value in style if not theme or value in NUMBERS.values())
            for colour, place in NUMBERS.items():
                rule = rule.replace(place, COLOURS[colour][theme])
            if rule:
                yield f'.{label} {{ {rule} }}'
    yield '}'


def steps(highest):
    """Round numbers from zero to `highest` or the next one: at most six."""
    unit = 10 ** math.floor(math.log10(highest))
    step = next(unit * part for part in (0.2, 0.5, 1, 2) if highest <= unit * part * 5)
    return [step * count for count in range(math.ceil(highest / step) + 1)]


def apart(places, gap):
    """Moves sorted places so that there is a gap between them, and as little as possible."""
    places = list(places)
    for _ in range(200):
        for place in range(len(places) - 1):
            missing = gap - (places[place + 1] - places[place])
            if missing > 1e-9 * gap:
                places[place] -= missing / 2
                places[place + 1] += missing / 2
    return places


def draw_lines(chart, panel, xs, series, unit):
    """A line for each contender, the first on top, a band from the lowest to the highest round, and names at the ends."""
    ticks = steps(max(spread.high for spreads in series.values() for spread in spreads))
    panel.set_ylim(0, ticks[-1])
    panel.set_yticks(ticks, [f'{tick:,g} {unit}' if tick else '0' for tick in ticks])
    panel.grid(axis='y')
    for contender, spreads in reversed(series.items()):
        colour = NUMBERS[contender]
        lows, medians, highs = zip(*((spread.low, spread.median, spread.high) for spread in spreads))
        panel.fill_between(xs, lows, highs, color=colour, alpha=0.25, lw=0)
        panel.plot(xs, medians, color=colour, lw=2, marker=MARKERS[contender], ms=6, clip_on=False)
    ends = sorted((spreads[-1].median, contender) for contender, spreads in series.items())
    line = ticks[-1] * 16 / (panel.get_position().height * chart.height)
    for place, (_, contender) in zip(apart((end[0] for end in ends), line), ends):
        label(panel, xs[-1], place, name(contender), contender, 10)


def label(panel, x, y, text, colour='ink', distance=6):
    panel.annotate(text, (x, y), xytext=(distance, 0), textcoords='offset points', va='center', size=SMALL,
                   color=NUMBERS[colour], annotation_clip=False)


# What is drawn of inserting: a measure, its name, unit and scale.
COSTS = (
    ('time', 'Time to insert a row', 'µs', 1e-3),
    ('wal', 'WAL for a row', 'bytes', 1),
    ('index size', 'Size of all indexes', 'MB', 1e-6),
)


def of_growth(results):
    return [contender for contender in results.contenders('growth', 'time') if contender not in ('timeid', 'uuidv7')]


def draw_row(results):
    *_, before, rows = results.sizes('growth', 'time')
    contenders = of_growth(results)
    top, line = 76, 34
    bottom = top + line * len(contenders)
    chart = Chart(results, bottom, f'What a row costs as a table grows to {rows / 1e6:g} million rows',
                  'Shorter is better. Bars are medians; the line at the end of a bar goes from the lowest to the '
                  f'highest round. Time and WAL are averages since {before / 1e6:g} million rows.')
    for place, contender in enumerate(contenders):
        chart.text(16, top + line * place + 22, name(contender), size=SMALL)
    for place, (measure, what, unit, scale) in enumerate(COSTS):
        if measure == 'index size':
            what, unit, scale = 'Indexes', 'bytes', 1 / rows
        x = 168 + 156 * place
        chart.text(x, top - 10, f'{what.split()[0]}, {unit}', 'quiet', SMALL)
        panel = chart.panel(x, top, 104, bottom - top)
        panel.axis('off')
        spreads = [results.spread('growth', measure, contender, scale, rows=rows) for contender in contenders]
        panel.set_xlim(0, max(spread.high for spread in spreads))
        panel.set_ylim(len(contenders) - 0.5, -0.5)
        panel.axvline(0, color=NUMBERS['quiet'], lw=1, clip_on=False)
        for row, (contender, spread) in enumerate(zip(contenders, spreads)):
            panel.barh(row, spread.median, 0.6, color=NUMBERS[contender])
            if spread.high > spread.low:
                for colour, width in (('page', 5), ('ink', 2)):
                    panel.plot([spread.low, spread.high], [row, row], color=NUMBERS[colour], lw=width, clip_on=False)
            label(panel, spread.high, row, number(spread.median))
        chart.describe(what, unit, zip(map(name, contenders), spreads))
    return chart


def draw_growth(results):
    sizes = results.sizes('growth', 'time')
    contenders = of_growth(results)
    top, step = 80, 216
    chart = Chart(results, top + step * len(COSTS) - 44, 'Inserting rows while the table grows',
                  'Lower is better. Lines are medians; bands go from the lowest to the highest round.')
    for place, (measure, what, unit, scale) in enumerate(COSTS):
        chart.text(16, top + step * place - 18, what)
        panel = chart.panel(96, top + step * place, 376, 140)
        series = {contender: [results.spread('growth', measure, contender, scale, rows=rows) for rows in sizes]
                  for contender in contenders}
        draw_lines(chart, panel, sizes, series, unit)
        panel.set_xlim(0, sizes[-1])
        millions = [f'{rows / 1e6:g}' for rows in sizes]
        panel.set_xticks([0, *sizes], ['0', *millions[:-1], f'{millions[-1]} million rows'])
        for contender, spreads in series.items():
            labels = (f'at {rows} million rows' for rows in millions)
            chart.describe(f'{what}, {name(contender)}', unit, zip(labels, spreads))
    return chart


def draw_clients(results):
    counts = results.clients('clients', 'rate')
    contenders = [contender for contender in results.contenders('clients', 'rate') if contender in COLOURS]
    chart = Chart(results, 322, 'IDs that several clients generate in a second',
                  'Higher is better. Lines are medians; bands go from the lowest to the highest round.')
    panel = chart.panel(96, 60, 376, 230)
    series = {contender: [results.spread('clients', 'rate', contender, 1e-6, clients=count) for count in counts]
              for contender in contenders}
    draw_lines(chart, panel, range(len(counts)), series, 'million')
    panel.set_xticks(range(len(counts)), [*map(str, counts[:-1]), f'{counts[-1]} clients'])
    for contender, spreads in series.items():
        chart.describe(name(contender), 'million', zip((f'clients {count}:' for count in counts), spreads))
    return chart


WAYS = (
    ('ulid', 'ulid'),
    ('uuid + created_at', 'created_at, with an index'),
    ('uuid + created_at unindexed', 'created_at, no index'),
)
PAGES = (('page newest 20', 'The newest 20 rows'), ('page one day', 'The rows of one day'))


def draw_page(results):
    top, step = 82, 156
    rows = results.sizes(PAGES[0][0], 'time')[-1]
    chart = Chart(results, top + step * len(PAGES) - 30,
                  f'Two queries by time on a table of {rows / 1e6:g} million rows',
                  'Left is better; each line of the grid is ten times the one before. Marks are medians; lines go from '
                  'the lowest to the highest round.')
    spreads = {(work, way): results.spread(work, 'time', way, 1e-6) for work, _ in PAGES for way, _ in WAYS}
    spreads = {key: spread for key, spread in spreads.items() if spread}
    powers = range(math.floor(math.log10(min(spread.low for spread in spreads.values()))),
                   math.ceil(math.log10(max(spread.high for spread in spreads.values()))) + 1)
    for place, (work, what) in enumerate(PAGES):
        here = top + step * place
        chart.text(16, here - 18, what)
        panel = chart.panel(210, here, 340, 96)
        panel.set_xscale('log')
        panel.set_xlim(10.0 ** powers[0], 10.0 ** powers[-1])
        panel.set_xticks([10.0 ** power for power in powers], [f'{10.0 ** power:,g} ms' for power in powers])
        panel.set_xticks([], minor=True)
        panel.set_ylim(len(WAYS) - 0.5, -0.5)
        panel.set_yticks([])
        panel.grid(axis='x')
        for row, (way, words) in enumerate(WAYS):
            if spread := spreads.get((work, way)):
                chart.text(16, here + 32 * row + 21, words, size=SMALL)
                panel.plot([spread.low, spread.high], [row, row], color=NUMBERS[way], lw=3)
                panel.plot([spread.median], [row], color=NUMBERS[way], marker=MARKERS[way], ms=9, ls='')
                label(panel, spread.high, row, f'{number(spread.median)} ms', distance=9)
        chart.describe(what, 'ms', ((words, spreads[work, way]) for way, words in WAYS if (work, way) in spreads))
    return chart


# The name of each chart, a task that it needs, and what draws it.
CHARTS = (('row', 'growth', draw_row), ('growth', 'growth', draw_growth), ('clients', 'clients', draw_clients),
          ('page', PAGES[0][0], draw_page))
