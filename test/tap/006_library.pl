# The library preloaded or not, settings of the server, when sorts give up abbreviated keys, and errors without memory or
# randomness.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', conf => "fsync = off\n");
my $major = $node->safe_psql('postgres', "SELECT current_setting('server_version_num')::integer / 10000");

# Every session is a process of its own.
sub check_sharing {
    my ($how) = @_;
    my $generated = "SELECT generated FROM ulidkit_generators() WHERE kind = 'ulid'";
    my $before = $node->safe_psql('postgres', $generated);
    $node->safe_psql('postgres', 'SELECT ulid_generate()') for 1 .. 5;
    is($node->safe_psql('postgres', $generated) - $before, 5, "$how: sessions share the generators");
}
check_sharing('loaded when needed');
my ($release) = slurp_file('META.json') =~ /^  "version": "(.*)",$/m;
is($node->safe_psql('postgres', 'SELECT ulidkit_version()'), $release, 'the library tells the version of the release');

# A session begins with a copy of the postmaster's memory, so random bytes there would be shared by all. This library
# requests some before there is any session.
my $early = $node->basedir . '/early';
append_to_file("$early.c", <<'EOT');
#include "postgres.h"
#include "fmgr.h"

PG_MODULE_MAGIC;
void _PG_init(void);

void
_PG_init(void)
{
    MemoryContext context = CurrentMemoryContext;
    PGFunction ulid_random = load_external_function("ulidkit", "ulid_random", true, NULL);

    PG_TRY();
    {
        DirectFunctionCall1(ulid_random, (Datum) 0);
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        EmitErrorReport();
        FlushErrorState();
    }
    PG_END_TRY();
}
EOT
is(system_log("cc -shared -fPIC -I\$($ENV{PG_CONFIG} --includedir-server) -o $early.so $early.c"), 0, 'a library that generates in the postmaster');
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit, $early.so'\nulidkit.tbsl_machine = 42\nulidkit.timeid_node = 1000\n");
$node->restart;
like(slurp_file($node->logfile), qr/ERROR:  could not generate random values\n.*DETAIL:  Random values are not available in the postmaster\./, 'the postmaster has no random bytes');
my %seen = map { $node->safe_psql('postgres', q{SELECT encode(ulid_extract_randomness(ulid_generate_random()), 'hex')}) => 1 } 1 .. 5;
is(scalar keys %seen, 5, 'and no two sessions have the same');
check_sharing('preloaded');
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
($status, $out, $error) = $node->psql('postgres', 'CREATE ROLE reader; SET ROLE reader; SELECT * FROM ulidkit_generators()');
like($error, qr/permission denied/, 'the newest ids are not for everybody');
is($node->safe_psql('postgres', 'GRANT pg_monitor TO reader; SET ROLE reader; SELECT kind FROM ulidkit_generators()'),
    $node->safe_psql('postgres', 'SELECT kind FROM ulidkit_generators()'), 'but for monitoring');

# Sorts compare abbreviated keys, the leading 8 bytes, and give them up if there is one or less for 2,000 values. The
# decision is made after 10,240 values, then after twice as many, and so on.
for my $case ([ 9000, 1, 'too few to tell' ], [ 12000, 4, 'given up' ], [ 12000, 8, 'kept' ], [ 24000, 8, 'given up' ]) {
    my ($values, $keys, $outcome) = @$case;
    for my $kind (qw(ulid scru160 tbsl)) {
        (undef, $out, $error) = $node->psql('postgres', <<SQL);
SET work_mem = '64MB';
SET trace_sort = on;
SET client_min_messages = log;
SELECT count(*) FROM (
    SELECT (int8send(i % $keys) || substr(sha256(i::text::bytea), 1, (SELECT typlen FROM pg_type WHERE typname = '$kind') - 8))::$kind AS id
    FROM generate_series(1, ${values}::bigint) AS i ORDER BY id OFFSET 0) AS s;
SQL
        is($out . ($error =~ /LOG:  aborting abbreviation/ ? ' given up' : ''), $values . ($outcome eq 'given up' ? ' given up' : ''),
            "$kind: different keys of $values values: $keys, $outcome");
    }
}

# No shared memory: before 17 it is the spare space of the main segment, which another library can use up; from 17 on it is
# a segment of its own, for which the server needs its folder. In one session, because others could not even connect.
my ($take, $give) = ('', '');
if ($major < 17) {
    $take = sprintf "LOAD '%s';", library_that_uses_up_memory($node->basedir);
} else {
    $node->append_conf('postgresql.conf', "dynamic_shared_memory_type = mmap\n");
    my $folder = $node->data_dir . '/pg_dynshmem';
    ($take, $give) = ("\\! chmod 0 $folder\n", "\\! chmod 700 $folder\n");
}
$node->restart;
($status, $out, $error) = $node->psql('postgres',
    "$take\nSELECT ulid_generate();\nSELECT ulid_generate('2025-01-01Z')::timestamptz = '2025-01-01Z';\n$give", on_error_stop => 0);
like($error, qr/ERROR:  .*shared memory.*\n.*HINT:  If there is not enough shared memory, add "ulidkit" to "shared_preload_libraries" and restart the server\./s, 'without memory there is an error with a hint');
is($out, 't', 'and what needs none goes on');
$node->stop('fast');

# No randomness: an OpenSSL that fails for ulidkit, which requests more bytes at once than the server does.
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
for my $call ('ulid_generate_random()', map { ("${_}_generate()", "${_}_generate(now())") } @generators) {
    ($status, $out, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\nSELECT $call");
    like($error, qr/ERROR:  XX000: could not generate random values/, "$call: no id without it");
}
$node->stop('fast');

done_testing();
