# Logical replication, in text and in binary: the subscriber has the publisher's rows, found by any replica identity.
use strict;
use warnings;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $rows = 500;
my $conf = "fsync = off\nmax_worker_processes = 20\nmax_logical_replication_workers = 12\nwal_retrieve_retry_interval = '200ms'\n";
my $publisher = server_with_ulidkit('publisher', init => { allows_streaming => 'logical' }, conf => $conf);
my $subscriber = server_with_ulidkit('subscriber', conf => $conf);

# Identified by the id; by the id, though another is the primary key; by all columns; in partitions of other bounds.
# Selected are columns, and rows by a generated column of the time.
my $tables = q{
    CREATE DOMAIN KIND_of_2025 AS KIND CHECK (VALUE >= KIND_min('2025-01-01Z'));
    CREATE TABLE KIND_keyed (id KIND PRIMARY KEY DEFAULT KIND_generate(), other KIND_of_2025, ids KIND[], note text);
    CREATE TABLE KIND_indexed (n integer PRIMARY KEY, id KIND NOT NULL UNIQUE, note text);
    ALTER TABLE KIND_indexed REPLICA IDENTITY USING INDEX KIND_indexed_id_key;
    CREATE TABLE KIND_full (id KIND, other KIND, note text);
    CREATE INDEX ON KIND_full (id);
    ALTER TABLE KIND_full REPLICA IDENTITY FULL;
    CREATE TABLE KIND_chosen (id KIND PRIMARY KEY, secret KIND, note text);
    CREATE TABLE KIND_late (id KIND PRIMARY KEY, created_at timestamptz GENERATED ALWAYS AS (KIND_extract_timestamp(id)) STORED, note text);
};
my %parted = (
    publisher => q{
        CREATE TABLE KIND_parted (id KIND PRIMARY KEY, note text) PARTITION BY HASH (id);
        CREATE TABLE KIND_parted_1 PARTITION OF KIND_parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE KIND_parted_2 PARTITION OF KIND_parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);},
    subscriber => q{
        CREATE TABLE KIND_parted (id KIND PRIMARY KEY, note text) PARTITION BY RANGE (id);
        CREATE TABLE KIND_parted_1 PARTITION OF KIND_parted FOR VALUES FROM (KIND_min('-infinity')) TO (KIND_min('2025-01-10Z'));
        CREATE TABLE KIND_parted_2 PARTITION OF KIND_parted DEFAULT;});
my @compared = qw(keyed indexed full parted);

# New rows from a day of January on.
sub insert {
    my ($day) = @_;
    $publisher->safe_psql('postgres', for_each_kind(qq{
        INSERT INTO KIND_keyed SELECT id, CASE WHEN n % 2 = 0 THEN id END, ARRAY[id, NULL], 'note ' || n
            FROM generate_series(1, $rows) AS n, KIND_generate('2025-01-${day}Z'::timestamptz + n * interval '1 minute') AS id;
        INSERT INTO KIND_indexed SELECT row_number() OVER (ORDER BY id) + (SELECT count(*) FROM KIND_indexed), id, note
            FROM KIND_keyed WHERE id >= KIND_min('2025-01-${day}Z');
        INSERT INTO KIND_full SELECT id, other, note FROM KIND_keyed WHERE id >= KIND_min('2025-01-${day}Z');
        INSERT INTO KIND_parted SELECT id, note FROM KIND_keyed WHERE id >= KIND_min('2025-01-${day}Z');
        INSERT INTO KIND_chosen SELECT id, id, note FROM KIND_keyed WHERE id >= KIND_min('2025-01-${day}Z');
        INSERT INTO KIND_late (id, note) SELECT id, note FROM KIND_keyed WHERE id >= KIND_min('2025-01-${day}Z');}));
}

$publisher->safe_psql('postgres', for_each_kind($tables . $parted{publisher}));
insert('02');
my $tables_of = sub { join ', ', map { for_each_kind("KIND_$_, ") =~ s/, $//r } @_ };
$publisher->safe_psql('postgres', 'CREATE PUBLICATION all_rows FOR TABLE ' . $tables_of->(@compared) . ' WITH (publish_via_partition_root);'
    . 'CREATE PUBLICATION chosen FOR TABLE ' . $tables_of->('chosen (id, note)') . ';'
    . 'CREATE PUBLICATION late FOR TABLE ' . $tables_of->("late WHERE (created_at >= '2025-01-05Z')") . " WITH (publish = 'insert')");

# A row filter can use only the server's own types, functions and operators, so neither an id nor its time.
for my $kind (@kinds) {
    for my $filter ("id > ${kind}_min('2025-01-05Z')", "id::timestamptz >= '2025-01-05Z'", 'other IS NOT NULL') {
        my (undef, undef, $error) = $publisher->psql('postgres', "\\set VERBOSITY sqlstate\nCREATE PUBLICATION refused FOR TABLE ${kind}_keyed WHERE ($filter)");
        like($error, qr/ERROR:  0A000/, "no row filter: $filter");
    }
}

my %binary = (text => 'false', bytes => 'true');
for my $database (sort keys %binary) {
    $subscriber->safe_psql('postgres', "CREATE DATABASE $database");
    $subscriber->safe_psql($database, 'CREATE EXTENSION ulidkit;' . for_each_kind($tables . $parted{subscriber}));
    $subscriber->safe_psql($database, "CREATE SUBSCRIPTION $database CONNECTION '" . $publisher->connstr . ' dbname=postgres'
        . "' PUBLICATION all_rows, chosen, late WITH (binary = $binary{$database})");
}

sub rows_of {
    my ($node, $database, $sql) = @_;
    return $node->safe_psql($database, for_each_kind("$sql;"));
}

sub check_rows {
    my ($when) = @_;
    for my $database (sort keys %binary) {
        my $compare = sub {
            my ($what, $here, $there) = @_;
            my $expected = rows_of($publisher, 'postgres', $here);
            cmp_ok(scalar(() = $expected =~ /^/mg), '>=', $rows * @kinds, "$when, $database: rows of $what");
            is(rows_of($subscriber, $database, $there), $expected, "$when, $database: the same");
        };
        $compare->($_, ("SELECT * FROM KIND_$_ ORDER BY id, note") x 2) for @compared;
        $compare->('chosen columns', 'SELECT id, NULL, note FROM KIND_chosen ORDER BY id', 'SELECT id, secret, note FROM KIND_chosen ORDER BY id');
    }
}

$subscriber->wait_for_subscription_sync($publisher, $_, $_) for sort keys %binary;
check_rows('copied');
insert('06');
$publisher->safe_psql('postgres', for_each_kind(q{
    UPDATE KIND_keyed SET note = 'changed' WHERE note LIKE '%1';
    UPDATE KIND_keyed SET id = KIND_generate(id::timestamptz + interval '1 month'), other = id, ids = ids || id WHERE note LIKE '%2';
    DELETE FROM KIND_keyed WHERE note LIKE '%13';
    UPDATE KIND_indexed SET note = 'changed' WHERE note LIKE '%1';
    UPDATE KIND_indexed SET id = KIND_generate(id::timestamptz + interval '1 month') WHERE note LIKE '%2';
    DELETE FROM KIND_indexed WHERE note LIKE '%13';
    UPDATE KIND_full SET note = 'changed' WHERE note LIKE '%11';
    UPDATE KIND_full SET other = NULL, id = KIND_generate(id::timestamptz + interval '1 month') WHERE note LIKE '%22';
    DELETE FROM KIND_full WHERE note LIKE '%13';
    UPDATE KIND_parted SET id = KIND_generate(id::timestamptz + interval '1 month'), note = 'moved' WHERE note LIKE '%2';
    UPDATE KIND_parted SET note = 'changed' WHERE note LIKE '%1';
    DELETE FROM KIND_parted WHERE note LIKE '%13';
    UPDATE KIND_chosen SET secret = NULL, note = 'changed' WHERE note LIKE '%1';
    DELETE FROM KIND_chosen WHERE note LIKE '%13';
}));
$publisher->wait_for_catchup($_) for sort keys %binary;
check_rows('changed');

# Only rows of that time; the subscriber generates the time from the id.
for my $database (sort keys %binary) {
    is(rows_of($subscriber, $database, 'SELECT * FROM KIND_late ORDER BY id'),
        rows_of($publisher, 'postgres', q{SELECT id, id::timestamptz, note FROM KIND_late WHERE id >= KIND_min('2025-01-05Z') ORDER BY 1}),
        "$database: rows chosen by time");
    is(rows_of($subscriber, $database, 'SELECT count(*), min(created_at) = $$2025-01-06 00:01Z$$ FROM KIND_late'),
        join("\n", ("$rows|t") x @kinds), "$database: as many");
}

# In binary only the bytes count, not the types: those of a uuid or a bigint are read as an id, which their texts cannot be.
$publisher->safe_psql('postgres', q{
    CREATE TABLE converted (n integer PRIMARY KEY, u uuid, f bigint, t bigint);
    CREATE PUBLICATION converted FOR TABLE converted});
$subscriber->safe_psql('bytes', q{CREATE TABLE converted (n integer PRIMARY KEY, u ulid, f ulidflake, t timeid)});
$subscriber->safe_psql('bytes', "CREATE SUBSCRIPTION converted CONNECTION '" . $publisher->connstr . ' dbname=postgres'
    . "' PUBLICATION converted WITH (binary = true, copy_data = false)");
$publisher->safe_psql('postgres', qq{
    INSERT INTO converted SELECT n, u.id::uuid, f.id::bigint, t.id::bigint
    FROM ulid_indexed AS u JOIN ulidflake_indexed AS f USING (n) JOIN timeid_indexed AS t USING (n)});
$publisher->wait_for_catchup('converted');
is($subscriber->safe_psql('bytes', 'SELECT u, f, t FROM converted ORDER BY n'),
    $publisher->safe_psql('postgres', 'SELECT u.id, f.id, t.id FROM ulid_indexed AS u JOIN ulidflake_indexed AS f USING (n) JOIN timeid_indexed AS t USING (n) ORDER BY n'),
    'a uuid and bigints become ids');

# A subscriber without the extension, whose columns are texts: in text only.
$publisher->safe_psql('postgres', q{
    CREATE TABLE as_text (id ulid PRIMARY KEY, note text);
    INSERT INTO as_text SELECT id, note FROM ulid_keyed;
    CREATE PUBLICATION as_text FOR TABLE as_text});
my $as_text = sub {
    my ($database, $options) = @_;
    $subscriber->safe_psql('postgres', "CREATE DATABASE $database");
    $subscriber->safe_psql($database, 'CREATE TABLE as_text (id text COLLATE "C" PRIMARY KEY, note text)');
    $subscriber->safe_psql($database, "CREATE SUBSCRIPTION $database CONNECTION '" . $publisher->connstr . ' dbname=postgres'
        . "' PUBLICATION as_text WITH ($options)");
};
$as_text->('plain', 'binary = false');
$subscriber->wait_for_subscription_sync($publisher, 'plain', 'plain');
$publisher->safe_psql('postgres', q{
    UPDATE as_text SET note = 'changed' WHERE note LIKE '%1';
    UPDATE as_text SET id = ulid_generate(id::timestamptz + interval '1 year') WHERE note LIKE '%3';
    DELETE FROM as_text WHERE note LIKE '%5'});
$publisher->wait_for_catchup('plain');
my $rows_as_text = 'SELECT * FROM as_text ORDER BY id';
is($subscriber->safe_psql('plain', $rows_as_text), $publisher->safe_psql('postgres', $rows_as_text), 'ids in columns of text');
my $before = -s $subscriber->logfile;
$as_text->('plain_bytes', 'binary = true, copy_data = false');
$publisher->safe_psql('postgres', q{INSERT INTO as_text VALUES (ulid_min('2025-01-01Z'), 'refused')});
ok($subscriber->wait_for_log(qr/ERROR:  invalid byte sequence for encoding/, $before), 'not in binary');
is($subscriber->safe_psql('plain_bytes', $rows_as_text), '', 'without a row');

# Snowflakes that arrive are observed by the trigger of docs/time.md, also where an apply worker acts as an owner without any
# privilege of the extension.
my ($table, $trigger) = grep { /CREATE T\w+ (?:message|observe) / } slurp_file('docs/time.md') =~ /^```sql\n(.*?)^```$/msg;
my $time = q{snowflake_extract_timestamp(max(id), '2024-01-01Z', 10)};
$publisher->safe_psql('postgres', "$table CREATE PUBLICATION message FOR TABLE message");
$subscriber->safe_psql('postgres', 'CREATE DATABASE messages; CREATE ROLE owner');
$subscriber->safe_psql('messages', "CREATE EXTENSION ulidkit; $table TRUNCATE message; $trigger ALTER TABLE message OWNER TO owner");
$subscriber->safe_psql('messages', "CREATE SUBSCRIPTION messages CONNECTION '" . $publisher->connstr . " dbname=postgres' PUBLICATION message WITH (copy_data = false)");
$publisher->safe_psql('postgres', q{INSERT INTO message VALUES (snowflake_min(clock_timestamp() + interval '50 ms', '2024-01-01Z', 10), 'ahead')});
$publisher->wait_for_catchup('messages');
is($subscriber->safe_psql('messages', "SELECT count(*), $time <= (SELECT not_before FROM ulidkit_generators() WHERE kind LIKE 'snowflake%') FROM message"), '1|t',
    'replicated Snowflakes are observed');

$subscriber->stop;
$publisher->stop;
done_testing();
