# Writes of the file ulidkit.bounds: one for all generators in use, ahead of the end of a long unit, and waiting for another
# session's write can be cancelled and times out.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $base = PostgreSQL::Test::Utils::tempdir;
my ($control, $trace) = ("$base/control", "$base/trace");
append_to_file($trace, '');
my $node = run_with_faults($base, sub { server_with_ulidkit('main', conf => "fsync = on\n") });

my @calls = ((map { "${_}_generate()" } @generators), map { "snowflake_generate('2024-01-01Z', $_, '1 ms', 0)" } 10 .. 17);

sub writes { return scalar(() = slurp_file($trace) =~ /sync/g) }

# The writes while each of some generators makes IDs in a session of its own, for some seconds.
sub writes_of {
    my (@used) = @_;
    my $before;
    my @sessions = map {
        IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres'), '-c',
                "DO 'BEGIN FOR i IN 1 .. 600 LOOP PERFORM " . s/'/''/gr . "; PERFORM pg_sleep(0.01); END LOOP; END'" ], '>', \my $out, '2>', \my $error)
    } @used;
    # Their first IDs, for which each needs a ceiling, are not counted.
    select undef, undef, undef, 1.5;
    $before = writes();
    select undef, undef, undef, 4;
    my $count = writes() - $before;
    $_->finish for @sessions;
    return $count;
}

my $of_one = writes_of($calls[0]);
my $of_all = writes_of(@calls);
note "writes in 4 s: $of_one with one generator, $of_all with ", scalar @calls;
cmp_ok($of_all, '<=', 2 * $of_one + 4, 'fourteen generators need no more writes than one');
is($node->safe_psql('postgres', 'SELECT count(*) FROM ulidkit_generators() WHERE saved_until <= newest_time'), 0, 'each ID is below its ceiling');

# What one session has raised for all holds for all after a crash.
my $seen = newest_ids($node);
$node->safe_psql('postgres', "SELECT $_") for @calls;
$node->stop('immediate');
run_with_faults($base, sub { $node->start });
check_next($node, $seen, 'crashed');

# A layout whose unit is a second: its ceiling is beyond the end of the present unit before that ends.
my $layout = q{snowflake_generate('2020-01-01Z', 20, '1 s', 0)};
$node->safe_psql('postgres', "SELECT $layout");
ok(wait_until(sub {
    return $node->safe_psql('postgres', "SELECT $layout; SELECT saved_until > date_trunc('second', clock_timestamp()) + interval '1 s' FROM ulidkit_generators() WHERE kind LIKE '%1000000 us%'") =~ /t$/;
}), 'the ceiling of a long unit is raised before the unit ends');

# While one session writes for a minute, others can be cancelled, time out and be terminated.
$node->safe_psql('postgres', 'CREATE TABLE given AS SELECT timeid_generate(clock_timestamp()) AS id');
run_with_faults($base, sub { $node->restart });
append_to_file($control, 'slow 60000000');
my $before = writes();
my $writer = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres'), '-c', 'SELECT ulid_generate()' ], '>', \my $id, '2>', \my $error);
ok(wait_until(sub { writes() > $before }), 'a slow write has begun');
unlink $control or die;
my $timeout = qr/ERROR:  57014: canceling statement due to statement timeout/;
for my $call ('ulid_generate()', 'timeid_generate()', $calls[-1], '* FROM ulidkit_generators()', 'timeid_observe(id) FROM given', 'ulidkit_reset_generators()') {
    my (undef, undef, $failed) = $node->psql('postgres', "\\set VERBOSITY verbose\nSET statement_timeout = 100; SELECT $call", on_error_stop => 1);
    like($failed, $timeout, "$call times out");
}
for my $end ('pg_cancel_backend', 'pg_terminate_backend') {
    my $waiter = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres'), '-c', "SELECT scru160_generate() /* $end */" ], '>', \my $none, '2>', \my $ended);
    my $waiting = "FROM pg_stat_activity WHERE query LIKE 'SELECT scru160_generate() /* $end */' AND wait_event_type = 'Extension'";
    ok($node->poll_query_until('postgres', "SELECT EXISTS (SELECT $waiting)"), "$end: a session waits");
    $node->safe_psql('postgres', "SELECT $end(pid) $waiting");
    $waiter->finish;
    like($ended, qr/canceling statement due to user request|terminating connection/, "$end: and is ended");
}
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT ulid_generate()' AND state = 'active'}), 1, 'the writer still writes');
eval { $writer->kill_kill };
$node->stop('immediate');

done_testing();
