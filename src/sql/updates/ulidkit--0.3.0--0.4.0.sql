-- The cast from uuid to ulid becomes explicit. Stored expressions contain a cast on assignment as an implicit one. It goes
-- on working there, but pg_dump does not write it, and the dump could not be restored. Therefore such expressions prevent
-- the update, as DROP CAST would if the server recorded these dependencies.
--
-- As in newer.sql, every name is qualified.
DO $$
DECLARE
    ulid CONSTANT pg_catalog.oid := 'ulid'::pg_catalog.regtype;
    uuid CONSTANT pg_catalog.oid := 'pg_catalog.uuid'::pg_catalog.regtype;
    -- The cast in a stored expression: 2 is COERCE_IMPLICIT_CAST. For a domain over ulid, or over such a domain, the only
    -- cast is that to the domain, of an expression whose type is uuid.
    implicit_cast CONSTANT pg_catalog.text := pg_catalog.concat(
        ':resulttype ', ulid, ' :resulttypmod -?[0-9]+ :resultcollid [0-9]+ :relabelformat 2',
        '|COERCETODOMAIN :arg \{[A-Z]+ [^{}]*type(Id)? ', uuid, ' .*:resulttype (', (
            WITH RECURSIVE domain(id) AS (
                SELECT oid FROM pg_catalog.pg_type WHERE typbasetype OPERATOR(pg_catalog.=) ulid
                UNION ALL
                SELECT oid FROM pg_catalog.pg_type JOIN domain ON typbasetype OPERATOR(pg_catalog.=) id
            )
            SELECT pg_catalog.string_agg(id::pg_catalog.text, '|') FROM domain
        ), ') ');
    dependents pg_catalog.text;
BEGIN
    -- An expression can contain the same cast from a domain over ulid, so it must contain a uuid as well.
    SELECT pg_catalog.string_agg(pg_catalog.concat(object, ' depends on cast from uuid to ulid'), E'\n' ORDER BY object)
    INTO dependents
    FROM (
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_attrdef'::pg_catalog.regclass, oid, 0), adbin::pg_catalog.text
        FROM pg_catalog.pg_attrdef
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_type'::pg_catalog.regclass, oid, 0), typdefaultbin::pg_catalog.text
        FROM pg_catalog.pg_type
        WHERE typdefaultbin IS NOT NULL
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_proc'::pg_catalog.regclass, oid, 0),
            pg_catalog.concat(proargdefaults, prosqlbody)
        FROM pg_catalog.pg_proc
        WHERE proargdefaults IS NOT NULL OR prosqlbody IS NOT NULL
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_rewrite'::pg_catalog.regclass, oid, 0), ev_action::pg_catalog.text
        FROM pg_catalog.pg_rewrite
        WHERE ev_type OPERATOR(pg_catalog.<>) '1'
    ) AS stored(object, expression)
    WHERE expression OPERATOR(pg_catalog.~) implicit_cast
        AND expression OPERATOR(pg_catalog.~) pg_catalog.concat('type(Id)? ', uuid, ' ');
    IF dependents IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'dependent_objects_still_exist',
            MESSAGE = 'cannot make the cast from uuid to ulid explicit because other objects depend on it',
            DETAIL = dependents,
            HINT = 'Use another default, such as ulid_generate(), or write the cast, as in "gen_random_uuid()::ulid".';
    END IF;
END
$$;

DROP CAST (uuid AS ulid);

-- The view gets more columns, which its function has to return. The view stays, with its privileges and with what depends
-- on it. Whoever can execute the function can do so afterwards.
SELECT pg_catalog.set_config('ulidkit_update.grants', coalesce(proacl::pg_catalog.text, '{}'), true)
FROM pg_catalog.pg_proc WHERE oid OPERATOR(pg_catalog.=) 'ulidkit_generators()'::pg_catalog.regprocedure;

CREATE OR REPLACE VIEW ulidkit_generators AS
    SELECT NULL::text AS kind, NULL::bigint AS generated, NULL::text AS newest, NULL::timestamptz AS newest_time,
        NULL::interval AS clock_lead, NULL::bigint AS overflow_waits, NULL::bigint AS clock_steps_back;

DROP FUNCTION ulidkit_generators();

@new@

DO $$
DECLARE
    grantee pg_catalog.text;
BEGIN
    FOR grantee IN
        SELECT pg_catalog.concat(
            CASE WHEN a.grantee OPERATOR(pg_catalog.=) '0' THEN 'PUBLIC'
                ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END,
            CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' END)
        FROM pg_catalog.aclexplode(pg_catalog.current_setting('ulidkit_update.grants')::pg_catalog.aclitem[]) AS a
        WHERE a.grantee OPERATOR(pg_catalog.<>) a.grantor
    LOOP
        EXECUTE pg_catalog.concat('GRANT EXECUTE ON FUNCTION ulidkit_generators() TO ', grantee);
    END LOOP;
END
$$;
