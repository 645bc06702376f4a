"""Which of Datasette's attached files are football databases, and which must not be attached."""

from typing import Any

from footydata.store.file.sqlite_files import is_accounts_file, is_football_database


def football_databases(datasette: Any) -> list[str]:
    """The names of the attached football databases."""
    return [name for name, db in datasette.databases.items() if db.path and is_football_database(db.path)]


def attached_accounts(datasette: Any) -> str | None:
    """Why nothing is shown: an accounts file is attached. None if there is none."""
    for name, database in datasette.databases.items():
        if database.path and is_accounts_file(database.path):
            return f"{database.path} holds footydata's API keys; it is never attached to Datasette (as {name!r})"
    return None
