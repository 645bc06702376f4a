"""Stores our fair lines; a line that was computed again replaces the one before it."""

import sqlite3
from collections.abc import Iterable

from footydata.records import FairLine
from footydata.store.writing import upsert


def write_fair_lines(connection: sqlite3.Connection, lines: Iterable[FairLine]) -> int:
    """Write fair lines; gives how many were new or changed. Commits nothing."""
    return upsert(connection, "fair_line", lines)
