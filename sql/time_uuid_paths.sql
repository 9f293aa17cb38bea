-- The queries of time_paths, by the time of ids in columns of the core's types.
\getenv abs_srcdir PG_ABS_SRCDIR
\set guises :abs_srcdir '/test/regress/guises.sql'
\set paths :abs_srcdir '/sql/time_paths.sql'
\i :paths
