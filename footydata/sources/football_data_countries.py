"""football-data.co.uk's 'new leagues': one file a country, all its seasons, closing odds and no statistics.

Country,League,Season,Date,Time,Home,Away,HG,AG,Res, then closing prices. Blanks hang on values ('Finland ',
' J1 League'); a season is 2012 or 2012/2013, both in one file where the calendar changed. Times are UK local time.
Relegation play-offs stand among the fixtures unmarked: a fixture of a team that has hardly any in that season
is one, and no table counts it.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from footydata.contract.countries import COUNTRIES
from footydata.contract.terms import Part, Status
from footydata.moments import midnight_of
from footydata.sources.football_data_quotes import QuoteReader
from footydata.sources.football_data_text import decoded, looks_binary, read_day, utc_of
from footydata.sources.head import head_of
from footydata.sources.parsed import (
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    SeasonKey,
    TeamKey,
    season_across,
    season_within,
)

NEEDED = ("Country", "League", "Season", "Date", "Home", "Away", "HG", "AG")
CODES = {name: code for code, name in COUNTRIES.items()} | {"USA": "US", "Turkey": "TR", "Czech Republic": "CZ"}
PLAY_OFF = "Play-off"
FEW = 0.25
"""A team with less than this share of the season's median fixtures came in through a play-off."""

_Key = tuple[str, str, str]


class FootballDataCountries:
    """The source football-data, in its one-file-a-country format."""

    name = "football-data"
    trust = 60

    def recognises(self, path: Path) -> bool:
        """Whether the file starts with a header of the format."""
        head = head_of(path)
        return not looks_binary(head) and _is_header(decoded(head).partition("\n")[0].strip("\r").split(","))

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        text = decoded(path.read_bytes())
        reader = csv.reader(text.splitlines(keepends=True))
        header = [name.strip() for name in next(reader, [])]
        if not _is_header(header):
            yield Refusal("no header of football-data.co.uk's new leagues", text=",".join(header)[:200])
            return
        rows = [(reader.line_num, row) for row in reader if any(cell and not cell.isspace() for cell in row)]
        columns = {name: place for place, name in reversed(list(enumerate(header))) if name}
        yield from _Rows(header, columns, rows).read()


def _is_header(header: list[str]) -> bool:
    return all(name in header for name in NEEDED)


class _Rows:
    """The rows under one header."""

    def __init__(self, header: list[str], columns: dict[str, int], rows: list[tuple[int, list[str]]]) -> None:
        self._width = len(header)
        self._columns = columns
        self._quotes = QuoteReader(header)
        self._rows = [(line, row + [""] * (self._width - len(row))) for line, row in rows]
        self._visitors = self._through_play_offs()

    def read(self) -> Iterator[Parsed]:
        for line, row in self._rows:
            fixture = self._fixture(row, line)
            if isinstance(fixture, Refusal):
                yield fixture
                continue
            odds, refused = self._quotes.read(row, line)
            yield from refused
            parts = fixture.parts | (Part.ODDS | Part.ODDS_SUMMARY if odds else Part(0))
            yield fixture._replace(odds=odds, parts=parts)

    def _cell(self, row: list[str], name: str) -> str:
        return row[self._columns[name]].strip() if name in self._columns else ""

    def _season_of(self, row: list[str]) -> _Key:
        return self._cell(row, "Country"), self._cell(row, "League"), self._cell(row, "Season")

    def _through_play_offs(self) -> set[tuple[_Key, str]]:
        played = Counter(
            (self._season_of(row), self._cell(row, side)) for _, row in self._rows for side in ("Home", "Away")
        )
        by_season: dict[_Key, list[int]] = {}
        for (season, _), count in played.items():
            by_season.setdefault(season, []).append(count)
        usual = {season: median(counts) for season, counts in by_season.items()}
        return {key for key, count in played.items() if count < FEW * usual[key[0]]}

    def _fixture(self, row: list[str], line: int) -> ParsedFixture | Refusal:
        text = ",".join(row)[:200]
        country = CODES.get(self._cell(row, "Country"))
        day = read_day(self._cell(row, "Date"))
        season = _season(self._cell(row, "Season"))
        home, away = self._cell(row, "Home"), self._cell(row, "Away")
        if country is None:
            return Refusal("a country that we do not know", line, self._cell(row, "Country") or text)
        if day is None:
            return Refusal("no day that can be read", line, self._cell(row, "Date"))
        if season is None:
            return Refusal("no season that can be read", line, self._cell(row, "Season"))
        if not home or not away or home == away:
            return Refusal("a team is missing, or plays against itself", line, text)
        goals = [_goals(self._cell(row, name)) for name in ("HG", "AG")]
        if (goals[0] is None) != (goals[1] is None):
            return Refusal("the goals of one side alone", line, text)
        moment = utc_of(day, self._cell(row, "Time")) if self._cell(row, "Time") else None
        finished = goals[0] is not None
        key = self._season_of(row)
        is_play_off = (key, home) in self._visitors or (key, away) in self._visitors
        return ParsedFixture(
            LeagueKey(country, self._cell(row, "League")),
            season,
            TeamKey(" ".join(home.split())),
            TeamKey(" ".join(away.split())),
            midnight_of(day) if moment is None else moment,
            Part.BASE | (Part.GOALS if finished else Part(0)),
            time_known=moment is not None,
            status=Status.FINISHED if finished else Status.SCHEDULED,
            stage=PLAY_OFF if is_play_off else None,
            in_table=not is_play_off,
            figures=Figures(*goals) if finished else Figures(),
            line=line,
        )


def _goals(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None


def _season(text: str) -> SeasonKey | None:
    """The season of 2012 or 2012/2013."""
    start, mark, end = text.partition("/")
    if not (start.isascii() and start.isdigit() and len(start) == 4):
        return None
    if not mark:
        return season_within(int(start))
    return season_across(int(start)) if end == str(int(start) + 1) else None
