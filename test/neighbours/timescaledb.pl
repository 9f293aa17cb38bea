# TimescaleDB, by the statements of docs/neighbours.md: a hypertable by the time of its key has the rows that an ordinary table
# with the same rows has, and reads the chunks that it needs.
use strict;
use warnings;
use Page;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulidkit;

my $node = server_with_ulidkit('main', conf => <<'CONF');
fsync = off
shared_preload_libraries = 'timescaledb, ulidkit'
timescaledb.telemetry_level = off
timezone = 'UTC'
jit = off
client_min_messages = warning
CONF

my $version = $node->safe_psql('postgres', q{SELECT default_version FROM pg_available_extensions WHERE name = 'timescaledb'});

# A database with the page's table for a kind, or for ulid as it stands there. Some rows are in the first and the last
# unit of a chunk, whose range is a day, so that conditions on ids meet its edges.
sub database_of {
    my ($kind) = @_;
    my $database = "of_$kind";
    $node->safe_psql('postgres', "CREATE DATABASE $database");
    $node->safe_psql($database, 'CREATE EXTENSION ulidkit');
    run_section($node, $database, 'TimescaleDB', $kind eq 'ulid' ? undef : sub { s/\bulid(?=\b|_)/$kind/g; s/'01JGFJJZ\w+'/${kind}_max('2025-01-01Z')/g });
    $node->safe_psql($database, <<"SQL");
INSERT INTO event
    SELECT ${kind}_generate(t), n FROM generate_series(0, 24 * 30) AS n, LATERAL (SELECT date_trunc('day', now()) + interval '1 day' - n * interval '1 hour') AS s (t);
INSERT INTO event SELECT ${kind}_generate(date_trunc('day', now()) - d * interval '1 day' + e), d
    FROM generate_series(1, 9) AS d, unnest('{0,-1 us,-1 ms,1 us,1 ms}'::interval[]) AS e, generate_series(1, 5) ON CONFLICT DO NOTHING;
INSERT INTO event (device) SELECT n FROM generate_series(1, 5) AS n;
CREATE TABLE ordinary AS TABLE event;
CREATE INDEX ON ordinary (id);
ANALYZE event, ordinary;
SQL
    return $database;
}

for my $kind (@kinds) {
    my $database = database_of($kind);
    my $query = sub { return $node->safe_psql($database, $_[0]) };
    my $time = "${kind}_extract_timestamp(id)";
    my $chunks = $query->(q{SELECT count(*) FROM show_chunks('event')});
    is($chunks, $query->("SELECT count(DISTINCT date_trunc('day', $time)) FROM ordinary"), "$kind: a chunk for each day");

    # Every condition with the ids of the edges as constants, and with their times.
    my @ids = split /\n/, $query->(<<"SQL");
SELECT id FROM event WHERE device BETWEEN 1 AND 3 AND ${kind}_extract_timestamp(id) NOT BETWEEN now() - interval '12 hours' AND now() + interval '1 hour'
    AND extract(hour FROM ${kind}_extract_timestamp(id)) IN (0, 23) ORDER BY id
SQL
    my (@conditions, @faulty);
    for my $id (@ids) {
        my $t = $query->("SELECT ${kind}_extract_timestamp('$id')");
        for my $comparison (qw(< <= >= >)) {
            push @conditions, "$time $comparison '$t'", "($time, id) $comparison ('$t', '$id')", "id $comparison (SELECT '$id'::$kind)";
            push @faulty, "id $comparison '$id'";
        }
        push @conditions, "id = '$id'", "$time = '$t'", "id >= ${kind}_min('$t')", "id < ${kind}_min('$t')", "id <= ${kind}_max('$t')", "id > ${kind}_max('$t')",
            "$time <= '$t' AND $time > timestamptz '$t' - interval '1 day'";
    }
    my $differences = sub {
        my @counts = split /\n/, $query->(join '', map { my $where = $_; map { "SELECT count(*) FROM $_ WHERE $where;\n" } qw(event ordinary) } @_);
        return grep { defined } map { $counts[ 2 * $_ ] eq $counts[ 2 * $_ + 1 ] ? undef : "$_[$_]: $counts[2 * $_], not $counts[2 * $_ + 1]" } 0 .. $#_;
    };
    cmp_ok(scalar @conditions, '>', 300, "$kind: conditions at the edges of chunks");
    is(join("\n", $differences->(@conditions)), '', "$kind: the rows of an ordinary table");
    my @wrong = $differences->(@faulty);
    $node->safe_psql('postgres', "ALTER DATABASE $database SET ulidkit.time_planning = off");
    is_deeply([ $differences->(@faulty) ], \@wrong, "$kind: what is wrong of TimescaleDB is so without planning by time");
    $node->safe_psql('postgres', "ALTER DATABASE $database RESET ulidkit.time_planning");
    note("$kind: TimescaleDB's fault, in ${\ scalar @wrong} of ${\ scalar @faulty} conditions on the id");

    # What is excluded: when the query is planned, and when it starts.
    my ($from, $to) = split /\|/, $query->(q{SELECT day, day + interval '1 day' FROM date_trunc('day', now() - interval '5 days') AS day});
    my $plan = $query->("EXPLAIN (COSTS OFF) SELECT * FROM event WHERE $time >= '$from' AND $time < '$to'");
    my @chunks = $plan =~ /Scan .*on (_hyper_\w+_chunk)/g;
    is(scalar(@chunks), 1, "$kind: a constant day reads one chunk") or diag($plan);
    my $planning = $version ge '2.31' ? 'on' : 'off'; # what the page says of older versions
    $plan = $query->("SET ulidkit.time_planning = $planning; EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT * FROM event WHERE $time >= now() - interval '1 hour'");
    my ($excluded) = $plan =~ /Chunks excluded during startup: (\d+)/;
    cmp_ok($excluded // 0, '>=', $chunks - 3, "$kind: now() excludes chunks at the start") or diag($plan);
    # A chunk of a few rows is read as a whole, and shows the condition as it is written.
    $plan = $query->("SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT * FROM event WHERE $time >= now() - interval '1 hour'");
    like($plan, qr/Index Cond: \(id >= ${kind}_at_or_after\(/, "$kind: with a condition on the id for the index") if $planning eq 'on';

    is($query->("SELECT id FROM event ORDER BY $time DESC LIMIT 7"), $query->("SELECT id FROM ordinary ORDER BY $time DESC, id DESC LIMIT 7"), "$kind: the newest rows");
    $query->(q{SELECT drop_chunks('event', date_trunc('day', now()) - interval '10 days')});
    is($query->(q{SELECT count(*) FROM event}), $query->("SELECT count(*) FROM ordinary WHERE $time >= date_trunc('day', now()) - interval '10 days'"), "$kind: drop_chunks");
    $node->safe_psql('postgres', "DROP DATABASE $database WITH (FORCE)");
}

done_testing();
