/*
 * libpq. Parameters without a type (the default) go as text; the server infers that they are ulids.
 * The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
 *
 *   cc -I$(pg_config --includedir) libpq.c -lpq
 */
#include <assert.h>
#include <string.h>

#include <libpq-fe.h>

static PGconn *db;

/* A statement with one parameter, or none. */
static PGresult *
query(const char *sql, const char *value, int binary_result)
{
    return PQexecParams(db, sql, value != NULL, NULL, &value, NULL, NULL, binary_result);
}

int
main(void)
{
    PGresult *result;
    char id[27];
    const char *bytes;
    int length, format = 1;

    db = PQconnectdb("");
    assert(PQstatus(db) == CONNECTION_OK);
    query("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)", NULL, 0);
    query("CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)", NULL, 0);

    result = query("INSERT INTO customer (name) VALUES ($1) RETURNING id", "first", 0);
    assert(PQresultStatus(result) == PGRES_TUPLES_OK && PQgetlength(result, 0, 0) == 26);
    strcpy(id, PQgetvalue(result, 0, 0));
    assert(PQresultStatus(query("INSERT INTO orders (customer) VALUES ($1)", id, 0)) == PGRES_COMMAND_OK);

    /* By ID, by the text of a list of IDs, and by time */
    assert(PQntuples(query("SELECT FROM customer WHERE id = $1", id, 0)) == 1);
    assert(PQntuples(query("SELECT FROM customer WHERE id = ANY($1)", "{01ARZ3NDEKTSV4RRFFQ69G5FAV}", 0)) == 0);
    assert(PQntuples(query("SELECT FROM customer WHERE id::timestamptz >= $1", "2025-01-01 00:00:00+00", 0)) == 1);
    result = query("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= $1", "2025-01-01 00:00:00+00", 0);
    assert(strncmp(PQgetvalue(result, 0, 0), "Index", 5) == 0);

    /* The binary form of a ulid is its 16 bytes, in a result and as a parameter. */
    result = query("SELECT id FROM customer", NULL, 1);
    bytes = PQgetvalue(result, 0, 0);
    length = PQgetlength(result, 0, 0);
    assert(length == 16);
    assert(PQntuples(PQexecParams(db, "SELECT FROM customer WHERE id = $1", 1, NULL, &bytes, &length, &format, 0)) == 1);

    /* The errors: a malformed text, a text that is out of range, a binary value of the wrong length */
    result = query("SELECT $1::ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAO", 0);
    assert(strcmp(PQresultErrorField(result, PG_DIAG_SQLSTATE), "22P02") == 0);
    result = query("SELECT $1::ulid", "81ARZ3NDEKTSV4RRFFQ69G5FAV", 0);
    assert(strcmp(PQresultErrorField(result, PG_DIAG_SQLSTATE), "22003") == 0);
    length = 15;
    result = PQexecParams(db, "SELECT $1::ulid", 1, NULL, &bytes, &length, &format, 0);
    assert(strcmp(PQresultErrorField(result, PG_DIAG_SQLSTATE), "22P03") == 0);

    /* A longer program would PQclear() each result. */
    PQfinish(db);
    return 0;
}
