"""The kinds of IDs, the times of the rows, and the forms of an ID that queries compare.

Every name is qualified, so a statement means the same with any search_path.
"""

from dataclasses import dataclass

FIRST_DAY = "2025-01-01"
ROWS = 240
HOURS_BETWEEN_ROWS = 7


def time_of_row(i):
    """Returns the time of row `i` as it is written in UTC."""
    hours = i * HOURS_BETWEEN_ROWS
    day = hours // 24
    month, day = next((m, day - before + 1) for m, before in ((3, 59), (2, 31), (1, 0)) if day >= before)
    return f"2025-{month:02}-{day:02} {hours % 24:02}:00:00Z"


def moment(i):
    """Returns the time of row `i` as a constant."""
    return f"timestamptz '{time_of_row(i)}'"


@dataclass(frozen=True)
class Kind:
    """A kind of IDs: `make` and `time` are templates, `helpers` are functions that planning might call."""
    name: str
    type: str
    make: str
    time: str
    minimum: str
    helpers: tuple
    forms: tuple = ()
    casts: bool = False
    collation: str = ""

    def value(self, i):
        """Returns the ID of row `i`, a number or the name of a column, as an expression."""
        moment_of_it = moment(i) if isinstance(i, int) else \
            f"(timestamptz '{FIRST_DAY}Z' + {i} * interval '{HOURS_BETWEEN_ROWS} hours')"
        return self.make.format(t=moment_of_it, i=i)

    def time_of(self, expression):
        return self.time.format(id=expression)

    def bound(self, i):
        """Returns the first ID at the time of row `i`, as a bound of partitions."""
        return self.minimum.format(t=moment(i))


def bounds(name, arguments):
    return tuple(f"public.{name}_{end}({arguments})" for end in ("at_or_after", "after", "before", "at_or_before"))


def compared(name):
    return tuple(f"public.{name}_{op}({'public.' + name}, {'public.' + name})" for op in ("ge", "lt", "eq"))


LAYOUT = "timestamptz, timestamptz, integer, interval"
ULID_MAKE = "public.ulid_make({t}, substr(decode(md5(({i})::text), 'hex'), 1, 10))"

KINDS = (
    Kind("ulid", "public.ulid", ULID_MAKE, "public.ulid_extract_timestamp({id})", "public.ulid_min({t})",
         (*bounds("ulid", "timestamptz"), *compared("ulid"), "public.ulid_extract_timestamp(public.ulid)",
          "public.ulid_in_or_null(text)", "public.ulid_like_min(text, boolean)", "public.ulid_min(timestamptz)"),
         ("text", "uuid", "typeid", "bytea"), casts=True),
    Kind("uuid", "uuid", "public.uuidv7_make_ordered({t}, {i})", "public.uuidv7_extract_timestamp({id})",
         "public.uuidv7_min({t})",
         (*bounds("uuidv7", "timestamptz"), "public.uuidv7_extract_timestamp(uuid)", "uuid_ge(uuid, uuid)",
          "uuid_lt(uuid, uuid)", "uuid_eq(uuid, uuid)", "public.uuidv7_prefix_min(text)"),
         ("text", "typeid", "ulid")),
    Kind("snowflake", "bigint", "public.snowflake_min({t}, '2020-01-01Z', 20) + {i}",
         "public.snowflake_extract_timestamp({id}, '2020-01-01Z', 20)", "public.snowflake_min({t}, '2020-01-01Z', 20)",
         (*bounds("snowflake", LAYOUT), f"public.snowflake_extract_timestamp(bigint, {LAYOUT[13:]})",
          "int8ge(bigint, bigint)", "int8lt(bigint, bigint)"), ("text",)),
    Kind("text", "text", f"({ULID_MAKE})::text", "public.ulidtext_extract_timestamp({id})", "public.ulidtext_min({t})",
         ("public.ulidtext_at_or_after(timestamptz)", "public.ulidtext_after(timestamptz)",
          "public.ulidtext_extract_timestamp(text)", "text_ge(text, text)"), collation='COLLATE "C"'),
    Kind("bytea", "bytea", f"({ULID_MAKE})::bytea", "public.binaryid_extract_timestamp({id})",
         "public.binaryid_min({t})",
         (f"public.binaryid_at_or_after({LAYOUT})", f"public.binaryid_after({LAYOUT})",
          f"public.binaryid_extract_timestamp(bytea, {LAYOUT[13:]})", "byteage(bytea, bytea)")),
    Kind("timeid", "public.timeid", "public.timeid_make({t}, ({i}) % 30)", "public.timeid_extract_timestamp({id})",
         "public.timeid_min({t})",
         (*bounds("timeid", "timestamptz"), *compared("timeid"), "public.timeid_extract_timestamp(public.timeid)",
          "public.timeid_in_or_null(text)", "public.timeid_like_min(text, boolean)"),
         ("text", "bytea"), casts=True),
)

# Functions of the server and of the extension that planning might call for any kind of IDs.
COMMON_HELPERS = (
    "lower(anyrange)", "upper(anyrange)", "lower_inc(anyrange)", "upper_inf(anyrange)", "isempty(anyrange)",
    "timestamptz_mi_interval(timestamptz, interval)", "timestamptz_pl_interval(timestamptz, interval)",
    "timestamptz(timestamp)", "timestamptz(date)", "timezone(text, timestamp)",
    "public.typeid_decode(text, text)", "public.typeid_decode_or_null(text, text)",
    "public.ulidkit_timestamptz(date)", "public.ulidkit_timestamptz(timestamp)",
    "public.ulidkit_earliest(text, anyelement, text, text)", "public.ulidkit_latest(text, anyelement, text, text)",
)


@dataclass(frozen=True)
class Form:
    """A form of the time or of the ID: a template over {time} or {id}, and its type."""
    name: str
    type: str
    template: str

    def of(self, kind, column):
        return self.template.format(id=column, time=kind.time_of(column))


TIME_FORMS = (
    Form("time", "timestamptz", "{time}"),
    Form("time", "timestamptz", "{time}"),
    Form("date", "date", "({time})::date"),
    Form("timestamp", "timestamp", "({time})::timestamp"),
    Form("zone", "timestamp", "({time} AT TIME ZONE 'Europe/Berlin')"),
    Form("zone date", "date", "({time} AT TIME ZONE 'Europe/Berlin')::date"),
    Form("date_trunc", "timestamptz", "date_trunc('day', {time})"),
    Form("date_trunc zone", "timestamptz", "date_trunc('week', {time}, 'Asia/Tokyo')"),
    Form("year", "numeric", "extract(year FROM {time})"),
    Form("date_part", "double precision", "date_part('year', {time})"),
    Form("epoch", "numeric", "extract(epoch FROM {time})"),
)

CAST_FORMS = (
    Form("cast time", "timestamptz", "({id})::timestamptz"),
    Form("cast date", "date", "({id})::date"),
    Form("cast timestamp", "timestamp", "({id})::timestamp"),
)


def id_forms(kind):
    """Returns the forms of an ID that are not times."""
    as_uuid = "({id})::uuid" if kind.name == "ulid" else "{id}"
    available = {
        "text": Form("text", "text", "({id})::text"),
        "uuid": Form("uuid", "uuid", "({id})::uuid"),
        "ulid": Form("ulid", "public.ulid", "({id})::public.ulid"),
        "typeid": Form("typeid", "text", f"public.typeid_encode('cus', {as_uuid})"),
        "bytea": Form("bytea", "bytea", "({id})::bytea"),
    }
    return (Form("id", kind.type, "{id}"), *(available[name] for name in kind.forms))


def forms_of(kind):
    return (*TIME_FORMS, *(CAST_FORMS if kind.casts else ()), *id_forms(kind))


def literal(kind, form, i):
    """Returns what a form has for row `i`, as an immutable constant if there is one."""
    time = time_of_row(i)
    literals = {
        "time": f"timestamptz '{time}'", "cast time": f"timestamptz '{time}'",
        "date": f"date '{time[:10]}'", "cast date": f"date '{time[:10]}'", "zone date": f"date '{time[:10]}'",
        "timestamp": f"timestamp '{time[:-1]}'", "cast timestamp": f"timestamp '{time[:-1]}'",
        "zone": f"timestamp '{time[:-1]}'",
        "date_trunc": f"timestamptz '{time[:10]} 00:00Z'",
        "date_trunc zone": f"date_trunc('week', timestamptz '{time}', 'Asia/Tokyo')",
        "year": "2025", "date_part": "2025",
        "epoch": f"extract(epoch FROM timestamptz '{time}')",
    }
    return literals.get(form.name) or form.of(kind, f"({kind.value(i)})")
