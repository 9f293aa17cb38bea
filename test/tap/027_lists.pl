# A list of times is looked up by the index, and a row that another transaction changes meanwhile is checked again.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $timeout = $PostgreSQL::Test::Utils::timeout_default;
my $node = server_with_ulidkit('main', conf => "fsync = off\nmax_prepared_transactions = 2\n");
$node->safe_psql('postgres', q{
    CREATE TABLE event (id ulid, k integer, n integer);
    CREATE INDEX ON event (k, id);
    INSERT INTO event SELECT ulid_at_or_after('2025-01-01Z'::timestamptz + n * interval '1 hour'), n % 2, n
        FROM generate_series(1, 2000) AS n;
    CREATE TABLE other (n integer);
    INSERT INTO other VALUES (1), (2), (3), (4);
    VACUUM ANALYZE event, other});
my $list = "'2025-01-01 02:00Z', '2025-01-01 04:00Z', '2025-03-01Z'";
my $found = "e.id::timestamptz IN ($list) AND e.k = 0";

# Another transaction changes rows 2 and 4, and ends only when the statement waits for it. Returns the plan and the output.
sub changed_meanwhile {
    my ($change, $statement) = @_;
    my $plan = $node->safe_psql('postgres', "EXPLAIN (COSTS OFF) $statement");
    $node->safe_psql('postgres', "BEGIN; $change; PREPARE TRANSACTION 'change'");
    my ($out, $err) = ('', '');
    my $session = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-c', "BEGIN; $statement; ROLLBACK" ],
        '>', \$out, '2>', \$err, IPC::Run::timeout($timeout));
    ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'}), 'it waits');
    $node->safe_psql('postgres', q{COMMIT PREPARED 'change'});
    $session->finish;
    is($err, '', 'no error');
    $node->safe_psql('postgres', q{
        UPDATE event SET id = ulid_at_or_after('2025-01-01Z'::timestamptz + n * interval '1 hour'), k = n % 2});
    return ($plan, $out);
}

my $move = "UPDATE event SET id = ulid_at_or_after('2025-02-01 00:30Z') WHERE n = 4";
for my $case (
    [ 'nothing that the list has', 'UPDATE event SET n = n WHERE n IN (2, 4)', "2\n4\n1416\n" ],
    [ 'the time', $move, "2\n1416\n" ],
    [ 'the time to another one of the list', "UPDATE event SET id = ulid_at_or_after('2025-03-01Z') WHERE n = 4", "2\n4\n1416\n" ],
    [ 'the key before the id', 'UPDATE event SET k = 1 WHERE n = 4', "2\n1416\n" ],
    [ 'the id, which becomes null', "UPDATE event SET id = NULL WHERE n = 2", "4\n1416\n" ]) {
    my ($what, $change, $rows) = @$case;
    my ($plan, $out) = changed_meanwhile($change, "SELECT e.n FROM event AS e WHERE $found FOR UPDATE");
    like($plan, qr/Custom Scan \(ulidkit list\)/, "$what: a look-up");
    is($out, $rows, "$what: the rows that are still found");
}
# Of a join, whose other table is read again as it was.
my ($plan, $out) = changed_meanwhile($move,
    "UPDATE event AS e SET n = e.n FROM other AS o WHERE $found AND o.n * 2 = e.n RETURNING e.n");
like($plan, qr/Custom Scan \(ulidkit list\)/, 'a join: a look-up');
is($out, "2\n", 'a join: the rows that are still found');
# In a serializable transaction that reads no row, an insertion of one conflicts.
my $read = "SELECT count(*) FROM event AS e WHERE e.id::timestamptz IN ('2026-01-01Z', '2026-01-02Z') AND e.k = 0";
like($node->safe_psql('postgres', "EXPLAIN $read"), qr/Custom Scan \(ulidkit list\)/, 'serializable: a look-up');
$node->safe_psql('postgres', "BEGIN ISOLATION LEVEL SERIALIZABLE; $read;
    INSERT INTO event VALUES (ulid_at_or_after('2026-01-02Z'), 0, 0); PREPARE TRANSACTION 'first'");
my ($status, undef, $error) = $node->psql('postgres', "BEGIN ISOLATION LEVEL SERIALIZABLE; $read;
    INSERT INTO event VALUES (ulid_at_or_after('2026-01-01Z'), 0, 0); COMMIT", on_error_stop => 1);
like($error, qr/could not serialize access/, 'serializable: the second of two is refused');
$node->safe_psql('postgres', q{COMMIT PREPARED 'first'});

done_testing();
