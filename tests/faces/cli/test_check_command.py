"""footydata check: exit 1 where something can't be true."""

import csv
import io
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result

from footydata.faces.cli import check as check_module
from footydata.faces.cli.main import _run
from footydata.store.read.checking import CHECKS
from tests.faces.cli import running


@pytest.fixture(autouse=True)
def _fixed_clock(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(check_module, "now", lambda: now)


@pytest.fixture
def flawed(sample: Path, tmp_path: Path) -> Path:
    """A copy of the sample with 240 errors of one kind and one remark."""
    path = tmp_path / "football.db"
    shutil.copy(sample, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update fixture set half_home_goals = 99 where season_id = 141105")
        connection.execute(
            "delete from fixture_source where fixture_id = (select min(id) from fixture)"
        )
    return path


def run(*arguments: object) -> Result:
    return running.run(check_module.check, *arguments, standalone_mode=False)


def test_a_clean_database_is_exit_0_and_one_line(sample: Path) -> None:
    outcome = run(sample)
    assert outcome.return_value == 0
    assert outcome.stdout == f"0 errors, 0 remarks in {len(CHECKS)} checks\n"


def test_errors_are_exit_1_with_counts_by_kind(flawed: Path) -> None:
    outcome = run(flawed, "--kind", "half_above_full", "--kind", "without_source")
    lines = outcome.stdout.splitlines()
    assert outcome.return_value == 1
    assert lines[2].split() == ["error", "half_above_full", "240"]
    assert lines[3].split() == ["remark", "without_source", "1"]
    assert "first-half home goals is 99, above" in lines[7]
    assert lines[-1] == "240 errors, 1 remark in 2 checks"
    assert len(lines) == 4 + 3 + 10 + 1 + 1


def test_remarks_alone_are_exit_0(flawed: Path) -> None:
    outcome = run(flawed, "--kind", "without_source")
    assert outcome.return_value == 0
    assert "no source is noted for it" in outcome.stdout


@pytest.mark.parametrize(("limit", "shown"), [(3, 3), (0, 240)])
def test_json_is_the_findings_alone(flawed: Path, limit: int, shown: int) -> None:
    outcome = run(flawed, "--kind", "half_above_full", "--limit", limit, "--format", "json")
    rows = json.loads(outcome.stdout)
    assert len(rows) == shown
    assert (rows[1]["severity"], rows[1]["kind"], rows[1]["source"]) == (
        "error",
        "half_above_full",
        "sample",
    )
    assert "240 errors" in outcome.stderr


def test_csv_of_a_clean_database_is_the_header(sample: Path) -> None:
    rows = list(csv.reader(io.StringIO(run(sample, "--format", "csv").stdout)))
    assert rows == [["severity", "kind", "of", "id", "source", "finding"]]


def test_the_moment_may_be_another(sample: Path) -> None:
    assert run(sample, "--as-of", "2030-01-01", "--kind", "overdue").return_value == 1


def test_a_day_of_the_check_is_that_of_the_zone(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments: list[int] = []
    look_through = check_module.look_through
    monkeypatch.setattr(
        check_module,
        "look_through",
        lambda *words, now, **others: (
            moments.append(now) or look_through(*words, now=now, **others)
        ),
    )
    run(sample, "--as-of", "2026-03-14", "--zone", "Asia/Tokyo", "--kind", "overdue")
    assert moments == [datetime(2026, 3, 13, 15, tzinfo=UTC).timestamp()]


def test_what_can_not_be_asked_is_one_line(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(["check", str(sample), "--kind", "Overdu"]) == 2
    assert "'Overdu' is not one of 'broken_file', 'orphan'" in capsys.readouterr().err
    assert _run(["check", str(tmp_path / "nothere.db")]) == 1
    assert "does not exist" in capsys.readouterr().err
