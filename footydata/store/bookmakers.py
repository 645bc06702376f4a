"""Chooses the default bookmaker, whose odds are shown for fixtures."""

import sqlite3
from collections.abc import Iterable

from footydata.contract.errors import FootydataError
from footydata.store.transactions import write_transaction
from footydata.wording import meant


class UnknownBookmaker(FootydataError):
    """No bookmaker has this name; the message suggests the nearest ones."""

    def __init__(self, text: str, names: Iterable[str]) -> None:
        super().__init__(f"no bookmaker is called {text!r}; {meant(text, names)}")


def choose_default(connection: sqlite3.Connection, slug: str) -> None:
    """Make a bookmaker the default one, and commit. Raises UnknownBookmaker."""
    with write_transaction(connection):
        slugs = [row[0] for row in connection.execute("select slug from bookmaker order by slug")]
        if slug not in slugs:
            raise UnknownBookmaker(slug, slugs)
        connection.execute(
            "update bookmaker set is_default = (slug = :slug) where is_default is not (slug = :slug)", {"slug": slug}
        )


def choose_default_bookmaker(connection: sqlite3.Connection) -> None:
    """Make the bookmaker with the most fixtures the default one, if there is none yet. Source: decisions 4."""
    if connection.execute("select 1 from bookmaker where is_default = 1").fetchone() is None:
        connection.execute(_SET_DEFAULT)


_SET_DEFAULT = """
    update bookmaker set is_default = 1
    where id = (
      select bookmaker_id from odds group by bookmaker_id
      order by count(distinct fixture_id) desc, bookmaker_id limit 1
    )
"""
