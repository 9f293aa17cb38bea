// JDBC. setString() sends varchar, and there is no operator ulid = varchar. Use Types.OTHER, a cast,
// the connection parameter stringtype=unspecified, or the extension ulidkit_text.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import java.sql.*;
import java.time.OffsetDateTime;
import java.util.Properties;

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

    static String first(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    static void check(boolean good) {
        if (!good)
            throw new AssertionError();
    }

    static void fails(String state, PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            throw new AssertionError("no error");
        } catch (SQLException error) {
            if (!state.equals(error.getSQLState()))
                throw error;
        }
    }

    public static void main(String[] arguments) throws SQLException {
        try (Connection db = connect()) {
            Statement statement = db.createStatement();
            statement.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)");
            statement.execute(
                "CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)");

            // The server makes the ID. getString() reads it; getObject(..., String.class) fails, as for uuid.
            PreparedStatement insert = db.prepareStatement("INSERT INTO customer (name) VALUES (?)", new String[] {"id"});
            insert.setString(1, "first");
            insert.executeUpdate();
            ResultSet keys = insert.getGeneratedKeys();
            keys.next();
            String id = keys.getString("id");
            check(id.length() == 26);

            // 1. Types.OTHER sends the text without a type, and the server infers that it is a ulid.
            PreparedStatement order = db.prepareStatement("INSERT INTO orders (customer) VALUES (?)");
            order.setObject(1, id, Types.OTHER);
            order.executeUpdate();
            PreparedStatement query = byId(db, "id = ?");
            query.setObject(1, id, Types.OTHER);
            check("first".equals(first(query)));

            // 2. A cast of the parameter. (A cast of the column, id::text = ?, would read the whole table.)
            query = byId(db, "id = ?::ulid");
            query.setString(1, id);
            check("first".equals(first(query)));
            query = db.prepareStatement("EXPLAIN SELECT FROM customer WHERE id = ?::ulid");
            query.setString(1, id);
            check(first(query).startsWith("Index"));

            // Without either
            query = byId(db, "id = ?");
            query.setString(1, id);
            fails("42883", query);

            // A list, and an array in a result
            query = byId(db, "id = ANY (?)");
            query.setArray(1, db.createArrayOf("ulid", new String[] {id}));
            check("first".equals(first(query)));
            ResultSet rows = statement.executeQuery("SELECT array_agg(id) FROM customer");
            rows.next();
            check(((Object[]) rows.getArray(1).getArray())[0].toString().equals(id));

            // By time, with java.time
            OffsetDateTime hourAgo = OffsetDateTime.now().minusHours(1);
            query = db.prepareStatement("SELECT id::timestamptz FROM customer WHERE id::timestamptz >= ?");
            query.setObject(1, hourAgo);
            rows = query.executeQuery();
            rows.next();
            check(rows.getObject(1, OffsetDateTime.class).isAfter(hourAgo));
            query = db.prepareStatement("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= ?");
            query.setObject(1, hourAgo);
            check(first(query).startsWith("Index"));

            // The errors for texts that are not IDs
            query = byId(db, "id = ?::ulid");
            query.setString(1, "01ARZ3NDEKTSV4RRFFQ69G5FAO");
            fails("22P02", query);
            query.setString(1, "81ARZ3NDEKTSV4RRFFQ69G5FAV");
            fails("22003", query);
        }

        // 3. With this parameter every setString() sends the text without a type. For programs whose SQL you
        // cannot change.
        try (Connection db = connect("stringtype", "unspecified")) {
            String id = first(db.prepareStatement("SELECT id FROM customer"));
            PreparedStatement query = byId(db, "id = ?");
            query.setString(1, id);
            check("first".equals(first(query)));
        }

        // 4. In a database that has the extension ulidkit_text, setString() and arrays of text work as they are.
        try (Connection db = connect()) {
            db.createStatement().execute("CREATE EXTENSION ulidkit_text");
            String id = first(db.prepareStatement("SELECT id FROM customer"));
            PreparedStatement query = byId(db, "id = ?");
            query.setString(1, id);
            check("first".equals(first(query)));
            query = db.prepareStatement("EXPLAIN SELECT FROM customer WHERE id = ?");
            query.setString(1, id);
            check(first(query).startsWith("Index"));
            query = byId(db, "id = ANY (?)");
            query.setArray(1, db.createArrayOf("text", new String[] {id}));
            check("first".equals(first(query)));
            PreparedStatement order = db.prepareStatement("INSERT INTO orders (customer) VALUES (?)");
            order.setString(1, id);
            order.executeUpdate();
        }
    }
}
