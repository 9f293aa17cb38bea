# New keys for tables in use, by the scripts that examples/rekey/write.sql writes. No row and no reference is lost, open
# sessions go on, all that hangs on the columns is kept or listed, and what cannot be done is refused before.
use strict;
use warnings;
use IPC::Run;
use Rekey;
use Ulidkit;
use PostgreSQL::Test::Utils;
use Test::More;

my $rows = 10_000;
my $node = server_with_ulidkit('main', init => { allows_streaming => 'logical' }, conf => "max_worker_processes = 20\n");
$node->safe_psql('postgres', 'CREATE ROLE rekey_owner LOGIN; CREATE ROLE rekey_reader');

sub new_database {
    my ($database, $sql, $role) = @_;
    $node->safe_psql('postgres', "DROP DATABASE IF EXISTS $database");
    $node->safe_psql('postgres', "CREATE DATABASE $database OWNER rekey_owner");
    $node->safe_psql($database, 'CREATE EXTENSION ulidkit; CREATE EXTENSION btree_gist; GRANT CREATE ON SCHEMA public TO rekey_owner');
    $node->safe_psql($database, $sql, $role ? (extra_params => [ '-U', $role ]) : ()) if defined $sql;
}

# --- Clients, on the tables of the example ---

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

sub create_example {
    my ($database, $key, $count) = @_;
    new_database($database);
    my ($out, $error) = run_command([ 'psql', '-X', '-q', '-d', $node->connstr($database), '-v', "key=$key", '-v', "rows=$count", '-f', 'examples/rekey/tables.sql' ]);
    die $error if $error;
}

# Random UUIDs to ULIDs, numbers to UUIDs of version 7, ULIDs as Laravel and others keep them to ulid.
for my $case ([ 'uuid', 'ulid' ], [ 'bigint', 'uuid' ], [ 'char(26)', 'ulid' ], [ 'bytea', 'ulid' ]) {
    my ($key, $type) = @$case;
    my $holds_ulids = $key =~ /char|bytea/;
    my $database = $key =~ s/\W.*//r . "_to_$type";
    create_example($database, $key, $rows);
    # Names of columns that are different things for open sessions before and after step 6.
    $node->safe_psql($database, q{
        CREATE UNIQUE INDEX ON orders (customer);
        CREATE INDEX ON order_item (article);
        CREATE INDEX ON payment (reference);
        CREATE TABLE ledger (customer text PRIMARY KEY, items integer NOT NULL, payments integer NOT NULL);
        INSERT INTO ledger SELECT customer, 2, 1 FROM orders;
        CREATE TABLE audit (old_key text, key text);
        CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            o record;
        BEGIN
            SELECT * INTO o FROM orders WHERE id = NEW.order_id;
            INSERT INTO audit VALUES (NEW.order_id || '', o.id || '');
            RETURN NULL;
        END$$;
        CREATE TRIGGER audit AFTER INSERT ON payment FOR EACH ROW EXECUTE FUNCTION audit();
        ANALYZE});
    my ($folder, $report) = write_scripts($node, $database, table => 'orders', type => $type);
    is(scalar(written_scripts($folder)), 9, "$database: the scripts are written");
    my $made = $holds_ulids ? 'of the time that it has' : 'of the time in created_at';
    like($report, qr/^public\.orders\.id, \Q@{[ $key =~ s{char.26.}{bpchar}r ]}\E, becomes (public\.ulid|uuid) in $rows rows, $made; 3 tables and 3 columns\.$/m, "$database: what is done");
    my $clients = start_clients($database, $key =~ /char/ ? 'order_with_id' : 'order');
    let_clients_work($database);

    for my $step (@steps[ 0 .. 4 ]) {
        my $said = run_step($node, $database, $folder, $step);
        like($said, qr/INFO:  order_item: (\d+) of \1 pages, [1-9]\d* rows written, \d+ rows\/s, 00:00:00 left/, "$database: step 2 says how far it is") if $step eq '2_fill';
        # What is known of the rows that are not filled yet: their time, and their place by the time and the key.
        $node->safe_psql($database, q{
            CREATE TABLE first_time AS SELECT id AS old_id, created_at, row_number() OVER (ORDER BY created_at, id) AS place
            FROM orders WHERE new_id IS NULL}) if $step eq '1_columns';
        let_clients_work($database);
    }
    # There and back, and there again.
    for my $step ('6_swap', 'undo_swap', '3_indexes', '4_constraints', '5_validate', '6_swap') {
        note "$database, $step: " . run_step($node, $database, $folder, $step);
        next unless $step =~ /swap/;
        let_clients_work($database);
        my ($new, $old) = $step eq '6_swap' ? qw(id old_id) : qw(new_id id);
        is($node->safe_psql($database, "SELECT count(*) FROM orders WHERE $new IS DISTINCT FROM ${old}::ulid"), 0, "$database, $step: each order is the same ULID in both columns") if $holds_ulids;
        is($node->safe_psql($database, "SELECT count(*) FROM orders WHERE $old <> lower($old)"), 0, "$database, $step: the old keys are in lower case") if $key =~ /char/;
    }
    is($node->safe_psql($database, q{
        SELECT count(*) FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.old_id IS DISTINCT FROM i.old_order_id}), 0, "$database: the old references are kept in step");
    # The catalog knows the new key.
    is($node->safe_psql($database, 'SELECT count(*) > 0 FROM (SELECT o.*, count(*) FROM orders o JOIN order_item i ON i.order_id = o.id GROUP BY o.id) AS s'), 't', "$database: GROUP BY the new key");
    is($node->safe_psql($database, "BEGIN; CREATE TABLE refers (o $type REFERENCES orders); ROLLBACK; SELECT 1"), 1, "$database: REFERENCES finds it");
    note "$database, 7_drop_old: " . run_step($node, $database, $folder, '7_drop_old');
    let_clients_work($database);
    stop_clients($clients, $database);
    check($database, $database);
    is($node->safe_psql($database, 'SELECT count(*) FROM audit WHERE old_key IS DISTINCT FROM key'), 0, "$database: functions of open sessions read the same key");

    is($node->safe_psql($database, 'SELECT pg_typeof(id), pg_typeof(order_id) FROM orders o JOIN order_item i ON i.order_id = o.id LIMIT 1'), "$type|$type", "$database: the keys are new");
    is($node->safe_psql($database, q{
        SELECT count(*) FROM (SELECT place, lag(place) OVER (ORDER BY id) AS before FROM orders JOIN first_time USING (old_id)) AS s WHERE place < before}),
        0, "$database: orders are in the order of their times, and of their old keys within one") if $key eq 'bigint';
    is($node->safe_psql($database, 'SELECT count(*) FROM orders WHERE id <> old_id::ulid'), 0, "$database: orders are the ULIDs that they were") if $holds_ulids;
    my $time = $type eq 'uuid' ? 'uuidv7_extract_timestamp(id)' : 'id::timestamptz';
    is($node->safe_psql($database, q{
        SELECT count(*) FROM (SELECT f.created_at, lag(f.created_at) OVER (ORDER BY id) AS before FROM orders JOIN first_time f USING (old_id)) AS s WHERE created_at < before}),
        0, "$database: orders are in the order of their times") unless $holds_ulids;
    is($node->safe_psql($database, qq{
        SELECT count(*) FROM orders JOIN first_time f USING (old_id) WHERE $time <> date_trunc('milliseconds', f.created_at)}), 0, "$database: the time of an ID is that of its row") unless $holds_ulids;
    cmp_ok($node->safe_psql($database, 'SELECT count(*) FROM orders JOIN first_time USING (old_id)'), '>=', $rows * 0.8, "$database: most of the first orders are still there");
    is($node->safe_psql($database, q{INSERT INTO orders (customer, total) VALUES ('last', 1) RETURNING old_id IS NULL}), 't', "$database: an order needs no old key any more");
    is($node->safe_psql($database, q{SELECT id = (SELECT id FROM orders ORDER BY id DESC LIMIT 1) FROM orders WHERE customer = 'last'}), 't', "$database: the newest order has the greatest ID");
    $node->safe_psql('postgres', "DROP DATABASE $database");
}

# --- All that hangs on columns, for an owner who is no superuser ---

my $awkward = slurp_file('test/tap/rekey_awkward.sql');
my $parent = '"sales.eu"."Order; DROP"';
my @tables = ($parent, map { "public.$_" } qw(item shipment detail detail_note payment));
# The rows, with an order's number in the place of its key: that is in total, too.
my $o = sub { "(SELECT total FROM $parent AS o WHERE o.\"Order No\" = $_[0])" };
my $rest = 't."the one that replaces it, with a name of 59 bytes, not more"';
my $graph = join "\nUNION ALL ", "SELECT 'order', concat_ws(' ', note, tenant, made, touched, total, 'p', ${\$o->('t.parent')}, 'r', ${\$o->($rest)}) FROM $parent AS t",
    "SELECT 'item', concat_ws(' ', ${\$o->('\"order\"')}, position, valid, article) FROM item", "SELECT 'shipment', concat_ws(' ', id, ${\$o->('\"order\"')}, position, tenant) FROM shipment",
    "SELECT 'detail', concat_ws(' ', ${\$o->('\"order\"')}, words) FROM detail", "SELECT 'note', concat_ws(' ', ${\$o->('detail')}, words) FROM detail_note",
    "SELECT 'payment', concat_ws(' ', id, amount, ${\$o->('debit')}, 'c', ${\$o->('credit')}, 'f', ${\$o->('fee')}) FROM payment";
$graph = "SELECT * FROM ($graph) AS s (kind, words) ORDER BY kind, words COLLATE \"C\"";

for my $type (qw(ulid uuid)) {
    new_database('awkward', $awkward, 'rekey_owner');
    my ($before, $catalog, $content) = (dump_of($node, 'awkward', '--schema-only'), definitions($node, 'awkward', 'Order No', @tables), $node->safe_psql('awkward', $graph));
    my %made = (table => $parent, type => $type, made_at => 'made', role => 'rekey_owner');
    my ($folder, $report) = write_scripts($node, 'awkward', %made);
    is(scalar(written_scripts($folder)), 9, "awkward, $type: the scripts are written") or diag $report;
    is(dump_of($node, 'awkward', '--schema-only'), $before, "awkward, $type: and nothing is changed by that");
    like($report, qr/$_/, "awkward, $type: it is said: $_")
        for 'The index parity cannot', 'The constraint positive, CHECK', 'Views show the old columns .* public\.dated, public\.newest', 'The policy of_one of public\.payment', 'The function public\.paid\(integer\)',
        'The generated column both_sides of public.payment', 'under a lock .* item_article of public\.item, item_valid of public\.item', 'public\.loose\."order" has no foreign key', 'DROP VIEW public\.newest; DROP VIEW public\.dated;';

    my $go = sub { run_step($node, 'awkward', $folder, $_[0], role => 'rekey_owner', @_[ 1 .. $#_ ]) };
    my $interrupt = sub { interrupt_step($node, 'awkward', $folder, $_[0], role => 'rekey_owner', @_[ 1 .. $#_ ]) };
    my $not_valid = q{SELECT string_agg(attname, ' ' ORDER BY attname) FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f' AND NOT convalidated};
    # Each step can be run twice, or again after it was interrupted; undone, each leaves nothing.
    for my $last (0 .. 5) {
        for my $step (@steps[ 0 .. $last ]) {
            cmp_ok($interrupt->($step), '>=', 1, "awkward, $type: $step is interrupted after each of its statements") if $last == 5;
            $go->($step);
            like($go->($step), qr/^This is done already\.$/m, "awkward, $type: $step is not done twice") if $last == 5;
        }
        if ($last == 5) {
            like($go->('undo', fails => 1), qr/undo of the new keys .* is not due\n.*The last step that was done is 6 of 7/s, "awkward, $type: step 6 is undone first");
            is($node->safe_psql('awkward', $not_valid), '', "awkward, $type: all foreign keys are valid after step 6");
            # What undo_swap leaves when it is interrupted is finished by itself, or by undo.
            $interrupt->('undo_swap', after => qr/COMMIT/);
            isnt($node->safe_psql('awkward', $not_valid), '', "awkward, $type: undo_swap was interrupted before it validated the foreign keys that it has added");
            if ($type eq 'ulid') {
                like($go->('undo_swap'), qr/^This is done already\.$/m, "awkward, $type: undo_swap is not done twice");
                is($node->safe_psql('awkward', $not_valid), '', "awkward, $type: undo_swap validates them when it is run again");
            } else {
                $interrupt->('undo', after => qr/COMMIT/);
            }
        }
        $go->('undo');
        is(dump_of($node, 'awkward', '--schema-only'), $before, "awkward, $type: nothing is left of $steps[$last] when it is undone");
    }
    is($node->safe_psql('awkward', $graph), $content =~ s/^touched//r, "awkward, $type: the rows are the same");
    like($go->($_, fails => 1), qr/step \d of the new keys .* is not due\n.*The last step that was done is 0 of 7/s, "awkward, $type: $_ is not the first step") for @steps[ 1 .. 6 ];
    like($go->('undo'), qr/This is done already/, "awkward, $type: there is nothing to undo");

    $go->($_) for @steps[ 0 .. 4 ];
    like($go->('7_drop_old', fails => 1), qr/step 7 .* is not due\n.*The last step that was done is 5 of 7/s, "awkward, $type: step 7 after 6 only");
    # What is left to the reader: the statements in step 6 without their hyphens.
    take_statements($folder, sub { $_[0] =~ s/debit = 12/debit IS NOT NULL/r });
    # What step 6 leaves when it is interrupted is finished by itself, or by step 7.
    $interrupt->('6_swap', after => qr/COMMIT/);
    is($node->safe_psql('awkward', $not_valid), 'debit fee order tenant', "awkward, $type: step 6 was interrupted before it validated the foreign keys that it has added");
    $go->('6_swap') if $type eq 'ulid';
    is($node->safe_psql('awkward', $not_valid), $type eq 'ulid' ? '' : 'debit fee order tenant', "awkward, $type: step 6 validates them when it is run again");
    like($go->('7_drop_old', fails => 1), qr/old columns are still in use\nDETAIL: .*constraint positive on table .*both_sides of table payment.*index "sales\.eu"\.parity/s, "awkward, $type: what is not carried over is not dropped unseen");
    for my $statement ($report =~ /^\d+\. (?:Before step 7|Between steps 6 and 7): .*\n    (.*)$/mg) {
        $statement =~ s/\(\(debit.*\)\)/(debit || '\/' || credit)/ if $statement =~ /both_sides/;
        $statement = 'ALTER TABLE payment DROP both_sides' if $statement =~ /both_sides/;
        $node->safe_psql('awkward', $statement, extra_params => [ '-U', 'rekey_owner' ]);
    }
    $go->('7_drop_old');
    like($go->('7_drop_old'), qr/This is done already/, "awkward, $type: step 7 is not done twice");
    like($go->($_, fails => 1), qr/The last step that was done is 7 of 7/, "awkward, $type: $_ is too late") for 'undo', 'undo_swap', '1_columns';
    is($node->safe_psql('awkward', $graph), $content, "awkward, $type: the rows and references");
    is($node->safe_psql('awkward', "SELECT count(*) FROM (SELECT made, lag(made) OVER (ORDER BY \"Order No\") AS before FROM $parent) AS s WHERE made < before"), 0, "awkward, $type: in the order of the times");
    my $listed = qr/\|(column\|both_sides|index\|"sales\.eu"\.parity|constraint\|positive|index\|public\.payment_expression)\|/;
    is(join('', grep { !/$listed/ } map { "$_\n" } split /\n/, difference($catalog, definitions($node, 'awkward', 'Order No', @tables))), '', "awkward, $type: the definitions");
    is($node->safe_psql('awkward', q{SELECT string_agg(relname, ' ') FROM pg_class WHERE relname IN ('dated', 'newest') AND relacl IS NOT NULL OR relname = 'newest'}), 'dated newest', "awkward, $type: the views are there");
    is($node->safe_psql('awkward', "SELECT pg_typeof(id) FROM dated LIMIT 1"), $type, "awkward, $type: and show the new keys");
    # Defaults name the same rows, by the new keys.
    is($node->safe_psql('awkward', "INSERT INTO payment (id, amount) VALUES (-1, 5); SELECT ${\$o->('debit')}, ${\$o->('fee')} FROM payment WHERE id = -1"), '1|2', "awkward, $type: defaults");
    is($node->safe_psql('awkward', "INSERT INTO $parent (total) VALUES (-1) RETURNING \"Order No\" > (SELECT \"Order No\" FROM $parent ORDER BY 1 DESC LIMIT 1), \"old_Order No\" IS NULL"), 't|t', "awkward, $type: new rows");
}

# --- Functions that can meet a key, and objects that the owner may not see ---

new_database('functions', <<'SQL');
CREATE SCHEMA secret;
CREATE TABLE secret.published (id integer PRIMARY KEY);
CREATE PUBLICATION p FOR TABLE secret.published;
SET ROLE rekey_owner;
CREATE TABLE bill (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), note text);
CREATE TABLE bill_line (bill bigint NOT NULL REFERENCES bill, n integer);
CREATE VIEW shown AS SELECT id, created_at FROM bill;
CREATE TABLE log (what text, key text);
-- The text of the trigger function names no table, and calls another function. Its variable has the type of the old key.
CREATE FUNCTION write_log(what text, key bigint) RETURNS void LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (what, key); END';
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key bigint := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
    PERFORM write_log(TG_OP, key);
    RETURN NULL;
END$$;
CREATE TRIGGER audit AFTER INSERT ON bill FOR EACH ROW EXECUTE FUNCTION audit('id');
CREATE TRIGGER audit AFTER INSERT ON bill_line FOR EACH ROW EXECUTE FUNCTION audit('bill');
CREATE FUNCTION of_extension() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER before_line BEFORE UPDATE ON bill_line FOR EACH ROW EXECUTE FUNCTION of_extension();
CREATE FUNCTION write_shown() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER write INSTEAD OF INSERT ON shown FOR EACH ROW EXECUTE FUNCTION write_shown();
CREATE FUNCTION newest() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    o record;
BEGIN
    SELECT * INTO o FROM shown ORDER BY created_at DESC LIMIT 1;
    RETURN o.id || '';
END$$;
CREATE FUNCTION title(bill) RETURNS text LANGUAGE sql AS $$SELECT 'no. ' || $1.id$$;
CREATE FUNCTION first_of(l bill_line[]) RETURNS text LANGUAGE sql AS $$SELECT l[1].n::text$$;
CREATE FUNCTION other(n bigint) RETURNS bigint LANGUAGE sql AS 'SELECT n';
INSERT INTO bill DEFAULT VALUES;
INSERT INTO bill_line VALUES (1, 1);
RESET ROLE;
CREATE FUNCTION secret.counts() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM public.bill';
ALTER EXTENSION btree_gist ADD FUNCTION of_extension();
SQL
{
    my ($folder, $report) = write_scripts($node, 'functions', table => 'bill', type => 'ulid', role => 'rekey_owner');
    is(scalar(written_scripts($folder)), 9, 'functions: the scripts are written, though there is a publication of a table that the owner may not see') or diag $report;
    unlike($report, qr/published|The publication/, 'functions: and that publication is not named, because it has no table with new keys');
    my ($list) = $report =~ /Before step 6: Read these functions.* The functions are: (.*)\.$/m;
    is(join(' ', sort split /, /, $list // ''),
        'public.audit() public.first_of(public.bill_line[]) public.newest() public.of_extension() public.title(public.bill) public.write_log(text,bigint) public.write_shown() secret.counts()',
        'functions: each function that can meet a key is listed, and no other');
    my $go = sub { run_step($node, 'functions', $folder, $_[0], role => 'rekey_owner', @_[ 1 .. $#_ ]) };
    my $write = q{INSERT INTO bill_line (bill, n) SELECT id, 2 FROM (SELECT id FROM bill ORDER BY created_at DESC LIMIT 1) AS b; INSERT INTO bill (note) VALUES ('new')};
    my $session = $node->background_psql('functions');
    $session->query_safe("$write; SELECT newest(), title(b) FROM bill AS b");
    $go->($_) for @steps[ 0 .. 4 ];
    take_statements($folder, sub { $_[0] });
    $go->('6_swap');
    my ($status, undef, $error) = $node->psql('functions', $write);
    like($error, qr/function audit\(\)/, 'functions: a trigger function that keeps the type of the old key is an error after step 6, as the list says');
    # What the list asks for.
    $node->safe_psql('functions', <<'SQL', extra_params => [ '-U', 'rekey_owner' ]);
CREATE OR REPLACE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key bill.id%TYPE := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
    PERFORM write_log(TG_OP, key);
    RETURN NULL;
END$$;
DROP FUNCTION write_log(text, bigint);
CREATE FUNCTION write_log(what text, key anyelement) RETURNS void LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (what, key); END';
SQL
    ok($session->query_safe("$write; SELECT newest()") eq $node->safe_psql('functions', 'SELECT id FROM bill ORDER BY created_at DESC LIMIT 1'), 'functions: an open session writes, and reads the new keys by way of a view');
    $go->('undo_swap');
    $session->query_safe($write);
    $go->($_) for @steps[ 2 .. 4 ];
    # A comment can get lost, for example in a dump without comments.
    my $comment = $node->safe_psql('functions', "SELECT obj_description('rekey_bill()'::regprocedure)");
    $node->safe_psql('functions', 'COMMENT ON FUNCTION rekey_bill() IS NULL');
    like($go->($_, fails => 1), qr/the last step that was done is not known/, "functions: $_ does not guess which step was the last") for @steps, qw(undo undo_swap);
    $node->safe_psql('functions', "COMMENT ON FUNCTION rekey_bill() IS '$comment'");
    # The view is made again in step 6, after undo_swap too.
    $go->('6_swap');
    $session->query_safe($write);
    $go->('7_drop_old');
    $node->safe_psql('functions', 'ALTER TABLE bill DROP COLUMN old_id');
    like($go->('7_drop_old'), qr/^This is done already\.$/m, 'functions: step 7 is done, also when the old keys are dropped');
    like($go->('1_columns', fails => 1), qr/The last step that was done is 7 of 7/, 'functions: and step 1 is not due again');
    $session->query_safe($write);
    $session->quit;
}

# --- What is refused, before anything is written ---

new_database('refused', <<'SQL', 'rekey_owner');
CREATE TABLE good (id bigint PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO good SELECT generate_series(1, 3);
CREATE TABLE no_key (id bigint, created_at timestamptz);
CREATE TABLE composite (a bigint, b bigint, created_at timestamptz, PRIMARY KEY (a, b));
CREATE TABLE dates (id bigint PRIMARY KEY, created_at timestamptz);
INSERT INTO dates VALUES (1, now()), (2, NULL), (3, 'infinity'), (4, '1969-12-31Z');
CREATE TABLE of_numeric (id numeric PRIMARY KEY, created_at timestamptz);
CREATE TABLE parts (id bigint PRIMARY KEY, created_at timestamptz) PARTITION BY RANGE (id);
CREATE TABLE part PARTITION OF parts DEFAULT;
CREATE TABLE heir () INHERITS (good);
CREATE TABLE ruled (id bigint PRIMARY KEY, created_at timestamptz);
CREATE RULE r AS ON DELETE TO ruled DO INSTEAD NOTHING;
CREATE TABLE forced (id bigint PRIMARY KEY, created_at timestamptz);
ALTER TABLE forced FORCE ROW LEVEL SECURITY;
CREATE TABLE referred (id bigint PRIMARY KEY, created_at timestamptz);
CREATE TABLE not_valid (referred bigint);
ALTER TABLE not_valid ADD CONSTRAINT nv FOREIGN KEY (referred) REFERENCES referred NOT VALID;
CREATE TABLE by_part (id bigint PRIMARY KEY, created_at timestamptz);
CREATE TABLE referring (by_part bigint REFERENCES by_part) PARTITION BY LIST (by_part);
CREATE TABLE shared (id bigint PRIMARY KEY REFERENCES referred, created_at timestamptz);
CREATE TABLE long_name ("a name that, with the three letters old and a line, is too long." bigint PRIMARY KEY, created_at timestamptz);
CREATE TABLE has_new (id bigint PRIMARY KEY, created_at timestamptz, new_id text);
CREATE TABLE negative (id bigint PRIMARY KEY, created_at timestamptz);
INSERT INTO negative VALUES (-1, now());
CREATE TABLE twice (id text PRIMARY KEY);
INSERT INTO twice VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('01arz3ndektsv4rrffq69g5fav');
CREATE TABLE short (id varchar(10) PRIMARY KEY, created_at timestamptz);
CREATE TABLE is_v7 (id uuid PRIMARY KEY, created_at timestamptz);
INSERT INTO is_v7 VALUES (uuidv7_generate());
CREATE TABLE is_ulid (id ulid PRIMARY KEY, created_at timestamptz);
CREATE TABLE checked (id bigint PRIMARY KEY, created_at timestamptz);
ALTER TABLE checked ADD CONSTRAINT c CHECK (id > 5) NOT VALID;
CREATE TABLE published (id bigint PRIMARY KEY, created_at timestamptz);
CREATE PUBLICATION filtered FOR TABLE published WHERE (id > 5);
CREATE TABLE texts (id bigint PRIMARY KEY, created_at text);
CREATE VIEW seen AS TABLE texts;
SQL
$node->safe_psql('refused', 'CREATE TABLE others (id bigint PRIMARY KEY, created_at timestamptz); CREATE TABLE mine (id bigint PRIMARY KEY, created_at timestamptz); ALTER TABLE mine OWNER TO rekey_owner; CREATE TABLE refers (mine bigint REFERENCES mine)');
my $before = dump_of($node, 'refused');
for my $case (
    [ {}, 'no table is given' ], [ { table => 'dates' }, 'no type is given' ], [ { table => 'dates', type => 'timeid' }, "type is 'timeid', not ulid or uuid" ],
    [ { table => 'nowhere' }, 'there is no table nowhere' ], [ { table => 'no_key' }, 'it has no primary key' ], [ { table => 'composite' }, 'its primary key has more than one column' ],
    [ { table => 'dates' }, '3 of 4 rows have no time from 1970 on in created_at' ], [ { table => 'dates', made_at => 'made' }, 'it has no column made' ],
    [ { table => 'texts' }, 'created_at has the type text' ], [ { table => 'of_numeric' }, 'its key has the type numeric' ], [ { table => 'parts' }, 'parts is partitioned' ], [ { table => 'part' }, 'is partitioned, or a partition' ],
    [ { table => 'good' }, 'inherits, or is inherited from' ], [ { table => 'heir' }, 'inherits, or is inherited from' ], [ { table => 'ruled' }, 'ruled has a rule' ], [ { table => 'seen' }, 'seen is no table' ],
    [ { table => 'forced' }, 'forced can hide rows from rekey_owner' ], [ { table => 'referred' }, 'the foreign key nv of public.not_valid is not valid' ], [ { table => 'by_part' }, 'referring is partitioned' ],
    [ { table => 'shared' }, 'shared refers to public.referred as well, by shared_id_fkey' ], [ { table => 'long_name' }, 'the name "a name that.*" is too long' ], [ { table => 'has_new' }, 'has_new has a column new_id already' ],
    [ { table => 'negative', type => 'uuid' }, 'some of its keys are negative' ], [ { table => 'twice' }, '1 of its keys would become the same as others' ], [ { table => 'short' }, 'its key is too short for a new one, and has no default' ],
    [ { table => 'is_v7', type => 'uuid' }, 'its keys are UUIDs of version 7 already' ], [ { table => 'is_ulid' }, 'its key has the type public.ulid' ], [ { table => 'checked' }, 'not every row of public.checked need obey c' ],
    [ { table => 'published' }, 'the publication filtered has a row filter with a key' ], [ { table => 'others' }, 'rekey_owner does not own public.others' ], [ { table => 'mine' }, 'rekey_owner does not own public.refers' ],
    [ { table => 'dates', zone => 'Nowhere' }, '3 of 4 rows|there is no time zone' ])
{
    my ($variables, $error) = @$case;
    my %variables = (role => 'rekey_owner', %$variables);
    $variables{type} //= 'ulid' if $variables{table} && $error !~ /type is given/;
    my ($folder, $said) = write_scripts($node, 'refused', %variables);
    like($said, qr/ERROR: .*$error/, "refused: $error");
    is(join(' ', written_scripts($folder)), '', "refused: $error: nothing is written");
}
is(dump_of($node, 'refused'), $before, 'refused: nothing is changed');

# --- Locks ---

create_example('locks', 'bigint', 100);
{
    my ($folder) = write_scripts($node, 'locks', table => 'orders', type => 'ulid');
    # Once is enough here.
    for my $file (glob "$folder/*.sql") {
        my $script = slurp_file($file) =~ s/IN 1 \.\. 60 LOOP/IN 1 .. 1 LOOP/r =~ s/attempt = 60/attempt = 1/r;
        unlink $file;
        append_to_file($file, $script);
    }
    for my $step (@steps) {
        my $holder = $node->background_psql('locks');
        $holder->query_safe('BEGIN; SELECT count(*) FROM payment');
        my $before = dump_of($node, 'locks', '--schema-only');
        if ($step =~ /1_|4_|6_|7_/) {
            like(run_step($node, 'locks', $folder, $step, fails => 1), qr/canceling statement due to lock timeout/, "$step: a lock timeout");
            is(dump_of($node, 'locks', '--schema-only'), $before, "$step: leaves nothing half done");
        } elsif ($step eq '2_fill') {
            # A row that somebody has locked stops nothing but its batch.
            $holder->query_safe('UPDATE payment SET amount = amount WHERE id = 50');
            my ($out, $error) = ('', '');
            my $psql = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('locks'), '-f', glob("$folder/*_$step.sql") ], '>', \$out, '2>', \$error);
            ok(wait_until(sub { $node->safe_psql('locks', 'SELECT count(*) FROM orders WHERE new_id IS NULL') == 0 }), 'step 2 fills other tables');
            sleep 1;
            $holder->query_safe('COMMIT');
            IPC::Run::finish($psql);
            is($psql->result(0), 0, 'and that one as soon as it can') or diag $error;
        }
        $holder->query_safe('COMMIT') unless $step eq '2_fill';
        $holder->quit;
        run_step($node, 'locks', $folder, $step);
    }
}

# --- A row without a time, after the scripts were written ---

create_example('late', 'bigint', 100);
{
    my ($folder) = write_scripts($node, 'late', table => 'orders', type => 'ulid');
    $node->safe_psql('late', q{ALTER TABLE orders ALTER created_at DROP NOT NULL; UPDATE orders SET created_at = NULL WHERE id = 7});
    run_step($node, 'late', $folder, '1_columns');
    like(run_step($node, 'late', $folder, '2_fill', fails => 1), qr/1 rows of orders have no new key/, 'step 2: a row without a time');
    like(run_step($node, 'late', $folder, '3_indexes', fails => 1), qr/The last step that was done is 1 of 7/, 'so that step 3 is not due');
    $node->safe_psql('late', q{UPDATE orders SET created_at = now() WHERE id = 7});
    run_step($node, 'late', $folder, $_) for '2_fill', @steps[ 2 .. 6 ];
    is($node->safe_psql('late', 'SELECT count(*) FROM order_item i JOIN orders o ON i.order_id = o.id'), 200, 'and the steps go on when it has one');
}

# --- A publication and a subscriber ---

for my $list (0, 1) {
    for my $database (qw(publisher subscriber)) {
        create_example($database, 'bigint', 1000);
        $node->safe_psql($database, 'TRUNCATE orders, order_item, payment') if $database eq 'subscriber';
    }
    my $columns = $list ? ' (id, created_at, customer, total), order_item (order_id, position, article), payment (id, order_id, amount, reference)' : ', order_item, payment';
    $node->safe_psql('publisher', "CREATE PUBLICATION p FOR TABLE orders$columns");
    $node->safe_psql('publisher', "SELECT pg_create_logical_replication_slot('s$list', 'pgoutput')");
    $node->safe_psql('subscriber', "CREATE SUBSCRIPTION s CONNECTION '" . $node->connstr('publisher') =~ s/'/''/gr . "' PUBLICATION p WITH (create_slot = false, slot_name = 's$list')");
    my $content = q{SELECT customer, total, (SELECT count(*) FROM order_item i WHERE i.order_id = o.id), (SELECT sum(amount) FROM payment p WHERE p.order_id = o.id) FROM orders o ORDER BY customer};
    my $write = sub {
        $node->safe_psql('publisher', q{
            WITH o AS (INSERT INTO orders (customer, total) VALUES (gen_random_uuid()::text, 3) RETURNING id),
                i AS (INSERT INTO order_item SELECT id, 1, 'one' FROM o)
            INSERT INTO payment (order_id, amount) SELECT id, 4 FROM o;
            UPDATE orders SET total = total + 1 WHERE customer IN ('c1', 'c2');
            DELETE FROM orders WHERE customer = (SELECT max(customer) FROM orders WHERE customer LIKE 'c%')} =~ s/INSERT INTO order_item SELECT id, 1, 'one'/INSERT INTO order_item (order_id, position, article) SELECT id, 1, 'one'/r);
    };
    my $same = sub { wait_until(sub { $node->safe_psql('publisher', $content) eq $node->safe_psql('subscriber', $content) }, $_[0]) };
    $write->();
    ok($same->(), "list $list: the subscriber follows");
    my %folder = map { $_ => (write_scripts($node, $_, table => 'orders', type => 'ulid'))[0] } qw(publisher subscriber);

    # Step 1 comes to the subscriber first.
    run_step($node, $_, $folder{$_}, '1_columns') for qw(subscriber publisher);
    $write->();
    ok($same->(), "list $list: after step 1");
    for my $step (@steps[ 1 .. 4 ]) {
        run_step($node, $_, $folder{$_}, $step) for qw(publisher subscriber);
        $write->();
        ok($same->(), "list $list: after $step");
    }
    is($node->safe_psql('publisher', 'SELECT id, new_id FROM orders ORDER BY id'), $node->safe_psql('subscriber', 'SELECT id, new_id FROM orders ORDER BY id'), "list $list: the new keys are the same");
    # Steps 6 and 7 come to the publisher first. The subscriber stops in between, and goes on.
    for my $step (@steps[ 5, 6 ]) {
        run_step($node, 'publisher', $folder{publisher}, $step);
        $write->();
        ok(!$same->(2), "list $list: the subscriber stops after $step") if $step eq '6_swap';
        run_step($node, 'subscriber', $folder{subscriber}, $step);
        ok($same->(), "list $list: and goes on after its own");
        $write->();
        ok($same->(), "list $list: further");
    }
    is($node->safe_psql('publisher', "SELECT attnames FROM pg_publication_tables WHERE pubname = 'p' AND tablename = 'order_item'"), '{position,article,order_id}', "list $list: the columns that are published");
    is($node->safe_psql('publisher', 'SELECT max(id::text) FROM orders'), $node->safe_psql('subscriber', 'SELECT max(id::text) FROM orders'), "list $list: keys of rows that are newer than step 7 are the same, too");
    $node->safe_psql('subscriber', 'DROP SUBSCRIPTION s');
}

$node->stop;
done_testing();
