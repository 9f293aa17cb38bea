-- What ulidkit_generators() tells of the generators of this server, and the settings that they have.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
CREATE FUNCTION max_lead() RETURNS interval LANGUAGE sql AS $$ SELECT current_setting('ulidkit.max_clock_lead')::interval $$;

-- What the generators did in this server. Its numbers are for monitoring only, the way out of a wrong clock for
-- superusers. The first 16 bytes of an id are remembered.
SELECT * FROM facts(ARRAY[
    ['counted', 'counted t, newest t', $$
    SELECT format('counted %s, newest %s', after.generated >= before.generated + 7,
        substr(KIND_send(after.newest::KIND), 1, 16) >= substr(KIND_send(made.last), 1, 16)
            AND after.newest_time = after.newest::KIND::timestamptz)
    FROM (SELECT generated FROM ulidkit_generators() WHERE kind = 'KIND') AS before,
        LATERAL (SELECT max(id) AS last
            FROM (SELECT KIND_generate() AS id, before.generated FROM generate_series(1, 7)) AS m) AS made,
        LATERAL (SELECT * FROM ulidkit_generators() WHERE kind = 'KIND' AND made.last IS NOT NULL) AS after$$],
    ['generated, near the clock', 't t', $$
    SELECT format('%s %s', generated > 0, clock_lead < max_lead() + '1 s') FROM ulidkit_generators() WHERE kind = 'KIND'$$]]);
-- Numbers of the session, and the bound on disk, which is above all times of ids and written ahead of need.
SELECT kind, node FROM ulidkit_generators() JOIN kinds USING (kind) WHERE kind <> 'timeid' ORDER BY oid;
SET ulidkit.timeid_node = 40;
SET ulidkit.tbsl_machine = 41;
SET ulidkit.ulidflake_scalability_id = 0;
SELECT kind, node, newest_time < saved_until AS saved,
    saved_until < clock_timestamp() + max_lead() + interval '2 s' AS not_far_ahead
FROM ulidkit_generators() JOIN kinds USING (kind) ORDER BY oid;
SET ulidkit.timeid_node = -1;
SET ulidkit.tbsl_machine = -1;
SET ulidkit.ulidflake_scalability_id = -1;
CREATE ROLE regress_ulidkit_user;
SELECT command, (error_of('SET LOCAL ROLE regress_ulidkit_user; ' || command)).*
FROM unnest('{SET ulidkit.max_clock_lead = 0,SELECT ulidkit_generators(),SELECT ulidkit_reset_generators()}'::text[]) AS command;
-- Not every role sets the numbers of the server.
SELECT setting, (error_of(format('SET LOCAL ROLE regress_ulidkit_user; SET %s = 5', setting))).state
FROM unnest('{ulidkit.tbsl_machine,ulidkit.timeid_node,ulidkit.ulidflake_scalability_id,ulidkit.ulid_step_bytes}'::text[])
    AS setting;
RESET ulidkit.ulid_step_bytes;
DROP ROLE regress_ulidkit_user;

-- The settings.
SELECT name, boot_val, unit, vartype, context, min_val, max_val, enumvals, short_desc FROM pg_settings
WHERE name LIKE 'ulidkit.%' ORDER BY name;

DROP SCHEMA :test CASCADE;
