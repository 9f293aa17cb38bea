-- Prints the medians of :measure below the heading :medians, and below :ratios the ratios of each kind to what it is
-- compared with: of its value to the other's, or if :inverse is 1, of the other's to its own.

\pset footer off
CREATE TEMP VIEW figure AS
WITH value AS (
    SELECT work, contender, clients, rows, round, measure, value::numeric FROM result WHERE work <> 'run'
    UNION ALL
    SELECT work, contender, clients, rows, round, 'net', r.value::numeric - idle.value::numeric
    FROM result r JOIN result idle USING (work, contender, clients, rows, round)
    WHERE r.measure = 'cpu' AND idle.measure = 'idle cpu'
)
SELECT w.number AS place, v.clients, v.rows, v.round, c.number, c.name, c.kind, c.form, v.value,
    concat_ws(' ', v.work, CASE WHEN cardinality(w.clients) > 1 THEN v.clients END,
        CASE WHEN cardinality(w.rows) > 1 THEN v.rows END) AS part,
    CASE WHEN v.measure = 'rate' THEN 1e6 WHEN v.measure LIKE '%size' THEN v.rows WHEN w.per_row THEN 1 ELSE 1000 END
        AS scale
FROM value v
JOIN work w ON v.work = title(w)
JOIN contender c ON v.contender = c.name
WHERE v.measure = :'measure' AND v.value > 0;
SELECT count(*) = 0 AS empty FROM figure \gset
\if :empty
    \quit
\endif

CREATE FUNCTION pg_temp.median(numbers numeric[]) RETURNS numeric
    RETURN (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY number) FROM unnest(numbers) number);
CREATE FUNCTION pg_temp.short(number numeric) RETURNS numeric
    RETURN round(number, CASE WHEN number < 10 THEN 2 WHEN number < 100 THEN 1 ELSE 0 END);

\echo
\echo :medians
SELECT concat_ws(' ', part, nullif(form, '')) AS work, coalesce(kind, name),
    pg_temp.short(pg_temp.median(array_agg(value / scale))),
    (SELECT min(number) FROM contender c WHERE f.kind = c.kind OR f.kind IS NULL AND f.name = c.name)
FROM figure f
GROUP BY place, rows, clients, part, kind, form, name
ORDER BY place, rows, clients, form, 4
\crosstabview 1 2 3 4

\echo :ratios
SELECT concat(part, ', against ', against) AS work, kind,
    format('%s (%s-%s)', pg_temp.short(pg_temp.median(array_agg(ratio))),
        pg_temp.short(min(ratio)), pg_temp.short(max(ratio))), number
FROM (
    SELECT a.*, CASE WHEN :inverse = 1 THEN b.value / a.value ELSE a.value / b.value END AS ratio,
        CASE WHEN b.kind IS NULL THEN b.name ELSE b.form END AS against, b.number AS against_number
    FROM figure a JOIN figure b USING (place, rows, clients, round)
    WHERE a.kind IS NOT NULL AND a.form = '' AND (b.kind IS NULL OR b.kind = a.kind AND b.form <> '')
) pair
GROUP BY place, rows, clients, part, against, kind, number
ORDER BY place, rows, clients, min(against_number), number
\crosstabview 1 2 3 4
