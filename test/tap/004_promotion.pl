# A standby with a lagging clock is promoted: it makes no id below the old primary's, or raises an error.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = server_with_ulidkit('primary', init => { allows_streaming => 1 });
for my $kind (@generators) {
    $primary->safe_psql('postgres', "CREATE TABLE made_$kind (id $type_of{$kind} PRIMARY KEY)");
}
$primary->backup('backup');

# A standby whose clock is wrong by that much.
sub standby_of_primary {
    my ($name, $offset, $conf) = @_;
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

my $near = standby_of_primary('near', -600, "ulidkit.max_clock_lead = '1h'\n");
my $far = standby_of_primary('far', -600);
my $close = standby_of_primary('close', -1, "ulidkit.max_clock_lead = '10s'\n");
# One standby has generated before its promotion.
$near->safe_psql('postgres', "SELECT ${_}_generate()") for @generators;

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
$primary->wait_for_catchup($_, 'replay') for $near, $far, $close;
my $now = $near->safe_psql('postgres', 'SELECT clock_timestamp() < pg_last_xact_replay_timestamp()');
is($now, 't', 'the clock of the standby lags behind what it replayed');
$primary->stop('immediate');

# The generators can have been ahead on the primary, by the lead, and wait until the clock is behind by no more than that.
for my $standby ($close, $near) {
    $standby->promote;
    set_clock($standby->basedir . '/clock', -1);
    for my $kind (@generators) {
        is($standby->safe_psql('postgres', "SELECT ${kind}_generate() > id FROM made_$kind ORDER BY id DESC LIMIT 1"), 't', $standby->name . ": $kind above all that was replayed");
    }
}
is($near->safe_psql('postgres', "SELECT string_agg(kind, ' ' ORDER BY kind) FROM ulidkit_generators() WHERE newest_time <= date_trunc('milliseconds', pg_last_xact_replay_timestamp())"), '',
    'and not of an earlier time');

# By how many seconds the clock is behind.
sub lag {
    return $far->safe_psql('postgres', 'SELECT extract(epoch FROM pg_last_xact_replay_timestamp() - clock_timestamp())');
}

$far->promote;
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

$_->stop for $near, $far, $close;
done_testing();
