"""Reads Football.TXT, the plain text format of openfootball, in its several dialects.

`= Title 2019/20` begins a file, `== Regular` a stage, `Matchday 1` a round, and so does whatever follows ▪ or ».
`▪ Final | Sun Jul 15` is a line of the file's overview, or a heading with its days. A date line is
`[Sat Aug/10]`, `Sat Aug/17` or `Sat Aug 10 2019`; only the first one has the year. A time (15.00 or 15:30) applies
until the next one. A match is `Home 2-1 (1-0) Away` or `Home v Away 2-1 (1-0)`; the half-time score in brackets is
left out for 0-0. In `(12) 15:30 Home v Away 2-1 @ Ground, Town` the number of the match and its ground are ignored.
`3-2 pen. 1-2 a.e.t. (1-2, 1-0)` is penalties, the score after extra time, then regulation and half-time.
"""

import re
from collections.abc import Iterator
from datetime import date

from footydata.sources.cells import HIGHEST_COUNT, MONTHS, day_of, read_name
from footydata.sources.csv_rows import lines_of
from footydata.sources.openfootball_matches import Match
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import BadRow

LONGEST_LINE = 400
"""In characters, long runs of blanks counted as two; the longest lines of the files have a hundred."""

FURTHEST_DATE = 200
"""Days from one date line to the next; a date further away is refused."""

_TITLE = re.compile(r"^=\s+(?P<title>\S.*)$")
_BLANKS = re.compile(r"\s{3,}")
_STAGE = re.compile(r"^==+\s*(?P<stage>.+?)\s*$")
_MARKED = re.compile(r"^[▪»]\s*(?P<round>[^|]*[^|\s])")
_ROUND = re.compile(r"^(?P<round>(?:[^\d\[]*Matchday\s+\d+|Round of \d+|.*[Ff]inals?|Group [A-Z]|Play-?offs?).*)$")
_GROUP = re.compile(r"^Gruppe\s+(?P<letter>[A-Z])$")
"""A group in German, as some files of the European cups have it among English ones."""
_WORDS = re.compile(r"^(?:\d+\.\s+)?[^\W\d_][^\d,:;()\[\]'@]*$")
"""A line of words alone: where it is no match, a heading that can't be read."""
_DATE = re.compile(
    r"^\[?(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*\s+)?(?P<month>[A-Z][a-z]{2})[ /](?P<day>\d{1,2})"
    r"(?:\s+(?P<year>\d{4}))?\]?$"
)
_TIME = re.compile(r"^(?P<time>\d{1,2}[.:]\d{2})\s+(?P<rest>.+)$")
_SCORE = (
    r"(?:(?P<pen>\d+-\d+)\s+pen\.\s+)?(?P<score>\d+-\d+)(?P<aet>\s+a\.e\.t\.)?"
    r"(?:\s+\((?P<inner>\d+-\d+(?:,\s*\d+-\d+)*)\))?"
)
_BETWEEN = re.compile(rf"^(?P<home>.+?)\s+{_SCORE}\s+(?P<away>.+?)$")
_BEHIND = re.compile(rf"^(?P<home>.+?)\s+v\s+(?P<away>.+?)(?:\s+{_SCORE})?(?:\s+\[(?P<note>\w+)\])?$")
_OPEN = re.compile(r"^(?P<home>.+?)\s+-\s+(?P<away>.+?)(?:\s+\[(?P<note>\w+)\])?$")
_NO_NAME = re.compile(r"\d+\s*[-:]\s*\d+|[@\[\]]|^\(|\s{2}|a\.e\.t|\bpen\.")
"""Marks of a score, ground or note that was read as part of a team's name."""
_NUMBER = re.compile(r"^\(\d+\)\s+")
_GROUND = re.compile(r"\s+@\s.*$")
_NOTE = re.compile(r"\s*\[(?P<note>cancelled|postponed|abandoned|awarded)\w*\]\s*$", re.IGNORECASE)


def looks_like(head: str) -> bool:
    """Whether a file begins like Football.TXT: with a title line, and a round or a date below it."""
    lines = [line for _, line in _lines(head)]
    return bool(lines and _TITLE.match(lines[0])) and any(
        _MARKED.match(line) or _ROUND.match(line) or _DATE.match(line)
        for line in lines[1:60]
        if len(line) <= LONGEST_LINE
    )


def title(text: str) -> str:
    """The title line of a file, empty if there is none."""
    title_match = next(filter(None, (_TITLE.match(line) for _, line in _lines(text))), None)
    return title_match["title"] if title_match else ""


def matches(text: str) -> Iterator[Match | Refusal]:
    """The matches of a file in its order; a Refusal for each line that is neither match nor heading."""
    first_year = re.search(r"\b(\d{4})\b", title(text)[:LONGEST_LINE])
    reader = _Reader(int(first_year[1]) if first_year else None)
    for number, line in _lines(text):
        if line.startswith("=") and not line.startswith("=="):
            continue
        try:
            match = reader.take(line, number)
        except BadRow as error:
            yield error.refusal(number, line)
            continue
        if match is not None:
            yield match


def days(text: str) -> Iterator[tuple[date, bool]]:
    """The day of each match, and whether it has a score."""
    for match in matches(text):
        if isinstance(match, Match):
            yield match.day, match.full_time is not None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The number and text of each line that is not empty, without comments and long runs of blanks."""
    for number, raw in enumerate(lines_of(text), start=1):
        line = raw.split("#", 1)[0].strip()
        if line:
            yield number, _BLANKS.sub("  ", line)


class _Reader:
    """Reads line by line; remembers the stage, round, day and time that apply to the next match."""

    def __init__(self, year: int | None) -> None:
        self.year = year
        self.last_day: date | None = None
        self.stage: str | None = None
        self.round: str | None = None
        self.day: date | None = None
        self.time: str | None = None

    def take(self, line: str, number: int) -> Match | None:
        """The match of a line, None for a heading. Raises BadRow if it is neither."""
        if len(line) > LONGEST_LINE:
            raise BadRow(f"a line of more than {LONGEST_LINE} characters")
        stage = _STAGE.match(line)
        if stage:
            self.stage = self.round = None
            self.stage = read_name(stage["stage"], "the stage")
            return None
        date_match = _DATE.match(line)
        if date_match and date_match["month"] in MONTHS:
            self._set_day(date_match)
            return None
        line = _GROUND.sub("", _NUMBER.sub("", line))
        at = _TIME.match(line)
        heading = None if at else _MARKED.match(line) or _ROUND.match(line)
        if heading and not _BETWEEN.match(line):
            self.round = None
            self.round = read_name(_GROUP.sub(r"Group \g<letter>", heading["round"]), "the round")
            return None
        if at:
            self.time, line = at["time"], at["rest"].strip()
        try:
            return self._match(line, number)
        except BadRow:
            if _WORDS.match(line):
                # A heading, of which nothing is known but that what stood before it is over.
                self.round = None
            raise

    def _set_day(self, date_match: re.Match[str]) -> None:
        self.day, self.time = None, None
        self.day = self._day_of(MONTHS.index(date_match["month"]) + 1, int(date_match["day"]), date_match["year"])
        if self.day is None:
            raise BadRow("a date that does not exist, or whose year is not known")
        self.last_day = self.day

    def _day_of(self, month: int, day: int, year: str | None) -> date | None:
        """The day of a date line; without a year, the one nearest to the date line before it."""
        if year:
            is_of_season = self.year is None or -1 <= int(year) - self.year <= 2
            return day_of(int(year), month, day) if is_of_season else None
        last = self.last_day
        if last is None:
            return None if self.year is None else day_of(self.year, month, day)
        near = (day_of(last.year + more, month, day) for more in (-1, 0, 1))
        far = {abs((each - last).days): each for each in near if each is not None}
        return far[min(far)] if far and min(far) <= FURTHEST_DATE else None

    def _match(self, line: str, number: int) -> Match:
        note = _NOTE.search(line)
        bare = _NOTE.sub("", line)
        line_match = _BEHIND.match(bare) or _BETWEEN.match(bare) or _OPEN.match(bare)
        if line_match is None:
            raise BadRow("neither a match nor a heading")
        sides = line_match["home"].strip(), line_match["away"].strip()
        if any(map(_NO_NAME.search, sides)):
            raise BadRow("a side whose name holds a score or a note")
        home, away = map(read_name, sides)
        if self.day is None:
            raise BadRow("a match before any date")
        full_time, half_time = _scores(line_match)
        heading = self.round if not self.stage else f"{self.stage}, {self.round}" if self.round else self.stage
        return Match(
            day=self.day,
            time=self.time,
            home=home,
            away=away,
            full_time=full_time,
            half_time=half_time,
            round=heading,
            group=None,
            status=note["note"].casefold() if note else None,
            goals=None,
            line=number,
        )


def _scores(line_match: re.Match[str]) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """The scores of regulation and half-time; after extra time, regulation is the first pair in the brackets."""
    groups = line_match.groupdict()
    if not groups.get("score"):
        return None, None
    inner = [_pair(text) for text in re.findall(r"\d+-\d+", groups.get("inner") or "")]
    if groups.get("aet") or groups.get("pen"):
        return (inner[0] if inner else None), (inner[1] if len(inner) > 1 else None)
    return _pair(groups["score"]), (inner[0] if inner else None)


def _pair(text: str) -> tuple[int, int]:
    home, away = text.split("-")
    if len(text) > 2 * len(str(HIGHEST_COUNT)) + 1 or max(int(home), int(away)) > HIGHEST_COUNT:
        raise BadRow("no score of a match", text)
    return int(home), int(away)
