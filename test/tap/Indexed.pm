# Tables with an index of every class, and queries that use each of them, for tests of restarts and upgrades.
package Indexed;

use strict;
use warnings;
use Exporter 'import';
use Test::More;
use Ulidkit;

our @EXPORT = qw(create_indexed check_indexes check_structure);

# A column for each class, so that no other index can be used: its value, its index, its query, and the same query on a
# column without an index.
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

# The kinds that have these tables, for each database; after an update it can have more kinds.
my %kinds_in;

# Makes, for every kind, KIND_row with all these indexes, and KIND_reported without, with the same ids; and amcheck.
sub create_indexed {
    my ($node, $database) = @_;
    $node->safe_psql($database, 'CREATE EXTENSION amcheck');
    $kinds_in{$database} = [ kinds_of($node, $database) ];
    for my $kind (@{ $kinds_in{$database} }) {
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
            CREATE TABLE KIND_reported (id KIND, batch KIND)";
        $node->safe_psql($database, $sql =~ s/KIND/$kind/gr);
    }
}

# Checks that every class finds the same rows as the table without indexes. Returns them.
sub check_indexes {
    my ($node, $database, $how) = @_;
    my @all;
    for my $kind (@{ $kinds_in{$database} }) {
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
        my @answers = split /^==\n?/m, $node->safe_psql($database, $sql =~ s/KIND/$kind/gr);
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

# The indexes that amcheck can check.
sub check_structure {
    my ($node, $database, $how, $check) = @_;
    $check //= 'bt_index_parent_check(indexrelid, heapallindexed => true, rootdescend => true)';
    is($node->safe_psql($database, qq{
        SELECT count(*) FROM (SELECT $check FROM pg_index AS i JOIN pg_class AS c ON indexrelid = c.oid JOIN pg_am AS m ON relam = m.oid
            WHERE amname = 'btree' AND indrelid::regclass::text LIKE '%_row' OFFSET 0) AS s}), 5 * @{ $kinds_in{$database} }, "$how: amcheck of the btrees");
    is($node->safe_psql($database, qq{
        SELECT relname, h.* FROM pg_class, verify_heapam(pg_class.oid::regclass) AS h WHERE relname LIKE '%_row' AND relkind = 'r'}),
        '', "$how: and of the tables");
}

1;
