# Alembic and SQLAlchemy's ORM: a revision that autogenerate writes makes the tables, and a second one is empty.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import io
import os
import sys
import warnings
from datetime import datetime, timezone
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import DateTime, cast, create_engine, delete, exc, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

sys.path.insert(0, os.getcwd())
from models import Base, Customer, Event, Ulid

warnings.simplefilter("error", exc.SAWarning)  # such as "Did not recognize type 'ulid'"

# alembic init, and in the template of the revisions "import models", which autogenerate does not write
config = Config("alembic.ini", stdout=sys.stderr)
command.init(config, "alembic")
config.set_main_option("script_location", "alembic")
template = Path("alembic/script.py.mako")
template.write_text(template.read_text().replace("import sqlalchemy as sa", "import sqlalchemy as sa\nimport models"))
Path("alembic/env.py").write_text("""
from alembic import context
from sqlalchemy import create_engine
from models import Base
with create_engine("postgresql+psycopg2://").connect() as conn:
    context.configure(conn, target_metadata=Base.metadata, compare_type=True, compare_server_default=True)
    with context.begin_transaction():
        context.run_migrations()
""")
revision = command.revision(config, "tables", autogenerate=True)
code = Path(revision.path).read_text()
assert "sa.Column('id', models.Ulid(), server_default=sa.text('ulid_generate()'), nullable=False)" in code, code
command.upgrade(config, "head")


def says(name, value):
    print(f"{name}: {value}")


def sqlstate(query):
    try:
        with engine.connect() as conn:
            conn.execute(query).all()
    except exc.DBAPIError as error:
        return error.orig.pgcode
    return "no error"


engine = create_engine("postgresql+psycopg2://", future=True)
given, one, two, three = (
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")
with Session(engine, future=True) as session:
    customer, other = Customer(name="new"), Customer(id=given, name="given")
    session.add_all([customer, other])
    session.commit()
    says("default", len(customer.id))
    says("given", other.id)
    batch = [{"id": one, "name": "one"}, {"id": two, "name": "two"}, {"id": three, "name": "three"}]
    says("batch", session.execute(insert(Customer.__table__).values(batch)).rowcount)

    def names(query):
        return " ".join(session.execute(query).scalars())

    name = select(Customer.name)
    says("id", session.get(Customer, given).name)
    says("list", names(name.where(Customer.id.in_([one, three])).order_by(Customer.id)))
    any_of = Customer.id == func.any(cast([one, three], ARRAY(Ulid)))
    assert names(name.where(any_of).order_by(Customer.id)) == "one three"
    says("after_id", names(name.where(Customer.id > one).order_by(Customer.id).limit(2)))
    time = cast(Customer.id, DateTime(timezone=True))
    start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
    says("after_time", names(name.where(time > start).order_by(time).limit(2)))
    first, last = datetime(2026, 1, 2, tzinfo=timezone.utc), datetime(2026, 1, 4, tzinfo=timezone.utc)
    says("time_range", names(name.where(time >= first, time < last).order_by(Customer.id)))

    second = {"name": "second", "parent": one}
    says("update", session.execute(update(Customer).where(Customer.id == two).values(second)).rowcount)
    says("delete", session.execute(delete(Customer).where(Customer.id == three)).rowcount)
    nobody = Customer(name="nobody", parent=None)
    session.add(nobody)
    session.commit()
    session.refresh(nobody)
    says("null", nobody.parent)

    event = Event(note="started")
    session.add(event)
    session.commit()
    says("kind", session.execute(select(Event.note).where(Event.id == event.id)).scalar_one())
    # COPY is psycopg2's.
    csv = io.StringIO("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n")
    session.connection().connection.cursor().copy_expert("COPY customer (id, name) FROM STDIN (FORMAT csv)", csv)
    says("copy", names(name.where(Customer.id == "01KE4E1TG0A1B2C3D4E5F6G7H8")))
    session.commit()

says("bad", sqlstate(select(Customer).where(Customer.id == "01ARZ3NDEKTSV4RRFFQ69G5FAO")))
says("range", sqlstate(select(Customer).where(Customer.id == "81ARZ3NDEKTSV4RRFFQ69G5FAV")))
with engine.connect() as conn:
    says("untyped", conn.execute(text("SELECT name FROM customer WHERE id = :id"), {"id": given}).scalar_one())
says("typed", sqlstate(text("SELECT name FROM customer WHERE id = CAST(:id AS text)").bindparams(id=given)))

with engine.connect() as conn:
    options = {"compare_type": True, "compare_server_default": True}
    left = compare_metadata(MigrationContext.configure(conn, opts=options), Base.metadata)
    says("schema", len([difference for difference in left if "alembic_version" not in str(difference)]))
