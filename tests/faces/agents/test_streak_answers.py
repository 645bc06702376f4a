"""Questions on streaks, each with its whole answer computed apart."""

import sqlite3
from collections.abc import Callable

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.by_sides import IN_SEASON, LAST_CROWN, sides
from tests.faces.agents.golden import DAY, Content, Question, whole

RUNS: dict[str, Callable[[int, int], bool]] = {
    "won": lambda own, other: own > other,
    "unbeaten": lambda own, other: own >= other,
    "drawn": lambda own, other: own == other,
    "lost": lambda own, other: own < other,
    "winless": lambda own, other: own <= other,
    "scored": lambda own, other: own > 0,
    "scoreless": lambda own, other: own == 0,
    "clean sheets": lambda own, other: other == 0,
    "conceded": lambda own, other: other > 0,
    "both scored": lambda own, other: own > 0 and other > 0,
}


def streaks(
    db: sqlite3.Connection, team_id: int, team: str, where: str, venue: str | None = None
) -> Content:
    days = dict(db.execute(f"select id, {DAY.format('kickoff_ts')} from fixture"))
    results = [
        side
        for side in sides(
            db, f"{team_id} in (home_id, away_id) and {where}", "home_goals", "away_goals"
        )[team_id, team]
        if venue in (None, side.venue)
    ]
    listed = []
    for run, holds in RUNS.items():
        marks = "".join("x" if holds(side.own, side.other) else " " for side in results)
        longest = max(len(part) for part in marks.split(" "))
        row: Content = {
            "run": run,
            "current": len(marks) - len(marks.rstrip("x")),
            "longest": longest,
        }
        if longest:
            begin = marks.rindex("x" * longest)
            row |= {
                "from": days[results[begin].fixture_id],
                "to": days[results[begin + longest - 1].fixture_id],
            }
        listed.append(row)
    note = "by scores of ninety minutes, in every competition that the filters leave"
    return whole({"team": team, "team_id": team_id, "rows": listed}, len(results), notes=[note])


QUESTIONS = [
    Question(
        "a club's streaks",
        "streaks",
        {"team": "Eastholt"},
        lambda db: streaks(db, 2605, "Eastholt Rangers", "true"),
    ),
    Question(
        "its streaks at home in a season",
        "streaks",
        {"team": 2605, "league": "Crown", "season": "25/26", "venue": "home"},
        lambda db: streaks(db, 2605, "Eastholt Rangers", IN_SEASON, "home"),
    ),
    Question(
        "streaks of a club in Japanese",
        "streaks",
        {"team": "グリューンハーフェン"},
        lambda db: streaks(db, 1601, "Gruenhafen", "true"),
    ),
    Question(
        "streaks of last season, away",
        "streaks",
        {"team": "Dunmarsh", "league": "Crown", "season": 2024, "venue": "away"},
        lambda db: streaks(db, 2604, "Dunmarsh Athletic", f"season_id = {LAST_CROWN}", "away"),
    ),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_the_answer_is_that_computed_apart(
    tools: Toolbox, by_hand: sqlite3.Connection, question: Question
) -> None:
    reply = tools.call(question.tool, question.arguments)

    assert reply.content == question.answer(by_hand)
    assert not reply.is_error
