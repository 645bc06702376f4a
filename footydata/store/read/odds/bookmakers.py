"""Bookmakers, the default first."""

import sqlite3
from typing import NamedTuple

from footydata.football.records import BookmakerRecord
from footydata.football.register.naming import normalised
from footydata.store.typed_names import AmbiguousName
from footydata.store.write.default_bookmaker import RECORDED, bookmaker_not_found


class RecordedBookmaker(NamedTuple):
    """A bookmaker with how many fixtures it has recorded odds of.

    chosen_by: who made it the default one, None if it is not: person, remote, or count (of recorded fixtures).
    """

    id: int
    name: str
    slug: str
    is_default: int
    chosen_by: str | None
    fixtures: int


def bookmakers(connection: sqlite3.Connection) -> list[BookmakerRecord]:
    """Every bookmaker: the default first, then by id."""
    sql = f"select {', '.join(BookmakerRecord._fields)} from bookmaker order by is_default desc, id"
    return [BookmakerRecord._make(row) for row in connection.execute(sql)]


def find_bookmaker(connection: sqlite3.Connection, text: str) -> BookmakerRecord:
    """The bookmaker of a slug or name, compared without case, accents, blanks and hyphens.

    Raises NotFound, and AmbiguousName if several have it.
    """
    text, makers = str(text), bookmakers(connection)
    for plain in (str, _plain):
        matches = [maker for maker in makers if plain(text) in (plain(maker.slug), plain(maker.name))]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise AmbiguousName(
                f"{text!r} fits several bookmakers: {', '.join(maker.slug for maker in matches)}",
                parameter="bookmaker",
                value=text,
                choices=[maker.slug for maker in matches],
            )
    raise bookmaker_not_found(text, (name for maker in makers for name in (maker.slug, maker.name)))


def _plain(name: str) -> str:
    """A name without case, accents, blanks and hyphens."""
    return normalised(name).replace(" ", "")


def default_bookmaker(connection: sqlite3.Connection) -> BookmakerRecord | None:
    """The default bookmaker, None if the database has none."""
    sql = f"select {', '.join(BookmakerRecord._fields)} from bookmaker where is_default = 1 order by id limit 1"
    row = connection.execute(sql).fetchone()
    return BookmakerRecord._make(row) if row else None


def ticking(connection: sqlite3.Connection, fixture_id: int, *, market: str) -> list[int]:
    """The ids of the bookmakers with ticks of a market (its key) of a fixture."""
    sql = """
        select id from bookmaker where exists (
          select 1 from odds_tick where fixture_id = :fixture_id and bookmaker_id = bookmaker.id and market = :market
        ) order by id
    """
    return [row[0] for row in connection.execute(sql, {"fixture_id": fixture_id, "market": market})]


def recorded_bookmakers(connection: sqlite3.Connection) -> list[RecordedBookmaker]:
    """Every bookmaker with its recorded fixtures: the default first, then by id."""
    sql = f"""
        select bookmaker.id, bookmaker.name, bookmaker.slug, bookmaker.is_default,
               case when is_default then coalesce(
                 (select chosen_by from default_bookmaker order by chosen_by = 'person' desc limit 1), 'count') end,
               coalesce(recorded.fixtures, 0)
        from bookmaker left join ({RECORDED}) as recorded on recorded.bookmaker_id = bookmaker.id
        order by bookmaker.is_default desc, bookmaker.id
    """
    return [RecordedBookmaker._make(row) for row in connection.execute(sql)]
