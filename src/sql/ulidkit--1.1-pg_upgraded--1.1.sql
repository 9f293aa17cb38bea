\echo Use "ALTER EXTENSION ulidkit UPDATE TO '1.1'" to load this file. \quit

-- The way back from the name that is used after pg_upgrade. There is nothing to do.
