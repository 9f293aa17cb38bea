# Re-keying tables in use, by the scripts of examples/rekey: while clients insert, update, refer and delete, no row and no
# reference is lost, and the new IDs are in the order of the times.
use strict;
use warnings;
use IPC::Run;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $rows = 20_000;
my $node = server_with_ulidkit('main');

# A script of the example. One that ends with a lock timeout has changed nothing, and is run again, as its first lines say.
sub run_script {
    my ($database, $script, @options) = @_;
    for (1 .. 200) {
        my ($out, $error) = ('', '');
        return $out if IPC::Run::run([ 'psql', '-X', '-q', '-A', '-t', '-d', $node->connstr($database), @options, '-f', "examples/rekey/$script" ], '>', \$out, '2>', \$error);
        die "$script: $error" unless $error =~ /ERROR: .* lock timeout/;
        note "$script: tried again";
        select undef, undef, undef, 0.2;
    }
    die "$script found no moment without locks";
}

# What the clients do, in statements that do not depend on the type of the key. A customer has one order; the ledger knows
# by other means than the keys which orders there are, and how many rows refer to each.
my %scripts = (
    order => <<'SQL',
BEGIN;
SELECT gen_random_uuid() AS tag \gset
WITH o AS (INSERT INTO orders (customer, total) VALUES (':tag', 1) RETURNING id)
INSERT INTO order_item (order_id, position, article) SELECT id, position, ':tag' FROM o, generate_series(1, 2) AS position;
INSERT INTO ledger (customer, items, payments) VALUES (':tag', 2, 0);
COMMIT;
SQL
    pay => <<"SQL",
\\set n random(1, $rows)
BEGIN;
WITH o AS (SELECT id, customer FROM orders WHERE customer = 'c:n' FOR KEY SHARE),
    p AS (INSERT INTO payment (order_id, amount, reference) SELECT id, 1, customer FROM o RETURNING reference)
UPDATE ledger SET payments = payments + 1 FROM p WHERE customer = reference;
COMMIT;
SQL
    change => <<"SQL",
\\set n random(1, $rows)
UPDATE orders SET total = total + 1, created_at = created_at + interval '1 day' WHERE customer = 'c:n';
UPDATE payment SET amount = amount + 1 WHERE reference = 'c:n';
UPDATE order_item SET position = position + 2 WHERE article = 'c:n';
SQL
    move => <<"SQL",
\\set n random(1, $rows)
\\set m random(1, $rows)
BEGIN;
WITH o AS (SELECT id, customer FROM orders WHERE customer = 'c:n' FOR KEY SHARE),
    p AS (UPDATE payment SET order_id = o.id, reference = o.customer FROM o WHERE reference = 'c:m' AND reference <> o.customer
        RETURNING o.customer),
    moved AS (SELECT customer, count(*) AS n FROM p GROUP BY customer)
UPDATE ledger SET payments = payments + CASE WHEN ledger.customer = moved.customer THEN moved.n ELSE -moved.n END
FROM moved WHERE ledger.customer IN (moved.customer, 'c:m');
COMMIT;
SQL
    order_with_id => <<'SQL',
BEGIN;
SELECT gen_random_uuid() AS tag, lower(ulid_generate()::text) AS own \gset
INSERT INTO orders (id, customer, total) VALUES (':own', ':tag', 1);
INSERT INTO order_item (order_id, position, article) SELECT ':own', position, ':tag' FROM generate_series(1, 2) AS position;
INSERT INTO ledger (customer, items, payments) VALUES (':tag', 2, 0);
COMMIT;
SQL
    remove => <<"SQL",
\\set n random(1, $rows / 10)
BEGIN;
WITH o AS (DELETE FROM orders WHERE customer = 'c:n' RETURNING customer)
DELETE FROM ledger USING o WHERE ledger.customer = o.customer;
COMMIT;
SQL
);

sub start_clients {
    my ($database, $order) = @_;
    my %weight = ($order => 4, pay => 4, change => 4, move => 2, remove => 1);
    my @files;
    for my $name (sort keys %weight) {
        my $file = $node->basedir . "/$name.sql";
        unlink $file;
        append_to_file($file, $scripts{$name});
        push @files, '-f', "$file\@$weight{$name}";
    }
    my ($out, $error) = ('', '');
    my $handle = IPC::Run::start([ 'pgbench', '-n', '-c', 4, '-j', 1, '-R', 200, '-T', 600, '--max-tries', 100, '-P', 1,
        @files, $node->connstr($database) ], '>', \$out, '2>', \$error);
    return { handle => $handle, error => \$error };
}

# The latencies are those that a client saw in a second, in milliseconds.
sub stop_clients {
    my ($clients, $what) = @_;
    $clients->{handle}->pump_nb;
    ok($clients->{handle}->pumpable, "$what: the clients are still there");
    # Not INT, which is ignored by what a shell has started in the background.
    $clients->{handle}->signal('TERM');
    IPC::Run::finish($clients->{handle});
    unlike(${ $clients->{error} }, qr/ERROR|aborted/, "$what: no client saw an error");
    like(${ $clients->{error} }, qr/progress: .* tps/, "$what: the clients worked");
}

# Some transactions pass between two steps.
sub let_clients_work {
    my ($database) = @_;
    my $done = sub { $node->safe_psql($database, 'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables') };
    my $before = $done->();
    ok(wait_until(sub { $done->() > $before + 100 }), 'the clients go on');
}

sub check {
    my ($database, $what) = @_;
    my %lost = (
        'an order without a line in the ledger, or the other way round' =>
            'SELECT count(*) FROM orders FULL JOIN ledger USING (customer) WHERE orders.total IS NULL OR ledger.items IS NULL',
        'an item of another order' => 'SELECT count(*) FROM order_item i LEFT JOIN orders o ON o.id = i.order_id WHERE o.customer IS DISTINCT FROM article',
        'a payment of another order' => 'SELECT count(*) FROM payment p LEFT JOIN orders o ON o.id = p.order_id WHERE o.customer IS DISTINCT FROM reference',
        'items too many or too few' => q{SELECT count(*) FROM ledger WHERE items <>
            (SELECT count(*) FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.customer = ledger.customer)},
        'payments too many or too few' => q{SELECT count(*) FROM ledger WHERE payments <>
            (SELECT count(*) FROM orders o JOIN payment p ON p.order_id = o.id WHERE o.customer = ledger.customer)});
    is($node->safe_psql($database, $lost{$_}), 0, "$what: not $_") for sort keys %lost;
}

# The type of the key by the name of the database. Those of the last three hold ULIDs, which stay the same; those of char are
# in lower case, and made by the application.
my %type = (uuid => 'uuid', bigint => 'bigint', text => 'text', char => 'char(26)', bytea => 'bytea');
for my $key (qw(uuid bigint text char bytea)) {
    my $holds_ulids = $key =~ /text|char|bytea/;
    $node->safe_psql('postgres', "CREATE DATABASE $key");
    $node->safe_psql($key, 'CREATE EXTENSION ulidkit');
    run_script($key, 'tables.sql', '-v', "key=$type{$key}", '-v', "rows=$rows");
    my $before = dump_of($node, $key, '--schema-only');
    $node->safe_psql($key, q{
        CREATE UNIQUE INDEX ON orders (customer);
        CREATE INDEX ON order_item (article);
        CREATE INDEX ON payment (reference);
        CREATE TABLE ledger (customer text PRIMARY KEY, items integer NOT NULL, payments integer NOT NULL);
        INSERT INTO ledger SELECT customer, 2, 1 FROM orders;
        ANALYZE});
    my $clients = start_clients($key, $key eq 'char' ? 'order_with_id' : 'order');
    let_clients_work($key);

    for my $script (qw(1_columns.sql 2_fill.sql 3_indexes.sql 4_constraints.sql 5_validate.sql)) {
        run_script($key, $script);
        # What is known of the rows that are not filled yet: their time, and their place by the time and the key.
        $node->safe_psql($key, q{
            CREATE TABLE first_time AS SELECT id AS old_id, created_at, row_number() OVER (ORDER BY created_at, id) AS place
            FROM orders WHERE new_id IS NULL}) if $script eq '1_columns.sql';
        let_clients_work($key);
    }
    # There and back, and there again.
    for my $script (qw(6_swap.sql undo_swap.sql 6_swap.sql)) {
        my $locked = run_script($key, $script);
        note "$key, $script: $locked";
        let_clients_work($key);
        my ($new, $old) = $script eq '6_swap.sql' ? qw(id old_id) : qw(new_id id);
        is($node->safe_psql($key, "SELECT count(*) FROM orders WHERE $new IS DISTINCT FROM ${old}::ulid"), 0, "$key, $script: each order is the same ULID in both columns") if $holds_ulids;
        is($node->safe_psql($key, "SELECT count(*) FROM orders WHERE $old <> lower($old)"), 0, "$key, $script: the old keys are in lower case") if $key eq 'char';
    }
    is($node->safe_psql($key, q{
        SELECT count(*) FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.old_id IS DISTINCT FROM i.old_order_id}), 0, "$key: the old references are kept in step");
    note "$key, 7_drop_old.sql: " . run_script($key, '7_drop_old.sql');
    let_clients_work($key);
    stop_clients($clients, $key);
    check($key, $key);

    is($node->safe_psql($key, 'SELECT pg_typeof(id), pg_typeof(order_id) FROM orders o JOIN order_item i ON i.order_id = o.id LIMIT 1'), 'ulid|ulid', "$key: the keys are new");
    is($node->safe_psql($key, q{
        SELECT count(*) FROM (SELECT place, lag(place) OVER (ORDER BY id) AS before FROM orders JOIN first_time USING (old_id)) AS s WHERE place < before}),
        0, "$key: orders are in the order of their times, and of their old keys within one") if $key eq 'bigint';
    is($node->safe_psql($key, 'SELECT count(*) FROM orders WHERE id <> old_id::ulid'), 0, "$key: orders are the ULIDs that they were") if $holds_ulids;
    is($node->safe_psql($key, q{
        SELECT count(*) FROM (SELECT f.created_at, lag(f.created_at) OVER (ORDER BY id) AS before FROM orders JOIN first_time f USING (old_id)) AS s WHERE created_at < before}),
        0, "$key: orders are in the order of their times") unless $holds_ulids;
    is($node->safe_psql($key, q{
        SELECT count(*) FROM orders JOIN first_time f USING (old_id) WHERE id::timestamptz <> date_trunc('milliseconds', f.created_at)}), 0, "$key: the time of an ID is that of its row") unless $holds_ulids;
    cmp_ok($node->safe_psql($key, 'SELECT count(*) FROM orders JOIN first_time USING (old_id)'), '>=', $rows * 0.8, "$key: most of the first orders are still there");
    is($node->safe_psql($key, q{INSERT INTO orders (customer, total) VALUES ('last', 1) RETURNING old_id IS NULL}), 't', "$key: an order needs no old key any more");
    is($node->safe_psql($key, q{SELECT id = (SELECT max(id) FROM orders) FROM orders WHERE customer = 'last'}), 't', "$key: the newest order has the greatest ID");

    # The definitions are those of tables that were made with the new keys, but for the order of their columns.
    my $definitions = q{
        SELECT conrelid::regclass, conname::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
        UNION ALL SELECT indrelid::regclass, indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
        WHERE indrelid IN ('orders'::regclass, 'order_item'::regclass, 'payment'::regclass)
        UNION ALL SELECT attrelid::regclass, attname::text, format('%s %s %s', atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid))
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid IN ('orders'::regclass, 'order_item'::regclass, 'payment'::regclass) AND attnum > 0 AND NOT attisdropped
        UNION ALL SELECT tgrelid::regclass, tgname::text, 'trigger' FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT NULL, proname::text, 'function' FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
        ORDER BY 1, 2, 3};
    $node->safe_psql($key, 'DROP TABLE ledger, first_time; DROP INDEX orders_customer_idx, order_item_article_idx, payment_reference_idx');
    my $rekeyed = $node->safe_psql($key, $definitions);
    $node->safe_psql('postgres', "CREATE DATABASE fresh");
    $node->safe_psql('fresh', "CREATE EXTENSION ulidkit");
    run_script('fresh', 'tables.sql', '-v', "key=ulid", '-v', 'rows=10');
    $node->safe_psql('fresh', "ALTER TABLE orders ADD old_id $type{$key}; CREATE UNIQUE INDEX orders_old_id_idx ON orders (old_id)");
    is($rekeyed, $node->safe_psql('fresh', $definitions), "$key: the tables are as if they had been made so");
    $node->safe_psql('postgres', "DROP DATABASE fresh");

    # Every step can be undone, up to the last but one.
    $node->safe_psql('postgres', "DROP DATABASE $key");
    next if $key =~ /text|bytea/;
    $node->safe_psql('postgres', "CREATE DATABASE $key");
    $node->safe_psql($key, 'CREATE EXTENSION ulidkit');
    run_script($key, 'tables.sql', '-v', "key=$type{$key}", '-v', 'rows=1000');
    my @steps = qw(1_columns.sql 2_fill.sql 3_indexes.sql 4_constraints.sql 5_validate.sql 6_swap.sql);
    for my $last (0 .. $#steps) {
        run_script($key, $_) for @steps[0 .. $last];
        run_script($key, 'undo_swap.sql') if $last == $#steps;
        run_script($key, 'undo.sql');
        is(dump_of($node, $key, '--schema-only'), $before, "$key: nothing is left of $steps[$last] when it is undone");
    }
}

$node->stop;
done_testing();
