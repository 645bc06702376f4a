"""Questions on tables of points and corners, each with its whole answer computed apart."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.by_sides import CROWN, IN_SEASON, LAST_CROWN, Side, points_rows, sides
from tests.faces.agents.golden import NOW, Content, Question, whole

TAKEN = "Hallowby Town: 3 points taken (2026-01-13: Late filing of the club's accounts)"


def corner_rows(db: sqlite3.Connection, where: str, venue: str | None = None) -> list[Content]:
    whole_time, halves = (
        sides(db, where, f"{half}home_corners", f"{half}away_corners") for half in ("", "half_")
    )
    table = []
    for key, every in whole_time.items():
        played = [side for side in every if venue in (None, side.venue)]
        first = [side for side in halves[key] if venue in (None, side.venue)]
        row: Content = {"team_id": key[0], "team": key[1], "played": len(played)}
        for prefix, of in (("", played), ("half_", first)):
            own, other = sum(side.own for side in of), sum(side.other for side in of)
            row |= {f"{prefix}total_for": own, f"{prefix}total_against": other}
            row |= {
                f"{prefix}average_for": hundredth(own / len(of)),
                f"{prefix}average_against": hundredth(other / len(of)),
            }
        row["points"] = sum(
            3 * (side.own > side.other) + (side.own == side.other) for side in played
        )
        table.append(row)
    table.sort(
        key=lambda row: (
            -row["points"],
            row["total_against"] - row["total_for"],
            -row["total_for"],
            row["team"],
        )
    )
    return [{"position": place, **row} for place, row in enumerate(table, start=1)]


def hundredth(number: float) -> float:
    return round(number, 4)


def season(db: sqlite3.Connection, season_id: int, until: str = NOW) -> str:
    """The condition of the fixtures of a season whose results are known at a moment."""
    return f"season_id = {season_id} and kickoff_ts + 10800 <= unixepoch('{until}')"


def table(
    db: sqlite3.Connection,
    rows: list[Content],
    title: str,
    fixtures: int,
    label: str = "25/26",
    **said: Any,
) -> Content:
    head = {
        "title": title,
        "country": "England",
        "league": "Crown League",
        "season": label,
        "zones": {},
    }
    return whole(head | {"rows": rows}, fixtures, **said)


def last_five(every: Sequence[Side]) -> Sequence[Side]:
    return every[-5:]


def at_home(every: Sequence[Side]) -> Sequence[Side]:
    return [side for side in every if side.venue == "home"]


QUESTIONS = [
    Question(
        "the table, with points taken",
        "table",
        {"league": "Crown League"},
        lambda db: table(
            db,
            points_rows(db, IN_SEASON, taken=3),
            "Crown League 25/26, round 23",
            176,
            notes=[TAKEN],
        ),
    ),
    Question(
        "last season's table",
        "table",
        {"league": 39, "season": "24/25"},
        lambda db: table(
            db,
            points_rows(db, f"season_id = {LAST_CROWN}"),
            "Crown League 24/25, round 30",
            240,
            "24/25",
        ),
    ),
    Question(
        "the table before points were taken",
        "table",
        {"league": "Crown", "at": "2026-01-01"},
        lambda db: table(
            db,
            points_rows(db, season(db, CROWN, "2026-01-02")),
            "Crown League 25/26, as of 2026-01-01, round 15",
            120,
            as_of="2026-01-02T00:00:00+00:00",
        ),
    ),
    Question(
        "the table of a moment at which a fixture was being played",
        "table",
        {"league": "Crown", "at": "2026-03-14T15:00"},
        lambda db: table(
            db,
            points_rows(db, season(db, CROWN, "2026-03-14T15:00"), taken=3),
            "Crown League 25/26, as of 2026-03-14T15:00, round 22",
            175,
            as_of="2026-03-14T15:00:00+00:00",
            notes=[TAKEN],
        ),
    ),
    Question(
        "the table at home",
        "table",
        {"league": "Crown", "venue": "home"},
        lambda db: table(
            db, points_rows(db, IN_SEASON, keep=at_home), "Crown League 25/26, home, round 23", 176
        ),
    ),
    Question(
        "the table of first halves",
        "table",
        {"league": "Crown", "half": "first"},
        lambda db: table(
            db,
            points_rows(db, IN_SEASON, half="half_"),
            "Crown League 25/26, first half, round 23, known in 176 of 176 fixtures played",
            176,
        ),
    ),
    Question(
        "the table of the last five",
        "table",
        {"league": "Crown", "last": 5},
        lambda db: table(
            db,
            points_rows(db, IN_SEASON, keep=last_five),
            "Crown League 25/26, last 5, round 23",
            len(
                {
                    side.fixture_id
                    for every in sides(db, IN_SEASON, "home_goals", "away_goals").values()
                    for side in every[-5:]
                }
            ),
        ),
    ),
    Question(
        "the corner table of a day, at home",
        "table",
        {"league": "Crown", "type": "corner", "venue": "home", "at": "2026-01-01"},
        lambda db: table(
            db,
            corner_rows(db, season(db, CROWN, "2026-01-02"), "home"),
            "Crown League 25/26, corners, home, as of 2026-01-01, round 15, known in 120 of 120 fixtures played",
            120,
            as_of="2026-01-02T00:00:00+00:00",
        ),
    ),
    Question(
        "the corner table",
        "table",
        {"league": "Crown", "type": "corner"},
        lambda db: table(
            db,
            corner_rows(db, IN_SEASON),
            "Crown League 25/26, corners, round 23, known in 176 of 176 fixtures played",
            176,
        ),
    ),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_the_answer_is_that_computed_apart(
    tools: Toolbox, by_hand: sqlite3.Connection, question: Question
) -> None:
    reply = tools.call(question.tool, question.arguments)

    assert reply.content == question.answer(by_hand)
    assert not reply.is_error
