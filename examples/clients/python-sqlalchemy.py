# SQLAlchemy, core and ORM, on psycopg2. It needs a type of three lines.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import io
import warnings
from datetime import datetime, timezone

from sqlalchemy import Column, DateTime, ForeignKey, MetaData, Table, Text
from sqlalchemy import cast, create_engine, delete, exc, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.orm import Session, declarative_base, relationship
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import UserDefinedType


# Not String: drivers that send a type with each parameter would send varchar, and there is no operator ulid = varchar.
class Ulid(UserDefinedType):
    cache_ok = True

    def get_col_spec(self, **kw):
        return "ulid"


class Timeid(UserDefinedType):
    cache_ok = True

    def get_col_spec(self, **kw):
        return "timeid"


# For reflection, which otherwise warns and gives the column no type.
ischema_names["ulid"] = Ulid
ischema_names["timeid"] = Timeid

Base = declarative_base()


class Customer(Base):
    __tablename__ = "customer"
    id = Column(Ulid, primary_key=True, server_default=func.ulid_generate())
    name = Column(Text, nullable=False)
    parent = Column(Ulid, ForeignKey("customer.id"), index=True)
    children = relationship("Customer")


class Event(Base):
    __tablename__ = "event"
    id = Column(Timeid, primary_key=True, server_default=func.timeid_generate())
    note = Column(Text)


def says(name, value):
    print(f"{name}: {value}")


engine = create_engine("postgresql+psycopg2://", future=True)
Base.metadata.create_all(engine)
given, one, two, three = (
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")

# ORM: the server makes the IDs, and the objects have them after the flush.
with Session(engine, future=True) as session:
    customer = Customer(name="new", children=[Customer(name="child")])
    session.add(customer)
    session.flush()
    says("default", len(customer.id))
    assert session.get(Customer, customer.id) is customer and customer.children[0].parent == customer.id
    session.delete(customer.children[0])
    nobody = Customer(name="nobody", parent=None)
    session.add(nobody)
    session.commit()
    session.refresh(nobody)
    says("null", nobody.parent)

with engine.begin() as conn:
    def names(query):
        return " ".join(conn.execute(query).scalars())

    says("given", conn.execute(insert(Customer).values(id=given, name="given").returning(Customer.id)).scalar_one())
    batch = [{"id": one, "name": "one"}, {"id": two, "name": "two"}, {"id": three, "name": "three"}]
    says("batch", conn.execute(insert(Customer).values(batch)).rowcount)

    name = select(Customer.name).order_by(Customer.id)
    says("id", names(name.where(Customer.id == given)))
    says("list", names(name.where(Customer.id.in_([one, three]))))
    # An array parameter must say its type.
    any_of = Customer.id == func.any(cast([one, three], ARRAY(Ulid)))
    assert names(name.where(any_of)) == "one three"
    says("after_id", names(name.where(Customer.id > one).limit(2)))

    # By time. Say timezone=True: DateTime() is the local time in the session's time zone.
    created_at = cast(Customer.id, DateTime(timezone=True))
    start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
    says("after_time", names(select(Customer.name).where(created_at > start).order_by(created_at).limit(2)))
    first, last = datetime(2026, 1, 2, tzinfo=timezone.utc), datetime(2026, 1, 4, tzinfo=timezone.utc)
    says("time_range", names(name.where(created_at >= first, created_at < last)))

    second = {"name": "second", "parent": one}
    says("update", conn.execute(update(Customer).where(Customer.id == two).values(second)).rowcount)
    says("delete", conn.execute(delete(Customer).where(Customer.id == three)).rowcount)
    event = conn.execute(insert(Event).values(note="started").returning(Event.id)).scalar_one()
    says("kind", conn.execute(select(Event.note).where(Event.id == event)).scalar_one())

    # COPY is psycopg2's.
    csv = io.StringIO("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n")
    conn.connection.cursor().copy_expert("COPY customer (id, name) FROM STDIN (FORMAT csv)", csv)
    says("copy", names(name.where(Customer.id == "01KE4E1TG0A1B2C3D4E5F6G7H8")))


def sqlstate(query, expected):
    try:
        with engine.connect() as conn:
            conn.execute(query).all()
    except expected as error:
        return error.orig.pgcode
    return "no error"


says("bad", sqlstate(select(Customer).where(Customer.id == "01ARZ3NDEKTSV4RRFFQ69G5FAO"), exc.DataError))
says("range", sqlstate(select(Customer).where(Customer.id == "81ARZ3NDEKTSV4RRFFQ69G5FAV"), exc.DataError))
with engine.connect() as conn:
    says("untyped", conn.execute(text("SELECT name FROM customer WHERE id = :id"), {"id": given}).scalar_one())
typed = text("SELECT name FROM customer WHERE id = CAST(:id AS text)").bindparams(id=given)
says("typed", sqlstate(typed, exc.ProgrammingError))

# Reflection: a table that is read makes the same one.
warnings.simplefilter("error", exc.SAWarning)
table = Table("customer", MetaData(), autoload_with=engine)
made = str(CreateTable(table).compile(engine))
assert isinstance(table.c.id.type, Ulid) and "id ulid DEFAULT ulid_generate() NOT NULL" in made, made
