"""Recorded corner odds: one row per fixture, with prices over and under each of 7.5 to 11.5 corners.

The column names are those of the FootyStats API; a map reads them, as it reads anyone's table. The file's name gives
the competition (E0_2021.csv, BRA_all.csv), the days give the season. Times are three hours behind UTC; counts are
printed as 4.0, a price that is missing as 0, and a price over a line without the price under it is not a quote. The
main line is the one whose two prices are closest. The files don't say when the prices were recorded: they are taken as
opening.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from footydata.football.register.leagues import leagues_by_code, registered_league_called
from footydata.sources.football_data import MappedCsv
from footydata.sources.parsed import (
    UNKNOWN_COUNTRY,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
)
from footydata.sources.tables.meanings import Meaning, OddsColumn, football_data_names

LINES = (7.5, 8.5, 9.5, 10.5, 11.5)
_FIGURES = ("FTHG", "FTAG", "FTR", "HTHG", "HTAG", "HC", "AC", "HST", "AST")
"""The columns that are named as those of football-data.co.uk."""


class CornerLines(MappedCsv):
    """Recorded corner odds: CSV, one row per fixture with prices over and under 7.5 to 11.5 corners."""

    name = "corner-lines"
    trust = 20
    form = "recorded corner odds"
    needed = ("Date", "HomeTeam", "AwayTeam", "odds_corners_over_95")
    unstored = None
    bookmaker = "FootyStats"
    zone = "Etc/GMT+3"
    """Three hours behind UTC; the name of the zone has the other sign than its offset."""

    columns: ClassVar[Mapping[str, Meaning]] = {
        "Date": "date",
        "Time": "time",
        "HomeTeam": "home",
        "AwayTeam": "away",
        **{name: football_data_names("figure")[name] for name in _FIGURES},
        **{
            f"odds_corners_{side}_{line * 10:.0f}": OddsColumn("corner_line", side, line=line)
            for line in LINES
            for side in ("over", "under")
        },
    }

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        league = _league(re.sub(r"_(?:all|\d{4})$", "", path.stem))
        is_unnamed = league.country == UNKNOWN_COUNTRY
        for record in super().records(path):
            if is_unnamed:
                yield ParsedLeague(league)
                is_unnamed = False
            yield _whole(record, league) if isinstance(record, ParsedFixture) else record


def _league(code: str) -> LeagueKey:
    """The competition of a code: a division code of football-data.co.uk, or a name of the register."""
    if (coded := leagues_by_code().get(code.casefold())) is not None:
        return LeagueKey(*coded)
    known = registered_league_called(code)
    return LeagueKey(known.country, known.name) if known else LeagueKey(UNKNOWN_COUNTRY, code)


def _whole(fixture: ParsedFixture, league: LeagueKey) -> ParsedFixture:
    """A fixture of the file's competition, without prices of one selection and shots of one side alone."""
    odds = tuple(quote for quote in fixture.odds if quote.opening_price_1 and quote.opening_price_2)
    statistics = fixture.statistics
    if statistics is not None and None in (
        statistics.home_shots_on_target,
        statistics.away_shots_on_target,
    ):
        statistics = None
    return fixture._replace(league=league, odds=odds, statistics=statistics)
