"""The version of the schema: schema.sql makes it whole, as the one migration of sqlite-utils.

A release that changes the schema adds a migration. Until the first one, a change of schema.sql raises VERSION, and a
file of any other number is refused.
"""

import sqlite3
from collections.abc import Iterator

VERSION = 32
"""The user_version of a file; those below it were of development versions."""


def make_schema(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty file, and set its user_version, in one transaction.

    Raises sqlite3.OperationalError if another connection writes for longer than the connection waits.
    """
    # sqlite-utils takes a tenth of a second to import; a file that has its tables does without it.
    from sqlite_utils import Database, Migrations

    migrations = Migrations("footydata")

    @migrations(name="schema")
    def make(database: Database) -> None:
        for statement in statements(schema()):
            database.conn.execute(statement)

    connection.execute("begin immediate")
    try:
        # Which migrations are lacking is read within the transaction: another process may make the file at this moment.
        migrations.apply(Database(connection))
        connection.execute(f"pragma user_version = {VERSION}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def schema() -> str:
    """The text of schema.sql."""
    # Imported here: a file that has its tables needs no text.
    from importlib.resources import files

    return (files("footydata.store") / "schema" / "schema.sql").read_text(encoding="utf-8")


def statements(sql: str) -> Iterator[str]:
    """The statements of a script."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
