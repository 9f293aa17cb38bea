# The statements of docs/neighbours.md on one server that has all these extensions, but for TimescaleDB, and what they are to do.
use strict;
use warnings;
use IPC::Run;
use Page;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulidkit;

my $node = server_with_ulidkit('main', init => { allows_streaming => 'logical' }, conf => <<'CONF');
fsync = off
max_worker_processes = 20
shared_preload_libraries = 'pgaudit, pg_cron, plpgsql_check'
cron.database_name = 'app'
pgaudit.log = 'write'
pgaudit.log_parameter = on
timezone = 'UTC'
cron.timezone = 'UTC'
CONF
$node->append_conf('postgresql.conf', "cron.host = '" . $node->host . "'\n");
$node->append_conf('postgresql.conf', "output_plugin_libraries = 'pgoutput, wal2json'\n")
    if $node->safe_psql('postgres', q{SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'});
$node->restart;
$node->safe_psql('postgres', 'CREATE DATABASE app');
my %run;

sub page {
    my ($section, $change) = @_;
    $run{$section} = 1;
    return run_section($node, 'app', $section, $change);
}

sub query {
    my ($sql) = @_;
    return $node->safe_psql('app', $sql);
}

page('');

# wal2json: the page's change, and one of every kind, in both formats.
page('wal2json');
my (%value, $tables);
for my $kind (@generators) {
    $value{$kind} = query("CREATE TABLE changed_$kind (id $type_of{$kind} PRIMARY KEY, note text); SELECT ${kind}_generate()");
}
for my $format (1, 2) {
    query("INSERT INTO changed_$_ VALUES ('$value{$_}', 'one'); UPDATE changed_$_ SET note = 'two'; DELETE FROM changed_$_") for @generators;
    my $changes = query("SELECT data FROM pg_logical_slot_get_changes('changes', NULL, NULL, 'format-version', '$format')");
    for my $kind (@generators) {
        my @strings = $changes =~ /"\Q$value{$kind}\E"/g;
        my @all = $changes =~ /\Q$value{$kind}\E/g;
        # New, new and old, and old.
        is_deeply([ scalar @strings, scalar @all ], [ 4, 4 ], "wal2json, format $format: strings of $kind");
    }
}
query(q{SELECT pg_drop_replication_slot('changes')});

# hypopg
my @plans = page('hypopg');
like($plans[0], qr/Index Scan using "<\d+>btree_visit_id".*Index Cond: \(id >= '/s, 'hypopg: the time');
my @ordered = $plans[1] =~ /Index (?:Only )?Scan Backward using "<\d+>btree_visit_id"/g;
is(scalar @ordered, 2, 'hypopg: the order by time, and its end');
query('CREATE INDEX ON visit (id)');
is(query('EXPLAIN (COSTS OFF) SELECT * FROM visit ORDER BY id::timestamptz DESC LIMIT 20'),
    query('EXPLAIN (COSTS OFF) SELECT * FROM visit ORDER BY id DESC LIMIT 20'), 'the plan with a real index');

# plpgsql_check: the page's function has an error; that without it has none, in any mode.
page('plpgsql_check');
query(<<'SQL');
CREATE FUNCTION right_types(since timestamptz) RETURNS ulid LANGUAGE plpgsql AS $$
DECLARE
    found ulid := ulid_min(since);
    at timestamptz;
BEGIN
    SELECT min(id) INTO found FROM login WHERE id >= found AND id::timestamptz >= since;
    at := found::timestamptz;
    INSERT INTO login VALUES ('01JGFJJZ00BBBBBBBBBBBBBBBB', at::text);
    RETURN found;
END
$$;
SQL
is(query(q{SELECT * FROM plpgsql_check_function('right_types(timestamptz)')}), '', 'plpgsql_check: nothing where the types are right');
is(query(q{SET plpgsql_check.mode = every_start; SET plpgsql_check.fatal_errors = on; SELECT right_types('2025-06-01Z')::timestamptz}),
    '2025-06-01 00:00:00+00', 'plpgsql_check: such a function runs');

# pgaudit: the statement and the parameter, by the extended protocol.
my $offset = -s $node->logfile;
query(q{PREPARE add(ulid) AS INSERT INTO login SELECT $1, 'audited' WHERE $1::timestamptz >= '2025-01-01Z'; EXECUTE add('01JGFJJZ00CCCCCCCCCCCCCCCC')});
my $log = substr slurp_file($node->logfile), $offset;
like($log, qr/AUDIT: SESSION,\d+,\d+,WRITE,INSERT,.*INSERT INTO login SELECT \$1, 'audited' WHERE \$1::timestamptz >= '2025-01-01Z'.*01JGFJJZ00CCCCCCCCCCCCCCCC/,
    'pgaudit: statement and parameter');

# pg_repack while clients insert, update and delete: what each did is noted elsewhere by the same transactions.
query(<<'SQL');
INSERT INTO login SELECT ulid_generate(timestamptz '2024-01-01Z' + hashint4(n) % 1000000 * interval '1 s'), 'shuffled ' || n FROM generate_series(1, 50000) AS n;
CREATE TABLE ledger (id ulid PRIMARY KEY, account text);
INSERT INTO ledger SELECT id, account FROM login;
CREATE TABLE changing AS SELECT row_number() OVER () AS n, id FROM login WHERE account LIKE 'shuffled %';
CREATE UNIQUE INDEX ON changing (n);
SQL
append_to_file($node->basedir . '/writer.sql', <<'SQL');
\set n random(1, 50000)
\set m random(1, 50000)
BEGIN;
WITH l AS (INSERT INTO login (account) VALUES ('new :n') RETURNING *) INSERT INTO ledger SELECT * FROM l;
WITH l AS (UPDATE login SET account = 'changed :m' WHERE id = (SELECT id FROM changing WHERE n = :n) RETURNING *)
UPDATE ledger SET account = l.account FROM l WHERE l.id = ledger.id;
WITH l AS (DELETE FROM login WHERE id = (SELECT id FROM changing WHERE n = :m) RETURNING id) DELETE FROM ledger USING l WHERE l.id = ledger.id;
COMMIT;
SQL
my ($out, $errors) = ('', '');
my $writers = IPC::Run::start([ 'pgbench', '-n', '-c', 3, '-R', 300, '-T', 60, '--max-tries', 100, '-f', $node->basedir . '/writer.sql', $node->connstr('app') ],
    '<', \undef, '>', \$out, '2>', \$errors);
wait_until(sub { query(q{SELECT count(*) > 100 FROM login WHERE account LIKE 'new %'}) eq 't' }) or die 'no client writes';
my $file = query(q{SELECT pg_relation_filenode('login')});
{
    $run{pg_repack} = 1;
    local @ENV{ 'PGHOST', 'PGPORT' } = ($node->host, $node->port);
    run_section($node, 'app', 'pg_repack');
    command_ok([ 'timeout', 60, 'bash', '-ec', commands_of('pg_repack') ], 'pg_repack: the command of the page');
}
my $written = query(q{SELECT count(*) FROM login WHERE account LIKE 'new %'});
ok(wait_until(sub { query(q{SELECT count(*) FROM login WHERE account LIKE 'new %'}) > $written }), 'clients go on');
$writers->signal('TERM');
IPC::Run::finish($writers);
unlike($errors, qr/error|aborted/, 'no client had an error');
isnt(query(q{SELECT pg_relation_filenode('login')}), $file, 'pg_repack: the table is another file');
is(query('SELECT count(*) FROM (TABLE login EXCEPT ALL TABLE ledger) AS s') . query('SELECT count(*) FROM (TABLE ledger EXCEPT ALL TABLE login) AS s'),
    '00', 'pg_repack: every row and every change');
is(query(<<'SQL'), '0', 'pg_repack: in the order of the ids');
SELECT count(*) FROM (SELECT id, lag(id) OVER (ORDER BY ctid) AS before FROM login WHERE account NOT LIKE 'changed %' AND account NOT LIKE 'new %') AS s WHERE id < before
SQL
query('CREATE EXTENSION amcheck');
is(query(q{SELECT bt_index_check(indexrelid, true) FROM pg_index WHERE indrelid = 'login'::regclass}), '', 'pg_repack: the index has every row');

# pg_cron: its jobs run in the next minute, and are looked at in the end.
page('pg_cron');
query(<<'SQL');
INSERT INTO login SELECT ulid_generate(now() - interval '1 day'), 'yesterday' FROM generate_series(1, 10);
CREATE TABLE made (n bigserial, id ulid DEFAULT ulid_generate(), at timestamptz DEFAULT clock_timestamp());
SELECT cron.schedule('new ids', '* * * * *', 'INSERT INTO made SELECT FROM generate_series(1, 1000)');
SELECT cron.alter_job(jobid, schedule := '* * * * *') FROM cron.job;
SQL

# pg_partman: both of the page's tables, and one for each of the other kinds.
my $partman = query(q{SELECT default_version FROM pg_available_extensions WHERE name = 'pg_partman'});
my ($major, $minor) = split /\./, $partman;
my @partman_sections = ('pg_partman', 'UUIDv7 in a uuid column', 'The types of ulidkit', 'Snowflakes in a bigint column', 'ULIDs in a text column',
    'Maintenance');
my %managed = (event => 'uuidv7', alarm => 'ulid', notice => 'notice', letter => 'letter');
if ($major > 5 || $major == 5 && $minor >= 2) {
    page($_) for @partman_sections[ 0 .. 4 ];
    # As the functions of a kind are called.
    query(<<'SQL');
CREATE FUNCTION notice_extract_timestamp(bigint) RETURNS timestamptz IMMUTABLE LANGUAGE sql RETURN snowflake_extract_timestamp($1, '2024-01-01Z', 10);
CREATE FUNCTION notice_generate(timestamptz) RETURNS bigint LANGUAGE sql RETURN snowflake_max($1, '2024-01-01Z', 10);
CREATE FUNCTION letter_extract_timestamp(text) RETURNS timestamptz IMMUTABLE LANGUAGE sql RETURN ulidtext_extract_timestamp($1);
CREATE FUNCTION letter_generate(timestamptz) RETURNS text LANGUAGE sql RETURN ulid_generate($1)::text;
SQL
    for my $kind (grep { $_ ne 'ulid' } @kinds) {
        page('The types of ulidkit', sub { s/\bulid(?=\b|_)/$kind/g; s/\balarm\b/alarm_$kind/g });
        $managed{"alarm_$kind"} = $kind;
    }
    for my $kind (@kinds) {
        my ($result, undef, $error) = $node->psql('app', <<"SQL");
CREATE TABLE plain (id $kind PRIMARY KEY) PARTITION BY RANGE (id);
SELECT partman.create_parent('public.plain', 'id', '1 day', p_time_encoder := 'public.${kind}_time_encoder', p_time_decoder := 'public.${kind}_time_decoder');
SQL
        like($error, qr/Supplied column is of type $kind/, "pg_partman refuses a column of type $kind");
        query('DROP TABLE plain');
    }
    is(query('SET search_path = ulid_as, public; CREATE TABLE other (id uuid); SELECT pg_typeof(id) FROM (SELECT NULL::uuid AS id) AS s'),
        'uuid', 'uuid is that of the server, with the domain in the search path');
    is(query(q{SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'ulid_as.other'::regclass AND attname = 'id'}), 'uuid',
        'so it is for new tables');

    # What fills and empties a partitioned table has faults of its own with an encoder. One of the three works in 5.5.
    query(q{CREATE TABLE filled (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
        CREATE TABLE loose (id uuid PRIMARY KEY);
        INSERT INTO loose SELECT uuidv7_generate(now() - n * interval '1 week') FROM generate_series(0, 9) AS n;
        SELECT partman.create_parent('public.filled', 'id', '1 month', p_default_table := false,
            p_time_encoder := 'public.uuidv7_time_encoder', p_time_decoder := 'public.uuidv7_time_decoder')});
    my $fault = sub { my (undef, undef, $error) = $node->psql('app', $_[0]); return $error };
    like($fault->(q{CALL partman.partition_data_proc('public.filled', p_source_table := 'public.loose')}),
        qr/function partman\.partition_data_uuid\(.*\) does not exist/, 'pg_partman: partition_data_proc() fails');
    my $fill = q{SELECT partman.partition_data_time('public.filled', p_batch_count := 100, p_source_table := 'public.loose')};
    if ($minor >= 5) {
        is(query($fill), '10', 'partition_data_time() does not');
        is(query('SELECT (SELECT count(*) FROM filled), (SELECT count(*) FROM loose)'), '10|0', 'the rows are in the partitions');
    } else {
        like($fault->($fill), qr/Cannot run on partition set without time based control column/, 'partition_data_time() fails');
        query('INSERT INTO filled SELECT * FROM loose');
    }
    like($fault->(q{SELECT partman.undo_partition('public.filled', 'public.loose')}), qr/operator does not exist: uuid <= text/,
        'undo_partition() fails');
    query(q{DELETE FROM partman.part_config WHERE parent_table = 'public.filled'; DROP TABLE filled, loose});

    # Rows of the past weeks or months, in the partitions of their times. Maintenance drops what is older than the retention.
    my %step = map { $_ => $_ eq 'event' ? 'month' : 'day' } keys %managed;
    for my $table (sort keys %managed) {
        my ($kind, $step, $column) = ($managed{$table}, $step{$table}, $table eq 'event' ? 'device' : 'message');
        my $time = "${kind}_extract_timestamp(id)";
        query("INSERT INTO $table SELECT ${kind}_generate(now() - n * interval '1 $step' / 4), n FROM generate_series(0, 12) AS n");
        query("INSERT INTO $table ($column) SELECT n FROM generate_series(100, 109) AS n");
        is(query(<<"SQL"), '23|0', "$table: rows are in the partitions of their times");
SELECT count(*), count(*) FILTER (WHERE NOT ($time >= child_start_time AND $time < child_end_time))
FROM $table, LATERAL partman.show_partition_info('public.' || $table.tableoid::regclass, p_parent_table := 'public.$table')
SQL
        is(query(<<"SQL"), 't', "$table: ${step}s are the bounds");
SELECT bool_and(child_start_time = date_trunc('$step', child_start_time) AND child_end_time = child_start_time + interval '1 $step')
FROM partman.show_partitions('public.$table') AS p, LATERAL partman.show_partition_info(format('%I.%I', p.partition_schemaname, p.partition_tablename), p_parent_table := 'public.$table')
SQL
        query(qq{UPDATE partman.part_config SET retention = '1 $step', premake = 6 WHERE parent_table = 'public.$table'});
    }
    page('Maintenance');
    for my $table (sort keys %managed) {
        my ($kind, $step) = ($managed{$table}, $step{$table});
        is(query(<<"SQL"), 't|t', "$table: maintenance drops the old partitions and makes those to come");
SELECT min(child_start_time) >= date_trunc('$step', now()) - interval '1 $step',
    max(child_end_time) >= date_trunc('$step', now()) + interval '6 ${step}s'
FROM partman.show_partitions('public.$table') AS p, LATERAL partman.show_partition_info(format('%I.%I', p.partition_schemaname, p.partition_tablename), p_parent_table := 'public.$table')
SQL
        is(query("SELECT count(*) FROM $table WHERE ${kind}_extract_timestamp(id) >= date_trunc('$step', now())"),
            query("WITH t AS MATERIALIZED (SELECT ${kind}_extract_timestamp(id) AS time FROM $table) SELECT count(*) FROM t WHERE time >= date_trunc('$step', now())"),
            "$table: rows by time");
        my $now = query(q{SELECT date_trunc('minute', now())});
        my $plan = query(<<"SQL");
EXPLAIN (COSTS OFF) SELECT * FROM $table
WHERE ${kind}_extract_timestamp(id) >= date_trunc('$step', timestamptz '$now') AND ${kind}_extract_timestamp(id) <= '$now'
SQL
        # The bounds of a text are whole ids, and its ranges begin with the time alone.
        is(scalar(() = $plan =~ /Scan on/g) - scalar(() = $plan =~ /Bitmap Index Scan/g), $table eq 'letter' ? 2 : 1,
            "$table: a range of time reads one partition, of a text that before it, too") or diag($plan);
        like(query("EXPLAIN (COSTS OFF) SELECT * FROM $table WHERE ${kind}_extract_timestamp(id) >= now()"), qr/Subplans Removed: [1-9]/,
            "$table: now() excludes partitions at the start");
    }
} else {
    query('CREATE SCHEMA partman; CREATE EXTENSION pg_partman SCHEMA partman');
    is(query(q{SELECT count(*) FROM pg_proc WHERE proname = 'create_parent' AND 'p_time_encoder' = ANY (proargnames)}), '0', "pg_partman $partman has no encoders");
    $run{$_} = 1 for @partman_sections;
}

# The jobs of pg_cron, in their next minute.
query(q{SELECT cron.alter_job(jobid, schedule := '* * * * *') FROM cron.job WHERE schedule <> '* * * * *'});
my $jobs = query('SELECT count(*) FROM cron.job');
ok(wait_until(sub { query(q{SELECT count(DISTINCT jobid) FROM cron.job_run_details WHERE status IN ('succeeded', 'failed')}) eq $jobs }), 'pg_cron: all jobs ran');
is(query(q{SELECT string_agg(DISTINCT status || ' ' || return_message, ', ') FROM cron.job_run_details WHERE status = 'failed'}), '', 'pg_cron: none failed');
is(query(q{SELECT count(*) FROM login WHERE id::timestamptz < now() - interval '91 days'}), '0', 'pg_cron: the old rows are gone');
is(query(q{SELECT count(*) FROM login WHERE account = 'yesterday'}), '10', 'pg_cron: the others are not');
is(query(q{SELECT bool_and(id > before) AND count(*) >= 1000 FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM made) AS s}), 't', 'pg_cron: ids in order');

# What the page says of these extensions has run.
is_deeply([ grep { !$run{$_} && !/^(?:Citus|TimescaleDB)$/ } sections() ], [], 'no other section has statements');

done_testing();
