# pg_dump and restore in every format: the same rows and definitions. A restore runs with an empty search_path, and
# definitions find their functions all the same, also with the extension in a schema of its own. One of the databases has
# ulidkit_text and definitions that need it.
use strict;
use warnings;
use Bare;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $rows = 300;
my $node = server_with_ulidkit('main', conf => "fsync = off\njit = off\n");
my $folder = $node->basedir;

my $definitions = q{
    CREATE DOMAIN KIND_of_2025 AS KIND CHECK (VALUE >= KIND_min('2025-01-01Z') AND VALUE < KIND_min('2026-01-01Z'));
    CREATE TYPE KIND_pair AS (low KIND, high KIND);
    CREATE TABLE KIND_item (
        id KIND PRIMARY KEY DEFAULT KIND_generate(),
        created_at timestamptz GENERATED ALWAYS AS (KIND_extract_timestamp(id)) STORED,
        others KIND[] DEFAULT ARRAY[KIND_min('2025-01-01Z'), KIND_max('2025-01-01Z')],
        of_2025 KIND_of_2025,
        pair KIND_pair,
        number integer,
        CHECK (id::timestamptz >= '2025-01-01Z' AND id <> ALL (others)),
        EXCLUDE USING hash (of_2025 WITH =));
    CREATE INDEX KIND_item_time ON KIND_item ((id::timestamptz), number);
    CREATE INDEX KIND_item_day ON KIND_item (((KIND_extract_timestamp(id) AT TIME ZONE 'UTC')::date));
    CREATE INDEX KIND_item_late ON KIND_item (number) WHERE id >= KIND_min('2025-01-05Z');
    CREATE STATISTICS KIND_statistics ON id, number, (id::timestamptz) FROM KIND_item;
    CREATE TABLE KIND_part (
        id KIND PRIMARY KEY DEFAULT KIND_generate(),
        item KIND REFERENCES KIND_item ON UPDATE CASCADE ON DELETE CASCADE);
    CREATE TABLE KIND_hashed (id KIND PRIMARY KEY DEFAULT KIND_generate(), number integer) PARTITION BY HASH (id);
    CREATE TABLE KIND_hashed_0 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE KIND_hashed_1 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    CREATE TABLE KIND_log (id KIND PRIMARY KEY DEFAULT KIND_generate(), number integer) PARTITION BY RANGE (id);
    CREATE TABLE KIND_log_1 PARTITION OF KIND_log FOR VALUES FROM (KIND_min('-infinity')) TO (KIND_min('2025-01-05Z'));
    CREATE TABLE KIND_log_2 PARTITION OF KIND_log FOR VALUES FROM (KIND_min('2025-01-05Z')) TO (KIND_max('infinity'));
    CREATE TABLE KIND_day (id KIND DEFAULT KIND_generate(), number integer) PARTITION BY RANGE (KIND_extract_timestamp(id));
    CREATE TABLE KIND_day_1 PARTITION OF KIND_day FOR VALUES FROM (MINVALUE) TO ('2025-01-05Z');
    CREATE TABLE KIND_day_2 PARTITION OF KIND_day DEFAULT;
    CREATE TABLE KIND_by_hash (id KIND);
    CREATE INDEX KIND_hash ON KIND_by_hash USING hash (id);
    CREATE TABLE KIND_by_minmax (id KIND);
    CREATE INDEX KIND_minmax ON KIND_by_minmax USING brin (id) WITH (pages_per_range = 1);
    CREATE TABLE KIND_by_multi (id KIND);
    CREATE INDEX KIND_multi ON KIND_by_multi USING brin (id KIND_minmax_multi_ops (values_per_range = 16)) WITH (pages_per_range = 1);
    CREATE TABLE KIND_by_bloom (id KIND);
    CREATE INDEX KIND_bloom ON KIND_by_bloom USING brin (id KIND_bloom_ops (false_positive_rate = 0.02)) WITH (pages_per_range = 1);
    CREATE VIEW KIND_view AS SELECT id, id::timestamptz AS created_at, number FROM KIND_item WHERE id > KIND_min('2025-01-01Z');
    INSERT INTO KIND_item (id, of_2025, pair, number)
        SELECT id, id, ROW(NULL, id)::KIND_pair, n
        FROM generate_series(1, ROWS) AS n, KIND_generate('2025-01-02Z'::timestamptz + n * interval '1 hour') AS id;
    INSERT INTO KIND_part (item) SELECT id FROM KIND_item;
    INSERT INTO KIND_hashed SELECT id, number FROM KIND_item;
    INSERT INTO KIND_log SELECT id, number FROM KIND_item;
    INSERT INTO KIND_day SELECT id, number FROM KIND_item;
    INSERT INTO KIND_by_hash SELECT id FROM KIND_item;
    INSERT INTO KIND_by_minmax SELECT id FROM KIND_item;
    INSERT INTO KIND_by_multi SELECT id FROM KIND_item;
    INSERT INTO KIND_by_bloom SELECT id FROM KIND_item;
    CREATE MATERIALIZED VIEW KIND_newest AS
        SELECT max(id) AS id, min(id) AS oldest, array_agg(id ORDER BY id) AS ids
        FROM KIND_view GROUP BY date_trunc('day', created_at, 'UTC');
    CREATE UNIQUE INDEX ON KIND_newest (id);
};

my $text_definitions = q{
    CREATE VIEW KIND_read AS SELECT id FROM KIND_item JOIN (SELECT id::text AS said, number FROM KIND_item) AS s USING (number) WHERE id = said AND number = 1;
    CREATE PROCEDURE KIND_put(text) LANGUAGE sql BEGIN ATOMIC INSERT INTO KIND_by_hash VALUES ($1); END;
};

sub query {
    my ($database, $sql) = @_;
    return $node->safe_psql($database, "SET search_path = public, ids;\n$sql");
}

# Rows of every relation, as text, and the binary form of their ids.
sub contents {
    my ($database) = @_;
    return query($database, q{
        SELECT format('SELECT %L, count(*), md5(string_agg(t::text, '','' ORDER BY id)), md5(string_agg(%s_send(id), '''' ORDER BY id)) FROM %I AS t',
            relname, split_part(relname, '_', 1), relname)
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'm', 'v') AND relname NOT LIKE 'ulidkit%' ORDER BY relname \gexec});
}

# For every format the options of pg_dump, once or twice, and of pg_restore. The extension is trusted, so the owner of a
# database can restore it.
my %ways = (
    plain => [ [''] ],
    inserts => [ ['--inserts'] ],
    data_only => [ [ '--schema-only', '--data-only' ] ],
    custom => [ ['-Fc'] ],
    directory => [ ['-Fd -j2'], '-j2' ],
    tar => [ ['-Ft'] ],
    owner => [ ['-Fc'], '--no-owner -U keeper' ]);
$node->safe_psql('postgres', 'CREATE ROLE keeper LOGIN');

sub transfer {
    my ($from, $to, $dumps, $options) = @_;
    for my $dump (@$dumps) {
        my $file = "$folder/$to$dump" =~ tr/ //dr;
        $node->command_ok([ 'pg_dump', split(' ', $dump), '-f', $file, '-d', $node->connstr($from) ], "$to: pg_dump $dump");
        my @restore = $dump =~ /-F/ ? ('pg_restore', '--exit-on-error', split(' ', $options // ''), $file)
            : ('psql', '-X', '-q', '-1', '-o', '/dev/null', '-v', 'ON_ERROR_STOP=1', '-f', $file);
        $node->command_ok([ @restore, '-d', $node->connstr($to) ], "$to: $restore[0]");
    }
}

for my $schema ('public', 'ids') {
    my $from = "from_$schema";
    $node->safe_psql('postgres', "CREATE DATABASE $from");
    $node->safe_psql($from, ($schema eq 'public' ? '' : "CREATE SCHEMA $schema;") . "CREATE EXTENSION ulidkit SCHEMA $schema");
    query($from, for_each_kind($definitions =~ s/ROWS/$rows/gr));
    query($from, 'CREATE EXTENSION ulidkit_text;' . for_each_kind($text_definitions)) if $schema eq 'ids';
    my $contents = contents($from);
    is(scalar(() = $contents =~ /\|$rows\|/g), 7 * @kinds, "$from: its rows are compared");
    my $dump = dump_of($node, $from, '--no-owner');
    like($dump, qr/^CREATE EXTENSION IF NOT EXISTS ulidkit WITH SCHEMA $schema;$/m, "$from: the extension is dumped");
    unlike($dump, qr/^CREATE (FUNCTION|AGGREGATE|CAST|OPERATOR)|^(GRANT|REVOKE)|ulidkit_(?!text)/m, "$from: and no function of it");
    is(scalar(() = $dump =~ /^CREATE TYPE/mg), @kinds, "$from: nor its types");

    for my $how ($schema eq 'public' ? 'plain' : sort keys %ways) {
        my $to = "${how}_$schema";
        $node->safe_psql('postgres', "CREATE DATABASE $to" . ($how eq 'owner' ? ' OWNER keeper' : ''));
        transfer($from, $to, @{ $ways{$how} });
        # A dump of the data alone does not contain this.
        $node->safe_psql($to, "SET search_path = '';" . for_each_kind('REFRESH MATERIALIZED VIEW public.KIND_newest;')) if $how eq 'data_only';
        is(contents($to), $contents, "$to: the same rows");
        is(dump_of($node, $to, '--no-owner'), $dump, "$to: the same dump");
        check_indexes($to);
        check_use($to);
        check_text($to, $schema eq 'ids');
    }
}

# What PostgreSQL writes with the bare names of operators.
for my $schema ('public', 'ids') {
    my $from = "bare_$schema";
    $node->safe_psql('postgres', "CREATE DATABASE $from");
    $node->safe_psql($from, ($schema eq 'public' ? '' : "CREATE SCHEMA $schema;") . "CREATE EXTENSION ulidkit SCHEMA $schema");
    create_bare($node, $from, $schema, @kinds);
    my $contents = bare_contents($node, $from);
    is(scalar(() = $contents =~ /^\w+_(view|stored|function)_\d+\|\d+/mg), 3 * @bare_forms * @kinds, "$from: views and functions are compared");
    my $dump = dump_of($node, $from, '--no-owner');
    like($dump, qr/ USING \(id\)/, "$from: a dump names no operator there");
    unlike($dump, qr/OPERATOR\($schema\./, "$from: nor any of a schema");
    for my $how (qw(plain owner)) {
        my $to = "${how}_$from";
        $node->safe_psql('postgres', "CREATE DATABASE $to" . ($how eq 'owner' ? ' OWNER keeper' : ''));
        transfer($from, $to, @{ $ways{$how} });
        is(bare_contents($node, $to), $contents, "$to: the same objects with the same rows");
        is(dump_of($node, $to, '--no-owner'), $dump, "$to: the same dump");
    }
}

# All btree indexes have just the rows of their tables; the others find every tenth row.
sub check_indexes {
    my ($database) = @_;
    is(query($database, q{
        CREATE EXTENSION amcheck;
        SELECT count(bt_index_check(i.indexrelid, true)) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree')}),
        10 * @kinds, "$database: btree indexes");
    my $tenth = $rows / 10;
    for my $method (qw(hash minmax multi bloom)) {
        my $join = "SELECT count(*) FROM KIND_by_$method AS t JOIN (SELECT id FROM KIND_item WHERE number % 10 = 0 OFFSET 0) AS sample USING (id)";
        my $answer = query($database, 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;'
            . for_each_kind("EXPLAIN (COSTS OFF) $join; $join;"));
        is(scalar(() = $answer =~ /(using|on) [a-z0-9]+_$method\b/g), @kinds, "$database: the $method indexes are used");
        is(scalar(() = $answer =~ /^$tenth$/mg), @kinds, "$database: and find what is there");
    }
}

# A text is an ID only in a database that has ulidkit_text, also with an empty search_path.
sub check_text {
    my ($database, $has_text) = @_;
    my ($status, $out, $error) = $node->psql($database, "SET search_path = public, ids;\n\\set VERBOSITY sqlstate\n"
        . for_each_kind('SELECT number FROM KIND_item WHERE id = (SELECT id::text FROM KIND_item WHERE number = 1);'), on_error_stop => 0);
    is($out, $has_text ? join("\n", (1) x @kinds) : '', "$database: conditions with texts");
    is(join(' ', $error =~ /ERROR:  (\w+)/g), $has_text ? '' : join(' ', ('42883') x @kinds), "$database: or errors");
    return unless $has_text;
    is($node->safe_psql($database, "SET search_path = '';\n" . for_each_kind("SELECT id FROM public.KIND_item WHERE number = 1 \\gset\n"
            . "CALL public.KIND_put(:'id'); SELECT count(*) FROM public.KIND_by_hash;\n")),
        join("\n", ($rows + 1) x @kinds), "$database: a procedure that needs it");
}

# Defaults, constraints, partitions, views and keys go on working with an empty search_path.
sub check_use {
    my ($database) = @_;
    my ($status, $out, $error) = $node->psql($database, "SET search_path = '';\n\\set VERBOSITY sqlstate\n" . for_each_kind(q{
        INSERT INTO public.KIND_item DEFAULT VALUES;
        INSERT INTO public.KIND_part (item) SELECT id FROM public.KIND_view ORDER BY created_at DESC LIMIT 1;
        INSERT INTO public.KIND_hashed DEFAULT VALUES;
        INSERT INTO public.KIND_log DEFAULT VALUES;
        INSERT INTO public.KIND_day DEFAULT VALUES;
        REFRESH MATERIALIZED VIEW CONCURRENTLY public.KIND_newest;
        SELECT count(*) FROM public.KIND_part;
        DELETE FROM public.KIND_item WHERE created_at > now() - interval '1 hour';
        SELECT count(*) FROM public.KIND_part;
        SELECT count(*) FROM public.KIND_newest WHERE id::timestamptz > now() - interval '1 hour';
        INSERT INTO public.KIND_item (id, others) SELECT id, ARRAY[id] FROM public.KIND_day LIMIT 1;
        INSERT INTO public.KIND_item (id) SELECT id FROM public.KIND_item;
        INSERT INTO public.KIND_item (of_2025) SELECT id FROM public.KIND_item;
        INSERT INTO public.KIND_item (of_2025) SELECT id FROM public.KIND_log ORDER BY id DESC LIMIT 1;
        INSERT INTO public.KIND_part (item) SELECT id FROM public.KIND_hashed ORDER BY id DESC LIMIT 1;
    }), on_error_stop => 0);
    is($out, join("\n", ($rows + 1, $rows, 1) x @kinds), "$database: in use");
    is(join(' ', $error =~ /ERROR:  (\w+)/g), join(' ', qw(23514 23505 23P01 23514 23503) x @kinds), "$database: checked");
}

$node->stop;
done_testing();
