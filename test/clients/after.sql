-- What the database has after a recipe: the columns of the IDs, and the rows. IDs of the last hour are not shown.
SELECT attrelid::regclass AS "table", attname AS "column", format_type(atttypid, atttypmod) AS type, attnotnull AS not_null,
    pg_get_expr(adbin, adrelid) AS "default",
    EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indkey::text = attnum::text AND indisprimary) AS key
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid IN ('customer'::regclass, 'event'::regclass) AND attnum > 0 AND attname IN ('id', 'parent')
ORDER BY attrelid::regclass::text, attnum;

SELECT CASE WHEN id::timestamptz < now() - '1 hour'::interval THEN id::text END AS id, name, parent
FROM customer WHERE name <> 'copied' ORDER BY customer.id;

SELECT id::timestamptz > now() - '1 hour'::interval AS new, note FROM event ORDER BY id;
