# The first ids without the file ulidkit.bounds. The kinds that can run ahead of the clock begin the lead after the start of the
# server: a server that has been up for as long makes ids of now. Nothing that was made before is repeated.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', snowflakes => 1, conf => "restart_after_crash = on\n");
my $file = $node->data_dir . '/ulidkit.bounds';
my @ahead = qw(timeid tbsl);
$node->safe_psql('postgres', "CREATE TABLE made_$_ (id $type_of{$_} PRIMARY KEY DEFAULT ${_}_generate())") for @generators;
my $start = $node->safe_psql('postgres', 'SELECT pg_postmaster_start_time()');

# What a newcomer sees.
$node->safe_psql('postgres', "SELECT pg_sleep_until(pg_postmaster_start_time() + interval '1.1 s')");
is($node->safe_psql('postgres', 'SELECT not_before > now() FROM ulidkit_generators() WHERE kind = $$timeid$$'), 'f', 'up for longer than the lead: nothing ahead of the clock');
for my $kind (@generators) {
    $node->safe_psql('postgres', "INSERT INTO made_$kind DEFAULT VALUES");
    is($node->safe_psql('postgres', "SELECT count(*) FROM made_$kind WHERE ${kind}_extract_timestamp(id) BETWEEN now() - interval '1 min' AND now()"), 1, "$kind: the first row is of now");
}

# Ids that are ahead of the clock by nearly all of a long lead.
sub insert_ahead {
    for my $kind (@ahead) {
        $node->safe_psql('postgres', "SELECT ${kind}_observe(${kind}_generate(clock_timestamp() + interval '59 s')); INSERT INTO made_$kind DEFAULT VALUES");
    }
}
sub check_above {
    my ($how) = @_;
    for my $kind (@ahead) {
        is($node->safe_psql('postgres', "SELECT ${kind}_generate() > id FROM made_$kind ORDER BY id DESC LIMIT 1"), 't', "$how: $kind above all rows");
    }
}
sub lose_file { unlink $file or die $! }
$node->append_conf('postgresql.conf', "ulidkit.max_clock_lead = '60s'\n");

for my $preloaded ('', 'ulidkit') {
    my $how = $preloaded ? 'preloaded, ' : '';
    $node->append_conf('postgresql.conf', "shared_preload_libraries = '$preloaded'\n");
    $node->restart;
    # Lost while the server is down.
    insert_ahead();
    $node->stop('immediate');
    lose_file();
    $node->start;
    check_above("${how}lost while the server was down");
    is($node->safe_psql('postgres', "SELECT not_before - pg_postmaster_start_time() BETWEEN '60 s' AND '61 s' FROM ulidkit_generators() WHERE kind = ANY ('{timeid,tbsl}')"), "t\nt",
        "${how}the lead after the start of the server");
    # Lost while it runs, and then all backends begin anew, long after the start of the server.
    $node->safe_psql('postgres', 'SELECT pg_sleep(3)');
    insert_ahead();
    lose_file();
    my ($pid) = split /\n/, slurp_file($node->data_dir . '/postmaster.pid');
    my $before = $node->safe_psql('postgres', 'SELECT clock_timestamp()');
    my (undef, undef, $error) = $node->psql('postgres', 'DO $$BEGIN EXECUTE format($c$COPY (SELECT 1) TO PROGRAM %L$c$, $c$kill -9 $c$ || pg_backend_pid()); END$$');
    ok($node->poll_query_until('postgres', "SELECT backend_start > '$before' FROM pg_stat_activity WHERE backend_type = 'checkpointer'"), "${how}all processes begin anew");
    is((split /\n/, slurp_file($node->data_dir . '/postmaster.pid'))[0], $pid, "${how}but the postmaster");
    check_above("${how}lost before a crash");
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
}

# With its lead used up, timeid makes ids as fast as the clock allows, and waits seldom. An emulated server is too slow to use
# it up.
$node->append_conf('postgresql.conf', "ulidkit.max_clock_lead = '100ms'\nshared_preload_libraries = ''\n");
$node->restart;
my ($waits, $span, $lead) = split /[\n|]/, $node->safe_psql('postgres', q{
    SELECT ulidkit_reset_generators() \g /dev/null
    SELECT count(timeid_generate()) FROM generate_series(1, 500000) \g /dev/null
    SELECT overflow_waits AS before, newest_time AS newest FROM ulidkit_generators() WHERE kind = 'timeid' \gset
    SELECT count(timeid_generate()) FROM generate_series(1, 500000) \g /dev/null
    SELECT overflow_waits - :before FROM ulidkit_generators() WHERE kind = 'timeid';
    SELECT extract(epoch FROM newest_time - :'newest'), extract(epoch FROM clock_lead) FROM ulidkit_generators() WHERE kind = 'timeid'});
cmp_ok($waits, '<=', 500, 'half a million timeids beyond the lead wait less than once in a millisecond');
note "$waits waits, times of the ids over $span s, then ahead of the clock by $lead s";

# With a clock that stands still, a session uses up the lead and waits, however slow the server is, until the clock goes on.
my $clock = PostgreSQL::Test::Utils::tempdir . '/clock';
set_clock($clock, 0);
with_clock($clock, sub { $node->restart });
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
my $still = $node->safe_psql('postgres', 'SELECT round(extract(epoch FROM clock_timestamp()), 3)');
unlink $clock;
append_to_file($clock, $still);
my $error;
my $session = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c',
        'SELECT count(timeid_generate()) FROM generate_series(1, 1000000)' ],
    '>', '/dev/null', '2>', \$error, IPC::Run::timeout(10 * $PostgreSQL::Test::Utils::timeout_default));
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT count(timeid\_generate())%'
    AND wait_event = CASE WHEN current_setting('server_version_num')::integer >= 170000 THEN 'UlidkitClock' ELSE 'Extension' END}),
    'a session that has used up the lead waits for the clock');
is($node->safe_psql('postgres', "SELECT overflow_waits > 0, newest_time - to_timestamp($still) BETWEEN '99 ms' AND '100 ms' FROM ulidkit_generators() WHERE kind = 'timeid'"), 't|t',
    'the wait is counted, and the newest timeid is ahead of the clock by the lead');
set_clock($clock, 0);
ok($session->finish, 'the session generates the rest of its timeids when the clock goes on') or diag $error;

$node->stop;
done_testing();
