# Two servers write into each other by logical replication and observe what arrives, the clock of one behind the other's:
# whoever makes an id after it has seen others makes a greater one, and no id is made twice. That both use one number is
# found.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $clock = PostgreSQL::Test::Utils::tempdir() . '/clock';
set_clock($clock, 3600);
# Log messages have their SQLSTATE. Timeouts would end connections when the clock is set.
my $conf = <<'CONF';
fsync = off
autovacuum = off
max_connections = 50
wal_retrieve_retry_interval = '100ms'
wal_receiver_timeout = 0
wal_sender_timeout = 0
log_error_verbosity = verbose
CONF
my %init = (init => { allows_streaming => 'logical' });
# It is the clock of the east that is set, ahead of the right one.
my $east = with_clock($clock, sub { server_with_ulidkit('east', %init, conf => "$conf ulidkit.node = 1\n") });
my $west = server_with_ulidkit('west', %init, conf => "$conf ulidkit.node = 2\n");

# GENERATE makes ids of KIND, of type TYPE, that tell servers with different numbers apart. SERVER is where the statements
# run, OTHER the other one.
my %generate = map { $_ => "${_}_generate()" } @generators;
$generate{ulidflake} = 'ulidflake_generate_scalable()';
my %other = (east => 'west', west => 'east');

sub each_generator {
    my ($node, $sql) = @_;
    my $server = $node->name;
    return join '', map {
        my $kind = $_;
        $sql =~ s/KIND/$kind/gr =~ s/TYPE/$type_of{$kind}/gr =~ s/GENERATE/$generate{$kind}/gr =~ s/SERVER/$server/gr =~ s/OTHER/$other{$server}/gr
    } @generators;
}

sub run {
    my ($node, $sql) = @_;
    return $node->safe_psql('postgres', each_generator($node, $sql));
}

# A table for each kind and direction. The other server numbers the rows as they arrive: one process inserts them and commits
# in that order, so whoever sees a number sees all rows below it. Each new row knows how far the rows of the other server had
# arrived when it was made, and what time it was: it is read by a statement before the one that generates.
for my $node ($east, $west) {
    run($node, q{
        CREATE TABLE KIND_SERVER (id TYPE NOT NULL, seen bigint, clock timestamptz);
        CREATE TABLE KIND_OTHER (n bigserial PRIMARY KEY, id TYPE NOT NULL, seen bigint, clock timestamptz);
        CREATE TRIGGER observe BEFORE INSERT ON KIND_OTHER FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id');});
    $node->safe_psql('postgres', 'CREATE PROCEDURE write(ids integer) LANGUAGE plpgsql AS $$ DECLARE arrived bigint; clock timestamptz; BEGIN'
        . each_generator($node, q{
            SELECT max(n), clock_timestamp() INTO arrived, clock FROM KIND_OTHER;
            INSERT INTO KIND_SERVER SELECT GENERATE, arrived, clock FROM generate_series(1, ids);
            COMMIT;}) . 'END $$');
    $node->safe_psql('postgres', 'CREATE PUBLICATION own FOR TABLE ' . join ', ', map { "${_}_" . $node->name } @generators);
}
for my $pair ([ $east, $west ], [ $west, $east ]) {
    my ($from, $to) = @$pair;
    $to->safe_psql('postgres', sprintf q{CREATE SUBSCRIPTION of_%s CONNECTION '%s dbname=postgres' PUBLICATION own WITH (copy_data = false, streaming = off)},
        $from->name, $from->connstr);
}
# Changes a setting of a server.
sub configure {
    my ($node, $setting) = @_;
    $node->safe_psql('postgres', "LOAD 'ulidkit'; ALTER SYSTEM SET $setting");
    $node->reload;
}

# Waits until the rows of a server have arrived at the other.
sub wait_for_rows {
    my ($from) = @_;
    $from->wait_for_catchup('of_' . $from->name);
}

# What the rows of a server say, a line for each kind: how many there are, of how many rows of the other server they were
# made after, how many of them are not above the greatest of these, and for how many that one was ahead of the clock.
sub order_of {
    my ($node) = @_;
    return split /\n/, run($node, q{
        WITH ranked AS (SELECT n, id, row_number() OVER (ORDER BY id) AS rank FROM KIND_OTHER),
        arrived AS (SELECT n, count(*) OVER (ORDER BY n) AS rows, max(rank) OVER (ORDER BY n) AS greatest FROM ranked)
        SELECT 'KIND', count(*), sum(rows), count(*) FILTER (WHERE made.id <= greatest.id),
            count(*) FILTER (WHERE KIND_extract_timestamp(greatest.id) > clock)
        FROM KIND_SERVER AS made JOIN arrived ON arrived.n = made.seen JOIN ranked AS greatest ON greatest.rank = arrived.greatest;});
}

# A trigger as it is created does not fire for rows that are replicated: nothing is observed, and the clocks decide.
$east->safe_psql('postgres', 'CALL write(1)');
wait_for_rows($east);
$west->safe_psql('postgres', 'CALL write(1)');
is(join(' ', order_of($west)), join(' ', map { "$_|1|1|1|1" } @generators), 'without observing, a server an hour behind makes lesser ids than those that it has seen');

# What the generators of a server begin at, and have counted.
sub state_of {
    my ($node, $columns) = @_;
    return $node->safe_psql('postgres', "SELECT kind, $columns FROM ulidkit_generators() WHERE kind = ANY ('{${\join(',', @generators)}}') ORDER BY kind");
}
my $before = state_of($west, 'newest, not_before');

# Now it does. The clock of the west is behind by more than the lead, so nothing arrives there, and nothing is lost.
my $observe = q{CREATE OR REPLACE TRIGGER observe BEFORE INSERT ON KIND_OTHER FOR EACH ROW WHEN (CONDITION) EXECUTE FUNCTION ulidkit_observe('id');
    ALTER TABLE KIND_OTHER ENABLE ALWAYS TRIGGER observe;};
my $always = $observe =~ s/ WHEN \(CONDITION\)//r;
run($_, $always) for $east, $west;
wait_for_rows($west);

# Waits until what arrives from now on stops with the error of the kind.
sub stops {
    my ($from, $kind) = @_;
    return wait_until(sub {
        slurp_file($west->logfile, $from) =~ /ERROR:  22008: observed $kind is ahead of the system clock by 3\d{3}\.\d{6} seconds\n.*DETAIL:  An observed ID can be ahead .*HINT:  Correct the system clock of this server, or of the server that generated the ID\.\n/s;
    });
}
my $from = -s $west->logfile;
$east->safe_psql('postgres', 'CALL write(100)');
# An application that would rather go on than wait observes only what is possible.
for my $kind (@generators) {
    ok(stops($from, $kind), "$kind: replication stops at an id that is an hour ahead");
    is($west->safe_psql('postgres', "SELECT count(*) FROM ${kind}_east"), 1, "$kind: its row is not there");
    my $possible = $observe =~ s/CONDITION/KIND_extract_timestamp(NEW.id) < clock_timestamp() + interval '1 minute'/r;
    $west->safe_psql('postgres', join ';', grep { /${kind}_east/ } split /;/, each_generator($west, $possible));
    ok($west->poll_query_until('postgres', "SELECT count(*) = 101 FROM ${kind}_east"), "$kind: a trigger with a condition lets it pass");
}
is(state_of($west, 'newest, not_before'), $before, 'nothing of this moved the generators');
run($west, $always);
$from = -s $west->logfile;
$east->safe_psql('postgres', 'CALL write(100)');
ok(stops($from, $generators[0]), 'replication stops again');
configure($_, "ulidkit.max_clock_lead = '2h'") for $east, $west;
wait_for_rows($east);
is($west->safe_psql('postgres', each_generator($west, 'SELECT count(*), count(DISTINCT id) FROM KIND_east;')), join("\n", ('201|201') x @generators),
    'within the lead, it goes on, and nothing is lost');
$west->safe_psql('postgres', 'CALL write(1)');
is(run($west, 'SELECT (SELECT id FROM KIND_west ORDER BY id DESC LIMIT 1) > (SELECT id FROM KIND_east ORDER BY id DESC LIMIT 1);'), join("\n", ('t') x @generators),
    'and new ids are above those that arrived');

# The clock of the east is corrected but for 0.3 seconds, and both begin anew.
wait_for_rows($west);
set_clock($clock, 0.3);
for my $node ($east, $west) {
    configure($node, 'ulidkit.max_clock_lead = DEFAULT');
    run($node, 'TRUNCATE KIND_SERVER;');
    $node->safe_psql('postgres', 'SELECT ulidkit_reset_generators()');
}
wait_for_rows($_) for $east, $west;

# Both under load. The rate is one at which rows arrive within the 0.3 seconds by which the clock of the west is behind, so
# that ids arrive there that are ahead of it. If the machine is too busy for that, again.
my $script = $east->basedir . '/write.sql';
append_to_file($script, "CALL write(20);\n");
my ($ahead, $rounds) = (0, 0);
my %order;
do {
    my @load = map {
        IPC::Run::start([ 'pgbench', '-n', '-c', 4, '-t', 100, '-R', 60, '-f', $script, '-h', $_->host, '-p', $_->port, 'postgres' ], '>', '/dev/null', '2>', \my $error)
    } $east, $west;
    ok($_->finish, 'load') for @load;
    %order = map { $_->name => [ order_of($_) ] } $east, $west;
    $ahead = !grep { /\|0$/ } @{ $order{west} };
} until $ahead || ++$rounds == 10;
ok($ahead, 'ids of every kind were ahead of the clock where they arrived');
my $pairs = 0;
for my $server (sort keys %order) {
    for (@{ $order{$server} }) {
        my ($kind, $ids, $pairs_of_kind, $wrong, $ahead) = split /\|/;
        is($wrong, 0, "$kind: what the $server made is above all that it had seen");
        cmp_ok($ids, '>=', 1000, "$kind: ids of the $server");
        note "$server: $ids ids of $kind are above the ids that had been seen, in $pairs_of_kind pairs, $ahead of them made while the clock was behind the greatest of these";
        $pairs += $pairs_of_kind;
    }
}
note "$pairs pairs in all";
cmp_ok($pairs, '>=', 10_000_000, 'ten million pairs');
wait_for_rows($_) for $east, $west;
for my $node ($east, $west) {
    my $made = 8000 * ($rounds + 1) * 2;
    is(run($node, 'SELECT count(*), count(DISTINCT id) FROM (SELECT id FROM KIND_east UNION ALL SELECT id FROM KIND_west) AS s;'),
        join("\n", ("$made|$made") x @generators), $node->name . ': all ids are different');
    note $node->name . ": $made ids of each kind, as many different ones";
}
my %numbers = (timeid => 'node', tbsl => 'machine ID', ulidflake => 'scalability ID');
is(state_of($east, 'node, coalesce(node_conflicts, 0)'), join("\n", map { "$_|" . ($numbers{$_} ? 1 : '') . '|0' } sort @generators), 'the east has its number for itself');
is(state_of($west, 'node, coalesce(node_conflicts, 0)'), join("\n", map { "$_|" . ($numbers{$_} ? 2 : '') . '|0' } sort @generators), 'and the west, too');

# Both use one number from now on, and go on from one time. The east is first, and the west does not hear of it yet.
for my $node ($east, $west) {
    configure($node, 'ulidkit.node = 7');
    configure($node, "ulidkit.max_clock_lead = '2h'");
    ok($node->poll_query_until('postgres', "SELECT node = 7 FROM ulidkit_generators() WHERE kind = 'timeid'"), $node->name . ': has the number');
    run($node, 'TRUNCATE KIND_SERVER;');
}
$west->safe_psql('postgres', 'ALTER SUBSCRIPTION of_east DISABLE');
ok($west->poll_query_until('postgres', 'SELECT count(*) = 0 FROM pg_stat_subscription WHERE pid IS NOT NULL'), 'the west hears nothing');
# The suffixes of these begin with 1.
$generate{tbsl} = 'tbsl_generate_sequenced()';
my $meeting = $west->safe_psql('postgres', "SELECT clock_timestamp() + interval '1 hour'");
$from = -s $west->logfile;
for my $node ($east, $west) {
    my $ids = $node == $east ? 15000 : 8000;
    $node->safe_psql('postgres', join ';', map { "SELECT ${_}_observe(${_}_min('$meeting'))" } keys %numbers);
    run($node, "INSERT INTO KIND_SERVER SELECT GENERATE FROM generate_series(1, $ids);");
}
$west->safe_psql('postgres', 'ALTER SUBSCRIPTION of_east ENABLE');
wait_for_rows($_) for $east, $west;
my %conflicts = map { split /\|/ } split /\n/, state_of($west, 'coalesce(node_conflicts, 0)');
my $log = slurp_file($west->logfile, $from);
for my $kind (@generators) {
    my ($all, $distinct) = split /\|/, $west->safe_psql('postgres', "SELECT count(*), count(DISTINCT id) FROM (SELECT id FROM ${kind}_east UNION ALL SELECT id FROM ${kind}_west) AS s");
    my $duplicates = $all - $distinct;
    is($all, 23000, "$kind: all have arrived");
    my @warnings = $log =~ /WARNING:  01000: (another server generates $kind values with .*\n(?:.*\n){2})/g;
    if ($numbers{$kind}) {
        cmp_ok($duplicates, '>', 0, "$kind: duplicates");
        cmp_ok($conflicts{$kind}, '>', 1000, "$kind: found, as more than a thousand ids");
        is(scalar @warnings, 1, "$kind: and reported once");
        like($warnings[0] // '', qr/ with $numbers{$kind} 7 of this server\n.*DETAIL:  This server has not generated \S+\.\n.*HINT:  Set "ulidkit\.node" to a different number on each server\.\n/, "$kind: in these words");
    } else {
        is("$duplicates $conflicts{$kind} @warnings", '0 0 ', "$kind: no duplicates, as it has no number");
    }
    note "$kind: $duplicates duplicates of one number, $conflicts{$kind} ids found, " . @warnings . ' warning(s)';
}

$_->stop('fast') for $east, $west;
done_testing();
