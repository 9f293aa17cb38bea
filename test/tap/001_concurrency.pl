# Many clients generate at once: no two ids are equal, and the ids of each client are in order.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my ($clients, $transactions, $ids) = (64, 4, 4000);
my $node = server_with_ulidkit('main', snowflakes => 1, conf => "max_connections = 100\nfsync = off\nulidkit.max_clock_lead = '1s'\n");

my $script = '';
for my $kind (@generators) {
    $node->safe_psql('postgres', "CREATE UNLOGGED TABLE made_$kind (id $type_of{$kind}, backend integer, xid xid8, i integer)");
    $script .= "INSERT INTO made_$kind SELECT ${kind}_generate(), pg_backend_pid(), pg_current_xact_id(), i FROM generate_series(1, $ids) AS i;\n";
}
my $file = $node->basedir . '/generate.sql';
append_to_file($file, $script);
$node->command_ok([ 'pgbench', '-n', '-c', $clients, '-j', 2, '-t', $transactions, '-f', $file, 'postgres' ], "$clients clients");

my $all = 0;
for my $kind (@generators) {
    my ($made, $distinct, $backends, $switches) = split /\|/, $node->safe_psql('postgres', qq{
        SELECT count(*), count(DISTINCT id), count(DISTINCT backend), count(*) FILTER (WHERE backend <> before)
        FROM (SELECT id, backend, lag(backend) OVER (ORDER BY id) AS before FROM made_$kind) AS s});
    is($made, $clients * $transactions * $ids, "$kind: all ids were made");
    is($distinct, $made, "$kind: no two are equal");
    is($backends, $clients, "$kind: by as many backends");
    is($node->safe_psql('postgres', qq{
        SELECT count(*) FROM (SELECT id, lag(id) OVER (PARTITION BY backend ORDER BY xid, i) AS before FROM made_$kind) AS s
        WHERE id <= before}), 0, "$kind: those of each backend are in order");
    is($node->safe_psql('postgres', "SELECT generated, ${\is_newest($kind, qq{SELECT id FROM made_$kind ORDER BY id DESC LIMIT 1})} FROM ulidkit_generators() WHERE kind = '$kind'"),
        "$made|t", "$kind: ulidkit_generators() counts them, and knows the newest");
    note "$kind: $made ids, $distinct distinct, by $backends backends, $switches changes of backend in their order";
    $all += $made;
}
note "$all ids in all";
cmp_ok($all, '>=', 5_000_000, 'five million ids');

# A reading of the clock that became old before its ID was issued is no reason to wait or to fail: a process often loses its
# core in between. These kinds have room for more IDs than are asked for, at the clock's time.
change_setting($node, 'ulidkit.max_clock_lead', '0');
for my $kind (qw(ulid scru160 uuidv7)) {
    my $strict = $node->basedir . "/strict_$kind.sql";
    append_to_file($strict, "SELECT count(${kind}_generate()) FROM generate_series(1, 20000);\n");
    local $ENV{PGOPTIONS} = '-c ulidkit.on_overflow=error';
    $node->command_ok([ 'pgbench', '-n', '-c', 16, '-j', 2, '-t', 10, '-f', $strict, 'postgres' ], "$kind: without a lead");
}
change_setting($node, 'ulidkit.max_clock_lead', '1s');

# Parallel workers of one query generate, as its plan shows.
for my $kind (@generators) {
    my $parallel = q{
        SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
        SET max_parallel_workers_per_gather = 2; SET parallel_leader_participation = off;};
    my $query = "SELECT ${kind}_generate() AS id FROM made_$kind WHERE i <= 1000";
    like($node->safe_psql('postgres', "$parallel EXPLAIN (VERBOSE, COSTS OFF) $query"),
        qr/Gather.*Parallel Seq Scan[^\n]*\n\s*Output: ${kind}_generate\(/s, "$kind: made in parallel workers");
    is($node->safe_psql('postgres', "$parallel CREATE TABLE parallel_$kind AS $query; SELECT count(*), count(DISTINCT id) FROM parallel_$kind"),
        '256000|256000', "$kind: unique there");
}

$node->stop;
done_testing();
