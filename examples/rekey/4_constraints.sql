-- Step 4: constraints on the new columns, for the rows that are written from now on.
-- If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '300ms';
ALTER TABLE orders ADD CONSTRAINT orders_new_id_given CHECK (new_id IS NOT NULL) NOT VALID;
ALTER TABLE order_item
    ADD CONSTRAINT order_item_new_order_id_given CHECK (new_order_id IS NOT NULL) NOT VALID,
    ADD CONSTRAINT order_item_new_order_id_fkey FOREIGN KEY (new_order_id) REFERENCES orders (new_id) ON DELETE CASCADE NOT VALID;
ALTER TABLE payment
    ADD CONSTRAINT payment_new_order_id_given CHECK (new_order_id IS NOT NULL) NOT VALID,
    ADD CONSTRAINT payment_new_order_id_fkey FOREIGN KEY (new_order_id) REFERENCES orders (new_id) ON DELETE CASCADE NOT VALID;
COMMIT;
