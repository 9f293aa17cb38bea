# The clock steps back and forward while the server runs.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $clock = PostgreSQL::Test::Utils::tempdir() . '/clock';
set_clock($clock, 0);
my $node = with_clock($clock, sub {
    return server_with_ulidkit('main', conf => "fsync = off\nautovacuum = off\nulidkit.max_clock_lead = '1min'\n");
});
$node->safe_psql('postgres', 'CREATE TABLE seen (kind text PRIMARY KEY, newest text)');

# Generates for every kind and checks that the ids are above those of the last call. A few only: while the clock is behind,
# ulidflake has no more than one millisecond's room, and would wait.
sub check_order {
    my ($how) = @_;
    for my $kind (@kinds) {
        my $answer = $node->safe_psql('postgres', qq{
            WITH made AS (SELECT ${kind}_generate() AS id FROM generate_series(1, 2)),
            ends AS (SELECT min(id) AS first, max(id) AS last, count(DISTINCT id) AS ids FROM made),
            kept AS (INSERT INTO seen SELECT '$kind', last::text FROM ends ON CONFLICT (kind) DO UPDATE SET newest = excluded.newest)
            SELECT ids, first > coalesce((SELECT newest::$kind FROM seen WHERE kind = '$kind'), ${kind}_min('-infinity')) FROM ends});
        is($answer, '2|t', "$kind: in order $how");
    }
}

sub steps_back {
    return $node->safe_psql('postgres', "SELECT string_agg(clock_steps_back::text, ' ' ORDER BY kind) FROM ulidkit_generators");
}

# Generates one id of each kind, and answers what is printed.
sub attempt {
    my ($kind, $settings) = @_;
    my ($status, $out, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n" . ($settings // '') . "\nSELECT ${kind}_generate()", on_error_stop => 1);
    return $status ? $error : 'generated';
}

# A new server lets the microsecond kinds begin as far ahead as they may be: not in these tests.
$node->safe_psql('postgres', 'SELECT ulidkit_reset_clock()');
check_order('before any step');
is(steps_back(), '0 0 0 0 0', 'no step back is seen');

set_clock($clock, -25);
check_order('a little back');
is(steps_back(), '1 1 1 1 1', 'it is counted once');
is($node->safe_psql('postgres', "SELECT string_agg(kind, ' ') FROM ulidkit_generators WHERE clock_lead NOT BETWEEN '1 s' AND '26 s'"), '', 'and seen as a lead');

set_clock($clock, -50);
like(attempt($_, "SET ulidkit.clock_rollback = 'error';"), qr/ERROR:  55000: the clock stepped back by [12]?\d\.\d+ seconds since the newest $_\n/, "$_: refused by policy") for @kinds;
check_order('with the other policy');
is(steps_back(), '2 2 2 2 2', 'counted once, refused or not');

# A little further back than the lead: waited for, asleep.
my $newest = $node->safe_psql('postgres', 'SELECT extract(epoch FROM max(newest_time)) FROM ulidkit_generators');
set_clock($clock, int($newest - time) - 70);
my $waiting = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c', 'SELECT ulid_generate()' ], '>', '/dev/null');
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE query = 'SELECT ulid_generate()' AND wait_event = 'Extension'}),
    'ulid: waits for a clock that is a little further back than the lead');
is(attempt($_), 'generated', "$_: generated after a wait") for @kinds;
ok($waiting->finish, 'and so was the one that waited');
cmp_ok($node->safe_psql('postgres', "SELECT overflow_waits FROM ulidkit_generators WHERE kind = 'ulid'"), '>', 0, 'which is counted');

set_clock($clock, -3600);
like(attempt($_), qr/ERROR:  55000: the clock is behind the newest $_ by 3\d{3}\.\d+ seconds\n.*HINT:  Set the clock right/s, "$_: refused an hour back") for @kinds;
set_clock($clock, 0);
check_order('after the clock was set right');

# A clock that once jumped ahead fixes all later ids there: set right again, generation says so, and there is a way out.
set_clock($clock, 86400);
check_order('a day ahead');
set_clock($clock, 0);
like(attempt($_), qr/ERROR:  55000: the clock is behind the newest $_ by 86\d{3}\.\d+ seconds/, "$_: refused a day behind") for @kinds;
my ($status, $out, $error) = $node->psql('postgres', 'CREATE ROLE nobody; SET ROLE nobody; SELECT ulidkit_reset_clock()');
like($error, qr/permission denied for function ulidkit_reset_clock/, 'the way out is not for everybody');
($status, $out, $error) = $node->psql('postgres', "CREATE ROLE somebody; GRANT EXECUTE ON FUNCTION ulidkit_reset_clock() TO somebody; SET ROLE somebody; SELECT ulidkit_reset_clock()");
like($error, qr/must be superuser to call ulidkit_reset_clock\(\)/, 'also if it is granted');
($status, $out, $error) = $node->psql('postgres', 'SELECT ulidkit_reset_clock()');
like($error, qr/WARNING:  the generators of ulidkit start again from the present clock\n.*DETAIL:  New identifiers can be below those made before/s, 'the way out');
is($node->safe_psql('postgres', "SELECT bool_and(abs(extract(epoch FROM t - clock_timestamp())) < 5) FROM (VALUES "
        . join(', ', map { "(${_}_generate()::timestamptz)" } @kinds) . ') AS v (t)'), 't', 'leads back to the present');

# Beyond the range of a kind: ulidflake began in 2024.
set_clock($clock, -126230400);
$node->psql('postgres', 'SELECT ulidkit_reset_clock()');
like(attempt('ulidflake'), qr/ERROR:  22008: timestamp out of range for type ulidflake/, 'a clock before the kind began');
is(attempt('ulid'), 'generated', 'which others do not mind');

$node->stop('fast');
done_testing();
