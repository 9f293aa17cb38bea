-- Step 6: the columns change their names, so that the new IDs are id and order_id. The old ones are still written:
-- undo_swap.sql changes the names back.
-- If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
-- Shorter than deadlock_timeout: where this script is part of a deadlock, it is this script that gives way.
SET LOCAL lock_timeout = '300ms';
LOCK TABLE orders, order_item, payment IN ACCESS EXCLUSIVE MODE;
SELECT clock_timestamp() AS locked_at \gset
-- The letters of a key of text.
SELECT CASE WHEN (SELECT id::text = lower(id::text) FROM orders LIMIT 1) THEN 'lower' ELSE 'upper' END AS letters \gset

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

-- Every order still gets an old key: a number or a random UUID from its default, a text or bytes from its new ID.
CREATE FUNCTION rekeyed_back(new_id ulid, old_key bigint) RETURNS bigint IMMUTABLE LANGUAGE sql RETURN old_key;
CREATE FUNCTION rekeyed_back(new_id ulid, old_key uuid) RETURNS uuid IMMUTABLE LANGUAGE sql RETURN old_key;
CREATE FUNCTION rekeyed_back(new_id ulid, old_key text) RETURNS text IMMUTABLE LANGUAGE sql RETURN :letters(new_id::text);
CREATE FUNCTION rekeyed_back(new_id ulid, old_key bytea) RETURNS bytea IMMUTABLE LANGUAGE sql RETURN new_id::bytea;
CREATE FUNCTION rekey_old_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.old_id := rekeyed_back(NEW.id, NEW.old_id);
    RETURN NEW;
END
$$;
CREATE TRIGGER rekey BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION rekey_old_key();

-- A row that refers to an order gets the old key of it.
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
