"""The knock-out rounds of a season."""

import sqlite3
from itertools import groupby

from footydata.rules.brackets import BracketRow
from footydata.store.read.seasons.brackets import season_bracket
from footydata.store.read.seasons.leagues import season_of_league
from footydata.store.read.seasons.season import LeagueSeason
from footydata.views.arguments import Clock, League, Season
from footydata.views.columns import columns
from footydata.views.view import Block, Shown, View

BRACKET_COLUMNS = columns("bracket", BracketRow._fields)


def bracket_view(
    connection: sqlite3.Connection, clock: Clock, /, league: League, season: Season | None = None
) -> View:
    """The knock-out rounds of a season, ties that meet next together, and who goes through by what."""
    of_league = LeagueSeason(
        connection, *season_of_league(connection, league, season), now=clock.now
    )
    read = season_bracket(of_league)
    rows, winner = read.rows(), read.winner()
    shown = (
        Shown("Tie", _sides, kind="text", is_needed=True),
        Shown("Score", lambda row: row.score or None, kind="text", is_needed=True),
        Shown("Through", _through, kind="text", is_needed=True),
    )
    head = read.head
    doubts = [f"{row.round}, {_sides(row)}: {row.doubt}" for row in rows if row.doubt]
    return View(
        BRACKET_COLUMNS,
        rows,
        shown,
        [Block(name, list(ties)) for name, ties in groupby(rows, key=lambda row: row.round)],
        read.title,
        [f"Winner: {winner}"] if winner else [],
        [*doubts, *(f"open: {reason}" for reason in read.open_reasons())],
        about={
            **{name: getattr(head, name) for name in ("country", "league", "season")},
            "title": read.title,
            "winner": winner,
        },
    )


def _sides(row: BracketRow) -> str:
    return f"{row.home} v {row.away}"


def _through(row: BracketRow) -> str | None:
    """Who goes through; a tie in doubt has a question mark."""
    return "?" if row.through is None and row.doubt is not None else row.through
