# DBI with DBD::Pg. Strings go in and come out.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
use strict;
use warnings;
use DBI;

my $db = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1, PrintError => 0 });
$db->do('CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)');
$db->do('CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)');

# last_insert_id() works with sequences only: use RETURNING.
my $insert = 'INSERT INTO customer (name) VALUES (?) RETURNING id';
my ($first) = $db->selectrow_array($insert, undef, 'first');
my ($second) = $db->selectrow_array($insert, undef, 'second');
die unless length $first == 26 && $first lt $second;
$db->do('INSERT INTO orders (customer) VALUES (?)', undef, $first);

my ($name) = $db->selectrow_array('SELECT name FROM customer WHERE id = ?', undef, $first);
die unless $name eq 'first';
my $names = $db->selectcol_arrayref('SELECT name FROM customer WHERE id = ANY(?)', undef, [$first, $second]);
die unless @$names == 2;

my $recent = 'SELECT id FROM customer WHERE id::timestamptz >= ?';
die unless @{ $db->selectcol_arrayref($recent, undef, '2025-01-01 00:00:00+00') } == 2;
my ($plan) = $db->selectrow_array("EXPLAIN $recent", undef, '2025-01-01 00:00:00+00');
die $plan unless $plan =~ /^Index/;

# DBD::Pg reads arrays only of types that it knows: read this one as text[].
my ($list) = $db->selectrow_array('SELECT array_agg(id ORDER BY id)::text[] FROM customer');
die unless "@$list" eq "$first $second";

for (['01ARZ3NDEKTSV4RRFFQ69G5FAO', '22P02'], ['81ARZ3NDEKTSV4RRFFQ69G5FAV', '22003']) {
    my ($text, $state) = @$_;
    eval { $db->selectrow_array('SELECT name FROM customer WHERE id = ?', undef, $text); 1 } and die 'no error';
    die unless $db->state eq $state;
}
