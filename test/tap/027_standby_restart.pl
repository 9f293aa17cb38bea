# A standby that is restarted before its promotion, or after it before its first IDs, makes no ID below the rows that it
# replayed: cases in which no clock is set back, but the new primary's is behind, or the IDs were ahead of the old one's.
# docs/operate.md says what has to be preloaded or called for that, and what is known without it.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my %layouts = (
    milliseconds => q{'2024-01-01Z', 10, '1 ms', 0},
    sonyflake => q{'2014-09-01Z', 24, '10 ms', 0},
    seconds => q{'2020-01-01Z', 20, '1 s', 0});
my %generate;

# A primary with a row of each kind and layout, all committed before its last checkpoint, and a standby whose clock is
# wrong by `offset`. The newest IDs are ahead of the commits by `ahead` seconds.
sub primary_and_standby {
    my ($name, %params) = @_;
    my $lead = $params{lead} // '1s';
    my $conf = "ulidkit.max_clock_lead = '$lead'\ncheckpoint_timeout = '1h'\n";
    my $primary = server_with_ulidkit("${name}_primary", conf => $conf, init => { allows_streaming => 1 });
    %generate = ((map { $_ => "${_}_generate()" } @generators), map { $_ => "snowflake_generate($layouts{$_})" } keys %layouts);
    $type_of{$_} = 'bigint' for keys %layouts;
    $primary->safe_psql('postgres', "CREATE TABLE made_$_ (id $type_of{$_} PRIMARY KEY)") for keys %generate;
    $primary->backup('backup');
    my $standby = PostgreSQL::Test::Cluster->new("${name}_standby");
    $standby->init_from_backup($primary, 'backup', has_streaming => 1);
    $standby->append_conf('postgresql.conf', "shared_preload_libraries = 'ulidkit'\n") if $params{preloaded};
    my $clock = $standby->basedir . '/clock';
    set_clock($clock, $params{offset} // 0);
    with_clock($clock, sub { $standby->start });
    if ($params{ahead}) {
        for my $kind (@generators) {
            $primary->safe_psql('postgres', "SELECT ${kind}_observe(${kind}_generate(clock_timestamp() + interval '$params{ahead} s'))");
        }
        for my $layout (keys %layouts) {
            my $arguments = $layouts{$layout} =~ s/, 0$//r;
            $primary->safe_psql('postgres', "SELECT snowflake_observe(snowflake_min(clock_timestamp() + interval '$params{ahead} s', $arguments), $layouts{$layout})");
        }
    }
    $primary->safe_psql('postgres', "INSERT INTO made_$_ SELECT $generate{$_} FROM generate_series(1, 10)") for sort keys %generate;
    return ($primary, $standby, $clock);
}

sub start_standby {
    my ($standby, $clock, $how) = @_;
    with_clock($clock, sub { $how eq 'start' ? $standby->start : $standby->restart });
}

# The kinds and layouts of which a new ID is not above the rows. What the clock refuses is above.
sub below {
    my ($node) = @_;
    my @below;
    for my $kind (sort keys %generate) {
        my ($status, $out, $error) = $node->psql('postgres', "SELECT $generate{$kind} > (SELECT id FROM made_$kind ORDER BY id DESC LIMIT 1)");
        push @below, $kind unless $out eq 't' || $error =~ /system clock is behind the newest \w+ by/;
        die $error if $error && $error !~ /system clock is behind/;
    }
    return join ' ', @below;
}

# Holds the checkpoint that a promotion begins, and with it the control file of the old primary, until it is let go.
sub hold_checkpointer {
    my ($node) = @_;
    my $pid = $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'});
    kill 'STOP', $pid;
    return $pid;
}

# How the standby learns what the old primary did.
my %ways = (
    preloaded => 'with the library preloaded',
    asked => 'asked before its promotion',
    held => 'asked before its first checkpoint');

# Returns the standby after its promotion, at which one of the ways has been gone.
sub promote {
    my ($standby, $way) = @_;
    $standby->safe_psql('postgres', 'SELECT count(*) FROM ulidkit_generators()') if $way eq 'asked';
    my $held = hold_checkpointer($standby) if $way eq 'held';
    $standby->promote;
    my $below = below($standby) if $way eq 'held';
    kill 'CONT', $held if $held;
    return $below;
}

for my $way (sort keys %ways) {
    my $preloaded = $way eq 'preloaded';

    # A clean switchover. The standby is restarted, and its clock is a minute behind.
    my ($primary, $standby, $clock) = primary_and_standby("a_$way", offset => -60, preloaded => $preloaded);
    $primary->stop;
    start_standby($standby, $clock, 'restart');
    is($standby->safe_psql('postgres', 'SELECT pg_last_xact_replay_timestamp() IS NULL'), 't', 'a restarted standby has replayed no commit');
    is(promote($standby, $way) // below($standby), '', "switchover and restart, $ways{$way}: new IDs are above the rows");
    # What is known is on disk, so a restart changes nothing.
    start_standby($standby, $clock, 'restart');
    is(below($standby), '', "and after one more restart");
    set_clock($clock, 0);
    is(below($standby), '', 'and when the clock is right');
    $standby->stop;

    # All clocks are right, and the newest IDs are ahead by nearly all of the lead.
    ($primary, $standby, $clock) = primary_and_standby("b_$way", lead => '1min', ahead => 55, preloaded => $preloaded);
    $primary->safe_psql('postgres', 'CHECKPOINT');
    $primary->wait_for_catchup($standby, 'replay');
    $standby->safe_psql('postgres', 'CHECKPOINT');
    start_standby($standby, $clock, 'restart');
    $primary->stop('immediate');
    is(promote($standby, $way) // below($standby), '', "newest IDs ahead of right clocks, $ways{$way}: new IDs are above the rows");
    $standby->stop;

    # The primary is killed while it is idle since its last checkpoint.
    ($primary, $standby, $clock) = primary_and_standby("c_$way", offset => -60, preloaded => $preloaded);
    $primary->safe_psql('postgres', 'CHECKPOINT');
    $primary->wait_for_catchup($standby, 'replay');
    $standby->safe_psql('postgres', 'CHECKPOINT');
    $primary->stop('immediate');
    start_standby($standby, $clock, 'restart');
    is(promote($standby, $way) // below($standby), '', "idle primary killed, $ways{$way}: new IDs are above the rows");
    $standby->stop;
}

# What the first ID after a promotion settled stays after a restart, also if that ID was refused.
for my $stop (qw(fast immediate)) {
    my ($primary, $standby, $clock) = primary_and_standby("d_$stop", offset => -60);
    $primary->wait_for_catchup($standby, 'replay');
    $primary->stop;
    $standby->promote;
    like(attempt($standby, 'ulid'), qr/ERROR:  55000: system clock is behind the newest ulid by/, "$stop: refused with a clock that is behind");
    $standby->stop($stop);
    start_standby($standby, $clock, 'start');
    is(below($standby), '', "$stop: a restart after the promotion loses nothing of any kind");
    set_clock($clock, 0);
    is(below($standby), '', "$stop: nor does it when the clock is right");
    # A reset gives all of that up.
    set_clock($clock, -3600);
    $standby->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
    start_standby($standby, $clock, 'restart');
    is($standby->safe_psql('postgres', "SELECT ulid_generate()::timestamptz < clock_timestamp() + interval '5 s'"), 't', "$stop: after a reset generation begins at the clock, also after a restart");
    $standby->stop;
}

# Restarted before the first ID, with all clocks right and newest IDs ahead.
for my $how ('preloaded', 'asked') {
    my ($primary, $standby, $clock) = primary_and_standby("e_$how", lead => '1min', ahead => 55, preloaded => $how eq 'preloaded');
    $primary->wait_for_catchup($standby, 'replay');
    $primary->stop;
    $standby->promote;
    if ($how eq 'preloaded') {
        ok($standby->poll_query_until('postgres', "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'ulidkit recovery')"), 'the background worker ends');
        ok(-e $standby->data_dir . '/ulidkit.bounds', 'and there is a file');
    } else {
        $standby->safe_psql('postgres', 'SELECT count(*) FROM ulidkit_generators()');
    }
    start_standby($standby, $clock, 'restart');
    is(below($standby), '', "promoted and restarted before the first ID, $how: new IDs are above the rows");
    $standby->stop;
}

# A server that was never in recovery begins at its own ceilings, not at its checkpoints: with a long lead, that would be
# far ahead of the clock.
my $alone = server_with_ulidkit('alone', conf => "ulidkit.max_clock_lead = '1h'\nshared_preload_libraries = 'ulidkit'\n");
$alone->safe_psql('postgres', "SELECT ulid_generate(); CHECKPOINT");
$alone->restart;
is($alone->safe_psql('postgres', "SELECT kind FROM ulidkit_generators() WHERE kind = 'ulid' AND clock_lead > '5 s'"), '', 'a restart of a primary is not a recovery');
$alone->stop;

done_testing();
