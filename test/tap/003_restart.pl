# The server is stopped, killed, or crashes under load and starts at once: the next id is above every id that a client has
# read.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server_with_ulidkit('main', conf => "fsync = off\nrestart_after_crash = on\n");

# Starts streams of ids that run until the server stops; an id that a client has read was returned. Meanwhile others
# generate as fast as they can, timeid as far ahead of the clock as is allowed.
sub start_load {
    my %load;
    for my $kind (@generators) {
        my $file = $node->basedir . "/$kind.ids";
        unlink $file;
        $load{$kind} = {
            file => $file,
            run => IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c',
                    "COPY (SELECT ${kind}_generate() FROM (SELECT generate_series(1, 1000000000)) AS s) TO STDOUT" ],
                '>', $file, '2>', '/dev/null') };
    }
    my $script = $node->basedir . '/load.sql';
    unlink $script;
    append_to_file($script, join '', map { "SELECT count(${_}_generate()) FROM generate_series(1, 50000);\n" } 'timeid', @generators);
    my $pgbench = IPC::Run::start([ 'pgbench', '-n', '-c', 4, '-T', 600, '-f', $script, '-h', $node->host, '-p', $node->port, 'postgres' ],
        '>', '/dev/null', '2>', '/dev/null');
    ok(wait_until(sub { !grep { (-s $load{$_}{file} // 0) < 1_000_000 } @generators }), 'the load is under way');
    return { streams => \%load, pgbench => $pgbench };
}

# The last whole line of each stream, and how many there are. A backend that is busy does not notice that its postmaster
# was killed: the client ends it.
sub end_load {
    my ($load) = @_;
    my %seen;
    sleep 1;
    eval { $_->kill_kill } for $load->{pgbench}, map { $_->{run} } values %{ $load->{streams} };
    for my $kind (@generators) {
        my $stream = $load->{streams}{$kind};
        open my $in, '<', $stream->{file} or die $!;
        my ($count, $last) = (0, '');
        while (<$in>) {
            next unless /\n\z/;
            ($count, $last) = ($count + 1, $_);
        }
        chomp $last;
        $seen{$kind} = { last => $last, count => $count };
    }
    return \%seen;
}

# Starts the server after its postmaster was killed, as soon as the backends have released its memory.
sub start_again {
    ok(wait_until(sub {
        system_log('pg_ctl', '-w', '-D', $node->data_dir, '-l', $node->logfile, '-o', '--cluster-name=' . $node->name, 'start') == 0;
    }), 'started again');
    $node->_update_pid(1);
}

sub check_next {
    my ($seen, $how) = @_;
    for my $kind (@generators) {
        my ($above, $next, $lead) = split /\|/, $node->safe_psql('postgres',
            "SELECT id > '$seen->{$kind}{last}', id, date_trunc('milliseconds', ${kind}_extract_timestamp(id) - clock_timestamp()) FROM (SELECT ${kind}_generate() AS id OFFSET 0) AS s");
        is($above, 't', "$how: $kind goes on above the $seen->{$kind}{count} ids seen")
            or diag "seen $seen->{$kind}{last}, then made $next";
        note "$how: $kind seen $seen->{$kind}{last}, then made $next, ahead of the clock by $lead";
    }
}

for my $round (1 .. 2) {
    my $load = start_load();
    $node->stop('fast');
    my $seen = end_load($load);
    $node->start;
    check_next($seen, "stopped, $round");

    $load = start_load();
    $node->kill9;
    $seen = end_load($load);
    start_again();
    check_next($seen, "killed, $round");

    # If a backend crashes, the postmaster makes new shared memory.
    $load = start_load();
    my $pid = $node->safe_psql('postgres', "SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%timeid%' AND pid <> pg_backend_pid()");
    kill 'KILL', $pid;
    $seen = end_load($load);
    ok($node->poll_query_until('postgres', 'SELECT true'), 'recovered');
    check_next($seen, "crashed, $round");
}

$node->stop;

# The newest ids of the microsecond kinds are about as far ahead of the clock as they can be, as after a start, and the
# restart takes less than that.
$node = server_with_ulidkit('ahead', conf => "restart_after_crash = on\nulidkit.max_clock_lead = '1h'\n");
is($node->safe_psql('postgres', q{
    SELECT timeid_generate()::timestamptz > backend_start + interval '1h', tbsl_generate()::timestamptz > backend_start + interval '1h'
    FROM pg_stat_activity WHERE pid = pg_backend_pid()}), 't|t', 'a server begins ahead of the clock');

sub far_ahead {
    my %seen = map { $_ => { last => $node->safe_psql('postgres', "SELECT ${_}_generate()"), count => 1 } } @generators;
    is($node->safe_psql('postgres', "SELECT string_agg(kind, ' ' ORDER BY kind) FROM ulidkit_generators WHERE clock_lead > '50min'"),
        'tbsl timeid', 'ahead of the clock');
    return \%seen;
}

my $seen = far_ahead();
$node->stop('immediate');
$node->start;
check_next($seen, 'stopped at once, ahead');
$seen = far_ahead();
$node->kill9;
start_again();
check_next($seen, 'killed, ahead');
my $victim = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c', 'SELECT pg_sleep(600)' ], '>', '/dev/null', '2>', '/dev/null');
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'}), 'a backend to kill');
$seen = far_ahead();
kill 'KILL', $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'});
eval { $victim->finish };
ok($node->poll_query_until('postgres', 'SELECT true'), 'recovered');
check_next($seen, 'crashed, ahead');

$node->stop;
done_testing();
