# Preloaded or not, settings of the server, and what happens when there is no memory or no randomness.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', conf => "fsync = off\n");
my $major = $node->safe_psql('postgres', "SELECT current_setting('server_version_num')::integer / 10000");

# Every session is a process of its own, forked from the postmaster: no two may share random bytes.
sub check_randomness {
    my ($how) = @_;
    my $sessions = 40;
    my %seen;
    for (1 .. $sessions) {
        $seen{ $node->safe_psql('postgres', 'SELECT encode(ulid_extract_randomness(ulid_random()), $$hex$$)') }++;
    }
    is(scalar keys %seen, $sessions, "$how: no two processes share random bytes");
    my @ids = map { $node->safe_psql('postgres', 'SELECT ulid_generate()') } 1 .. 10;
    is_deeply([ sort @ids ], \@ids, "$how: and they share the order");
}
check_randomness('loaded when needed');

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\nulidkit.tbsl_machine = 42\nulidkit.timeid_node = 1000\n");
$node->restart;
check_randomness('preloaded');
is($node->safe_psql('postgres', 'SELECT tbsl_extract_machine(tbsl_generate()), timeid_extract_node(timeid_generate())'), '42|1000', 'settings of the server');
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "''");
$node->restart;
is($node->safe_psql('postgres', 'SELECT tbsl_extract_machine(tbsl_generate()), timeid_extract_node(timeid_generate())'), '42|1000', 'settings without preloading');
$node->adjust_conf('postgresql.conf', 'ulidkit.timeid_node', '-1');
$node->reload;
my %nodes = map { $node->safe_psql('postgres', 'SELECT timeid_extract_node(timeid_generate())') => 1 } 1 .. 20;
is(scalar keys %nodes, 1, 'one best-effort node for the whole server');
cmp_ok((keys %nodes)[0], '<', 32, 'which is one of the best-effort nodes');

my ($status, $out, $error) = $node->psql('postgres', 'SELECT ulid_generate(); SET ulidkit.max_clock_lead = 5');
like($error, qr/parameter "ulidkit.max_clock_lead" cannot be changed now/, 'the lead is the same for the whole server');
($status, $out, $error) = $node->psql('postgres', 'CREATE ROLE reader; SET ROLE reader; TABLE ulidkit_generators');
like($error, qr/permission denied/, 'the newest ids are not for everybody');
is($node->safe_psql('postgres', 'GRANT pg_monitor TO reader; SET ROLE reader; SELECT count(*) FROM ulidkit_generators'), 5, 'but for monitoring');

# No shared memory: before 17 it is what the main segment has to spare, which another library can use up; from 17 on it
# is a segment of its own, for which the server needs its folder. In one session, as others could not even connect.
my ($take, $give) = ('', '');
if ($major < 17) {
    my $hog = $node->basedir . '/hog';
    append_to_file("$hog.c", <<'EOT');
#include "postgres.h"
#include "fmgr.h"
#include "storage/shmem.h"

PG_MODULE_MAGIC;
void _PG_init(void);

void
_PG_init(void)
{
    while (ShmemAllocNoError(1) != NULL)
        ;
}
EOT
    is(system_log("cc -shared -fPIC -I\$($ENV{PG_CONFIG} --includedir-server) -o $hog.so $hog.c"), 0, 'a library that uses up shared memory');
    $take = "LOAD '$hog.so';";
} else {
    $node->append_conf('postgresql.conf', "dynamic_shared_memory_type = mmap\n");
    my $folder = $node->data_dir . '/pg_dynshmem';
    ($take, $give) = ("\\! chmod 0 $folder\n", "\\! chmod 700 $folder\n");
}
$node->restart;
($status, $out, $error) = $node->psql('postgres',
    "$take\nSELECT ulid_generate();\nSELECT ulid_generate('2025-01-01Z')::timestamptz = '2025-01-01Z';\n$give", on_error_stop => 0);
like($error, qr/ERROR:  .*shared memory.*\n.*HINT:  Restart the server, with ulidkit in shared_preload_libraries/s, 'without memory there is an error with a hint');
is($out, 't', 'and what needs none goes on');
$node->stop('fast');

# No randomness: an OpenSSL that has none for ulidkit, which asks for more at once than the server does.
my $stub = $node->basedir . '/no_random';
append_to_file("$stub.c", <<'EOT');
#define _GNU_SOURCE
#include <dlfcn.h>

int
RAND_bytes(unsigned char *bytes, int size)
{
    int (*real)(unsigned char *, int) = (int (*)(unsigned char *, int)) dlsym(RTLD_NEXT, "RAND_bytes");
    return size < 4096 ? real(bytes, size) : 0;
}
EOT
is(system_log('cc', '-shared', '-fPIC', '-o', "$stub.so", "$stub.c"), 0, 'an OpenSSL without randomness');
{
    local $ENV{LD_PRELOAD} = "$stub.so";
    $node->start;
}
for my $call ('ulid_random()', map { ("${_}_generate()", "${_}_generate(now())") } @kinds) {
    ($status, $out, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\nSELECT $call");
    like($error, qr/ERROR:  XX000: could not generate random values/, "$call: no id without it");
}
$node->stop('fast');

done_testing();
