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
    return server_with_ulidkit('main', snowflakes => 1, conf => "fsync = off\nautovacuum = off\nulidkit.max_clock_lead = '6h'\n");
});
$node->safe_psql('postgres', 'CREATE TABLE seen (kind text PRIMARY KEY, newest text)');

# Generates for every kind and checks that the ids are above those of the last call. Only a few, because while the clock is
# behind ulidflake has only the ids of one millisecond, and would wait.
sub check_order {
    my ($how) = @_;
    for my $kind (@generators) {
        my $answer = $node->safe_psql('postgres', qq{
            WITH made AS (SELECT ${kind}_generate() AS id FROM generate_series(1, 2)),
            ends AS (SELECT (array_agg(id ORDER BY id))[1] AS first, (array_agg(id ORDER BY id DESC))[1] AS last, count(DISTINCT id) AS ids FROM made),
            kept AS (INSERT INTO seen SELECT '$kind', last::text FROM ends ON CONFLICT (kind) DO UPDATE SET newest = excluded.newest)
            SELECT ids, first > coalesce((SELECT newest::$type_of{$kind} FROM seen WHERE kind = '$kind'), ${kind}_min('-infinity')) FROM ends});
        is($answer, '2|t', "$kind: in order $how");
    }
}

# The number of steps back, one line if it is the same for every kind.
sub steps_back {
    return $node->safe_psql('postgres', "SELECT DISTINCT clock_steps_back FROM ulidkit_generators() WHERE kind = ANY ('{${\join(',', @generators)}}')");
}

# On a new server the microsecond kinds begin ahead of the clock. These tests avoid that.
$node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
check_order('before any step');
is(steps_back(), 0, 'no step back is seen');

# Several ids of one microsecond, which are certain only while the clock is behind.
is($node->safe_psql('postgres', 'SELECT tbsl_extract_suffix(tbsl_generate_sequenced())'), 1, 'tbsl: the first of a microsecond');
# The steps are minutes long: whatever the tests between them take, the clock stays behind.
set_clock($clock, -1500);
is($node->safe_psql('postgres', q{
    SELECT count(DISTINCT id::timestamptz), string_agg(tbsl_extract_suffix(id)::text, ' ' ORDER BY id)
    FROM (SELECT tbsl_generate() AS id FROM generate_series(1, 5)) AS made}), '1|2 3 4 5 6', 'tbsl: the next ones of it, in steps of 1');
is($node->safe_psql('postgres', q{
    SELECT count(DISTINCT uuidv7_extract_timestamp(id)), bool_and(step BETWEEN 1 AND 1::bigint << 32), bool_or(step > 1 << 16)
    FROM (SELECT id, last - lag(last) OVER (ORDER BY id) AS step
        FROM (SELECT id, ('x' || right(translate(id::text, '-', ''), 15))::bit(60)::bigint AS last
            FROM (SELECT uuidv7_generate() AS id FROM generate_series(1, 9)) AS made) AS read) AS steps}), '1|t|t', 'uuidv7: goes on from the newest by random steps');
check_order('a little back');
is(steps_back(), 1, 'it is counted once');
is($node->safe_psql('postgres', "SELECT string_agg(kind, ' ') FROM ulidkit_generators() WHERE clock_lead NOT BETWEEN '15 min' AND '26 min'"), '', 'and seen as a lead');

set_clock($clock, -3000);
like(attempt($node, $_, "SET ulidkit.on_clock_step_back = 'error';"), qr/ERROR:  55000: system clock has stepped back by 1[0-5]\d\d\.\d+ seconds since the newest $_ was generated\n/, "$_: refused by policy") for @generators;
check_order('with the other policy');
is(steps_back(), 2, 'counted once, refused or not');
like(attempt($node, $_, "SET ulidkit.on_clock_step_back = 'error';"), qr/ERROR:  55000: system clock has stepped back by 2[5-9]\d\d\.\d+ seconds since the newest $_ was generated\n/, "$_: still refused by policy after others have accepted it") for @generators;
is(steps_back(), 2, 'and not counted again');

# If the clock is behind by more than the lead, but not by the lead again, generation waits asleep. These waits would take
# three hours, and the test ends them.
my $newest = $node->safe_psql('postgres', 'SELECT extract(epoch FROM max(newest_time)) FROM ulidkit_generators()');
set_clock($clock, int($newest - time) - 9 * 3600);
my (%waiting, %error);
for my $kind (@generators) {
    $waiting{$kind} = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', '-c', "SELECT ${kind}_generate()" ],
        '>', '/dev/null', '2>', \$error{$kind}, IPC::Run::timeout(10 * $PostgreSQL::Test::Utils::timeout_default));
}
ok($node->poll_query_until('postgres', "SELECT count(*) = ${\scalar @generators} FROM" . q{ pg_stat_activity WHERE query LIKE 'SELECT %\_generate()'
    AND wait_event = CASE WHEN current_setting('server_version_num')::integer >= 170000 THEN 'UlidkitClock' ELSE 'Extension' END}),
    'every kind waits for a clock that is further back than the lead');
is($node->safe_psql('postgres', 'SELECT count(*) FROM ulidkit_generators() WHERE overflow_waits > 0'), scalar @generators, 'which is counted');
my $no_wait = "SET ulidkit.on_overflow = 'error'; SET statement_timeout = '${PostgreSQL::Test::Utils::timeout_default}s';";
like(attempt($node, $_, $no_wait), qr/ERROR:  55000: system clock is behind the newest $_ by \d+\.\d+ seconds\n/, "$_: or there is an error instead") for @generators;
is($node->safe_psql('postgres', q{SELECT kind FROM ulidkit_generators() WHERE refusals < 1}), '', 'which is counted as well');
$node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT ulid_generate()'});
ok($node->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE query = 'SELECT ulid_generate()'}),
    'a wait ends when it is cancelled');
set_clock($clock, int($newest - time) - 3 * 3600);
ok(!$waiting{ulid}->finish, 'ulid: no id then');
like($error{ulid}, qr/canceling statement due to user request/, 'ulid: as it was cancelled');
ok($waiting{$_}->finish, "$_: generated once the clock is within the lead") for grep { $_ ne 'ulid' } @generators;
is($node->safe_psql('postgres', q{SELECT kind FROM ulidkit_generators() WHERE time_waited <= '0'}), '', 'the time of each wait is counted');

set_clock($clock, -86400);
like(attempt($node, $_), qr/ERROR:  55000: system clock is behind the newest $_ by 8[56]\d{3}\.\d+ seconds\n.*HINT:  Correct the system clock/s, "$_: refused a day back") for @generators;
set_clock($clock, 0);
check_order('after the clock was set right');

# After a clock that jumped ahead is corrected, generation fails with an error, and ulidkit_reset_generators() helps.
set_clock($clock, 86400);
check_order('a day ahead');
set_clock($clock, 0);
like(attempt($node, $_), qr/ERROR:  55000: system clock is behind the newest $_ by 8[56]\d{3}\.\d+ seconds/, "$_: refused a day behind") for @generators;
my ($status, $out, $error) = $node->psql('postgres', 'CREATE ROLE nobody; SET ROLE nobody; SELECT ulidkit_reset_generators()');
like($error, qr/permission denied for function ulidkit_reset_generators/, 'the way out is not for everybody');
($status, $out, $error) = $node->psql('postgres', 'CREATE ROLE somebody; GRANT EXECUTE ON FUNCTION ulidkit_reset_generators() TO somebody; SET ROLE somebody; SELECT ulidkit_reset_generators()');
like($error, qr/WARNING:  generators of ulidkit restarted at the current time\n.*DETAIL:  New IDs can be less than existing ones/s, 'the way out');
is($node->safe_psql('postgres', "SELECT bool_and(abs(extract(epoch FROM t - clock_timestamp())) < 5) FROM (VALUES "
        . join(', ', map { "(${_}_extract_timestamp(${_}_generate()))" } @generators) . ') AS v (t)'), 't', 'leads back to the present');

# Steps that are shorter than a millisecond look like readings that other processes have overtaken, so an ID is generated
# first. They are seen and counted all the same. The clock stands still, so that it is not right again too soon.
sub step_back {
    my ($kind, $settings) = @_;
    my $once = qq{
        SELECT extract(epoch FROM clock_timestamp()) + 0.0015 AS now \\gset
        SELECT :now \\g $clock.new
        \\! mv $clock.new $clock
        SELECT ${kind}_generate() AS first \\gset
        SELECT :now - 0.0009 \\g $clock.new
        \\! mv $clock.new $clock
        SELECT ${kind}_generate() > :'first'::$type_of{$kind};
        SELECT '+0.0' \\g $clock.new
        \\! mv $clock.new $clock
    };
    my ($status, $out, $error) = $node->psql('postgres', $settings . $once x 20, on_error_stop => 0);
    my $in_order = () = $out =~ /^t$/mg;
    my $refused = () = $error =~ /ERROR:  system clock has stepped back by 0\.000(?:89|90)/g;
    return "$in_order in order, $refused refused";
}
for my $kind (@generators) {
    my $counted = "SELECT clock_steps_back FROM ulidkit_generators() WHERE kind = '$kind'";
    my $before = $node->safe_psql('postgres', $counted);
    is(step_back($kind, ''), '20 in order, 0 refused', "$kind: in order after steps of less than a millisecond");
    is($node->safe_psql('postgres', $counted) - $before, 20, "$kind: each of them was counted");
    is(step_back($kind, "SET ulidkit.on_clock_step_back = 'error';"), '0 in order, 20 refused', "$kind: or refused by policy");
}

# A clock before the range of a kind: ulidflake begins in 2024.
set_clock($clock, -126230400);
$node->psql('postgres', 'SELECT ulidkit_reset_generators()');
like(attempt($node, 'ulidflake'), qr/ERROR:  22008: timestamp out of range for type ulidflake/, 'a clock before the kind began');
is(attempt($node, 'ulid'), 'generated', 'which others do not mind');

$node->stop('fast');
done_testing();
