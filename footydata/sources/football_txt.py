"""Football.TXT, the plain text of openfootball, in its several dialects.

`= Title 2019/20` heads a file, `== Regular` a stage, `Matchday 1` (also behind ▪ or ») a round; a date line is
`[Sat Aug/10]`, `Sat Aug/17` or `Sat Aug 10 2019`, the year on the first alone; a time (15.00 or 15:30) holds until
the next; a match is `Home 2-1 (1-0) Away` or `Home v Away 2-1 (1-0)`. Half-time in brackets is absent for 0-0.
`(12) 15:30 Home v Away 2-1 @ Ground, Town` has the number of the match and its ground, which are passed over.
`3-2 pen. 1-2 a.e.t. (1-2, 1-0)` gives penalties, the score after extra time, then regulation and half-time.
"""

import re
from collections.abc import Iterator
from datetime import date

from footydata.sources.openfootball_matches import Match
from footydata.sources.parsed import Refusal

_TITLE = re.compile(r"^=\s+(?P<title>.+?)\s*$", re.MULTILINE)
_STAGE = re.compile(r"^==+\s*(?P<stage>.+?)\s*$")
_ROUND = re.compile(
    r"^[▪»]?\s*(?P<round>(?:[^\d\[]*Matchday\s+\d+|Round of \d+|.*[Ff]inals?|Group [A-Z]|Play-?offs?).*)$"
)
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
"""What no side is called: a score, a ground or a note that was not read as such."""
_NUMBER = re.compile(r"^\(\d+\)\s+")
_GROUND = re.compile(r"\s+@\s.*$")
_NOTE = re.compile(r"\s*\[(?P<note>cancelled|postponed|abandoned|awarded)\w*\]\s*$", re.IGNORECASE)

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def looks_like(head: str) -> bool:
    """Whether the beginning of a file is Football.TXT: a title line, and a round or a date below it."""
    return bool(_TITLE.match(head)) and any(
        _ROUND.match(line.strip()) or _DATE.match(line.strip()) for line in head.splitlines()[1:60]
    )


def title(text: str) -> str:
    """The title line of a file, empty where there is none."""
    found = _TITLE.search(text)
    return found["title"] if found else ""


def matches(text: str) -> Iterator[Match | Refusal]:
    """The matches of a file in its order; a Refusal for each line that is neither match nor heading."""
    first_year = re.search(r"\b(\d{4})\b", title(text))
    reader = _Reader(int(first_year[1]) if first_year else None)
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].strip()
        if not line or (line.startswith("=") and not line.startswith("==")):
            continue
        taken = reader.take(line, number)
        if taken is not None:
            yield taken


class _Reader:
    """What holds from line to line: stage, round, day and time."""

    def __init__(self, year: int | None) -> None:
        self.year = year
        self.month: int | None = None
        self.stage: str | None = None
        self.round: str | None = None
        self.day: date | None = None
        self.time: str | None = None

    def take(self, line: str, number: int) -> Match | Refusal | None:
        stage = _STAGE.match(line)
        if stage:
            self.stage, self.round = stage["stage"], None
            return None
        found = _DATE.match(line)
        if found and found["month"] in _MONTHS:
            return self._new_day(found, line, number)
        line = _GROUND.sub("", _NUMBER.sub("", line))
        at = _TIME.match(line)
        heading = None if at or line.startswith(" ") else _ROUND.match(line)
        if heading and not _BETWEEN.match(line):
            self.round = heading["round"].strip()
            return None
        if at:
            self.time, line = at["time"], at["rest"].strip()
        return self._match(line, number)

    def _new_day(self, found: re.Match[str], line: str, number: int) -> Refusal | None:
        month = _MONTHS.index(found["month"]) + 1
        if found["year"]:
            self.year = int(found["year"])
        elif self.year is not None and self.month is not None and month < 7 <= self.month:
            self.year += 1
        self.month, self.time = month, None
        try:
            self.day = date(self.year or 0, month, int(found["day"]))
        except ValueError:
            self.day = None
            return Refusal("a date that does not exist, or whose year is not known", line=number, text=line)
        return None

    def _match(self, line: str, number: int) -> Match | Refusal:
        note = _NOTE.search(line)
        bare = _NOTE.sub("", line)
        found = _BEHIND.match(bare) or _BETWEEN.match(bare) or _OPEN.match(bare)
        if found is None:
            return Refusal("neither a match nor a heading", line=number, text=line)
        home, away = found["home"].strip(), found["away"].strip()
        if _NO_NAME.search(home) or _NO_NAME.search(away):
            return Refusal("a side whose name holds a score or a note", line=number, text=line)
        if self.day is None:
            return Refusal("a match before any date", line=number, text=line)
        full_time, half_time = _scores(found)
        heading = self.round if not self.stage else f"{self.stage}, {self.round}" if self.round else self.stage
        return Match(
            self.day,
            self.time,
            home,
            away,
            full_time,
            half_time,
            heading,
            None,
            note["note"].casefold() if note else None,
            None,
            number,
        )


def _scores(found: re.Match[str]) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Regulation and half-time: after extra time, regulation is the first pair of the brackets."""
    groups = found.groupdict()
    if not groups.get("score"):
        return None, None
    inner = [_pair(text) for text in re.findall(r"\d+-\d+", groups.get("inner") or "")]
    if groups.get("aet") or groups.get("pen"):
        return (inner[0] if inner else None), (inner[1] if len(inner) > 1 else None)
    return _pair(groups["score"]), (inner[0] if inner else None)


def _pair(text: str) -> tuple[int, int]:
    home, away = text.split("-")
    return int(home), int(away)
