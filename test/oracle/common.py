"""Connections, results and reproductions: what the testers of rows and of rights share.

All values are read as text, exactly as psql would show them. A tester works in a database of its own, which is dropped
at the end.
"""

import os
import re
import time
from dataclasses import dataclass, field

import psycopg2
import psycopg2.extensions

CRASH = "CRASH"
TIMEOUT = "57014"


@dataclass
class Result:
    """What a statement returned: rows or an error, notices, and how long it took."""
    rows: list = field(default_factory=list)
    columns: list = field(default_factory=list)
    sqlstate: str = None
    message: str = None
    notices: list = field(default_factory=list)
    count: int = -1
    seconds: float = 0.0

    @property
    def failed(self):
        return self.sqlstate is not None

    @property
    def crashed(self):
        return self.sqlstate == CRASH

    def text(self):
        """Returns the rows as one text, a line for each row, or the error."""
        if self.failed:
            return f"ERROR {self.sqlstate}: {self.message}"
        return "\n".join("|".join("NULL" if value is None else value for value in row) for row in self.rows)


def normalised(message):
    """Returns an error message without names, numbers and texts, so that equal faults have equal messages."""
    message = re.sub(r'"[^"]*"', '"..."', message.split("\n")[0])
    return re.sub(r"\d+", "N", message)


class Session:
    """A connection in autocommit mode. Every value is returned as text."""

    def __init__(self, database=None, user=None, timeout_ms=10000, settings=()):
        self.database = database or os.environ.get("PGDATABASE", "postgres")
        self.user = user
        self.timeout_ms = timeout_ms
        self.settings = list(settings)
        self.connection = None
        self.connect()

    def connect(self):
        """Connects, after a crash of the server as soon as it accepts connections again."""
        self.close()
        arguments = {"dbname": self.database, "application_name": "oracle"}
        if self.user:
            arguments["user"] = self.user
        end = time.monotonic() + 60
        while True:
            try:
                self.connection = psycopg2.connect(**arguments)
                break
            except psycopg2.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        self.connection.autocommit = True
        as_text = psycopg2.extensions.new_type(
            tuple(psycopg2.extensions.string_types), "AS_TEXT", lambda value, cursor: value)
        psycopg2.extensions.register_type(as_text, self.connection)
        self.must(f"SET statement_timeout = {self.timeout_ms}")
        for setting in self.settings:
            self.must(setting)

    def close(self):
        if self.connection is not None and not self.connection.closed:
            self.connection.close()
        self.connection = None

    def run(self, sql):
        """Runs one statement, or several separated by semicolons, and returns the result of the last one."""
        result = Result()
        started = time.monotonic()
        del self.connection.notices[:]
        try:
            with self.connection.cursor() as cursor:
                cursor.execute(sql)
                result.count = cursor.rowcount
                if cursor.description is not None:
                    result.columns = [column.name for column in cursor.description]
                    result.rows = cursor.fetchall()
        except psycopg2.Error as error:
            lost = self.connection.closed or error.pgcode is None
            result.sqlstate = CRASH if lost else error.pgcode
            primary = error.diag.message_primary if error.diag else None
            result.message = (primary or str(error)).strip()
        result.seconds = time.monotonic() - started
        result.notices = [notice.strip() for notice in self.connection.notices]
        return result

    def must(self, sql):
        """Runs statements that have to succeed, and returns the rows of the last one."""
        result = self.run(sql)
        if result.failed:
            raise RuntimeError(f"{result.sqlstate} {result.message}\n{sql}")
        return result.rows

    def value(self, sql):
        """Returns the only value of a query that has to succeed."""
        return self.must(sql)[0][0]

    def explain(self, sql, options="COSTS OFF"):
        """Returns the plan of a statement, with the plan's lines as the only column of its rows."""
        return self.run(f"EXPLAIN ({options}) {sql}")

    def version(self):
        """Returns the server's version as a number, for example 150020."""
        return int(self.value("SHOW server_version_num"))


class Database:
    """A database of its own, with the extension. It is dropped at the end of a `with` block."""

    def __init__(self, prefix="oracle"):
        self.name = f"{prefix}_{os.getpid()}"

    def __enter__(self):
        admin = Session()
        name = psycopg2.extensions.quote_ident(self.name, admin.connection)
        admin.must(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        admin.must(f"CREATE DATABASE {name}")
        admin.close()
        session = Session(self.name)
        session.must("CREATE EXTENSION ulidkit")
        session.close()
        return self

    def __exit__(self, *_):
        admin = Session(timeout_ms=60000)
        admin.run(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')
        admin.close()


def script(statements):
    """Returns statements as a text that psql can run."""
    return "\n".join(statement.rstrip().rstrip(";") + ";" for statement in statements)


def reproduction(title, statements, remarks=()):
    """Returns a finding as a text: its title and remarks as comments, and the statements that show it, for psql."""
    comments = [f"-- {line}" for text in (title, *remarks) for line in text.split("\n")]
    return "\n".join([*comments, "CREATE EXTENSION IF NOT EXISTS ulidkit;", script(statements), ""])
