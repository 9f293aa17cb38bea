# Another extension uses the planner's hooks, too: in either order of loading, both are called, and where the other one
# reads a table in its own way, ulidkit adds no path.
use strict;
use warnings;
use File::Basename;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $timeout = $PostgreSQL::Test::Utils::timeout_default;
my $node = server_with_ulidkit('main', conf => "fsync = off\n");
my $module = $node->basedir . '/relation_hook';
my $here = dirname(__FILE__);
chomp(my $headers = `$ENV{PG_CONFIG} --includedir-server`);
IPC::Run::run([ $ENV{CXX} // 'g++', qw(-std=c++20 -fno-exceptions -fno-rtti -Wall -Wextra -Werror -shared -fPIC),
        "-I$here/../../src", '-isystem', $headers, '-o', "$module.so", "$here/relation_hook.cpp" ],
    IPC::Run::timeout($timeout)) or die 'the other extension does not compile';

$node->safe_psql('postgres', qq{
    CREATE TABLE t (id ulid PRIMARY KEY, n integer);
    INSERT INTO t SELECT ulid_generate('2025-01-01Z'::timestamptz + n * interval '1 hour'), n FROM generate_series(1, 1000) AS n;
    CREATE TABLE plain (n integer);
    INSERT INTO plain VALUES (1), (2), (3);
    VACUUM ANALYZE t, plain;
    CREATE FUNCTION relation_hook_calls() RETURNS integer AS '$module', 'relation_hook_calls' LANGUAGE C;
    CREATE FUNCTION relation_hook_follows() RETURNS boolean AS '$module', 'relation_hook_follows' LANGUAGE C;
    CREATE FUNCTION relation_hook_read(regclass) RETURNS void AS '$module', 'relation_hook_read' LANGUAGE C});

# The output of each step, all in one new session.
sub results {
    my $out = $node->safe_psql('postgres', join("\\echo ==\n", map { "$_;\n" } @_), timeout => $timeout);
    return split /^==\n/m, "$out\n";
}

# In a session that begins with `load`, the module is called for every table, after ulidkit or before it, and does not
# interfere.
sub check_both {
    my ($how, $follows, $load) = @_;
    my $query = "SELECT n FROM t WHERE id::timestamptz >= '2025-02-11 14:00Z'";
    my @steps = ("EXPLAIN (COSTS OFF) $query", $query, 'SELECT n FROM plain', 'SELECT relation_hook_calls()');
    my (undef, $follower, @on_and_off) = results($load // '', 'SELECT relation_hook_follows()', @steps, 'SET ulidkit.time_planning = off', @steps);
    is($follower, "$follows\n", "$how: in this order");
    my ($plan, $rows, $plain, $calls, undef, $plan_off, $rows_off, $plain_off, $calls_off) = @on_and_off;
    like($plan, qr/^ *Index Cond: \(id >= '\w+'::ulid\)$/m, "$how: planned by the id");
    is($calls, "3\n", "$how: and the other is called once for each table");
    unlike($plan_off, qr/Index Cond/, "$how: off, not planned by the id");
    is($calls_off, "6\n", "$how: off, and the other is called");
    is($rows . $rows_off, "998\n999\n1000\n" x 2, "$how: the answer is the same");
    is($plain . $plain_off, "1\n2\n3\n" x 2, "$how: and that of a table without ids");
}

check_both('LOAD, the other first', 'f', "LOAD '$module'; LOAD 'ulidkit'");
check_both('LOAD, ulidkit first', 't', "LOAD 'ulidkit'; LOAD '$module'");
# Planning the first query loads ulidkit.
check_both('loaded when needed, the other first', 'f', "LOAD '$module'");
check_both('loaded when needed, ulidkit first', 't', "SELECT n FROM t WHERE id::timestamptz > now(); LOAD '$module'");
my %orders = ('the other first' => [ 'f', "$module,ulidkit" ], 'ulidkit first' => [ 't', "ulidkit,$module" ]);
for my $order (sort keys %orders) {
    my ($follows, $libraries) = @{ $orders{$order} };
    local $ENV{PGOPTIONS} = "-c session_preload_libraries=$libraries";
    check_both("session_preload_libraries, $order", $follows);
}

# A plan made without ulidkit is made again with it, once.
my $execute = 'EXECUTE few(3)';
my $known = q{SELECT current_setting('ulidkit.time_planning', true)};
my @seen = results("LOAD '$module'; SET plan_cache_mode = force_generic_plan; PREPARE few AS SELECT n FROM plain WHERE n < \$1",
    $execute, 'SELECT relation_hook_calls()', $known, "LOAD 'ulidkit'",
    $known, $execute, 'SELECT relation_hook_calls()', $execute, 'SELECT relation_hook_calls()', 'DISCARD PLANS', $execute,
    'SELECT relation_hook_calls()');
my $few = "1\n2\n";
is_deeply(\@seen, [ '', $few, "1\n", "\n", '', "on\n", ($few, "2\n") x 2, '', $few, "3\n" ], 'a plan from before ulidkit was loaded');

# The other extension reads the table in its own way, and finds no row: there must be no path by the index, which has rows
# of the table's own.
for my $load ("LOAD '$module'; LOAD 'ulidkit'", "LOAD 'ulidkit'; LOAD '$module'") {
    my (undef, undef, $plan, @rows) = results($load, "SELECT relation_hook_read('t')",
        "EXPLAIN (COSTS OFF) SELECT n FROM t WHERE id::timestamptz >= '2025-02-11 14:00Z'",
        "SELECT n FROM t WHERE id::timestamptz >= '2025-02-11 14:00Z'", 'SELECT n FROM t ORDER BY id::timestamptz DESC LIMIT 5',
        'SELECT count(n), max(id::timestamptz) FROM t');
    like($plan, qr/^Custom Scan \(elsewhere\) on t$/m, "$load: the other extension's scan reads the table");
    is_deeply(\@rows, [ '', '', "0|\n" ], "$load: all queries have the rows of the other extension");
}

$node->append_conf('postgresql.conf', "shared_preload_libraries = ''\n");
for my $order (sort keys %orders) {
    my ($follows, $libraries) = @{ $orders{$order} };
    $node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "'$libraries'");
    $node->restart;
    check_both("shared_preload_libraries, $order", $follows);
}

$node->stop('fast');
done_testing();
