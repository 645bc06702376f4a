"""Questions on how two clubs met, each with its whole answer computed apart."""

import sqlite3

import pytest

from footydata.faces.agents.tools import Toolbox
from tests.faces.agents.golden import FIXTURES, Content, Question, rows, whole


def meetings(
    db: sqlite3.Connection, pair: tuple[int, int], names: tuple[str, str], limit: int = 10
) -> Content:
    where = f"status = 'finished' and home_id in {pair} and away_id in {pair}"
    listed = rows(db, f"{FIXTURES} where {where} order by kickoff_ts desc, fixture.id desc")
    margins = [
        (row["home_goals"] - row["away_goals"]) * (1 if row["home_id"] == pair[0] else -1)
        for row in listed
    ]
    record = {
        names[0]: sum(m > 0 for m in margins),
        "drawn": margins.count(0),
        names[1]: sum(m < 0 for m in margins),
    }
    left_out = {"rows": len(listed) - limit} if len(listed) > limit else {}
    notes = [] if listed else [f"no finished fixture of {names[0]} and {names[1]} is stored"]
    return whole(
        {"record": record, "rows": listed[:limit]}, len(listed), left_out=left_out, notes=notes
    )


QUESTIONS = [
    Question(
        "how two clubs met",
        "head_to_head",
        {"team": "Eastholt", "other": "Northfell"},
        lambda db: meetings(db, (2605, 2612), ("Eastholt Rangers", "Northfell United")),
    ),
    Question(
        "how two clubs met lately",
        "head_to_head",
        {"team": "Northfell United", "other": "2605", "limit": 2},
        lambda db: meetings(db, (2612, 2605), ("Northfell United", "Eastholt Rangers"), 2),
    ),
    Question(
        "how the first two of the table met",
        "head_to_head",
        {"team": "Dunmarsh", "other": "Wexcombe"},
        lambda db: meetings(db, (2604, 2618), ("Dunmarsh Athletic", "Wexcombe Orient")),
    ),
    Question(
        "two clubs that never met",
        "head_to_head",
        {"team": "Eastholt", "other": "Aokawa FC"},
        lambda db: meetings(db, (2605, 7101), ("Eastholt Rangers", "Aokawa FC")),
    ),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asked)
def test_the_answer_is_that_computed_apart(
    tools: Toolbox, by_hand: sqlite3.Connection, question: Question
) -> None:
    reply = tools.call(question.tool, question.arguments)

    assert reply.content == question.answer(by_hand)
    assert not reply.is_error
