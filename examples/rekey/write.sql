-- Writes the scripts that give a table in use new keys, and undo it: into the present folder, for the table and every table
-- that refers to it, from the catalog. Nothing is changed.
--
--   psql -v table=payment -v type=ulid -f examples/rekey/write.sql
--
-- table    the table, as SQL names it: payment, or billing."Payment"
-- type     ulid, or uuid for UUIDs of version 7
-- made_at  the column with the time of a row, created_at unless it is given. Keys that are ULIDs or UUIDs of version 7 keep
--          the time that they have, and need none.
-- zone     the time zone of that column if its type has none; UTC unless it is given
--
-- Run it as the role that is to run the scripts: the owner of the tables. It writes what it cannot carry over, too, with the
-- statements for it.
\set ON_ERROR_STOP on
\if :{?table}
\else
DO $$BEGIN RAISE 'no table is given' USING HINT = 'Run psql -v table=NAME -v type=ulid -f write.sql.'; END$$;
\endif
\if :{?type}
\else
DO $$BEGIN RAISE 'no type is given' USING HINT = 'Run psql -v table=NAME -v type=ulid -f write.sql, or with type=uuid.'; END$$;
\endif
\if :{?made_at}
\else
\set made_at created_at
\endif
\if :{?zone}
\else
\set zone UTC
\endif

BEGIN;
SET LOCAL client_min_messages = warning;
CREATE TEMPORARY TABLE job AS
SELECT :'table' AS given, to_regclass(:'table')::oid AS rel, :'type' AS type, :'made_at' AS made_at, :'zone' AS zone;
-- So that all names in what the server prints have their schema.
SET LOCAL search_path = pg_catalog, pg_temp;

\ir write/look.sql
\ir write/carry.sql
\ir write/notes.sql
\ir write/words.sql
\ir write/scripts.sql

-- All that can be refused has been by now.
SELECT format('%s_1_columns.sql', file) AS file_1, format('%s_2_fill.sql', file) AS file_2,
    format('%s_3_indexes.sql', file) AS file_3, format('%s_4_constraints.sql', file) AS file_4,
    format('%s_5_validate.sql', file) AS file_5, format('%s_6_swap.sql', file) AS file_6,
    format('%s_7_drop_old.sql', file) AS file_7, format('%s_undo_swap.sql', file) AS file_undo_swap,
    format('%s_undo.sql', file) AS file_undo
FROM pg_temp.plan \gset
SELECT pg_temp.script('1') \g (format=unaligned tuples_only=on) :file_1
SELECT pg_temp.script('2') \g (format=unaligned tuples_only=on) :file_2
SELECT pg_temp.script('3') \g (format=unaligned tuples_only=on) :file_3
SELECT pg_temp.script('4') \g (format=unaligned tuples_only=on) :file_4
SELECT pg_temp.script('5') \g (format=unaligned tuples_only=on) :file_5
SELECT pg_temp.script('6') \g (format=unaligned tuples_only=on) :file_6
SELECT pg_temp.script('7') \g (format=unaligned tuples_only=on) :file_7
SELECT pg_temp.script('undo_swap') \g (format=unaligned tuples_only=on) :file_undo_swap
SELECT pg_temp.script('undo') \g (format=unaligned tuples_only=on) :file_undo
SELECT pg_temp.report() \g (format=unaligned tuples_only=on)
ROLLBACK;
