<?php
// PDO. Strings go in and come out.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
function check(bool $good): void
{
    $good or throw new Exception('wrong result');
}

function query(string $sql, ...$values): PDOStatement
{
    global $db;
    $statement = $db->prepare($sql);
    $statement->execute($values);
    return $statement;
}

$db = new PDO('pgsql:');
$db->exec('CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)');
$db->exec('CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)');

// lastInsertId() works with sequences only: use RETURNING.
$first = query('INSERT INTO customer (name) VALUES (?) RETURNING id', 'first')->fetchColumn();
$second = query('INSERT INTO customer (name) VALUES (?) RETURNING id', 'second')->fetchColumn();
check(strlen($first) === 26 && $first < $second);
query('INSERT INTO orders (customer) VALUES (?)', $first);

check(query('SELECT name FROM customer WHERE id = ?', $first)->fetchColumn() === 'first');
// PDO has no arrays: send a list as the text of one.
check(query('SELECT name FROM customer WHERE id = ANY(?)', "{{$first},$second}")->rowCount() === 2);

$hourAgo = (new DateTimeImmutable('-1 hour'))->format(DATE_ATOM);
check(query('SELECT id FROM customer WHERE id::timestamptz >= ?', $hourAgo)->rowCount() === 2);
$plan = query('EXPLAIN SELECT FROM customer WHERE id::timestamptz >= ?', $hourAgo)->fetchColumn();
check(str_starts_with($plan, 'Index'));

foreach (['01ARZ3NDEKTSV4RRFFQ69G5FAO' => '22P02', '81ARZ3NDEKTSV4RRFFQ69G5FAV' => '22003'] as $text => $state) {
    try {
        query('SELECT name FROM customer WHERE id = ?', $text);
    } catch (PDOException $error) {
        check($error->getCode() === $state);
        continue;
    }
    throw new Exception('no error');
}
