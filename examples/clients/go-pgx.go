// pgx. Strings go in and come out; nothing has to be registered.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
)

var ctx = context.Background()
var db *pgx.Conn

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func first(query string, values ...interface{}) (text string) {
	must(db.QueryRow(ctx, query, values...).Scan(&text))
	return text
}

func names(query string, values ...interface{}) string {
	rows, err := db.Query(ctx, query, values...)
	must(err)
	defer rows.Close()
	var all []string
	for rows.Next() {
		var name string
		must(rows.Scan(&name))
		all = append(all, name)
	}
	must(rows.Err())
	return strings.Join(all, " ")
}

func changed(query string, values ...interface{}) int64 {
	tag, err := db.Exec(ctx, query, values...)
	must(err)
	return tag.RowsAffected()
}

func sqlstate(query string, value string) string {
	var pgErr *pgconn.PgError
	if errors.As(db.QueryRow(ctx, query, value).Scan(new(string)), &pgErr) {
		return pgErr.Code
	}
	return "no error"
}

func main() {
	var err error
	db, err = pgx.Connect(ctx, "")
	must(err)
	defer db.Close(ctx)
	changed(`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)`)
	changed(`CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)`)

	fmt.Println("default:", len(first(`INSERT INTO customer (name) VALUES ($1) RETURNING id`, "new")))
	given := "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	insert := `INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id`
	fmt.Println("given:", first(insert, given, "given"))
	ids := []string{"01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"}
	one, two, three := ids[0], ids[1], ids[2]
	batch := &pgx.Batch{}
	for i, name := range []string{"one", "two", "three"} {
		batch.Queue(insert, ids[i], name)
	}
	must(db.SendBatch(ctx, batch).Close())
	fmt.Println("batch:", batch.Len())

	byID := `SELECT name FROM customer WHERE id = $1`
	fmt.Println("id:", names(byID, given))
	fmt.Println("list:", names(`SELECT name FROM customer WHERE id = ANY($1) ORDER BY id`, []string{one, three}))
	// pgx cannot read an array of a type that it does not know into a []string: read it as text[].
	var list []string
	must(db.QueryRow(ctx, `SELECT array_agg(id ORDER BY id)::text[] FROM customer`).Scan(&list))
	if len(list) != 5 || list[0] != given {
		panic(list)
	}
	fmt.Println("after_id:", names(`SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2`, one))
	day := func(day int, hour int) time.Time { return time.Date(2026, 1, day, hour, 0, 0, 0, time.UTC) }
	afterTime := `SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2`
	fmt.Println("after_time:", names(afterTime, day(1, 12)))
	between := `SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id`
	fmt.Println("time_range:", names(between, day(2, 0), day(4, 0)))

	fmt.Println("update:", changed(`UPDATE customer SET name = $1, parent = $2 WHERE id = $3`, "second", one, two))
	fmt.Println("delete:", changed(`DELETE FROM customer WHERE id = $1`, three))
	var parent *string
	nobody := `INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent`
	must(db.QueryRow(ctx, nobody, "nobody", nil).Scan(&parent))
	if parent == nil {
		fmt.Println("null: null")
	}

	// The errors for texts that are not IDs, and for a parameter of type text
	fmt.Println("bad:", sqlstate(byID, "01ARZ3NDEKTSV4RRFFQ69G5FAO"))
	fmt.Println("range:", sqlstate(byID, "81ARZ3NDEKTSV4RRFFQ69G5FAV"))
	fmt.Println("untyped:", names(byID, given))
	fmt.Println("typed:", sqlstate(`SELECT name FROM customer WHERE id = $1::text`, given))

	// COPY in text format. Conn.CopyFrom() sends the binary format, in which an ID is 16 bytes.
	csv := "01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n"
	_, err = db.PgConn().CopyFrom(ctx, strings.NewReader(csv), `COPY customer (id, name) FROM STDIN (FORMAT csv)`)
	must(err)
	fmt.Println("copy:", names(byID, "01KE4E1TG0A1B2C3D4E5F6G7H8"))

	event := first(`INSERT INTO event (note) VALUES ('started') RETURNING id`)
	fmt.Println("kind:", first(`SELECT note FROM event WHERE id = $1`, event))
}
