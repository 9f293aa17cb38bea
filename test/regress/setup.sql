\set ECHO none
-- The set-up of the regression tests, which each of them reads first: a schema with the name of the test, the
-- settings that the expected output is for, functions that ask the server, and the kinds. The test that reads it with
-- `builtin_types` set has builtin_types.sql in the place of kinds.sql. A test that shows its results only has set ECHO
-- and `echo` to none.

-- The output is a line for each kind and fact, which does not depend on the other kinds.
\pset format unaligned
\pset footer off

-- Overrides the server's configuration.
SET client_min_messages = warning;
SET timezone = 'UTC';
SET ulidkit.ulid_step_bytes = 0;
SET ulidkit.timeid_node = -1;
SET ulidkit.tbsl_machine = -1;
SET ulidkit.ulidflake_scalability_id = -1;
SET ulidkit.ulidflake_step_bytes = 1;
SET ulidkit.scru160_counter = 'random';
SET ulidkit.on_overflow = 'wait';
SET ulidkit.on_clock_step_back = 'advance';

-- Files that a test writes go to the folder of the output, by names such as results/copy.data.
\getenv folder PG_ABS_BUILDDIR
\cd :folder

-- pg_regress calls the session pg_regress/TEST.
SELECT split_part(current_setting('application_name'), '/', 2) AS test \gset
CREATE SCHEMA :test;
SET search_path = :test, public;

\o /dev/null
-- JIT compilation takes longer than these queries, so there is none, but on a server that is to compile all of them.
SELECT set_config('jit', 'off', false) WHERE current_setting('jit_above_cost') <> '0';
-- The result of a query, or its error, so that one of a kind does not keep the others from being tested.
CREATE FUNCTION answer_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE query INTO answer;
    RETURN answer;
EXCEPTION WHEN OTHERS THEN
    RETURN format('ERROR %s: %s', SQLSTATE, SQLERRM);
END
$$;
-- The plan of a query, without what newer servers say of scans that are turned off, or are not made. An error of the
-- query is raised and not returned, because the texts of two errors can be equal, and a text without "Index Cond" would
-- pass as a plan without an index condition.
CREATE FUNCTION plan_of(query text, options text DEFAULT 'COSTS OFF') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    plan text := '';
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
        IF line !~ '^ *(Disabled: true$|Replaces: )' THEN
            plan := plan || line || E'\n';
        END IF;
    END LOOP;
    RETURN plan;
END
$$;
-- Returns which ends of which columns an index condition has: "id from, id to" for id >= ... AND id <= ..., and for
-- id = ... or a list; "id null" for IS NULL and IS NOT NULL. The time in a column `created` counts as the id, and so
-- does a row that begins with either.
CREATE FUNCTION ends(condition text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN (SELECT string_agg(DISTINCT concat(name, ' ', one_end), ', ' ORDER BY concat(name, ' ', one_end))
        FROM regexp_split_to_table(regexp_replace(condition, '''[^'']*''', '', 'g'), ' AND ') AS comparison,
            regexp_match(comparison, '^[( ]*(?:ROW\()?(.*?) (=|<=?|>=?|IS) ') AS part,
            LATERAL (SELECT CASE WHEN part[1] ~ '\m(id|created)\M' THEN 'id' ELSE part[1] END AS name) AS n,
            unnest(CASE part[2] WHEN '=' THEN '{from,to}' WHEN '<' THEN '{to}' WHEN '<=' THEN '{to}'
                WHEN 'IS' THEN '{"null"}' ELSE '{from}' END::text[]) AS one_end);
-- Returns the ends of each index condition of a plan, or NULL if the plan has no index condition.
CREATE FUNCTION ends_in(plan text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN (SELECT string_agg(DISTINCT coalesce(ends(line[1]), line[1]), ' or ')
        FROM regexp_matches(plan, 'Index Cond: ([^\n]*)', 'g') AS line);
-- The nodes of the plan, from the top.
CREATE FUNCTION nodes(query text) RETURNS text LANGUAGE sql
    RETURN (SELECT string_agg(regexp_replace(regexp_replace(line, '^ *(->  )?', ''), ' (using|on) .*', ''), ', ' ORDER BY n)
        FROM regexp_split_to_table(plan_of(query), E'\n') WITH ORDINALITY AS l (line, n) WHERE n = 1 OR line ~ '->');
-- The rows that the planner expects of a query.
CREATE FUNCTION estimate(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END
$$;
-- How many queries a test makes at random, and which.
\getenv queries RANDOM_QUERIES
\if :{?queries}
\else
    \set queries 1000
\endif
\getenv seed RANDOM_SEED
\if :{?seed}
\else
    \set seed 0
\endif
SELECT setseed(hashtext(:'seed') / 2147483648.0);
-- One of the choices, at random.
CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text VOLATILE LANGUAGE sql
    RETURN choices[1 + floor(random() * cardinality(choices))::integer];
\if :{?builtin_types}
    \ir builtin_types.sql
\else
    \ir kinds.sql
\endif
\o
\if :{?echo}
\else
    \set echo all
\endif
\set ECHO :echo
