# The tables of python-alembic.py, with the type of python-sqlalchemy.py
from sqlalchemy import Column, Text, func
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.orm import declarative_base
from sqlalchemy.types import UserDefinedType


class Ulid(UserDefinedType):
    cache_ok = True

    def get_col_spec(self, **kw):
        return "ulid"


class Timeid(Ulid):
    cache_ok = True

    def get_col_spec(self, **kw):
        return "timeid"


# For autogenerate, which reads the tables
ischema_names["ulid"] = Ulid
ischema_names["timeid"] = Timeid

Base = declarative_base()


class Customer(Base):
    __tablename__ = "customer"
    id = Column(Ulid, primary_key=True, server_default=func.ulid_generate())
    name = Column(Text, nullable=False)
    parent = Column(Ulid)


class Event(Base):
    __tablename__ = "event"
    id = Column(Timeid, primary_key=True, server_default=func.timeid_generate())
    note = Column(Text)
