// lib/pq, by database/sql. Strings go in and come out, also in arrays and COPY.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
package main

import (
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/lib/pq"
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
	db, err := sql.Open("postgres", "")
	must(err)
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)`)
	must(err)
	_, err = db.Exec(`CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)`)
	must(err)

	var first, second, name string
	must(db.QueryRow(`INSERT INTO customer (name) VALUES ($1) RETURNING id`, "first").Scan(&first))
	must(db.QueryRow(`INSERT INTO customer (name) VALUES ($1) RETURNING id`, "second").Scan(&second))
	check(len(first) == 26 && first < second)
	_, err = db.Exec(`INSERT INTO orders (customer) VALUES ($1)`, first)
	must(err)

	must(db.QueryRow(`SELECT name FROM customer WHERE id = $1`, first).Scan(&name))
	check(name == "first")
	var list []string
	must(db.QueryRow(`SELECT array_agg(id ORDER BY id) FROM customer WHERE id = ANY($1)`, pq.Array([]string{first, second})).
		Scan(pq.Array(&list)))
	check(len(list) == 2 && list[0] == first)

	var created time.Time
	var plan string
	hourAgo := time.Now().Add(-time.Hour)
	must(db.QueryRow(`SELECT max(id::timestamptz) FROM customer WHERE id::timestamptz >= $1`, hourAgo).Scan(&created))
	check(created.After(hourAgo))
	must(db.QueryRow(`EXPLAIN SELECT FROM customer WHERE id::timestamptz >= $1`, hourAgo).Scan(&plan))
	check(strings.HasPrefix(plan, "Index"))

	transaction, err := db.Begin()
	must(err)
	copying, err := transaction.Prepare(pq.CopyIn("customer", "id", "name"))
	must(err)
	_, err = copying.Exec("01ARZ3NDEKTSV4RRFFQ69G5FAV", "copied")
	must(err)
	_, err = copying.Exec()
	must(err)
	must(copying.Close())
	must(transaction.Commit())

	for text, code := range map[string]string{
		"01ARZ3NDEKTSV4RRFFQ69G5FAO": "22P02",
		"81ARZ3NDEKTSV4RRFFQ69G5FAV": "22003",
	} {
		err := db.QueryRow(`SELECT name FROM customer WHERE id = $1`, text).Scan(&name)
		var pqErr *pq.Error
		check(errors.As(err, &pqErr) && string(pqErr.Code) == code)
	}
}
