-- For clients that know no other type: every driver, ORM and reporting tool knows uuid. UUIDs of version 7 have the same order,
-- and the same queries by time.
CREATE TABLE customer (id uuid PRIMARY KEY DEFAULT uuidv7_generate(), name text NOT NULL);
INSERT INTO customer (name) VALUES ('first'), ('second') RETURNING id;
EXPLAIN SELECT FROM customer WHERE uuidv7_extract_timestamp(id) >= now() - interval '1 hour';

-- A ulid in the same 16 bytes, shown to whom can read it. Its time is planned by the index of the uuid.
CREATE VIEW customer_ulid AS SELECT id::ulid, name FROM customer;
SELECT id, id::timestamptz AS created_at FROM customer_ulid ORDER BY id;

-- For clients that cannot send a type, a function of their own can take the text.
CREATE FUNCTION customer_by_ulid(text) RETURNS SETOF customer
    LANGUAGE sql STABLE STRICT BEGIN ATOMIC SELECT * FROM customer WHERE id = $1::ulid::uuid; END;

DO $$
BEGIN
    ASSERT (SELECT count(*) = 2 FROM customer WHERE uuidv7_extract_timestamp(id) >= now() - interval '1 hour');
    ASSERT (SELECT name = 'first' FROM customer_by_ulid((SELECT min(id)::text FROM customer_ulid)));
END
$$;
