-- The queries of time_paths by a stored generated column that is the time of the id: as if it had an index.
\set ECHO none
\set echo none
\set generated
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/sql/time_paths.sql
