# pg_upgrade keeps ids, partitions and indexes, and an update afterwards attaches the objects that only the newer server
# has. The old server and its staged installation are OLD_PG_CONFIG and OLD_STAGE, or by default the same version.
use strict;
use warnings;
use Bare;
use Indexed;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $old = PostgreSQL::Test::Cluster->new('old',
    install_path => (installed_copy($ENV{OLD_PG_CONFIG} // $ENV{PG_CONFIG}, $ENV{OLD_STAGE} // $ENV{STAGE}))[0]);
my $new = PostgreSQL::Test::Cluster->new('new', install_path => (installed_copy($ENV{PG_CONFIG}, $ENV{STAGE}))[0]);
$_->init(extra => [ $_->pg_version >= 18 ? '--no-data-checksums' : (), '--encoding=UTF8', '--no-locale' ]) for $old, $new;

my $skipsupport = "SELECT count(*) FROM pg_proc WHERE proname LIKE '%\\_skipsupport' AND probin = '\$libdir/ulidkit'";

# One database with the present version of ulidkit, in a schema of its own, and ulidkit_text, and one with 1.0.
$old->start;
$old->safe_psql('postgres', 'CREATE DATABASE present; CREATE DATABASE first');
$old->safe_psql('present', 'CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids; CREATE EXTENSION ulidkit_text');
$old->safe_psql('first', "CREATE EXTENSION ulidkit VERSION '1.0'");
my @databases = qw(present first);
my %kinds_in = map { $_ => [ kinds_of($old, $_) ] } @databases;
@kinds = @{ $kinds_in{present} };
for my $database (@databases) {
    $old->safe_psql($database, "CREATE SCHEMA app; ALTER DATABASE $database SET search_path = app, public, ids");
    $old->safe_psql($database, join '', map { <<"SQL" } @{ $kinds_in{$database} });
CREATE TABLE has_$_ (id $_ PRIMARY KEY DEFAULT ${_}_generate(), created_at timestamptz GENERATED ALWAYS AS (id::timestamptz) STORED, ids $_\[]);
INSERT INTO has_$_ (id) SELECT ${_}_generate(t) FROM generate_series(timestamptz '2025-01-01', '2025-02-01', '10 min') t;
INSERT INTO has_$_ (ids) SELECT ARRAY[${_}_generate(), NULL] FROM generate_series(1, 100);
CREATE TABLE has_hash_$_ (id $_ PRIMARY KEY REFERENCES has_$_) PARTITION BY HASH (id);
CREATE TABLE has_hash_${_}_0 PARTITION OF has_hash_$_ FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE has_hash_${_}_1 PARTITION OF has_hash_$_ FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE has_hash_${_}_2 PARTITION OF has_hash_$_ FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO has_hash_$_ SELECT id FROM has_$_;
CREATE TABLE has_range_$_ (id $_ PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE has_range_${_}_0 PARTITION OF has_range_$_ FOR VALUES FROM (MINVALUE) TO (${_}_min('2025-01-15'));
CREATE TABLE has_range_${_}_1 PARTITION OF has_range_$_ FOR VALUES FROM (${_}_min('2025-01-15')) TO (MAXVALUE);
INSERT INTO has_range_$_ SELECT id FROM has_$_;
SQL
    $old->safe_psql($database, join '', map { <<"SQL" } @{ $kinds_in{$database} });
CREATE DOMAIN domain_$_ AS $_;
CREATE TABLE has_domain_$_ (id domain_$_);
INSERT INTO has_domain_$_ SELECT id FROM has_$_;
CREATE INDEX ON has_domain_$_ USING brin (id) WITH (pages_per_range = 1);
CREATE TABLE has_gist_$_ (id $_, during tstzrange, EXCLUDE USING gist (id WITH =, during WITH &&));
INSERT INTO has_gist_$_ SELECT id, '[2025-01-01, 2025-02-01)' FROM has_$_;
CREATE TABLE has_gin_$_ (id $_);
INSERT INTO has_gin_$_ SELECT id FROM has_$_;
CREATE INDEX ON has_gin_$_ USING gin (id);
SQL
    create_indexed($old, $database);
    $old->safe_psql($database, join '', map { <<"SQL" } @{ $kinds_in{$database} });
INSERT INTO ${_}_row (id, batch, n) SELECT id, (SELECT min(id) FROM has_$_), 1 FROM has_$_ WHERE id > ${_}_min('2025-01-30') AND id < ${_}_min('2025-02-02');
INSERT INTO ${_}_reported SELECT id, batch FROM ${_}_row;
SQL
}

$old->safe_psql('present', q{CREATE TABLE observed (id ulid PRIMARY KEY, made timeid);
    CREATE TRIGGER observe BEFORE INSERT ON observed FOR EACH ROW EXECUTE FUNCTION ids.ulidkit_observe('id', 'made')});
$old->safe_psql('postgres', 'CREATE DATABASE bare');
$old->safe_psql('bare', 'CREATE SCHEMA ids; CREATE EXTENSION ulidkit SCHEMA ids');
create_bare($old, 'bare', 'ids', @kinds);
my $bare = bare_contents($old, 'bare');
is(scalar(() = $bare =~ /^\w+_(view|stored|function)_\d+\|\d+/mg), 3 * @bare_forms * @kinds, 'expressions with bare operators are compared');

sub rows {
    my ($node, $database) = @_;
    return $node->safe_psql($database, join '', map { <<"SQL" } @{ $kinds_in{$database} });
SELECT '$_', id, encode(${_}_send(id), 'hex'), created_at, id::timestamptz = created_at, ids FROM has_$_ ORDER BY id;
SELECT tableoid::regclass, id, satisfies_hash_partition('has_hash_$_'::regclass, 3, right(tableoid::regclass::text, 1)::integer, id) FROM has_hash_$_ ORDER BY id;
SELECT tableoid::regclass, id FROM has_range_$_ ORDER BY id;
SQL
}

my %before = map { $_ => rows($old, $_) } @databases;
like($before{present}, qr/^ulid\|01JG.*\|t\|$/m, 'there are rows');
like($before{present}, qr/^has_hash_tbsl_2\|.*\|t$/m, 'in partitions');
unlike($before{present}, qr/^has_hash.*\|f$/m, 'in the right ones');
# Debian's 17.12 gives all columns an option that no other version knows, so that none of its clusters could be upgraded.
$old->safe_psql($_, q{UPDATE pg_attribute SET attoptions = nullif(ARRAY(SELECT o FROM unnest(attoptions) AS o WHERE o !~ '^pg_attver='), '{}')
    WHERE attoptions::text ~ 'pg_attver='}) for split /\n/, $old->safe_psql('postgres', 'SELECT datname FROM pg_database WHERE datallowconn');
$old->stop;

chdir PostgreSQL::Test::Utils::tempdir();
$new->command_ok([ 'pg_upgrade', '--no-sync', '-d', $old->data_dir, '-D', $new->data_dir, '-b', $old->config_data('--bindir'), '-B', $new->config_data('--bindir'),
        '-s', $new->host, '-p', $old->port, '-P', $new->port ], 'pg_upgrade from ' . $old->pg_version . ' to ' . $new->pg_version)
    or diag map { /^pg_restore: error: /m ? substr $_, $-[0] : () } map { slurp_file($_) } glob $new->data_dir . '/pg_upgrade_output.d/*/log/pg_upgrade_dump_*.log';
$new->start;
for my $database (@databases) {
    is(rows($new, $database), $before{$database}, "$database: the same rows in the same partitions");
    check_structure($new, $database, $database);
    check_indexes($new, $database, $database);
    is($new->safe_psql($database, join ';', map { "SELECT ${_}_generate() > max(id) FROM has_$_" } @{ $kinds_in{$database} }),
        join("\n", ('t') x @{ $kinds_in{$database} }),
        "$database: generates above them");
}

is($new->safe_psql('present', q{INSERT INTO observed SELECT ulid_generate(t), timeid_generate(t) FROM (SELECT clock_timestamp() + interval '50 ms') AS s (t);
    SELECT ulid_generate() > id AND timeid_generate() > made FROM observed}), 't', 'a trigger observes');
is(bare_contents($new, 'bare'), $bare, 'expressions with bare operators: the same objects with the same rows');

# Users then run two commands, whatever the version. The script that pg_upgrade writes is not enough.
my $present = $new->safe_psql('present', "SELECT default_version FROM pg_available_extensions WHERE name = 'ulidkit'");
$new->command_ok([ 'psql', '-X', '-v', 'ON_ERROR_STOP=1', '-f', 'update_extensions.sql', $new->connstr('postgres') ], q(pg_upgrade's script));
for my $database (@databases) {
    my @present = @{ $kinds_in{$database} };
    is($new->safe_psql($database, $skipsupport), $old->pg_version < 18 ? 0 : scalar @present, "$database: what the old server knew");
    $new->safe_psql($database, "ALTER EXTENSION ulidkit UPDATE TO '$present-pg_upgraded'; ALTER EXTENSION ulidkit UPDATE");
    is($new->safe_psql($database, 'SET enable_seqscan = off;' . join ';', map {
        my $kind = $_; map { "SELECT count(*) FROM has_${_}_$kind WHERE id < ${kind}_min('2025-01-02')" } qw(domain gist gin)
    } @present), join("\n", (144) x (3 * @present)), "$database: BRIN indexes on domains, GiST and GIN indexes serve");
}

$new->safe_psql('postgres', 'CREATE DATABASE fresh');
for my $database (@databases) {
    is($new->safe_psql($database, "SELECT extversion FROM pg_extension WHERE extname = 'ulidkit'"), $present, "$database: the present version");
    is($new->safe_psql($database, $skipsupport), $new->pg_version < 18 ? 0 : scalar @kinds, "$database: what the new server knows");
    my $schema = $database eq 'present' ? 'ids' : 'public';
    $new->safe_psql('fresh', "CREATE SCHEMA IF NOT EXISTS ids; DROP EXTENSION IF EXISTS ulidkit CASCADE; CREATE EXTENSION ulidkit SCHEMA $schema");
    $new->safe_psql('fresh', 'CREATE EXTENSION ulidkit_text') if $database eq 'present';
    $new->safe_psql('fresh', 'DROP SCHEMA ids') if $schema eq 'public';
    is_installed_as($new, $database, 'fresh', "$database: the catalog of a fresh installation");
    is($new->safe_psql($database, q{SELECT count(*) FROM pg_depend WHERE classid = 'pg_type'::regclass AND refclassid = 'pg_opclass'::regclass
        AND objid IN (SELECT opckeytype FROM pg_opclass WHERE oid > 16383)}), 2 * @kinds, "$database: and can be upgraded once more");
    is(rows($new, $database), $before{$database}, "$database: the same rows as before");
}
$new->stop;
done_testing();
