"""Reads pages of fixture lists without any fault, in a third of the time that v1_pages takes.

A page is decoded into declared shapes, which check it; a page that does not fit is left to v1_pages, which reads it
row by row and refuses only the broken rows.
"""

import re
from typing import Annotated, Any

from msgspec import DecodeError, Meta, Struct
from msgspec.json import Decoder

from footydata.contract.terms import LARGEST_ID
from footydata.sources.cells import EARLIEST_TS, LATEST_TS
from footydata.sources.parsed import ParsedPage
from footydata.sources.v1_figures import OUT_OF_SHAPE
from footydata.sources.v1_fixtures import BASE, STATUSES, fixture_row, read_included
from footydata.sources.v1_pages import endpoint_of, list_page, query_of

_LIST = re.compile(rb'/fixtures["?]')
_WITHIN = 300
"""The path is within so many bytes from the beginning of a line."""

_LISTS = frozenset({"fixtures", "league_fixtures", "team_fixtures"})
_Whole = Annotated[int, Meta(ge=-LARGEST_ID, le=LARGEST_ID)]
_Id = Annotated[int, Meta(ge=1, le=LARGEST_ID)]
_Moment = Annotated[int, Meta(ge=EARLIEST_TS, le=LATEST_TS)]


class _Named(Struct, gc=False):
    """The id and name of a league or a team."""

    id: _Id
    name: str


class _Teams(Struct, gc=False):
    home: _Named
    away: _Named


class _Sides(Struct, gc=False):
    """Goals or corners."""

    home: _Whole | None = None
    away: _Whole | None = None
    half_home: _Whole | None = None
    half_away: _Whole | None = None


class _Cards(Struct, gc=False):
    yellow: _Whole | None = None
    red: _Whole | None = None


class _BothCards(Struct, gc=False):
    home: _Cards | None = None
    away: _Cards | None = None


class _Row(Struct, gc=False):
    """The keys of a fixture that are read; v1_figures checks the included details."""

    id: _Id
    league: _Named
    teams: _Teams
    kickoff_ts: _Moment
    status: str
    goals: _Sides | None = None
    corners: _Sides | None = None
    cards: _BothCards | None = None
    league_season_id: _Whole | None = None
    round: _Whole | None = None
    statistics: Any = None
    odds: Any = None
    events: Any = None


class _Body(Struct, gc=False):
    data: list[_Row]
    success: int = 1


class _Page(Struct, gc=False):
    path: str
    body: _Body
    query: Any = None


_PAGE = Decoder(_Page)
_NO_SIDES, _NO_CARDS, _NEITHER = _Sides(), _Cards(), _BothCards()


def list_in_shape(text: bytes) -> ParsedPage | None:
    """The page in a line of a dump; None if it is not of a fixture list, or any of it is out of shape."""
    if not _LIST.search(text, 0, _WITHIN):
        return None
    try:
        line = _PAGE.decode(text)
        found = endpoint_of(line.path.partition("?")[0])
        if found is None or found[0] not in _LISTS or not line.body.success:
            return None
        page, esports = list_page(query_of(line.path, line.query))
        return page if _add(page, line.body.data, esports) else None
    except (DecodeError, RecursionError, *OUT_OF_SHAPE):
        return None


def _add(page: ParsedPage, rows: list[_Row], esports: int | None) -> bool:
    """Add the rows to the page; gives whether all have a status of the contract."""
    leagues, teams = page.leagues, page.teams
    for row in rows:
        if row.status not in STATUSES:
            return False
        league, home, away = row.league, row.teams.home, row.teams.away
        goals, corners, cards = row.goals or _NO_SIDES, row.corners or _NO_SIDES, row.cards or _NEITHER
        home_cards, away_cards = cards.home or _NO_CARDS, cards.away or _NO_CARDS
        figures: tuple[Any, ...] = (
            goals.home,
            goals.away,
            goals.half_home,
            goals.half_away,
            corners.home,
            corners.away,
            corners.half_home,
            corners.half_away,
            home_cards.yellow,
            away_cards.yellow,
            home_cards.red,
            away_cards.red,
        )
        parts, included = BASE, (row.statistics, row.odds, row.events)
        if included != _NOTHING:
            parts, figures = read_included(page, row.id, included, parts, figures)
        leagues[league.id], teams[home.id], teams[away.id] = league.name, home.name, away.name
        page.parts.append(parts)
        ids = row.id, league.id, row.league_season_id, home.id, away.id
        page.fixtures.append(fixture_row(*ids, row.kickoff_ts, row.status, None, esports, row.round, figures))
    return True


_NOTHING = (None, None, None)
