// lib/pq, by database/sql. Strings go in and come out, also in arrays and COPY.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lib/pq"
)

var db *sql.DB

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func first(query string, values ...interface{}) (text string) {
	must(db.QueryRow(query, values...).Scan(&text))
	return text
}

func names(query string, values ...interface{}) string {
	rows, err := db.Query(query, values...)
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
	result, err := db.Exec(query, values...)
	must(err)
	rows, err := result.RowsAffected()
	must(err)
	return rows
}

func sqlstate(query string, value string) string {
	var pqErr *pq.Error
	if errors.As(db.QueryRow(query, value).Scan(new(string)), &pqErr) {
		return string(pqErr.Code)
	}
	return "no error"
}

func main() {
	var err error
	db, err = sql.Open("postgres", "")
	must(err)
	defer db.Close()
	changed(`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)`)
	changed(`CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)`)

	fmt.Println("default:", len(first(`INSERT INTO customer (name) VALUES ($1) RETURNING id`, "new")))
	given := "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	fmt.Println("given:", first(`INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id`, given, "given"))
	ids := []string{"01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"}
	one, two, three := ids[0], ids[1], ids[2]
	batch := `INSERT INTO customer (id, name) SELECT * FROM unnest($1::ulid[], $2::text[])`
	fmt.Println("batch:", changed(batch, pq.Array(ids), pq.Array([]string{"one", "two", "three"})))

	byID := `SELECT name FROM customer WHERE id = $1`
	fmt.Println("id:", names(byID, given))
	some := []string{one, three}
	fmt.Println("list:", names(`SELECT name FROM customer WHERE id = ANY($1) ORDER BY id`, pq.Array(some)))
	var list []string
	must(db.QueryRow(`SELECT array_agg(id ORDER BY id) FROM customer WHERE id = ANY($1)`, pq.Array(some)).Scan(pq.Array(&list)))
	if len(list) != 2 || list[0] != one || list[1] != three {
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
	insert := `INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent`
	must(db.QueryRow(insert, "nobody", nil).Scan(&parent))
	if parent == nil {
		fmt.Println("null: null")
	}

	fmt.Println("bad:", sqlstate(byID, "01ARZ3NDEKTSV4RRFFQ69G5FAO"))
	fmt.Println("range:", sqlstate(byID, "81ARZ3NDEKTSV4RRFFQ69G5FAV"))
	fmt.Println("untyped:", names(byID, given))
	fmt.Println("typed:", sqlstate(`SELECT name FROM customer WHERE id = $1::text`, given))

	transaction, err := db.Begin()
	must(err)
	copying, err := transaction.Prepare(pq.CopyIn("customer", "id", "name"))
	must(err)
	_, err = copying.Exec("01KE4E1TG0A1B2C3D4E5F6G7H8", "copied")
	must(err)
	_, err = copying.Exec()
	must(err)
	must(copying.Close())
	must(transaction.Commit())
	fmt.Println("copy:", names(byID, "01KE4E1TG0A1B2C3D4E5F6G7H8"))

	event := first(`INSERT INTO event (note) VALUES ('started') RETURNING id`)
	fmt.Println("kind:", first(`SELECT note FROM event WHERE id = $1`, event))
}
