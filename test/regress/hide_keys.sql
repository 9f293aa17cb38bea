-- Gives the server a file with the keys of the vectors and a key with the name "default", whatever its own file has.
-- A test reads this after setup.sql, and hide_keys_end.sql at its end. The server writes the file into its data
-- directory, because the file must belong to the user of the server. All of this needs a superuser, and a server whose
-- command line does not set `ulidkit.hide_key_file`. Also makes the tables `vector` and `fingerprint` of the vectors.

\o /dev/null
LOAD 'ulidkit';
CREATE TABLE vector (kind text, key text, context text, id text, hidden text, n serial);
\set file '\'' :abs_srcdir '/test/vectors/hide.tsv' '\''
\set copy '\\copy vector (kind, key, context, id, hidden) FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
CREATE TABLE fingerprint (key text, fingerprint text, n serial);
\set file '\'' :abs_srcdir '/test/vectors/hide_fingerprint.tsv' '\''
\set copy '\\copy fingerprint (key, fingerprint) FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
COPY (SELECT 'default 6f2d1b8a90c4e7355b1f0e8d7c6a4932'
    UNION ALL SELECT format('vector_%s %s', n, key) FROM vector
    UNION ALL SELECT format('fingerprint_%s %s', n, key) FROM fingerprint)
    TO PROGRAM 'umask 077 && cat >ulidkit_regress_keys';
-- Restores what ALTER SYSTEM has set before, if that is not left from a test that was interrupted.
SELECT coalesce((SELECT format('ALTER SYSTEM SET ulidkit.hide_key_file = %L', setting) FROM pg_file_settings
    WHERE name = 'ulidkit.hide_key_file' AND sourcefile ~ 'postgresql\.auto\.conf$' AND setting <> 'ulidkit_regress_keys'),
    'ALTER SYSTEM RESET ulidkit.hide_key_file') AS restore_key_file \gset
ALTER SYSTEM SET ulidkit.hide_key_file = 'ulidkit_regress_keys';
\ir reload.sql
\o /dev/null
-- An error if the server does not have the keys.
SELECT ulidkit_hide_key_fingerprint('vector_1'), ulidkit_hide_key_fingerprint('fingerprint_1');
\o
