"""footydata bets: own bets settled from a CSV file."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from footydata.faces.cli.bets import bets
from footydata.football.errors import InvalidArgument
from tests.faces.cli import running


@pytest.fixture
def slips(sample: Path, tmp_path: Path) -> Path:
    """Three bets on a finished fixture at its closing lines, one open, one that names no fixture."""
    with closing(sqlite3.connect(sample)) as connection:
        sql = (
            "select fixture_id, market, closing_line, closing_price_1 from odds "
            "join fixture on fixture.id = odds.fixture_id "
            "where league_id = 39 and status = 'finished' and closing_price_1 is not null "
            "and market in ('corner_line', 'asian_handicap', '1x2') and bookmaker_id = "
            "(select id from bookmaker where is_default = 1) order by fixture_id desc, market limit 3"
        )
        rows = connection.execute(sql).fetchall()
        (coming,) = connection.execute(
            "select max(id) from fixture where status = 'scheduled'"
        ).fetchone()
    side = {"corner_line": "over", "asian_handicap": "home", "1x2": "home"}
    lines = [
        f"{id_},{market},{'' if line is None else line},{side[market]},{price * 1.2:.2f},10"
        for id_, market, line, price in rows
    ]
    path = tmp_path / "bets.csv"
    path.write_text(
        "\n".join(
            [
                "fixture,market,line,side,price,stake",
                *lines,
                f"{coming},1x2,,draw,3.5,5",
                "7,1x2,,x,3,1",
            ]
        )
    )
    return path


def run(*arguments: object) -> Result:
    return running.run(bets, *arguments, standalone_mode=False)


def test_each_bet_is_reported_with_its_end_and_closing_value(sample: Path, slips: Path) -> None:
    rows = json.loads(run(sample, slips, "--format", "json").stdout)

    assert [row["market"] for row in rows] == ["1x2", "asian", "corner", "1x2"]
    assert [row["outcome"] == "open" for row in rows] == [False, False, False, True]
    assert all(row["closing_value"] > 0 for row in rows[:3])
    assert rows[3]["profit"] is None


def test_people_read_the_sums_under_the_table(sample: Path, slips: Path) -> None:
    outcome = run(sample, slips)

    assert outcome.stdout.splitlines()[-1].startswith("4 bets, 1 open, 1 refused, ")
    assert "closing line value +" in outcome.stdout


def test_people_read_why_closing_prices_are_not_known_and_of_how_many_they_are(
    sample: Path, slips: Path
) -> None:
    lines = run(sample, slips).stdout.splitlines()

    assert "without closing: no closing price of 1x2 is recorded (row 5)" in lines
    assert lines[-1].endswith(" over 3 of 4 bets")


def test_a_program_reads_why_a_closing_price_is_not_known(sample: Path, slips: Path) -> None:
    outcome = run(sample, slips, "--format", "json")

    reasons = [row["closing_reason"] for row in json.loads(outcome.stdout)]
    assert reasons == [None, None, None, "no closing price of 1x2 is recorded"]


def test_the_totals_tell_why_closing_prices_are_not_known(sample: Path, slips: Path) -> None:
    assert (
        "without closing: no closing price of 1x2 is recorded (row 5)"
        in run(sample, slips, "--total").stderr
    )


def test_a_short_row_costs_no_other(sample: Path, slips: Path) -> None:
    slips.write_text(slips.read_text() + "\n880432,corner\n")
    outcome = run(sample, slips)

    assert f"{slips}, row 7: the row has no side, price" in outcome.stderr
    assert outcome.stdout.splitlines()[-1].startswith("4 bets, 1 open, 2 refused, ")


def test_what_could_not_be_matched_is_named_by_file_and_row(sample: Path, slips: Path) -> None:
    assert f"{slips}, row 6: no fixture has the id 7" in run(sample, slips).stderr


@pytest.mark.parametrize(("flags", "code"), [((), 0), (("--strict",), 1)])
def test_strict_minds_what_was_refused(
    sample: Path, slips: Path, flags: tuple[str, ...], code: int
) -> None:
    assert run(sample, slips, *flags).return_value == code


def test_the_totals_are_one_row(sample: Path, slips: Path) -> None:
    rows = json.loads(run(sample, slips, "--total", "--format", "json").stdout)

    assert [(row["bets"], row["open"], row["refused"], row["closing_bets"]) for row in rows] == [
        (4, 1, 1, 3)
    ]


def test_a_price_moved_to_the_bets_line_is_marked(
    sample: Path, tmp_path: Path, slips: Path
) -> None:
    fixture, _, line = slips.read_text().splitlines()[2].split(",")[:3]
    moved = tmp_path / "moved.csv"
    moved.write_text(
        f"fixture,market,line,side,price\n{fixture},asian,{float(line) + 5},home,1.9\n"
    )

    outcome = run(sample, moved, "--quiet")

    assert "~" in outcome.stdout
    assert outcome.stdout.count("\n") == 3


def test_a_file_of_which_nothing_could_be_taken_is_an_error(sample: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    path.write_text("fixture,market,side,price\n7,1x2,x,3\n8,1x2,over,3\n")

    outcome = run(sample, path, "--quiet")

    assert isinstance(outcome.exception, InvalidArgument)
    assert str(outcome.exception) == f"no row of {path} could be read as a bet"
    assert outcome.stderr.splitlines() == [
        f"{path}, row 2: no fixture has the id 7",
        f"{path}, row 3: unknown side 'over' of 1x2; it has home, draw, away",
    ]


def test_rows_that_are_refused_for_one_reason_are_named_together(sample: Path, slips: Path) -> None:
    slips.write_text(slips.read_text() + "\n880432,cornerz,9.5,over,2,1" * 10)
    lines = run(sample, slips, "--quiet").stderr.splitlines()

    assert lines[0] == f"{slips}, row 6: no fixture has the id 7"
    rows = "7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
    assert lines[1].startswith(
        f"{slips}, rows {rows}: unknown market 'cornerz' (did you mean corner?)"
    )


def test_a_list_of_another_program_is_settled(sample: Path, tmp_path: Path) -> None:
    path = tmp_path / "tracker.csv"
    path.write_text(
        "Match Date;Home team;Away team;Bet type;Selection;Odds;Stake\n14/03/2026;Kingsvale;Ashmere;1x2;1;1,95;5\n"
    )

    rows = json.loads(run(sample, path, "--format", "json").stdout)

    assert [(row["kickoff_utc"][:10], row["home"], row["side"], row["price"]) for row in rows] == [
        ("2026-03-14", "Kingsvale", "home", 1.95)
    ]


def test_an_empty_book_is_reported_as_such(sample: Path, tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("fixture,market,side,price\n")

    assert run(sample, path).stdout.splitlines()[-1] == "0 bets, 0 open, 0 refused"


def test_people_read_which_columns_are_not_read_and_that_there_are_no_stakes(
    sample: Path, tmp_path: Path
) -> None:
    path = tmp_path / "tracker.csv"
    path.write_text(
        "date,home,away,market,side,price,money\n2026-03-14,Kingsvale,Ashmere,1x2,1,1.95,100\n"
    )

    lines = run(sample, path).stdout.splitlines()

    assert "columns that are not read: money" in lines
    assert "no column of stakes: each bet counts 1" in lines


@pytest.mark.parametrize("columns", [60, 70, 80, 100])
def test_a_narrow_table_keeps_what_a_bettor_looks_at_first(
    sample: Path,
    slips: Path,
    columns: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))

    bets([str(sample), str(slips)], standalone_mode=False)

    assert {"home", "away", "market", "stake", "outcome", "profit"} <= set(
        capsys.readouterr().out.splitlines()[0].split()
    )
