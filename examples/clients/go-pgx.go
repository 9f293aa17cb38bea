// pgx. Strings go in and come out; nothing has to be registered.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
)

func check(good bool) {
	if !good {
		panic("wrong result")
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, "")
	must(err)
	defer db.Close(ctx)
	_, err = db.Exec(ctx, `CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)`)
	must(err)
	_, err = db.Exec(ctx, `CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)`)
	must(err)

	var first, second, name string
	must(db.QueryRow(ctx, `INSERT INTO customer (name) VALUES ($1) RETURNING id`, "first").Scan(&first))
	must(db.QueryRow(ctx, `INSERT INTO customer (name) VALUES ($1) RETURNING id`, "second").Scan(&second))
	check(len(first) == 26 && first < second)
	_, err = db.Exec(ctx, `INSERT INTO orders (customer) VALUES ($1)`, first)
	must(err)

	// By ID, and by a list of IDs
	must(db.QueryRow(ctx, `SELECT name FROM customer WHERE id = $1`, first).Scan(&name))
	check(name == "first")
	var count int
	ids := []string{first, second}
	must(db.QueryRow(ctx, `SELECT count(*) FROM customer WHERE id = ANY($1)`, ids).Scan(&count))
	check(count == 2)

	// By time
	var created time.Time
	var plan string
	hourAgo := time.Now().Add(-time.Hour)
	must(db.QueryRow(ctx, `SELECT max(id::timestamptz) FROM customer WHERE id::timestamptz >= $1`, hourAgo).Scan(&created))
	check(created.After(hourAgo))
	must(db.QueryRow(ctx, `EXPLAIN SELECT FROM customer WHERE id::timestamptz >= $1`, hourAgo).Scan(&plan))
	check(strings.HasPrefix(plan, "Index"))

	// pgx cannot read an array of a type that it does not know into a []string: read it as text[].
	var list []string
	must(db.QueryRow(ctx, `SELECT array_agg(id ORDER BY id)::text[] FROM customer`).Scan(&list))
	check(len(list) == 2 && list[0] == first)

	// COPY in text format. Conn.CopyFrom() sends the binary format, in which an ID is 16 bytes.
	csv := "01ARZ3NDEKTSV4RRFFQ69G5FAV,copied\n"
	_, err = db.PgConn().CopyFrom(ctx, strings.NewReader(csv), `COPY customer (id, name) FROM STDIN (FORMAT csv)`)
	must(err)

	// The errors for texts that are not IDs
	for text, code := range map[string]string{
		"01ARZ3NDEKTSV4RRFFQ69G5FAO": "22P02",
		"81ARZ3NDEKTSV4RRFFQ69G5FAV": "22003",
	} {
		err := db.QueryRow(ctx, `SELECT name FROM customer WHERE id = $1`, text).Scan(&name)
		var pgErr *pgconn.PgError
		check(errors.As(err, &pgErr) && pgErr.Code == code)
	}
}
