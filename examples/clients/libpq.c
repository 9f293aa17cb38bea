/*
 * libpq. Parameters without a type (the default) go as text; the server infers that they are ulids.
 * The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
 *
 *   cc -I$(pg_config --includedir) libpq.c -lpq
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <libpq-fe.h>

static PGconn *db;

/* A statement with up to three parameters. A longer program would PQclear() each result. */
static PGresult *
query(const char *sql, const char *one, const char *two, const char *three)
{
    const char *values[] = {one, two, three};
    int count = strstr(sql, "$3") ? 3 : strstr(sql, "$2") ? 2 : strstr(sql, "$1") ? 1 : 0;

    return PQexecParams(db, sql, count, NULL, values, NULL, NULL, 0);
}

static void
names(const char *label, PGresult *result)
{
    int i;

    assert(PQresultStatus(result) == PGRES_TUPLES_OK);
    printf("%s:", label);
    for (i = 0; i < PQntuples(result); i++)
        printf(" %s", PQgetvalue(result, i, 0));
    printf("\n");
}

static void
sqlstate(const char *label, PGresult *result)
{
    printf("%s: %s\n", label, PQresultErrorField(result, PG_DIAG_SQLSTATE));
}

int
main(void)
{
    static const char insert[] = "INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id";
    static const char by_id[] = "SELECT name FROM customer WHERE id = $1";
    static const char given[] = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    static const char one[] = "01KDWPVNG0A1B2C3D4E5F6G7H8", two[] = "01KDZ98CG0A1B2C3D4E5F6G7H8";
    static const char three[] = "01KE1VN3G0A1B2C3D4E5F6G7H8", copied[] = "01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n";
    PGresult *result;
    const char *bytes;
    int length, format = 1;

    db = PQconnectdb("");
    assert(PQstatus(db) == CONNECTION_OK);
    PQexec(db, "CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)");
    PQexec(db, "CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)");

    result = query("INSERT INTO customer (name) VALUES ($1) RETURNING id", "new", NULL, NULL);
    assert(PQresultStatus(result) == PGRES_TUPLES_OK);
    printf("default: %d\n", PQgetlength(result, 0, 0));
    names("given", query(insert, given, "given", NULL));
    /* The texts of arrays */
    result = query("INSERT INTO customer (id, name) SELECT * FROM unnest($1::ulid[], $2::text[])",
                   "{01KDWPVNG0A1B2C3D4E5F6G7H8,01KDZ98CG0A1B2C3D4E5F6G7H8,01KE1VN3G0A1B2C3D4E5F6G7H8}", "{one,two,three}", NULL);
    printf("batch: %s\n", PQcmdTuples(result));

    names("id", query(by_id, given, NULL, NULL));
    names("list", query("SELECT name FROM customer WHERE id = ANY($1) ORDER BY id",
                        "{01KDWPVNG0A1B2C3D4E5F6G7H8,01KE1VN3G0A1B2C3D4E5F6G7H8}", NULL, NULL));
    names("after_id", query("SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2", one, NULL, NULL));
    names("after_time", query("SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2",
                              "2026-01-01 12:00:00+00", NULL, NULL));
    names("time_range",
          query("SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id",
                "2026-01-02 00:00:00+00", "2026-01-04 00:00:00+00", NULL));

    result = query("UPDATE customer SET name = $1, parent = $2 WHERE id = $3", "second", one, two);
    printf("update: %s\n", PQcmdTuples(result));
    printf("delete: %s\n", PQcmdTuples(query("DELETE FROM customer WHERE id = $1", three, NULL, NULL)));
    result = query("INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent", "nobody", NULL, NULL);
    printf("null: %s\n", PQgetisnull(result, 0, 0) ? "null" : PQgetvalue(result, 0, 0));

    sqlstate("bad", query(by_id, "01ARZ3NDEKTSV4RRFFQ69G5FAO", NULL, NULL));
    sqlstate("range", query(by_id, "81ARZ3NDEKTSV4RRFFQ69G5FAV", NULL, NULL));
    names("untyped", query(by_id, given, NULL, NULL));
    sqlstate("typed", query("SELECT name FROM customer WHERE id = $1::text", given, NULL, NULL));

    PQexec(db, "COPY customer (id, name) FROM STDIN (FORMAT csv)");
    assert(PQputCopyData(db, copied, strlen(copied)) == 1 && PQputCopyEnd(db, NULL) == 1);
    while ((result = PQgetResult(db)) != NULL)
        assert(PQresultStatus(result) == PGRES_COMMAND_OK);
    names("copy", query(by_id, "01KE4E1TG0A1B2C3D4E5F6G7H8", NULL, NULL));

    result = query("INSERT INTO event (note) VALUES ($1) RETURNING id", "started", NULL, NULL);
    names("kind", query("SELECT note FROM event WHERE id = $1", PQgetvalue(result, 0, 0), NULL, NULL));

    /* The binary form of a ulid is its 16 bytes, in a result and as a parameter. */
    result = PQexecParams(db, "SELECT min(id) FROM customer", 0, NULL, NULL, NULL, NULL, 1);
    bytes = PQgetvalue(result, 0, 0);
    length = PQgetlength(result, 0, 0);
    assert(length == 16);
    assert(PQntuples(PQexecParams(db, "SELECT FROM customer WHERE id = $1", 1, NULL, &bytes, &length, &format, 0)) == 1);
    length = 15;
    result = PQexecParams(db, "SELECT $1::ulid", 1, NULL, &bytes, &length, &format, 0);
    assert(strcmp(PQresultErrorField(result, PG_DIAG_SQLSTATE), "22P03") == 0);

    PQfinish(db);
    return 0;
}
