# Every released version updates to the present one: the same catalog as after a fresh installation, the same rows. And what
# only a newer server knows is attached after an upgrade of the server.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('update');
my $present = $node->safe_psql('postgres', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'");
my @released = split /\n/,
    $node->safe_psql('postgres', "SELECT source FROM pg_extension_update_paths('ulidkit') WHERE target = '$present' AND path IS NOT NULL AND source <> '$present-pg_upgraded' ORDER BY 1");
ok((grep { $_ eq '0.1.0' } @released), 'there are released versions, the first among them');

# Rows and indexes of every kind, made with what the version of the database has.
sub fill {
    my ($database) = @_;
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
    my ($database) = @_;
    return join "\n", map { $node->safe_psql($database, "SELECT '$_', * FROM has_$_ ORDER BY id; SELECT id FROM has_$_ WHERE id BETWEEN ${_}_min('2025-01-03') AND ${_}_max('2025-01-04') ORDER BY 1") } @kinds;
}

for my $version (@released) {
    $node->safe_psql('postgres', 'CREATE DATABASE old');
    $node->safe_psql('old', "CREATE EXTENSION ulidkit VERSION '$version'");
    fill('old');
    my $before = rows('old');
    $node->safe_psql('old', 'ALTER EXTENSION ulidkit UPDATE');
    is($node->safe_psql('old', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $present, "$version: updated");
    is_installed_as($node, 'old', 'postgres', "$version: has the catalog of $present");
    is(rows('old'), $before, "$version: has the same rows");
    is($node->safe_psql('old', join ';', map { "INSERT INTO has_$_ DEFAULT VALUES RETURNING id > (SELECT max(id) FROM has_$_)" } @kinds),
        join("\n", ('t') x @kinds), "$version: generates");
    is($node->safe_psql('old', 'SET enable_seqscan = off;' . join ';', map { "INSERT INTO has_domain_$_ SELECT id FROM has_$_; SELECT count(*) FROM has_domain_$_ WHERE id < ${_}_min('2025-01-02')" } @kinds),
        join("\n", (24) x @kinds), "$version: a BRIN index on a domain serves");
    $node->safe_psql('postgres', 'DROP DATABASE old');
}

# As pg_upgrade brings it: the catalog without what only newer servers know.
$node->safe_psql('postgres', 'CREATE DATABASE upgraded');
$node->safe_psql('upgraded', 'CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids');
$node->safe_psql('upgraded', join ';', map { <<"SQL" } @kinds) if $node->pg_version >= 18;
ALTER OPERATOR FAMILY ids.${_}_ops USING btree DROP FUNCTION 6 (ids.$_, ids.$_);
ALTER EXTENSION ulidkit DROP FUNCTION ids.${_}_skipsupport(internal);
DROP FUNCTION ids.${_}_skipsupport(internal)
SQL
# Nor does it bring what BRIN classes store, and an index on a domain is then of the domain.
$node->safe_psql('upgraded', "UPDATE pg_opclass SET opckeytype = 0 WHERE opcintype = 'ids.ulid'::regtype;
    CREATE DOMAIN ids.d AS ids.ulid; CREATE TABLE of_domain (id ids.d); CREATE INDEX of_domain_id ON of_domain USING brin (id)");
for my $time ('once', 'twice') {
    $node->safe_psql('upgraded', "ALTER EXTENSION ulidkit UPDATE TO '$present-pg_upgraded'; ALTER EXTENSION ulidkit UPDATE");
    is($node->safe_psql('upgraded', "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $present, "after pg_upgrade, $time: the same version");
}
is($node->safe_psql('upgraded', "SET enable_seqscan = off; SET search_path = ids, public; INSERT INTO of_domain SELECT ulid_generate() FROM generate_series(1, 9);
    SELECT count(*) FROM of_domain WHERE id > ulid_min('2025-01-01')"), 9, 'after pg_upgrade: a BRIN index on a domain serves');
$node->safe_psql('upgraded', 'DROP TABLE of_domain; DROP DOMAIN ids.d; ALTER EXTENSION ulidkit SET SCHEMA public; DROP SCHEMA ids');
is_installed_as($node, 'upgraded', 'postgres', 'after pg_upgrade: the catalog of a fresh installation');

# No path from one version to another leads through the name that is for servers.
is($node->safe_psql('postgres', "SELECT source, target, path FROM pg_extension_update_paths('ulidkit') WHERE path LIKE '%pg_upgraded%' AND '$present' NOT IN (source, target)"),
    join("\n", map { "$_|$present-pg_upgraded|$_--$present--$present-pg_upgraded" } @released), 'only the present version leads to that name');

$node->stop;
done_testing();
