# Django. It needs a field and, for IDs in URLs, a path converter.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import io
import os
import re
import tempfile
from datetime import datetime, timezone

import django
from django.apps import AppConfig
from django.conf import settings
from django.core.management import call_command
from django.db import DataError, ProgrammingError, connection, models, transaction
from django.urls import Resolver404, path, register_converter, resolve

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"]}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[__name__ + ".Shop"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
)


class Shop(AppConfig):
    name, label = __name__, "shop"

    # The models are in this file, and not in a models.py.
    def import_models(self):
        super().import_models()
        self.models_module = self.module


django.setup()


class ULIDField(models.Field):
    empty_strings_allowed = False  # otherwise a missing ID is ''

    def db_type(self, connection):
        return "ulid"


class ULIDPrimaryKey(ULIDField):
    db_returning = True  # read back by INSERT ... RETURNING

    def __init__(self, **kwargs):
        super().__init__(**{**kwargs, "primary_key": True, "editable": False})

    def rel_db_type(self, connection):
        return "ulid"

    # The server makes the ID. This works for save(), create() and bulk_create(), unlike a subclass of AutoField.
    def pre_save(self, instance, add):
        return super().pre_save(instance, add) or models.Func(function="ulid_generate")


# The columns that the id implies, which the server makes: read-only, read back as the id is.
class Generated:
    db_returning = True

    def __init__(self, **kwargs):
        super().__init__(**{**kwargs, "editable": False, "null": True})

    # Whatever the object has is written as DEFAULT. save() and bulk_create() call this method, and so does loaddata, which
    # does not call pre_save().
    def get_db_prep_save(self, value, connection):
        return models.Func(template="DEFAULT")


class CreatedAt(Generated, models.DateTimeField):
    def db_type(self, connection):
        return "timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED"


class PublicId(Generated, models.TextField):
    def db_type(self, connection):
        return "text GENERATED ALWAYS AS (typeid_encode('cus', id::uuid)) STORED"


class ULIDConverter:
    regex = "[0-7][0-9A-HJKMNP-TV-Z]{25}"  # any other text in a URL is a 404, not a DataError
    to_python = to_url = staticmethod(str)


class Timeid(models.Field):
    empty_strings_allowed = False

    def db_type(self, connection):
        return "timeid"


class TimeidPrimaryKey(Timeid):
    db_returning = True

    def pre_save(self, instance, add):
        return super().pre_save(instance, add) or models.Func(function="timeid_generate")


class Customer(models.Model):
    id = ULIDPrimaryKey()
    name = models.TextField()
    parent = models.ForeignKey("self", models.CASCADE, null=True, db_column="parent", related_name="children")
    created_at = CreatedAt()
    public_id = PublicId()

    class Meta:
        app_label, db_table = "shop", "customer"


class Event(models.Model):
    id = TimeidPrimaryKey(primary_key=True)
    note = models.TextField()

    class Meta:
        app_label, db_table = "shop", "event"


register_converter(ULIDConverter, "ulid")
urlpatterns = [path("customer/<ulid:id>/", lambda request, id: None)]

# In a project, migrations do this. The defaults are for other clients; set them with migrations.RunSQL.
with connection.schema_editor() as editor:
    editor.create_model(Customer)
    editor.create_model(Event)
    editor.execute("ALTER TABLE customer ALTER id SET DEFAULT ulid_generate()")
    editor.execute("ALTER TABLE event ALTER id SET DEFAULT timeid_generate()")


def says(name, value):
    print(f"{name}: {value}")


def names(customers):
    return " ".join(customer.name for customer in customers)


def sqlstate(expected, query):
    try:
        with transaction.atomic():
            query()
    except expected as error:
        return error.__cause__.pgcode
    return "no error"


customers = Customer.objects
says("default", len(customers.create(name="new").pk))
given, one, two, three = (
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")
says("given", customers.create(id=given, name="given").pk)
batch = [Customer(id=one, name="one"), Customer(id=two, name="two"), Customer(id=three, name="three"), Customer(name="fourth")]
*batch, fourth = customers.bulk_create(batch)
says("batch", len(batch))
assert len(fourth.pk) == 26
fourth.delete()

says("id", customers.get(pk=given).name)
says("list", names(customers.filter(pk__in=[one, three]).order_by("id")))
assert set(customers.in_bulk([one, three])) == {one, three}
# A list in your own SQL is an array of text and needs a cast.
assert len(customers.raw("SELECT * FROM customer WHERE id = ANY(%s::ulid[])", [[one, three]])) == 2
says("after_id", names(customers.filter(pk__gt=one).order_by("pk")[:2]))

# By time
timed = customers.annotate(time=models.functions.Cast("id", models.DateTimeField()))
start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
says("after_time", names(timed.filter(time__gt=start).order_by("time")[:2]))
first, last = datetime(2026, 1, 2, tzinfo=timezone.utc), datetime(2026, 1, 4, tzinfo=timezone.utc)
says("time_range", names(timed.filter(time__gte=first, time__lt=last).order_by("pk")))
assert timed.get(pk=one).time == start

# By the generated columns
newest = customers.order_by("-created_at")[:2]
says("column_newest", names(newest))
says("column_range", names(customers.filter(created_at__gte=first, created_at__lt=last).order_by("created_at")))
says("column_public", customers.get(public_id="cus_01arz3ndektsv4rrffq69g5fav").name)
says("column_index", re.search(r"using (\w+)", newest.explain()).group(1))

says("update", customers.filter(pk=two).update(name="second", parent=one))
assert customers.select_related("parent").get(pk=two).parent.name == "one"
says("delete", customers.filter(pk=three).delete()[0])
nobody = customers.create(name="nobody", parent=None)
nobody.refresh_from_db()
says("null", nobody.parent)

says("bad", sqlstate(DataError, lambda: customers.get(pk="01ARZ3NDEKTSV4RRFFQ69G5FAO")))
says("range", sqlstate(DataError, lambda: customers.get(pk="81ARZ3NDEKTSV4RRFFQ69G5FAV")))
says("untyped", names(customers.raw("SELECT * FROM customer WHERE id = %s", [given])))
typed = customers.raw("SELECT * FROM customer WHERE id = %s::text", [given])
says("typed", sqlstate(ProgrammingError, lambda: names(typed)))

# save() of a row that exists leaves the generated columns alone.
assert nobody.created_at and nobody.public_id.startswith("cus_")
nobody.save()
assert customers.get(public_id=nobody.public_id).created_at == nobody.created_at

# What dumpdata writes can be loaded by loaddata and fixtures, both over the rows that exist and into an empty table.
rows = list(customers.order_by("pk").values())
with tempfile.NamedTemporaryFile(suffix=".json") as fixture:
    call_command("dumpdata", "shop.customer", output=fixture.name, verbosity=0)
    call_command("loaddata", fixture.name, verbosity=0)
    assert list(customers.order_by("pk").values()) == rows
    customers.filter(pk__in=[row["id"] for row in rows]).delete()
    call_command("loaddata", fixture.name, verbosity=0)
    assert list(customers.order_by("pk").values()) == rows

# COPY is psycopg2's.
with connection.cursor() as cursor:
    csv = io.StringIO("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n")
    cursor.copy_expert("COPY customer (id, name) FROM STDIN (FORMAT csv)", csv)
says("copy", customers.get(pk="01KE4E1TG0A1B2C3D4E5F6G7H8").name)
event = Event.objects.create(note="started")
says("kind", Event.objects.get(pk=event.pk).note)

for text in "01ARZ3NDEKTSV4RRFFQ69G5FAO", "81ARZ3NDEKTSV4RRFFQ69G5FAV":
    try:
        resolve(f"/customer/{text}/")
    except Resolver404:
        continue
    raise AssertionError(text)
assert resolve(f"/customer/{given}/").kwargs == {"id": given}
