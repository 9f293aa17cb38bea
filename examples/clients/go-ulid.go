// IDs as oklog/ulid has them, 16 bytes, with pgx and lib/pq: a type that sends and reads texts, or a cast.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
	"github.com/lib/pq"
	"github.com/oklog/ulid"
)

// ULID is a text for the drivers. For a column that can be NULL, use *ULID.
type ULID struct{ ulid.ULID }

func (id ULID) Value() (driver.Value, error) { return id.String(), nil }

func (id *ULID) Scan(value interface{}) error {
	switch text := value.(type) {
	case string: // of pgx
		return id.UnmarshalText([]byte(text))
	case []byte: // of lib/pq
		return id.UnmarshalText(text)
	}
	return ulid.ErrScanValue
}

type row interface {
	Scan(to ...interface{}) error
}

var given = ULID{ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func check(what string, is bool) {
	if !is {
		panic(what)
	}
}

// What is the same with both drivers.
func use(query func(string, ...interface{}) row) {
	var id, ofGiven ULID
	var parent *ULID
	must(query(`INSERT INTO customer (id, name) VALUES ($1, 'given') RETURNING id, parent`, given).Scan(&id, &parent))
	check("given", id == given && parent == nil)
	must(query(`INSERT INTO customer (parent, name) VALUES ($1, 'new') RETURNING id, parent`, given).Scan(&id, &parent))
	check("default", time.Since(ulid.Time(id.Time())) < time.Hour && *parent == given)
	check("NULL", query(`INSERT INTO customer (name) VALUES ('third') RETURNING parent`).Scan(&ofGiven) != nil)

	found := func(query row) (name string) {
		must(query.Scan(&name))
		return name
	}
	check("ULID", found(query(`SELECT name FROM customer WHERE id = $1`, given)) == "given")
	// Without the type
	check("cast", found(query(`SELECT name FROM customer WHERE id = $1::bytea::ulid`, given.ULID)) == "given")
	check("text", found(query(`SELECT name FROM customer WHERE id = $1`, given.ULID.String())) == "given")
}

func usePgx() {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, "")
	must(err)
	defer db.Close(ctx)
	use(func(query string, values ...interface{}) row { return db.QueryRow(ctx, query, values...) })

	var count int
	ids := []ULID{given, given}
	must(db.QueryRow(ctx, `SELECT count(*) FROM customer WHERE id = ANY($1::text[]::ulid[])`, ids).Scan(&count))
	check("list", count == 1)
	// The type of oklog/ulid alone
	var id ulid.ULID
	must(db.QueryRow(ctx, `SELECT id FROM customer WHERE name = 'given'`).Scan(&id))
	check("read", id == given.ULID)
	var pgErr *pgconn.PgError
	err = db.QueryRow(ctx, `SELECT name FROM customer WHERE id = $1`, given.ULID).Scan(new(string))
	check("bytes", errors.As(err, &pgErr) && pgErr.Code == "22P02" && strings.Contains(pgErr.Hint, "::bytea::ulid"))
}

func usePq() {
	db, err := sql.Open("postgres", "")
	must(err)
	defer db.Close()
	use(func(query string, values ...interface{}) row { return db.QueryRow(query, values...) })

	var list []ULID
	ids := []ULID{given, given}
	must(db.QueryRow(`SELECT array_agg(id) FROM customer WHERE id = ANY($1)`, pq.Array(ids)).Scan(pq.Array(&list)))
	check("list", len(list) == 1 && list[0] == given)
	// The type of oklog/ulid alone
	var id ulid.ULID
	err = db.QueryRow(`SELECT id FROM customer WHERE name = 'given'`).Scan(&id)
	check("read", errors.Is(err, ulid.ErrDataSize))
	var pqErr *pq.Error
	byID := `SELECT name FROM customer WHERE id = $1`
	check("bytes", errors.As(db.QueryRow(byID, given.ULID).Scan(new(string)), &pqErr) && pqErr.Code == "22021")
	binary, err := sql.Open("postgres", "binary_parameters=yes")
	must(err)
	defer binary.Close()
	must(binary.QueryRow(byID, given.ULID).Scan(new(string)))
}

func main() {
	db, err := sql.Open("postgres", "")
	must(err)
	defer db.Close()
	for name, use := range map[string]func(){"pgx": usePgx, "lib/pq": usePq} {
		_, err = db.Exec(`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)`)
		must(err)
		use()
		_, err = db.Exec(`DROP TABLE customer`)
		must(err)
		fmt.Println(name)
	}
}
