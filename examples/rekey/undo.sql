-- Undoes steps 1 to 5, as many of them as were done. After step 6 run undo_swap.sql first.
-- If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '300ms';
LOCK TABLE orders, order_item, payment IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER rekey ON orders;
DROP TRIGGER rekey ON order_item;
DROP TRIGGER rekey ON payment;
-- With them go their indexes and constraints.
ALTER TABLE order_item DROP COLUMN new_order_id;
ALTER TABLE payment DROP COLUMN new_order_id;
ALTER TABLE orders DROP COLUMN new_id;
DROP FUNCTION rekey_reference, rekey_orders, rekeyed(timestamptz, bigint), rekeyed(timestamptz, uuid),
    rekeyed(timestamptz, text), rekeyed(timestamptz, bytea);
DROP PROCEDURE IF EXISTS rekey_fill;
COMMIT;
