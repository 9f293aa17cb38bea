-- For the regression tests: the kinds, and functions that ask each of them.

-- The kinds, as the catalog knows them: the extension's types that have an order.
CREATE TABLE kinds AS
    SELECT t.oid, t.typname::text AS kind, t.typlen AS size, t.typbyval AS by_value
    FROM pg_type t
    JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
    WHERE e.extname = 'ulidkit' AND EXISTS (
        SELECT FROM pg_opclass c JOIN pg_am m ON c.opcmethod = m.oid
        WHERE c.opcintype = t.oid AND c.opcdefault AND m.amname = 'btree')
    ORDER BY 1;

-- Runs `query` for every kind, with its name in the place of KIND, and returns the result, or the error. With
-- `table_name`, in which KIND is replaced, too, only for the kinds that have such a table.
CREATE FUNCTION each_kind(query text, table_name text DEFAULT 'pg_type')
    RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    FOR kind IN SELECT k.kind FROM kinds k WHERE to_regclass(replace(table_name, 'KIND', k.kind)) IS NOT NULL ORDER BY k.oid LOOP
        answer := answer_of(replace(query, 'KIND', kind));
        RETURN NEXT;
    END LOOP;
END
$$;

-- Asks every kind for facts: what is asked, the answer that it has to give, with KIND for its name, and the query, as
-- each_kind() or a function like it takes it. Returns a line for each fact, and one for each kind with another answer.
CREATE FUNCTION facts(facts text[], each text DEFAULT 'each_kind') RETURNS TABLE (fact text, answer text) LANGUAGE plpgsql AS $$
DECLARE
    asked text[];
    kind text;
    given text;
    others text[];
    of_others text[];
BEGIN
    FOREACH asked SLICE 1 IN ARRAY facts LOOP
        others := '{}';
        of_others := '{}';
        answer := 'of no kind';
        FOR kind, given IN EXECUTE format('SELECT kind, answer FROM %I($1)', each) USING asked[3] LOOP
            given := regexp_replace(given, format('\m%s(?=\M|_)', kind), 'KIND', 'g');
            IF given = asked[2] THEN
                answer := given;
            ELSE
                others := others || kind;
                of_others := of_others || given;
            END IF;
        END LOOP;
        fact := asked[1];
        RETURN NEXT;
        RETURN QUERY SELECT format('%s: %s', fact, u.kind), u.answer FROM unnest(others, of_others) AS u (kind, answer);
    END LOOP;
END
$$;

-- The id that the expression makes, or NULL if it is no id of the kind.
CREATE FUNCTION id_or_null(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text;
BEGIN
    EXECUTE 'SELECT ' || expression INTO answer;
    RETURN answer;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END
$$;

-- Runs `command` and returns its error: the message, the SQLSTATE and the detail.
CREATE FUNCTION error_of(command text, OUT state text, OUT message text, OUT detail text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE command;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
END
$$;
-- The error of a command, with its detail and hint, without the digits of seconds.
CREATE FUNCTION report_of(command text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    EXECUTE command;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' / ', SQLSTATE, regexp_replace(SQLERRM, '[0-9]+\.[0-9]{6} seconds', 'N seconds'),
        nullif(detail, ''), nullif(hint, ''));
END
$$;
