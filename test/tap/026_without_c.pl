# From the functions of examples/sql/ulidkit.sql to those of the extension, by examples/sql/move.sql: a database that was made
# without the extension is then as one that was made with it, in its definitions, its rows and its plans. What cannot be moved
# is listed, and nothing is changed.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main');
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');

# The objects of an application, without a schema in the names of the functions. Generated columns are the last ones of their
# tables, where move.sql puts them before 17.
my $objects = <<'SQL';
CREATE SCHEMA app;
CREATE TABLE app.ticket (
    id uuid PRIMARY KEY DEFAULT uuidv7_generate(),
    title text,
    CONSTRAINT recent CHECK (uuidv7_extract_timestamp(id) >= '2020-01-01Z'),
    public text COLLATE "C" GENERATED ALWAYS AS (typeid_encode('ticket', id)) STORED NOT NULL CONSTRAINT public_key UNIQUE);
COMMENT ON CONSTRAINT recent ON app.ticket IS 'not before 2020';
COMMENT ON CONSTRAINT public_key ON app.ticket IS 'what customers know';
COMMENT ON COLUMN app.ticket.public IS 'for URLs';
CREATE INDEX ticket_text ON app.ticket ((id::ulid::text));
COMMENT ON INDEX app.ticket_text IS 'by ULID';
ALTER TABLE app.ticket CLUSTER ON ticket_text;
ALTER TABLE app.ticket REPLICA IDENTITY USING INDEX public_key;
COMMENT ON INDEX app.public_key IS 'the index of the constraint';
CREATE TABLE app.tag (id uuid NOT NULL, public text GENERATED ALWAYS AS (typeid_encode('tag', id)) STORED NOT NULL);
CREATE UNIQUE INDEX tag_public ON app.tag (public) WITH (fillfactor = 60) TABLESPACE apart;
ALTER TABLE app.tag CLUSTER ON tag_public;
ALTER TABLE app.tag REPLICA IDENTITY USING INDEX tag_public;
CREATE INDEX ticket_title ON app.ticket (title, public) WHERE typeid_encode('a', id) > 'a';
COMMENT ON INDEX app.ticket_title IS 'by title';
CREATE INDEX "ticket's" ON app.ticket ((uuidv7_extract_timestamp(id) AT TIME ZONE 'UTC'));
CREATE VIEW app.open_ticket WITH (security_barrier = true) AS
    SELECT id, title, uuidv7_extract_timestamp(id) AS created_at, id::ulid::text AS ulid, 'ulidkit_sql.uuidv7_min(' AS "ulidkit_sql.ulid"
    FROM app.ticket WHERE id >= uuidv7_min('2024-01-01Z') AND title <> 'it''s ulidkit_sql.ulid';
COMMENT ON VIEW app.open_ticket IS 'not yet done';
GRANT SELECT ON app.open_ticket TO PUBLIC;
CREATE VIEW app.of_view AS SELECT count(*), max(created_at) FROM app.open_ticket;
CREATE FUNCTION app.since(ts timestamptz, first timestamptz DEFAULT uuidv7_extract_timestamp('01941f29-7c00-7000-8000-000000000000'))
    RETURNS SETOF uuid LANGUAGE sql STABLE BEGIN ATOMIC SELECT id FROM app.ticket WHERE uuidv7_extract_timestamp(id) >= greatest(ts, first); END;
CREATE FUNCTION app.until(ts timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE AS
    $$ SELECT id FROM app.ticket WHERE FUNCTIONS.uuidv7_extract_timestamp(id) < ts $$;
CREATE FUNCTION app.shouted(ts timestamptz) RETURNS uuid LANGUAGE sql STABLE AS 'SELECT Upper_Functions.UUIDv7_Min(ts)';
CREATE FUNCTION app.dynamic(text) RETURNS uuid LANGUAGE plpgsql IMMUTABLE AS
    $$ DECLARE id uuid; BEGIN EXECUTE 'SELECT $1::FUNCTIONS.ulid::uuid' INTO id USING $1; RETURN id; END $$;
CREATE FUNCTION app.own_path() RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog, FUNCTIONS, pg_temp AS
    $$ BEGIN RETURN uuidv7_generate(); END $$;
CREATE PROCEDURE app.nothing(INOUT id uuid DEFAULT uuidv7_generate()) LANGUAGE sql BEGIN ATOMIC SELECT id; END;
CREATE FUNCTION app.all_tickets() RETURNS SETOF app.ticket LANGUAGE sql STABLE AS 'SELECT * FROM app.ticket';
CREATE DOMAIN app.key AS uuid CONSTRAINT plausible CHECK (uuidv7_extract_timestamp(VALUE) BETWEEN '2020-01-01Z' AND '2100-01-01Z');
COMMENT ON CONSTRAINT plausible ON DOMAIN app.key IS 'this century';
CREATE TABLE app.once (id uuid DEFAULT uuidv7_generate(), CONSTRAINT one_a_time EXCLUDE (uuidv7_extract_timestamp(id) WITH =)
    WITH (fillfactor = 50) USING INDEX TABLESPACE apart DEFERRABLE);
CREATE INDEX once_typeid ON app.once (typeid_encode('once', id)) TABLESPACE apart;
ALTER TABLE app.once ADD CONSTRAINT later CHECK (id < uuidv7_max('2100-01-01Z')) NOT VALID;
CREATE TABLE app.event (id uuid PRIMARY KEY DEFAULT uuidv7_generate(), n integer, CHECK (typeid_encode('event', id) <> '')) PARTITION BY RANGE (id);
CREATE TABLE app.event_old PARTITION OF app.event FOR VALUES FROM (MINVALUE) TO ('01941f29-7c00-0000-0000-000000000000');
CREATE TABLE app.event_new PARTITION OF app.event FOR VALUES FROM ('01941f29-7c00-0000-0000-000000000000') TO (MAXVALUE);
CREATE INDEX old_text ON app.event_old ((id::ulid::varchar)) TABLESPACE apart;
COMMENT ON INDEX app.old_text IS 'with a name of its own';
ALTER TABLE app.event_old CLUSTER ON old_text;
CREATE INDEX event_text ON app.event ((id::ulid::varchar));
CREATE INDEX event_only ON app.event ((' ON ONLY ' || typeid_encode('event', id))) TABLESPACE apart;
CREATE INDEX of_one ON app.event_old (typeid_encode('event', id));
ALTER TABLE app.event ENABLE ROW LEVEL SECURITY;
CREATE POLICY present ON app.event USING (uuidv7_extract_timestamp(id) < now()) WITH CHECK (typeid_encode('event', id) <> '');
CREATE POLICY readable ON app.event FOR SELECT USING (id::ulid::timestamptz < now());
CREATE VIEW app.plain AS SELECT id FROM app.ticket;
ALTER VIEW app.plain ALTER id SET DEFAULT uuidv7_generate();
SQL
my $rows = <<'SQL';
INSERT INTO app.ticket SELECT (lpad(to_hex(1704067200000 + n * 3600000), 12, '0') || '7' || left(md5(n::text), 3) || '8' || right(md5(n::text), 15))::uuid,
    'ticket ' || n FROM generate_series(1::bigint, 10000) AS n;
INSERT INTO app.event SELECT id, 1 FROM app.ticket;
INSERT INTO app.once SELECT id FROM app.ticket;
ANALYZE app.ticket, app.event, app.once;
SQL

# Queries without a schema in the names of the functions. Their rows are always the same, and with the extension the plans.
my @queries = (
    "SELECT * FROM app.open_ticket WHERE created_at >= '2025-01-01Z' AND created_at < '2025-01-02Z' ORDER BY id",
    'SELECT * FROM app.of_view',
    'SELECT id FROM app.ticket ORDER BY uuidv7_extract_timestamp(id) DESC, id LIMIT 20',
    "SELECT title FROM app.ticket WHERE id::ulid::text = '01HN15GT00AD3DK0F8BR9RN5Q1' OR id::ulid::text > '01JGFJJZ000000000000000000' ORDER BY 1",
    "SELECT title, public FROM app.ticket WHERE public = 'ticket_' || lower(id::ulid::text) ORDER BY title LIMIT 20",
    "SELECT title FROM app.ticket WHERE id = (SELECT id::ulid::text FROM app.ticket ORDER BY id LIMIT 1)::text::ulid::uuid",
    "SELECT count(*) FROM app.since('2025-02-01Z')",
    "SELECT count(*) FROM app.until('2024-02-01Z')",
    "SELECT app.dynamic('01ARZ3NDEKTSV4RRFFQ69G5FAV')",
    "SELECT count(*) FROM app.event WHERE uuidv7_extract_timestamp(id) < '2024-12-01Z'",
    "SELECT '01941f29-7c00-7000-8000-000000000000'::app.key",
    "SELECT max(uuidv7_extract_timestamp(id)) FROM app.event",
    "SELECT app.shouted('2024-02-01Z')",
);

# As the owner of the database, who is no superuser.
sub run {
    my ($database, $script, @options) = @_;
    my ($out, $error) = ('', '');
    IPC::Run::run([ 'psql', '-X', '-q', '-A', '-t', '-d', $node->connstr($database) . ' user=app_owner', '-v', 'ON_ERROR_STOP=1', @options ],
        '<', \$script, '>', \$out, '2>', \$error);
    return ($out, $error);
}

sub run_safely {
    my ($out, $error) = run(@_);
    die $error if $error =~ /ERROR|FATAL/;
    return $out;
}

sub answers { my ($database, $explain) = @_; return map { run_safely($database, ($explain // '') . $_) } @queries }

# In a session with settings that change how PostgreSQL writes definitions, and where it makes indexes.
sub move {
    local $ENV{PGOPTIONS} = '-c quote_all_identifiers=on -c default_tablespace=apart -c datestyle=SQL,DMY'
        . ' -c intervalstyle=sql_standard -c extra_float_digits=-15'
        . ($version < 190000 ? ' -c standard_conforming_strings=off' : '');
    return run($_[0], '', '-f', 'examples/sql/move.sql');
}

$node->safe_psql('postgres', "SET allow_in_place_tablespaces = on;\nCREATE TABLESPACE apart LOCATION '';\nGRANT CREATE ON TABLESPACE apart TO PUBLIC");
$node->safe_psql('postgres', 'CREATE ROLE app_owner LOGIN; CREATE DATABASE moved OWNER app_owner; CREATE DATABASE fresh OWNER app_owner;
    ALTER DATABASE moved SET search_path = public, ulidkit_sql');
$node->safe_psql($_, 'ALTER SCHEMA public OWNER TO app_owner') for qw(moved fresh);

run_safely('fresh', 'CREATE EXTENSION ulidkit;' . $objects =~ s/(Upper_Functions|FUNCTIONS)/public/gr . $rows);
run_safely('moved', '', '-1', '-f', 'examples/sql/ulidkit.sql');
run_safely('moved', $objects =~ s/FUNCTIONS/ulidkit_sql/gr =~ s/Upper_Functions/ULIDkit_SQL/r . $rows);
my $before = dump_of($node, 'moved');
my @fresh_rows = answers('fresh');
my @fresh_plans = answers('fresh', 'EXPLAIN (COSTS OFF) ');
is_deeply([ answers('moved') ], \@fresh_rows, 'without the extension, the queries have the same rows');
my $error;
my @plans = answers('moved', 'EXPLAIN (COSTS OFF) ');
isnt($plans[$_], $fresh_plans[$_], "without the extension, another plan: $queries[$_]") for 0, 2, 9, 11;

# pg_dump does not know which function calls which, and writes the table of a generated column before all_tickets().
my ($dump) = run_command([ 'pg_dump', '-d', $node->connstr('moved') ]);
like($dump, qr/CREATE TABLE app\.ticket .*CREATE FUNCTION ulidkit_sql\.crockford_encode/s, 'a table before a function that it needs');
$node->safe_psql('postgres', 'CREATE DATABASE restored');
(undef, undef, $error) = $node->psql('restored', $dump);
is($error, '', 'the dump can be restored');

# Without the extension there is nothing to move to.
(undef, $error) = move('moved');
like($error, qr/ERROR:  the extension ulidkit is not installed/, 'needs the extension');
run_safely('moved', 'CREATE EXTENSION ulidkit');
$before = dump_of($node, 'moved');

# What it cannot move.
my %refused = (
    'column id of table app.other' => 'CREATE TABLE app.other (id ulidkit_sql.ulid)',
    'column ids of table app.other' => 'CREATE TABLE app.other (ids ulidkit_sql.ulid[])',
    'column ulid of view app.other' => 'CREATE VIEW app.other AS SELECT id::ulidkit_sql.ulid AS ulid FROM app.ticket',
    'function app.other(ulidkit_sql.ulid)' => q{CREATE FUNCTION app.other(ulidkit_sql.ulid) RETURNS text LANGUAGE sql RETURN $1::text},
    'function app.other()' => q{CREATE FUNCTION app.other() RETURNS text LANGUAGE plpgsql AS 'BEGIN EXECUTE format(''SELECT %I.f()'', ''ulidkit_sql''); END'},
    'function app.other() (its search_path cannot be read)' => q{SELECT set_config('search_path', 'ulidkit_sql, größe', false);
        CREATE FUNCTION app.other() RETURNS integer LANGUAGE sql SET search_path FROM CURRENT AS 'SELECT 1'},
    'function app.other(text)' => q{CREATE FUNCTION app.other(text) RETURNS text LANGUAGE plpgsql AS 'BEGIN -- not Ulidkit_SQL
        RETURN $1; END'},
    'rule _RETURN on materialized view app.other' => 'CREATE MATERIALIZED VIEW app.other AS SELECT ulidkit_sql.uuidv7_extract_timestamp(id) FROM app.ticket',
    'rule other on table app.once' => 'CREATE RULE other AS ON DELETE TO app.once WHERE ulidkit_sql.uuidv7_extract_timestamp(OLD.id) > now() DO INSTEAD NOTHING',
    'statistics object app.other' => 'CREATE STATISTICS app.other ON (ulidkit_sql.uuidv7_extract_timestamp(id)), title FROM app.ticket',
    'table app.other' => 'CREATE TABLE app.other (id uuid) PARTITION BY RANGE (ulidkit_sql.uuidv7_extract_timestamp(id))',
    'trigger other on table app.once' => 'CREATE TRIGGER other BEFORE UPDATE ON app.once FOR EACH ROW
        WHEN (ulidkit_sql.uuidv7_extract_timestamp(NEW.id) > now()) EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    'table ulidkit_sql.other' => 'CREATE TABLE ulidkit_sql.other ()',
    'constraint c on table app.other' => 'CREATE TABLE app.parent (id uuid, CONSTRAINT c CHECK (ulidkit_sql.uuidv7_extract_timestamp(id) > now()));
        CREATE TABLE app.other (LIKE app.parent INCLUDING CONSTRAINTS); ALTER TABLE app.other INHERIT app.parent',
);
if ($version < 170000) {
    my $column = "default value for column public of table %s (something else uses this generated column, or it has privileges or settings of its own)";
    $refused{ sprintf $column, 'app.ticket' } = 'CREATE VIEW app.other AS SELECT public FROM app.ticket';
    $refused{ sprintf $column, 'app.parent' } = "CREATE TABLE app.parent (id uuid, public text GENERATED ALWAYS AS (ulidkit_sql.typeid_encode('a', id)) STORED);
        CREATE TABLE app.other () INHERITS (app.parent)";
    my $n = 0;
    $refused{ sprintf $column, 'app.other' . ++$n } = "CREATE TABLE app.other$n (id uuid, public text GENERATED ALWAYS AS (ulidkit_sql.typeid_encode('a', id)) STORED);
        ALTER TABLE app.other$n ALTER public $_"
        for 'SET STATISTICS 7', 'SET STORAGE EXTERNAL', 'SET COMPRESSION pglz', 'SET (n_distinct = 5)';
}
for my $object (sort keys %refused) {
    run_safely('moved', $refused{$object});
    my $with = dump_of($node, 'moved');
    (undef, $error) = move('moved');
    like($error, qr/ERROR:  nothing was moved, .*\nDETAIL:  (.*\n)*?(DETAIL:  )?\Q$object\E\n/, "not moved: $object") or diag $error;
    is(dump_of($node, 'moved'), $with, 'nothing was changed');
    my ($kind, $name) = $refused{$object} =~ /.*CREATE (MATERIALIZED VIEW|\w+) (\S+)/s;
    my $on = $object =~ /^(?:rule other|trigger)/ ? ' ON app.once' : '';
    run_safely('moved', "DROP $kind $name$on;" =~ s/\(.*?\)//r . 'DROP TABLE IF EXISTS app.parent CASCADE');
    is(dump_of($node, 'moved'), $before, 'as before') if $object eq 'table app.other';
}

# An interrupted move changes nothing: somebody has locked a table.
my $other = $node->background_psql('moved');
$other->query_safe('BEGIN; LOCK TABLE app.once IN ACCESS SHARE MODE');
(undef, $error) = move('moved');
like($error, qr/lock timeout/, 'a lock timeout');
$other->quit;
is(dump_of($node, 'moved'), $before, 'nothing was changed');

# The temporary table of another session goes with it.
my $temporary = $node->background_psql('moved');
$temporary->query_safe('CREATE TEMPORARY TABLE soon_gone (id uuid DEFAULT ulidkit_sql.uuidv7_generate() CHECK (ulidkit_sql.uuidv7_max(now()) > id));
    CREATE TEMPORARY TABLE not_movable (id ulidkit_sql.ulid)');
(undef, $error) = move('moved');
unlike($error, qr/ERROR/, 'moved') or diag $error;
unlike($error, qr/soon_gone/, 'a temporary table of another session is left out');
$temporary->quit;
like($error, qr/moving $_\n/, "says that $_ is moved")
    for 'index app.ticket_text', 'rule _RETURN on view app.open_ticket', 'function app.until\(timestamp with time zone\)';
like($error, qr/the search_path of database moved still has ulidkit_sql/, 'says where a search_path has the schema');
is_deeply([ answers('moved') ], \@fresh_rows, 'moved: the same rows');
is_deeply([ answers('moved', 'EXPLAIN (COSTS OFF) ') ], \@fresh_plans, 'moved: the plans of the extension');

my $after = dump_of($node, 'moved');
(undef, $error) = move('moved');
like($error, qr/nothing uses the functions of the schema ulidkit_sql/, 'a second time it moves nothing');
is(dump_of($node, 'moved'), $after, 'and changes nothing');

run_safely('moved', 'DROP SCHEMA ulidkit_sql CASCADE');
is(dump_of($node, 'moved'), dump_of($node, 'fresh'), 'without the schema, the database is as one that was made with the extension');
(undef, $error) = move('moved');
like($error, qr/nothing uses the functions/, 'a third time, without the schema');
is(run_safely('moved', q{SELECT substr(app.own_path()::text, 15, 1); INSERT INTO app.ticket (title) VALUES ('new') RETURNING substr(id::text, 15, 1);
    CALL app.nothing() \g /dev/null}), "7\n7\n", 'generation goes on');
is(run_safely('moved', "SELECT indisclustered FROM pg_index WHERE indexrelid = 'app.ticket_text'::regclass"), "t\n", 'still clustered');

# Whose functions it runs, and with which rights: a constraint has a function of its owner, bob, who tries to become a superuser.
$node->safe_psql('postgres', 'CREATE ROLE alice LOGIN; CREATE ROLE bob LOGIN; CREATE ROLE member LOGIN IN ROLE alice, bob;
    CREATE ROLE root SUPERUSER; CREATE ROLE admin LOGIN NOINHERIT IN ROLE root, alice, bob; CREATE DATABASE owners');
$node->safe_psql('owners', 'CREATE SCHEMA a AUTHORIZATION alice; CREATE SCHEMA b AUTHORIZATION bob; CREATE EXTENSION ulidkit');
$node->safe_psql('owners', slurp_file('examples/sql/ulidkit.sql'));

sub as {
    my ($role, $sql, @options) = @_;
    my ($out, $error) = ('', '');
    IPC::Run::run([ 'psql', '-X', '-q', '-A', '-t', '-d', $node->connstr('owners') . ($role ? " user=$role" : ''),
        '-v', 'ON_ERROR_STOP=1', '-c', $sql, @options ], '>', \$out, '2>', \$error);
    return $out . $error;
}
my @move = ('-f', 'examples/sql/move.sql');

as('alice', 'CREATE TABLE a.t (id uuid DEFAULT ulidkit_sql.uuidv7_generate())');
as('bob', <<'SQL');
CREATE FUNCTION b.evil() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    BEGIN RESET ROLE; RESET SESSION AUTHORIZATION; EXECUTE 'SET ROLE root'; EXCEPTION WHEN insufficient_privilege THEN NULL; END;
    BEGIN ALTER ROLE bob SUPERUSER; EXCEPTION WHEN insufficient_privilege THEN NULL; END;
    RETURN true;
END
$$;
CREATE TABLE b.t (id uuid CHECK (ulidkit_sql.uuidv7_extract_timestamp(id) > '2000-01-01' AND b.evil()));
INSERT INTO b.t VALUES (ulidkit_sql.uuidv7_generate());
SQL
for my $way ([ '', 'SELECT 1' ], [ '', 'SET ROLE member' ], [ '', 'SET SESSION AUTHORIZATION member' ], [ 'admin', 'SELECT 1' ], [ 'admin', 'SET ROLE bob' ]) {
    like(as(@$way, @move), qr/with the rights of a superuser\nDETAIL:  Objects .* are owned by alice, bob\.\n/, "refused: @$way");
    is(as('', "SELECT rolsuper FROM pg_roles WHERE rolname = 'bob'"), "f\n", 'bob is no superuser');
}
like(as('alice', 'SELECT 1', @move), qr/ERROR:  permission denied for schema b/, 'who does not own all cannot move them');

# A search_path that is no list of plain names, because set_config() has set it: the value, and what it becomes if the schema is in it.
my @paths = (
    [ ' "ulidkit_sql-old","a ""ulidkit_sql"" b",ULIDKIT_SQL , "Pg_Temp",""', '"ulidkit_sql-old", "a ""ulidkit_sql"" b", public, "Pg_Temp", ""' ],
    [ 'ulidkit_sql,x;CREATE/**/TABLE/**/b.injected();--', 'public, "x;create/**/table/**/b.injected();--"' ],
    map { [ $_, $_ ] } 'ulidkit_sql;CREATE/**/TABLE/**/b.injected();--', '"ulidkit_sql-old"', 'ulidkit_sql-old,"ULIDKIT_SQL"', '"ulidkit_sql,a"',
    '"a""ulidkit_sql"', 'a"ulidkit_sql"',
);
as('alice', join '', map { "SELECT set_config('search_path', '$paths[$_][0]', false);
    CREATE FUNCTION a.f$_() RETURNS integer LANGUAGE sql SET search_path FROM CURRENT AS 'SELECT 1';" } 0 .. $#paths);
unlike(as('member', 'SELECT 1', @move), qr/ERROR/, 'a member of both owners moves all');
is(as('', "SELECT substr(proconfig[1], 13) FROM pg_proc WHERE pronamespace = 'a'::regnamespace AND proname = 'f$_'"), "$paths[$_][1]\n",
    "search_path = $paths[$_][0]") for 0 .. $#paths;
is(as('', "SELECT to_regclass('b.injected')"), "\n", 'nothing of it was executed');
like(as('', 'SELECT 1', @move), qr/nothing uses the functions/, 'all was moved');
as('', 'CREATE TABLE public.of_superuser (id uuid CHECK (id > ulidkit_sql.uuidv7_min(now())))');
like(as('', 'SELECT 1', @move), qr/moving constraint of_superuser_id_check/, 'a superuser moves what superusers own');
like(as('', 'SELECT 1', @move), qr/nothing uses the functions/, 'all was moved');

# The statement for pg_tle, in the place of which there is a function that keeps the text as pg_tle does: as that of a function.
as('', q{CREATE SCHEMA pgtle;
    CREATE FUNCTION pgtle.install_extension(name text, version text, description text, body text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        EXECUTE format('CREATE FUNCTION pgtle.%I() RETURNS text LANGUAGE sql AS %L', name || '--' || version || '.sql', format('SELECT %L', body));
    END
    $$});
my ($statement) = run_command(['sh', 'examples/sql/pg_tle.sh']);
as('', $statement);
is(as('', 'SELECT pgtle."ulidkit_sql--1.1.sql"()'), "\n" . slurp_file('examples/sql/ulidkit.sql') . "\n", 'pg_tle gets the whole file');
like(as('', 'SELECT 1', @move), qr/nothing uses the functions/, 'and what it keeps is not in the way');

done_testing;
