\echo Use "ALTER EXTENSION ulidkit UPDATE TO '1.1'" to load this file. \quit

-- What version 1.1 adds to the objects of 1.0 and changes of them. CREATE EXTENSION runs this script after that of 1.0.

-- The planner does without these. To drop them fails, and names all that needs them, if somebody's views or functions call them.
DROP FUNCTION ulidkit_at_least(uuid, uuid), ulidkit_at_most(uuid, uuid), ulidkit_at_least(bigint, bigint),
    ulidkit_at_most(bigint, bigint), ulidkit_at_least(text, text), ulidkit_below(text, text), ulidkit_at_least(bpchar, bpchar),
    ulidkit_below(bpchar, bpchar), ulidkit_at_least(bytea, bytea), ulidkit_below(bytea, bytea), ulidkit_for_each_table(boolean);
DROP FUNCTION ulidkit_at_least_support(internal), ulidkit_at_most_support(internal), ulidkit_for_each_table_support(internal);
