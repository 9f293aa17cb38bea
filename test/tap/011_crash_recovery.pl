# Stopped at once and crashed under load: no committed id is lost, none is there twice or against a ROLLBACK, and every
# index class of every kind answers as before. So does a standby, which takes over in the end.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# A column for each class, so that no other index can answer: its value, its index, what it is asked, and what is asked
# of columns without an index instead.
my %to_be_equal = ('= s.id' => 'id = s.id');
my %to_be_ordered = (%to_be_equal, 'BETWEEN s.id AND s.upto' => 'id BETWEEN s.id AND s.upto');
my %brin = (with => 'WITH (pages_per_range = 1)');
my %classes = (
    deduplicated => { of => 'id', unique => 1, using => 'btree (deduplicated)', asked => \%to_be_ordered },
    not_deduplicated => { of => 'id', unique => 1, using => 'btree (not_deduplicated)', with => 'WITH (deduplicate_items = off)', asked => \%to_be_ordered },
    covering => { of => 'id', unique => 1, using => 'btree (covering) INCLUDE (batch, n)', asked => \%to_be_ordered },
    repeated => { of => 'batch', using => 'btree (repeated)', asked => { '= s.batch' => 'batch = s.batch' } },
    timed => { of => 'id', using => 'btree ((timed::timestamptz))', asked => {
        '::timestamptz = s.id::timestamptz' => 'id::timestamptz = s.id::timestamptz',
        '::timestamptz BETWEEN s.id::timestamptz AND s.upto::timestamptz' => 'id::timestamptz BETWEEN s.id::timestamptz AND s.upto::timestamptz' } },
    hashed => { of => 'id', using => 'hash (hashed)', asked => \%to_be_equal },
    excluded => { of => 'id', exclude => 'hash (excluded WITH =)', asked => \%to_be_equal },
    minmax => { of => 'id', using => 'brin (minmax)', %brin, asked => \%to_be_ordered },
    minmax_multi => { of => 'id', using => 'brin (minmax_multi KIND_minmax_multi_ops)', %brin, asked => \%to_be_ordered },
    bloom => { of => 'id', using => 'brin (bloom KIND_bloom_ops)', %brin, asked => \%to_be_equal },
    spans => { of => "KIND_range(id, id, '[]')", type => 'KIND_range', exclude => 'gist (spans WITH &&)',
        asked => { '@> s.id' => 'id = s.id', q{&& KIND_range(s.id, s.upto, '[]')} => 'id BETWEEN s.id AND s.upto' } },
    quadrants => { of => "KIND_range(id, id, '[]')", type => 'KIND_range', using => 'spgist (quadrants)',
        asked => { '@> s.id' => 'id = s.id', q{&& KIND_range(s.id, s.upto, '[]')} => 'id BETWEEN s.id AND s.upto' } },
    listed => { of => 'ARRAY[id, batch]', type => 'KIND[]', using => 'gin (listed)', asked => { '@> ARRAY[s.id]' => 's.id IN (id, batch)' } });

# Redo does its own work, instead of copying pages.
my $primary = server_with_ulidkit('primary', init => { allows_streaming => 1 },
    conf => "restart_after_crash = on\nfull_page_writes = off\nwal_keep_size = 1GB\n");
$primary->safe_psql('postgres', 'CREATE EXTENSION amcheck');
for my $kind (@kinds) {
    my ($columns, $indexes) = ('', '');
    for my $name (sort keys %classes) {
        my %class = (type => 'KIND', with => '', %{ $classes{$name} });
        $columns .= ", $name $class{type} GENERATED ALWAYS AS ($class{of}) STORED";
        $indexes .= $class{exclude} ? "ALTER TABLE KIND_row ADD CONSTRAINT KIND_${name} EXCLUDE USING $class{exclude};\n"
            : 'CREATE ' . ($class{unique} ? 'UNIQUE ' : '') . "INDEX KIND_$name ON KIND_row USING $class{using} $class{with};\n";
    }
    my $sql = "CREATE TYPE KIND_range AS RANGE (subtype = KIND);
        CREATE TABLE KIND_row (id KIND DEFAULT KIND_generate(), batch KIND, n integer, client integer$columns);
        $indexes
        CREATE TABLE KIND_reported (id KIND, batch KIND);
        CREATE TABLE KIND_rolled_back (id KIND, batch KIND);";
    $primary->safe_psql('postgres', $sql =~ s/KIND/$kind/gr);
}
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
sub start_load {
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

# The clients end with their server. What they have printed goes to the tables beside.
sub end_load {
    my %lines;
    for my $client (@clients) {
        $client->{psql}->finish;
        is($client->{psql}->result, 2, 'a client lost its server');
        for (split /\n/, slurp_file($client->{reports})) {
            my ($table, $id, $batch) = split /\|/;
            $lines{$table} .= "$id\t$batch\n" if $id ne '';
        }
    }
    ok($primary->poll_query_until('postgres', 'SELECT true'), 'recovered');
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

# Every class answers as the table without indexes does. Returns the answers.
sub check_indexes {
    my ($node, $how) = @_;
    my @all;
    for my $kind (@kinds) {
        my (@names, %steps, $sql);
        my $ask = sub {
            my ($condition) = @_;
            return "WITH s AS MATERIALIZED (SELECT id, batch, lead(id, 10, KIND_max('infinity')) OVER (ORDER BY id) AS upto FROM KIND_reported ORDER BY id DESC LIMIT 20)
                SELECT count(*), md5(string_agg(concat(s.id, r.id, r.batch, r.n), ' ' ORDER BY s.id::text, r.id::text)) FROM s JOIN KIND_row AS r ON $condition;\n";
        };
        for my $name (sort keys %classes) {
            my $asked = $classes{$name}{asked};
            for my $condition (sort keys %$asked) {
                my $by_index = $ask->("r.$name" . ($condition =~ s/^(\w)/ $1/r));
                $steps{"$name $condition"} = "SET enable_seqscan = off;\nEXPLAIN (COSTS OFF) $by_index\\echo ==\n$by_index\\echo ==\n"
                    . 'SET enable_seqscan = on; SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off;'
                    . $ask->($asked->{$condition} =~ s/(?<![.\w])(id|batch)\b/r.$1/gr)
                    . "\\echo ==\nRESET ALL; SET jit = off; SET max_parallel_workers_per_gather = 0;\n";
            }
        }
        @names = sort keys %steps;
        $sql = join '', map { $steps{$_} } @names;
        my @answers = split /^==\n?/m, $node->safe_psql('postgres', $sql =~ s/KIND/$kind/gr);
        for my $name (@names) {
            my ($class) = split / /, $name;
            my ($plan, $by_index, $expected) = splice @answers, 0, 3;
            like($plan, qr/Scan (using|on) ${kind}_$class\b/, "$how: $kind: $name: by the index");
            like($expected, qr/^[1-9]\d*\|/, "$how: $kind: $name: some rows");
            is($by_index, $expected, "$how: $kind: $name: the same rows");
            push @all, $by_index;
        }
    }
    return \@all;
}

# What amcheck knows. On a standby a btree cannot be locked against changes, which the check of parents needs.
sub check_structure {
    my ($node, $how, $check) = @_;
    is($node->safe_psql('postgres', qq{
        SELECT count(*) FROM (SELECT $check FROM pg_index AS i JOIN pg_class AS c ON indexrelid = c.oid JOIN pg_am AS m ON relam = m.oid
            WHERE amname = 'btree' AND indrelid::regclass::text LIKE '%_row' OFFSET 0) AS s}), 5 * @kinds, "$how: amcheck of the btrees");
    is($node->safe_psql('postgres', qq{
        SELECT relname, h.* FROM pg_class, verify_heapam(pg_class.oid::regclass) AS h WHERE relname LIKE '%_row' AND relkind = 'r'}),
        '', "$how: and of the tables");
}

sub check_all {
    my ($node, $how) = @_;
    check_rows($node, $how);
    check_structure($node, $how, 'bt_index_parent_check(indexrelid, heapallindexed => true, rootdescend => true)');
    return check_indexes($node, $how);
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

start_load();
$primary->stop('immediate');
$primary->start;
end_load();
check_all($primary, 'stopped');

start_load();
kill 'KILL', $primary->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1});
end_load();
check_rows($primary, 'crashed');
insert_more($primary, 'crashed');
my $answers = check_all($primary, 'after further inserts');

$primary->wait_for_catchup($standby, 'replay');
check_rows($standby, 'standby');
check_structure($standby, 'standby', 'bt_index_check(indexrelid, heapallindexed => true)');
is_deeply(check_indexes($standby, 'standby'), $answers, 'the answers of the standby are those of the primary');

$primary->stop('immediate');
$standby->promote;
insert_more($standby, 'promoted');
check_all($standby, 'promoted');

$standby->stop;
done_testing();
