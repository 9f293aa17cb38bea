-- Step 7: the new IDs become the primary keys, and the old references are dropped. orders.old_id stays, with an index, for
-- links that have it. There is no way back from here.
-- If it ends with a lock timeout, only the index has been made: run it again.
\set ON_ERROR_STOP on

DROP INDEX CONCURRENTLY IF EXISTS orders_old_id_idx;
CREATE UNIQUE INDEX CONCURRENTLY orders_old_id_idx ON orders (old_id);

BEGIN;
SET LOCAL lock_timeout = '300ms';
LOCK TABLE orders, order_item, payment IN ACCESS EXCLUSIVE MODE;
SELECT clock_timestamp() AS locked_at \gset

DROP TRIGGER rekey ON orders;
DROP TRIGGER rekey ON order_item;
DROP TRIGGER rekey ON payment;
ALTER TABLE order_item DROP CONSTRAINT order_item_order_id_fkey, DROP CONSTRAINT order_item_pkey;
ALTER TABLE payment DROP CONSTRAINT payment_order_id_fkey;
ALTER TABLE orders DROP CONSTRAINT orders_pkey;

-- The constraints of step 4 prove that no value is NULL, so that the tables are not read again.
ALTER TABLE orders ALTER id SET NOT NULL, ADD CONSTRAINT orders_pkey PRIMARY KEY USING INDEX orders_new_id_idx;
ALTER TABLE order_item ALTER order_id SET NOT NULL, ADD CONSTRAINT order_item_pkey PRIMARY KEY USING INDEX order_item_new_idx;
ALTER TABLE payment ALTER order_id SET NOT NULL;
ALTER TABLE orders DROP CONSTRAINT orders_new_id_given;
ALTER TABLE order_item DROP CONSTRAINT order_item_new_order_id_given, DROP COLUMN old_order_id;
ALTER TABLE payment DROP CONSTRAINT payment_new_order_id_given, DROP COLUMN old_order_id;

ALTER TABLE orders ALTER old_id DROP IDENTITY IF EXISTS;
ALTER TABLE orders ALTER old_id DROP DEFAULT, ALTER old_id DROP NOT NULL;

ALTER TABLE order_item RENAME CONSTRAINT order_item_new_order_id_fkey TO order_item_order_id_fkey;
ALTER TABLE payment RENAME CONSTRAINT payment_new_order_id_fkey TO payment_order_id_fkey;
ALTER INDEX payment_new_order_id_idx RENAME TO payment_order_id_idx;
COMMIT;
\echo The tables were locked for:
SELECT clock_timestamp() - :'locked_at' AS locked;

DROP FUNCTION rekey_old_reference, rekey_old_key, rekey_reference, rekey_orders, rekeyed(timestamptz, bigint), rekeyed(timestamptz, uuid),
    rekeyed(timestamptz, text), rekeyed(timestamptz, bytea),
    rekeyed_back(ulid, bigint), rekeyed_back(ulid, uuid), rekeyed_back(ulid, text), rekeyed_back(ulid, bytea);
DROP PROCEDURE rekey_fill;
