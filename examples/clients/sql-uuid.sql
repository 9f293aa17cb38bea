-- For clients that cannot use another type than uuid: UUIDv7 has the same order and the same queries by time.
CREATE TABLE customer (id uuid PRIMARY KEY DEFAULT uuidv7_generate(), name text NOT NULL);
INSERT INTO customer (name) VALUES ('first'), ('second') RETURNING id;
EXPLAIN SELECT FROM customer WHERE uuidv7_extract_timestamp(id) >= now() - interval '1 hour';

-- A view that shows the same 16 bytes as a ulid. Conditions on its time use the index on the uuid.
CREATE VIEW customer_ulid AS SELECT id::ulid, name FROM customer;
SELECT id, id::timestamptz AS created_at FROM customer_ulid ORDER BY id;

-- A function that looks a row up by the text of its ulid
CREATE FUNCTION customer_by_ulid(text) RETURNS SETOF customer
    LANGUAGE sql STABLE STRICT BEGIN ATOMIC SELECT * FROM customer WHERE id = $1::ulid::uuid; END;

DO $$
BEGIN
    ASSERT (SELECT count(*) = 2 FROM customer WHERE uuidv7_extract_timestamp(id) >= now() - interval '1 hour');
    ASSERT (SELECT name = 'first' FROM customer_by_ulid((SELECT min(id)::text FROM customer_ulid)));
END
$$;
