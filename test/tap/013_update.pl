# Every released version updates to the present one: the catalog is that of a fresh installation, and the dump is the same, with
# rows, indexes, views and privileges. Sessions that are open go on. No script updates to an older version. After an upgrade of
# the server, objects that only newer servers have are attached.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('update');
my $present = $node->safe_psql('postgres', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'");
my ($text) = slurp_file('ulidkit_text.control') =~ /^default_version = '(.*)'/m;
my @released = split /\n/,
    $node->safe_psql('postgres', "SELECT source FROM pg_extension_update_paths('ulidkit') WHERE target = '$present' AND path IS NOT NULL AND source NOT LIKE '%-pg_upgraded' ORDER BY 1");
ok((grep { $_ eq '1.0' } @released), 'there are released versions, the first among them');
is($node->safe_psql('postgres', "SELECT * FROM pg_extension_update_paths('ulidkit') WHERE source = '$present' AND target NOT LIKE '%-pg_upgraded' AND path IS NOT NULL"), '',
    'no script updates to an older version');
# A path through these names would be shorter than the one over the versions between.
is($node->safe_psql('postgres', "SELECT * FROM pg_extension_update_paths('ulidkit') WHERE path LIKE '%-pg_upgraded--%' AND source NOT LIKE '%-pg_upgraded' AND target NOT LIKE '%-pg_upgraded'"), '',
    'no path between two versions leads through a name that is for servers');
$node->safe_psql('postgres', 'CREATE DATABASE fresh; CREATE ROLE regress_ulidkit_watcher');
$node->safe_psql('fresh', 'CREATE EXTENSION ulidkit; CREATE EXTENSION ulidkit_text');

# Rows, and all that can depend on the objects of a kind, made with what the version of the database has.
sub fill {
    my ($database, @kinds) = @_;
    $node->safe_psql($database, "CREATE SCHEMA app; ALTER DATABASE $database SET search_path = app, public");
    $node->safe_psql($database, <<"SQL") for @kinds;
CREATE DOMAIN domain_$_ AS $_;
CREATE TABLE has_$_ (id $_ PRIMARY KEY DEFAULT ${_}_generate(), domain domain_$_, ids $_\[],
    created_at timestamptz GENERATED ALWAYS AS (id::timestamptz) STORED, CHECK (id >= ${_}_min('2020-01-01Z')));
INSERT INTO has_$_ (id) SELECT ${_}_generate(t) FROM generate_series(timestamptz '2025-01-01Z', '2025-02-01Z', '1 h') t;
INSERT INTO has_$_ SELECT FROM generate_series(1, 100);
UPDATE has_$_ SET domain = id, ids = ARRAY[id, NULL];
CREATE INDEX ON has_$_ USING hash (id);
CREATE INDEX ON has_$_ USING gist (id);
CREATE INDEX ON has_$_ USING gin (id);
CREATE INDEX ON has_$_ USING brin (id, domain);
CREATE VIEW of_$_ AS SELECT id, id::text AS text, id::date AS day, created_at FROM has_$_ JOIN (SELECT id FROM has_$_) AS same USING (id);
CREATE MATERIALIZED VIEW newest_$_ AS SELECT max(id) AS id FROM has_$_;
CREATE FUNCTION new_$_() RETURNS $_ BEGIN ATOMIC SELECT ${_}_generate(); END;
GRANT EXECUTE ON FUNCTION ${_}_observe($_) TO regress_ulidkit_watcher;
SQL
    $node->safe_psql($database, 'CREATE VIEW leads AS SELECT * FROM ulidkit_generators(); GRANT EXECUTE ON FUNCTION ulidkit_generators() TO regress_ulidkit_watcher');
}

sub check_update {
    my ($version) = @_;
    $node->safe_psql('postgres', 'CREATE DATABASE old');
    $node->safe_psql('old', "CREATE EXTENSION ulidkit VERSION '$version'; CREATE EXTENSION ulidkit_text VERSION '1.0'");
    my @kinds = kinds_of($node, 'old');
    cmp_ok(scalar @kinds, '>=', 5, "$version: has kinds");
    fill('old', @kinds);
    my $before = dump_of($node, 'old');
    like($before, qr/^GRANT ALL ON FUNCTION public\.ulid_observe\(id public\.ulid\) TO regress_ulidkit_watcher;$/m, "$version: the dump has privileges");
    $node->safe_psql('old', 'ALTER EXTENSION ulidkit UPDATE; ALTER EXTENSION ulidkit_text UPDATE');
    is($node->safe_psql('old', 'SELECT extname, extversion FROM pg_extension WHERE extname LIKE $$ulidkit%$$ ORDER BY 1'), "ulidkit|$present\nulidkit_text|$text", "$version: updated");
    ok($before eq dump_of($node, 'old'), "$version: has the same dump");
    is($node->safe_psql('old', join ';', map { "INSERT INTO has_$_ DEFAULT VALUES RETURNING id > (SELECT max(id) FROM has_$_), new_$_() > id" } @kinds),
        join("\n", ('t|t') x @kinds), "$version: generates");
    is($node->safe_psql('old', 'SET enable_seqscan = off;' . join ';', map { "SELECT count(*) FROM has_$_ WHERE domain < ${_}_min('2025-01-02Z')" } @kinds),
        join("\n", (24) x @kinds), "$version: a BRIN index on a domain serves");
    # A later version adds columns to the type under views, also before the library knows them.
    $node->safe_psql('old', 'ALTER TYPE ulidkit_generator ADD ATTRIBUTE later text; CREATE VIEW later AS SELECT * FROM ulidkit_generators()');
    is($node->safe_psql('old', 'SELECT count(kind), count(save_failures) FROM leads; SELECT count(kind), count(later) FROM later'),
        join("\n", map { scalar(@generators) . "|$_" } scalar @generators, 0), "$version: a column more of the generators");
    $node->safe_psql('old', 'DROP VIEW later; ALTER TYPE ulidkit_generator DROP ATTRIBUTE later');
    $node->safe_psql('old', join ';', 'REVOKE ALL ON FUNCTION ulidkit_generators() FROM regress_ulidkit_watcher', map { "REVOKE ALL ON FUNCTION ${_}_observe($_) FROM regress_ulidkit_watcher" } @kinds);
    is_installed_as($node, 'old', 'fresh', "$version: has the catalog of $present");
    like(($node->psql('old', "ALTER EXTENSION ulidkit UPDATE TO '$version'"))[2], qr/ERROR:  extension "ulidkit" has no update path from version "$present" to version "$version"/, "$version: no way back");
    # To drop an index that the session has used the server opens it anew if another command has changed its description, and
    # calls the options function of its class, which must be there still.
    is($node->safe_psql('old', 'SET client_min_messages = warning; SET enable_seqscan = off; SELECT count(*) FROM has_ulid WHERE id = ulid_generate(); VACUUM has_ulid;
        DROP EXTENSION ulidkit CASCADE; SELECT count(*) FROM pg_class WHERE relname = $$has_ulid_pkey$$'), "0\n0", "$version: the extension is dropped with an index that was used");
    $node->safe_psql('postgres', 'DROP DATABASE old');
}
check_update($_) for @released;

# What only the planner of 1.0 called are still comparisons of PostgreSQL, for views that call it and for parallel workers of
# sessions that have the library of 1.0: see test/update.
$node->safe_psql('postgres', 'CREATE DATABASE first');
$node->safe_psql('first', "CREATE EXTENSION ulidkit VERSION '1.0'");
my %values = (
    uuid => [ map { "0123456$_-89ab-4cde-8f01-23456789abcd" } 0, 7, 'f' ],
    bigint => [ -9223372036854775808, -1, 0, 7, 9223372036854775807 ],
    text => [ '', qw(A Z a ab é), 'a ' ],
    bpchar => [ '', qw(A Z a ab é), 'a ', "a\t" ],
    bytea => [ qw(\\x \\x00 \\x01 \\x0100 \\xff) ]);
for my $type (sort keys %values) {
    my $order = $type =~ /text|bpchar/ ? ' COLLATE "C"' : '';
    my $upper = $type =~ /uuid|bigint/ ? "ulidkit_at_most(a, b) = (a <= b)" : "ulidkit_below(a, b) = (a < b$order)";
    my $values = join ', ', map { "('$_'::$type)" } @{ $values{$type} };
    is($node->safe_psql('first', "WITH v (x) AS (VALUES $values) SELECT a, b FROM (SELECT one.x AS a, other.x AS b FROM v AS one, v AS other) AS s WHERE (ulidkit_at_least(a, b) = (a >= b$order) AND $upper) IS NOT TRUE"),
        '', "1.0: functions of its planner for $type");
}
is($node->safe_psql('first', 'SELECT ulidkit_for_each_table(true), ulidkit_for_each_table(false), ulidkit_for_each_table(NULL)'), 't|f|', '1.0: ulidkit_for_each_table()');

# Sessions that are open during the update go on, with statements that are prepared, functions in PL/pgSQL and a cursor. The
# update waits for none of them.
$node->safe_psql('postgres', 'CREATE DATABASE in_use');
$node->safe_psql('in_use', q{CREATE EXTENSION ulidkit VERSION '1.0'; CREATE SCHEMA app; ALTER DATABASE in_use SET search_path = app, public;
    ALTER DATABASE in_use SET plan_cache_mode = force_generic_plan; ALTER DATABASE in_use SET enable_seqscan = off;
    CREATE TABLE app.random (id ulid DEFAULT ulid_generate_random()); CREATE VIEW app.days AS SELECT id::date AS day FROM app.random});
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
my $prepare = "PREPARE add AS INSERT INTO random DEFAULT VALUES RETURNING id IS NOT NULL; PREPARE days AS SELECT count(*) > 0 FROM days WHERE day > '2025-01-01';
    PREPARE generators AS SELECT count(newest) > 0 FROM ulidkit_generators();" . for_used(<<'SQL');
PREPARE between_KIND (timestamptz, timestamptz) AS SELECT n, id FROM of_KIND WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id;
PREPARE by_id_KIND (KIND) AS SELECT n FROM of_KIND WHERE id = $1;
SELECT id AS "KIND" FROM of_KIND WHERE n = 7 \gset
PREPARE add_KIND AS INSERT INTO of_KIND DEFAULT VALUES RETURNING id > (SELECT max(id) FROM of_KIND)
SQL
my $execute = 'EXECUTE add; EXECUTE days; EXECUTE generators;' . for_used(<<'SQL');
EXECUTE between_KIND ('2025-01-02Z', '2025-01-02 03:00Z');
EXECUTE by_id_KIND (:'KIND');
EXECUTE add_KIND;
SELECT next_KIND()
SQL
my $plans = for_used("EXPLAIN (COSTS OFF) EXECUTE between_KIND (NULL, NULL); EXPLAIN (COSTS OFF) EXECUTE by_id_KIND (NULL)");
my ($idle, $busy) = map { $node->background_psql('in_use', on_error_stop => 0) } 1 .. 2;
my $answer = $idle->query_safe("$prepare; EXECUTE generators \\g /dev/null\nSELECT ulid_generate() \\g /dev/null\n$execute");
is(() = $answer =~ /^t$/mg, 3 + 2 * @used, 'in use: generates, above all before');
is(() = $answer =~ /^2[456]\|/mg, 3 * @used, 'in use: finds by time');
$busy->query_safe("$prepare; BEGIN; " . for_used(q{DECLARE KIND_cursor CURSOR FOR SELECT n FROM of_KIND WHERE id < KIND_min('2025-01-03Z') ORDER BY id; FETCH 2 KIND_cursor}));
is($busy->query_safe($execute), $answer, 'in use: in a transaction as well');
$node->safe_psql('in_use', "SET lock_timeout = '200 ms'; ALTER EXTENSION ulidkit UPDATE");
is($busy->query_safe($execute), $answer, 'updated: a transaction that is older has the same answers');
is($busy->query_safe(for_used('FETCH 2 KIND_cursor; MOVE ALL KIND_cursor; FETCH PRIOR KIND_cursor')), join("\n", ("3\n4\n47") x @used), 'and its cursors');
$busy->query_safe('COMMIT');
is($_->query_safe($execute), $answer, 'and sessions that are older') for $idle, $busy;
is($node->safe_psql('in_use', "$prepare; $execute"), $answer, 'and new ones');
my $new_plans = $node->safe_psql('in_use', "$prepare; $plans");
is(() = $new_plans =~ /^ +Index Cond: /mg, 2 * @used, 'new plans use the indexes');
is($_->query_safe($plans), $new_plans, 'and so do those of older sessions') for $idle, $busy;
$idle->query_safe(for_used('CREATE INDEX ON of_KIND USING gist (id); CREATE INDEX ON of_KIND USING gin (id); CREATE INDEX of_KIND_b ON of_KIND (id, n); REINDEX TABLE of_KIND; DROP INDEX of_KIND_b'));
is($_->query_safe($execute), $answer, 'and after new indexes') for $idle, $busy;
$busy->query_safe(for_used('DROP FUNCTION next_KIND; DROP TABLE of_KIND'));
$_->quit for $idle, $busy;

# Catalogs as pg_upgrade leaves them, without the objects that only newer servers have, and the storage type of BRIN classes, so
# that an index on a domain has the domain's type; and without the options function, which can be dropped where the library is
# missing.
sub check_upgraded {
    my ($version) = @_;
    $node->safe_psql('postgres', 'CREATE DATABASE upgraded');
    $node->safe_psql('upgraded', "CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids VERSION '$version'");
    my @kinds = kinds_of($node, 'upgraded');
    if ($node->pg_version >= 18) {
        $node->safe_psql('upgraded', join ';', map { <<"SQL" } @kinds);
ALTER OPERATOR FAMILY ids.${_}_ops USING btree DROP FUNCTION 6 (ids.$_, ids.$_);
ALTER EXTENSION ulidkit DROP FUNCTION ids.${_}_skipsupport(internal);
DROP FUNCTION ids.${_}_skipsupport(internal);
ALTER OPERATOR FAMILY ids.${_}_ops USING gist DROP FUNCTION 12 ("any", "any")
SQL
        $node->safe_psql('upgraded', 'ALTER EXTENSION ulidkit DROP FUNCTION ids.ulidkit_gist_translate_cmptype(integer); DROP FUNCTION ids.ulidkit_gist_translate_cmptype(integer)');
    }
    $node->safe_psql('upgraded', "UPDATE pg_opclass SET opckeytype = 0 WHERE opcintype = 'ids.ulid'::regtype AND opckeytype = opcintype;
        ALTER OPERATOR FAMILY ids.ulid_ops USING btree DROP FUNCTION 5 (ids.ulid, ids.ulid);
        CREATE DOMAIN ids.d AS ids.ulid; CREATE TABLE of_domain (id ids.d); CREATE INDEX of_domain_id ON of_domain USING brin (id)");
    for my $time ('once', 'twice') {
        $node->safe_psql('upgraded', "ALTER EXTENSION ulidkit UPDATE TO '$present-pg_upgraded'; ALTER EXTENSION ulidkit UPDATE");
        is($node->safe_psql('upgraded', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $present, "$version after pg_upgrade, $time: the present version");
    }
    is($node->safe_psql('upgraded', "SET enable_seqscan = off; SET search_path = ids, public; INSERT INTO of_domain SELECT ulid_generate() FROM generate_series(1, 9);
        SELECT count(*) FROM of_domain WHERE id > ulid_min('2025-01-01')"), 9, "$version after pg_upgrade: a BRIN index on a domain serves");
    $node->safe_psql('upgraded', 'DROP TABLE of_domain; DROP DOMAIN ids.d');
    is_installed_as($node, 'upgraded', 'fresh_ids', "$version after pg_upgrade: the catalog of a fresh installation");
    $node->safe_psql('postgres', 'DROP DATABASE upgraded');
}
$node->safe_psql('postgres', 'CREATE DATABASE fresh_ids');
$node->safe_psql('fresh_ids', 'CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids');
check_upgraded($_) for @released, $present;

# A database that stayed at such a name.
for my $version (@released, $present) {
    $node->safe_psql('postgres', 'CREATE DATABASE stayed');
    $node->safe_psql('stayed', "CREATE EXTENSION ulidkit VERSION '$version'; UPDATE pg_extension SET extversion = '$version-pg_upgraded' WHERE extname = 'ulidkit'; ALTER EXTENSION ulidkit UPDATE");
    is($node->safe_psql('stayed', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $present, "$version-pg_upgraded: leads on");
    $node->safe_psql('postgres', 'DROP DATABASE stayed');
}

$node->stop;
done_testing();
