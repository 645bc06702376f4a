"""Recorded corner odds: one row per fixture, with prices over and under each of 7.5 to 11.5 corners.

The column names are those of the FootyStats API; a map reads them, as it reads anyone's table. The file's name gives
the competition (E0_2021.csv, BRA_all.csv), the days give the season. Times are three hours behind UTC; counts are
printed as 4.0, a price that is missing as 0, and a price over a line without the price under it is not a quote. Only
the main line is stored, the one whose two prices are closest. The files don't say when the prices were recorded: they
are taken as opening.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from footydata.football.register.leagues import football_data_divisions, registered_league_called
from footydata.football.terms import Part
from footydata.sources.csv_rows import header_of
from footydata.sources.filled_parts import with_filled_parts
from footydata.sources.parsed import (
    UNKNOWN_COUNTRY,
    BookmakerKey,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
    Refusal,
)
from footydata.sources.protocol import CompetitionDays
from footydata.sources.refusing import ONE_SIDES_FIGURE, UnreadableFile
from footydata.sources.tables.meanings import OddsColumn
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.reading import Reading, reading_of
from footydata.sources.tables.table_map import TableMap

BOOKMAKER = BookmakerKey("footystats", "FootyStats")
LINES = (7.5, 8.5, 9.5, 10.5, 11.5)
NEEDED = ("Date", "HomeTeam", "AwayTeam", "odds_corners_over_95")

MAP = TableMap(
    {
        "Date": "date",
        "Time": "time",
        "HomeTeam": "home",
        "AwayTeam": "away",
        "FTHG": "home_goals",
        "FTAG": "away_goals",
        "FTR": "result",
        "HTHG": "half_home_goals",
        "HTAG": "half_away_goals",
        "HC": "home_corners",
        "AC": "away_corners",
        "HST": "home_shots_on_target",
        "AST": "away_shots_on_target",
        **{
            f"odds_corners_{side}_{line * 10:.0f}": OddsColumn(
                "corner_line", side, BOOKMAKER.slug, line=line
            )
            for line in LINES
            for side in ("over", "under")
        },
    },
    zone="Etc/GMT+3",
)
"""How the columns are read; the name of the zone has the other sign than its offset."""

_FILE = re.compile(r"^(?P<competition>[A-Z0-9_]+?)_(?:all|\d{4})$")
_OF_BOTH = (("half_home_goals", "half_away_goals"), ("home_corners", "away_corners"))


class CornerLines:
    """Recorded corner odds: CSV, one row per fixture with prices over and under 7.5 to 11.5 corners."""

    name = "corner-lines"
    trust = 20

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header with columns of corner prices."""
        return bool(header_of(path, NEEDED))

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers of its competition."""
        return [span._replace(competition=_code(path)) for span in _reading(path).spans()]

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        league, reading = _league(_code(path)), _reading(path)
        if league.country == UNKNOWN_COUNTRY:
            yield ParsedLeague(league)
        yield from reading.remarks_on_days()
        for record in reading.rows():
            if isinstance(record, ParsedFixture):
                yield from _whole(record._replace(league=league))
            else:
                yield record


def _code(path: Path) -> str:
    """What a file's name says of the competition."""
    match = _FILE.match(path.stem)
    return match["competition"] if match else path.stem


def _league(code: str) -> LeagueKey:
    """The competition of a code: a division code of football-data.co.uk, or a name of the register."""
    divisions = football_data_divisions()
    if code in divisions:
        return LeagueKey(*divisions[code])
    known = registered_league_called(code)
    return LeagueKey(known.country, known.name) if known else LeagueKey(UNKNOWN_COUNTRY, code)


def _reading(path: Path) -> Reading:
    """The reading of a file by the map. Raises UnreadableFile, and OSError."""
    (table,) = tables_in(path)
    reading = reading_of(table, path.name, agreed=MAP, is_whole=True, league=_league(_code(path)))
    if reading.missing is not None:
        raise UnreadableFile(reading.missing)
    return reading


def _whole(fixture: ParsedFixture) -> Iterator[Parsed]:
    """A fixture without figures of one side alone and prices of one selection alone, each after its Refusal."""
    figures = fixture.figures
    for names in _OF_BOTH:
        counts = [getattr(figures, name) for name in names]
        if (counts[0] is None) != (counts[1] is None):
            text, column = next(
                (str(count), name)
                for count, name in zip(counts, names, strict=True)
                if count is not None
            )
            yield Refusal(ONE_SIDES_FIGURE, fixture.line, text, MAP.name_of(column))
            figures = figures._replace(**dict.fromkeys(names))
    odds = tuple(
        quote._replace(bookmaker=BOOKMAKER)
        for quote in fixture.odds
        if quote.opening_price_1 and quote.opening_price_2
    )
    statistics = fixture.statistics
    if statistics is not None and None in (
        statistics.home_shots_on_target,
        statistics.away_shots_on_target,
    ):
        statistics = None
    changed = fixture._replace(figures=figures, odds=odds, statistics=statistics, parts=Part.BASE)
    yield with_filled_parts(changed)
