# Every released version updates to the present one, and the present one to a later one: the catalog is that of a fresh
# installation, and the rows are the same. ulidkit_text is updated after ulidkit. After an upgrade of the server, objects that only newer servers have are
# attached.
use strict;
use warnings;
use Ulidkit;
use File::Copy;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('update');
my $present = $node->safe_psql('postgres', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'");
my @released = split /\n/,
    $node->safe_psql('postgres', "SELECT source FROM pg_extension_update_paths('ulidkit') WHERE target = '$present' AND path IS NOT NULL AND source NOT LIKE '%-pg_upgraded' ORDER BY 1");
ok((grep { $_ eq '0.1.0' } @released), 'there are released versions, the first among them');
my %kept = map { $_ => 1 } map { m{/ulidkit--([0-9.]+)(?:--|\.sql$)} } glob 'src/sql/{released,updates}/ulidkit--*.sql';
delete $kept{$present};
is(join(' ', sort @released), join(' ', sort keys %kept), 'none is left out, also of those that have no installation script');

# Rows and indexes of every kind, made with what the version of the database has.
sub fill {
    my ($database, @kinds) = @_;
    $node->safe_psql($database, "CREATE SCHEMA app; ALTER DATABASE $database SET search_path = app, public");
    for my $kind (@kinds) {
        $node->safe_psql($database, <<"SQL");
CREATE TABLE has_$kind (id $kind PRIMARY KEY DEFAULT ${kind}_generate(), created_at timestamptz GENERATED ALWAYS AS (id::timestamptz) STORED);
INSERT INTO has_$kind SELECT ${kind}_generate(t) FROM generate_series(timestamptz '2025-01-01', '2025-02-01', '1 h') t;
INSERT INTO has_$kind SELECT FROM generate_series(1, 100);
CREATE INDEX ON has_$kind USING hash (id);
CREATE INDEX ON has_$kind USING brin (id);
CREATE DOMAIN domain_$kind AS $kind;
CREATE TABLE has_domain_$kind (id domain_$kind);
CREATE INDEX ON has_domain_$kind USING brin (id);
SQL
    }
}

sub rows {
    my ($database, @kinds) = @_;
    return join "\n", map { $node->safe_psql($database, "SELECT '$_', * FROM has_$_ ORDER BY id; SELECT id FROM has_$_ WHERE id BETWEEN ${_}_min('2025-01-03') AND ${_}_max('2025-01-04') ORDER BY 1") } @kinds;
}

# Updates a database from a version to the one that is installed; another database has it freshly.
sub check_update {
    my ($version, $to, $fresh) = @_;
    $node->safe_psql('postgres', 'CREATE DATABASE old');
    $node->safe_psql('old', "CREATE EXTENSION ulidkit VERSION '$version'");
    my @kinds = kinds_of($node, 'old');
    cmp_ok(scalar @kinds, '>=', 5, "$version: has kinds");
    fill('old', @kinds);
    my $before = rows('old', @kinds);
    $node->safe_psql('old', 'ALTER EXTENSION ulidkit UPDATE');
    is($node->safe_psql('old', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $to, "$version: updated to $to");
    is_installed_as($node, 'old', $fresh, "$version: has the catalog of $to");
    is(rows('old', @kinds), $before, "$version: has the same rows");
    is($node->safe_psql('old', join ';', map { "INSERT INTO has_$_ DEFAULT VALUES RETURNING id > (SELECT max(id) FROM has_$_)" } @kinds),
        join("\n", ('t') x @kinds), "$version: generates");
    is($node->safe_psql('old', 'SET enable_seqscan = off;' . join ';', map { "INSERT INTO has_domain_$_ SELECT id FROM has_$_; SELECT count(*) FROM has_domain_$_ WHERE id < ${_}_min('2025-01-02')" } @kinds),
        join("\n", (24) x @kinds), "$version: a BRIN index on a domain serves");
    $node->safe_psql('postgres', 'DROP DATABASE old');
}

# The same for ulidkit_text, in every version of it but the one that is installed.
sub check_text_updates {
    my ($to) = @_;
    $node->safe_psql('postgres', 'CREATE DATABASE fresh_text');
    $node->safe_psql('fresh_text', 'CREATE EXTENSION ulidkit_text CASCADE');
    my @versions = split /\n/, $node->safe_psql('postgres', "SELECT source FROM pg_extension_update_paths('ulidkit_text') WHERE target = '$to' AND path IS NOT NULL ORDER BY 1");
    for my $version (@versions) {
        $node->safe_psql('postgres', 'CREATE DATABASE old');
        $node->safe_psql('old', "CREATE EXTENSION ulidkit VERSION '$version'; CREATE EXTENSION ulidkit_text VERSION '$version'");
        if ($to ne $present) {
            my (undef, undef, $error) = $node->psql('old', 'ALTER EXTENSION ulidkit_text UPDATE');
            like($error, qr/ERROR:  type "\w+" does not exist/, "ulidkit_text $version: not before ulidkit");
        }
        $node->safe_psql('old', 'ALTER EXTENSION ulidkit UPDATE; ALTER EXTENSION ulidkit_text UPDATE');
        is($node->safe_psql('old', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit_text'"), $to, "ulidkit_text $version: updated to $to");
        is_installed_as($node, 'old', 'fresh_text', "ulidkit_text $version: has the catalog of $to");
        $node->safe_psql('postgres', 'DROP DATABASE old');
    }
    $node->safe_psql('postgres', 'DROP DATABASE fresh_text');
    return @versions;
}

check_update($_, $present, 'postgres') for @released;
check_text_updates($present);

# What prevents the update, by the query of docs/install.md, which anybody can run before anything is installed.
sub blockers {
    my ($database, $schema) = @_;
    return [ sort split /\n/, $node->safe_psql($database, "SET search_path = $schema;\n" . slurp_file('examples/update/blockers.sql')) ];
}

# Before 1.0 a uuid was cast to ulid on assignment. What has that in a stored expression, and would be dumped without it,
# prevents the update; what casts explicitly does not, nor does what casts in another way.
$node->safe_psql('postgres', 'CREATE DATABASE assigned');
$node->safe_psql('assigned', <<'SQL');
CREATE SCHEMA app; CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids VERSION '0.3.0'; SET search_path = app, ids;
CREATE DOMAIN code AS ulid;
CREATE TABLE explicit (id ulid DEFAULT gen_random_uuid()::ulid, ids ulid[] DEFAULT ARRAY[gen_random_uuid()]::ulid[], code code DEFAULT gen_random_uuid()::ulid::code,
    u uuid DEFAULT ulid_generate(), of_u ulid GENERATED ALWAYS AS (u::ulid) STORED, ok code DEFAULT ulid_generate(),
    at timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(ok)) STORED, of_code ulid DEFAULT ulid_generate()::code);
CREATE VIEW casts_domain AS SELECT code < id AS less, gen_random_uuid() AS u FROM explicit;
CREATE FUNCTION casts_domain(code, uuid) RETURNS boolean RETURN $1 < ulid_generate();
CREATE FUNCTION compares() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM explicit WHERE code < id; END;
CREATE RULE compares AS ON UPDATE TO explicit DO ALSO SELECT NEW.code < NEW.id;
SQL
my %assigning = (
    'default value for column id of table app.a1' => [ 'CREATE TABLE a1 (id ulid DEFAULT gen_random_uuid())', 'ALTER TABLE a1 ALTER id SET DEFAULT ulid_generate()' ],
    'default value for column id of table app.a2' => [ 'CREATE TABLE a2 (id ulid DEFAULT gen_random_uuid())', 'ALTER TABLE a2 ALTER id SET DEFAULT gen_random_uuid()::ulid' ],
    'default value for column of_u of table app.a3' => [ 'CREATE TABLE a3 (u uuid, of_u ulid GENERATED ALWAYS AS (u) STORED)', 'ALTER TABLE a3 ALTER of_u DROP EXPRESSION' ],
    'default value for column ids of table app.a4' => [ 'CREATE TABLE a4 (ids ulid[] DEFAULT \'{}\'::uuid[])', 'ALTER TABLE a4 ALTER ids DROP DEFAULT' ],
    'default value for column code of table app.a5' => [ 'CREATE TABLE a5 (code code DEFAULT gen_random_uuid())', 'ALTER TABLE a5 ALTER code SET DEFAULT gen_random_uuid()::ulid::code' ],
    'default value for column code of table app.a6' => [ 'CREATE DOMAIN of_code AS code; CREATE TABLE a6 (code of_code DEFAULT coalesce(NULL, gen_random_uuid()))', 'DROP TABLE a6' ],
    'type app.fixed_code' => [ q(CREATE DOMAIN fixed_code AS code DEFAULT '8f14e45f-ceea-467f-a1d2-6c5a3b7d9e10'::uuid), 'ALTER DOMAIN fixed_code DROP DEFAULT' ],
    'type app.random_code' => [ 'CREATE DOMAIN random_code AS ulid DEFAULT gen_random_uuid()', 'ALTER DOMAIN random_code DROP DEFAULT' ],
    'function app.of_uuid(ulid)' => [ 'CREATE FUNCTION of_uuid(ulid DEFAULT gen_random_uuid()) RETURNS ulid RETURN $1', 'DROP FUNCTION of_uuid' ],
    'function app.inserts(uuid)' => [ 'CREATE FUNCTION inserts(uuid) RETURNS void BEGIN ATOMIC INSERT INTO explicit (id) VALUES ($1); END', 'DROP FUNCTION inserts' ],
    'rule inserts on table app.explicit' => [ 'CREATE RULE inserts AS ON DELETE TO explicit DO ALSO UPDATE explicit SET id = OLD.u', 'DROP RULE inserts ON explicit' ]);
$node->safe_psql('assigned', "SET search_path = app, ids; $assigning{$_}[0]") for sort keys %assigning;
is_deeply(blockers('assigned', 'ids'), [ map { "$_|casts uuid to ulid implicitly" } sort keys %assigning ], 'the query finds what casts a uuid implicitly');
my $update = '\set VERBOSITY verbose' . "\nALTER EXTENSION ulidkit UPDATE";
for my $object (sort keys %assigning) {
    my (undef, undef, $refused) = $node->psql('assigned', $update);
    like($refused, qr/ERROR:  2BP01: cannot make the cast from uuid to ulid explicit because other objects depend on it\n/, "$object: refused");
    my @found = $refused =~ /^(?:DETAIL:  )?(.*) depends on cast from uuid to ulid$/mg;
    is_deeply([ sort @found ], [ sort keys %assigning ], "$object: found with the others");
    $node->safe_psql('assigned', "SET search_path = app, ids; $assigning{$object}[1]");
    delete $assigning{$object};
}
$node->safe_psql('assigned', 'ALTER EXTENSION ulidkit UPDATE');
is($node->safe_psql('assigned', q{SELECT castcontext FROM pg_cast WHERE castsource = 'uuid'::regtype AND casttarget = 'ids.ulid'::regtype}), 'e', 'the cast is explicit');
like(($node->psql('assigned', 'INSERT INTO app.a1 VALUES (gen_random_uuid())'))[2], qr/is of type ids.ulid but expression is of type uuid/, 'a uuid is not stored in a ulid column');
$node->safe_psql('assigned', 'INSERT INTO app.a2 DEFAULT VALUES; INSERT INTO app.a3 (u) VALUES (gen_random_uuid()); INSERT INTO app.a5 DEFAULT VALUES');
# The dump of what is left can be restored.
my $dump = dump_of($node, 'assigned');
$node->safe_psql('postgres', 'CREATE DATABASE restored');
my $restored = IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('restored') ], '<', \$dump, '>', \my $out, '2>', \my $error);
ok($restored, 'the dump is restored') or diag $error;

# Operators are in pg_catalog since 1.0, and what has an operator goes on with it. Functions whose text names one with its
# schema prevent the update, or are warned of if the schema has operators of that name of somebody else's.
$node->safe_psql('postgres', 'CREATE DATABASE naming');
$node->safe_psql('naming', <<'SQL');
CREATE SCHEMA app; CREATE SCHEMA "the ""ids"" + x"; CREATE EXTENSION ulidkit SCHEMA "the ""ids"" + x" VERSION '0.3.0'; SET search_path = app, "the ""ids"" + x";
CREATE TABLE pair (a ulid, b ulid, CHECK (a IS DISTINCT FROM b AND a <= b), EXCLUDE USING hash (a WITH =));
CREATE INDEX ON pair (a) WHERE NULLIF(a, b) IS NOT NULL;
CREATE VIEW equal AS SELECT a, b, a = b AS equal, a < b AS less FROM pair JOIN (SELECT a FROM pair) AS p USING (a) WHERE a >= ulid_min('2020-01-01');
INSERT INTO pair VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAX');
CREATE FUNCTION parsed(ulid, ulid) RETURNS boolean BEGIN ATOMIC SELECT $1 OPERATOR("the ""ids"" + x".=) $2; END;
CREATE FUNCTION others(l text, r text) RETURNS boolean LANGUAGE sql AS 'SELECT l OPERATOR(pg_catalog.=) r OR l = ''OPERATOR("the ids".=)''';
CREATE FUNCTION other_schema(l text, r text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN l OPERATOR("the ""ids"" + xy".=) r; END';
SQL
my %naming = (
    'function app.f1(ulid,ulid) uses OPERATOR("the ""ids"" + x".=)' => q{CREATE FUNCTION f1(ulid, ulid) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN $1 OPERATOR("the ""ids"" + x".=) $2; END'},
    'function app.f2(ulid,ulid) uses OPERATOR("the ""ids"" + x".<), OPERATOR("the ""ids"" + x".>=)' => q{CREATE FUNCTION f2(a ulid, b ulid) RETURNS boolean LANGUAGE sql AS
        'SELECT a operator ( "the ""ids"" + x" . < ) b OR a OPERATOR("the ""ids"" + x".>=) b AND a OPERATOR("the ""ids"" + x".<) b'},
    'function app.f3(ulid) uses OPERATOR("the ""ids"" + x".!=)' => q{CREATE PROCEDURE f3(ulid) LANGUAGE plpgsql AS 'BEGIN PERFORM $1 Operator("the ""ids"" + x".!=) $1; END'});
$node->safe_psql('naming', qq{SET search_path = app, "the ""ids"" + x"; $naming{$_}}) for sort keys %naming;
is_deeply(blockers('naming', '"the ""ids"" + x"'), [ sort map { my ($function, @operators) = split / uses |, /; map { "$function|has $_ in its text" } @operators } keys %naming ],
    'the query finds what names an operator with its schema');
for my $object (sort keys %naming) {
    my (undef, undef, $refused) = $node->psql('naming', $update);
    like($refused, qr/ERROR:  2BP01: cannot move the operators of ulidkit to pg_catalog because functions name them with their schema\n/, "$object: refused");
    is_deeply([ $refused =~ /^(?:DETAIL:  )?(function .*)$/mg ], [ sort keys %naming ], "$object: with the list");
    like($refused, qr/HINT:  Write the operators without a schema, as in "a = b" instead of "a OPERATOR\("the ""ids"" \+ x"\.=\) b"\./, "$object: and what to do");
    my ($name) = $object =~ /(f\d)/;
    $node->safe_psql('naming', "DROP ROUTINE app.$name");
    delete $naming{$object};
}
# Another extension's, or the user's, operator of that name.
$node->safe_psql('naming', q{SET search_path = app, "the ""ids"" + x";
    CREATE DOMAIN word AS text; CREATE FUNCTION word_eq(word, word) RETURNS boolean LANGUAGE internal IMMUTABLE AS 'texteq';
    CREATE OPERATOR "the ""ids"" + x".= (LEFTARG = word, RIGHTARG = word, FUNCTION = word_eq);
    CREATE FUNCTION words(a word, b word) RETURNS boolean LANGUAGE sql AS 'SELECT a OPERATOR("the ""ids"" + x".=) b'});
my $contents = $node->safe_psql('naming', 'SELECT * FROM app.equal; SELECT pg_get_viewdef($$app.equal$$::regclass) LIKE $$%JOIN%USING (a)%$$');
my (undef, $updated, $warning) = $node->psql('naming', 'ALTER EXTENSION ulidkit UPDATE', on_error_die => 1);
is($warning =~ s/^psql:<stdin>:\d+: //r, <<'WARNING' =~ s/\n\z//r, 'what another operator can be meant in is only warned of');
WARNING:  functions that name operators of ulidkit with their schema will fail
DETAIL:  function app.words(app.word,app.word) uses OPERATOR("the ""ids"" + x".=)
HINT:  The operators of ulidkit are in pg_catalog now. Where the operators of another type are meant, nothing changes.
WARNING
is($node->safe_psql('naming', 'SELECT * FROM app.equal; SELECT pg_get_viewdef($$app.equal$$::regclass) LIKE $$%JOIN%USING (a)%$$'), $contents, 'views go on');
like(($node->psql('naming', q{INSERT INTO app.pair VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV')}))[2], qr/violates check constraint/, 'and constraints');
is($node->safe_psql('naming', q{SELECT app.words('a', 'a'), app.parsed(a, b), app.parsed(a, a) FROM app.pair}), 't|f|t', 'and functions');
is($node->safe_psql('naming', 'SELECT count(*), count(DISTINCT oprname) FROM pg_operator WHERE oprnamespace = $$pg_catalog$$::regnamespace AND oid > 16383'),
    6 * (() = kinds_of($node, 'naming')) . '|6', 'all operators have moved');

# A dump of an older version is restored with the operators' new schema.
$node->safe_psql('postgres', 'CREATE DATABASE older');
$node->safe_psql('older', q{CREATE EXTENSION ulidkit VERSION '0.3.0'; CREATE SCHEMA app;
    CREATE TABLE app.item (id ulid PRIMARY KEY, upto ulid, CHECK (id <= upto));
    INSERT INTO app.item VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAX');
    CREATE VIEW app.of_today AS SELECT * FROM app.item WHERE id > ulid_min('2025-01-01Z') OR id = upto OR id = ANY (ARRAY[id]) OR id <> ALL (ARRAY[upto])});
my $old_dump = dump_of($node, 'older');
like($old_dump, qr/OPERATOR\(public\.(<=|>|=|<>)\)/, 'the older version dumps operators with their schema');
(my $mended = $old_dump) =~ s/OPERATOR\(public\.([<>=]*)\)/OPERATOR(pg_catalog.$1)/g;
for my $as ('as it is', 'mended') {
    $node->safe_psql('postgres', 'CREATE DATABASE restored_older');
    my $in = $as eq 'mended' ? $mended : $old_dump;
    my $ok = IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('restored_older') ], '<', \$in, '>', \my $out, '2>', \my $error);
    is($ok ? $node->safe_psql('restored_older', 'SELECT count(*) FROM app.of_today') : $error =~ /ERROR:  (operator does not exist: public.ulid public.\S+)/ && $1,
        $as eq 'mended' ? 1 : 'operator does not exist: public.ulid public.<=', "a dump of 0.3.0, $as");
    $node->safe_psql('postgres', 'DROP DATABASE restored_older');
}

# Functions that have another name since 1.0, and arguments: what was parsed goes on with them, and a text is warned of.
$node->safe_psql('postgres', 'CREATE DATABASE renaming; CREATE ROLE regress_ulidkit_admin');
$node->safe_psql('renaming', q{CREATE EXTENSION ulidkit VERSION '0.3.0'; CREATE SCHEMA app; GRANT EXECUTE ON FUNCTION ulidkit_reset_clock() TO regress_ulidkit_admin;
    CREATE TABLE app.item (id ulid PRIMARY KEY DEFAULT ulid_random(), f ulidflake DEFAULT ulidflake_generate_scalable(3)); INSERT INTO app.item DEFAULT VALUES;
    CREATE VIEW app.days AS SELECT ulid_to_date(id) AS day, id::date AS same, ulid_to_timestamp(id) AS at, ulidflake_extract_scalability(f) AS number, snowflake_min('2025-01-01Z') AS s FROM app.item;
    CREATE FUNCTION app.new() RETURNS ulid RETURN ulid_random();
    CREATE FUNCTION app.texts() RETURNS text LANGUAGE plpgsql AS 'BEGIN PERFORM ulidkit_reset_clock (); RETURN ulid_random()::text || tbsl_to_date(NULL) || ulid_random(); END';
    CREATE FUNCTION app.others() RETURNS text LANGUAGE sql AS 'SELECT $$my_ulid_random() ulid_randomness()$$'});
my $days = $node->safe_psql('renaming', 'SELECT day = same, number, s FROM app.days');
# An argument that a stored expression names has to be passed in another way first.
my %by_name = (
    'rule _RETURN on view app.named' => [ 'CREATE VIEW app.named AS SELECT snowflake_min("time" => now()) AS id', 'DROP VIEW app.named' ],
    'default value for column id of table app.named' => [ 'CREATE TABLE app.named (id bigint DEFAULT snowflake_max("time" => now()))', 'DROP TABLE app.named' ],
    'constraint late on table app.checked' => [ 'CREATE TABLE app.checked (id bigint, CONSTRAINT late CHECK (id > snowflake_min("time" => $$2025-01-01Z$$)))', 'DROP TABLE app.checked' ],
    'function app.named()' => [ 'CREATE FUNCTION app.named() RETURNS bigint RETURN snowflake_max("time" => now())', 'DROP FUNCTION app.named' ],
    'index app.late' => [ 'CREATE TABLE app.indexed (id bigint); CREATE INDEX late ON app.indexed (id) WHERE id > snowflake_min("time" => $$2025-01-01Z$$)', 'DROP TABLE app.indexed' ]);
for my $object (sort keys %by_name) {
    $node->safe_psql('renaming', $by_name{$object}[0]);
    is_deeply(blockers('renaming', 'public'), ["$object|names the argument \"time\""], "$object: the query finds it");
    like(($node->psql('renaming', $update))[2], qr/ERROR:  2BP01: cannot rename argument "time" because other objects depend on it\nDETAIL:  \Q$object\E names argument "time" of a function of ulidkit\n/, "$object: refused");
    $node->safe_psql('renaming', $by_name{$object}[1]);
}
(undef, undef, $warning) = $node->psql('renaming', 'ALTER EXTENSION ulidkit UPDATE', on_error_die => 1);
is($warning =~ s/^psql:<stdin>:\d+: //r, <<'WARNING' =~ s/\n\z//r, 'old names in texts are warned of');
WARNING:  functions that name functions of ulidkit that have another name now will fail
DETAIL:  function app.texts() uses tbsl_to_date()
function app.texts() uses ulid_random()
function app.texts() uses ulidkit_reset_clock()
HINT:  The new names are ulid_generate_random(), ulidkit_reset_generators(), ulidflake_extract_scalability_id(), and for each type ..._to_local_timestamp() and ..._to_local_date().
WARNING
is($node->safe_psql('renaming', 'INSERT INTO app.item DEFAULT VALUES; SELECT day = same, number, s FROM app.days LIMIT 1; SELECT app.new() IS NOT NULL; SELECT snowflake_min(ts => $$2025-01-01Z$$) = s FROM app.days LIMIT 1'),
    "$days\nt\nt", 'defaults, views and functions go on');
like($node->safe_psql('renaming', 'SELECT pg_get_viewdef($$app.days$$::regclass)'), qr/ulid_to_local_date\(.*ulid_to_local_timestamp\(.*ulidflake_extract_scalability_id\(/s, 'with the new names');
is($node->safe_psql('renaming', 'SELECT has_function_privilege($$regress_ulidkit_admin$$, $$ulidkit_reset_generators()$$, $$EXECUTE$$)'), 't', 'and with their privileges');

# The view of the generators is gone since 1.0. What depends on it, or on the function of the same name, prevents the
# update. Who could read it executes the function.
$node->safe_psql('postgres', 'CREATE DATABASE watched; CREATE ROLE regress_ulidkit_watcher; CREATE ROLE "regress_ulidkit Exporter"; CREATE ROLE regress_ulidkit_other');
$node->safe_psql('watched', <<'SQL');
CREATE EXTENSION ulidkit VERSION '0.3.0';
CREATE SCHEMA app;
GRANT SELECT ON ulidkit_generators TO regress_ulidkit_watcher WITH GRANT OPTION;
GRANT EXECUTE ON FUNCTION ulidkit_generators() TO "regress_ulidkit Exporter" WITH GRANT OPTION;
GRANT EXECUTE ON FUNCTION ulidkit_generators() TO regress_ulidkit_other;
GRANT UPDATE ON ulidkit_generators TO regress_ulidkit_other;
CREATE FUNCTION app.read() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM ulidkit_generators';
SQL
my %dependents = (
    'rule _RETURN on view app.leads depends on view ulidkit_generators' => [ 'CREATE VIEW app.leads AS SELECT kind, clock_lead FROM ulidkit_generators', 'DROP VIEW app.leads' ],
    'rule _RETURN on materialized view app.seen depends on function ulidkit_generators()' => [ 'CREATE MATERIALIZED VIEW app.seen AS SELECT count(*) FROM ulidkit_generators()', 'DROP MATERIALIZED VIEW app.seen' ],
    'function app.newest() depends on view ulidkit_generators' => [ 'CREATE FUNCTION app.newest() RETURNS SETOF text LANGUAGE sql BEGIN ATOMIC SELECT newest FROM ulidkit_generators; END', 'DROP FUNCTION app.newest' ],
    'function app.rows(ulidkit_generators) depends on type ulidkit_generators' => [ 'CREATE FUNCTION app.rows(ulidkit_generators) RETURNS integer RETURN 1', 'DROP FUNCTION app.rows' ],
    'column g of table app.kept depends on type ulidkit_generators' => [ 'CREATE TABLE app.kept (g ulidkit_generators)', 'DROP TABLE app.kept' ]);
$node->safe_psql('watched', $dependents{$_}[0]) for sort keys %dependents;
is_deeply(blockers('watched', 'public'), [ sort map { s/ depends on .*/|uses ulidkit_generators/r } keys %dependents ], 'the query finds what uses the view of the generators');
for my $object (sort keys %dependents) {
    my (undef, undef, $refused) = $node->psql('watched', $update);
    like($refused, qr/ERROR:  2BP01: cannot drop view ulidkit_generators because other objects depend on it\n/, "$object: refused");
    my ($list) = $refused =~ /^DETAIL:  (.*?)\nHINT:/ms;
    is_deeply([ sort split /\n/, $list ], [ sort keys %dependents ], "$object: with the list");
    like($refused, qr/HINT:  Drop these objects, and create them again after the update, with "ulidkit_generators\(\)" for "ulidkit_generators"\./, "$object: and what to do");
    $node->safe_psql('watched', $dependents{$object}[1]);
    delete $dependents{$object};
}
$node->safe_psql('watched', 'ALTER EXTENSION ulidkit UPDATE');
is($node->safe_psql('watched', q{SELECT a.grantee::regrole, a.is_grantable FROM pg_proc, aclexplode(proacl) AS a WHERE proname = 'ulidkit_generators' AND a.grantee <> a.grantor ORDER BY 1}),
    "pg_monitor|f\nregress_ulidkit_watcher|t\n\"regress_ulidkit Exporter\"|t\nregress_ulidkit_other|f", 'who could read the view, or execute the function, executes the function')
    or diag $node->safe_psql('watched', q{SELECT proacl FROM pg_proc WHERE proname = 'ulidkit_generators'});
is($node->safe_psql('watched', 'SELECT ulid_generate() IS NOT NULL; SET ROLE regress_ulidkit_watcher; SELECT node IS NULL, node_conflicts, save_failures, saved_until > newest_time FROM ulidkit_generators() WHERE kind = $$ulid$$'),
    "t\nt|0|0|t", 'with the columns that are new');
like(($node->psql('watched', 'SELECT app.read()'))[2], qr/relation "ulidkit_generators" does not exist/, 'a text that names the view is not known');
# A later version adds columns to the type under views.
$node->safe_psql('watched', 'CREATE VIEW app.leads AS SELECT * FROM ulidkit_generators(); ALTER TYPE ulidkit_generator ADD ATTRIBUTE later text');
is($node->safe_psql('watched', 'SELECT count(kind), count(save_failures) FROM app.leads; SELECT count(kind), count(later) FROM ulidkit_generators()'),
    join("\n", map { scalar(@generators) . "|$_" } scalar @generators, 0), 'columns can be added under views, also before the library knows them');

# Sessions that are open during the update go on, with statements that are prepared, functions in PL/pgSQL and a cursor. The
# update waits for a transaction that has read the view of the generators, and for no other.
$node->safe_psql('postgres', 'CREATE DATABASE in_use');
$node->safe_psql('in_use', q{CREATE EXTENSION ulidkit VERSION '0.3.0'; CREATE SCHEMA app; ALTER DATABASE in_use SET search_path = app, public;
    ALTER DATABASE in_use SET plan_cache_mode = force_generic_plan; ALTER DATABASE in_use SET enable_seqscan = off;
    CREATE TABLE app.random (id ulid DEFAULT ulid_random()); CREATE VIEW app.days AS SELECT ulid_to_date(id) AS day FROM app.random});
my @used = kinds_of($node, 'in_use');
sub for_used { my ($sql) = @_; return join ";\n", map { $sql =~ s/KIND/$_/gr } @used }
$node->safe_psql('in_use', for_used(<<'SQL'));
CREATE TABLE of_KIND (id KIND PRIMARY KEY DEFAULT KIND_generate(), n integer);
INSERT INTO of_KIND SELECT KIND_generate(timestamptz '2025-01-01Z' + n * interval '1 h'), n FROM generate_series(1, 100) n;
CREATE FUNCTION next_KIND() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    newest KIND := max(id) FROM of_KIND;
    new KIND := KIND_generate();
BEGIN
    INSERT INTO of_KIND VALUES (new);
    RETURN new > newest AND newest < new AND new <> newest AND new::timestamptz >= newest::timestamptz;
END $$
SQL
my $prepare = "PREPARE add AS INSERT INTO random DEFAULT VALUES RETURNING id IS NOT NULL; PREPARE days AS SELECT count(*) > 0 FROM days WHERE day > '2025-01-01';" . for_used(<<'SQL');
PREPARE between_KIND (timestamptz, timestamptz) AS SELECT n, id FROM of_KIND WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id;
PREPARE by_id_KIND (KIND) AS SELECT n FROM of_KIND WHERE id = $1;
SELECT id AS "KIND" FROM of_KIND WHERE n = 7 \gset
PREPARE add_KIND AS INSERT INTO of_KIND DEFAULT VALUES RETURNING id > (SELECT max(id) FROM of_KIND)
SQL
my $execute = 'EXECUTE add; EXECUTE days;' . for_used(<<'SQL');
EXECUTE between_KIND ('2025-01-02Z', '2025-01-02 03:00Z');
EXECUTE by_id_KIND (:'KIND');
EXECUTE add_KIND;
SELECT next_KIND()
SQL
my $plans = for_used("EXPLAIN (COSTS OFF) EXECUTE between_KIND (NULL, NULL); EXPLAIN (COSTS OFF) EXECUTE by_id_KIND (NULL)");
my ($idle, $busy, $reader) = map { $node->background_psql('in_use', on_error_stop => 0) } 1 .. 3;
my $answer = $idle->query_safe("$prepare; PREPARE by_old_name AS SELECT ulid_random(); PREPARE generators AS SELECT * FROM ulidkit_generators(); EXECUTE generators \\g /dev/null\n$execute");
is(() = $answer =~ /^t$/mg, 2 + 2 * @used, 'in use: generates, above all before');
is(() = $answer =~ /^2[456]\|/mg, 3 * @used, 'in use: finds by time');
$busy->query_safe("$prepare; BEGIN; " . for_used(q{DECLARE KIND_cursor CURSOR FOR SELECT n FROM of_KIND WHERE id < KIND_min('2025-01-03Z') ORDER BY id; FETCH 2 KIND_cursor}));
is($busy->query_safe($execute), $answer, 'in use: in a transaction as well');
$reader->query_safe('BEGIN; SELECT count(*) FROM ulidkit_generators');
like(($node->psql('in_use', "SET lock_timeout = '200 ms'; $update"))[2], qr/ERROR:  55P03: canceling statement due to lock timeout\n/, 'the update waits for who has read the view');
$reader->quit;
$node->safe_psql('in_use', "SET lock_timeout = '200 ms'; ALTER EXTENSION ulidkit UPDATE");
is($busy->query_safe($execute), $answer, 'updated: a transaction that is older has the same answers');
is($busy->query_safe(for_used('FETCH 2 KIND_cursor; MOVE ALL KIND_cursor; FETCH PRIOR KIND_cursor')), join("\n", ("3\n4\n47") x @used), 'and its cursors');
$busy->query_safe('COMMIT');
is($_->query_safe($execute), $answer, 'and sessions that are older') for $idle, $busy;
is($node->safe_psql('in_use', "$prepare; $execute"), $answer, 'and new ones');
my $new_plans = $node->safe_psql('in_use', "$prepare; $plans");
is(() = $new_plans =~ /^ +Index Cond: /mg, 2 * @used, 'new plans use the indexes');
is($_->query_safe($plans), $new_plans, 'and so do those of older sessions') for $idle, $busy;
for ([ by_old_name => 'function ulid_random() does not exist' ], [ generators => 'cached plan must not change result type' ]) {
    $idle->query("EXECUTE $$_[0]");
    like($idle->{stderr}, qr/ERROR:  \Q$$_[1]\E/, "$$_[0]: $$_[1]");
    $idle->{stderr} = '';
}
$idle->query_safe(for_used('CREATE INDEX ON of_KIND USING gist (id); CREATE INDEX ON of_KIND USING gin (id); CREATE INDEX of_KIND_b ON of_KIND (id, n); REINDEX TABLE of_KIND; DROP INDEX of_KIND_b'));
is($_->query_safe($execute), $answer, 'and after new indexes') for $idle, $busy;
$busy->query_safe(for_used('DROP FUNCTION next_KIND; DROP TABLE of_KIND'));
$_->quit for $idle, $busy;

# A catalog as pg_upgrade leaves it, without the objects that only newer servers have.
$node->safe_psql('postgres', 'CREATE DATABASE upgraded');
$node->safe_psql('upgraded', 'CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids');
$node->safe_psql('upgraded', join ';', map { <<"SQL" } @kinds) if $node->pg_version >= 18;
ALTER OPERATOR FAMILY ids.${_}_ops USING btree DROP FUNCTION 6 (ids.$_, ids.$_);
ALTER EXTENSION ulidkit DROP FUNCTION ids.${_}_skipsupport(internal);
DROP FUNCTION ids.${_}_skipsupport(internal);
ALTER OPERATOR FAMILY ids.${_}_ops USING gist DROP FUNCTION 12 ("any", "any")
SQL
$node->safe_psql('upgraded', 'ALTER EXTENSION ulidkit DROP FUNCTION ids.ulidkit_gist_translate_cmptype(integer); DROP FUNCTION ids.ulidkit_gist_translate_cmptype(integer)') if $node->pg_version >= 18;
# pg_upgrade also drops the storage type of BRIN classes, and an index on a domain then has the domain's type.
$node->safe_psql('upgraded', "UPDATE pg_opclass SET opckeytype = 0 WHERE opcintype = 'ids.ulid'::regtype AND opckeytype = opcintype;
    CREATE DOMAIN ids.d AS ids.ulid; CREATE TABLE of_domain (id ids.d); CREATE INDEX of_domain_id ON of_domain USING brin (id)");
for my $time ('once', 'twice') {
    $node->safe_psql('upgraded', "ALTER EXTENSION ulidkit UPDATE TO '$present-pg_upgraded'; ALTER EXTENSION ulidkit UPDATE");
    is($node->safe_psql('upgraded', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $present, "after pg_upgrade, $time: the same version");
}
is($node->safe_psql('upgraded', "SET enable_seqscan = off; SET search_path = ids, public; INSERT INTO of_domain SELECT ulid_generate() FROM generate_series(1, 9);
    SELECT count(*) FROM of_domain WHERE id > ulid_min('2025-01-01')"), 9, 'after pg_upgrade: a BRIN index on a domain serves');
$node->safe_psql('upgraded', 'DROP TABLE of_domain; DROP DOMAIN ids.d');
$node->safe_psql('postgres', 'CREATE DATABASE fresh_ids');
$node->safe_psql('fresh_ids', 'CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids');
is_installed_as($node, 'upgraded', 'fresh_ids', 'after pg_upgrade: the catalog of a fresh installation');

# No update path from one version to another uses the names that end in -pg_upgraded.
sub no_way_through_that_name {
    my ($name) = @_;
    is($node->safe_psql('postgres', "SELECT source, target, path FROM pg_extension_update_paths('ulidkit') WHERE path LIKE '%-pg_upgraded--%' AND source NOT LIKE '%-pg_upgraded' AND target NOT LIKE '%-pg_upgraded'"),
        '', "$name: no path between two versions leads through a name that is for servers");
}
no_way_through_that_name($present);

# A database that stays on that version.
$node->safe_psql('postgres', 'CREATE DATABASE stayed');
$node->safe_psql('stayed', "CREATE EXTENSION ulidkit; ALTER EXTENSION ulidkit UPDATE TO '$present-pg_upgraded'");

# The way back of docs/install.md: after its script the library of 0.3.0 has all that the server calls by itself, for what was
# in that version: planner support, estimators, and functions of operator classes but those of GiST and GIN.
$node->safe_psql('postgres', 'CREATE DATABASE of_0_3_0');
$node->safe_psql('of_0_3_0', "CREATE EXTENSION ulidkit VERSION '0.3.0'");
my %in_0_3_0 = map { $_ => 1 } split /\n/, $node->safe_psql('of_0_3_0', q{SELECT prosrc FROM pg_proc WHERE probin = '$libdir/ulidkit'});
sub missing_in_0_3_0 {
    my @calls = map { [ split /\|/ ] } split /\n/, $node->safe_psql('going_back', q{
WITH own AS (
    SELECT p.* FROM pg_extension e JOIN pg_depend d ON d.refobjid = e.oid AND d.deptype = 'e' AND d.classid = 'pg_proc'::regclass
        JOIN pg_proc p ON p.oid = d.objid
    WHERE e.extname = 'ulidkit'
)
SELECT s.prosrc, f.prosrc FROM own f JOIN own s ON s.oid = f.prosupport
UNION SELECT s.prosrc, f.prosrc FROM pg_operator o JOIN own f ON f.oid = o.oprcode JOIN own s ON s.oid IN (o.oprrest, o.oprjoin)
UNION SELECT s.prosrc, i.prosrc FROM pg_am m JOIN pg_opfamily f ON f.opfmethod = m.oid JOIN pg_amproc a ON a.amprocfamily = f.oid
    JOIN own s ON s.oid = a.amproc JOIN pg_type t ON t.oid = a.amproclefttype JOIN own i ON i.oid = t.typinput WHERE m.amname IN ('btree', 'hash', 'brin')});
    cmp_ok(scalar @calls, '>', 50, 'the server calls functions by itself');
    my %missing = map { $$_[0] => 1 } grep { !$in_0_3_0{ $$_[0] } && $in_0_3_0{ $$_[1] } } @calls;
    return join ' ', sort keys %missing;
}
$node->safe_psql('postgres', 'CREATE DATABASE going_back');
$node->safe_psql('going_back', 'CREATE EXTENSION ulidkit');
is(missing_in_0_3_0(), 'ulid_btree_options ulidkit_inverse_support', 'what the library of 0.3.0 does not have');
$node->safe_psql('going_back', slurp_file('examples/update/to_older.sql'));
is(missing_in_0_3_0(), '', 'after the script of the way back it has everything');
$node->safe_psql('going_back', slurp_file('examples/update/from_older.sql'));
is_installed_as($node, 'going_back', 'postgres', 'after that of the return the catalog is that of a fresh installation');
is(missing_in_0_3_0(), 'ulid_btree_options ulidkit_inverse_support', 'with the functions that were there before');

# To drop an index that the session has used the server opens it anew if another command has changed its description, and
# calls the options function of its class, which must be there still.
for my $database ('renaming', 'going_back') {
    is($node->safe_psql($database, 'SET client_min_messages = warning; CREATE TABLE used (id ulid PRIMARY KEY); INSERT INTO used SELECT ulid_generate() FROM generate_series(1, 9);
        SELECT count(*) FROM used WHERE id = ulid_generate(); VACUUM used; DROP EXTENSION ulidkit CASCADE; SELECT count(*) FROM pg_class WHERE relname = $$used_pkey$$'),
        "0\n0", "$database: the extension is dropped with an index that was used");
}

# A later version, made of a copy of the sources in which the present one is released. It has one kind more, with the
# library's functions for ulid, and one more on a type of the server; a new function, a function that is replaced, objects
# that are dropped and created again, one of them with restricted privileges, and no ulidkit_reset_generators().
my $later = '99.0';
my $sources = PostgreSQL::Test::Utils::tempdir();
system_or_bail 'cp', '-r', '--parents', 'src/sql', 'src/core/kinds.hpp', 'ulidkit.control', 'ulidkit_text.control', $sources;
system_or_bail "$sources/src/sql/assemble", '--freeze' unless -e "$sources/src/sql/released/ulidkit--$present.sql";

# Changes a file of the copy, or one that is built from it.
sub edit {
    my ($file, $change) = @_;
    local $_ = -e $file ? slurp_file($file) : '';
    $change->();
    open my $out, '>', $file or die "$file: $!";
    print $out $_;
    close $out;
}
edit("$sources/$_.control", sub { s/^(default_version = ).*/$1'$later'/m }) for qw(ulidkit ulidkit_text);
edit("$sources/src/core/kinds.hpp", sub {
    $_ .= "#define ULIDKIT_GUESTS(KIND) \\\n" unless s/^(#define ULIDKIT_GUESTS\(KIND\) \\\n)/$1    KIND(guest, Guest, uuid) \\\n/m;
    $_ .= "    KIND(guest, Guest, uuid)\n" unless /KIND\(guest/;
    s/^(#define ULIDKIT_TYPES\(KIND\) \\\n)/$1    KIND(toy, Toy, ByteString<16>) \\\n/m;
});
edit("$sources/src/sql/toy.sql", sub { $_ = "COMMENT ON TYPE toy IS 'toy';\n" });
edit("$sources/src/sql/guest.sql", sub { $_ = "-- Nothing of its own.\n" });
edit("$sources/src/sql/ulidkit.sql", sub {
    s/\nCREATE FUNCTION ulidkit_reset_generators.*?\n(?=\n|\z)//s or die;
    s/(ulidkit_inspect\(.*?ROWS )\d+/${1}77/s or die;
    $_ .= "\nCREATE FUNCTION ulidkit_new() RETURNS integer\n    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1;\nCOMMENT ON FUNCTION ulidkit_new() IS 'new';\n";
});
edit("$sources/src/sql/ulid.sql", sub { s/^(COMMENT ON CAST \(uuid AS ulid\) IS) .*/$1 'as a ulid';/m or die });
edit("$sources/src/sql/updates/ulidkit--$present--$later.sql", sub { $_ = <<'SQL' });
DROP FUNCTION ulidkit_generators();
DROP TYPE ulidkit_generator;
DROP FUNCTION ulidkit_reset_generators();
DROP CAST (uuid AS ulid);

@new@

COMMENT ON TYPE @kind@ IS 'a kind of the version before';
SQL
edit("$sources/src/sql/$_.sql", sub { s/^(COMMENT ON TYPE \w+ IS ).*/$1'a kind of the version before';/m or die }) for @kinds;

# It replaces the staged installation.
my $stage = PostgreSQL::Test::Utils::tempdir();
system_or_bail 'cp', '-r', "$ENV{STAGE}/.", $stage;
my $folder = $stage . $node->config_data('--sharedir') . '/extension';
unlink glob "$folder/{ulidkit,ulidkit_text}--*.sql";
copy($_, $folder) or die for glob "$sources/*.control";
copy($_, $folder) or die for glob "$sources/src/sql/released/*.sql";
for my $script (split /\n/, (run_command([ "$sources/src/sql/assemble", '--names' ]))[0]) {
    system_or_bail "$sources/src/sql/assemble", "$folder/$script";
    edit("$folder/$script", sub {
        s/^(CREATE FUNCTION (?:toy|guest)(_\w+)\(.*\n    AS 'MODULE_PATHNAME')(?= )/$1, 'ulid$2'/mg;
        s/'(?:toy|guest)(_send|_generate_at)'/'ulid$1'/g;
        s/(''MODULE_PATHNAME'')(?= )/$1, ''%4\$s''/;
        s/(pg_catalog.concat\(kind, '_skipsupport'\))/$1, pg_catalog.replace($1, 'toy', 'ulid')/;
    });
}
$node->append_conf('postgresql.conf', $ENV{STAGED_SETTINGS} =~ s/\Q$ENV{STAGE}\E/$stage/gr);
$node->restart;
$node->safe_psql('postgres', 'CREATE DATABASE fresh');
$node->safe_psql('fresh', 'CREATE EXTENSION ulidkit');
is($node->safe_psql('fresh', "SELECT ulidkit_new(), toy_generate()::timestamptz <= now() + interval '1 s', guest_extract_timestamp(guest_min('2025-01-01')) = '2025-01-01', pg_typeof(guest_generate())"), '1|t|t|uuid',
    "$later: has what is new");
check_update($_, $later, 'fresh') for @released, $present;
ok((grep { $_ eq $present } check_text_updates($later)), "ulidkit_text: updates from $present");
$node->safe_psql('stayed', 'ALTER EXTENSION ulidkit UPDATE');
is($node->safe_psql('stayed', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $later, 'from the name that is for servers: updated');
is_installed_as($node, 'stayed', 'fresh', "from the name that is for servers: has the catalog of $later");
no_way_through_that_name($later);

$node->stop;
done_testing();
