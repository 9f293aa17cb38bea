-- The queries of time_paths, by the time of ids in columns of the core's types.
\set ECHO none
\set echo none
\set builtin_types
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/sql/time_paths.sql
