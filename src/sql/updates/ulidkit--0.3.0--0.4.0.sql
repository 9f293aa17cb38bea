-- The cast from uuid to ulid becomes explicit. Stored expressions contain a cast on assignment as an implicit one. It goes
-- on working there, but pg_dump does not write it, and the dump could not be restored. Therefore such expressions prevent
-- the update, as DROP CAST would if the server recorded these dependencies.
--
-- As in newer.sql, every name is qualified.
DO $$
DECLARE
    ulid CONSTANT pg_catalog.oid := 'ulid'::pg_catalog.regtype;
    uuid CONSTANT pg_catalog.oid := 'pg_catalog.uuid'::pg_catalog.regtype;
    -- The cast in a stored expression: 2 is COERCE_IMPLICIT_CAST. For a domain over ulid the only cast is that to the
    -- domain, which the result of any function that returns ulid has as well.
    implicit_cast CONSTANT pg_catalog.text := pg_catalog.concat(
        ':resulttype ', ulid, ' :resulttypmod -?[0-9]+ :resultcollid [0-9]+ :relabelformat 2',
        '|COERCETODOMAIN :arg \{FUNCEXPR :funcid [0-9]+ :funcresulttype ', uuid, ' [^{}]*\} :resulttype (', (
            SELECT pg_catalog.string_agg(oid::pg_catalog.text, '|')
            FROM pg_catalog.pg_type
            WHERE typbasetype OPERATOR(pg_catalog.=) ulid
        ), ') ');
    dependents pg_catalog.text;
BEGIN
    -- The arguments of operators contain the same cast from domains over ulid. Functions and rules must therefore contain
    -- a uuid as well.
    SELECT pg_catalog.string_agg(pg_catalog.concat(object, ' depends on cast from uuid to ulid'), E'\n' ORDER BY object)
    INTO dependents
    FROM (
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_attrdef'::pg_catalog.regclass, oid, 0)
        FROM pg_catalog.pg_attrdef
        WHERE adbin::pg_catalog.text OPERATOR(pg_catalog.~) implicit_cast
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_type'::pg_catalog.regclass, oid, 0)
        FROM pg_catalog.pg_type
        WHERE typdefaultbin::pg_catalog.text OPERATOR(pg_catalog.~) implicit_cast
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_proc'::pg_catalog.regclass, oid, 0)
        FROM pg_catalog.pg_proc
        WHERE pg_catalog.concat(proargdefaults, prosqlbody) OPERATOR(pg_catalog.~) implicit_cast
            AND pg_catalog.concat(proargdefaults, prosqlbody) OPERATOR(pg_catalog.~) pg_catalog.concat('type ', uuid, ' ')
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_rewrite'::pg_catalog.regclass, oid, 0)
        FROM pg_catalog.pg_rewrite
        WHERE ev_action::pg_catalog.text OPERATOR(pg_catalog.~) implicit_cast
            AND ev_action::pg_catalog.text OPERATOR(pg_catalog.~) pg_catalog.concat('type ', uuid, ' ')
            AND ev_type OPERATOR(pg_catalog.<>) '1'
    ) AS o(object);
    IF dependents IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'dependent_objects_still_exist',
            MESSAGE = 'cannot make the cast from uuid to ulid explicit because other objects depend on it',
            DETAIL = dependents,
            HINT = 'Use another default, such as ulid_generate(), or write the cast, as in "gen_random_uuid()::ulid".';
    END IF;
END
$$;

DROP CAST (uuid AS ulid);

@new@
