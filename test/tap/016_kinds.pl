# Libraries with more and with fewer kinds in one server, before and after an update; another layout of the generators'
# memory; memory that is claimed when the server starts; and a kind with gaps between its values, which only the tests have.
use strict;
use warnings;
use Cwd;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $base = PostgreSQL::Test::Utils::tempdir;
my $sources = getcwd;
my ($library_folder, $share_folder) = map { my ($path) = run_command([ $ENV{PG_CONFIG}, $_ ]); $path } qw(--pkglibdir --sharedir);

# Builds a copy of the sources, changed by a command, without the parts that the test does not need.
sub build {
    my ($name, $change) = @_;
    my $folder = "$base/$name";
    mkdir $folder;
    run_log([ 'cp', '-r', map({ "$sources/$_" } qw(src test Makefile META.json ulidkit.control ulidkit_text.control)), $folder ]) or die;
    run_log([ 'find', "$folder/src", '-name', '*.o', '-delete', '-o', '-name', '*.bc', '-delete' ]) or die;
    run_log([ 'bash', '-c', "cd '$folder' && $change" ]) or die "the sources cannot be changed by: $change";
    run_log([ 'env', '-u', 'MAKEFLAGS', '-u', 'MAKELEVEL', 'make', '-s', '-j2', '-C', $folder, "PG_CONFIG=$ENV{PG_CONFIG}", 'with_llvm=no', 'COPT=-O0' ])
        or die 'the sources do not compile';
    return $folder;
}

# Installs the build as a package update does: files are replaced, and open sessions keep the old ones.
my $stage = "$base/stage";
sub install {
    my ($folder) = @_;
    run_log([ 'env', '-u', 'MAKEFLAGS', '-u', 'MAKELEVEL', 'make', '-s', '-C', $folder, "PG_CONFIG=$ENV{PG_CONFIG}", 'with_llvm=no', 'COPT=-O0', 'install', "DESTDIR=$stage" ])
        or die 'the installation failed';
}
sub install_present { run_log([ 'cp', '--remove-destination', "$ENV{STAGE}$library_folder/ulidkit.so", "$stage$library_folder/ulidkit.so" ]) or die }

# A session that stays open, and the result of a statement in it.
sub open_session {
    my ($node, $database) = @_;
    my %session = (in => '', out => '', error => '');
    $session{run} = IPC::Run::start([ 'psql', '-X', '-q', '-A', '-t', '-h', $node->host, '-p', $node->port, '-d', $database ],
        '<', \$session{in}, '>', \$session{out}, '2>', \$session{error}, IPC::Run::timeout(10 * $PostgreSQL::Test::Utils::timeout_default));
    return \%session;
}
sub answer {
    my ($session, $sql) = @_;
    $session->{out} = '';
    $session->{in} .= "$sql;\n\\echo done\n";
    $session->{run}->pump until $session->{out} =~ /^done$/m;
    return $session->{out} =~ s/\n?done\n//r;
}
sub close_session { my ($session) = @_; $session->{in} .= "\\q\n"; $session->{run}->finish }

# Whether ids of a kind that these sessions make in turn rise, as compared by the database.
sub rising {
    my ($node, $kind, @sessions) = @_;
    my $type = $type_of{$kind} // $kind;
    my @made = map { answer($_, "SELECT ${kind}_generate()") } @sessions;
    return $node->safe_psql('with_sparse', 'SELECT bool_and(id > before) FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM (VALUES '
            . join(', ', map { "($_, '$made[$_]'::$type)" } 0 .. $#made) . ') AS v (n, id)) AS s WHERE before IS NOT NULL');
}

my $with_sparse = build('with_sparse', './test/kind/add .');

run_log([ 'cp', '-r', $ENV{STAGE}, $stage ]) or die;
my $node = PostgreSQL::Test::Cluster->new('kinds');
$node->init;
$node->append_conf('postgresql.conf', ($ENV{STAGED_SETTINGS} =~ s/\Q$ENV{STAGE}\E/$stage/gr) . "\nfsync = off\n");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION ulidkit');
@generators = generators_of($node, 'postgres');

# An update that adds a kind, while sessions are open.
my @old = map { open_session($node, 'postgres') } 1, 2;
answer($old[0], "SELECT ${_}_generate()") for @generators;
is(answer($old[1], "SELECT count(*) FROM pg_extension WHERE extname = 'ulidkit' AND 'sparse' IN (SELECT kind FROM ulidkit_generators())"), 0, 'a library without the kind');
install($with_sparse);
$node->safe_psql('postgres', 'CREATE DATABASE with_sparse');
$node->safe_psql('with_sparse', 'CREATE EXTENSION ulidkit');
$node->safe_psql('postgres', 'CREATE DATABASE updated');
$node->safe_psql('updated', "CREATE EXTENSION ulidkit VERSION '1.0'; ALTER EXTENSION ulidkit UPDATE");
is_installed_as($node, 'updated', 'with_sparse', 'version 1.0 updates to the kind');
my @new = (open_session($node, 'postgres'), open_session($node, 'with_sparse'));
for my $kind (@generators) {
    is(rising($node, $kind, $old[0], $new[0], $old[1], $new[1], $old[0]), 't', "$kind: in order over sessions with the older and the newer library");
}
is(answer($_, "SELECT count(*) FROM ulidkit_generators() WHERE kind = 'sparse'"), 1, 'the newer library has the kind') for @new;
is(rising($node, 'sparse', $new[1], open_session($node, 'with_sparse'), $new[1]), 't', 'which generates');
close_session($_) for @old, @new;

# The other way round: the newer library makes the memory, and the older one finds it.
$node->restart;
@new = map { open_session($node, 'with_sparse') } 1, 2;
answer($new[0], "SELECT ${_}_generate()") for @generators, 'sparse';
install_present();
@old = map { open_session($node, 'postgres') } 1, 2;
is(answer($old[0], "SELECT count(*) FROM ulidkit_generators() WHERE kind = 'sparse'"), 0, 'again a library without the kind');
for my $kind (@generators) {
    is(rising($node, $kind, $new[0], $old[0], $new[1], $old[1], $new[0]), 't', "$kind: in order over sessions with the newer and the older library");
}
close_session($_) for @old, @new;

# Gaps between values: skip scans find all rows on both sides of a gap, and values in a gap are refused.
install($with_sparse);
is($node->safe_psql('with_sparse', <<'SQL'), "4|4\n100|100\n100|100\n100|100", 'no row is lost by the index of a kind with gaps');
CREATE TABLE few (id sparse, n integer);
INSERT INTO few VALUES (rpad('000000007', 40, 'F')::sparse, 1234), (rpad('000000017', 40, '0')::sparse, 1234), (rpad('123456787', 40, '9')::sparse, 1234), (sparse_max('infinity'), 1234);
CREATE INDEX ON few (id, n);
-- The next id of every second one, and the id before every other, is beyond a gap. A skip scan asks for it where an id has rows
-- on both sides of the number that is looked for.
CREATE TABLE many (id sparse, n integer);
INSERT INTO many SELECT CASE WHEN i % 2 = 0 THEN sparse_max(t) ELSE sparse_min(t) END, n
FROM generate_series(0, 99) AS i, LATERAL (SELECT timestamptz '2025-01-01' + i * interval '1 s') AS time (t), generate_series(0, 999) AS n;
CREATE INDEX ON many (id, n);
ANALYZE few, many;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT (SELECT count(*) FROM few WHERE n = 1234), (SELECT count(*) FROM few WHERE id >= rpad('000000007', 40, '0')::sparse AND n = 1234);
SELECT count(*), count(DISTINCT id) FROM many WHERE n = 500;
SET enable_sort = off;
SELECT count(*), count(DISTINCT id) FROM (SELECT * FROM many WHERE n = 500 ORDER BY id DESC, n DESC OFFSET 0) AS backwards;
SET enable_seqscan = on;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT count(*), count(DISTINCT id) FROM many WHERE n = 500;
SQL
SKIP: {
    skip 'skip scans are of 18', 1 if $node->pg_version < 18;
    like($node->safe_psql('with_sparse', 'SET enable_seqscan = off; EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT * FROM many WHERE n = 500'),
        qr/Index Only Scan using many_id_n_idx on many.*Index Cond: \(n = 500\).*Index Searches: (?!1$)\d+/ms, 'which skips');
}
my (undef, undef, $error) = $node->psql('with_sparse', q(SELECT rpad('\x000000008', 42, '0')::bytea::sparse));
like($error, qr/ERROR:  invalid binary representation of type sparse\n.*DETAIL:  Expected 20 bytes, the 9th hexadecimal digit a 7\./, 'a binary form in a gap');
(undef, undef, $error) = $node->psql('with_sparse', q(SELECT rpad('000000008', 40, '0')::sparse));
like($error, qr/ERROR:  invalid input syntax for type sparse.*found "8" at character 9/s, 'a text in a gap');
(undef, undef, $error) = $node->psql('with_sparse', q(SELECT rpad('\x', 42, '0')::bytea::sparse));
like($error, qr/ERROR:  binary value is out of range for type sparse/, 'a binary form below the lowest');

# Another layout of the memory: a server can use one of the two libraries, never both.
my $other_layout = build('other_layout', 'sed -i -E "s/(memory_layout = )[0-9]+/\1999/" src/pg/generation/shared.hpp');
my $before = open_session($node, 'postgres');
answer($before, "SELECT ${_}_generate()") for @generators;
install($other_layout);
for my $kind (@generators) {
    (undef, undef, $error) = $node->psql('postgres', "SELECT ${kind}_generate()");
    like($error, qr/ERROR:  shared memory of ulidkit was created by an incompatible version of the library\n.*HINT:  Restart the server\.\n.*CONTEXT:  while creating the shared memory/s,
        "$kind: another layout is refused");
}
is(answer($before, 'SELECT a < ulid_generate() FROM (SELECT ulid_generate() AS a OFFSET 0) AS s'), 't', 'and who was there goes on');
close_session($before);
$node->restart;
is($node->safe_psql('postgres', join ';', map { "SELECT ${_}_generate() < ${_}_generate()" } @generators), join("\n", ('t') x @generators), 'after a restart it serves');
install_present();
$node->restart;

# A version whose piece of memory for all kinds has another size, 768 bytes. This library makes it.
my $other_size = "$base/other_size";
append_to_file("$other_size.c", <<'EOT');
#include "postgres.h"
#include "fmgr.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#if PG_VERSION_NUM >= 170000
#include "storage/dsm_registry.h"
#endif

PG_MODULE_MAGIC;
void _PG_init(void);

#if PG_VERSION_NUM >= 190000
static void initialise(void *memory, void *arg) { memset(memory, 0, 768); }
#elif PG_VERSION_NUM >= 170000
static void initialise(void *memory) { memset(memory, 0, 768); }
#endif

void
_PG_init(void)
{
    bool found;
#if PG_VERSION_NUM >= 190000
    GetNamedDSMSegment("ulidkit", 768, initialise, &found, NULL);
#elif PG_VERSION_NUM >= 170000
    GetNamedDSMSegment("ulidkit", 768, initialise, &found);
#else
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    ShmemInitStruct("ulidkit", 768, &found);
    LWLockRelease(AddinShmemInitLock);
#endif
}
EOT
is(system_log("cc -shared -fPIC -I\$($ENV{PG_CONFIG} --includedir-server) -o $other_size.so $other_size.c"), 0, 'a library that makes memory of another size');
$node->safe_psql('postgres', "LOAD '$other_size.so'");
(undef, undef, $error) = $node->psql('postgres', 'SELECT ulid_generate()');
like($error, qr/ERROR:  .*HINT:  The shared memory of ulidkit was created by an incompatible version of the library\. Restart the server\.\n/s, 'memory of another size is refused');

# If the library is preloaded, the memory is claimed before the first id, and cannot be used up later. Here all of it is
# used up: before 17 that of the main segment, from 17 on by removing the folder of other segments.
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\ndynamic_shared_memory_type = mmap\n");
$node->restart;
my $claimed = $node->safe_psql('postgres', "SELECT string_agg(name, ',' ORDER BY name) FROM pg_shmem_allocations WHERE name LIKE 'ulidkit%'");
is($claimed, $node->safe_psql('postgres', q(SELECT string_agg(concat_ws(' ', 'ulidkit', kind), ',' ORDER BY concat_ws(' ', 'ulidkit', kind)) FROM (SELECT kind FROM ulidkit_generators() UNION VALUES (NULL), ('snowflakes')) AS k)),
    'preloaded: the memory of all kinds and of Snowflakes is claimed at the start');
# Calling ulidkit_generators() makes the memory that was not claimed.
$node->restart;
my $hog = library_that_uses_up_memory($base);
my $folder = $node->data_dir . '/pg_dynshmem';
my ($status, $out) = $node->psql('postgres', "LOAD '$hog';\n\\! chmod 0 $folder\n"
        . join('', map { "SELECT ${_}_generate() < ${_}_generate();\n" } @generators) . "\\! chmod 700 $folder\n", on_error_stop => 0);
is($out, join("\n", ('t') x @generators), 'preloaded: generation goes on where there is no shared memory left');

$node->stop('fast');
done_testing();
