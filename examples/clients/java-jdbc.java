// JDBC. setString() sends varchar, and there is no operator ulid = varchar. Use Types.OTHER, a cast,
// the connection parameter stringtype=unspecified, or the extension ulidkit_text.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import java.io.IOException;
import java.io.StringReader;
import java.sql.*;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.postgresql.PGConnection;

class Jdbc {
    static final String url = "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");

    static Connection connect(String... options) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", System.getenv("PGUSER"));
        for (int i = 0; i < options.length; i += 2)
            properties.setProperty(options[i], options[i + 1]);
        return DriverManager.getConnection(url, properties);
    }

    static PreparedStatement byId(Connection db, String condition) throws SQLException {
        return db.prepareStatement("SELECT name FROM customer WHERE " + condition);
    }

    // Types.OTHER sends a text without a type: the server infers that it is a ulid, here as in INSERT and UPDATE.
    static PreparedStatement other(Connection db, String sql, Object... values) throws SQLException {
        PreparedStatement statement = db.prepareStatement(sql);
        for (int i = 0; i < values.length; i++)
            if (values[i] instanceof String || values[i] == null)
                statement.setObject(i + 1, values[i], Types.OTHER);
            else
                statement.setObject(i + 1, values[i]);
        return statement;
    }

    static String names(PreparedStatement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next())
                names.add(rows.getString(1));
        }
        return String.join(" ", names);
    }

    static String sqlstate(PreparedStatement statement) {
        try (ResultSet rows = statement.executeQuery()) {
            return "no error";
        } catch (SQLException error) {
            return error.getSQLState();
        }
    }

    static void says(String name, Object value) { System.out.println(name + ": " + value); }

    static void check(boolean good) {
        if (!good)
            throw new AssertionError();
    }

    public static void main(String[] arguments) throws SQLException, IOException {
        String id = "01ARZ3NDEKTSV4RRFFQ69G5FAV", one = "01KDWPVNG0A1B2C3D4E5F6G7H8",
            two = "01KDZ98CG0A1B2C3D4E5F6G7H8", three = "01KE1VN3G0A1B2C3D4E5F6G7H8";
        try (Connection db = connect()) {
            Statement statement = db.createStatement();
            statement.execute(
                "CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)");
            statement.execute("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)");

            // The server makes the ID. getString() reads it; getObject(..., String.class) fails, as for uuid.
            PreparedStatement insert = db.prepareStatement("INSERT INTO customer (name) VALUES (?)", new String[] {"id"});
            insert.setString(1, "new");
            insert.executeUpdate();
            ResultSet keys = insert.getGeneratedKeys();
            keys.next();
            says("default", keys.getString("id").length());
            says("given", names(other(db, "INSERT INTO customer (id, name) VALUES (?, ?) RETURNING id", id, "given")));
            insert = db.prepareStatement("INSERT INTO customer (id, name) VALUES (?, ?)");
            for (String[] row : new String[][] {{one, "one"}, {two, "two"}, {three, "three"}}) {
                insert.setObject(1, row[0], Types.OTHER);
                insert.setString(2, row[1]);
                insert.addBatch();
            }
            says("batch", insert.executeBatch().length);

            // 1. Types.OTHER
            PreparedStatement query = byId(db, "id = ?");
            query.setObject(1, id, Types.OTHER);
            says("id", names(query));

            // 2. A cast of the parameter. (A cast of the column, id::text = ?, would compare texts.)
            query = byId(db, "id = ?::ulid");
            query.setString(1, id);
            check(names(query).equals("given"));
            query.setString(1, "01ARZ3NDEKTSV4RRFFQ69G5FAO");
            says("bad", sqlstate(query));
            query.setString(1, "81ARZ3NDEKTSV4RRFFQ69G5FAV");
            says("range", sqlstate(query));

            // Without either
            query = byId(db, "id = ?");
            query.setString(1, id);
            says("untyped", sqlstate(query));
            says("typed", sqlstate(other(db, "SELECT name FROM customer WHERE id = ?::text", id)));

            // A list, and an array in a result
            query = byId(db, "id = ANY (?) ORDER BY id");
            query.setArray(1, db.createArrayOf("ulid", new String[] {one, three}));
            says("list", names(query));
            ResultSet rows = statement.executeQuery("SELECT array_agg(id ORDER BY id) FROM customer");
            rows.next();
            check(((Object[]) rows.getArray(1).getArray())[0].toString().equals(id));

            // By ID and by time, with java.time
            says("after_id", names(other(db, "SELECT name FROM customer WHERE id > ? ORDER BY id LIMIT 2", one)));
            says("after_time", names(other(db,
                "SELECT name FROM customer WHERE id::timestamptz > ? ORDER BY id::timestamptz LIMIT 2",
                OffsetDateTime.parse("2026-01-01T12:00Z"))));
            says("time_range", names(other(db,
                "SELECT name FROM customer WHERE id::timestamptz >= ? AND id::timestamptz < ? ORDER BY id",
                OffsetDateTime.parse("2026-01-02T00:00Z"), OffsetDateTime.parse("2026-01-04T00:00Z"))));
            query = other(db, "SELECT id::timestamptz FROM customer WHERE id = ?", one);
            rows = query.executeQuery();
            rows.next();
            check(rows.getObject(1, OffsetDateTime.class).isEqual(OffsetDateTime.parse("2026-01-01T12:00Z")));

            says("update", other(db, "UPDATE customer SET name = ?, parent = ? WHERE id = ?", "second", one, two).executeUpdate());
            says("delete", other(db, "DELETE FROM customer WHERE id = ?", three).executeUpdate());
            rows = other(db, "INSERT INTO customer (name, parent) VALUES (?, ?) RETURNING parent", "nobody", null).executeQuery();
            rows.next();
            says("null", rows.getString(1));

            db.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY customer (id, name) FROM STDIN (FORMAT csv)",
                new StringReader("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n"));
            says("copy", names(other(db, "SELECT name FROM customer WHERE id = ?", "01KE4E1TG0A1B2C3D4E5F6G7H8")));
            String event = names(other(db, "INSERT INTO event (note) VALUES (?) RETURNING id", "started"));
            says("kind", names(other(db, "SELECT note FROM event WHERE id = ?", event)));
        }

        // 3. With this parameter every setString() sends the text without a type. For programs whose SQL you
        // cannot change.
        try (Connection db = connect("stringtype", "unspecified")) {
            PreparedStatement query = byId(db, "id = ?");
            query.setString(1, id);
            check(names(query).equals("given"));
        }

        // 4. In a database that has the extension ulidkit_text, setString() and arrays of text work as they are.
        try (Connection db = connect()) {
            db.createStatement().execute("CREATE EXTENSION ulidkit_text");
            PreparedStatement query = byId(db, "id = ?");
            query.setString(1, id);
            check(names(query).equals("given"));
            query = byId(db, "id = ANY (?)");
            query.setArray(1, db.createArrayOf("text", new String[] {id}));
            check(names(query).equals("given"));
            PreparedStatement update = db.prepareStatement("UPDATE customer SET parent = ? WHERE id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'");
            update.setString(1, one);
            db.setAutoCommit(false);
            check(update.executeUpdate() == 1);
            db.rollback();
        }
    }
}
