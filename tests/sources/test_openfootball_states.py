"""States of openfootball's matches beside a score: abandoned, cancelled, postponed, awarded."""

import json
from pathlib import Path

import pytest

import footydata as fd
from footydata.sources.openfootball import OpenFootball
from footydata.sources.parsed import ParsedFixture, Refusal
from tests.conftest import NOW
from tests.new_databases import new_database

CUP = """\
= Europa League 2019/20

▪ Group A
Thu Sep 19 2019
18:00  APOEL  3-0 (2-0)  Dudelange [abandoned]
18:00  Qarabağ  1-0  Sevilla

▪ Quarter-finals
Thu Mar 12 2020
20:00  Roma  2-0  Sevilla  [abandoned]
20:00  Basel  0-3  Getafe  [awarded]
"""


def text(tmp_path: Path, line: str) -> Path:
    path = tmp_path / "cup.txt"
    path.write_text(f"= World Cup 2018\n▪ Final\nSun Jul 15\n{line}\n", encoding="utf-8")
    return path


def parsed(path: Path) -> tuple[ParsedFixture, list[Refusal]]:
    records = list(OpenFootball().records(path))
    (fixture,) = (record for record in records if isinstance(record, ParsedFixture))
    return fixture, [record for record in records if isinstance(record, Refusal)]


@pytest.mark.parametrize(
    ("note", "state"),
    [
        ("abandoned", "abandoned"),
        ("Cancelled", "cancelled"),
        ("canceled", "cancelled"),
        ("annulled", "cancelled"),
        ("postponed", "postponed"),
    ],
)
@pytest.mark.parametrize(
    "match", ["Spain  2-1  Italy", "Spain v Italy  2-1", "Spain  1-1, 4-2 pen.  Italy"]
)
def test_state_beside_a_score_is_kept_and_the_score_set_aside_by_name(
    tmp_path: Path, match: str, note: str, state: str
) -> None:
    fixture, (refusal,) = parsed(text(tmp_path, f"{match} [{note}]"))
    assert (fixture.status, fixture.state_detail, fixture.figures[:4]) == (
        "scheduled",
        state,
        (None,) * 4,
    )
    assert fixture.knockout is None
    assert (refusal.reason, refusal.line, refusal.column) == (
        f"a score of a fixture that was {state}",
        4,
        "score",
    )


@pytest.mark.parametrize(
    ("more", "status", "state"),
    [
        ({"status": "abandoned"}, "scheduled", "abandoned"),
        ({"status": "CANCELLED"}, "scheduled", "cancelled"),
        ({"status": "awarded"}, "finished", "awarded"),
        ({"status": "walkover"}, "finished", "awarded"),
        ({"status": "finished"}, "finished", None),
    ],
)
def test_status_of_json_beside_a_score_is_kept(
    tmp_path: Path, more: dict[str, str], status: str, state: str | None
) -> None:
    path = tmp_path / "cup.json"
    match = {
        "date": "2018-07-15",
        "round": "Final",
        "team1": "Spain",
        "team2": "Italy",
        "score": {"ft": [2, 0]},
    }
    goals = [{"name": "Isco", "minute": 4}, {"name": "Aspas", "minute": 9}]
    path.write_text(
        json.dumps({"name": "World Cup 2018", "matches": [{**match, "goals1": goals, **more}]})
    )
    fixture, refused = parsed(path)
    assert (fixture.status, fixture.state_detail) == (status, state)
    assert (fixture.figures.home_goals, fixture.events is None) == (
        (2, False) if not refused else (None, True)
    )
    assert bool(refused) == (status == "scheduled")


def test_half_of_an_abandoned_match_that_was_played_out_stays(tmp_path: Path) -> None:
    fixture, _ = parsed(text(tmp_path, "Spain  2-1 (1-0)  Italy  [abandoned]"))
    assert fixture.figures[:4] == (None, None, 1, 0)


@pytest.mark.parametrize("line", ["Spain v Italy  2-1 [walkover]", "Spain  2-1  Italy  [awarded]"])
def test_walkover_is_awarded(tmp_path: Path, line: str) -> None:
    fixture, refused = parsed(text(tmp_path, line))
    assert (fixture.status, fixture.state_detail, fixture.figures[:2], refused) == (
        "finished",
        "awarded",
        (2, 1),
        [],
    )


def test_unknown_note_beside_a_score_is_set_aside_by_name(tmp_path: Path) -> None:
    fixture, (refusal,) = parsed(text(tmp_path, "Spain v Italy  2-1 [delayed]"))
    assert (fixture.status, fixture.state_detail, fixture.figures[:2]) == ("finished", None, (2, 1))
    assert (refusal.reason, refusal.column, refusal.text) == (
        "a status that is not known",
        "status",
        "delayed",
    )


def test_abandoned_matches_count_in_no_table_and_leave_a_tie_open(tmp_path: Path) -> None:
    path = tmp_path / "cup.txt"
    path.write_text(CUP, encoding="utf-8")
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        database.load(path)
        group = database.standings("Europa League", season="19/20")
        bracket = database.bracket("Europa League", season="19/20")
    assert dict(zip(group["team"], group["points"], strict=True)) == {
        "Qarabağ": 3,
        "Sevilla": 0,
        "APOEL Nicosia": 0,
        "F91 Dudelange": 0,
    }
    assert sorted(zip(bracket["doubt"], bracket["through"].isna(), strict=True)) == [
        ("abandoned, and no source has who went through", True),
        ("awarded", False),
    ]
