# The server is stopped at once, and crashes under load: no committed id is lost, none is duplicated or survives a ROLLBACK,
# and every index class of every kind finds the same rows as before. So does a standby, which is promoted in the end.
use strict;
use warnings;
use IPC::Run;
use Indexed;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# Without full-page images, redo has to replay each change.
my $primary = server_with_ulidkit('primary', init => { allows_streaming => 1 },
    conf => "restart_after_crash = on\nfull_page_writes = off\nwal_keep_size = 1GB\n");
create_indexed($primary, 'postgres');
$primary->safe_psql('postgres', "CREATE TABLE ${_}_rolled_back (id $_, batch $_)") for @kinds;
$primary->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'backup', has_streaming => 1);
$standby->start;

# What each client does until the server goes away: it prints what was committed and not deleted, and what was rolled back.
my $script = '';
for my $round (1 .. 1000) {
    for my $kind (@kinds) {
        my $insert = "INSERT INTO ${kind}_row (batch, n, client) SELECT (SELECT ${kind}_generate()), n, :client FROM generate_series(1, 12) AS n RETURNING";
        $script .= "$insert '${kind}_reported', CASE WHEN n > 2 THEN id END, batch;\n";
        $script .= "BEGIN;\n$insert '${kind}_rolled_back', id, batch;\nROLLBACK;\n" if $round % 10 == 0;
        $script .= "DELETE FROM ${kind}_row WHERE n <= 2 AND client = :client;\nVACUUM (TRUNCATE off) ${kind}_row;\n" if $round % 20 == 0;
    }
}
my $file = $primary->basedir . '/load.sql';
append_to_file($file, $script);

my @clients;
sub start_clients {
    @clients = map {
        my $reports = $primary->basedir . "/reports.$_";
        unlink $reports;
        { reports => $reports, psql => IPC::Run::start([ 'psql', '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-v', "client=$_", '-f', $file, $primary->connstr('postgres') ],
            '>', $reports, '2>', '/dev/null') }
    } 1 .. 4;
    my $reported = sub {
        my ($size) = @_;
        return wait_until(sub { !grep { -s $_->{reports} < $size } @clients });
    };
    $reported->(50_000);
    $primary->safe_psql('postgres', 'CHECKPOINT');
    ok($reported->(100_000), 'the load is under way');
}

# The clients end with their server. Their output is loaded into tables.
sub end_clients {
    my %lines;
    for my $client (@clients) {
        $client->{psql}->finish;
        is($client->{psql}->result, 2, 'a client lost its server');
        for (split /\n/, slurp_file($client->{reports})) {
            my ($table, $id, $batch) = split /\|/;
            $lines{$table} .= "$id\t$batch\n" if $id ne '';
        }
    }
    ok(recovers($primary), 'recovered');
    $primary->safe_psql('postgres', join '', map { "COPY $_ FROM stdin;\n$lines{$_}\\.\n" } sort keys %lines);
}

sub check_rows {
    my ($node, $how) = @_;
    for my $kind (@kinds) {
        my ($reported, $lost, $rolled_back, $seen) = split /\|/, $node->safe_psql('postgres', qq{
            SELECT (SELECT count(*) FROM ${kind}_reported),
                (SELECT count(*) FROM (SELECT id::text FROM ${kind}_reported EXCEPT SELECT id::text FROM ${kind}_row) AS s),
                (SELECT count(*) FROM ${kind}_rolled_back),
                (SELECT count(*) FROM (SELECT id::text FROM ${kind}_rolled_back INTERSECT SELECT id::text FROM ${kind}_row) AS s)});
        cmp_ok($reported, '>', 500, "$how: $kind: many ids were committed");
        is($lost, 0, "$how: $kind: none is lost");
        cmp_ok($rolled_back, '>', 0, "$how: $kind: some were rolled back");
        is($seen, 0, "$how: $kind: none is seen");
        is($node->safe_psql('postgres', "SELECT count(*) - count(DISTINCT id::text) FROM ${kind}_row"), 0, "$how: $kind: none is there twice");
    }
}

sub check_all {
    my ($node, $how) = @_;
    check_rows($node, $how);
    check_structure($node, 'postgres', $how);
    return check_indexes($node, 'postgres', $how);
}

sub insert_more {
    my ($node, $how) = @_;
    for my $kind (@kinds) {
        $node->safe_psql('postgres', qq{
            WITH made AS (INSERT INTO ${kind}_row (batch, n) SELECT (SELECT ${kind}_generate()), n FROM generate_series(3, 102) AS n RETURNING id, batch)
            INSERT INTO ${kind}_reported SELECT * FROM made});
        my ($status, $out, $error) = $node->psql('postgres', "\\set VERBOSITY sqlstate\nINSERT INTO ${kind}_row (id) SELECT max(id) FROM ${kind}_reported");
        like($error, qr/ERROR:  23505/, "$how: $kind: unique still");
    }
}

start_clients();
$primary->stop('immediate');
$primary->start;
end_clients();
check_all($primary, 'stopped');

start_clients();
crash($primary, $primary->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1}));
end_clients();
check_rows($primary, 'crashed');
insert_more($primary, 'crashed');
my $answers = check_all($primary, 'after further inserts');

$primary->wait_for_catchup($standby, 'replay');
check_rows($standby, 'standby');
# The check of parents needs a lock, which is not possible here.
check_structure($standby, 'postgres', 'standby', 'bt_index_check(indexrelid, heapallindexed => true)');
is_deeply(check_indexes($standby, 'postgres', 'standby'), $answers, 'the answers of the standby are those of the primary');

$primary->stop('immediate');
$standby->promote;
insert_more($standby, 'promoted');
check_all($standby, 'promoted');

$standby->stop;
done_testing();
