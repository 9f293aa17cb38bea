<?php
// PDO. Strings go in and come out.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
$db = new PDO('pgsql:');

function says(string $name, $value): void
{
    echo "$name: ", $value ?? 'null', "\n";
}

function query(string $sql, ...$values): PDOStatement
{
    global $db;
    $statement = $db->prepare($sql);
    $statement->execute($values);
    return $statement;
}

function names(string $sql, ...$values): string
{
    return implode(' ', query($sql, ...$values)->fetchAll(PDO::FETCH_COLUMN));
}

function sqlstate(string $sql, ...$values): string
{
    try {
        query($sql, ...$values);
    } catch (PDOException $error) {
        return $error->getCode();
    }
    return 'no error';
}

$db->exec('CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)');
$db->exec('CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)');

// lastInsertId() works with sequences only: use RETURNING.
says('default', strlen(query('INSERT INTO customer (name) VALUES (?) RETURNING id', 'new')->fetchColumn()));
$given = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
says('given', query('INSERT INTO customer (id, name) VALUES (?, ?) RETURNING id', $given, 'given')->fetchColumn());
[$one, $two, $three] = ['01KDWPVNG0A1B2C3D4E5F6G7H8', '01KDZ98CG0A1B2C3D4E5F6G7H8', '01KE1VN3G0A1B2C3D4E5F6G7H8'];
$batch = 'INSERT INTO customer (id, name) VALUES (?, ?), (?, ?), (?, ?)';
says('batch', query($batch, $one, 'one', $two, 'two', $three, 'three')->rowCount());

$byId = 'SELECT name FROM customer WHERE id = ?';
says('id', names($byId, $given));
// PDO has no arrays: send a list as the text of one.
says('list', names('SELECT name FROM customer WHERE id = ANY(?) ORDER BY id', sprintf('{%s,%s}', $one, $three)));
says('after_id', names('SELECT name FROM customer WHERE id > ? ORDER BY id LIMIT 2', $one));
$at = fn (string $time) => (new DateTimeImmutable($time))->format(DATE_ATOM);
$afterTime = 'SELECT name FROM customer WHERE id::timestamptz > ? ORDER BY id::timestamptz LIMIT 2';
says('after_time', names($afterTime, $at('2026-01-01T12:00Z')));
$between = 'SELECT name FROM customer WHERE id::timestamptz >= ? AND id::timestamptz < ? ORDER BY id';
says('time_range', names($between, $at('2026-01-02T00:00Z'), $at('2026-01-04T00:00Z')));

says('update', query('UPDATE customer SET name = ?, parent = ? WHERE id = ?', 'second', $one, $two)->rowCount());
says('delete', query('DELETE FROM customer WHERE id = ?', $three)->rowCount());
says('null', query('INSERT INTO customer (name, parent) VALUES (?, ?) RETURNING parent', 'nobody', null)->fetchColumn());

says('bad', sqlstate($byId, '01ARZ3NDEKTSV4RRFFQ69G5FAO'));
says('range', sqlstate($byId, '81ARZ3NDEKTSV4RRFFQ69G5FAV'));
says('untyped', names($byId, $given));
says('typed', sqlstate('SELECT name FROM customer WHERE id = ?::text', $given));

$db->pgsqlCopyFromArray('customer', ["01KE4E1TG0A1B2C3D4E5F6G7H8,copied"], ',', '\\\\N', 'id, name');
says('copy', names($byId, '01KE4E1TG0A1B2C3D4E5F6G7H8'));

$event = query("INSERT INTO event (note) VALUES ('started') RETURNING id")->fetchColumn();
says('kind', query('SELECT note FROM event WHERE id = ?', $event)->fetchColumn());
