// Hibernate. With the connection parameter stringtype=unspecified (see JDBC) an ID can be a plain String. Without it, an
// ID needs a UserType, as here.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import java.io.Serializable;
import java.sql.*;
import java.util.Date;
import java.util.List;
import javax.persistence.*;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.Generated;
import org.hibernate.annotations.GenerationTime;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Type;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.SessionImplementor;
import org.hibernate.JDBCException;
import org.hibernate.Query;
import org.hibernate.exception.DataException;
import org.hibernate.exception.SQLGrammarException;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.usertype.UserType;

class HibernateRecipe {
    // A String that goes to the server without a type: the server infers that it is a ulid.
    public static class UlidType implements UserType {
        public int[] sqlTypes() { return new int[] {Types.OTHER}; }
        public Class<?> returnedClass() { return String.class; }
        public Object nullSafeGet(ResultSet rows, String[] names, Object owner) throws SQLException {
            return rows.getString(names[0]);
        }
        public void nullSafeSet(PreparedStatement statement, Object value, int index) throws SQLException {
            statement.setObject(index, value, Types.OTHER);
        }
        public boolean equals(Object a, Object b) { return a == null ? b == null : a.equals(b); }
        public int hashCode(Object value) { return value.hashCode(); }
        public Object deepCopy(Object value) { return value; }
        public boolean isMutable() { return false; }
        public Serializable disassemble(Object value) { return (Serializable) value; }
        public Object assemble(Serializable cached, Object owner) { return cached; }
        public Object replace(Object original, Object target, Object owner) { return original; }
    }

    // Hibernate wants the ID before it inserts the row: the server generates it.
    public static class UlidGenerator implements IdentifierGenerator {
        protected String type() { return "ulid"; }
        public Serializable generate(SessionImplementor session, Object object) {
            if (object instanceof Customer && ((Customer) object).id != null)
                return ((Customer) object).id;
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows = statement.executeQuery("SELECT " + type() + "_generate()")) {
                rows.next();
                return rows.getString(1);
            } catch (SQLException error) {
                throw new org.hibernate.HibernateException(error);
            }
        }
    }

    public static class TimeidGenerator extends UlidGenerator {
        protected String type() { return "timeid"; }
    }

    @Entity(name = "Customer") @Table(name = "customer")
    public static class Customer {
        @Id @GeneratedValue(generator = "ulid")
        @GenericGenerator(name = "ulid", strategy = "HibernateRecipe$UlidGenerator")
        @Type(type = "HibernateRecipe$UlidType") @Column(columnDefinition = "ulid")
        public String id;
        @Column(columnDefinition = "text NOT NULL")
        public String name;
        @ManyToOne @JoinColumn(name = "parent")
        public Customer parent;
        // What the id implies: the server makes it, and Hibernate reads it after the INSERT.
        @Generated(GenerationTime.INSERT) @Temporal(TemporalType.TIMESTAMP)
        @Column(name = "created_at", insertable = false, updatable = false,
            columnDefinition = "timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED")
        public Date createdAt;
        @Generated(GenerationTime.INSERT)
        @Column(name = "public_id", insertable = false, updatable = false,
            columnDefinition = "text GENERATED ALWAYS AS (typeid_encode('cus', id::uuid)) STORED")
        public String publicId;
        public Customer() {}
        Customer(String name, String id) { this.name = name; this.id = id; }
    }

    @Entity(name = "Event") @Table(name = "event")
    public static class Event {
        @Id @GeneratedValue(generator = "timeid")
        @GenericGenerator(name = "timeid", strategy = "HibernateRecipe$TimeidGenerator")
        @Type(type = "HibernateRecipe$UlidType") @Column(columnDefinition = "timeid")
        public String id;
        public String note;
    }

    static Session session;

    static void check(boolean good) { if (!good) throw new AssertionError("wrong result"); }
    static void says(String name, Object value) { System.out.println(name + ": " + value); }

    static void restart(boolean commit) {
        if (commit)
            session.getTransaction().commit();
        else
            session.getTransaction().rollback();
        session.clear();
        session.beginTransaction();
    }

    static Query query(String hql, Object... values) {
        Query query = session.createQuery(hql);
        for (int i = 0; i < values.length; i++)
            if (values[i] instanceof Date)
                query.setTimestamp("p" + i, (Date) values[i]);
            else
                query.setParameter("p" + i, values[i], session.getTypeHelper().custom(UlidType.class));
        return query;
    }

    static String names(Query query) {
        StringBuilder names = new StringBuilder();
        for (Object name : query.list())
            names.append(names.length() == 0 ? "" : " ").append(name);
        return names.toString();
    }

    static String sqlstate(Runnable action) {
        try {
            action.run();
            return "no error";
        } catch (JDBCException error) {
            if (!(error instanceof DataException || error instanceof SQLGrammarException))
                throw error;
            restart(false);
            return error.getSQLState();
        }
    }

    static Date time(String text) { return Date.from(java.time.Instant.parse(text)); }

    public static void main(String[] arguments) throws Exception {
        SessionFactory factory = new Configuration()
            .setProperty("hibernate.connection.url",
                "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE"))
            .setProperty("hibernate.connection.username", System.getenv("PGUSER"))
            .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
            .setProperty("hibernate.hbm2ddl.auto", "create")
            .addAnnotatedClass(Customer.class).addAnnotatedClass(Event.class).buildSessionFactory();
        session = factory.openSession();
        session.beginTransaction();
        // For other clients. (A default in columnDefinition would become one of the columns that refer to it, too.)
        session.createSQLQuery("ALTER TABLE customer ALTER id SET DEFAULT ulid_generate()").executeUpdate();
        session.createSQLQuery("ALTER TABLE event ALTER id SET DEFAULT timeid_generate()").executeUpdate();

        String given = "01ARZ3NDEKTSV4RRFFQ69G5FAV", one = "01KDWPVNG0A1B2C3D4E5F6G7H8",
            two = "01KDZ98CG0A1B2C3D4E5F6G7H8", three = "01KE1VN3G0A1B2C3D4E5F6G7H8";
        Customer customer = new Customer("new", null);
        session.save(customer);
        says("default", customer.id.length());
        says("given", session.save(new Customer("given", given)));
        Customer[] batch = {new Customer("one", one), new Customer("two", two), new Customer("three", three)};
        for (Customer each : batch)
            session.save(each);
        restart(true);
        says("batch", batch.length);

        says("id", ((Customer) session.get(Customer.class, given)).name);
        says("list", names(session.createQuery("select c.name from Customer c where c.id in (:ids) order by c.id")
            .setParameterList("ids", List.of(one, three), session.getTypeHelper().custom(UlidType.class))));
        String select = "select c.name from Customer c where ";
        says("after_id", names(query(select + "c.id > :p0 order by c.id", one).setMaxResults(2)));
        // By time. (cast(c.id as timestamp) is the local time in the session's time zone.)
        String time = "ulid_extract_timestamp(c.id)";
        says("after_time", names(query(select + time + " > :p0 order by " + time, time("2026-01-01T12:00:00Z")).setMaxResults(2)));
        says("time_range", names(query(select + time + " >= :p0 and " + time + " < :p1 order by c.id",
            time("2026-01-02T00:00:00Z"), time("2026-01-04T00:00:00Z"))));

        // By the generated columns
        says("column_newest", names(query("select c.name from Customer c order by c.createdAt desc").setMaxResults(2)));
        says("column_range", names(query(select + "c.createdAt >= :p0 and c.createdAt < :p1 order by c.createdAt",
            time("2026-01-02T00:00:00Z"), time("2026-01-04T00:00:00Z"))));
        customer = (Customer) session.createQuery("from Customer c where c.publicId = :id")
            .setString("id", "cus_01arz3ndektsv4rrffq69g5fav").uniqueResult();
        says("column_public", customer.name);
        List<?> plan = session.createSQLQuery("EXPLAIN SELECT name FROM customer ORDER BY created_at DESC LIMIT 2").list();
        says("column_index", plan.toString().replaceFirst("(?s).*using (\\w+).*", "$1"));

        says("update", query("update Customer c set c.name = 'second', c.parent.id = :p0 where c.id = :p1", one, two).executeUpdate());
        says("delete", query("delete Customer c where c.id = :p0", three).executeUpdate());
        customer = new Customer("nobody", null);
        session.save(customer);
        restart(true);
        says("null", ((Customer) session.get(Customer.class, customer.id)).parent);

        // save() reads the generated columns, and updates and merge() leave them alone.
        Customer created = new Customer("created", null);
        session.save(created);
        session.flush();
        check(created.publicId.startsWith("cus_") && Math.abs(created.createdAt.getTime() - System.currentTimeMillis()) < 60000);
        created.name = "updated";
        restart(true);
        created.name = "merged";
        session.merge(created);
        restart(true);
        Customer read = (Customer) session.get(Customer.class, created.id);
        check(read.name.equals("merged") && read.publicId.equals(created.publicId) && read.createdAt.equals(created.createdAt));
        session.delete(read);
        restart(true);

        says("bad", sqlstate(() -> session.get(Customer.class, "01ARZ3NDEKTSV4RRFFQ69G5FAO")));
        says("range", sqlstate(() -> session.get(Customer.class, "81ARZ3NDEKTSV4RRFFQ69G5FAV")));
        // SQL of its own: a String is sent as varchar
        Query untyped = session.createSQLQuery("SELECT name FROM customer WHERE id = :id").setString("id", given);
        says("untyped", sqlstate(untyped::list));
        Query typed = session.createSQLQuery("SELECT name FROM customer WHERE id = cast(:id AS text)").setString("id", given);
        says("typed", sqlstate(typed::list));

        Event event = new Event();
        event.note = "started";
        session.save(event);
        restart(true);
        says("kind", ((Event) session.get(Event.class, event.id)).note);
        session.close();
        factory.close();
    }
}
