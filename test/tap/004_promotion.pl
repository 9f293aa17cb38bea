# A standby with a lagging clock is promoted: it makes no id below the old primary's, or raises an error. If the primary's
# clock was set back before its last commit, the newest ids have to be observed, as docs/operate.md says.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# A server with a table for each kind, and a backup of it.
sub primary {
    my ($name) = @_;
    my $primary = server_with_ulidkit($name, snowflakes => $name ne 'jumping', init => { allows_streaming => 1 });
    $primary->safe_psql('postgres', "CREATE TABLE made_$_ (id $type_of{$_} PRIMARY KEY)") for @generators;
    $primary->backup('backup');
    return $primary;
}

my $primary = primary('primary');

# A standby whose clock is wrong by that much.
sub standby_of {
    my ($primary, $name, $offset, $conf) = @_;
    my $standby = PostgreSQL::Test::Cluster->new($name);
    $standby->init_from_backup($primary, 'backup', has_streaming => 1);
    $standby->append_conf('postgresql.conf', $conf // '');
    my $clock = $standby->basedir . '/clock';
    set_clock($clock, $offset);
    with_clock($clock, sub { $standby->start });
    return $standby;
}

sub insert {
    # Under load, the newest id is far ahead of the clock.
    my ($node) = @_;
    for my $kind (@generators) {
        $node->safe_psql('postgres', "INSERT INTO made_$kind SELECT ${kind}_generate() FROM generate_series(1, 100000)");
    }
    $node->safe_psql('postgres', 'SELECT count(timeid_generate()) FROM generate_series(1, 2500000); INSERT INTO made_timeid SELECT timeid_generate() FROM generate_series(1, 1000)');
}

my $near = standby_of($primary, 'near', -600, "ulidkit.max_clock_lead = '1h'\n");
my $far = standby_of($primary, 'far', -600);
my $close = standby_of($primary, 'close', -1, "ulidkit.max_clock_lead = '10s'\n");
my $again = standby_of($primary, 'again', -1, "ulidkit.max_clock_lead = '10s'\n");
# Two standbys have generated before their promotion.
for my $standby ($near, $again) {
    $standby->safe_psql('postgres', "SELECT ${_}_generate()") for @generators;
}

insert($primary);
# A standby has the number of its primary, whose ids are not those of another server.
my $id = $primary->safe_psql('postgres', 'SET ulidkit.timeid_node = 40; SELECT timeid_generate()');
is($close->safe_psql('postgres', "SET ulidkit.timeid_node = 40; SELECT timeid_observe('$id'); SELECT node_conflicts FROM ulidkit_generators() WHERE kind = 'timeid'"),
    "\n0", 'a standby observes an id of its primary');
# Ids that the primary makes after it has observed others can be ahead of its clock by nearly all of the lead.
$primary->append_conf('postgresql.conf', "ulidkit.max_clock_lead = '1s'\n");
change_setting($primary, 'ulidkit.max_clock_lead', '10s');
for my $kind (@generators) {
    $primary->safe_psql('postgres', "SELECT ${kind}_observe(${kind}_generate(clock_timestamp() + interval '9 s')); INSERT INTO made_$kind SELECT ${kind}_generate()");
}
# A standby that was restarted knows the times of the commits that it has replayed since, so here is one.
$primary->safe_psql('postgres', 'CHECKPOINT');
$primary->wait_for_catchup($_, 'replay') for $near, $far, $close, $again;
with_clock($again->basedir . '/clock', sub { $again->restart });
is($again->safe_psql('postgres', 'SELECT pg_last_xact_replay_timestamp() IS NULL'), 't', 'a restarted standby has replayed no commit yet');
$primary->safe_psql('postgres', 'CREATE TABLE after_restart ()');
$primary->wait_for_catchup($_, 'replay') for $near, $far, $close, $again;
my $now = $near->safe_psql('postgres', 'SELECT clock_timestamp() < pg_last_xact_replay_timestamp()');
is($now, 't', 'the clock of the standby lags behind what it replayed');
$primary->stop('immediate');

# The generators can have been ahead on the primary, by the lead, and wait until the clock is behind by no more than that.
for my $standby ($again, $close, $near) {
    $standby->promote;
    set_clock($standby->basedir . '/clock', -1);
    for my $kind (@generators) {
        is($standby->safe_psql('postgres', "SELECT ${kind}_generate() > id FROM made_$kind ORDER BY id DESC LIMIT 1"), 't', $standby->name . ": a new $kind is above all that was replayed");
    }
}
is($near->safe_psql('postgres', "SELECT string_agg(kind, ' ' ORDER BY kind) FROM ulidkit_generators() WHERE newest_time <= date_trunc('milliseconds', pg_last_xact_replay_timestamp())"), '',
    'and not of an earlier time');

# By how many seconds the clock is behind.
sub lag {
    return $far->safe_psql('postgres', 'SELECT extract(epoch FROM pg_last_xact_replay_timestamp() - clock_timestamp())');
}

$far->promote;
# What follows reads the catalog for the kinds of the rows, and asks ulidkit_generators(), which has a layout of Snowflakes
# from its first id on.
@generators = grep { $_ ne 'snowflake' } @generators;
# The length of each kind's unit of time, in seconds: a floor is the start of a unit.
my %unit_of = map { $_ => $far->safe_psql('postgres', <<"SQL") } @generators;
SELECT extract(epoch FROM ${_}_extract_timestamp(${_}_after(t)) - ${_}_extract_timestamp(${_}_at_or_before(t)))
FROM (SELECT timestamptz '2025-01-01Z' AS t) AS s
SQL
for my $kind (@generators) {
    is($far->safe_psql('postgres', <<"SQL"), 't', "$kind: before the first id it is known that the clock is behind, and the floor has the lead and some slack");
SELECT newest IS NULL AND clock_lead > '5 min'
    AND not_before - pg_last_xact_replay_timestamp() BETWEEN '1.1 s' AND interval '1.2 s' + '$unit_of{$kind} s'
FROM ulidkit_generators() WHERE kind = '$kind'
SQL
}
for my $kind (@generators) {
    my $before = lag();
    my ($status, $out, $error) = $far->psql('postgres', "\\set VERBOSITY verbose\nSELECT ${kind}_generate()", on_error_stop => 1);
    is($status, 3, "$kind: refused with a clock far behind");
    like($error, qr/ERROR:  55000: system clock is behind the newest $kind by \d+\.\d+ seconds/, "$kind: because it is behind");
    my ($behind) = $error =~ /by (\S+) seconds/;
    # Including the lead that the microsecond kinds can have had, to the start of the next unit.
    ok(lag() <= $behind && $behind < $before + 1.1 + $unit_of{$kind}, "$kind: by $behind seconds");
    like($error, qr/HINT:  Correct the system clock/, "$kind: with a hint");
}
is($far->safe_psql('postgres', q{SELECT string_agg(DISTINCT refusals::text, ' ') FROM ulidkit_generators()}), 1, 'each refusal is counted');
my ($status, $out, $error) = $far->psql('postgres', 'SELECT ulidkit_reset_generators()');
is($status, 0, 'the way out');
like($error, qr/WARNING:  generators of ulidkit restarted at the current time/, 'which says what it gives up');
for my $kind (@generators) {
    is($far->safe_psql('postgres', "SELECT ${kind}_extract_timestamp(${kind}_generate()) <= clock_timestamp() + interval '1 second'"), 't', "$kind: generated again");
}

$_->stop for $near, $far, $close, $again;

# The clock of a primary jumps ahead, ids are made, and the clock is set back. What commits later has an earlier time, and
# the time of the last commit is all that a standby knows.
my $clock = PostgreSQL::Test::Utils::tempdir . '/clock';
set_clock($clock, 0);
my $jumping = with_clock($clock, sub { primary('jumping') });
my ($surprised, $prepared, $covered) = map { standby_of($jumping, $_->[0], 0, "ulidkit.max_clock_lead = '$_->[1]'\n") }
    ([ 'surprised', '1s' ], [ 'prepared', '1s' ], [ 'covered', '55s' ]);

set_clock($clock, 45);
$jumping->safe_psql('postgres', "INSERT INTO made_$_ SELECT ${_}_generate()") for @generators;
# A column can have random UUIDs, too, and one of them can be just above the newest one of version 7.
$jumping->safe_psql('postgres', q{
    CREATE TABLE mixed (id uuid PRIMARY KEY);
    INSERT INTO mixed SELECT id FROM made_uuidv7
        UNION ALL SELECT overlay(uuidv7_min(now() + interval '1 hour')::text PLACING '4' FROM 15)::uuid;
    ALTER TABLE made_uuidv7 DROP CONSTRAINT made_uuidv7_pkey});
set_clock($clock, 0);
like(attempt($jumping, $_), qr/ERROR:  55000: system clock is behind the newest $_ by/, "$_: the primary makes nothing below its own ids") for @generators;
$jumping->safe_psql('postgres', 'CREATE TABLE another ()');
# What has been written since, by pruning for example, is flushed by the WAL writer only when its clock is past its last flush.
my $committed = $jumping->lsn('flush');
$jumping->wait_for_catchup($_, 'replay', $committed) for $surprised, $prepared, $covered;
$jumping->stop('immediate');

# Whether new ids of all kinds are above the rows, or an error.
sub above_rows {
    my ($node) = @_;
    my ($status, $out, $error) = $node->psql('postgres', join ';', map { "SELECT (SELECT ${_}_generate()) > id FROM made_$_ ORDER BY id DESC LIMIT 1" } @generators);
    return $error || join ' ', split /\n/, $out;
}

# The statements of the page that observe the newest id of each table, and the kinds for which they failed.
my ($observe_newest) = slurp_file('docs/operate.md') =~ /^```sql\n((?:(?!^```).)*\\gexec\n)```$/ms or die 'the page has no such query';
my $too_far = qr/^psql:\S+: ERROR:  22008: observed (\w+) is ahead of the system clock by \d+\.\d+ seconds$/m;
sub observe_rows {
    my ($node) = @_;
    my (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n$observe_newest", on_error_stop => 0);
    my @kinds = sort $error =~ /$too_far/g;
    is(() = $error =~ /ERROR/g, scalar @kinds, $node->name . ': there is no other error') or diag $error;
    return join ' ', @kinds;
}
my $all = join ' ', sort @generators;

# What is known is the last transaction that was replayed.
$surprised->promote;
is(above_rows($surprised), join(' ', ('f') x @generators), 'a promoted standby begins below the ids of a clock that was set back');
is($surprised->safe_psql('postgres', "SELECT count(*) FROM ulidkit_generators() WHERE not_before > pg_last_xact_replay_timestamp() + interval '1.1 s'"), scalar @generators,
    'but above the last transaction');
is(observe_rows($surprised), $all, 'the ids of the rows are too far ahead');
is(above_rows($surprised), join(' ', ('f') x @generators), 'and not observed');
change_setting($surprised, 'ulidkit.max_clock_lead', '55s');
is(observe_rows($surprised), '', 'with a longer lead they are observed');
is(above_rows($surprised), join(' ', ('t') x @generators), 'and new ids are above');

# A standby observes before its promotion, as soon as its clock is near enough.
is(observe_rows($prepared), $all, 'the ids of the rows are too far ahead for a standby');
set_clock($prepared->basedir . '/clock', 45);
is(observe_rows($prepared), '', 'its clock gets near, and they are observed');
set_clock($prepared->basedir . '/clock', 0);
$prepared->promote;
like(attempt($prepared, $_), qr/ERROR:  55000: system clock is behind the newest $_ by/, "$_: what was observed before a promotion counts after it") for @generators;
set_clock($prepared->basedir . '/clock', 45);
is(above_rows($prepared), join(' ', ('t') x @generators), 'new ids are above');

# With a lead as long as the step was, nothing has to be done.
$covered->promote;
is(above_rows($covered), join(' ', ('t') x @generators), 'a standby with a longer lead begins above');

$_->stop for $surprised, $prepared, $covered;
done_testing();
