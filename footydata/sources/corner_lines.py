"""Recorded corner odds: one row a fixture with prices over and under each of 7.5 to 11.5 corners.

The column names are those of the FootyStats API. The file's name tells the competition (E0_2021.csv, BRA_all.csv),
the days tell the season. Times are of a zone three hours behind UTC; counts are printed as 4.0; a price over a line
may stand without the one under it and is then no quote. Of the lines the main one is kept: whose prices are nearest
to each other. When the prices were recorded is not told: they are taken as opening.
"""

import csv
import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from footydata.contract.terms import Part, Status
from footydata.records import Statistics
from footydata.sources.football_data_columns import DIVISIONS
from footydata.sources.football_data_text import decoded, looks_binary
from footydata.sources.head import head_of
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedOdds,
    Refusal,
    TeamKey,
    season_by_calendar,
)
from footydata.store.register.leagues import RegisteredLeague, registered_league

COMPETITIONS: dict[str, tuple[str, str]] = {
    **DIVISIONS,
    "BRA": ("BR", "Série A"),
    "GERMANY_3_LIGA": ("DE", "3. Liga"),
}
"""What a file's name begins with → the competition."""

BOOKMAKER = BookmakerKey("footystats", "FootyStats")
LINES = (7.5, 8.5, 9.5, 10.5, 11.5)
NEEDED = ("Date", "HomeTeam", "AwayTeam", "odds_corners_over_95")
BEHIND_UTC = timedelta(hours=3)
HIGHEST_COUNT = 60
HIGHEST_PRICE = 1000
FIGURE_COLUMNS = ("FTHG", "FTAG", "HTHG", "HTAG", "HC", "AC")
STARTS_IN = 7
"""The month in which a season across two years begins."""

_FILE = re.compile(r"^(?P<competition>[A-Z0-9_]+?)_(?:all|\d{4})$")


class CornerLines:
    """The source corner-lines."""

    name = "corner-lines"
    trust = 20

    def recognises(self, path: Path) -> bool:
        """Whether the file starts with a header that has corner prices."""
        head = head_of(path)
        header = decoded(head).partition("\n")[0].strip("\r").split(",")
        return not looks_binary(head) and all(name in header for name in NEEDED)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        found = _FILE.match(path.stem)
        competition = COMPETITIONS.get(found["competition"]) if found else None
        if competition is None:
            yield Refusal("the file's name tells no competition that we know", text=path.name)
            return
        league = registered_league(*competition)
        assert league is not None, competition
        reader = csv.DictReader(decoded(path.read_bytes()).splitlines(keepends=True))
        for row in reader:
            try:
                yield from _read(row, reader.line_num, league)
            except ValueError as error:
                yield Refusal(str(error), reader.line_num, ",".join(str(cell) for cell in row.values())[:200])


def _read(row: dict[str, str], line: int, league: RegisteredLeague) -> Iterator[Parsed]:
    try:
        day = datetime.strptime(row["Date"], "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise ValueError("no day that can be read") from None
    home, away = " ".join(row["HomeTeam"].split()), " ".join(row["AwayTeam"].split())
    if not home or not away or home == away:
        raise ValueError("a team is missing, or plays against itself")
    kickoff, known = _kickoff(day, row.get("Time") or "")
    counts = [_count(row.get(name) or "") for name in FIGURE_COLUMNS]
    if (counts[0] is None) != (counts[1] is None):
        raise ValueError("the goals of one side alone")
    on_target = [_count(row.get(name) or "") for name in ("HST", "AST")]
    quote, refused = _main_quote(row, line)
    yield from refused
    finished = counts[0] is not None
    figures = Figures(*counts[:4], *counts[4:6])
    start_year = day.year if league.calendar == "within" or day.month >= STARTS_IN else day.year - 1
    yield ParsedFixture(
        LeagueKey(league.country, league.name),
        season_by_calendar(league.calendar, start_year),
        TeamKey(home),
        TeamKey(away),
        kickoff,
        _parts(figures, has_shots=None not in on_target, has_odds=quote is not None),
        time_known=known,
        status=Status.FINISHED if finished else Status.SCHEDULED,
        figures=figures,
        statistics=Statistics(NO_ID, home_shots_on_target=on_target[0], away_shots_on_target=on_target[1])
        if None not in on_target
        else None,
        odds=(quote,) if quote else (),
        line=line,
    )


def _kickoff(day: datetime, time: str) -> tuple[int, bool]:
    try:
        clock = datetime.strptime(time[:5], "%H:%M")  # noqa: DTZ007  # only its hour and minute are used
    except ValueError:
        return int(day.timestamp()), False
    return int((day.replace(hour=clock.hour, minute=clock.minute) + BEHIND_UTC).timestamp()), True


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _count(text: str) -> int | None:
    number = _number(text)
    if number is None or not number.is_integer() or not 0 <= number <= HIGHEST_COUNT:
        return None
    return int(number)


def _price(text: str) -> float | None:
    price = _number(text)
    return price if price is not None and 1 < price < HIGHEST_PRICE else None


def _main_quote(row: dict[str, str], line: int) -> tuple[ParsedOdds | None, list[Refusal]]:
    """The quote of the main line, and the prices that can't be."""
    # A price of zero is how the files print a missing one.
    refused, quotes = [], []
    for at in LINES:
        stem = f"{at * 10:.0f}".rjust(2, "0")
        texts = [row.get(f"odds_corners_{side}_{stem}") or "" for side in ("over", "under")]
        prices = [_price(text) for text in texts]
        for text, price, side in zip(texts, prices, ("over", "under"), strict=True):
            if price is None and text and _number(text) != 0:
                refused.append(Refusal("no decimal price", line, text, f"odds_corners_{side}_{stem}"))
        if prices[0] is not None and prices[1] is not None:
            quotes.append((abs(math.log(prices[0] / prices[1])), at, prices[0], prices[1]))
    if not quotes:
        return None, refused
    _, main, over, under = min(quotes)
    return ParsedOdds(BOOKMAKER, "corner_line", main, over, under), refused


def _parts(figures: Figures, *, has_shots: bool, has_odds: bool) -> Part:
    parts = Part.BASE
    told = (
        (Part.GOALS, figures.home_goals),
        (Part.HALF_GOALS, figures.half_home_goals),
        (Part.CORNERS, figures.home_corners),
        (Part.STATISTICS, True if has_shots else None),
        (Part.ODDS | Part.ODDS_SUMMARY, True if has_odds else None),
    )
    for part, value in told:
        if value is not None:
            parts |= part
    return parts
