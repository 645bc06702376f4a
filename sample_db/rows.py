"""The rows of the sample before they are written: table → its records."""

from typing import Any, TypeAlias

from footydata.football.records import TABLES

Rows: TypeAlias = dict[str, list[Any]]  # the records of a table are of its own class


def no_rows() -> Rows:
    """An empty list a table, parents before children."""
    return {table: [] for table in TABLES}
