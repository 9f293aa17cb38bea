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
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Type;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.SessionImplementor;
import org.hibernate.exception.DataException;
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

    // Hibernate wants the ID before it inserts the row.
    public static class UlidGenerator implements IdentifierGenerator {
        public Serializable generate(SessionImplementor session, Object object) {
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows = statement.executeQuery("SELECT ulid_generate()")) {
                rows.next();
                return rows.getString(1);
            } catch (SQLException error) {
                throw new org.hibernate.HibernateException(error);
            }
        }
    }

    @Entity(name = "Customer") @Table(name = "customer")
    public static class Customer {
        @Id @GeneratedValue(generator = "ulid")
        @GenericGenerator(name = "ulid", strategy = "HibernateRecipe$UlidGenerator")
        @Type(type = "HibernateRecipe$UlidType") @Column(columnDefinition = "ulid")
        public String id;
        public String name;
    }

    @Entity(name = "Order") @Table(name = "orders")
    public static class Order {
        @Id @GeneratedValue(generator = "ulid")
        @GenericGenerator(name = "ulid", strategy = "HibernateRecipe$UlidGenerator")
        @Type(type = "HibernateRecipe$UlidType") @Column(columnDefinition = "ulid")
        public String id;
        @ManyToOne
        public Customer customer;
    }

    static void check(boolean good) {
        if (!good)
            throw new AssertionError();
    }

    public static void main(String[] arguments) {
        SessionFactory factory = new Configuration()
            .setProperty("hibernate.connection.url",
                "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE"))
            .setProperty("hibernate.connection.username", System.getenv("PGUSER"))
            .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
            .setProperty("hibernate.hbm2ddl.auto", "create")
            .addAnnotatedClass(Customer.class).addAnnotatedClass(Order.class).buildSessionFactory();
        Session session = factory.openSession();
        session.beginTransaction();
        // For other clients. (A default in columnDefinition would become one of the columns that refer to it, too.)
        session.createSQLQuery("ALTER TABLE customer ALTER id SET DEFAULT ulid_generate()").executeUpdate();

        Customer customer = new Customer();
        customer.name = "first";
        session.save(customer);
        Order order = new Order();
        order.customer = customer;
        session.save(order);
        session.getTransaction().commit();
        session.clear();
        check(customer.id.length() == 26);

        session.beginTransaction();
        check(((Customer) session.get(Customer.class, customer.id)).name.equals("first"));
        List<?> found = session.createQuery("from Order o join fetch o.customer c where c.id in (:ids)")
            .setParameterList("ids", List.of(customer.id)).list();
        check(((Order) found.get(0)).customer.name.equals("first"));

        // By time. (cast(c.id as timestamp) is the local time in the session's time zone.)
        Date hourAgo = new Date(System.currentTimeMillis() - 3600_000);
        check(session.createQuery("from Customer c where ulid_extract_timestamp(c.id) >= :t")
            .setTimestamp("t", hourAgo).list().size() == 1);

        for (String[] bad : new String[][] {{"01ARZ3NDEKTSV4RRFFQ69G5FAO", "22P02"}, {"81ARZ3NDEKTSV4RRFFQ69G5FAV", "22003"}})
            try {
                session.get(Customer.class, bad[0]);
                throw new AssertionError("no error");
            } catch (DataException error) {
                check(error.getSQLState().equals(bad[1]));
                session.getTransaction().rollback();
                session.clear();
                session.beginTransaction();
            }
        session.close();
        factory.close();
    }
}
