-- Exclusion constraints: of two rows of one id that overlap the second is refused, be it inserted, moved or given
-- another id. A trigger that looks for such rows in a table of integers tells the same.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Attempts to insert rows, to move them and to give them another id.
CREATE TABLE attempt AS
    SELECT i AS n, (ARRAY['insert', 'insert', 'insert', 'move', 'change', 'delete'])[1 + i * 31 % 6] AS what,
        1 + i * 7919 % 9 AS room, (i * 7907 % 1000) / 2 AS other,
        tstzrange(start, start + (1 + i % 9) * interval '1 minute') AS during
    FROM generate_series(1, 1000) AS i,
        CAST('2025-01-01Z'::timestamptz + i * 104729 % 400 * interval '1 minute' AS timestamptz) AS start;
-- Tries them on KIND_stay, and answers how many were refused, with each row that stayed.
CREATE FUNCTION try_all(kind text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    a attempt;
    refused integer := 0;
    stays text;
BEGIN
    FOR a IN SELECT * FROM attempt ORDER BY n LOOP
        BEGIN
            EXECUTE replace(CASE a.what
                WHEN 'insert' THEN 'INSERT INTO KIND_stay SELECT $1, id, $4 FROM KIND_room WHERE n = $2'
                WHEN 'move' THEN 'UPDATE KIND_stay SET during = $4 WHERE n = $3'
                WHEN 'change' THEN 'UPDATE KIND_stay SET id = (SELECT id FROM KIND_room WHERE n = $2) WHERE n = $3'
                ELSE 'DELETE FROM KIND_stay WHERE n = $3' END, 'KIND', kind) USING a.n, a.room, a.other, a.during;
        EXCEPTION WHEN exclusion_violation THEN
            refused := refused + 1;
        END;
    END LOOP;
    EXECUTE replace('SELECT md5(string_agg(concat_ws('' '', s.n, r.n, s.during), '','' ORDER BY s.n)) || '' '' || count(*) '
        'FROM KIND_stay AS s JOIN KIND_room AS r USING (id)', 'KIND', kind) INTO stays;
    RETURN format('%s refused, %s', refused, stays);
END
$$;
CREATE TABLE plain_room AS SELECT n, n AS id FROM generate_series(1, 9) AS n;
CREATE TABLE plain_stay (n integer, id integer, during tstzrange);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM plain_stay WHERE n <> NEW.n AND id = NEW.id AND during && NEW.during) THEN
        RAISE EXCEPTION SQLSTATE '23P01';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON plain_stay FOR EACH ROW EXECUTE FUNCTION refuse();
SELECT try_all('plain') AS "by the trigger";
SELECT * FROM facts(ARRAY[
    ['as the trigger', '133 refused, fc027606704f002f450589e71b5b3408 359', $$
    CREATE TABLE KIND_room AS
        SELECT row_number() OVER () AS n, id
        FROM unnest(ARRAY[KIND_min('-infinity'), KIND_max('2025-01-01 23:59:59.999999Z'),
            KIND_min('2025-01-02Z'), KIND_max('2025-01-02Z'),
            KIND_min('2025-01-03Z'), KIND_max('2025-01-03Z'), KIND_min('2025-01-04Z'), KIND_max('2025-01-04Z'),
            KIND_max('infinity')]) AS id;
    CREATE TABLE KIND_stay (n integer, id KIND, during tstzrange, EXCLUDE USING gist (id WITH =, during WITH &&));
    SELECT try_all('KIND')$$],
    ['the error', '23P01: conflicting key value violates exclusion constraint "KIND_stay_id_during_excl", both rows: t', $$
    SELECT format('%s: %s, both rows: %s', state, message,
        detail ~ format('^Key \(id, during\)=\(%s.*\) conflicts with existing key \(id, during\)=\(%1$s', id))
    FROM (SELECT id FROM KIND_stay LIMIT 1) AS s,
        error_of(format('INSERT INTO KIND_stay SELECT * FROM KIND_stay WHERE id = %L', id))$$],
    -- The constraint without, with <>, which lets one id alone have a time, when it is deferred,
    -- and as ON CONFLICT sees it.
    ['with <>', '3 rows, 23P01', $$
    CREATE TABLE KIND_alone (id KIND, during tstzrange, EXCLUDE USING gist (during WITH &&, id WITH <>));
    INSERT INTO KIND_alone SELECT id, '[2025-01-01Z, 2025-01-02Z)' FROM KIND_room WHERE n = 2;
    INSERT INTO KIND_alone SELECT id, '[2025-01-01 12:00Z, 2025-01-03Z)' FROM KIND_room WHERE n = 2;
    INSERT INTO KIND_alone SELECT id, '[2025-01-03Z, 2025-01-04Z)' FROM KIND_room WHERE n = 3;
    INSERT INTO KIND_alone SELECT id, '[2025-01-02Z, 2025-01-04Z)' FROM KIND_room ON CONFLICT DO NOTHING;
    SELECT format('%s rows, %s', count(*), (error_of('INSERT INTO KIND_alone SELECT id, ''[2025-01-02Z, 2025-01-04Z)'' '
        'FROM KIND_room WHERE n = 3')).state) FROM KIND_alone$$],
    ['deferred', '23P01', $$
    CREATE DOMAIN KIND_domain AS KIND CHECK (VALUE > KIND_min('-infinity'));
    CREATE TABLE KIND_deferred (n integer, id KIND_domain, EXCLUDE USING gist (id WITH =) DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO KIND_deferred SELECT n, id FROM KIND_room WHERE n > 1;
    UPDATE KIND_deferred SET id = r.id FROM KIND_room AS r WHERE r.n = 11 - KIND_deferred.n;
    SET CONSTRAINTS ALL IMMEDIATE;
    SELECT (error_of('INSERT INTO KIND_deferred SELECT n, id FROM KIND_room WHERE n = 2')).state$$]]);

DROP SCHEMA :test CASCADE;
