\set ECHO none
-- Gives the server its own file of keys again, and removes the one that hide_keys.sql has made.
:restore_key_file;
\ir reload.sql
COPY (SELECT) TO PROGRAM 'rm ulidkit_regress_keys';
