-- Prints the table timing as ratios: of the kinds to other types, and of queries by time to those by hand.

CREATE FUNCTION median(numbers double precision[]) RETURNS numeric
    RETURN (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY number) FROM unnest(numbers) number);

\pset footer off
SELECT current_setting('server_version') AS server, current_setting('shared_buffers') AS buffers, extversion AS version
FROM pg_extension WHERE extname = 'ulidkit' \gset
\echo
\echo ulidkit :version on PostgreSQL :server, :cores cores, shared_buffers :buffers, :rows rows, :rounds rounds
SELECT a.work, k.name AS kind, round(median(array_agg(a.cost))) AS ns,
    replace(b.contender, k.name || ' ', '') AS against, round(median(array_agg(b.cost))) AS "ns of it",
    round(median(array_agg(b.cost)) / median(array_agg(a.cost)), 2) AS "times as fast",
    round(min(b.cost / a.cost)::numeric, 2) || ' to ' || round(max(b.cost / a.cost)::numeric, 2) AS "in the rounds",
    round(median(array_agg(b.cost - b.idle)) / median(array_agg(a.cost - a.idle)), 2) AS net,
    round(median(array_agg(a.size)) / median(array_agg(b.size)), 2) AS "index size"
FROM timing a
JOIN contender k ON k.is_kind AND k.name = a.contender
JOIN timing b ON b.work = a.work AND b.round = a.round
    AND (b.contender LIKE k.name || ' %' OR b.contender IN ('uuid', k.name || '()')
        OR b.contender = 'bigint' AND (k.by_value OR a.work = 'insert'))
WHERE a.round > 0
GROUP BY a.work, k.number, k.name, b.contender
ORDER BY (SELECT min(number) FROM timing WHERE work = a.work), k.number, b.contender;

\echo ns: median of a row. times as fast: ratio of the two medians; in the rounds: lowest and highest
\echo 'ratio of one round; net: without the loop or scan that feeds the work. index size: times that of the other.'
\echo generate: bigint is nextval(), uuid is gen_random_uuid(), and uuidv7() is what servers have from 18 on. timeid has one
\echo 'id a microsecond and no more, beyond what it may run ahead of the clock (ulidkit.max_clock_lead). ulidflake has about 4096 a millisecond and then waits for the next one. Both by design.'

\echo
\echo by the time of an id, against the same query written by hand for the id, and with ulidkit.time_planning off
SELECT t.work, k.name AS kind, round(median(array_agg(t.cost)) / 1000) AS us,
    round(median(array_agg(h.cost)) / 1000) AS "us by hand",
    round(median(array_agg(t.cost)) / median(array_agg(h.cost)), 2) AS "times as long",
    round(min(t.cost / h.cost)::numeric, 2) || ' to ' || round(max(t.cost / h.cost)::numeric, 2) AS "in the rounds",
    round(median(array_agg(u.cost)) / 1000) AS "us if off",
    round(median(array_agg(u.cost)) / median(array_agg(t.cost)), 1) AS "times as fast"
FROM timing t
JOIN contender k ON k.is_kind AND t.contender = k.name || ' by time'
JOIN timing h ON h.work = t.work AND h.round = t.round AND h.contender = k.name || ' by hand'
JOIN timing u ON u.work = t.work AND u.round = t.round AND u.contender = k.name || ' unplanned'
WHERE t.round > 0
GROUP BY t.work, k.number, k.name
ORDER BY (SELECT min(number) FROM timing WHERE work = t.work), k.number;

\echo us: median of a query, its planning included. times as long: as by hand; times as fast: as if off. filter: counts
\echo 'a tenth of the rows. order: reads the newest tenth. ends: min and max, of which the planning is nearly all.'
