"""Bookmakers, the default first."""

import sqlite3
from typing import NamedTuple

from footydata.records import Bookmaker
from footydata.store.bookmakers import UnknownBookmaker


class RecordedBookmaker(NamedTuple):
    """A bookmaker with how many fixtures it has recorded odds of."""

    id: int
    name: str
    slug: str
    is_default: int
    fixtures: int


def bookmakers(connection: sqlite3.Connection) -> list[Bookmaker]:
    """Every bookmaker: the default first, then by id."""
    sql = f"select {', '.join(Bookmaker._fields)} from bookmaker order by is_default desc, id"
    return [Bookmaker._make(row) for row in connection.execute(sql)]


def find_bookmaker(connection: sqlite3.Connection, slug: str) -> Bookmaker:
    """The bookmaker of a slug. Raises UnknownBookmaker."""
    known = {maker.slug: maker for maker in bookmakers(connection)}
    if slug not in known:
        raise UnknownBookmaker(slug, known)
    return known[slug]


def default_bookmaker(connection: sqlite3.Connection) -> Bookmaker | None:
    """The default bookmaker, None where the database has none."""
    sql = f"select {', '.join(Bookmaker._fields)} from bookmaker where is_default = 1 order by id limit 1"
    row = connection.execute(sql).fetchone()
    return Bookmaker._make(row) if row else None


def recorded_bookmakers(connection: sqlite3.Connection) -> list[RecordedBookmaker]:
    """Every bookmaker with its recorded fixtures: the default first, then by id."""
    sql = """
        select bookmaker.id, bookmaker.name, bookmaker.slug, bookmaker.is_default, count(distinct odds.fixture_id)
        from bookmaker left join odds on odds.bookmaker_id = bookmaker.id
        group by bookmaker.id order by bookmaker.is_default desc, bookmaker.id
    """
    return [RecordedBookmaker._make(row) for row in connection.execute(sql)]
