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
CREATE FUNCTION app.dynamic(text) RETURNS uuid LANGUAGE plpgsql IMMUTABLE AS
    $$ DECLARE id uuid; BEGIN EXECUTE 'SELECT $1::FUNCTIONS.ulid::uuid' INTO id USING $1; RETURN id; END $$;
CREATE FUNCTION app.own_path() RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog, FUNCTIONS, pg_temp AS
    $$ BEGIN RETURN uuidv7_generate(); END $$;
CREATE PROCEDURE app.nothing(INOUT id uuid DEFAULT uuidv7_generate()) LANGUAGE sql BEGIN ATOMIC SELECT id; END;
CREATE FUNCTION app.all_tickets() RETURNS SETOF app.ticket LANGUAGE sql STABLE AS 'SELECT * FROM app.ticket';
CREATE DOMAIN app.key AS uuid CONSTRAINT plausible CHECK (uuidv7_extract_timestamp(VALUE) BETWEEN '2020-01-01Z' AND '2100-01-01Z');
COMMENT ON CONSTRAINT plausible ON DOMAIN app.key IS 'this century';
CREATE TABLE app.once (id uuid DEFAULT uuidv7_generate(), CONSTRAINT one_a_time EXCLUDE (uuidv7_extract_timestamp(id) WITH =) DEFERRABLE);
ALTER TABLE app.once ADD CONSTRAINT later CHECK (id < uuidv7_max('2100-01-01Z')) NOT VALID;
CREATE TABLE app.event (id uuid PRIMARY KEY DEFAULT uuidv7_generate(), n integer, CHECK (typeid_encode('event', id) <> '')) PARTITION BY RANGE (id);
CREATE TABLE app.event_old PARTITION OF app.event FOR VALUES FROM (MINVALUE) TO ('01941f29-7c00-0000-0000-000000000000');
CREATE TABLE app.event_new PARTITION OF app.event FOR VALUES FROM ('01941f29-7c00-0000-0000-000000000000') TO (MAXVALUE);
CREATE INDEX event_text ON app.event ((id::ulid::varchar));
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
sub move { return run($_[0], '', '-f', 'examples/sql/move.sql') }

$node->safe_psql('postgres', 'CREATE ROLE app_owner LOGIN; CREATE DATABASE moved OWNER app_owner; CREATE DATABASE fresh OWNER app_owner;
    ALTER DATABASE moved SET search_path = public, ulidkit_sql');
$node->safe_psql($_, 'ALTER SCHEMA public OWNER TO app_owner') for qw(moved fresh);

run_safely('fresh', 'CREATE EXTENSION ulidkit;' . $objects =~ s/FUNCTIONS/public/gr . $rows);
run_safely('moved', '', '-1', '-f', 'examples/sql/ulidkit.sql');
run_safely('moved', $objects =~ s/FUNCTIONS/ulidkit_sql/gr . $rows);
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

# What it cannot move. A superuser's objects are refused as well.
my %refused = (
    'column id of table app.other' => 'CREATE TABLE app.other (id ulidkit_sql.ulid)',
    'column ids of table app.other' => 'CREATE TABLE app.other (ids ulidkit_sql.ulid[])',
    'column ulid of view app.other' => 'CREATE VIEW app.other AS SELECT id::ulidkit_sql.ulid AS ulid FROM app.ticket',
    'function app.other(ulidkit_sql.ulid)' => q{CREATE FUNCTION app.other(ulidkit_sql.ulid) RETURNS text LANGUAGE sql RETURN $1::text},
    'function app.other()' => q{CREATE FUNCTION app.other() RETURNS text LANGUAGE plpgsql AS 'BEGIN EXECUTE format(''SELECT %I.f()'', ''ulidkit_sql''); END'},
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
    my $column = "default value for column public of table %s (something else uses this generated column)";
    $refused{ sprintf $column, 'app.ticket' } = 'CREATE VIEW app.other AS SELECT public FROM app.ticket';
    $refused{ sprintf $column, 'app.parent' } = "CREATE TABLE app.parent (id uuid, public text GENERATED ALWAYS AS (ulidkit_sql.typeid_encode('a', id)) STORED);
        CREATE TABLE app.other () INHERITS (app.parent)";
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

(undef, $error) = move('moved');
unlike($error, qr/ERROR/, 'moved') or diag $error;
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

done_testing;
