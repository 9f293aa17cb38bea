# Objects whose expressions PostgreSQL writes into dumps with the bare names of operators, so that a restore, which has an
# empty search_path, finds only those in pg_catalog.
package Bare;

use strict;
use warnings;
use Exporter 'import';
use Ulidkit;

our @EXPORT = qw(bare_contents create_bare @bare_forms);

# A table with rows that expressions compare, and every kind of object that can contain one. A form that selects is the
# query of a view, of a materialized view and of a function; of one that is true for a row are made all others.
our @bare_forms = (
    'SELECT id, n FROM KIND_base JOIN KIND_link USING (id)',
    'SELECT id, n FROM KIND_base LEFT JOIN KIND_link USING (id)',
    'SELECT id, n FROM KIND_base FULL JOIN KIND_link USING (id)',
    'SELECT id, n FROM KIND_base NATURAL JOIN KIND_link',
    'SELECT id, NULLIF(id, ref) AS other FROM KIND_base',
    'SELECT id, CASE id WHEN ref THEN 1 ELSE 2 END AS n FROM KIND_base',
    'SELECT id FROM KIND_base WHERE (id, n) IN (SELECT id, 3 FROM KIND_link)',
    'SELECT id FROM KIND_base WHERE (id, n) = ANY (SELECT id, 3 FROM KIND_link)',
    'SELECT id FROM KIND_base WHERE (id, n) > (SELECT id, 0 FROM KIND_link ORDER BY id LIMIT 1)',
    'SELECT id FROM KIND_base WHERE id IN (SELECT id FROM KIND_link) AND id <> ALL (SELECT ref FROM KIND_base WHERE n = 2)',
    'SELECT id, max(id) OVER (ORDER BY id USING >), greatest(id, ref) FROM KIND_base',
    'SELECT DISTINCT ON (ref) ref AS id, max(id) FILTER (WHERE id IS DISTINCT FROM ref) OVER (PARTITION BY ref) FROM KIND_base',
    'SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) AS id FROM KIND_base GROUP BY id = ANY (ARRAY[ref]) HAVING max(id) IS NOT NULL',
    'WITH RECURSIVE link (id, ref) AS (SELECT id, ref FROM KIND_base UNION SELECT b.id, l.ref FROM KIND_base b JOIN link l ON b.id = l.ref)
        CYCLE id SET is_cycle USING path SELECT id, ref FROM link',
    'SELECT id, count(*) FROM KIND_base JOIN KIND_link USING (id) GROUP BY id ORDER BY id DESC',
    'SELECT DISTINCT id FROM KIND_base WHERE id IS DISTINCT FROM ref',
    'SELECT id FROM KIND_base WHERE id IS NOT DISTINCT FROM ref',
    'SELECT id FROM KIND_base WHERE (id, n) < (ref, 3)',
    'SELECT id FROM KIND_base WHERE (id, n) >= (ref, 3)',
    'SELECT id FROM KIND_base WHERE (id, ref) <> (ref, id)',
    'SELECT id FROM KIND_base WHERE NULLIF(id, ref) IS NOT NULL',
    'SELECT id FROM KIND_base WHERE CASE id WHEN ref THEN true ELSE n > 0 END',
    'SELECT id FROM KIND_base WHERE id BETWEEN SYMMETRIC ref AND id');

my $objects = <<'SQL';
CREATE PROCEDURE KIND_same(KIND, KIND) LANGUAGE sql BEGIN ATOMIC SELECT $1 IS NOT DISTINCT FROM $2; END;
CREATE FUNCTION KIND_differs(a KIND, b KIND) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN a IS DISTINCT FROM b AND (a, 1) <> (b, 1); END';
CREATE FUNCTION KIND_differs_in_sql(a KIND, b KIND) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT NULLIF(a, b) IS NOT NULL';
CREATE DOMAIN KIND_known AS KIND CHECK (VALUE IS DISTINCT FROM KIND_min('2024-02-02Z') AND NULLIF(VALUE, KIND_min('2024-02-02Z')) IS NOT NULL);
CREATE TABLE KIND_checked (id KIND PRIMARY KEY, ref KIND, n integer, CHECK (ref IS DISTINCT FROM id));
CREATE TABLE KIND_row_checked (id KIND PRIMARY KEY, ref KIND, n integer, CHECK ((id, 1) <> (ref, 1)), CHECK (NULLIF(id, ref) = id));
CREATE TABLE KIND_function_checked (id KIND PRIMARY KEY, ref KIND, n integer, CHECK (KIND_differs(id, ref)), CHECK (KIND_differs_in_sql(id, ref)));
CREATE TABLE KIND_domain_checked (id KIND_known PRIMARY KEY, ref KIND, n integer);
CREATE TABLE KIND_defaulted (id KIND PRIMARY KEY, ref KIND, n integer, d KIND DEFAULT NULLIF(KIND_min('2025-01-01Z'), KIND_max('2025-01-01Z')),
    c integer DEFAULT CASE KIND_min('2025-01-01Z') WHEN KIND_max('2025-01-01Z') THEN 1 ELSE 2 END);
CREATE TABLE KIND_generated (id KIND PRIMARY KEY, ref KIND, n integer, other KIND GENERATED ALWAYS AS (NULLIF(id, ref)) STORED,
    same boolean GENERATED ALWAYS AS (id IS NOT DISTINCT FROM ref) STORED);
CREATE TABLE KIND_partitioned (id KIND, ref KIND, n integer) PARTITION BY LIST ((id IS DISTINCT FROM ref));
CREATE TABLE KIND_partition PARTITION OF KIND_partitioned FOR VALUES IN (true);
CREATE TABLE KIND_hashed (id KIND, ref KIND, n integer) PARTITION BY HASH (NULLIF(id, ref));
CREATE TABLE KIND_hashed_0 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TABLE KIND_indexed (id KIND PRIMARY KEY, ref KIND, n integer, EXCLUDE USING hash (n WITH =) WHERE (id IS NOT DISTINCT FROM ref));
CREATE INDEX KIND_partial ON KIND_indexed (n) WHERE id IS DISTINCT FROM ref;
CREATE UNIQUE INDEX KIND_expression ON KIND_indexed (NULLIF(id, ref), (CASE id WHEN ref THEN 1 END));
CREATE STATISTICS KIND_statistics ON (NULLIF(id, ref)), (id IS DISTINCT FROM ref) FROM KIND_indexed;
CREATE TABLE KIND_triggered (id KIND PRIMARY KEY, ref KIND, n integer);
CREATE FUNCTION KIND_count() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := NEW.n + 100; RETURN NEW; END';
CREATE TRIGGER changed BEFORE UPDATE ON KIND_triggered FOR EACH ROW WHEN (OLD.id IS DISTINCT FROM NEW.id OR (NEW.id, 1) < (OLD.id, 1)) EXECUTE FUNCTION KIND_count();
CREATE TABLE KIND_ruled (id KIND PRIMARY KEY, ref KIND, n integer);
CREATE RULE skip AS ON UPDATE TO KIND_ruled WHERE NEW.ref IS NOT DISTINCT FROM OLD.ref DO INSTEAD NOTHING;
CREATE TABLE KIND_secured (id KIND PRIMARY KEY, ref KIND, n integer);
ALTER TABLE KIND_secured ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY others ON KIND_secured USING (id IS DISTINCT FROM ref) WITH CHECK (NULLIF(id, ref) IS NOT NULL);
CREATE AGGREGATE KIND_highest (KIND) (SFUNC = KIND_larger, STYPE = KIND, SORTOP = >);
SQL

# Makes them in the schema bare for each of the kinds.
sub create_bare {
    my ($node, $database, $path, @kinds) = @_;
    my $sql = $objects;
    my $number = 0;
    for my $form (@bare_forms) {
        ++$number;
        $sql .= "CREATE VIEW KIND_view_$number AS $form;\n"
            . "CREATE MATERIALIZED VIEW KIND_stored_$number AS $form;\n"
            . "CREATE FUNCTION KIND_function_$number() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM ($form) AS s; END;\n";
    }
    for my $table ($sql =~ /^CREATE TABLE (KIND_\w+) \(id/mg) {
        $sql .= "INSERT INTO $table (id, ref, n) SELECT id, ref, n FROM KIND_base;\n";
    }
    $node->safe_psql($database, 'CREATE SCHEMA bare');
    $node->safe_psql($database, $_) for map { <<SQL =~ s/KIND/$_/gr } @kinds;
SET search_path = bare, $path;
CREATE TABLE KIND_base (id KIND PRIMARY KEY, ref KIND, n integer);
CREATE TABLE KIND_link (id KIND PRIMARY KEY);
INSERT INTO KIND_base SELECT KIND_min('2025-01-01Z'::timestamptz + n * interval '1 h'), KIND_min('2025-01-02Z'::timestamptz - n * interval '1 h'), n
FROM generate_series(1, 9) AS n;
INSERT INTO KIND_link SELECT id FROM KIND_base WHERE n % 3 = 0;
$sql
REFRESH MATERIALIZED VIEW KIND_stored_1;
SQL
}

# The number of rows of every relation in that schema, with a sum of what is in it, and of every function.
sub bare_contents {
    my ($node, $database) = @_;
    return $node->safe_psql($database, <<'SQL');
SET search_path = '';
SELECT format('SELECT %L, count(*), md5(string_agg(t::text, '','' ORDER BY t::text)) FROM bare.%I AS t', relname, relname)
FROM pg_class WHERE relnamespace = 'bare'::regnamespace AND relkind IN ('r', 'p', 'm', 'v')
UNION ALL
SELECT format('SELECT %L, bare.%I()', proname, proname) FROM pg_proc WHERE pronamespace = 'bare'::regnamespace AND proname LIKE '%\_function\_%'
ORDER BY 1 \gexec
SQL
}

1;
