\echo Use "ALTER EXTENSION ulidkit UPDATE TO '1.0'" to load this file. \quit

-- For a database whose extension was left at the name that version 1.0 uses after pg_upgrade. There is nothing to do.
