"""Recorded corner odds: one row per fixture, with prices over and under each of 7.5 to 11.5 corners.

The column names are those of the FootyStats API. The file's name gives the competition (E0_2021.csv, BRA_all.csv),
the days give the season. Times are three hours behind UTC; counts are printed as 4.0; a price over a line without the
price under it is not a quote. Only the main line is stored, the one whose two prices are closest. The files don't say
when the prices were recorded: they are taken as opening.
"""

import math
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta, timezone
from functools import partial, reduce
from operator import or_
from pathlib import Path

from footydata.football.records import StatisticsRecord
from footydata.football.register.leagues import football_data_divisions, registered_league_called
from footydata.football.terms import Part, Status
from footydata.sources.cells import read_count, read_name, read_number
from footydata.sources.csv_rows import columns_of, header_of, read_csv
from footydata.sources.dated_rows import (
    Cells,
    DatedColumns,
    DatedRow,
    kickoff,
    read_dated,
    spans_in,
)
from footydata.sources.football_data_quotes import AMERICAN, is_american
from footydata.sources.parsed import (
    NO_ID,
    UNKNOWN_COUNTRY,
    BookmakerKey,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
    ParsedOdds,
    TeamKey,
)
from footydata.sources.protocol import CompetitionDays
from footydata.sources.refusing import (
    NO_GOALS,
    ONE_SIDES_FIGURE,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
)

BOOKMAKER = BookmakerKey("footystats", "FootyStats")
LINES = (7.5, 8.5, 9.5, 10.5, 11.5)
FORM = "corner lines"
NEEDED = ("Date", "HomeTeam", "AwayTeam", "odds_corners_over_95")
ZONE = timezone(timedelta(hours=-3))
HIGHEST_COUNT = 60
HIGHEST_PRICE = 1000
COLUMNS = DatedColumns(competition=(), results=("FTHG",))

_FILE = re.compile(r"^(?P<competition>[A-Z0-9_]+?)_(?:all|\d{4})$")


class CornerLines:
    """Recorded corner odds: CSV, one row per fixture with prices over and under 7.5 to 11.5 corners."""

    name = "corner-lines"
    trust = 20

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header with columns of corner prices."""
        return bool(header_of(path, NEEDED))

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers of its competition."""
        file_name = _FILE.match(path.stem)
        spans = spans_in(read_csv(path, NEEDED, FORM, first_columns=COLUMNS.results), COLUMNS)
        return [
            span._replace(competition=file_name["competition"] if file_name else path.stem)
            for span in spans
        ]

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        file_name = _FILE.match(path.stem)
        code = file_name["competition"] if file_name else path.stem
        league = _league(code)
        # First: a file of another kind is no competition.
        tables = read_csv(path, NEEDED, FORM)
        if league.country == UNKNOWN_COUNTRY:
            yield ParsedLeague(league)
        yield from read_dated(
            tables, COLUMNS, lambda header: partial(_records, columns_of(header), league)
        )


def _league(code: str) -> LeagueKey:
    """The competition in a file's name: a division code of football-data.co.uk, or a name of the register."""
    divisions = football_data_divisions()
    if code in divisions:
        return LeagueKey(*divisions[code])
    known = registered_league_called(code)
    return LeagueKey(known.country, known.name) if known else LeagueKey(UNKNOWN_COUNTRY, code)


def _records(columns: dict[str, int], league: LeagueKey, row: DatedRow) -> Iterator[Parsed]:
    try:
        yield from _read(Cells(row, columns), row.day, league)
    except BadRow as error:
        yield error.refusal(row.line, row.cells)


def _read(row: Cells, day: date, league: LeagueKey) -> Iterator[Parsed]:
    home, away = read_name(row.text("HomeTeam")), read_name(row.text("AwayTeam"))
    if home == away:
        raise BadRow(SAME_TEAM, home)
    kickoff_ts, known = kickoff(row, day, ZONE)
    home_goals, away_goals = _count(row, "FTHG"), _count(row, "FTAG")
    if (home_goals is None) != (away_goals is None):
        wrong = next(
            (refusal.text for refusal in row.refused if refusal.column in ("FTHG", "FTAG")), None
        )
        raise BadRow(*((ONE_SIDES_GOALS, None) if wrong is None else (NO_GOALS, wrong)))
    figures = Figures(
        home_goals, away_goals, *_counts(row, "HTHG", "HTAG"), *_counts(row, "HC", "AC")
    )
    on_target = _counts(row, "HST", "AST")
    quote = _main_quote(row)
    yield from row.refused
    finished = home_goals is not None
    yield ParsedFixture(
        league,
        None,
        TeamKey(home),
        TeamKey(away),
        kickoff_ts,
        _parts(figures, has_shots=None not in on_target, has_odds=quote is not None),
        time_known=known,
        status=Status.FINISHED if finished else Status.SCHEDULED,
        figures=figures,
        statistics=StatisticsRecord(
            NO_ID, home_shots_on_target=on_target[0], away_shots_on_target=on_target[1]
        )
        if None not in on_target
        else None,
        odds=(quote,) if quote else (),
        line=row.line,
    )


def _count(row: Cells, name: str) -> int | None:
    """A count; None if the cell is empty, or not a count and so set aside."""
    count = read_count(row.text(name), HIGHEST_COUNT)
    if count is None and row.text(name):
        row.set_aside("no count", name)
    return count


def _counts(row: Cells, home: str, away: str) -> tuple[int | None, int | None]:
    """The counts of both sides; that of one side alone is set aside."""
    both = _count(row, home), _count(row, away)
    for count, name in zip(both, (home, away), strict=True):
        if count is not None and None in both:
            row.set_aside(ONE_SIDES_FIGURE, name)
    return (None, None) if None in both else both


def _price(text: str) -> float | None:
    price = read_number(text)
    return price if price is not None and 1 < price < HIGHEST_PRICE else None


def _main_quote(row: Cells) -> ParsedOdds | None:
    """The quote of the main line, None if no line has both prices; impossible prices are set aside."""
    quotes = []
    for at in LINES:
        stem = f"{at * 10:.0f}".rjust(2, "0")
        names = [f"odds_corners_{side}_{stem}" for side in ("over", "under")]
        if is_american([row.text(name) for name in names]):
            for name in names:
                row.set_aside(AMERICAN, name)
            continue
        over, under = prices = [_price(row.text(name)) for name in names]
        for name, price in zip(names, prices, strict=True):
            # The files print a missing price as zero.
            if price is None and row.text(name) and read_number(row.text(name)) != 0:
                row.set_aside("no decimal price", name)
        if over is not None and under is not None:
            quotes.append((abs(math.log(over / under)), at, over, under))
    if not quotes:
        return None
    _, main, over, under = min(quotes)
    return ParsedOdds(BOOKMAKER, "corner_line", main, over, under)


def _parts(figures: Figures, *, has_shots: bool, has_odds: bool) -> Part:
    known = {
        Part.GOALS: figures.home_goals is not None,
        Part.HALF_GOALS: figures.half_home_goals is not None,
        Part.CORNERS: figures.home_corners is not None,
        Part.STATISTICS: has_shots,
        Part.ODDS | Part.ODDS_SUMMARY: has_odds,
    }
    return reduce(or_, (part for part, is_known in known.items() if is_known), Part.BASE)
