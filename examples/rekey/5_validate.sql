-- Step 5: the same constraints for all rows. The tables are read while others use them. It can be run again.
\set ON_ERROR_STOP on
ALTER TABLE orders VALIDATE CONSTRAINT orders_new_id_given;
ALTER TABLE order_item VALIDATE CONSTRAINT order_item_new_order_id_given;
ALTER TABLE order_item VALIDATE CONSTRAINT order_item_new_order_id_fkey;
ALTER TABLE payment VALIDATE CONSTRAINT payment_new_order_id_given;
ALTER TABLE payment VALIDATE CONSTRAINT payment_new_order_id_fkey;
