"""Lists of the browser with fixtures that went beyond ninety minutes."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.drawing.fixtures import ListDisplay, filled_columns, fixture_line, head_line
from footydata.faces.drawing.lines import text_of
from footydata.faces.tui.view_rows import fixture_rows
from footydata.faces.zone import ClockZone
from footydata.football.records import KnockoutRecord
from footydata.football.scores import UNKNOWN_END
from footydata.store.file.opening import open_read_only
from footydata.store.read.days import ListedFixture, listed_fixtures
from footydata.store.rows import upsert
from tests.store.read.league import SmallLeague

# As played on 9 and 18 December 2022, and a fixture of a group.
MATCHES = (
    ("2022-11-22", "Argentina", "Saudi Arabia", {"ft": [1, 2]}),
    ("2022-12-09", "Croatia", "Brazil", {"ft": [0, 0], "et": [1, 1], "p": [4, 2]}),
    ("2022-12-18", "Argentina", "France", {"ft": [2, 2], "et": [3, 3], "p": [4, 2]}),
)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    matches = [
        {"round": "Round", "date": on, "team1": home, "team2": away, "score": score}
        for on, home, away, score in MATCHES
    ]
    source = tmp_path / "worldcup.json"
    source.write_text(json.dumps({"name": "World Cup 2022", "matches": matches}), encoding="utf-8")
    fd.Database(tmp_path / "cup.db").load(source)
    with closing(open_read_only(tmp_path / "cup.db")) as opened:
        yield opened


def rows_of(connection: sqlite3.Connection) -> list[ListedFixture]:
    ids = [row[0] for row in connection.execute("select id from fixture order by kickoff_ts")]
    rows = listed_fixtures(connection, ids)
    return [rows[fixture_id] for fixture_id in ids]


def display(rows: list[ListedFixture]) -> ListDisplay:
    return ListDisplay(ClockZone(UTC), 2_000_000_000, {}, dated=False, filled=filled_columns(rows))


@pytest.mark.parametrize("width", [80, 120])
def test_a_list_shows_what_came_after_ninety_minutes(
    connection: sqlite3.Connection, width: int
) -> None:
    rows = rows_of(connection)
    shown = display(rows)

    assert "After 90'" in text_of(head_line(width, shown))
    texts = [" ".join(text_of(fixture_line(row, width - 1, shown)).split()) for row in rows]
    assert "Argentina 1-2 Saudi Arabia" in texts[0] and "pen." not in texts[0]
    assert "Croatia 0-0 Brazil 1-1, 4-2 pen." in texts[1]
    assert "Argentina 2-2 France 3-3, 4-2 pen." in texts[2]


def test_who_won_the_shootout_stands_out(connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)
    styles = {text.strip(): style for text, style in fixture_line(rows[2], 79, display(rows))}

    assert (styles["Argentina"], styles["France"]) == ("strong", "plain")


def test_a_score_that_may_include_extra_time_has_a_question_mark(
    connection: sqlite3.Connection,
) -> None:
    end = KnockoutRecord(1, final_home_goals=2, final_away_goals=10)
    row = rows_of(connection)[0]._replace(
        home_goals=None, away_goals=None, end=end, doubt=UNKNOWN_END
    )

    assert "Argentina  2-10?Saudi Arabia" in text_of(fixture_line(row, 79, display([row])))


def shootout(league: SmallLeague, fixture_id: int, home: int, away: int) -> None:
    end = KnockoutRecord(fixture_id, shootout_home_goals=home, shootout_away_goals=away)
    upsert(league.connection, "knockout", [end])


def styles_of(row: ListedFixture) -> dict[str, str]:
    return {text.strip(): style for text, style in fixture_line(row, 79, display([row]))}


def test_scores_that_contradict_each_other_have_a_question_mark_and_no_winner(
    tmp_path: Path,
) -> None:
    league = SmallLeague(tmp_path / "cup.db", has_standings=0)
    wrong = league.fixture("1-2 2:1", stage="Semi-finals")
    shootout(league, wrong, 3, 4)
    right = league.fixture("3-4 1:1", stage="Semi-finals")
    shootout(league, right, 3, 4)
    rows = listed_fixtures(league.connection, [wrong, right])
    league.connection.close()

    assert rows[wrong].doubt == "a shootout after 2-1"
    assert "2-1?" in styles_of(rows[wrong])
    assert "strong" not in [styles_of(rows[wrong])[name] for name in ("A", "B")]
    assert rows[right].doubt is None
    assert (styles_of(rows[right])["C"], styles_of(rows[right])["D"]) == ("plain", "strong")


def test_a_second_leg_that_was_not_level_may_have_a_shootout(tmp_path: Path) -> None:
    league = SmallLeague(tmp_path / "cup.db", has_standings=0)
    league.fixture("2-1 2:1", stage="Semi-finals")
    second = league.fixture("1-2 2:1", stage="Semi-finals")
    shootout(league, second, 5, 4)
    row = listed_fixtures(league.connection, [second])[second]
    league.connection.close()

    assert row.doubt is None
    assert styles_of(row)["A"] == "strong"


def test_a_list_without_cups_has_no_column_for_them(connection: sqlite3.Connection) -> None:
    rows = rows_of(connection)[:1]

    assert "After 90'" not in text_of(head_line(120, display(rows)))


def test_a_file_of_a_list_has_the_columns_of_cups(connection: sqlite3.Connection) -> None:
    view = fixture_rows("Cup", rows_of(connection), {})

    assert [row[view.names.index("shootout_home_goals")] for row in view.rows] == [None, 4, 4]
