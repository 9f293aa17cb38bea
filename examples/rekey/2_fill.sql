-- Step 2: fills the rows that were there before, 1,000 pages a transaction. It can be interrupted and run again.
\set ON_ERROR_STOP on

-- A row is in the page in which it was when this began, or has been written since and was filled by the trigger.
CREATE OR REPLACE PROCEDURE rekey_fill(filled regclass, new_column name, pages bigint DEFAULT 1000, pause interval DEFAULT '0.1 s')
LANGUAGE plpgsql AS $$
DECLARE
    last_page bigint := pg_relation_size(filled) / current_setting('block_size')::bigint;
    page bigint := 0;
BEGIN
    WHILE page <= last_page LOOP
        EXECUTE format('UPDATE %1$s SET %2$I = NULL WHERE ctid >= %3$L AND ctid < %4$L AND %2$I IS NULL',
            filled, new_column, format('(%s,0)', page), format('(%s,0)', page + pages));
        COMMIT;
        PERFORM pg_sleep_for(pause);
        page := page + pages;
    END LOOP;
END
$$;

CALL rekey_fill('orders', 'new_id');
CALL rekey_fill('order_item', 'new_order_id');
CALL rekey_fill('payment', 'new_order_id');
VACUUM ANALYZE orders, order_item, payment;
