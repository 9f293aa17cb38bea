-- ulidkit_inspect(): what a text can be.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

SELECT * FROM ulidkit_inspect('01ARZ3NDEKTSV4RRFFQ69G5FAV');
SELECT * FROM ulidkit_inspect('01arz3ndektsv4rrffq69g5fav');
SELECT * FROM ulidkit_inspect('017bdf6431bb33750751eb63beb3c3f8c5969d86');
SELECT * FROM ulidkit_inspect('00000000000000000000000000000000');
SELECT * FROM ulidkit_inspect('3kxnlhr3gxq23');
SELECT * FROM ulidkit_inspect('3kxn-lhr-3gxq-23');
SELECT * FROM ulidkit_inspect('2345672345672');
SELECT * FROM ulidkit_inspect('27DCADE1447231CDEF1D');
SELECT count(*) FROM ulidkit_inspect('');
SELECT count(*) FROM ulidkit_inspect('no identifier');
SELECT * FROM ulidkit_inspect(NULL);

DROP SCHEMA :test CASCADE;
