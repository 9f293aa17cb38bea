-- Prints the table timing as ratios.

CREATE FUNCTION median(numbers double precision[]) RETURNS numeric
    RETURN (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY number) FROM unnest(numbers) number);

\pset footer off
\echo
SELECT current_setting('server_version') AS server, current_setting('shared_buffers') AS buffers, extversion AS version
FROM pg_extension WHERE extname = 'ulidkit' \gset
\echo ulidkit :version on PostgreSQL :server, :cores cores, shared_buffers :buffers, :rows rows, median of :rounds rounds
SELECT a.work, k.name AS kind, replace(b.contender, k.name || ' ', '') AS against,
    round(median(array_agg(a.cost)), 1) AS "ns",
    round(median(array_agg(b.cost)), 1) AS "its ns",
    round(median(array_agg(b.cost)) / median(array_agg(a.cost)), 2) AS "times as fast",
    format('%s to %s', round(min(b.cost / a.cost)::numeric, 2), round(max(b.cost / a.cost)::numeric, 2)) AS "in the rounds",
    round(median(array_agg(b.cost - b.idle)) / median(array_agg(a.cost - a.idle)), 2) AS "net of the loop",
    round(median(array_agg(a.size)) / median(array_agg(b.size)), 2) AS "index size"
FROM timing a
JOIN contender k ON k.is_kind AND k.name = a.contender
JOIN timing b ON b.work = a.work AND b.round = a.round
    AND (b.contender LIKE k.name || ' %' OR b.contender = 'uuid' OR b.contender = 'bigint' AND (k.by_value OR a.work = 'insert'))
WHERE a.round > 0
GROUP BY a.work, k.number, k.name, b.contender
ORDER BY min(a.number), k.number, b.contender;
