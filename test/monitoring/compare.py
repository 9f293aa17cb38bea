# Compares the metrics of an exporter with what SQL said before and after they were read: compare.py BEFORE METRICS AFTER
import math
import re
import sys


def by_sql(name):
    with open(name) as lines:
        return {(metric, kind): float(value) for metric, kind, value in (line.rstrip("\n").split("|") for line in lines)}


before, after = by_sql(sys.argv[1]), by_sql(sys.argv[3])
said = {}
with open(sys.argv[2]) as lines:
    for line in lines:
        sample = re.match(r"(ulidkit_\w+)\{(.*)\} (\S+)$", line)
        if sample:
            kind = re.search(r'kind="(\w+)"', sample[2])
            said[sample[1], kind[1] if kind else "-"] = float(sample[3])


def fits(key):
    if key not in said or key not in before:
        return False
    low, high = sorted((before[key], after[key]))
    if math.isnan(low):
        return math.isnan(said[key])
    return low - 1e-5 <= said[key] <= high + 1e-5


wrong = sorted(key for key in before.keys() | said.keys() if not fits(key))
for key in wrong:
    print(*key, "is", said.get(key), "and by SQL", before.get(key), "to", after.get(key))
sys.exit(bool(wrong) or not before)
