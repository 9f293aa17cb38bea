-- The JSON functions that servers from 17 on have: they return every kind, and what is no id is
-- an error that they handle.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

CREATE TABLE document AS SELECT kind, document::jsonb FROM each_kind($$
    SELECT json_build_array(
        json_build_object('n', 1, 'id', KIND_min('2025-01-01Z'), 'ids', ARRAY[KIND_max('2025-01-01Z'), NULL]),
        json_build_object('n', 2, 'id', NULL), json_build_object('n', 3), json_build_object('n', 4, 'id', 'no id'))$$)
            AS k (kind, document);
SELECT * FROM facts(ARRAY[
    ['JSON_TABLE', '1 t t, 2, 3, 4', $$
    SELECT string_agg(concat_ws(' ', t.n, id = KIND_min('2025-01-01Z'), ids = ARRAY[KIND_max('2025-01-01Z'), NULL]),
        ', ' ORDER BY t.n)
    FROM document, JSON_TABLE(document, '$[*]' COLUMNS (n integer PATH '$.n', id KIND PATH '$.id', ids KIND[] PATH '$.ids')) AS t
        WHERE kind = 'KIND'$$],
    ['JSON_VALUE', 't t t', $$
    SELECT format('%s %s %s', JSON_VALUE(document, '$[0].id' RETURNING KIND) = KIND_min('2025-01-01Z'),
        JSON_VALUE(document, '$[3].id' RETURNING KIND) IS NULL,
        JSON_VALUE(document, '$[3].id' RETURNING KIND DEFAULT KIND_max('2025-01-01Z') ON ERROR) = KIND_max('2025-01-01Z'))
    FROM document WHERE kind = 'KIND'$$],
    ['JSON_QUERY', 'true', $$
    SELECT JSON_QUERY(document, '$[0].ids' RETURNING KIND[]) = ARRAY[KIND_max('2025-01-01Z'), NULL]
    FROM document WHERE kind = 'KIND'$$],
    ['ERROR ON ERROR', 'ERROR 22P02: invalid input syntax for type KIND: "no id"', $$
    SELECT JSON_VALUE(document, '$[3].id' RETURNING KIND ERROR ON ERROR) FROM document WHERE kind = 'KIND'$$]]);

DROP SCHEMA :test CASCADE;
