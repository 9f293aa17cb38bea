-- Statements on arrays, JSON, CSV, lists, rows, composite types, ranges and domains answer for every kind
-- what they answer for uuid.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- The kinds, and uuid, whose functions are those of uuidv7. Each has nine ids, in their order: the
-- ends, and two neighbours.
CREATE TABLE type AS
    SELECT kind AS type, kind AS prefix, oid FROM kinds UNION ALL VALUES ('uuid', 'uuidv7', 0);
CREATE TABLE sample (type text, n integer, id text);
-- The statement for a type: KIND is its name, and #1 to #9 are the texts of the ids.
CREATE FUNCTION for_type(statement text, type) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE s sample;
BEGIN
    statement := replace(replace(statement, 'KIND_', $2.prefix || '_'), 'KIND', $2.type);
    FOR s IN SELECT * FROM sample WHERE sample.type = $2.type LOOP
        statement := replace(statement, '#' || s.n, s.id);
    END LOOP;
    RETURN statement;
END
$$;
-- The inverse, for its answer.
CREATE FUNCTION of_any_type(answer text, type) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE s sample;
BEGIN
    FOR s IN SELECT * FROM sample WHERE sample.type = $2.type LOOP
        answer := replace(answer, s.id, '#' || s.n);
    END LOOP;
    RETURN replace(replace(answer, $2.prefix, 'KIND'), $2.type, 'KIND');
END
$$;
-- Runs the statement, and undoes what it has done. The answer is its value, or the SQLSTATE.
CREATE FUNCTION answer(statement text, type) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text;
BEGIN
    EXECUTE for_type(statement, $2) INTO answer;
    RAISE EXCEPTION SQLSTATE 'UNDOO';
EXCEPTION
    WHEN SQLSTATE 'UNDOO' THEN RETURN of_any_type(answer, $2);
    WHEN OTHERS THEN RETURN SQLSTATE;
END
$$;
CREATE PROCEDURE for_each_type(statement text) LANGUAGE plpgsql AS $$
DECLARE t type;
BEGIN
    FOR t IN SELECT * FROM type LOOP
        EXECUTE for_type(statement, t);
    END LOOP;
END
$$;
CALL for_each_type($$
    INSERT INTO sample
    SELECT 'KIND', n, id
    FROM (VALUES (1, KIND_min('-infinity')), (2, KIND_min('2025-01-01Z')), (3, KIND_max('2025-01-01Z')),
        (4, KIND_max('2025-01-01 23:59:59.999999Z')), (5, KIND_min('2025-01-02Z')), (6, KIND_max('2025-01-02Z')),
        (7, KIND_min('2025-01-03Z')), (8, KIND_max('2025-01-03Z')), (9, KIND_max('infinity'))) AS v (n, id)$$);

-- A table with a column of each type that is made of the type, and a row for each id.
CALL for_each_type($$
    CREATE TYPE KIND_pair AS (id KIND, n integer);
    CREATE TYPE KIND_range AS RANGE (SUBTYPE = KIND);
    CREATE DOMAIN KIND_known AS KIND CHECK (VALUE <> '#1');
    CREATE DOMAIN KIND_list AS KIND[] CHECK (cardinality(VALUE) < 4);
    CREATE TABLE KIND_item (
        n integer, id KIND, ids KIND[], pair KIND_pair, pairs KIND_pair[], span KIND_range, spans KIND_multirange,
        known KIND_known, list KIND_list);
    INSERT INTO KIND_item
        SELECT n, id, ARRAY[id, NULL, lead(id, 2) OVER (ORDER BY n)], (id, n)::KIND_pair,
            ARRAY[(id, n), NULL, (NULL, -n)]::KIND_pair[],
            KIND_range(id, lead(id) OVER (ORDER BY n)),
            KIND_multirange(KIND_range(lag(id, 2) OVER (ORDER BY n), lag(id) OVER (ORDER BY n)), KIND_range(id, id, '[]')),
            nullif(id, '#1'), ARRAY[id, '#5']
        FROM (SELECT n, id::KIND AS id FROM sample WHERE type = 'KIND') AS s;
    INSERT INTO KIND_item VALUES
        (0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (10, NULL, '{}', '(,)', '{}', 'empty', '{}', NULL, '{}'),
        (11, '#5', '{{#1,#2},{NULL,#3}}', '(#5,)', '{NULL}', '(,)', '{(,)}', '#5', '{NULL}')$$);
-- Ids of 1,000 times in no order, each twice, some NULL, and arrays of up to five of them,
-- with an index on each column.
CALL for_each_type($$
    CREATE TABLE KIND_row AS
        SELECT n, id, ids, KIND_range(least(id, ids[1]), greatest(id, ids[1]), '[]') AS span
        FROM (SELECT i AS n, CASE WHEN i % 50 > 0
            THEN KIND_min('2025-01-02Z'::timestamptz + i * 7919 % 1000 * interval '1 second') END AS id,
            CASE WHEN i % 70 > 0 THEN
                ARRAY(SELECT CASE WHEN (i + j) % 9 > 0
                    THEN KIND_min('2025-01-02Z'::timestamptz + i * j * 7919 % 1000 * interval '1 second') END
                    FROM generate_series(1, i % 6) AS j) END AS ids
            FROM generate_series(1, 2000) AS i) AS r;
    CREATE INDEX KIND_by_id ON KIND_row (id, n);
    CREATE INDEX KIND_by_ids ON KIND_row USING gin (ids);
    CREATE INDEX KIND_by_span ON KIND_row USING gist (span);
    ANALYZE KIND_row$$);
-- Runs the query by an index and without, and returns the index and both answers.
CREATE FUNCTION both_ways(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    index text := 'no index';
    answer text;
    by_index text;
BEGIN
    SET LOCAL enable_seqscan = off;
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        index := coalesce(substring(line FROM '(?:using|Bitmap Index Scan on) (\w+)'), index);
    END LOOP;
    EXECUTE query INTO by_index;
    SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off;
    SET LOCAL enable_bitmapscan = off;
    EXECUTE query INTO answer;
    RETURN format('%s: %s, without %s', index, by_index, answer);
END
$$;

CREATE TABLE asked (n integer GENERATED ALWAYS AS IDENTITY, about text DEFAULT current_setting('like_uuid.about'), statement text);
SET like_uuid.about = 'arrays';
INSERT INTO asked (statement) VALUES
    ($$SELECT '{#1,"#2", NULL ,null,#9}'::KIND[]$$),
    ($$SELECT '[0:1][2:3]={{#1,#2},{#3,NULL}}'::KIND[]$$),
    ($$SELECT ARRAY['#4', NULL, '#2']::KIND[]$$),
    ($$SELECT ARRAY[ARRAY['#4'::KIND], ARRAY['#5'::KIND]]$$),
    ($$SELECT '{#1,}'::KIND[]$$),
    ($$SELECT '{#1,"NULL"}'::KIND[]$$),
    ($$SELECT '{""}'::KIND[]$$),
    ($$SELECT (ids[1], ids[2], ids[3], ids[4], ids[1][1])::text FROM KIND_item WHERE n = 2$$),
    ($$SELECT (ids[2:3], ids[:2], ids[2:], ids[:], ids[4:])::text FROM KIND_item WHERE n = 2$$),
    ($$SELECT (ids[2][2], ids[1:2][2:2], ids[2])::text FROM KIND_item WHERE n = 11$$),
    ($$UPDATE KIND_item SET ids[2] = '#7', ids[5] = '#8' WHERE n = 3 RETURNING ids$$),
    ($$UPDATE KIND_item SET ids[2:3] = '{#7,#8}' WHERE n = 3 RETURNING ids$$),
    ($$UPDATE KIND_item SET ids[1] = 'x' WHERE n = 3$$),
    ($$INSERT INTO KIND_item (ids[2], ids[3]) VALUES ('#2', '#3') RETURNING ids$$),
    ($$SELECT array_append(ids, '#9')::text || array_prepend('#1', ids)::text FROM KIND_item WHERE n = 3$$),
    ($$SELECT ids || '#9'::KIND || ids || '{#1}' FROM KIND_item WHERE n = 3$$),
    ($$SELECT array_remove(ids, NULL)::text || array_replace(ids, '#3', '#4')::text FROM KIND_item WHERE n = 3$$),
    ($$SELECT string_agg(format('%s %s', array_position(ids, '#5'), array_positions(ids, NULL)), ' ' ORDER BY n)
        FROM KIND_item WHERE n < 10$$),
    ($$SELECT (array_fill('#2'::KIND, '{2,2}'), trim_array('{#1,#2,#3}'::KIND[], 1))::text$$),
    ($$SELECT array_to_string(ids, '|', '-') FROM KIND_item WHERE n = 3$$),
    ($$SELECT string_to_array('#3,#2,,#1', ',', '')::KIND[]$$),
    ($$SELECT (string_to_array('#3,x', ',')::KIND[])[1]$$),
    ($$SELECT (ids::text[], ids::text::KIND[], ids::text[]::KIND[], ids::varchar[])::text FROM KIND_item WHERE n = 4$$),
    ($$SELECT string_agg(format('%s:%s', o, id), ' ' ORDER BY o)
        FROM unnest('{#5,NULL,#4}'::KIND[]) WITH ORDINALITY AS u (id, o)$$),
    ($$SELECT string_agg(u::text, ' ') FROM ROWS FROM (unnest('{#5,#4}'::KIND[]), unnest('{1,2,3}'::integer[])) AS u (id, n)$$),
    ($$SELECT string_agg(u::text, ' ') FROM KIND_item AS i, unnest(i.ids) AS u WHERE i.n = 11$$),
    ($$SELECT array_agg(id ORDER BY id DESC) FROM KIND_item$$),
    ($$SELECT array_agg(DISTINCT id) FILTER (WHERE n > 4) FROM KIND_item$$),
    ($$SELECT array_agg(ids ORDER BY n) FROM KIND_item WHERE n IN (2, 3)$$),
    ($$SELECT ARRAY(SELECT id FROM KIND_item WHERE n IN (4, 0, 6) ORDER BY n)$$),
    ($$SELECT ARRAY(SELECT unnest(ids) FROM KIND_item WHERE n = 3 INTERSECT SELECT unnest(ids) FROM KIND_item WHERE n = 5)$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY ids, n) FROM KIND_item$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY ids DESC NULLS LAST, n) FROM KIND_item WHERE ids > '{#4}'$$),
    ($$SELECT (min(ids), max(ids))::text FROM KIND_item$$),
    ($$SELECT string_agg(format('%s %s', n, ids), '; ' ORDER BY ids)
        FROM (SELECT count(*) AS n, ids FROM (TABLE KIND_item UNION ALL TABLE KIND_item) AS t WHERE n > 8 GROUP BY ids) AS g$$),
    ($$SELECT count(*) FROM (SELECT ids FROM KIND_item EXCEPT SELECT ids FROM KIND_item WHERE n <> 3) AS s$$),
    ($$SELECT string_agg(format('%s%s%s%s', ids @> '{#5}', ids <@ '{#5,#7}', ids && '{#7,#1}', ids = '{}'), ' ' ORDER BY n)
        FROM KIND_item$$),
    ($$SELECT string_agg(concat_ws(',', '#5' = ANY (ids), '#5' <> ALL (ids), '#5' < ANY (ids), '#5' >= ALL (ids)), ' ' ORDER BY n)
        FROM KIND_item$$),
    ($$SELECT num_nulls(VARIADIC ids) FROM KIND_item WHERE n = 3$$),
    ($$SELECT width_bucket('#5'::KIND, '{#1,#3,#5,#7}'::KIND[])$$);

SET like_uuid.about = 'parameters';
INSERT INTO asked (statement) VALUES
    ($$PREPARE s AS SELECT count(*) FROM KIND_row WHERE id = ANY ($1); SELECT parameter_types FROM pg_prepared_statements$$),
    ($$PREPARE s (KIND[]) AS SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id = ANY ($1);
        EXECUTE s ('{#2,NULL,#5,#5}')$$),
    ($$PREPARE s (KIND[]) AS SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id <> ALL ($1);
        EXECUTE s ('{#2,#5}')$$),
    ($$PREPARE s (KIND[]) AS SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id <> ALL ($1);
        EXECUTE s ('{#2,NULL}')$$),
    ($$PREPARE s (KIND[]) AS SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id > ALL ($1);
        EXECUTE s ('{#2,#5}')$$),
    ($$PREPARE s (KIND[]) AS SELECT count(*) FROM KIND_item WHERE id = ANY ($1); EXECUTE s ('{}')$$),
    ($$PREPARE s (KIND[]) AS SELECT count(*) FROM KIND_item WHERE id = ANY ($1); EXECUTE s (NULL)$$),
    ($$PREPARE s (text[]) AS SELECT count(*) FROM KIND_item WHERE id = ANY ($1)$$),
    ($$PREPARE s (text[]) AS SELECT count(*) FROM KIND_item WHERE id = ANY ($1::KIND[]); EXECUTE s ('{#2,#5}')$$),
    ($$PREPARE s (text[]) AS SELECT count(*) FROM KIND_item WHERE id = ANY ($1::KIND[]); EXECUTE s ('{#2,x}')$$),
    ($$PREPARE s (KIND[], integer[]) AS INSERT INTO KIND_item (id, n) SELECT * FROM unnest($1, $2) RETURNING id;
        EXECUTE s ('{#2,#5}', '{20,21}')$$),
    ($$SELECT both_ways(format('SELECT count(*) FROM KIND_row WHERE id = ANY (%L)', array_agg(id)))
        FROM KIND_row WHERE n % 40 = 1$$),
    ($$PREPARE s (KIND[]) AS SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_row WHERE id = ANY ($1);
        SET LOCAL plan_cache_mode = force_generic_plan;
        SELECT both_ways(format('EXECUTE s (%L)', array_agg(id))) FROM KIND_row WHERE n < 6$$);

SET like_uuid.about = 'lists and rows';
INSERT INTO asked (statement) VALUES
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id IN ('#3', '#5', NULL)$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE id NOT IN ('#1', '#2', '#3', '#4', '#5', '#6', '#7', '#8', '#1', '#2')$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE id IN ('#1', '#2', '#3', '#4', '#5', '#6', '#7', '#1', '#2', NULL)$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id IN ('#3', 'x')$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id IN (VALUES ('#3'::KIND), ('#5'), (NULL))$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id NOT IN (VALUES ('#3'::KIND), ('#5'))$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE id NOT IN (VALUES ('#3'::KIND), (NULL))$$),
    ($$SELECT count(*) FROM KIND_item WHERE id IN (VALUES ('#3'), ('#5'))$$),
    ($$SELECT string_agg(v.x, ' ' ORDER BY n)
        FROM KIND_item JOIN (VALUES ('#3'::KIND, 'a'), ('#7', 'b')) AS v (id, x) USING (id)$$),
    ($$UPDATE KIND_item AS i SET n = v.n FROM (VALUES ('#3'::KIND, 33)) AS v (id, n) WHERE i.id = v.id
        RETURNING (i.id, i.n)::text$$),
    ($$SELECT both_ways('SELECT count(*) FROM KIND_row
        WHERE id IN (VALUES (KIND_min(''2025-01-02 00:00:07Z'')), (KIND_min(''2025-01-02 00:00:09Z'')))')$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE (id, n) IN (('#3', 3), ('#5', 5), ('#6', 5))$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE (id, n) IN (VALUES ('#3'::KIND, 3), ('#5', 11), (NULL, 0))$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE (id, n) > ('#5', 5)$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE (id, n) <= ('#5', 5)$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item WHERE (n, id) = ANY (SELECT n - 6, id FROM KIND_item)$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE (id, n) IS DISTINCT FROM ('#5', 11) AND ROW(id, n) <> ROW('#3'::KIND, 3)$$),
    ($$SELECT ROW('#4'::KIND, '{#5}'::KIND[]) < ROW('#5'::KIND, '{}'::KIND[])$$),
    ($$SELECT both_ways('SELECT md5(string_agg(n::text, '' ''))
        FROM (SELECT n FROM KIND_row WHERE (id, n) > (KIND_min(''2025-01-02 00:10Z''), 1000) ORDER BY id, n LIMIT 50) AS page')$$),
    ($$SELECT string_agg(r::text, ' ' ORDER BY r)
        FROM (SELECT (id, id > '#5') AS r FROM KIND_item UNION SELECT (known, true) FROM KIND_item) AS s$$),
    ($$SELECT count(*) FROM (SELECT ROW(id, n) FROM KIND_item UNION SELECT ROW(id, n) FROM KIND_item) AS s$$),
    ($$WITH RECURSIVE next (id, n) AS (SELECT '#3'::KIND, 0 UNION SELECT i.ids[3], next.n + 1
        FROM next JOIN KIND_item AS i USING (id) WHERE i.n < 10)
        CYCLE id SET again USING path SELECT string_agg(concat_ws(',', id, again, path), ' ' ORDER BY n) FROM next$$),
    ($$SELECT (coalesce(NULL, '#2'::KIND), nullif('#2'::KIND, '#2'), least('#5', '#4'::KIND),
        CASE '#2'::KIND WHEN '#3' THEN 1 WHEN '#2' THEN 2 END)::text$$),
    ($$SELECT string_agg(w::text, ' ' ORDER BY n)
        FROM (SELECT n, lag(id) OVER w, first_value(id) OVER w, rank() OVER w FROM KIND_item WINDOW w AS (ORDER BY id, n)) AS w$$),
    ($$SELECT (percentile_disc(0.5) WITHIN GROUP (ORDER BY id), percentile_disc('{0,1}'::float[]) WITHIN GROUP (ORDER BY id),
        mode() WITHIN GROUP (ORDER BY id))::text FROM KIND_item$$),
    ($$SELECT string_agg(concat_ws(',', id, g, c), ' ' ORDER BY g, id)
        FROM (SELECT id, grouping(id) AS g, count(*) AS c FROM KIND_item WHERE n > 7 GROUP BY ROLLUP (id)) AS s$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM (SELECT DISTINCT ON (id) n FROM KIND_item ORDER BY id, n DESC) AS s$$),
    ($$SELECT string_agg(concat_ws(',', id, a.n, b.n), ' ' ORDER BY id) FROM (SELECT * FROM KIND_item WHERE n < 4) AS a
        FULL JOIN (SELECT * FROM KIND_item WHERE n BETWEEN 3 AND 5) AS b USING (id)$$),
    ($$MERGE INTO KIND_item AS i USING (VALUES ('#3'::KIND), ('#4')) AS v (id) ON i.id = v.id AND i.n = 3
        WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (v.id); SELECT count(*) FROM KIND_item$$);

SET like_uuid.about = 'JSON';
INSERT INTO asked (statement) VALUES
    ($$SELECT to_jsonb(id)::text || to_json(ids) FROM KIND_item WHERE n = 3$$),
    ($$SELECT to_jsonb(i) FROM KIND_item AS i WHERE n = 3$$),
    ($$SELECT row_to_json(i) FROM KIND_item AS i WHERE n = 11$$),
    ($$SELECT array_to_json(ids)::text || jsonb_build_array(id, pair, known) FROM KIND_item WHERE n = 3$$),
    ($$SELECT json_object_agg(id, n ORDER BY n)::text || jsonb_build_object('#2'::KIND, 1) FROM KIND_item WHERE id IS NOT NULL$$),
    ($$SELECT jsonb_object_agg(id, n) FROM KIND_item$$),
    ($$SELECT format('%s of %s rows', count(*) FILTER (WHERE r IS NOT DISTINCT FROM i), count(*))
        FROM KIND_item AS i, jsonb_populate_record(NULL::KIND_item, to_jsonb(i)) AS r$$),
    ($$SELECT format('%s of %s rows', count(*) FILTER (WHERE r IS NOT DISTINCT FROM i), count(*))
        FROM (SELECT json_agg(i) AS j FROM KIND_item AS i) AS s, json_populate_recordset(NULL::KIND_item, j) AS r
        FULL JOIN KIND_item AS i USING (n)$$),
    ($$SELECT string_agg(r::text, ' ') FROM jsonb_populate_recordset(NULL::KIND_pair,
        '[{"id": "#3", "n": 3}, {"id": null}, {}, {"n": "4", "id": "#5", "x": 1}]') AS r$$),
    ($$SELECT jsonb_populate_record(ROW('#2', 2)::KIND_pair, '{"n": 3}')$$),
    ($$SELECT string_agg(r::text, ' ')
        FROM json_to_recordset('[{"id": "#3", "ids": ["#4", null]}, {"ids": []}, {"ids": "{#6}"}]') AS r (id KIND, ids KIND[])$$),
    ($$SELECT r::text FROM jsonb_to_record('{"pairs": [{"id": "#3", "n": 1}, null], "known": "#4",
        "list": ["#5"], "span": "[#5,#6)"}') AS r (pairs KIND_pair[], known KIND_known, list KIND_list, span KIND_range)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"known": "#1"}') AS r (known KIND_known)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"list": ["#1", "#2", "#3", "#4"]}') AS r (list KIND_list)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"id": "x"}') AS r (id KIND)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"id": ""}') AS r (id KIND)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"id": true}') AS r (id KIND)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"id": {"id": "#3"}}') AS r (id KIND)$$),
    ($$SELECT r::text FROM jsonb_to_record('{"ids": ["#3", "x"]}') AS r (ids KIND[])$$),
    ($$SELECT ('{"id": "#3"}'::jsonb ->> 'id')::KIND = '#3'$$),
    ($$SELECT ('{"id": "#3"}'::jsonb ->> 'id') = '#3'::KIND$$),
    ($$SELECT ('{"id": "#3"}'::jsonb -> 'id')::KIND$$),
    ($$SELECT string_agg(n::text, ' ') FROM KIND_item WHERE to_jsonb(ids) @> to_jsonb('{#5}'::KIND[]) AND to_jsonb(ids) ? '#7'$$),
    ($$SELECT string_agg(i.n::text, ' ' ORDER BY i.n)
        FROM KIND_item AS i JOIN jsonb_array_elements_text('["#3", "#7"]') AS j (id) ON i.id = j.id::KIND$$);

SET like_uuid.about = 'composite types';
INSERT INTO asked (statement) VALUES
    ($$SELECT ('(#3,)'::KIND_pair, '("#3",3)'::KIND_pair, '{"(#4,4)",NULL,"(,)"}'::KIND_pair[])::text$$),
    ($$SELECT '(x,3)'::KIND_pair$$),
    ($$SELECT (pair).id FROM KIND_item WHERE n = 3$$),
    ($$UPDATE KIND_item SET pair.id = '#7', pairs[1].id = '#8' WHERE n = 3 RETURNING (pair, pairs)::text$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY pair, n) FROM KIND_item WHERE pair >= ('#4', 9)::KIND_pair$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY pairs DESC, n) FROM KIND_item WHERE pairs IS NOT NULL$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE pair IN (('#3', 3)::KIND_pair, ('#5', NULL)::KIND_pair) OR pairs @> ARRAY[('#6', 6)::KIND_pair]$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE pair *= ('#3', 3)::KIND_pair OR pair *= ('#5', NULL)::KIND_pair$$),
    ($$SELECT count(*) FROM (SELECT pair FROM KIND_item INTERSECT SELECT (known, n)::KIND_pair FROM KIND_item) AS s$$),
    ($$CREATE UNIQUE INDEX KIND_by_pair ON KIND_item (pair); INSERT INTO KIND_item (pair) VALUES (('#3', 3))$$),
    ($$CREATE INDEX KIND_by_pair ON KIND_item USING hash (pair);
        SELECT both_ways('SELECT n FROM KIND_item WHERE pair = (''#3'', 3)::KIND_pair')$$),
    ($$SELECT (p).n FROM (SELECT jsonb_populate_record(NULL::KIND_pair, to_jsonb(pair)) AS p FROM KIND_item WHERE n = 3) AS s$$);

SET like_uuid.about = 'ranges';
INSERT INTO asked (statement) VALUES
    ($$SELECT ('[#2,#5)'::KIND_range, '(#2,#5]'::KIND_range, '(,"#5")'::KIND_range, '[#2,]'::KIND_range,
        '(#4,#5)'::KIND_range, '[#4,#4)'::KIND_range, 'empty'::KIND_range)::text$$),
    ($$SELECT '[#5,#2)'::KIND_range$$),
    ($$SELECT '[#2,x)'::KIND_range$$),
    ($$SELECT KIND_range('#2', '#5', '()')::text || KIND_range(NULL, '#5')$$),
    ($$SELECT KIND_range('#5', '#2')$$),
    ($$SELECT string_agg(concat_ws(',', n, lower(span), upper(span), isempty(span), lower_inc(span), upper_inf(span)),
        ' ' ORDER BY n) FROM KIND_item$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY span, n) FROM KIND_item$$),
    ($$SELECT string_agg(concat(n, span @> '#4'::KIND, span && '[#4,#6]', span <@ '[#4,#6]', span << '[#4,#6]',
        span >> '[#4,#6]', span &< '[#4,#6]', span &> '[#4,#6]', span -|- '[#4,#6]'), ' ' ORDER BY n) FROM KIND_item$$),
    ($$SELECT string_agg(concat_ws(',', n, span * '[#4,#6]', CASE WHEN n < 10 THEN span - '(#3,#8)' END,
        CASE WHEN span && '[#4,#6]' THEN span + '[#4,#6]' END, range_merge(span, '[#4,#6]')), ' ' ORDER BY n) FROM KIND_item$$),
    ($$SELECT '[#2,#3)'::KIND_range + '[#4,#6]'$$),
    ($$SELECT '[#2,#8)'::KIND_range - '[#4,#6]'$$),
    ($$SELECT ('{[#2,#3),[#3,#5),(#6,#8]}'::KIND_multirange, '{}'::KIND_multirange,
        KIND_multirange('[#4,#5]'::KIND_range))::text$$),
    ($$SELECT string_agg(concat_ws(',', n, spans, spans @> '#4'::KIND, spans && '[#4,#6]'::KIND_range,
        spans - '{[#4,#6]}', range_merge(spans)), ' ' ORDER BY n) FROM KIND_item$$),
    ($$SELECT (range_agg(span), range_agg(spans), range_intersect_agg(span) FILTER (WHERE n IN (3, 11)))::text
        FROM KIND_item WHERE n <> 4 AND n < 9$$),
    ($$SELECT string_agg(r::text, ' ') FROM unnest('{[#2,#3),(#6,#8]}'::KIND_multirange) AS r$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY spans, n) FROM KIND_item$$),
    ($$SELECT count(*) FROM (SELECT span, spans FROM KIND_item UNION SELECT span, spans FROM KIND_item) AS s$$),
    ($$SELECT both_ways('SELECT md5(string_agg(n::text, '' '' ORDER BY n)) FROM KIND_row
        WHERE span && KIND_range(KIND_min(''2025-01-02 00:08Z''), KIND_max(''2025-01-02 00:09Z''))')$$),
    ($$SELECT both_ways('SELECT md5(string_agg(n::text, '' '' ORDER BY n)) FROM KIND_row
        WHERE span @> KIND_min(''2025-01-02 00:08Z'')')$$),
    ($$DROP INDEX KIND_by_span; CREATE INDEX KIND_by_quadrant ON KIND_row USING spgist (span);
        SELECT both_ways('SELECT md5(string_agg(n::text, '' '' ORDER BY n)) FROM KIND_row
            WHERE span << KIND_range(KIND_min(''2025-01-02 00:08Z''), NULL)')$$),
    ($$DROP INDEX KIND_by_span; CREATE INDEX KIND_by_spans ON KIND_row USING gist ((KIND_multirange(span)));
        SELECT both_ways('SELECT md5(string_agg(n::text, '' '' ORDER BY n)) FROM KIND_row
            WHERE KIND_multirange(span) @> KIND_min(''2025-01-02 00:08Z'')')$$),
    ($$ALTER TABLE KIND_item ADD EXCLUDE USING gist (span WITH &&) WHERE (n < 9);
        INSERT INTO KIND_item (n, span) VALUES (1, '[#4,#5]')$$),
    ($$ALTER TABLE KIND_item ADD EXCLUDE USING gist (span WITH &&) WHERE (n < 8);
        INSERT INTO KIND_item (n, span) VALUES (1, '[#8,#9)') RETURNING span$$);

SET like_uuid.about = 'domains';
INSERT INTO asked (statement) VALUES
    ($$SELECT '#1'::KIND_known$$),
    ($$SELECT '#2'::KIND::KIND_known = '#2'::KIND AND '#2'::KIND_known < '#3'::KIND_known$$),
    ($$INSERT INTO KIND_item (list) VALUES ('{#1,#2,#3,#4}')$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY known DESC, n) FROM KIND_item
        WHERE known = ANY ('{#2,#5}'::KIND[]) OR known = ANY ('{#6,#7}'::KIND_known[])$$),
    ($$SELECT string_agg(n::text, ' ' ORDER BY n) FROM KIND_item
        WHERE id = ANY (list) AND list && '{#2,#3}' AND list[2] = known::KIND OR known = ALL (list)$$),
    ($$SELECT '{#2,#1}'::KIND_known[]$$),
    ($$SELECT ARRAY(SELECT known FROM KIND_item WHERE n IN (2, 3) ORDER BY n)::KIND[] || '#5'::KIND$$),
    ($$SELECT pg_typeof(array_agg(known))::text || count(DISTINCT known) FROM KIND_item$$),
    ($$CREATE INDEX KIND_by_known ON KIND_item (known);
        SELECT both_ways('SELECT string_agg(n::text, '' '' ORDER BY n) FROM KIND_item WHERE known >= ''#7''')$$),
    ($$CREATE INDEX KIND_by_known ON KIND_item (known);
        SELECT both_ways('SELECT string_agg(n::text, '' '' ORDER BY n) FROM KIND_item WHERE known = ANY (''{#2,#5}'')')$$),
    ($$CREATE INDEX KIND_by_known ON KIND_item USING hash (known);
        SELECT both_ways('SELECT string_agg(n::text, '' '' ORDER BY n) FROM KIND_item WHERE known = ''#5''')$$),
    ($$CREATE INDEX KIND_by_list ON KIND_item USING gin (list);
        SELECT both_ways('SELECT string_agg(n::text, '' '' ORDER BY n) FROM KIND_item WHERE list @> ''{#3}''')$$),
    ($$CREATE TYPE KIND_known_range AS RANGE (SUBTYPE = KIND_known); SELECT '[#3,#5)'::KIND_known_range @> '#4'::KIND_known$$),
    ($$CREATE TYPE KIND_known_range AS RANGE (SUBTYPE = KIND_known); SELECT '[#1,#5)'::KIND_known_range$$);

SET like_uuid.about = 'GIN on arrays';
INSERT INTO asked (statement)
    SELECT format('DROP INDEX KIND_by_id; SELECT both_ways(%L)',
        'SELECT concat(count(*), '' '', md5(string_agg(n::text, '' '' ORDER BY n))) FROM KIND_row WHERE ' || condition)
    FROM (VALUES
        ($$ids @> ARRAY[KIND_min('2025-01-02 00:01:40Z')]$$),
        ($$ids @> (SELECT ids[2:3] FROM KIND_row WHERE n = 1234)$$),
        ($$ids && ARRAY[KIND_min('2025-01-02 00:01:40Z'), KIND_min('2025-01-02 00:02:30Z'), NULL]$$),
        ($$ids && (SELECT array_agg(id) FROM KIND_row WHERE n < 100)$$),
        ($$ids <@ (SELECT array_agg(id) FROM KIND_row WHERE n < 1000)$$),
        ($$ids = (SELECT ids FROM KIND_row WHERE n = 1234)$$),
        ($$ids = '{}'$$),
        ($$ids @> '{}' AND n < 500$$),
        ($$ids @> ARRAY[NULL]::KIND[]$$),
        ($$ids @> ARRAY[KIND_max('infinity')]$$)) AS v (condition);

-- The answers for uuid, and those that are others for a kind. PREPARE cannot be undone.
SET plan_cache_mode = auto;
CREATE TABLE answered AS
    SELECT asked.n, about, type, statement,
        answer(CASE WHEN about = 'parameters' THEN 'DEALLOCATE ALL; ' ELSE '' END || statement, t) AS answer
    FROM asked, type AS t;
DEALLOCATE ALL;
SELECT about, regexp_replace(statement, '\s+', ' ', 'g') AS statement, answer FROM answered WHERE type = 'uuid' ORDER BY n;
SELECT kind, format('%s answers', count(*)) AS all,
    string_agg(format(E'\n%s\n%s instead of %s', k.statement, k.answer, u.answer), '')
        FILTER (WHERE k.answer IS DISTINCT FROM u.answer) AS other
FROM kinds JOIN answered AS k ON k.type = kind JOIN answered AS u ON u.type = 'uuid' AND u.n = k.n
GROUP BY kind, kinds.oid ORDER BY kinds.oid;

-- CSV, read and written as the client: quotes, and NULL in each of its forms.
\set write '\\g (format=unaligned tuples_only=on) results/like_uuid.psql'
CREATE TABLE csv (n integer GENERATED ALWAYS AS IDENTITY, options text, rows text);
INSERT INTO csv (options, rows) VALUES
    ('FORMAT csv', E'1,#1,"{#2,NULL,#3}","(#4,4)"\n"2","#2","{""#3""}","(,)"\n3,,,\n4,#9,{},"(""#8"",)"'),
    ('FORMAT csv, HEADER MATCH, NULL ''nil''', E'n,id,ids,pair\n1,#1,nil,nil\n2,nil,"{NULL}",nil'),
    ('FORMAT csv, DELIMITER '';'', QUOTE '''''''', ESCAPE ''|''', E'1;''#5'';{#2,NULL};(#4,4)\n2;;;''(#5,)'''),
    ('FORMAT csv, FORCE_NULL (id, ids)', E'1,"","",\n2,,,'),
    ('FORMAT csv', '1,"",,'),
    ('FORMAT csv', '1,"#1"",,'),
    ('FORMAT csv', '1,#1 ,,'),
    ('FORMAT csv', '1,NULL,,'),
    ('FORMAT csv', '1,#1,"{#1,x}",');
CREATE TABLE line (csv integer, type text, n integer GENERATED ALWAYS AS IDENTITY, line text);
CALL for_each_type($$CREATE TABLE KIND_csv (csv integer DEFAULT current_setting('like_uuid.csv')::integer,
    n integer, id KIND, ids KIND[], pair KIND_pair)$$);
SELECT CASE WHEN n = 1 THEN format(E'\\echo %s\n', type) ELSE '' END
    || format(E'SET like_uuid.csv = %s;\n\\copy (SELECT unnest(string_to_array(for_type(rows, t), E''\\n'')) '
        'FROM csv, type AS t WHERE n = %1$s AND type = %L) TO results/like_uuid.data\n', n, type)
    || format('\copy %s_csv (n, id, ids, pair) FROM results/like_uuid.data (%s)', prefix, options)
FROM csv, type ORDER BY oid, n :write
\set VERBOSITY sqlstate
\i results/like_uuid.psql
\set VERBOSITY default
INSERT INTO asked (about, statement) SELECT 'CSV',
    format('SELECT string_agg(t::text, '' '' ORDER BY n) FROM KIND_csv AS t WHERE csv = %s', n) FROM csv;
-- All columns of the table above, out and in, and what stands in the file.
SELECT format('\copy (SELECT * FROM %s_item ORDER BY n) TO results/like_uuid.data (%s)', prefix, options)
    || format(E'\nCREATE TABLE %s_from_%s (LIKE %1$s_item);\n\\copy %1$s_from_%2$s FROM results/like_uuid.data (%3$s)\n',
        prefix, n, replace(options, 'FORCE_QUOTE *, ', ''))
    || format(E'ALTER TABLE line ALTER type SET DEFAULT %L, ALTER csv SET DEFAULT %s;\n\\copy line (line) '
        'FROM results/like_uuid.data (FORMAT csv, DELIMITER E''\\x01'', QUOTE E''\\x02'')', type, -n)
FROM type, (VALUES (1, 'FORMAT csv, HEADER'), (2, 'FORMAT csv, FORCE_QUOTE *, NULL ''nil''')) AS v (n, options) :write
\i results/like_uuid.psql
INSERT INTO asked (about, statement)
    SELECT 'CSV', format(q, n) FROM generate_series(1, 2) AS n, unnest(ARRAY[
        'SELECT format(''%%s of %%s rows'', count(*), (SELECT count(*) FROM KIND_from_%s)) '
            'FROM (TABLE KIND_item INTERSECT ALL TABLE KIND_from_%1$s) AS s',
        'SELECT E''\n'' || string_agg(line, E''\n'' ORDER BY n) FROM line WHERE type = ''KIND'' AND csv = -%s']) AS q;
DELETE FROM answered;
INSERT INTO answered SELECT asked.n, about, type, statement, answer(statement, t) FROM asked, type AS t WHERE about = 'CSV';
SELECT about, regexp_replace(statement, '\s+', ' ', 'g') AS statement, answer FROM answered WHERE type = 'uuid' ORDER BY n;
SELECT kind, format('%s answers', count(*)) AS all,
    string_agg(format(E'\n%s\n%s instead of %s', k.statement, k.answer, u.answer), '')
        FILTER (WHERE k.answer IS DISTINCT FROM u.answer) AS other
FROM kinds JOIN answered AS k ON k.type = kind JOIN answered AS u ON u.type = 'uuid' AND u.n = k.n
GROUP BY kind, kinds.oid ORDER BY kinds.oid;

DROP SCHEMA :test CASCADE;
