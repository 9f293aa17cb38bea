-- Part of write.sql: the tables and columns that get new keys, and the reasons why that cannot be.

CREATE FUNCTION pg_temp.refuse(reason text, hint text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'no new keys for %: %', (SELECT given FROM pg_temp.job), reason
        USING ERRCODE = 'feature_not_supported', HINT = hint;
END
$$;

-- In one line, for comments in the scripts.
CREATE FUNCTION pg_temp.flat(words text) RETURNS text LANGUAGE sql AS $$SELECT regexp_replace(words, '\s+', ' ', 'g')$$;

-- A type without a length. "character" has one, 1.
CREATE FUNCTION pg_temp.type_name(type oid) RETURNS text LANGUAGE sql AS $$SELECT CASE type WHEN 'bpchar'::regtype THEN 'bpchar'
    ELSE format_type(type, NULL) END$$;

-- The table that is named, and its key.
CREATE TEMPORARY TABLE plan (
    rel oid, name text, file text, fn text, space oid, key smallint, key_name text, old_type text, new_type text,
    -- The schema of ulidkit.
    kit text,
    -- Whether the keys have a time in them, which they keep, and whether they are texts in lower case.
    kept boolean, letters text,
    -- What makes a new key of old_key and made_at, and an old key of new_key.
    make text, back text,
    -- What the time of a row is, with a column in the place of %s; NULL if the keys are kept.
    time_is text,
    -- What makes an old key for a new row after step 6, and the sequence for it that step 6 makes, if it does.
    next_old text, sequence text, next_new text,
    rows bigint);
-- All tables, that one first.
CREATE TEMPORARY TABLE tab (n integer, rel oid, name text, relname name, space oid, fn text);
-- The key, and all columns that refer to it.
CREATE TEMPORARY TABLE col (
    rel oid, att smallint, name name, new_name text, old_name text, is_key boolean, not_null boolean, type text,
    -- The constraint that the new column has a value where the old one has.
    given text);

CREATE FUNCTION pg_temp.clip(name text, bytes integer DEFAULT 63) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    WHILE octet_length(name) > bytes LOOP
        name := left(name, -1);
    END LOOP;
    RETURN name;
END
$$;

-- A name that no table, index, constraint, statistics or function of the schema has, and no other call has returned.
CREATE TEMPORARY TABLE taken (space oid, name text);
CREATE FUNCTION pg_temp.fresh(space oid, wanted text, bytes integer DEFAULT 63) RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    name text := pg_temp.clip(wanted, bytes);
    n integer := 1;
BEGIN
    WHILE EXISTS (SELECT FROM pg_class WHERE relnamespace = space AND relname = name
        UNION ALL SELECT FROM pg_constraint WHERE connamespace = space AND conname = name
        UNION ALL SELECT FROM pg_statistic_ext WHERE stxnamespace = space AND stxname = name
        UNION ALL SELECT FROM pg_proc WHERE pronamespace = space AND proname = name
        UNION ALL SELECT FROM pg_temp.taken AS t WHERE t.space = fresh.space AND t.name = name)
    LOOP
        n := n + 1;
        name := pg_temp.clip(wanted, bytes - 3) || '_' || n;
    END LOOP;
    INSERT INTO pg_temp.taken VALUES (space, name);
    RETURN name;
END
$$;

CREATE FUNCTION pg_temp.find_key() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    j record;
    c record;
    a record;
    kit text;
BEGIN
    SELECT * INTO j FROM pg_temp.job;
    IF j.type NOT IN ('ulid', 'uuid') THEN
        RAISE 'type is %, not ulid or uuid', quote_literal(j.type);
    END IF;
    SELECT quote_ident(n.nspname) INTO kit FROM pg_extension e JOIN pg_namespace n ON e.extnamespace = n.oid
        WHERE e.extname = 'ulidkit';
    IF NOT FOUND THEN
        RAISE 'ulidkit is not installed in this database' USING HINT = 'Run CREATE EXTENSION ulidkit first.';
    END IF;
    SELECT r.*, n.nspname INTO c FROM pg_class r JOIN pg_namespace n ON r.relnamespace = n.oid WHERE r.oid = j.rel;
    IF NOT FOUND THEN
        RAISE 'there is no table %', j.given USING ERRCODE = 'undefined_table';
    END IF;
    PERFORM pg_temp.check_table(c.oid);
    SELECT conkey INTO a FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p';
    IF NOT FOUND THEN
        PERFORM pg_temp.refuse('it has no primary key');
    ELSIF cardinality(a.conkey) > 1 THEN
        PERFORM pg_temp.refuse('its primary key has more than one column', 'Composite keys stay as they are.');
    END IF;
    SELECT t.*, pg_temp.type_name(t.atttypid) AS type INTO a FROM pg_attribute t WHERE attrelid = c.oid AND attnum = a.conkey[1];
    IF a.atttypid NOT IN ('uuid'::regtype, 'bigint'::regtype, 'integer'::regtype, 'smallint'::regtype, 'text'::regtype,
        'varchar'::regtype, 'bpchar'::regtype, 'bytea'::regtype)
    THEN
        PERFORM pg_temp.refuse(format('its key has the type %s', a.type),
            'The type can be uuid, bigint, integer, smallint, text, varchar, char or bytea.');
    END IF;
    INSERT INTO pg_temp.plan (rel, name, file, fn, space, key, key_name, old_type, new_type, kit)
    VALUES (c.oid, format('%I.%I', c.nspname, c.relname), regexp_replace(c.relname, '[^[:alnum:]_]+', '_', 'g'),
        format('%I.%I', c.nspname, pg_temp.clip('rekey_' || c.relname, 45)), c.relnamespace, a.attnum, a.attname, a.type,
        CASE j.type WHEN 'ulid' THEN kit || '.ulid' ELSE 'uuid' END, kit);
END
$$;

-- Whether a table can take part.
CREATE FUNCTION pg_temp.check_table(rel oid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c record;
    bad text;
    me oid := (SELECT oid FROM pg_roles WHERE rolname = current_user);
BEGIN
    SELECT r.*, n.nspname, rel::regclass::text AS name INTO c FROM pg_class r JOIN pg_namespace n ON r.relnamespace = n.oid
        WHERE r.oid = rel;
    IF c.relkind = 'p' OR c.relispartition THEN
        PERFORM pg_temp.refuse(format('%s is partitioned, or a partition', c.name));
    ELSIF c.relkind <> 'r' THEN
        PERFORM pg_temp.refuse(format('%s is no table', c.name));
    ELSIF EXISTS (SELECT FROM pg_inherits i WHERE rel IN (i.inhrelid, i.inhparent)) THEN
        PERFORM pg_temp.refuse(format('%s inherits, or is inherited from', c.name));
    ELSIF EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = rel) THEN
        PERFORM pg_temp.refuse(format('%s has a rule', c.name), 'Triggers can do what rules do.');
    ELSIF c.relpersistence = 't' OR c.reloftype <> 0 THEN
        PERFORM pg_temp.refuse(format('%s is temporary, or of a composite type', c.name));
    ELSIF NOT pg_has_role(c.relowner, 'USAGE') THEN
        PERFORM pg_temp.refuse(format('%s does not own %s', current_user, c.name), format('Its owner is %s.', c.relowner::regrole));
    ELSIF NOT has_schema_privilege(c.relnamespace, 'CREATE') THEN
        PERFORM pg_temp.refuse(format('%s cannot create anything in the schema %s', current_user, c.nspname),
            format('Run GRANT CREATE ON SCHEMA %I TO %I first.', c.nspname, current_user));
    ELSIF c.relforcerowsecurity AND NOT EXISTS (SELECT FROM pg_roles WHERE oid = me AND (rolsuper OR rolbypassrls)) THEN
        PERFORM pg_temp.refuse(format('%s can hide rows from %s', c.name, current_user),
            format('Run ALTER TABLE %s NO FORCE ROW LEVEL SECURITY first, and FORCE after step 7.', c.name));
    ELSIF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = rel AND tgname = 'zz_rekey') THEN
        PERFORM pg_temp.refuse(format('%s is part of such a change already', c.name), 'Finish that one first, or undo it.');
    END IF;
    SELECT string_agg(quote_ident(conname), ', ') INTO bad FROM pg_constraint k
    WHERE conrelid = rel AND contype = 'c' AND NOT convalidated AND coalesce((to_jsonb(k)->>'conenforced')::boolean, true);
    IF bad IS NOT NULL THEN
        PERFORM pg_temp.refuse(format('not every row of %s need obey %s', c.name, bad),
            format('Run ALTER TABLE %s VALIDATE CONSTRAINT first: step 2 updates every row.', c.name));
    END IF;
    SELECT string_agg(indexrelid::regclass::text, ', ') INTO bad FROM pg_index WHERE indrelid = rel AND NOT indisvalid;
    IF bad IS NOT NULL THEN
        PERFORM pg_temp.refuse(format('an index of %s is not valid: %s', c.name, bad),
            'Run DROP INDEX, or REINDEX INDEX CONCURRENTLY, first.');
    END IF;
END
$$;

-- The columns whose values are the key's, by the foreign keys.
CREATE FUNCTION pg_temp.find_columns() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    added integer := 1;
    bad record;
BEGIN
    INSERT INTO pg_temp.col (rel, att, is_key) SELECT p.rel, p.key, true FROM pg_temp.plan AS p;
    WHILE added > 0 LOOP
        INSERT INTO pg_temp.col (rel, att, is_key)
        SELECT DISTINCT f.conrelid, k.att, false
        FROM pg_constraint f, unnest(f.conkey, f.confkey) AS k (att, referenced), pg_temp.col AS c
        WHERE f.contype = 'f' AND f.confrelid = c.rel AND k.referenced = c.att
            AND NOT EXISTS (SELECT FROM pg_temp.col AS known WHERE known.rel = f.conrelid AND known.att = k.att);
        GET DIAGNOSTICS added = ROW_COUNT;
    END LOOP;
    PERFORM pg_temp.check_table(r.rel) FROM (SELECT DISTINCT c.rel FROM pg_temp.col AS c) AS r;

    SELECT f.conrelid::regclass AS referring, f.confrelid::regclass AS referenced, quote_ident(f.conname) AS name INTO bad
    FROM pg_constraint f, unnest(f.conkey, f.confkey) AS k (att, referenced), pg_temp.col AS c
    WHERE f.contype = 'f' AND f.conrelid = c.rel AND k.att = c.att
        AND NOT EXISTS (SELECT FROM pg_temp.col AS known WHERE known.rel = f.confrelid AND known.att = k.referenced);
    IF FOUND THEN
        PERFORM pg_temp.refuse(format('%s refers to %s as well, by %s', bad.referring, bad.referenced, bad.name),
            'The values are the keys of that table: give it the new keys, or drop the foreign key.');
    END IF;
    SELECT f.conrelid::regclass AS referring, quote_ident(f.conname) AS name, f.convalidated AS valid INTO bad
    FROM pg_constraint f JOIN pg_temp.col AS c ON f.conrelid = c.rel AND c.att = ANY (f.conkey)
    WHERE f.contype = 'f' AND (NOT f.convalidated OR to_jsonb(f)->>'conenforced' = 'false' OR to_jsonb(f)->>'conperiod' = 'true');
    IF FOUND AND NOT bad.valid THEN
        PERFORM pg_temp.refuse(format('the foreign key %s of %s is not valid', bad.name, bad.referring),
            format('Run ALTER TABLE %s VALIDATE CONSTRAINT %s first.', bad.referring, bad.name));
    ELSIF FOUND THEN
        PERFORM pg_temp.refuse(format('the foreign key %s of %s is not enforced, or one of periods', bad.name, bad.referring));
    END IF;

    UPDATE pg_temp.col AS c SET name = a.attname, new_name = 'new_' || a.attname, old_name = 'old_' || a.attname,
        not_null = a.attnotnull, type = pg_temp.type_name(a.atttypid)
    FROM pg_attribute a WHERE a.attrelid = c.rel AND a.attnum = c.att;
    SELECT c.rel::regclass AS rel, c.name INTO bad FROM pg_temp.col AS c WHERE octet_length(c.old_name) > 63;
    IF FOUND THEN
        PERFORM pg_temp.refuse(format('the name %s is too long', quote_ident(bad.name)),
            format('Rename the column of %s: it has to leave room for old_ before it.', bad.rel));
    END IF;
    SELECT c.rel::regclass AS rel, a.attname INTO bad FROM pg_temp.col AS c JOIN pg_attribute a ON a.attrelid = c.rel
        AND a.attname IN (c.new_name, c.old_name)
    WHERE NOT a.attisdropped;
    IF FOUND THEN
        PERFORM pg_temp.refuse(format('%s has a column %s already', bad.rel, quote_ident(bad.attname)), 'Drop or rename it.');
    END IF;
    SELECT c.rel::regclass AS rel, c.name INTO bad FROM pg_temp.col AS c JOIN pg_attribute a ON a.attrelid = c.rel
        AND a.attnum = c.att
    WHERE a.attgenerated <> '' OR (a.attidentity <> '' AND NOT c.is_key);
    IF FOUND THEN
        PERFORM pg_temp.refuse(format('%s of %s is generated', quote_ident(bad.name), bad.rel));
    END IF;

    INSERT INTO pg_temp.tab
    SELECT row_number() OVER (ORDER BY c.rel <> p.rel, n.nspname, r.relname), c.rel, format('%I.%I', n.nspname, r.relname),
        r.relname, r.relnamespace
    FROM (SELECT DISTINCT pg_temp.col.rel FROM pg_temp.col) AS c JOIN pg_class r ON r.oid = c.rel
        JOIN pg_namespace n ON r.relnamespace = n.oid,
        pg_temp.plan AS p;
END
$$;

-- What the keys are, by a look at each of them, and how the new ones are made.
CREATE FUNCTION pg_temp.find_values() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p record;
    j record;
    a record;
    no_time bigint;
    negative bigint;
    twice bigint;
    own text;
    number text;
    maker text;
    fallback text;
    hash CONSTANT text := $q$('x' || encode(substr(sha256(%s), 1, 8), 'hex'))::bit(64)::bigint$q$;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO j FROM pg_temp.job;
    -- Whether a key has a time of its own, and whether it is in lower case.
    own := CASE
        WHEN p.old_type = 'uuid' THEN format($q$substr(%1$I::text, 15, 1) = '7'
            AND substr(%1$I::text, 20, 1) IN ('8', '9', 'a', 'b')$q$, p.key_name)
        WHEN p.old_type IN ('text', 'character varying', 'bpchar') THEN
            format($q$upper(%1$I::text) ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'$q$, p.key_name)
        WHEN p.old_type = 'bytea' THEN format($q$CASE WHEN octet_length(%1$I) = 16 THEN
            %2$s.ulid_extract_timestamp(%1$I::%2$s.ulid) BETWEEN '2000-01-01' AND now() + interval '1 day' END$q$, p.key_name,
                p.kit)
        ELSE 'false' END;
    EXECUTE format($q$SELECT count(*), coalesce(bool_and(coalesce(%s, false)), false),
            CASE WHEN bool_and(%2$I::text = lower(%2$I::text)) THEN 'lower' ELSE 'upper' END FROM %3$s$q$,
        own, p.key_name, p.name) INTO p.rows, p.kept, p.letters;

    IF p.kept AND p.old_type = 'uuid' AND j.type = 'uuid' THEN
        PERFORM pg_temp.refuse('its keys are UUIDs of version 7 already');
    END IF;
    IF NOT p.kept THEN
        SELECT attname, atttypid::regtype AS type INTO a FROM pg_attribute
        WHERE attrelid = p.rel AND attname = j.made_at AND attnum > 0 AND NOT attisdropped;
        IF NOT FOUND THEN
            PERFORM pg_temp.refuse(format('it has no column %s', quote_ident(j.made_at)),
                'Name the column with the time of a row by -v made_at=.');
        ELSIF a.type NOT IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype) THEN
            PERFORM pg_temp.refuse(format('%s has the type %s', quote_ident(j.made_at), a.type),
                'Name a column with the time of a row by -v made_at=.');
        ELSIF NOT EXISTS (SELECT FROM pg_timezone_names WHERE pg_timezone_names.name = j.zone) THEN
            PERFORM pg_temp.refuse(format('there is no time zone %s', quote_literal(j.zone)));
        END IF;
        p.time_is := CASE a.type WHEN 'timestamptz'::regtype THEN '%s' WHEN 'timestamp'::regtype
            THEN format('%%s AT TIME ZONE %L', j.zone)
            ELSE format('%%s::timestamp AT TIME ZONE %L', j.zone) END;
        EXECUTE format($q$SELECT count(*) FILTER (WHERE (at >= 'epoch'::timestamptz AND isfinite(at)) IS NOT TRUE)
                FROM (SELECT %s AS at FROM %s) AS o$q$,
            format(p.time_is, quote_ident(j.made_at)), p.name)
            INTO no_time;
        IF no_time > 0 THEN
            PERFORM pg_temp.refuse(format('%s of %s rows have no time from 1970 on in %I', no_time, p.rows, j.made_at),
                format('Look at SELECT * FROM %1$s WHERE %2$I IS NULL OR %2$I < ''1970-01-01'' OR NOT isfinite(%2$I).', p.name,
                    j.made_at));
        END IF;
    END IF;

    number := CASE WHEN p.old_type IN ('bigint', 'integer', 'smallint') THEN 'old_key'
        WHEN p.old_type = 'uuid' THEN format(hash, 'uuid_send(old_key)')
        WHEN p.old_type = 'bytea' THEN format(hash, 'old_key')
        ELSE format(hash, $q$convert_to(old_key::text, 'UTF8')$q$) END;
    IF j.type = 'uuid' AND NOT p.kept AND number = 'old_key' THEN
        EXECUTE format('SELECT count(*) FROM %s WHERE %I < 0', p.name, p.key_name) INTO negative;
        IF negative > 0 THEN
            PERFORM pg_temp.refuse('some of its keys are negative',
                'A UUID of version 7 has room for numbers from 0 on; a ulid takes any.');
        END IF;
    END IF;
    maker := CASE
        WHEN p.kept AND p.old_type = 'uuid' THEN format('old_key::%s.ulid', p.kit)
        WHEN p.kept AND j.type = 'ulid' THEN format('%s::%s.ulid', CASE p.old_type WHEN 'bytea' THEN 'old_key'
            ELSE 'old_key::text' END, p.kit)
        WHEN p.kept THEN format('%2$s.ulid_to_uuidv7(%1$s::%2$s.ulid)', CASE p.old_type WHEN 'bytea' THEN 'old_key'
            ELSE 'old_key::text' END, p.kit)
        WHEN j.type = 'ulid' THEN format('%s.ulid_make_ordered(made_at, %s)', p.kit, number)
        WHEN number = 'old_key' THEN format('%s.uuidv7_make_ordered(made_at, %s)', p.kit, number)
        ELSE format('%s.uuidv7_make_ordered(made_at, %s & 4611686018427387903)', p.kit, number) END;
    p.next_new := format('%s.%s_generate()', p.kit, CASE j.type WHEN 'ulid' THEN 'ulid' ELSE 'uuidv7' END);
    -- Two keys must not become one.
    EXECUTE format('SELECT count(*) - count(DISTINCT %s) FROM (SELECT %I AS old_key, %s AS made_at FROM %s) AS s',
        maker, p.key_name, coalesce(format(p.time_is, quote_ident(j.made_at)), 'NULL::timestamptz'), p.name) INTO twice;
    IF twice > 0 THEN
        PERFORM pg_temp.refuse(format('%s of its keys would become the same as others', twice),
            'Look for ULIDs in upper and in lower case.');
    END IF;

    -- Old keys for new rows.
    SELECT t.attidentity, t.atttypmod, pg_get_expr(d.adbin, d.adrelid) AS value INTO a
    FROM pg_attribute t LEFT JOIN pg_attrdef d ON d.adrelid = t.attrelid AND d.adnum = t.attnum WHERE t.attrelid = p.rel
        AND t.attnum = p.key;
    fallback := CASE
        WHEN p.kept AND p.old_type = 'uuid' THEN 'new_key::uuid'
        WHEN p.kept AND p.old_type = 'bytea' THEN format('new_key::%s.ulid::bytea', p.kit)
        WHEN p.kept THEN format('%s(new_key::%s.ulid::text)', p.letters, p.kit)
        WHEN p.old_type = 'uuid' THEN 'new_key::uuid'
        WHEN p.old_type = 'bytea' THEN format('uuid_send(%s)', 'new_key::uuid')
        WHEN number <> 'old_key' THEN 'new_key::text' END;
    IF a.attidentity <> '' THEN
        p.next_old := format('nextval(%L::regclass)', pg_get_serial_sequence(p.name, p.key_name));
    ELSIF a.value IS NOT NULL AND NOT p.kept THEN
        p.next_old := a.value;
    ELSIF fallback IS NOT NULL THEN
        p.next_old := fallback;
        IF NOT p.kept AND p.old_type IN ('character varying', 'bpchar')
            AND a.atttypmod < (CASE j.type WHEN 'ulid' THEN 26 ELSE 36 END + 4) AND a.atttypmod <> -1 THEN
            PERFORM pg_temp.refuse('its key is too short for a new one, and has no default',
                'Until step 7 each new row gets an old key, too: give the column a default that makes one.');
        END IF;
    ELSE
        p.sequence := format('%I.%I', (SELECT nspname FROM pg_namespace WHERE oid = p.space),
            pg_temp.fresh(p.space, regexp_replace(p.file, '_+$', '') || '_rekey_seq'));
        p.next_old := format('nextval(%L::regclass)', p.sequence);
    END IF;
    UPDATE pg_temp.plan SET kept = p.kept, letters = p.letters, time_is = p.time_is, rows = p.rows, next_old = p.next_old,
        sequence = p.sequence, next_new = p.next_new, make = maker, back = fallback;
END
$$;

-- Names of the scripts' own, which nothing may have yet.
CREATE FUNCTION pg_temp.find_names() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p record;
    t record;
    base text;
BEGIN
    SELECT *, (parse_ident(fn))[2] AS base INTO p FROM pg_temp.plan;
    IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = p.space AND starts_with(proname, p.base)
        UNION ALL SELECT FROM pg_class WHERE relnamespace = p.space AND starts_with(relname, p.base || '_early'))
    THEN
        PERFORM pg_temp.refuse(format('a function or a table begins with %s already', p.fn),
            'Those are the names that the scripts make.');
    END IF;
    FOR t IN SELECT * FROM pg_temp.tab ORDER BY n LOOP
        base := CASE WHEN t.n = 1 THEN p.base ELSE pg_temp.fresh(p.space, p.base || '_on_' || t.relname) END;
        UPDATE pg_temp.tab SET fn = format('%I.%I', (SELECT nspname FROM pg_namespace WHERE oid = p.space), base) WHERE n = t.n;
        UPDATE pg_temp.col SET given = quote_ident(pg_temp.fresh(t.space, t.relname || '_' || new_name || '_given'))
            WHERE rel = t.rel;
    END LOOP;
END
$$;

DO $$
BEGIN
    PERFORM pg_temp.find_key();
    PERFORM pg_temp.find_columns();
    PERFORM pg_temp.find_values();
    PERFORM pg_temp.find_names();
END
$$;
