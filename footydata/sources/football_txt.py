"""Reads Football.TXT, the plain text format of openfootball, in its several dialects.

`= Title 2019/20` begins a file. `== Regular` begins a stage,
`Matchday 1` a round, and so does whatever follows ▪ or ».
`▪ Final | Sun Jul 15` is a line of the file's overview, or a heading with its days. A date line is
`[Sat Aug/10]`, `Sat Aug/17` or `Sat Aug 10 2019`; at most the first one has the year, which else follows the weekday
and the season: a file of a second half begins in January. It may go on with a time and a match, or with `@` and the ground of the matches below. A time (15.00, 15:30 or `17:00 UTC+3`) applies until the next
one. A match is `Home 2-1 (1-0) Away` or `Home v Away 2-1 (1-0)`; the half-time score in brackets is left out for 0-0.
`(12) 15:30 Home v Away 2-1 @ Ground, Town` has the number of the match and its ground.
`3-2 pen. 1-2 a.e.t. (1-2, 1-0)` and `1-2 a.e.t. (1-2, 1-0), 3-2 pen.` are penalties, the score after extra time, then
regulation and half-time. The brackets below a match hold its goals; line-ups there are not read.
`(Isco 19' Aspas 90+1'; Boutaib 14', 81' (pen.))` are the goals of home and away; older files leave out the mark of the
minute and put commas: `(Flohe 65, D.Müller 82, 115; Popivoda 19, Ondrus 77og)`. A list without a semicolon is of the
only side that scored. An own goal stands under the side that it counts for.
"""

import re
from collections.abc import Iterator
from datetime import date

from footydata.football.records import VenueRecord
from footydata.football.terms import GoalDetail, Side
from footydata.sources.cells import HIGHEST_COUNT, MONTHS, day_of, read_name
from footydata.sources.delimited import lines_of
from footydata.sources.match_scores import Goal, MatchScores, Score, check_minute
from footydata.sources.openfootball_matches import Match, has_cities_first, read_ground
from footydata.sources.parsed import Refusal
from footydata.sources.plausible import WEEKDAYS
from footydata.sources.refusing import BadRow

LONGEST_LINE = 400
"""In characters, long runs of blanks counted as two; the longest lines of the files have a hundred."""

LONGEST_LIST = 1200
"""In characters, of the lines of a match's goals or of a line-up together."""

FURTHEST_DATE = 200
"""Days from one date line to the next; a date further away is refused."""

HALF_A_SEASON = 260
"""Days from the middle of a season to its first or last; the seasons of 2020 ended late."""

_TITLE = re.compile(r"^=\s+(?P<title>\S.*)$")
_SEASON = re.compile(r"\b(?P<year>\d{4})\b(?P<end>[/-]\d{2,4}\b)?")
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
_DATE = re.compile(
    r"^\[?(?:(?P<weekday>Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*\s+)?(?P<month>[A-Z][a-z]{2})"
    r"(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?[ /](?P<day>\d{1,2})"
    r"(?:\s+(?P<year>\d{4}))?\]?(?:\s+(?P<rest>\d{1,2}[.:]\d{2}\s.+))?$"
)
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
        _MARKED.match(line) or _ROUND.match(line) or _DATE.match(line)
        for line in lines[1:60]
        if len(line) <= LONGEST_LINE
    )


def title(text: str) -> str:
    """The title line of a file, empty if there is none."""
    title_match = next(filter(None, (_TITLE.match(line) for _, line in _lines(text))), None)
    return title_match["title"] if title_match else ""


def matches(text: str) -> Iterator[Match | Refusal]:
    """The matches of a file in its order; a Refusal for each line that is neither match, heading nor goals.

    A second title is refused with what stands below it.
    """
    zone = _ZONE.search(text)
    lines = list(_lines(text))
    titles = [place for place, (_, line) in enumerate(lines) if _TITLE.match(line)]
    further = lines[titles[1]] if len(titles) > 1 else None
    lines = lines[: titles[1]] if further else lines
    grounds = [_GROUND.search(line[:LONGEST_LINE]) for _, line in lines]
    season = _SEASON.search(title(text)[:LONGEST_LINE])
    reader = _Reader(
        int(season["year"]) if season else None,
        is_across=bool(season and season["end"]),
        is_city_first=has_cities_first(ground["ground"] for ground in grounds if ground),
        zone=zone["zone"] if zone else None,
    )
    read: list[Match | Refusal] = []
    for number, line in _joined([line for line in lines if not _TITLE.match(line[1])]):
        try:
            match = reader.take(line, number)
        except BadRow as error:
            read.append(error.refusal(number, line))
            continue
        if match is not None:
            read.append(match)
        elif reader.goals is not None:
            _add_goals(read, reader.goals, number)
    if further is not None:
        read.append(Refusal("a second title, of which nothing is read", *further))
    yield from read


def _add_goals(read: list[Match | Refusal], goals: str, line: int) -> None:
    """Add a list of goals to the match before it, or what is wrong with it to what the match refuses."""
    place, match = next(
        (at, one) for at, one in reversed(list(enumerate(read))) if isinstance(one, Match)
    )
    try:
        read[place] = match._replace(goals=read_goals(goals, match.scores))
    except BadRow as error:
        refusal = error.refusal(line, goals)._replace(column="goals")
        read[place] = match._replace(refused=(*match.refused, refusal))


def days(text: str) -> Iterator[tuple[date, bool]]:
    """The day of each match, and whether it has a score."""
    for match in matches(text):
        if isinstance(match, Match):
            yield match.day, match.scores.is_known


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The number and text of each line that is not empty, without comments and long runs of blanks."""
    for number, raw in enumerate(lines_of(text), start=1):
        if line := raw.split("#", 1)[0].strip():
            yield number, _BLANKS.sub("  ", line)


def _joined(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines, of which those of goals, of line-ups and of penalties are joined to one where they go on."""
    place = 0
    while place < len(lines):
        number, line = lines[place]
        place += 1
        if (line.startswith("(") and not _NUMBER.match(line)) or _PLAYERS.match(line):
            while place < len(lines) and _goes_on(line) and not _begins(lines[place][1]):
                line += f" {lines[place][1]}"
                place += 1
        yield number, line


def _goes_on(line: str) -> bool:
    return (line.endswith(",") or line.count("(") > line.count(")")) and len(line) <= LONGEST_LIST


def _begins(line: str) -> bool:
    """Whether a line is no part of a list that was left open: a heading, a day, or a match."""
    starts = (_MARKED, _STAGE, _NUMBER, _TIME, _DATE)
    return (
        len(line) > LONGEST_LINE
        or any(start.match(line) for start in starts)
        or bool(_SIDES.match(line))
    )


class _Reader:
    """Reads line by line; remembers the stage, round, day, time and ground that apply to the next match.

    goals: the list of goals that the line was, None if it was none.
    """

    def __init__(
        self, year: int | None, *, is_across: bool, is_city_first: bool, zone: str | None
    ) -> None:
        self.year = year
        self.is_city_first, self.zone = is_city_first, zone
        self.middle: date | None = None
        if year is not None:
            self.middle = day_of(year + 1, 1, 1) if is_across else day_of(year, 7, 1)
        self.last_day: date | None = None
        self.weekday: int | None = None
        self.stage: str | None = None
        self.round: str | None = None
        self.day: date | None = None
        self.time: str | None = None
        self.venue: VenueRecord | None = None
        self.has_match = False
        self.goals: str | None = None

    def take(self, line: str, number: int) -> Match | None:
        """The match of a line, None for a heading, goals or a line-up. Raises BadRow if it is none of these."""
        self.goals = None
        if self.has_match and self._is_of_match(line):
            return None
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
            if not date_match["rest"]:
                return None
            line = date_match["rest"]
        return self._heading_or_match(line, number)

    def _is_of_match(self, line: str) -> bool:
        """Whether a line is of the match before it: its goals, or a line-up."""
        goals = (
            _GOALS.match(line) if len(line) <= LONGEST_LIST and not _NUMBER.match(line) else None
        )
        if goals:
            self.goals = goals["goals"]
            return True
        heading = len(line) <= LONGEST_LINE and (_MARKED.match(line) or _ROUND.match(line))
        return not heading and len(line) <= LONGEST_LIST and bool(_PLAYERS.match(line))

    def _heading_or_match(self, line: str, number: int) -> Match | None:
        numbered, ground = _NUMBER.match(line), _GROUND.search(line)
        line = _GROUND.sub("", _NUMBER.sub("", line))
        at = _TIME.match(line)
        heading = None if at else _MARKED.match(line) or _ROUND.match(line)
        if heading and not _BETWEEN.match(line):
            self.round = None
            self.round = read_name(_GROUP.sub(r"Group \g<letter>", heading["round"]), "the round")
            return None
        if at:
            self.time, line = at["time"], (at["rest"] or "").strip()
        venue = (
            (read_ground(ground["ground"], is_city_first=self.is_city_first))
            if ground
            else self.venue
        )
        if ground and not line:
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

    def _set_day(self, date_match: re.Match[str]) -> None:
        self.day, self.time, self.venue = None, None, None
        weekday = date_match["weekday"]
        self.weekday = WEEKDAYS.index(weekday) if weekday else None
        self.day = self._day_of(
            MONTHS.index(date_match["month"]) + 1, int(date_match["day"]), date_match["year"]
        )
        if self.day is None:
            raise BadRow("a date that does not exist, or whose year is not known")
        self.last_day = self.day

    def _day_of(self, month: int, day: int, year: str | None) -> date | None:
        """The day of a date line.

        Without a year, it is that of the weekday, if one is written, nearest to the date line before it; the first of
        a file is nearest to the middle of its season.
        """
        if year:
            is_of_season = self.year is None or -1 <= int(year) - self.year <= 2
            return day_of(int(year), month, day) if is_of_season else None
        last, furthest = self.last_day, FURTHEST_DATE
        if last is None:
            last, furthest = self.middle, HALF_A_SEASON
        if last is None:
            return None
        years = (last.year - 1, last.year, last.year + 1)
        days = [found for in_year in years if (found := day_of(in_year, month, day))]
        near = [found for found in days if abs((found - last).days) <= furthest]
        of_weekday = [found for found in near if found.weekday() == self.weekday]
        return min(of_weekday or near, key=lambda found: abs((found - last).days), default=None)

    def _match(self, line: str, number: int) -> Match:
        note = _NOTE.search(line)
        line_match = _sides_of(line)
        if line_match is None:
            raise BadRow("neither a match nor a heading")
        sides = line_match["home"].strip(), line_match["away"].strip()
        if any(map(_NO_NAME.search, sides)):
            raise BadRow("a side whose name holds a score or a note")
        home, away = map(read_name, sides)
        if self.day is None:
            raise BadRow("a match before any date")
        heading = (
            self.round
            if not self.stage
            else f"{self.stage}, {self.round}"
            if self.round
            else self.stage
        )
        return Match(
            day=self.day,
            time=f"{self.time} {self.zone}"
            if self.time and self.zone and "UTC" not in self.time
            else self.time,
            home=home,
            away=away,
            scores=_scores(line_match),
            round=heading,
            group=None,
            status=note["note"].casefold() if note else None,
            goals=None,
            line=number,
            weekday=self.weekday,
        )


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
    home, away = text.split("-")
    if len(text) > 2 * len(str(HIGHEST_COUNT)) + 1 or max(int(home), int(away)) > HIGHEST_COUNT:
        raise BadRow("no score of a match", text)
    return int(home), int(away)


_GOAL = re.compile(
    r"""\s*,?\s*
    (?:(?P<name>[^\W\d_][^\d,;()]*?)\s+)?
    (?P<minute>\d{1,3})(?:\+(?P<offset>\d{1,2}))?'?
    (?:\s*\((?P<detail>pen|p|o\.?g)\.?\)|\s?(?P<bare>pen|p|o\.?g)\.?(?![^\s,;]))?
    \s*""",
    re.VERBOSE,
)
_DETAILS = {
    "p": GoalDetail.PENALTY,
    "pen": GoalDetail.PENALTY,
    "og": GoalDetail.OWN_GOAL,
    "o.g": GoalDetail.OWN_GOAL,
}

_UNREADABLE = "goals that can't be read"


def read_goals(text: str, scores: MatchScores) -> tuple[Goal, ...]:
    """The goals of a match with these scores, from the text between the brackets. Raises BadRow."""
    lists = text.split(";")
    if len(lists) == 1:
        lists = _of_one_side(text, scores)
    if len(lists) != len(Side):
        raise BadRow(_UNREADABLE, text)
    return tuple(
        goal
        for side, listed in zip(Side, lists, strict=True)
        for goal in _of_side(listed.strip(), side)
    )


def _of_one_side(text: str, scores: MatchScores) -> list[str]:
    home, away = scores.extra_time or scores.full_time or scores.final or (0, 0)
    if bool(home) == bool(away):
        raise BadRow("goals that don't say whose they are", text)
    return [text, ""] if home else ["", text]


def _of_side(text: str, side: Side) -> Iterator[Goal]:
    place, name = 0, None
    while place < len(text) and text != "-":
        goal = _GOAL.match(text, place)
        if goal is None or (goal["name"] is None and name is None):
            raise BadRow(_UNREADABLE, text)
        name = read_name(goal["name"], "a scorer") if goal["name"] else name
        detail = _DETAILS.get(goal["detail"] or goal["bare"] or "")
        minute, offset = int(goal["minute"]), int(goal["offset"] or 0)
        check_minute(minute, offset)
        yield Goal(side, minute, offset, name, detail)
        place = goal.end()
