"""footydata export: the formats, what it prints, and where it refuses."""

import json
from pathlib import Path

import pytest

from footydata.cli.main import main
from footydata.exporting import TABLES


def code_of(*arguments: object) -> int:
    with pytest.raises(SystemExit) as exit_:
        main(["export", *map(str, arguments)])
    return int(exit_.value.code or 0)


def test_parquet_is_the_usual_format(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code_of(sample, tmp_path / "out") == 0
    assert (tmp_path / "out" / "odds" / "start_year=2025" / "country_code=ES" / "odds.parquet").is_file()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["table", "rows", "files"]
    assert len(lines) == 2 + len(TABLES)


def test_quiet_prints_nothing(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code_of(sample, tmp_path / "out", "--format", "json", "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    line = (tmp_path / "out" / "teams" / "teams.json").read_text(encoding="utf-8").splitlines()[0]
    assert set(json.loads(line)) >= {"team_id", "name"}


def test_a_folder_in_use_is_refused(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").touch()
    assert code_of(sample, tmp_path) == 1
    assert capsys.readouterr().err == f"Error: {tmp_path} is not empty; name a new folder\n"


def test_a_file_in_place_of_the_folder_is_refused(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").touch()
    assert code_of(sample, tmp_path / "out") == 1
    assert capsys.readouterr().err == f"Error: {tmp_path / 'out'} is a file; name a new folder\n"
