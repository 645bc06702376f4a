"""The schema's versions: each file of schema/ is one migration, applied in order by sqlite-utils."""

import sqlite3
from collections.abc import Callable, Iterator

NAMES = (
    "0001_tables",
    "0002_indexes",
    "0003_pages",
    "0004_figures",
    "0005_referees",
    "0006_loads",
    "0007_places",
    "0008_evidence",
    "0009_newest_first",
    "0010_projections",
    "0011_sealed",
    "0012_summary",
    "0013_default_bookmaker",
    "0014_journal_mark",
    "0020_cups",  # these two before the step after 0015, which reads fixtures as they are stored now
    "0021_shootouts",
    "0015_claims",
    "0016_notes_gone",
    "0017_default_lead",
    "0018_trust",
    "0019_repeated_parts",
    "0022_table_maps",
)
"""The migrations in order; a file's user_version counts how many it has."""

LATEST = len(NAMES)


def _add_claims(connection: sqlite3.Connection) -> None:
    # Imported here: every start would pay for what only an older file needs.
    from footydata.store.claims.migrated_merges import add_claims_of_merges
    from footydata.store.claims.missing_claims import add_claims_of_notes

    add_claims_of_notes(connection)
    add_claims_of_merges(connection)


AFTER: dict[str, Callable[[sqlite3.Connection], None]] = {"0015_claims": _add_claims}
"""Migration → the step after its statements."""


def migrate(connection: sqlite3.Connection, *, back_up: Callable[[], object] = lambda: None) -> None:
    """Apply the migrations that the file lacks, and set its user_version, in one transaction.

    Which are lacking is read within the transaction: another process may have opened the file at the same moment.
    back_up: called before a file with leagues is changed; what it raises leaves the file as it was.
    Raises sqlite3.OperationalError if another connection writes for longer than the connection waits.
    """
    # sqlite-utils takes a tenth of a second to import; a file that is up to date does without it.
    from sqlite_utils import Database, Migrations

    migrations = Migrations("footydata")
    for name in NAMES:

        def apply(database: Database, name: str = name) -> None:
            for statement in statements(sql_of(name)):
                database.conn.execute(statement)
            if name in AFTER:
                AFTER[name](database.conn)

        migrations(name=name)(apply)
    connection.execute("begin immediate")
    try:
        (version,) = connection.execute("pragma user_version").fetchone()
        if 0 < version < LATEST and connection.execute("select exists(select 1 from league)").fetchone()[0]:
            back_up()
        migrations.apply(Database(connection))
        connection.execute(f"pragma user_version = {LATEST}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def sql_of(name: str) -> str:
    """The text of a migration."""
    # Imported here: a file that is up to date needs no text of a migration.
    from importlib.resources import files

    return (files("footydata.store") / "schema" / f"{name}.sql").read_text(encoding="utf-8")


def statements(sql: str) -> Iterator[str]:
    """The statements of a script."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
