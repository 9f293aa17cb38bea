"""The types of ID: how an ID of a given time is made, what its time is, and which forms of it can be looked up."""

from dataclasses import dataclass

SNOWFLAKE = ", '2024-01-01Z', 10"
SONYFLAKE = ", '2014-09-01Z', 24, '10 ms'"
SECONDS = ", '1970-01-01Z', 4, '1 s'"
FROM_2024 = ", '2024-01-01Z', 6, '1 ms'"


@dataclass(frozen=True)
class Kind:
    """A type of ID in a column. In templates {x} is the ID, {t} a time and {i} the number of a row."""
    name: str
    type: str
    make: str
    times: tuple
    bound: str
    forms: tuple = ()
    extremes: tuple = ()
    opclass: str = ""
    served: bool = True
    base: str = ""

    @property
    def literal_type(self):
        """Returns the type of a literal, without a domain or a collation."""
        return self.base or self.type.split(" COLLATE")[0]


def own(name, make, forms, extremes=()):
    """Returns a type of ulidkit's own, or of IDs in uuid."""
    return Kind(name, name, make, ("{x}::timestamptz", f"{name}_extract_timestamp({{x}})"), f"{name}_min({{t}})",
                (("text", "{x}::text", "text"), ("varchar", "{x}::varchar", "text"), ("bytea", "{x}::bytea", "bytea"),
                 *forms),
                (f"{name}_min('-infinity')", f"{name}_max('infinity')", *extremes))


def hidden(name, x="{x}"):
    """Returns the hidden form of an ID, which is a text."""
    return ("hidden", f"{name}_hide({x}, 'row')", "text")


def text(name, column, function="ulidtext", change="", **others):
    """Returns ULIDs in a column of texts."""
    return Kind(name, column, f"{change}(ulid_make_ordered({{t}}, {{i}})::text)",
                (f"{function}_extract_timestamp({{x}})",), f"{function}_min({{t}})", (),
                ("''", "'0'", "'zzzz'", "'7ZZZZZZZZZZZZZZZZZZZZZZZZZ'", "'abc'"), **others)


def bigint(name, layout, forms=(hidden("bigint"),)):
    """Returns IDs of a layout in a column of bigint."""
    return Kind(name, "bigint", f"snowflake_min({{t}}{layout}) + {{i}} % 1024",
                (f"snowflake_extract_timestamp({{x}}{layout})",), f"snowflake_min({{t}}{layout})", forms,
                ("0", "(-9223372036854775808)::bigint", "9223372036854775807", "-1", "1000000"))


def binary(name, layout):
    """Returns binary IDs of a layout in a column of bytea."""
    return Kind(name, "bytea", f"binaryid_min({{t}}{layout}) || int4send({{i}}::int)",
                (f"binaryid_extract_timestamp({{x}}{layout})",), f"binaryid_min({{t}}{layout})", (),
                (r"'\x'", r"'\x00'", r"'\xffffffffffffffffffffffff'", r"'\x7f'"))


KINDS = (
    own("ulid", "ulid_make_ordered({t}, {i})",
        (("uuid", "{x}::uuid", "uuid"), ("typeid", "typeid_encode('cus', {x}::uuid)", "text"), hidden("ulid"))),
    Kind("uuid", "uuid", "uuidv7_make_ordered({t}, {i})",
         ("uuidv7_extract_timestamp({x})", "{x}::ulid::timestamptz"), "uuidv7_min({t})",
         (("text", "{x}::text", "text"), ("typeid", "typeid_encode('cus', {x})", "text"),
          ("ulid", "{x}::ulid", "ulid"), ("ulid text", "{x}::ulid::text", "text"),
          ("hidden", "uuidv7_hide({x}, 'row')", "uuid"), ("hidden ulid", "ulid_hide({x}::ulid, 'row')", "text")),
         ("'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
          "'8d8ac610-566d-4ef0-9c22-186b2a5ed793'", "'01234567-89ab-4def-8123-456789abcdef'")),
    own("scru160", "scru160_make_ordered({t}, {i})", (("hex", "scru160_to_hex({x})", "text"),)),
    own("ulidflake", "ulidflake_make({t}, {i} % 1048576)", (hidden("ulidflake"),)),
    own("timeid", "timeid_make({t}, {i} % 1024)",
        (("compact", "timeid_to_compact({x})", "text"), hidden("timeid"))),
    own("tbsl", "tbsl_make({t}, {i} % 100, {i} % 1048576)",
        (("base", "tbsl_to_base({x}, 36)", "text"), hidden("tbsl"))),
    bigint("bigint", ""),
    bigint("bigint 2024", SNOWFLAKE),
    bigint("bigint sonyflake", SONYFLAKE),
    Kind("bigint timeid", "bigint", "timeid_make({t}, {i} % 1024)::bigint", ("{x}::timeid::timestamptz",),
         "timeid_min({t})::bigint",
         (("timeid text", "{x}::timeid::text", "text"), ("timeid", "{x}::timeid", "timeid"),
          ("hidden timeid", "timeid_hide({x}::timeid, 'row')", "text")),
         ("0", "(-9223372036854775808)::bigint", "9223372036854775807")),
    text("text C", 'text COLLATE "C"'),
    text("text", "text"),
    text("text lower", 'text COLLATE "C"', "ulidtext_lower", "lower"),
    text("varchar", 'varchar(40) COLLATE "C"', base="varchar"),
    text("char", 'char(26) COLLATE "C"', base="char(26)"),
    text("text pattern", 'text COLLATE "en-x-icu"', opclass="text_pattern_ops"),
    text("text icu", 'text COLLATE "en-x-icu"', served=False),
    binary("bytea", ""),
    binary("bytea seconds", SECONDS),
    binary("bytea 2024", FROM_2024),
)

BY_NAME = {kind.name: kind for kind in KINDS}

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "EST", "+03",
         "Pacific/Apia", "Africa/Casablanca")
UNITS = ("milliseconds", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century")


def time_forms(rng):
    """Returns forms of a time {t}, with random units and zones: name, template, type."""
    zone, unit, other = rng.choice(ZONES), rng.choice(UNITS), rng.choice(UNITS)
    origin = rng.choice(("2000-01-01Z", "2030-01-01Z", "2025-01-01 11:00Z", "1900-06-15 12:34:56.789Z"))
    stride = rng.choice(("1 hour", "1 day", "15 minutes", "7 days", "1 ms", "90 s"))
    return (
        ("::date", "{t}::date", "date"),
        ("::timestamp", "{t}::timestamp", "timestamp"),
        ("::timestamptz(3)", "{t}::timestamptz(3)", "timestamptz"),
        ("::timestamp(n)", f"({{t}} AT TIME ZONE '{zone}')::timestamp({rng.randint(0, 5)})", "timestamp"),
        ("AT TIME ZONE", f"({{t}} AT TIME ZONE '{zone}')", "timestamp"),
        ("AT TIME ZONE ::date", f"({{t}} AT TIME ZONE '{zone}')::date", "date"),
        ("date_trunc", f"date_trunc('{unit}', {{t}})", "timestamptz"),
        ("date_trunc zone", f"date_trunc('{other}', {{t}}, '{zone}')", "timestamptz"),
        ("date_trunc ::date", f"date_trunc('{other}', {{t}})::date", "date"),
        ("date_trunc local", f"date_trunc('{unit}', {{t}} AT TIME ZONE '{zone}')", "timestamp"),
        ("extract year", "extract(year FROM {t})", "numeric"),
        ("extract year zone", f"extract(year FROM {{t}} AT TIME ZONE '{zone}')", "numeric"),
        ("date_part year", "date_part('year', {t})", "double precision"),
        ("extract epoch", "extract(epoch FROM {t})", "numeric"),
        ("extract other", f"extract({rng.choice(('month', 'isoyear', 'decade', 'hour'))} FROM {{t}})", "numeric"),
        ("date_bin", f"date_bin('{stride}', {{t}}, '{origin}')", "timestamptz"),
        ("now() - time", "(now() - {t})", "interval"),
        ("time + interval", "({t} + interval '1 hour')", "timestamptz"),
    )


def generated(rng, kind, version):
    """Returns (form, expression, type) for a stored generated column of an ID, with immutable expressions only."""
    time = rng.choice(kind.times)
    unit, zone = rng.choice(UNITS), rng.choice(("UTC", "Europe/Berlin"))
    candidates = [("time", time, "timestamptz")] * 6 + [
        ("time(3)", time, "timestamptz(3)"),
        ("local", f"{time} AT TIME ZONE '{zone}'", "timestamp"),
        ("local(n)", f"{time} AT TIME ZONE '{zone}'", f"timestamp({rng.randint(0, 6)})"),
        ("date", f"({time} AT TIME ZONE '{zone}')::date", "date"),
        ("trunc", f"date_trunc('{unit}', {time} AT TIME ZONE '{zone}') AT TIME ZONE '{zone}'", "timestamptz"),
        ("trunc local", f"date_trunc('{unit}', {time} AT TIME ZONE '{zone}')", "timestamp"),
        ("year", f"extract(year FROM {time} AT TIME ZONE '{zone}')", "numeric"),
        ("year int", f"extract(year FROM {time} AT TIME ZONE '{zone}')::int", "int"),
        ("epoch", f"extract(epoch FROM {time})", "numeric"),
        ("bin", f"date_bin('1 hour', {time}, '2000-01-01Z')", "timestamptz"),
    ]
    if version >= 160000:
        candidates.append(("trunc zone", f"date_trunc('{unit}', {time}, '{zone}')", "timestamptz"))
    candidates += [(name, form, type_) for name, form, type_ in kind.forms if not name.startswith("hidden")] * 2
    name, expression, type_ = rng.choice(candidates)
    return name, expression.replace("{x}", "id"), type_
