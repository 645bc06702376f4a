"""How the odds of a fixture moved."""

import sqlite3
from typing import NamedTuple

from footydata.football.markets import MARKETS
from footydata.football.records import OddsTickRecord
from footydata.store.read.fixtures.details import odds_ticks
from footydata.store.read.odds.bookmakers import bookmakers, ticking


class Series(NamedTuple):
    """The recorded ticks of a market at a bookmaker, oldest first; market: its key."""

    market: str
    bookmaker: str
    slug: str
    ticks: list[OddsTickRecord]


def read_movement(connection: sqlite3.Connection, fixture_id: int) -> list[Series]:
    """Every recorded history of a fixture, by market in the contract's order, then by bookmaker, the default first."""
    makers = bookmakers(connection)
    found = []
    for market in MARKETS:
        there = ticking(connection, fixture_id, market=market.key)
        for maker in makers:
            if maker.id in there:
                ticks = odds_ticks(connection, fixture_id, bookmaker_id=maker.id, market=market.key)
                found.append(Series(market.key, maker.name, maker.slug, ticks))
    return found
