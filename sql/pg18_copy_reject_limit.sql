-- COPY ... REJECT_LIMIT, which servers from 18 on have.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
RESET client_min_messages;

CREATE TABLE ids (id ulid);
-- Two bad rows are let pass, and three are not.
COPY ids FROM STDIN (ON_ERROR ignore, REJECT_LIMIT 2);
01ARZ3NDEKTSV4RRFFQ69G5FAV
01ARZ3NDEKTSV4RRFFQ69G5FA
8ZZZZZZZZZZZZZZZZZZZZZZZZZ
\.
\set VERBOSITY sqlstate
COPY ids FROM STDIN (ON_ERROR ignore, REJECT_LIMIT 2);
01ARZ3NDEKTSV4RRFFQ69G5FAW
01ARZ3NDEKTSV4RRFFQ69G5FA
8ZZZZZZZZZZZZZZZZZZZZZZZZZ
01ARZ3NDEKTSV4RRFFQ69G5FAU
\.
\set VERBOSITY default
TABLE ids;

SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
