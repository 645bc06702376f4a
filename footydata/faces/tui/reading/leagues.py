"""All leagues by country, with how many fixtures they have and of which seasons."""

import sqlite3
from typing import NamedTuple

from footydata.football.languages import ENGLISH
from footydata.store.read.fixtures.browsed import last_kickoff_of, season_spans
from footydata.store.read.teams.names import LeagueLabel, league_labels


class LeagueLine(NamedTuple):
    """A league in the list. seasons: how many; first, last: their labels; last_ts: its last kickoff, None without."""

    league: LeagueLabel
    seasons: int
    first: str
    last: str
    last_ts: int | None


def read_leagues(connection: sqlite3.Connection, *, lang: str = ENGLISH) -> list[LeagueLine]:
    """Every league: by country, then by id; e-football last."""
    spans = season_spans(connection)
    found = []
    for league in league_labels(connection, lang=lang).values():
        _, count, first, last = spans.get(league.id, (league.id, 0, "", ""))
        found.append(LeagueLine(league, count, first, last, last_kickoff_of(connection, league.id)))
    return sorted(found, key=lambda line: (line.league.esports, line.league.country, line.league.id))
