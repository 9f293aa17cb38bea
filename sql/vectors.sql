-- Every row and column of the reference implementations' vectors, through SQL.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

CREATE TABLE ulid_vector (
    canonical_text text, hex_of_binary text, unix_milliseconds bigint, iso_utc text, random_hex text, uuid_text text,
    alt_lower_text text, alt_mixed_case_text text, category text);
CREATE TABLE scru160_vector (
    canonical_text text, hex_of_binary text, unix_milliseconds bigint, iso_utc text, counter integer, counter_hex text,
    random16_hex text, random80_hex text, alt_usage_microsecond integer, alt_usage_low6 integer, timestamp_class text,
    alt_upper_hex_text text, alt_lower_text text, alt_mixed_case_text text, category text);
CREATE TABLE ulidflake_vector (
    canonical_text text, hex_of_binary text, int64 bigint, flake_milliseconds_since_2024 bigint,
    unix_milliseconds bigint, iso_utc text, standalone_random20 integer, standalone_random20_hex text,
    scalable_random15 integer, scalable_random15_hex text, scalable_id integer, alt_lower_text text,
    alt_mixed_case_text text, category text);
CREATE TABLE timeid_vector (
    canonical_text text, hex_of_binary text, int64 bigint, unix_microseconds bigint, iso_utc text, clock_id integer,
    clock_id_text text, clock_id_range text, alt_compact_text text, time_part_text text, category text);
CREATE TABLE tbsl_vector (
    canonical_text text, hex_of_binary text, unix_microseconds bigint, iso_utc text, machine_id integer,
    suffix_hex text, suffix_dec integer, ref_base16 text, ref_base32 text, ref_base36 text, ref_base58 text,
    ref_base62 text, category text);


CREATE TABLE ulid_invalid (text text, class text, reason text, rejected_by text);
CREATE TABLE scru160_invalid (LIKE ulid_invalid);
CREATE TABLE ulidflake_invalid (LIKE ulid_invalid);
CREATE TABLE timeid_invalid (LIKE ulid_invalid);
CREATE TABLE tbsl_invalid (LIKE ulid_invalid);

-- HEADER MATCH: a file has to have just the table's columns.
\set write '\\g (format=unaligned tuples_only=on) results/vectors.psql'
SELECT format('\copy %s FROM %L (FORMAT text, HEADER MATCH)', name,
    :'abs_srcdir' || '/test/vectors/' || replace(name, '_vector', '') || '.tsv')
FROM kinds, unnest(ARRAY[kind || '_vector', kind || '_invalid']) AS name WHERE to_regclass(name) IS NOT NULL :write
\i results/vectors.psql

-- What all kinds have: rows, and rows that are wrong in any way.
SELECT kind, answer AS "what all have" FROM each_kind($$
    SELECT format('%s rows, %s wrong', count(*), count(*) FILTER (WHERE (
            canonical_text::KIND::text = canonical_text
            AND canonical_text::KIND = decode(hex_of_binary, 'hex')::KIND
            AND encode(canonical_text::KIND::bytea, 'hex') = hex_of_binary
            AND encode(KIND_send(canonical_text::KIND), 'hex') = hex_of_binary
            AND to_char(canonical_text::KIND::timestamptz, 'YYYY-MM-DD"T"HH24:MI:SS.US')
                = rtrim(iso_utc, 'Z') || CASE WHEN iso_utc ~ '\.\d{3}Z$' THEN '000' ELSE '' END
            AND KIND_extract_timestamp(canonical_text::KIND) = iso_utc::timestamptz
            AND KIND_min(iso_utc::timestamptz) <= canonical_text::KIND
            AND KIND_max(iso_utc::timestamptz) >= canonical_text::KIND
            AND category <> ''
        ) IS NOT TRUE))
    FROM KIND_vector$$, 'KIND_vector');

-- The time as an integer.
CREATE FUNCTION unix_microseconds(timestamptz) RETURNS numeric LANGUAGE sql IMMUTABLE
    RETURN trim_scale(extract(epoch FROM $1) * 1000000);

-- What is each kind's own: the rows that are wrong in any way.
SELECT count(*) AS "wrong of ulid" FROM ulid_vector, LATERAL (SELECT canonical_text::ulid AS id) AS v
WHERE (
    unix_microseconds(id::timestamptz) = unix_milliseconds * 1000::numeric
    AND encode(ulid_extract_randomness(id), 'hex') = random_hex
    AND id::uuid::text = uuid_text
    AND uuid_text::uuid::ulid = id
    AND alt_lower_text::ulid = id
    AND alt_mixed_case_text::ulid = id
) IS NOT TRUE;

SELECT count(*) AS "wrong of scru160" FROM scru160_vector, LATERAL (SELECT canonical_text::scru160 AS id) AS v
WHERE (
    unix_microseconds(id::timestamptz) = unix_milliseconds * 1000::numeric
    AND scru160_extract_counter(id) = counter
    AND lpad(to_hex(scru160_extract_counter(id)), 4, '0') = counter_hex
    AND encode(scru160_extract_random(id), 'hex') = random16_hex || random80_hex
    AND scru160_extract_counter(id) >> 6 = alt_usage_microsecond
    AND scru160_extract_counter(id) & 63 = alt_usage_low6
    AND (SELECT fields ->> 'timestamp_class' FROM ulidkit_inspect(canonical_text) WHERE kind = 'scru160')
        = timestamp_class
    AND scru160_to_hex(id) = hex_of_binary
    AND hex_of_binary::scru160 = id
    AND alt_upper_hex_text::scru160 = id
    AND alt_lower_text::scru160 = id
    AND alt_mixed_case_text::scru160 = id
) IS NOT TRUE;

SELECT count(*) AS "wrong of ulidflake" FROM ulidflake_vector, LATERAL (SELECT canonical_text::ulidflake AS id) AS v
WHERE (
    id::bigint = int64
    AND int64::ulidflake = id
    AND unix_microseconds(id::timestamptz) = unix_milliseconds * 1000::numeric
    AND unix_microseconds(id::timestamptz) - unix_microseconds('2024-01-01Z')
        = flake_milliseconds_since_2024 * 1000::numeric
    AND ulidflake_extract_randomness(id) = standalone_random20
    AND lpad(to_hex(ulidflake_extract_randomness(id)), 5, '0') = standalone_random20_hex
    AND ulidflake_extract_scalable_randomness(id) = scalable_random15
    AND lpad(to_hex(ulidflake_extract_scalable_randomness(id)), 4, '0') = scalable_random15_hex
    AND ulidflake_extract_scalability_id(id) = scalable_id
    AND alt_lower_text::ulidflake = id
    AND alt_mixed_case_text::ulidflake = id
) IS NOT TRUE;

SELECT count(*) AS "wrong of timeid" FROM timeid_vector, LATERAL (SELECT canonical_text::timeid AS id) AS v
WHERE (
    id::bigint = int64
    AND int64::timeid = id
    AND unix_microseconds(id::timestamptz) = unix_microseconds
    AND timeid_extract_node(id) = clock_id
    AND right(timeid_to_compact(id), 2) = clock_id_text
    AND (SELECT fields ->> 'node_range' FROM ulidkit_inspect(canonical_text) WHERE kind = 'timeid')
        = clock_id_range
    AND timeid_to_compact(id) = alt_compact_text
    AND alt_compact_text::timeid = id
    AND left(id::text, 13) = time_part_text
    AND timeid_prefix_min(time_part_text) = timeid_min(iso_utc::timestamptz)
    AND timeid_prefix_max(time_part_text) = timeid_max(iso_utc::timestamptz)
) IS NOT TRUE;

-- In base 58 the reference writes zero as 0, which is no digit of it.
SELECT count(*) AS "wrong of tbsl" FROM tbsl_vector, LATERAL (SELECT canonical_text::tbsl AS id) AS v
WHERE (
    unix_microseconds(id::timestamptz) = unix_microseconds
    AND tbsl_extract_machine(id) = machine_id
    AND lpad(to_hex(tbsl_extract_suffix(id)), 5, '0') = suffix_hex
    AND tbsl_extract_suffix(id) = suffix_dec
    AND tbsl_to_base(id, 16) = ref_base16 AND tbsl_from_base(ref_base16, 16) = id
    AND tbsl_to_base(id, 32) = ref_base32 AND tbsl_from_base(ref_base32, 32) = id
    AND tbsl_to_base(id, 36) = ref_base36 AND tbsl_from_base(ref_base36, 36) = id
    AND tbsl_to_base(id, 58) = replace(ref_base58, '0', '1') AND tbsl_from_base(ref_base58, 58) = id
    AND tbsl_to_base(id, 62) = ref_base62 AND tbsl_from_base(ref_base62, 62) = id
) IS NOT TRUE;

-- The order of the type is that of the bytes, or of the integers. Text sorts the same way, before 1970 and since.
SELECT kind, answer AS "out of order" FROM each_kind($$
    SELECT format('%s by bytes, %s by text', count(*) FILTER (WHERE by_id <> by_bytes), count(*) FILTER (WHERE in_part <> by_text))
    FROM (SELECT rank() OVER (ORDER BY id) AS by_id,
            rank() OVER (ORDER BY set_byte(id::bytea, 0,
                get_byte(id::bytea, 0) # CASE WHEN by_value THEN 128 ELSE 0 END)) AS by_bytes,
            rank() OVER (part ORDER BY id) AS in_part, rank() OVER (part ORDER BY canonical_text COLLATE "C") AS by_text
        FROM kinds, KIND_vector, CAST(canonical_text AS KIND) AS id WHERE kind = 'KIND'
        WINDOW part AS (PARTITION BY id::timestamptz < '1970-01-01Z')) AS ranks$$, 'KIND_vector');

-- What is no id, by class and error; only what is well formed but too large is another error.
CREATE TABLE rejected (kind text, LIKE ulid_invalid, state text, message text, detail text);
SELECT kind, answer AS "no rows" FROM each_kind($$
    INSERT INTO rejected SELECT 'KIND', i.*, e.* FROM KIND_invalid AS i, error_of(format('SELECT %L::KIND', text)) AS e;
    SELECT count(*) > 0 FROM rejected WHERE kind = 'KIND'$$, 'KIND_invalid') WHERE answer <> 'true';
SELECT kind, state, string_agg(format('%s %s', class, rows), ', ' ORDER BY class) AS "classes and rows"
FROM (SELECT kind, class, state, count(*) AS rows FROM rejected GROUP BY 1, 2, 3) AS s GROUP BY 1, 2 ORDER BY 1, 2;
-- The message has core's wording and shows the text, the beginning of a long one.
SELECT kind, count(*) AS "wrong message"
FROM rejected, LATERAL (SELECT CASE WHEN octet_length(text) > 100 THEN left(text, 100) || '...' ELSE text END AS shown) AS s
WHERE message <> CASE state
    WHEN '22P02' THEN format('invalid input syntax for type %s: "%s"', kind, shown)
    WHEN '22003' THEN format('value "%s" is out of range for type %s', shown, kind) END GROUP BY kind;
-- The detail names the first letter that does not belong, or the length.
CREATE TABLE digits AS VALUES
    ('ulid', '[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]'), ('scru160', '[0-9A-Va-v]'),
    ('ulidflake', '[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]'), ('timeid', '[2-7a-z-]'), ('tbsl', '[0-9A-F]');
SELECT kind, CASE WHEN found IS NULL THEN 'length' ELSE 'letter' END AS named, count(*) AS rows,
    count(*) FILTER (WHERE CASE
        WHEN found IS NULL THEN detail !~ format('found %s\.$', CASE length(text) WHEN 1 THEN '1 character'
                ELSE length(text) || ' characters' END)
            OR text !~ format('^(%s)*$', digit) AND char_length(text) <> 40
        ELSE substr(text, at, 1) <> found
            OR left(text, at - 1) !~ format('^(%s)*$', digit)
            OR found ~ digit AND kind <> 'timeid' AND char_length(text) <> 40
        END) AS wrong
FROM rejected JOIN digits AS a (of_kind, digit) ON of_kind = kind,
    LATERAL (SELECT (regexp_match(detail, 'found "(.*)" at character (\d+)\.$'))[1] AS found,
        (regexp_match(detail, 'at character (\d+)\.$'))[1]::integer AS at) AS d
WHERE state = '22P02' GROUP BY 1, 2 ORDER BY 1, 2;
SELECT class, reason, detail FROM rejected WHERE kind = 'timeid' AND class = 'hyphenated'
ORDER BY reason, detail;

DROP SCHEMA :test CASCADE;
