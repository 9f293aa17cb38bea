-- Step 3: indexes on the new columns, made while the tables are in use. It can be interrupted and run again.
\set ON_ERROR_STOP on

DROP INDEX CONCURRENTLY IF EXISTS orders_new_id_idx;
DROP INDEX CONCURRENTLY IF EXISTS order_item_new_idx;
DROP INDEX CONCURRENTLY IF EXISTS payment_new_order_id_idx;
CREATE UNIQUE INDEX CONCURRENTLY orders_new_id_idx ON orders (new_id);
CREATE UNIQUE INDEX CONCURRENTLY order_item_new_idx ON order_item (new_order_id, position);
CREATE INDEX CONCURRENTLY payment_new_order_id_idx ON payment (new_order_id);
