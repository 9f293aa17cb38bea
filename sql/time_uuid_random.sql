-- The random queries of time_random, by the time of ids in columns of the core's types.
\getenv abs_srcdir PG_ABS_SRCDIR
\set guises :abs_srcdir '/test/regress/guises.sql'
\set random :abs_srcdir '/sql/time_random.sql'
\i :random
