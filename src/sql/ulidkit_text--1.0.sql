\echo Use "CREATE EXTENSION ulidkit_text" to load this file. \quit

-- The types of these casts are ulidkit's. CREATE EXTENSION and ALTER EXTENSION search other schemas before ulidkit's, where
-- somebody can have made types of the same names, so the script searches ulidkit's schema only.
SELECT pg_catalog.set_config('search_path', pg_catalog.format('%I, pg_temp', n.nspname), true)
FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON e.extnamespace OPERATOR(pg_catalog.=) n.oid
WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit';

CREATE CAST (text AS ulid) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS ulid) IS 'convert text to ulid, also where no cast is written';

CREATE CAST (varchar AS ulid) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS ulid) IS 'convert varchar to ulid, also where no cast is written';

CREATE CAST (bpchar AS ulid) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (bpchar AS ulid) IS 'convert char to ulid, also where no cast is written';

CREATE CAST (text AS scru160) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS scru160) IS 'convert text to scru160, also where no cast is written';

CREATE CAST (varchar AS scru160) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS scru160) IS 'convert varchar to scru160, also where no cast is written';

CREATE CAST (bpchar AS scru160) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (bpchar AS scru160) IS 'convert char to scru160, also where no cast is written';

CREATE CAST (text AS ulidflake) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS ulidflake) IS 'convert text to ulidflake, also where no cast is written';

CREATE CAST (varchar AS ulidflake) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS ulidflake) IS 'convert varchar to ulidflake, also where no cast is written';

CREATE CAST (bpchar AS ulidflake) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (bpchar AS ulidflake) IS 'convert char to ulidflake, also where no cast is written';

CREATE CAST (text AS timeid) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS timeid) IS 'convert text to timeid, also where no cast is written';

CREATE CAST (varchar AS timeid) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS timeid) IS 'convert varchar to timeid, also where no cast is written';

CREATE CAST (bpchar AS timeid) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (bpchar AS timeid) IS 'convert char to timeid, also where no cast is written';

CREATE CAST (text AS tbsl) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS tbsl) IS 'convert text to tbsl, also where no cast is written';

CREATE CAST (varchar AS tbsl) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS tbsl) IS 'convert varchar to tbsl, also where no cast is written';

CREATE CAST (bpchar AS tbsl) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (bpchar AS tbsl) IS 'convert char to tbsl, also where no cast is written';
