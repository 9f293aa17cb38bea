-- Makes the server read its configuration, and waits until this session has read it: a session reads it between two
-- statements.

\o /dev/null
SELECT pg_conf_load_time() AS loaded \gset
SELECT pg_reload_conf();
SELECT format('SELECT pg_sleep(0.1) WHERE pg_conf_load_time() = %L', :'loaded') FROM generate_series(1, 600) \gexec
\o
