# SQLAlchemy, core and ORM, on psycopg2. It needs a type of three lines.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
from datetime import datetime, timedelta, timezone

import sqlalchemy
from sqlalchemy import Column, DateTime, ForeignKey, MetaData, Table, Text, cast, create_engine, exc, func, insert, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.orm import Session, declarative_base, relationship
from sqlalchemy.types import UserDefinedType


# Not String: drivers that send a type with each parameter would send varchar, and there is no operator ulid = varchar.
class Ulid(UserDefinedType):
    cache_ok = True

    def get_col_spec(self, **kw):
        return "ulid"


# For reflection, which otherwise warns and gives the column no type.
ischema_names["ulid"] = Ulid

Base = declarative_base()


class Customer(Base):
    __tablename__ = "customer"
    id = Column(Ulid, primary_key=True, server_default=func.ulid_generate())
    name = Column(Text, nullable=False)
    orders = relationship("Order", back_populates="customer")


class Order(Base):
    __tablename__ = "orders"
    id = Column(Ulid, primary_key=True, server_default=func.ulid_generate())
    customer_id = Column(Ulid, ForeignKey(Customer.id))
    customer = relationship(Customer, back_populates="orders")


engine = create_engine("postgresql+psycopg2://", future=True)
Base.metadata.create_all(engine)

# ORM: the server makes the IDs, and the objects have them after the flush.
with Session(engine, future=True) as session:
    customer = Customer(name="first", orders=[Order(), Order()])
    session.add(customer)
    session.commit()
    first = customer.id
    assert len(first) == 26 and {order.customer_id for order in customer.orders} == {first}
    assert session.get(Customer, first) is customer

with engine.begin() as conn:
    second = conn.execute(insert(Customer).values(name="second").returning(Customer.id)).scalar_one()
    assert conn.execute(select(Customer.name).where(Customer.id == first)).scalar_one() == "first"
    assert len(conn.execute(select(Customer).where(Customer.id.in_([first, second]))).all()) == 2
    # An array parameter must say its type.
    any_of = Customer.id == func.any(cast([first, second], ARRAY(Ulid)))
    assert len(conn.execute(select(Customer).where(any_of)).all()) == 2

    # By time. Say timezone=True: DateTime() is the local time in the session's time zone.
    created_at = cast(Customer.id, DateTime(timezone=True))
    hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
    query = select(created_at).where(created_at >= hour_ago).order_by(created_at.desc())
    assert len(conn.execute(query).all()) == 2
    compiled = query.compile(engine)
    plan = conn.exec_driver_sql(f"EXPLAIN {compiled}", compiled.params).scalars().all()
    assert any("Index Cond: (id >=" in line for line in plan)

# Reflection
assert isinstance(Table("customer", MetaData(), autoload_with=engine).c.id.type, Ulid)

for bad, sqlstate in (("01ARZ3NDEKTSV4RRFFQ69G5FAO", "22P02"), ("81ARZ3NDEKTSV4RRFFQ69G5FAV", "22003")):
    try:
        with engine.begin() as conn:
            conn.execute(select(Customer).where(Customer.id == bad)).all()
    except exc.DataError as error:
        assert error.orig.pgcode == sqlstate
        continue
    raise AssertionError(bad)
