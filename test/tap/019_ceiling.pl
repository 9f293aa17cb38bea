# A server that was down goes on above all ids that it has made, whatever its clock reads then, and without waiting if the
# clock is right: no id is of a time that is not on disk.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $conf = "restart_after_crash = on\nstatement_timeout = '${PostgreSQL::Test::Utils::timeout_default}s'\nulidkit.max_clock_lead = '1s'\n";
my $hint = qr/HINT:  Correct the system clock, or wait until it has caught up\. If the clock is correct, wait, raise "ulidkit\.max_clock_lead", or consider calling ulidkit_reset_generators\(\)\./;
my $ids_seen = 0;

my $clock = PostgreSQL::Test::Utils::tempdir() . '/clock';
set_clock($clock, 0);
my $node = with_clock($clock, sub {
    return server_with_ulidkit('stepped', snowflakes => 1, conf => $conf);
});
# The first start has no file, and so the microsecond kinds begin ahead of the clock.
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');

sub start { with_clock($clock, sub { $node->start }) }
sub restart { with_clock($clock, sub { $node->restart }) }

sub set_lead { change_setting($node, 'ulidkit.max_clock_lead', @_) }

# A column of ulidkit_generators() for all kinds, each different value once.
sub column {
    my ($expression) = @_;
    return $node->safe_psql('postgres', "SELECT DISTINCT $expression FROM ulidkit_generators() ORDER BY 1");
}

# The kinds whose next id is of a time that fulfils the condition.
sub kinds_whose_next {
    my ($condition) = @_;
    return $node->safe_psql('postgres', join ' UNION ALL ', map { "SELECT '$_' FROM (SELECT ${_}_extract_timestamp(${_}_generate()) AS t OFFSET 0) AS s WHERE $condition" } @generators);
}

# Each takes the server down under load and sets its clock, and returns the ids seen when it is up again.
my %down = (
    stopped => sub {
        my ($load, $offset) = @_;
        $node->stop('fast');
        my $seen = end_load($load);
        set_clock($clock, $offset);
        start();
        return $seen;
    },
    killed => sub {
        my ($load, $offset) = @_;
        $node->kill9;
        my $seen = end_load($load);
        set_clock($clock, $offset);
        with_clock($clock, sub { start_again($node) });
        return $seen;
    },
    crashed => sub {
        my ($load, $offset) = @_;
        my $pid = $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%timeid%' AND pid <> pg_backend_pid()});
        crash($node, $pid);
        set_clock($clock, $offset);
        my $seen = end_load($load);
        ok(recovers($node), 'recovered');
        return $seen;
    });

sub down {
    my ($how, $offset) = @_;
    set_clock($clock, 0);
    my $load = start_load($node, 300_000);
    my $seen = $down{$how}->($load, $offset);
    $ids_seen += $_->{count} for values %$seen;
    return $seen;
}

for my $how (sort keys %down) {
    # Within the lead, generation goes on. The step is counted, because the clock was read before.
    set_lead('1h');
    my $seen = down($how, -600);
    check_next($node, $seen, "$how, 10 minutes back, within the lead");
    is(column('clock_steps_back'), 1, "$how: the step is counted for each kind");
    is(column("clock_lead > '9 min'"), 't', "$how: and seen as a lead");

    set_clock($clock, 0);
    set_lead('1s');
    $seen = down($how, -0.5);
    check_next($node, $seen, "$how, 500 ms back");

    # Beyond the lead, it is refused, and a restart changes nothing.
    $seen = down($how, -600);
    for my $again ('', ', again') {
        for my $kind (@generators) {
            my $error = attempt($node, $kind);
            like($error, qr/ERROR:  55000: system clock is behind the newest $kind by (?:5[5-9]\d|60\d)\.\d+ seconds\n/, "$how, 10 minutes back: $kind is refused$again");
            like($error, $hint, "$how: $kind with a hint$again");
        }
        is(column("refusals, clock_lead > '9 min', clock_steps_back"), '1|t|1', "$how: which is shown$again");
        restart();
    }
    if ($how eq 'stopped') {
        my (undef, undef, $error) = $node->psql('postgres', 'SELECT ulidkit_reset_generators()');
        like($error, qr/WARNING:  generators of ulidkit restarted at the current time/, 'the way out');
        is(kinds_whose_next("abs(extract(epoch FROM t - clock_timestamp())) > 5"), '', 'leads back to the present');
        $seen = newest_ids($node);
        restart();
        is(kinds_whose_next("t > clock_timestamp() + interval '5 s'"), '', 'also after a restart');
        check_next($node, $seen, 'reset and restarted');
    } else {
        set_clock($clock, 0);
        check_next($node, $seen, "$how, the clock set right");
    }
}
note "$ids_seen ids seen";

# By policy, a step back while the server was down is refused like one while it runs.
set_clock($clock, 0);
set_lead('1h');
my $seen = newest_ids($node);
$node->stop;
set_clock($clock, -600);
start();
for my $kind (@generators) {
    like(attempt($node, $kind, "SET ulidkit.on_clock_step_back = 'error';"),
        qr/ERROR:  55000: system clock has stepped back by (?:5[5-9]\d|60\d)\.\d+ seconds since the newest $kind was generated\n/, "$kind: refused by policy");
}
check_next($node, $seen, 'with the other policy');

# A clock that jumped ahead is no reason to go back, neither when it is corrected nor after a restart.
set_clock($clock, 0);
set_lead('1s');
set_clock($clock, 3600);
$seen = newest_ids($node);
set_clock($clock, 0);
for my $again ('', ', after a restart') {
    is(join(' ', grep { attempt($node, $_) !~ /ERROR:  55000: system clock is behind the newest $_ by 3[56]\d\d\.\d+ seconds\n.*$hint/s } @generators), '',
        "refused after a clock that was ahead$again");
    is(column("clock_lead > '50 min', refusals > 0"), 't|t', "which is shown$again");
    restart();
}
set_clock($clock, 3600);
check_next($node, $seen, 'once the clock has caught up');
set_clock($clock, 0);
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
restart();
is(kinds_whose_next("t > clock_timestamp() + interval '5 s'"), '', 'a reset leads back, and a restart does not undo it');

# After a stop that was longer than the lead nothing is ahead of the clock.
$node->stop;
set_clock($clock, 10);
start();
is(kinds_whose_next('t > clock_timestamp()'), '', 'no kind is ahead of the clock after a longer stop');
$node->stop;

# With a clock that is right, nothing waits and nothing is refused, however the server went down and whatever it made
# before: nothing, some ids, or as many as timeid has room for.
$node = server_with_ulidkit('steady', snowflakes => 1, conf => $conf);
my $many = join ';', map { "SELECT count(DISTINCT id) FROM (SELECT ${_}_generate() AS id FROM generate_series(1, 20000)) AS s" } @generators;
my %again = (
    stopped => sub { $node->restart },
    'stopped at once' => sub { $node->stop('immediate'); $node->start },
    killed => sub { $node->kill9; start_again($node) },
    crashed => sub {
        my $victim = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c', 'SELECT pg_sleep(600)' ], '>', '/dev/null', '2>', '/dev/null');
        my $pid;
        wait_until(sub { $pid = $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'}) }) or die;
        crash($node, $pid);
        eval { $victim->finish };
        recovers($node) or die;
    });
my %before = (
    'some ids' => 'SELECT',
    'many ids' => $many,
    'as many as there is room for' => "$many; SELECT count(timeid_generate()) FROM generate_series(1, 1500000)");
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
# A kind whose unit can last longer than a restart waits for the next one if the server starts twice within one.
my @long = grep { $node->safe_psql('postgres', "SELECT ${_}_extract_timestamp(${_}_after(t)) - ${_}_extract_timestamp(${_}_at_or_before(t)) > '20 ms' FROM (SELECT timestamptz '2025-01-01Z' AS t) AS s") eq 't' } @generators;
for my $how (sort keys %again) {
    for my $before (sort keys %before) {
        $node->safe_psql('postgres', $before{$before});
        my $seen = newest_ids($node);
        sleep 1 if @long;
        $again{$how}->();
        # A start after which nothing is generated loses nothing.
        $again{$how}->() if $before eq 'some ids';
        # Once the clock has caught up, kinds that do not run ahead wait as always.
        is($node->safe_psql('postgres', <<SQL), join("\n", (20000) x @generators), "$how after $before: 20,000 ids of each kind at once");
$many;
SELECT kind, overflow_waits, time_waited, refusals, clock_steps_back, clock_lead FROM ulidkit_generators()
WHERE (overflow_waits, time_waited) IS DISTINCT FROM (0, interval '0') AND (kind IN ('timeid', 'tbsl') OR clock_lead > '0')
    OR refusals > 0 OR clock_steps_back > 0;
SQL
        note $node->safe_psql('postgres', "SELECT kind || ' ahead by ' || clock_lead FROM ulidkit_generators()");
        check_next($node, $seen, "$how after $before");
    }
}

# A lead that is lowered, while the server runs or while it is down. At a low load the microsecond kinds are not ahead by
# more than a second, whatever the lead was.
for my $by ('a reload', 'a restart', 'a reload', 'a restart') {
    $node->adjust_conf('postgresql.conf', 'ulidkit.max_clock_lead', "'1h'");
    $node->restart;
    my $seen = newest_ids($node);
    is($node->safe_psql('postgres', "SELECT kind FROM ulidkit_generators() WHERE clock_lead > '5 s'"), '', 'not far ahead with a long lead');
    if ($by eq 'a reload') {
        set_lead('1s');
    } else {
        $node->adjust_conf('postgresql.conf', 'ulidkit.max_clock_lead', "'1s'");
        $node->restart;
    }
    check_next($node, $seen, "the lead is lowered by $by");
    is($node->safe_psql('postgres', 'SELECT kind FROM ulidkit_generators() WHERE refusals > 0'), '', "nothing is refused after $by");
}

# While a ceiling is written, IDs are issued up to the present one, so the next one is not lower, although one that is made
# with a shorter lead is nearer to the clock.
$node->safe_psql('postgres', q{
    CREATE FUNCTION lowered(kind text, OUT times integer, OUT raised integer) AS $$
    DECLARE
        generate text := format('SELECT %s_generate()', kind);
        before timestamptz;
        after timestamptz;
        start timestamptz := clock_timestamp();
    BEGIN
        times := 0;
        raised := 0;
        WHILE clock_timestamp() < start + interval '1.5 s' LOOP
            EXECUTE generate;
            SELECT g.saved_until INTO after FROM ulidkit_generators() AS g WHERE g.kind = lowered.kind;
            times := times + coalesce(after < before, false)::integer;
            raised := raised + coalesce(after > before, false)::integer;
            before := after;
            PERFORM pg_sleep(0.005);
        END LOOP;
    END
    $$ LANGUAGE plpgsql});
for my $kind (qw(ulid timeid)) {
    set_lead('1s');
    $node->safe_psql('postgres', "SELECT lowered('$kind')");
    set_lead('0');
    like($node->safe_psql('postgres', "SELECT times, raised > 0 FROM lowered('$kind')"), qr/^0\|t$/, "$kind: the ceiling is raised and never lowered");
}
$node->stop;

done_testing();
