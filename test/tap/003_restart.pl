# The server is stopped, killed, or crashes under load and starts at once: the next id is above every id that a client has
# read.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', snowflakes => 1, conf => "fsync = off\nrestart_after_crash = on\n");

for my $round (1 .. 2) {
    my $load = start_load($node, 1_000_000);
    $node->stop('fast');
    my $seen = end_load($load);
    $node->start;
    check_next($node, $seen, "stopped, $round");

    $load = start_load($node, 1_000_000);
    $node->kill9;
    $seen = end_load($load);
    start_again($node);
    check_next($node, $seen, "killed, $round");

    # If a backend crashes, the postmaster makes new shared memory.
    $load = start_load($node, 1_000_000);
    my $pid = $node->safe_psql('postgres', "SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%timeid%' AND pid <> pg_backend_pid()");
    crash($node, $pid);
    $seen = end_load($load);
    ok(recovers($node), 'recovered');
    check_next($node, $seen, "crashed, $round");
}

$node->stop;

# The newest ids of the microsecond kinds are about as far ahead of the clock as they can be, as after the first start, and
# the restart takes less than that.
$node = server_with_ulidkit('ahead', snowflakes => 1, conf => "restart_after_crash = on\nulidkit.max_clock_lead = '1h'\n");
is($node->safe_psql('postgres', q{
    SELECT timeid_generate()::timestamptz > pg_postmaster_start_time() + interval '1h',
        tbsl_generate()::timestamptz > pg_postmaster_start_time() + interval '1h'}), 't|t', 'a new server begins the lead after its start');

sub far_ahead {
    my $seen = newest_ids($node);
    is($node->safe_psql('postgres', "SELECT string_agg(kind, ' ' ORDER BY kind) FROM ulidkit_generators() WHERE clock_lead > '50min'"),
        'tbsl timeid', 'ahead of the clock');
    return $seen;
}

my $seen = far_ahead();
$node->stop('immediate');
$node->start;
check_next($node, $seen, 'stopped at once, ahead');
$seen = far_ahead();
$node->kill9;
start_again($node);
check_next($node, $seen, 'killed, ahead');
my $victim = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c', 'SELECT pg_sleep(600)' ], '>', '/dev/null', '2>', '/dev/null');
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'}), 'a backend to kill');
$seen = far_ahead();
crash($node, $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'}));
eval { $victim->finish };
ok(recovers($node), 'recovered');
check_next($node, $seen, 'crashed, ahead');

$node->stop;
done_testing();
