// EclipseLink. An ID is a String, with the connection parameter stringtype=unspecified (see JDBC), and a sequence of its own.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import java.io.StringReader;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import javax.persistence.*;
import org.eclipse.persistence.config.SessionCustomizer;
import org.eclipse.persistence.internal.databaseaccess.Accessor;
import org.eclipse.persistence.internal.sessions.AbstractSession;
import org.eclipse.persistence.queries.SQLCall;
import org.eclipse.persistence.queries.ValueReadQuery;
import org.eclipse.persistence.sequencing.Sequence;
import org.eclipse.persistence.sessions.Session;
import org.postgresql.PGConnection;

class EclipseLinkRecipe {
    // EclipseLink wants the ID before it inserts the row: the server generates it.
    public static class GeneratedId extends Sequence {
        public GeneratedId(String type) { super(type, 1); }
        public Object getGeneratedValue(Accessor accessor, AbstractSession session, String type) {
            return session.executeQuery(new ValueReadQuery(new SQLCall("SELECT " + getName() + "_generate()::text")));
        }
        public Vector<?> getGeneratedVector(Accessor accessor, AbstractSession session, String type, int size) { return null; }
        public void onConnect() {}
        public void onDisconnect() {}
        public boolean shouldAcquireValueAfterInsert() { return false; }
        public boolean shouldUseTransaction() { return false; }
        public boolean shouldUsePreallocation() { return false; }
    }

    public static class Sequences implements SessionCustomizer {
        public void customize(Session session) {
            session.getLogin().addSequence(new GeneratedId("ulid"));
            session.getLogin().addSequence(new GeneratedId("timeid"));
        }
    }

    @Entity(name = "Customer") @Table(name = "customer")
    public static class Customer {
        @Id @GeneratedValue(generator = "ulid") @Column(columnDefinition = "ulid DEFAULT ulid_generate()")
        public String id;
        @Column(columnDefinition = "text NOT NULL")
        public String name;
        @Column(columnDefinition = "ulid")
        public String parent;
        public Customer() {}
        Customer(String name, String id) { this.name = name; this.id = id; }
    }

    @Entity(name = "Event") @Table(name = "event")
    public static class Event {
        @Id @GeneratedValue(generator = "timeid") @Column(columnDefinition = "timeid DEFAULT timeid_generate()")
        public String id;
        public String note;
    }

    static void says(String name, Object value) { System.out.println(name + ": " + value); }

    static EntityManager em;

    static void save(Object... entities) {
        em.getTransaction().begin();
        for (Object entity : entities)
            em.persist(entity);
        em.getTransaction().commit();
        em.clear();
    }

    static int change(Query query) {
        em.getTransaction().begin();
        int rows = query.executeUpdate();
        em.getTransaction().commit();
        return rows;
    }

    static String names(String rest, Object... parameters) {
        TypedQuery<String> query = em.createQuery("SELECT c.name FROM Customer c WHERE " + rest, String.class);
        for (int i = 0; i < parameters.length; i++)
            query.setParameter(i + 1, parameters[i]);
        return String.join(" ", query.setMaxResults(2).getResultList());
    }

    static String sqlstate(Runnable query) {
        try {
            query.run();
        } catch (RuntimeException error) {
            Throwable cause = error;
            while (!(cause instanceof SQLException))
                cause = cause.getCause();
            return ((SQLException) cause).getSQLState();
        }
        return "no error";
    }

    public static void main(String[] arguments) throws Exception {
        EntityManagerFactory factory = Persistence.createEntityManagerFactory("customers", Map.of(
            "javax.persistence.jdbc.url", "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/"
                + System.getenv("PGDATABASE") + "?stringtype=unspecified",
            "javax.persistence.jdbc.user", System.getenv("PGUSER"),
            "javax.persistence.schema-generation.database.action", "create"));
        em = factory.createEntityManager();

        Customer customer = new Customer("new", null);
        save(customer);
        says("default", customer.id.length());
        String given = "01ARZ3NDEKTSV4RRFFQ69G5FAV", one = "01KDWPVNG0A1B2C3D4E5F6G7H8",
            two = "01KDZ98CG0A1B2C3D4E5F6G7H8", three = "01KE1VN3G0A1B2C3D4E5F6G7H8";
        customer = new Customer("given", given);
        save(customer);
        says("given", customer.id);
        Customer[] batch = {new Customer("one", one), new Customer("two", two), new Customer("three", three)};
        save((Object[]) batch);
        says("batch", batch.length);

        says("id", em.find(Customer.class, given).name);
        says("list", names("c.id IN ?1 ORDER BY c.id", List.of(one, three)));
        says("after_id", names("c.id > ?1 ORDER BY c.id", one));
        String time = "FUNCTION('ulid_extract_timestamp', c.id)";
        says("after_time", names(time + " > ?1 ORDER BY " + time, Timestamp.from(Instant.parse("2026-01-01T12:00:00Z"))));
        says("time_range", names(time + " >= ?1 AND " + time + " < ?2 ORDER BY c.id",
            Timestamp.from(Instant.parse("2026-01-02T00:00:00Z")), Timestamp.from(Instant.parse("2026-01-04T00:00:00Z"))));

        says("update", change(em.createQuery("UPDATE Customer c SET c.name = 'second', c.parent = ?1 WHERE c.id = ?2")
            .setParameter(1, one).setParameter(2, two)));
        says("delete", change(em.createQuery("DELETE FROM Customer c WHERE c.id = ?1").setParameter(1, three)));
        customer = new Customer("nobody", null);
        save(customer);
        says("null", em.find(Customer.class, customer.id).parent);

        says("bad", sqlstate(() -> em.find(Customer.class, "01ARZ3NDEKTSV4RRFFQ69G5FAO")));
        says("range", sqlstate(() -> em.find(Customer.class, "81ARZ3NDEKTSV4RRFFQ69G5FAV")));
        Query untyped = em.createNativeQuery("SELECT name FROM customer WHERE id = ?1").setParameter(1, given);
        says("untyped", untyped.getSingleResult());
        Query typed = em.createNativeQuery("SELECT name FROM customer WHERE id = CAST(?1 AS text)").setParameter(1, given);
        says("typed", sqlstate(typed::getSingleResult));

        // COPY is the driver's.
        em.getTransaction().begin();
        em.unwrap(java.sql.Connection.class).unwrap(PGConnection.class).getCopyAPI().copyIn(
            "COPY customer (id, name) FROM STDIN (FORMAT csv)", new StringReader("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n"));
        em.getTransaction().commit();
        says("copy", em.find(Customer.class, "01KE4E1TG0A1B2C3D4E5F6G7H8").name);

        Event event = new Event();
        event.note = "started";
        save(event);
        says("kind", em.find(Event.class, event.id).note);
        factory.close();
    }
}
