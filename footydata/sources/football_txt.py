"""Reads Football.TXT, the plain text format of openfootball, in its several dialects.

`= Title 2019/20` begins a file. `== Regular` begins a stage,
`Matchday 1` a round, and so does whatever follows ▪ or ».
`▪ Final | Sun Jul 15` is a line of the file's overview, or a heading with its days. A date line is
`[Sat Aug/10]`, `Sat Aug/17`, `Sat Aug 10 2019` or `Sat, 10 August`; at most the first one has the year, which else
follows the weekday and the season: a file of a second half begins in January. Below a day in a form that can't be read
no match has one. It may go on with a time and a match, or with `@` and the ground of the matches below. A time (15.00,
15:30 or `17:00 UTC+3`) applies until the next one. A match is `Home 2-1 (1-0) Away` or `Home v Away 2-1 (1-0)`; the half-time score in brackets is left out for 0-0.
`(12) 15:30 Home v Away 2-1 @ Ground, Town` has the number of the match and its ground.
`3-2 pen. 1-2 a.e.t. (1-2, 1-0)` and `1-2 a.e.t. (1-2, 1-0), 3-2 pen.` are penalties, the score after extra time, then
regulation and half-time. The brackets below a match hold its goals; line-ups there are not read.
`(Isco 19' Aspas 90+1'; Boutaib 14', 81' (pen.))` are the goals of home and away; older files leave out the mark of the
minute and put commas: `(Flohe 65, D.Müller 82, 115; Popivoda 19, Ondrus 77og)`. A list without a semicolon is of the
only side that scored. An own goal stands under the side that it counts for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from footydata.football.records import VenueRecord
from footydata.football.terms import Side
from footydata.sources.cells import read_count, read_name
from footydata.sources.days import MONTHS, day_of
from footydata.sources.match_scores import Goal, MatchScores, Score, goal_of
from footydata.sources.openfootball_matches import Match, has_city_first, read_ground
from footydata.sources.parsed import BadRow, Refusal, SeasonKey
from footydata.sources.plausible import WEEKDAYS
from footydata.sources.tables.table import lines_of

LONGEST_LINE = 400
"""In characters, long runs of blanks counted as two; the longest lines of the files have a hundred."""

LONGEST_LIST = 1200
"""In characters, of the lines of a match's goals or of a line-up together."""

FURTHEST_DATE = 200
"""Days from one date line to the next; a date further away is refused."""

HALF_A_SEASON = 260
"""Days from the middle of a season to its first or last; the seasons of 2020 ended late."""

TWO_YEARS = 731
"""Days from the middle of a season beyond which a day with its year is none of it."""

_TITLE = re.compile(r"^=\s+(?P<title>\S.*)$")
_BLANKS = re.compile(r"\s{3,}")
_STAGE = re.compile(r"^==+\s*(?P<stage>.+?)\s*$")
_MARKED = re.compile(r"^[▪»]\s*(?P<round>[^|]*[^|\s])")
_ROUND = re.compile(
    r"^(?P<round>(?:[^\d\[]*Matchday\s+\d+|Round of \d+|.*[Ff]inals?|Group [A-Z]|Play-?offs?).*)$"
)
_GROUP = re.compile(r"^Gruppe\s+(?P<letter>[A-Z])$")
"""A group in German, as some files of the European cups have it among English ones."""
_WORDS = re.compile(r"^(?:\d+\.\s+)?[^\W\d_][^\d,:;()\[\]'@]*$")
"""A line of words alone: where it is no match, a heading that can't be read."""
_MONTH = rf"(?:{'|'.join(MONTHS)})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?"
_DATE = re.compile(
    r"^\[?(?:(?P<weekday>Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,?\s+)?"
    rf"(?:(?P<month>{_MONTH})[ /](?P<day>\d\d?)|(?P<day_first>\d\d?)\.?\s+(?P<month_last>{_MONTH}))"
    r"(?:,?\s+(?P<year>\d{4}))?\]?(?:\s+(?P<rest>\d{1,2}[.:]\d{2}\s.+))?$"
)
_LIKE_A_DATE = re.compile(
    rf"\b{_MONTH}\b\W*\d|\d\W*\b{_MONTH}\b|\d\d?[./]\d\d?\.|\d[./-]\d\d?[./-]\d"
)
"""A day that is written in a form that can't be read."""
_TIME = re.compile(
    r"^(?P<time>\d{1,2}[.:]\d{2}(?:\s+UTC[+-]\d{1,2})?)(?:\s+\(\d{1,2}[.:]\d{2}(?:\s+[A-Z]+)?\))?(?P<rest>\s.*)?$"
)
"""A time, maybe with its zone, or with that of another zone in brackets."""
_ZONE = re.compile(
    r"^#.*\btimes? (?:are|is)\b.*\((?P<zone>UTC[+-]\d{1,2})\)", re.IGNORECASE | re.MULTILINE
)
"""A remark on the zone of all times of the file."""
_SCORE = (
    r"(?:(?P<pen>\d+-\d+)\s+pen\.\s+)?(?P<score>\d+-\d+)(?P<aet>\s+a\.e\.t\.)?"
    r"(?:\s+\((?P<inner>\d+-\d+(?:,\s*\d+-\d+)*)\))?(?:,\s*(?P<shootout>\d+-\d+)\s+pen\.)?"
)
_BETWEEN = re.compile(rf"^(?P<home>.+?)\s+{_SCORE}\s+(?P<away>.+?)$")
_BEHIND = re.compile(rf"^(?P<home>.+?)\s+v\s+(?P<away>.+?)(?:\s+{_SCORE})?$")
_OPEN = re.compile(r"^(?P<home>.+?)\s+-\s+(?P<away>.+?)$")
_SIDES = re.compile(r"^[^\d,;()][^,;()]*\s(?:v|\d+-\d+)\s+[^\d,;()][^,;()]*")
"""The beginning of a match, without a time."""
_NO_NAME = re.compile(r"\d+\s*[-:]\s*\d+|[@\[\]]|^\(|\s{2}|a\.e\.t|\bpen\.")
"""Marks of a score, ground or note that was read as part of a team's name."""
_NUMBER = re.compile(r"^\((?P<number>\d{1,3})\)\s+")
_GROUND = re.compile(r"(?:^|\s+)@\s+(?P<ground>.*)$")
_GOALS = re.compile(r"^\((?P<goals>.*)\)$")
_PLAYERS = re.compile(r"^[^\W\d_][^\d:@|()\[\]]*:\s+\S")
"""A line-up, or the takers of penalties: `Czechoslovakia: Viktor, Pivarník`."""
_NOTE = re.compile(r"\s*\[(?P<note>[^\W\d_]+)\]$")
"""What a match ended as: `[cancelled]`, `[awarded]`."""


def looks_like(head: str) -> bool:
    """Whether a file begins like Football.TXT: with a title line, and a round or a date below it."""
    lines = [line for _, line in _lines(head)]
    return bool(lines and _TITLE.match(lines[0])) and any(
        _heading_of(line) or _DATE.match(line) for line in lines[1:60] if len(line) <= LONGEST_LINE
    )


def title(text: str) -> str:
    """The title line of a file, empty if there is none."""
    title_match = next(filter(None, (_TITLE.match(line) for _, line in _lines(text))), None)
    return title_match["title"] if title_match else ""


def matches(text: str, season: SeasonKey) -> Iterator[Match | Refusal]:
    """The matches of a file in its order; a Refusal for each line that is neither match, heading nor goals.

    A second title is refused with what stands below it.
    """
    reader, has_title = _Reader(text, season), False
    read: list[Match | Refusal] = []
    for number, line in _joined(_lines(text)):
        if _TITLE.match(line):
            if has_title:
                read.append(Refusal("a second title, of which nothing is read", number, line))
                break
            has_title = True
            continue
        try:
            taken = reader.take(line, number)
        except BadRow as error:
            read.append(error.refusal(number, line))
            continue
        if isinstance(taken, Match):
            yield from read
            read = [taken]
        elif taken is not None and read and isinstance(match := read[0], Match):
            try:
                read[0] = match._replace(goals=read_goals(taken, match.scores))
            except BadRow as error:
                read.append(error.refusal(number, taken)._replace(column="goals"))
    yield from read


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The number and text of each line that is not empty, without comments and long runs of blanks."""
    for number, raw in enumerate(lines_of(text), start=1):
        if line := raw.split("#", 1)[0].strip():
            yield number, _BLANKS.sub("  ", line)


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines, of which those of goals, of line-ups and of penalties are joined to one where they go on."""
    first, text = 0, ""
    for number, line in lines:
        is_list = _PLAYERS.match(text) or (text.startswith("(") and not _NUMBER.match(text))
        is_open = text.endswith(",") or text.count("(") > text.count(")")
        if is_list and is_open and len(text) <= LONGEST_LIST and not _begins(line):
            text += f" {line}"
            continue
        if text:
            yield first, text
        first, text = number, line
    if text:
        yield first, text


def _begins(line: str) -> bool:
    """Whether a line is no part of a list that was left open: a heading, a day, or a match."""
    starts = (_MARKED, _STAGE, _NUMBER, _TIME, _DATE, _SIDES)
    return len(line) > LONGEST_LINE or any(start.match(line) for start in starts)


class _Reader:
    """Reads line by line; remembers the stage, round, day, time and ground that apply to the next match."""

    last_day: date | None = None
    weekday: int | None = None
    stage: str | None = None
    round: str | None = None
    day: date | None = None
    time: str | None = None
    venue: VenueRecord | None = None
    is_city_first = False
    has_match = False

    def __init__(self, text: str, season: SeasonKey) -> None:
        is_across = "/" in season.label
        middle = day_of(season.start_year + is_across, 1 if is_across else 7, 1)
        self.middle = middle or date.max
        zone = _ZONE.search(text)
        self.zone = f" {zone['zone']}" if zone else ""

    def take(self, line: str, number: int) -> Match | str | None:
        """The match of a line, or its list of goals; None for a heading or a line-up. Raises BadRow if it is none."""
        is_short = len(line) <= LONGEST_LINE
        if self.has_match and len(line) <= LONGEST_LIST and not _NUMBER.match(line):
            if goals := _GOALS.match(line):
                return goals["goals"]
            if _PLAYERS.match(line) and not (is_short and _heading_of(line)):
                return None
        if not is_short:
            raise BadRow(f"a line of more than {LONGEST_LINE} characters")
        if stage := _STAGE.match(line):
            self.stage = self.round = None
            self.stage = read_name(stage["stage"], "the stage")
            return None
        if dated := _DATE.match(line):
            self._set_day(dated)
            if not dated["rest"]:
                return None
            line = dated["rest"]
        return self._heading_or_match(line, number)

    def _heading_or_match(self, line: str, number: int) -> Match | None:
        numbered, ground = _NUMBER.match(line), _GROUND.search(line)
        line = _GROUND.sub("", _NUMBER.sub("", line))
        at = _TIME.match(line)
        heading = None if at else _heading_of(line)
        if heading and not _BETWEEN.match(line):
            self.round = None
            self.round = read_name(_GROUP.sub(r"Group \g<letter>", heading["round"]), "the round")
            return None
        if at:
            self.time, line = at["time"], (at["rest"] or "").strip()
            if "UTC" not in self.time:
                self.time += self.zone
        venue = self.venue
        if ground:
            place = ground["ground"]
            self.is_city_first = has_city_first(place, usually=self.is_city_first)
            venue = read_ground(place, is_city_first=self.is_city_first)
            if not line:
                self.venue = venue
                return None
        if not at and not numbered and _WORDS.match(line) and not _sides_of(line):
            # A heading, of which nothing is known but that what stood before it is over.
            self.round = None
        match = self._match(line, number)
        self.has_match = True
        return match._replace(
            number=int(numbered["number"]) or None if numbered else None, venue=venue
        )

    def _set_day(self, dated: re.Match[str]) -> None:
        """Take the day of a date line. Raises BadRow.

        Without a year, it is that of the weekday, if one is written, nearest to the date line before it; the first of
        a file is nearest to the middle of its season.
        """
        self.day = self.time = self.venue = None
        self.weekday = WEEKDAYS.index(dated["weekday"]) if dated["weekday"] else None
        near, furthest = self.middle, HALF_A_SEASON
        if self.last_day:
            near, furthest = self.last_day, FURTHEST_DATE
        years: Sequence[int] = range(near.year - 1, near.year + 2)
        if dated["year"]:
            near, furthest, years = self.middle, TWO_YEARS, [int(dated["year"])]
        month = 1 + MONTHS.index((dated["month"] or dated["month_last"])[:3])
        number = int(dated["day"] or dated["day_first"])
        days = [
            (day.weekday() != self.weekday, abs((day - near).days), day)
            for year in years
            if (day := day_of(year, month, number)) and abs((day - near).days) <= furthest
        ]
        if not days:
            raise BadRow("a date that does not exist, or is of another season")
        *_, self.day = min(days)
        self.last_day = self.day

    def _match(self, line: str, number: int) -> Match:
        note = _NOTE.search(line)
        line_match = _sides_of(line)
        if line_match is None:
            if _LIKE_A_DATE.search(line):
                # The matches below are not of the day above.
                self.day = None
            raise BadRow("neither a match nor a heading")
        sides = line_match["home"].strip(), line_match["away"].strip()
        if any(map(_NO_NAME.search, sides)):
            raise BadRow("a side whose name holds a score or a note")
        home, away = map(read_name, sides)
        if self.day is None:
            raise BadRow("a match before any date")
        return Match(
            day=self.day,
            time=self.time,
            home=home,
            away=away,
            scores=_scores(line_match),
            line=number,
            round=", ".join(filter(None, (self.stage, self.round))) or None,
            status=note["note"].casefold() if note else None,
            weekday=self.weekday,
        )


def _heading_of(line: str) -> re.Match[str] | None:
    return _MARKED.match(line) or _ROUND.match(line)


def _sides_of(line: str) -> re.Match[str] | None:
    """The sides and the score of a match, None if a line is none."""
    bare = _NOTE.sub("", line)
    return _BEHIND.match(bare) or _BETWEEN.match(bare) or _OPEN.match(bare)


def _scores(line_match: re.Match[str]) -> MatchScores:
    """After extra time, regulation is the first pair in the brackets, if there is any.

    Behind a draw with goals a bare (0-0) says nothing: euro_2016.txt writes it wherever there was extra time.
    A shootout without extra time: the score before it may be of ninety minutes or more, and so may be that in brackets.
    """
    groups = line_match.groupdict()
    if not groups.get("score"):
        return MatchScores()
    score = _pair(groups["score"])
    inner = [_pair(text) for text in re.findall(r"\d+-\d+", groups.get("inner") or "")]
    penalties = groups.get("pen") or groups.get("shootout")
    shootout = _pair(penalties) if penalties else None
    first, second = (*inner, None, None)[:2]
    if groups.get("aet"):
        is_filler = inner == [(0, 0)] and score[0] == score[1] > 0
        return MatchScores(None if is_filler else first, second, score, shootout)
    if shootout:
        return MatchScores(shootout=shootout, final=score)
    return MatchScores(score, first)


def _pair(text: str) -> Score:
    home, away = map(read_count, text.split("-"))
    if home is None or away is None:
        raise BadRow("no score of a match", text)
    return home, away


_GOAL = re.compile(
    r"""\s*,?\s*
    (?:(?P<name>[^\W\d_][^\d,;()]*?)\s+)?
    (?P<minute>\d{1,3})(?:\+(?P<offset>\d{1,2}))?'?
    (?:\s*\((?P<detail>pen|p|o\.?g)\.?\)|\s?(?P<bare>pen|p|o\.?g)\.?(?![^\s,;]))?
    \s*""",
    re.VERBOSE,
)
_UNREADABLE = "goals that can't be read"


def read_goals(text: str, scores: MatchScores) -> tuple[Goal, ...]:
    """The goals of a match with these scores, from the text between the brackets. Raises BadRow."""
    lists = text.split(";")
    if len(lists) == 1:
        home, away = scores.extra_time or scores.full_time or scores.final or (0, 0)
        if bool(home) == bool(away):
            raise BadRow("goals that don't say whose they are", text)
        lists = [text, ""] if home else ["", text]
    if len(lists) != len(Side):
        raise BadRow(_UNREADABLE, text)
    return tuple(
        goal
        for side, listed in zip(Side, lists, strict=True)
        for goal in _of_side(listed.strip(), side)
    )


def _of_side(text: str, side: Side) -> Iterator[Goal]:
    place, name = 0, None
    while place < len(text) and text != "-":
        goal = _GOAL.match(text, place)
        if goal is None or (goal["name"] is None and name is None):
            raise BadRow(_UNREADABLE, text)
        name = read_name(goal["name"], "a scorer") if goal["name"] else name
        mark = goal["detail"] or goal["bare"] or ""
        is_own, is_penalty = mark.startswith("o"), mark.startswith("p")
        minute, offset = int(goal["minute"]), int(goal["offset"] or 0)
        yield goal_of(side, minute, offset, name, is_own=is_own, is_penalty=is_penalty)
        place = goal.end()
