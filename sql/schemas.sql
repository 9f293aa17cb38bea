-- The extension in another schema than public, which the search_path need not have: its operators are in pg_catalog.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SELECT error_of('ALTER EXTENSION ulidkit SET SCHEMA schemas');

-- Whoever may create in the database installs it, in a schema of its own, drops it, and leaves nothing behind.
BEGIN;
CREATE TABLE before AS SELECT oid FROM pg_operator;
DROP EXTENSION ulidkit;
SELECT count(*) FROM pg_operator o WHERE NOT EXISTS (SELECT FROM before b WHERE b.oid = o.oid);
SELECT count(*) = 6 * (SELECT count(*) FROM kinds) AS all_operators_dropped FROM before b
WHERE NOT EXISTS (SELECT FROM pg_operator o WHERE b.oid = o.oid);
CREATE ROLE regress_ulidkit_owner;
CREATE SCHEMA own AUTHORIZATION regress_ulidkit_owner;
CREATE SCHEMA other AUTHORIZATION regress_ulidkit_owner;
GRANT ALL ON ALL TABLES IN SCHEMA schemas TO regress_ulidkit_owner;
GRANT ALL ON SCHEMA schemas TO regress_ulidkit_owner;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_ulidkit_owner', current_database()) \gexec
-- Beside another type of the same name with operators of its own.
CREATE TYPE other.ulid;
CREATE FUNCTION other.ulid_in(cstring) RETURNS other.ulid LANGUAGE internal IMMUTABLE STRICT AS 'int4in';
CREATE FUNCTION other.ulid_out(other.ulid) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'int4out';
CREATE TYPE other.ulid (INPUT = other.ulid_in, OUTPUT = other.ulid_out, LIKE = int4);
CREATE FUNCTION other.ulid_eq(other.ulid, other.ulid) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'int4eq';
CREATE FUNCTION other.ulid_lt(other.ulid, other.ulid) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'int4lt';
CREATE OPERATOR pg_catalog.= (LEFTARG = other.ulid, RIGHTARG = other.ulid, FUNCTION = other.ulid_eq);
CREATE OPERATOR other.< (LEFTARG = other.ulid, RIGHTARG = other.ulid, FUNCTION = other.ulid_lt);
SET LOCAL ROLE regress_ulidkit_owner;
CREATE EXTENSION ulidkit SCHEMA own;
UPDATE kinds SET oid = to_regtype('own.' || kind);

-- Nothing but types and functions needs the schema.
SET LOCAL search_path = schemas;
SELECT * FROM facts(ARRAY[
    ['without the schema', '4 4 4 4 1 4 3 t', $$
    CREATE TABLE KIND_item (id own.KIND PRIMARY KEY DEFAULT own.KIND_generate(), n integer);
    CREATE TABLE KIND_part (id own.KIND, item own.KIND REFERENCES KIND_item);
    INSERT INTO KIND_item SELECT own.KIND_generate('2025-01-01Z'::timestamptz + n * interval '1 h'), n
        FROM generate_series(1, 9) AS n;
    INSERT INTO KIND_part SELECT id, id FROM KIND_item WHERE n % 2 = 0;
    SELECT format('%s %s %s %s %s %s %s %s', (SELECT count(*) FROM KIND_item JOIN KIND_part USING (id)),
        (SELECT count(*) FROM KIND_item NATURAL JOIN KIND_part),
        (SELECT count(*) FROM KIND_part WHERE id IS NOT DISTINCT FROM item AND nullif(id, item) IS NULL),
        (SELECT count(*) FROM KIND_part WHERE (id, 1) < (item, 2)),
        (SELECT count(*) FROM KIND_item WHERE (id, n) IN (SELECT item, 4 FROM KIND_part)),
        (SELECT count(CASE id WHEN item THEN 1 END) FROM KIND_part),
        (SELECT count(*) FROM KIND_item WHERE id BETWEEN own.KIND_min('2025-01-01 03:00Z') AND own.KIND_max('2025-01-01 05:00Z')),
        (SELECT own.max(id) = (SELECT id FROM KIND_item WHERE n = 9) FROM KIND_item))$$]]);
SET LOCAL search_path = '';
-- So for functions with a search_path of their own.
CREATE FUNCTION schemas.is_less(l own.ulid, r own.ulid)
    RETURNS boolean LANGUAGE sql SET search_path = '' AS 'SELECT l < r AND l <> r';
CREATE FUNCTION schemas.is_equal(l own.ulid, r own.ulid) RETURNS boolean LANGUAGE plpgsql SET search_path = ''
    AS 'BEGIN RETURN l = r; END';
SELECT schemas.is_less(own.ulid_min('2025-01-01Z'), own.ulid_max('2025-01-01Z')),
    schemas.is_equal(own.ulid_min('2025-01-01Z'), own.ulid_max('2025-01-01Z'));
SELECT own.ulidflake_generate() < own.ulidflake_generate() AS ordered;
-- The trigger knows the types in whatever schema they are.
RESET ROLE;
CREATE TABLE schemas.observed (id own.ulid, u uuid);
CREATE TRIGGER observe BEFORE INSERT ON schemas.observed FOR EACH ROW EXECUTE FUNCTION own.ulidkit_observe('id', 'u');
INSERT INTO schemas.observed VALUES (own.ulid_generate(clock_timestamp() + interval '50 ms'),
    own.uuidv7_generate(clock_timestamp() + interval '50 ms'));
SELECT own.ulid_generate() > id AS above, own.uuidv7_generate() > u AS above_uuid FROM schemas.observed;
SET LOCAL ROLE regress_ulidkit_owner;
-- The other type is not taken for it.
SELECT '1'::other.ulid = '1' AS equal, '1'::other.ulid OPERATOR(other.<) '2' AS less;
SELECT message FROM schemas.error_of($$SELECT '1'::other.ulid < '2'$$);
SELECT message FROM schemas.error_of($$SELECT '1'::other.ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'::own.ulid$$);
SET LOCAL search_path = other, own;
SELECT '1'::ulid = '1' AS equal, '1'::ulid < '2' AS less,
    own.ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV' = '01arz3ndektsv4rrffq69g5fav' AS equal_own;

SET LOCAL search_path = '';
SET LOCAL client_min_messages = warning;
DROP EXTENSION ulidkit CASCADE;
SELECT oprname, oprnamespace::regnamespace, oprleft::regtype FROM pg_operator o
WHERE NOT EXISTS (SELECT FROM schemas.before b WHERE b.oid = o.oid) ORDER BY oprname;
ROLLBACK;

DROP SCHEMA :test CASCADE;
