# DBI with DBD::Pg. Strings go in and come out.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
use strict;
use warnings;
use DBI;

my $db = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1, PrintError => 0 });
$db->do('CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)');
$db->do('CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)');

sub says { my ($name, $value) = @_; print "$name: ", $value // 'null', "\n" }
sub first { my ($sql, @values) = @_; return ($db->selectrow_array($sql, undef, @values))[0] }
sub names { my ($sql, @values) = @_; return join ' ', @{ $db->selectcol_arrayref($sql, undef, @values) } }
sub sqlstate { my @query = @_; return eval { names(@query); 1 } ? 'no error' : $db->state }

# last_insert_id() works with sequences only: use RETURNING.
says('default', length first('INSERT INTO customer (name) VALUES (?) RETURNING id', 'new'));
my ($given, $one, $two, $three) =
    qw(01ARZ3NDEKTSV4RRFFQ69G5FAV 01KDWPVNG0A1B2C3D4E5F6G7H8 01KDZ98CG0A1B2C3D4E5F6G7H8 01KE1VN3G0A1B2C3D4E5F6G7H8);
my $insert = 'INSERT INTO customer (id, name) VALUES (?, ?)';
says('given', first("$insert RETURNING id", $given, 'given'));
my $batch = $db->prepare($insert);
$batch->bind_param_array(1, [$one, $two, $three]);
$batch->bind_param_array(2, ['one', 'two', 'three']);
says('batch', $batch->execute_array({}));

my $by_id = 'SELECT name FROM customer WHERE id = ?';
says('id', names($by_id, $given));
says('list', names('SELECT name FROM customer WHERE id = ANY(?) ORDER BY id', [$one, $three]));
says('after_id', names('SELECT name FROM customer WHERE id > ? ORDER BY id LIMIT 2', $one));
my $after_time = 'SELECT name FROM customer WHERE id::timestamptz > ? ORDER BY id::timestamptz LIMIT 2';
says('after_time', names($after_time, '2026-01-01 12:00:00+00'));
my $between = 'SELECT name FROM customer WHERE id::timestamptz >= ? AND id::timestamptz < ? ORDER BY id';
says('time_range', names($between, '2026-01-02 00:00:00+00', '2026-01-04 00:00:00+00'));

# DBD::Pg reads arrays only of types that it knows: read this one as text[].
my $list = first('SELECT array_agg(id ORDER BY id)::text[] FROM customer WHERE id = ANY(?)', [$one, $three]);
die unless "@$list" eq "$one $three";

says('update', $db->do('UPDATE customer SET name = ?, parent = ? WHERE id = ?', undef, 'second', $one, $two));
says('delete', $db->do('DELETE FROM customer WHERE id = ?', undef, $three));
says('null', first('INSERT INTO customer (name, parent) VALUES (?, ?) RETURNING parent', 'nobody', undef));

says('bad', sqlstate($by_id, '01ARZ3NDEKTSV4RRFFQ69G5FAO'));
says('range', sqlstate($by_id, '81ARZ3NDEKTSV4RRFFQ69G5FAV'));
says('untyped', names($by_id, $given));
says('typed', sqlstate('SELECT name FROM customer WHERE id = ?::text', $given));

$db->do('COPY customer (id, name) FROM STDIN (FORMAT csv)');
$db->pg_putcopydata("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n");
$db->pg_putcopyend;
says('copy', names($by_id, '01KE4E1TG0A1B2C3D4E5F6G7H8'));

my $event = first("INSERT INTO event (note) VALUES ('started') RETURNING id");
says('kind', first('SELECT note FROM event WHERE id = ?', $event));
