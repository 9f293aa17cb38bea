# Exclusion constraints and GiST and GIN indexes of every kind while many clients write: there are never two rows that overlap,
# and the indexes find what a sequential scan finds, also after a crash, on a standby, and when it is promoted.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# Without full-page images, redo has to replay each change. Two sessions that insert rows which exclude each other can wait for
# one another.
my $primary = server_with_ulidkit('primary', init => { allows_streaming => 1 },
    conf => "full_page_writes = off\nwal_keep_size = 1GB\ndeadlock_timeout = 10ms\njit = off\nautovacuum = off\n");
$primary->safe_psql('postgres', 'CREATE EXTENSION amcheck; CREATE EXTENSION pageinspect;' . for_each_kind(<<'SQL'));
CREATE TABLE KIND_room AS SELECT n, CASE WHEN n = 1 THEN KIND_min('-infinity') WHEN n % 2 = 0 THEN KIND_max(t - interval '1 microsecond') ELSE KIND_min(t) END AS id
    FROM generate_series(1, 9) AS n, CAST('2025-01-01Z'::timestamptz + n / 2 * interval '1 day' AS timestamptz) AS t;
CREATE TABLE KIND_stay (id KIND, during int4range, EXCLUDE USING gist (id WITH =, during WITH &&));
CREATE TABLE KIND_row (id KIND, tags integer[], client integer, in_gist KIND GENERATED ALWAYS AS (id) STORED, in_gin KIND GENERATED ALWAYS AS (id) STORED);
CREATE INDEX KIND_gist ON KIND_row USING gist (in_gist);
CREATE INDEX KIND_gin ON KIND_row USING gin (in_gin, tags) WITH (gin_pending_list_limit = 64);
CREATE UNLOGGED TABLE KIND_unlogged (LIKE KIND_row INCLUDING ALL);
-- With and without speculative insertion.
CREATE FUNCTION KIND_try(room integer, at integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF at % 2 = 0 THEN
        INSERT INTO KIND_stay SELECT id, int4range(at, at + 3) FROM KIND_room WHERE n = room ON CONFLICT DO NOTHING;
    ELSE
        INSERT INTO KIND_stay SELECT id, int4range(at, at + 2) FROM KIND_room WHERE n = room;
    END IF;
EXCEPTION WHEN exclusion_violation OR deadlock_detected THEN
END
$$;
SQL
$primary->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'backup', has_streaming => 1);
$standby->start;

# Every client races the others for the same places, and writes rows whose ids rise, are of any time, or are those of others.
my $script = $primary->basedir . '/load.sql';
append_to_file($script, "\\set room random(1, 9)\n\\set at random(1, 600)\n\\set vacuums random(1, 30) = 1\n" . for_each_kind(<<'SQL'));
SELECT KIND_try(:room, :at);
INSERT INTO KIND_row SELECT KIND_generate(), ARRAY[:at, n], :client_id FROM generate_series(1, 4) AS n;
INSERT INTO KIND_row SELECT KIND_generate('2025-01-01Z'::timestamptz + :at * n * interval '1 hour'), ARRAY[:at, n], :client_id FROM generate_series(1, 4) AS n;
INSERT INTO KIND_row SELECT id, ARRAY[:at], :client_id FROM KIND_room WHERE n = :room;
UPDATE KIND_row SET id = KIND_generate() WHERE id = (SELECT id FROM KIND_room WHERE n = :room) AND client = :client_id AND tags @> ARRAY[:at];
DELETE FROM KIND_stay WHERE id = (SELECT id FROM KIND_room WHERE n = :room) AND during && int4range(:at + 20, :at + 24);
DELETE FROM KIND_row WHERE tags && ARRAY[:at + 1] AND client = :client_id;
INSERT INTO KIND_unlogged SELECT KIND_generate();
\if :vacuums
VACUUM (TRUNCATE off, SKIP_LOCKED) KIND_row, KIND_stay;
\endif
SQL

my ($load, $output);
sub await_rows {
    my ($rows) = @_;
    wait_until(sub { !$load->pumpable || $primary->safe_psql('postgres', "SELECT count(*) > $rows FROM $kinds[-1]_row") eq 't' });
    ok($load->pumpable, "the load is under way: $rows rows") or diag($output);
}
sub start_writers {
    my ($rows) = @_;
    $load = IPC::Run::start([ 'pgbench', '-n', '-c', 4, '-j', 2, '-T', 600, '--max-tries', 100, '-f', $script, '-h', $primary->host, '-p', $primary->port, 'postgres' ],
        '>&', \$output);
    await_rows($rows);
}

# Every query has to use the index that it is for.
sub check_rows {
    my ($node, $how) = @_;
    my (@answers, %steps);
    for my $kind (@kinds) {
        my $asked = "(SELECT id, lead(id, 2) OVER (ORDER BY id) AS upto FROM (SELECT id FROM ${kind}_room UNION ALL (SELECT id FROM ${kind}_row ORDER BY id DESC LIMIT 5)) AS u) AS q";
        my @queries = ([ stay_id_during_excl => stay => q{r.id = q.id AND r.during && '[100,300)'} ], [ stay_id_during_excl => stay => 'r.id <> q.id' ],
            [ gin => row => q{r.in_gin > q.id AND r.tags @> '{1}'} ],
            map { my $index = $_; map { [ $index => row => s/r\./r.in_$index/gr ] } 'r. = q.id', 'r. < q.id', 'r. >= q.id', 'r. > q.id AND r. <= q.upto' } qw(gist gin));
        my $sql = '';
        for (@queries) {
            my ($index, $table, $condition) = @$_;
            my $query = "SELECT count(*), sum(${kind}_hash(r.id)) FROM $asked JOIN ${kind}_$table AS r ON $condition;\n";
            $sql .= "SET enable_bitmapscan = on; SET enable_seqscan = off;\nEXPLAIN (COSTS OFF) $query\\echo ==\n$query\\echo ==\nSET enable_seqscan = on; SET enable_bitmapscan = off;\n$query\\echo ==\n";
        }
        my ($overlaps, @parts) = split /^==\n?/m, $node->safe_psql('postgres', "SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off;
            SELECT count(*) FROM ${kind}_stay AS a JOIN ${kind}_stay AS b ON a.ctid < b.ctid AND a.id = b.id AND a.during && b.during;\n\\echo ==\n$sql");
        is($overlaps, "0\n", "$how: $kind: no two rows overlap");
        for (@queries) {
            my ($index, $table, $condition) = @$_;
            my ($plan, $by_index, $expected) = splice @parts, 0, 3;
            like($plan, qr/Bitmap Index Scan on ${kind}_$index\b/, "$how: $kind: $condition: by the index");
            like($expected, qr/^[1-9]/, "$how: $kind: $condition: some rows");
            is($by_index, $expected, "$how: $kind: $condition: the same rows");
            push @answers, $by_index;
        }
    }
    is($node->safe_psql('postgres', q{SELECT relname, h.* FROM pg_class, verify_heapam(pg_class.oid::regclass) AS h WHERE relname ~ '_(row|stay)$' AND relkind = 'r'}), '', "$how: amcheck of the tables");
    # From 18 on.
    my $check = $node->safe_psql('postgres', q{SELECT 'gin_index_check' FROM pg_proc WHERE proname = 'gin_index_check'});
    is($node->safe_psql('postgres', join ';', map { "SELECT $check('${_}_gin')" } @kinds), "\n" x (@kinds - 1), "$how: amcheck of the GIN indexes") if $check;
    return \@answers;
}

sub check_exclusion {
    my ($node, $how) = @_;
    for my $kind (@kinds) {
        my (undef, undef, $error) = $node->psql('postgres', "\\set VERBOSITY sqlstate\nINSERT INTO ${kind}_stay SELECT id, int4range(lower(during) - 1, upper(during)) FROM ${kind}_stay LIMIT 1");
        like($error, qr/ERROR:  23P01/, "$how: $kind: what overlaps is refused");
        $node->safe_psql('postgres', "INSERT INTO ${kind}_stay SELECT id, int4range(1000 + n::integer, 1001 + n::integer) FROM ${kind}_room; DELETE FROM ${kind}_stay WHERE lower(during) > 1000");
    }
}

start_writers(1000);
$primary->safe_psql('postgres', 'CHECKPOINT');
await_rows(2000);
$primary->stop('immediate');
$load->finish;
unlike($output, qr/ERROR/, 'no client failed before');
$primary->start;
check_rows($primary, 'stopped');
check_exclusion($primary, 'stopped');
is($primary->safe_psql('postgres', for_each_kind(<<'SQL')), join("\n", (2, 2) x @kinds), 'indexes of unlogged tables begin anew');
SET enable_seqscan = off;
INSERT INTO KIND_unlogged SELECT id FROM KIND_room WHERE n < 3;
SELECT count(*) FROM KIND_unlogged WHERE in_gist <= (SELECT max(id) FROM KIND_room);
SELECT count(*) FROM KIND_unlogged WHERE in_gin <= (SELECT max(id) FROM KIND_room);
SQL

start_writers(3000);
$load->kill_kill;
ok($primary->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pgbench'}), 'the load has ended');
my $answers = check_rows($primary, 'primary');
$primary->wait_for_catchup($standby, 'replay');
is_deeply(check_rows($standby, 'standby'), $answers, 'the answers of the standby are those of the primary');
# The key of each row in a leaf is the interval from its id to its id.
for my $kind (@kinds) {
    my ($keys, $wrong) = split /\|/, $standby->safe_psql('postgres', qq{
        SELECT count(*), count(*) FILTER (WHERE keys !~ '^\\(in_gist\\)=\\("\\[(\\S+),\\1\\]"\\)\$')
        FROM generate_series(1, pg_relation_size('${kind}_gist') / 8192 - 1) AS page, get_raw_page('${kind}_gist', page::integer) AS p,
            gist_page_items(p, '${kind}_gist') WHERE (SELECT 'leaf' = ANY (flags) FROM gist_page_opaque_info(p))});
    cmp_ok($keys, '>', 1000, "$kind: keys that pageinspect shows");
    is($wrong, 0, "$kind: each is one id");
}
$primary->stop('immediate');
$standby->promote;
check_exclusion($standby, 'promoted');

$standby->stop;
done_testing();
