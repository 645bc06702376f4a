"""How many rows of the sample are as asked."""

import sqlite3


def counted(db: sqlite3.Connection, sql: str, **values: object) -> int:
    """The number of rows of a query."""
    number: int = db.execute(f"select count(*) from ({sql})", values).fetchone()[0]
    return number
