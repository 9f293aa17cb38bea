# Django. It needs a field and, for IDs in URLs, a path converter.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import os
from datetime import timedelta

import django
from django.conf import settings
from django.db import DataError, connection, models, transaction
from django.urls import Resolver404, path, register_converter, resolve
from django.utils import timezone

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"]}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    ROOT_URLCONF=__name__,
    USE_TZ=True,
)
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


class ULIDConverter:
    regex = "[0-7][0-9A-HJKMNP-TV-Z]{25}"  # any other text in a URL is a 404, not a DataError
    to_python = to_url = staticmethod(str)


class Customer(models.Model):
    id = ULIDPrimaryKey()
    name = models.TextField()

    class Meta:
        app_label, db_table = "shop", "customer"


class Order(models.Model):
    id = ULIDPrimaryKey()
    customer = models.ForeignKey(Customer, models.CASCADE, related_name="orders")

    class Meta:
        app_label, db_table = "shop", "orders"


register_converter(ULIDConverter, "ulid")
urlpatterns = [path("customer/<ulid:id>/", lambda request, id: None)]

# In a project, migrations do this. The default is for other clients; set it with migrations.RunSQL.
with connection.schema_editor() as editor:
    editor.create_model(Customer)
    editor.create_model(Order)
    editor.execute("ALTER TABLE customer ALTER id SET DEFAULT ulid_generate()")

first = Customer.objects.create(name="first")
[second, third] = Customer.objects.bulk_create([Customer(name="second"), Customer(name="third")])
assert first.pk < second.pk < third.pk and len(first.pk) == 26
Order.objects.create(customer=first)
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO customer (name) VALUES ('by SQL')")

first.name = "renamed"
first.save()
assert Customer.objects.get(pk=first.pk).name == "renamed"
assert [order.customer for order in Order.objects.filter(customer__name="renamed").select_related("customer")] == [first]
assert set(Customer.objects.in_bulk([first.pk, second.pk])) == {first.pk, second.pk}
assert "Index Cond" in Customer.objects.filter(pk__in=[first.pk, second.pk]).explain()
# A list in your own SQL is an array of text and needs a cast.
assert len(Customer.objects.raw("SELECT * FROM customer WHERE id = ANY(%s::ulid[])", [[first.pk, second.pk]])) == 2

# By time
created_at = models.functions.Cast("id", models.DateTimeField())
hour_ago = timezone.now() - timedelta(hours=1)
recent = Customer.objects.annotate(created_at=created_at).filter(created_at__gte=hour_ago).order_by("created_at")
assert recent.count() == 4 and recent[0].created_at > hour_ago
assert "Index Cond: (id >=" in recent.explain()

for text in "01ARZ3NDEKTSV4RRFFQ69G5FAO", "81ARZ3NDEKTSV4RRFFQ69G5FAV":
    try:
        with transaction.atomic():
            Customer.objects.get(pk=text)
    except DataError as error:
        assert error.__cause__.pgcode in ("22P02", "22003")
    else:
        raise AssertionError(text)
    try:
        resolve(f"/customer/{text}/")
    except Resolver404:
        continue
    raise AssertionError(text)
assert resolve(f"/customer/{first.pk}/").kwargs == {"id": first.pk}
