-- ulidkit_inspect(): what a text can be.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

SELECT text, i.* FROM unnest('{01ARZ3NDEKTSV4RRFFQ69G5FAV,01arz3ndektsv4rrffq69g5fav,017bdf6431bb33750751eb63beb3c3f8c5969d86,
    00000000000000000000000000000000,3kxnlhr3gxq23,3kxn-lhr-3gxq-23,2345672345672,27DCADE1447231CDEF1D,"",no identifier,
    NULL}'::text[]) AS text LEFT JOIN LATERAL ulidkit_inspect(text) AS i ON true;

DROP SCHEMA :test CASCADE;
