-- Step 1: the columns for the new IDs, and triggers that fill them in every row that is written from now on.
-- If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '300ms';

-- The new ID of a row: the milliseconds of its time, the microseconds within the millisecond, and its old number, or the
-- last 64 bits of its old UUID. So the new IDs are in the order of the times, to the microsecond, and of the old numbers
-- where the times are equal. The result depends on nothing else: it does not matter when, in which order, or how often it is
-- computed.
CREATE FUNCTION rekeyed(created_at timestamptz, old_key bigint) RETURNS ulid IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
RETURN ulid_make_ordered(created_at, old_key);
CREATE FUNCTION rekeyed(created_at timestamptz, old_key uuid) RETURNS ulid IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
RETURN ulid_make_ordered(created_at, ('x' || right(replace(old_key::text, '-', ''), 16))::bit(64)::bigint);
-- The text of a ULID, in upper or lower case, and its bytes stay the same ULID.
CREATE FUNCTION rekeyed(created_at timestamptz, old_key text) RETURNS ulid IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN old_key::ulid;
CREATE FUNCTION rekeyed(created_at timestamptz, old_key bytea) RETURNS ulid IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN old_key::ulid;

ALTER TABLE orders ADD COLUMN new_id ulid;
ALTER TABLE order_item ADD COLUMN new_order_id ulid;
ALTER TABLE payment ADD COLUMN new_order_id ulid;

-- A row gets its new ID when it is written for the first time, and keeps it, also if its created_at is changed then.
CREATE FUNCTION rekey_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW.new_id := rekeyed(NEW.created_at, NEW.id);
    ELSE
        NEW.new_id := coalesce(OLD.new_id, rekeyed(OLD.created_at, OLD.id));
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION rekey_orders();

-- A row that refers to an order gets the order's new ID, whether the order has been filled yet or not.
CREATE FUNCTION rekey_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT coalesce(o.new_id, rekeyed(o.created_at, o.id)) INTO NEW.new_order_id FROM orders o WHERE o.id = NEW.order_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON order_item FOR EACH ROW EXECUTE FUNCTION rekey_reference();
CREATE TRIGGER rekey BEFORE INSERT OR UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION rekey_reference();

COMMIT;
