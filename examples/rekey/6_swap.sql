-- Step 6: the columns change their names, so that the new IDs are id and order_id. The old ones are still written:
-- undo_swap.sql changes the names back.
-- If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
-- Shorter than deadlock_timeout: where this script is part of a deadlock, it is this script that gives way.
SET LOCAL lock_timeout = '300ms';
LOCK TABLE orders, order_item, payment IN ACCESS EXCLUSIVE MODE;
SELECT clock_timestamp() AS locked_at \gset

DROP TRIGGER rekey ON orders;
DROP TRIGGER rekey ON order_item;
DROP TRIGGER rekey ON payment;

ALTER TABLE orders RENAME id TO old_id;
ALTER TABLE orders RENAME new_id TO id;
ALTER TABLE orders ALTER id SET DEFAULT ulid_generate();
ALTER TABLE order_item RENAME order_id TO old_order_id;
ALTER TABLE order_item RENAME new_order_id TO order_id;
ALTER TABLE payment RENAME order_id TO old_order_id;
ALTER TABLE payment RENAME new_order_id TO order_id;

-- The default of the old key still gives every order one. These rows get it from their order.
CREATE FUNCTION rekey_old_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT o.old_id INTO NEW.old_order_id FROM orders o WHERE o.id = NEW.order_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON order_item FOR EACH ROW EXECUTE FUNCTION rekey_old_reference();
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION rekey_old_reference();

COMMIT;
\echo The tables were locked for:
SELECT clock_timestamp() - :'locked_at' AS locked;
