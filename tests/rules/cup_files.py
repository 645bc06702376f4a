"""The cups of the shared data as fixtures of the rules, read here as plainly as can be: names are the teams."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path

from footydata.football.scores import Score
from footydata.football.terms import Status
from footydata.rules.ties import CupFixture

_LINE = re.compile(
    r"^\s+(?:\d\d\.\d\d\s+)?(?P<home>\S.*?)\s+v\s+(?P<away>\S.*?\([A-Z]{3}\))\s+(?P<score>\d.*)$"
)
_DAY = re.compile(r"^\s+\w{3} (?P<month>\w{3})/(?P<day>\d{1,2})(?: (?P<year>\d{4}))?$")
_SCORE = re.compile(
    r"(?:(?P<p>\d+-\d+) pen\. )?(?:(?P<et>\d+-\d+) a\.e\.t\. \((?P<ft>\d+-\d+)[^)]*\)|(?P<plain>\d+-\d+)(?: \(.*\))?)"
)


def team_id(name: str) -> int:
    """An id that tests can name: the same for the same name."""
    return int.from_bytes(name.encode()[:24], "big")


def _score(text: str | None) -> Score | None:
    one, _, other = (text or "").partition("-")
    return (int(one), int(other)) if text else None


def text_cup(path: Path) -> list[CupFixture]:
    """The fixtures of a cup in the text form of UEFA's seasons."""
    fixtures: list[CupFixture] = []
    stage, year, on = "", 0, date.min
    for line in path.read_text("utf-8").splitlines():
        day, match = _DAY.match(line), _LINE.match(line)
        if line.startswith("»"):
            stage = line[1:].strip()
        elif day:
            year = int(day["year"] or year)
            month = datetime.strptime(day["month"], "%b").replace(tzinfo=UTC).month
            turned = (
                not day["year"] and date(year, month, int(day["day"])) < on and month < on.month - 3
            )
            on = date(year := year + turned, month, int(day["day"]))
        elif match:
            score = _SCORE.fullmatch(match["score"].strip())
            assert score, line
            fixtures.append(
                CupFixture(
                    len(fixtures),
                    int(datetime(on.year, on.month, on.day, tzinfo=UTC).timestamp()),
                    stage,
                    team_id(match["home"]),
                    team_id(match["away"]),
                    _score(score["plain"] or score["ft"]),
                    _score(score["et"]),
                    _score(score["p"]),
                )
            )
    return fixtures


def json_cup(path: Path) -> list[CupFixture]:
    """The fixtures of a cup in openfootball's JSON."""
    fixtures: list[CupFixture] = []
    for match in json.loads(path.read_text("utf-8"))["matches"]:
        raw = match.get("score") or {}
        scores = {"ft": raw} if isinstance(raw, list) else raw
        goals, extra, shootout = (
            tuple(scores[key]) if key in scores else None for key in ("ft", "et", "p")
        )
        fixtures.append(
            CupFixture(
                len(fixtures),
                int(datetime.fromisoformat(match["date"]).replace(tzinfo=UTC).timestamp()),
                match.get("group") or match["round"],
                team_id(match["team1"]),
                team_id(match["team2"]),
                goals,
                extra,
                shootout,
                status=Status.FINISHED if scores else Status.SCHEDULED,
                number=match.get("num"),
            )
        )
    return fixtures
