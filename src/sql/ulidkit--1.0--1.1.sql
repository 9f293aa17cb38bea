\echo Use "ALTER EXTENSION ulidkit UPDATE TO '1.1'" to load this file. \quit

-- What version 1.1 adds to the objects of 1.0 and changes of them. CREATE EXTENSION runs this script after that of 1.0.
