-- Undoes step 6, at any time before step 7. Orders that were made in between keep both IDs.
-- If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '300ms';
LOCK TABLE orders, order_item, payment IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER rekey ON orders;
DROP TRIGGER rekey ON order_item;
DROP TRIGGER rekey ON payment;
DROP FUNCTION rekey_old_reference, rekey_old_key,
    rekeyed_back(ulid, bigint), rekeyed_back(ulid, uuid), rekeyed_back(ulid, text), rekeyed_back(ulid, bytea);

ALTER TABLE orders ALTER id DROP DEFAULT;
ALTER TABLE orders RENAME id TO new_id;
ALTER TABLE orders RENAME old_id TO id;
ALTER TABLE order_item RENAME order_id TO new_order_id;
ALTER TABLE order_item RENAME old_order_id TO order_id;
ALTER TABLE payment RENAME order_id TO new_order_id;
ALTER TABLE payment RENAME old_order_id TO order_id;

CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION rekey_orders();
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON order_item FOR EACH ROW EXECUTE FUNCTION rekey_reference();
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION rekey_reference();
COMMIT;
