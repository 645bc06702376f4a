"""footydata export: the formats, what it prints, and where it refuses."""

import json
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.frames.export import TABLES
from tests.faces.cli.running import exit_code


def code_of(*arguments: object) -> int:
    return exit_code("export", *arguments)


def test_parquet_is_the_usual_format(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code_of(sample, tmp_path / "out") == 0
    assert (
        tmp_path / "out" / "odds" / "start_year=2025" / "country_code=ES" / "odds.parquet"
    ).is_file()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["table", "rows", "files"]
    assert len(lines) == 2 + len(TABLES)


def test_quiet_prints_nothing(
    small_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code_of(small_database, tmp_path / "out", "--format", "json", "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    line = (tmp_path / "out" / "teams" / "teams.json").read_text(encoding="utf-8").splitlines()[0]
    assert set(json.loads(line)) >= {"team_id", "name"}


def test_a_folder_in_use_is_refused_by_what_it_holds(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").touch()
    assert code_of(sample, tmp_path) == 1
    reason = "notes.txt is not of an export; move or delete it, or name a new folder"
    assert capsys.readouterr().err == f"Error: {tmp_path} is not empty: {reason}\n"


def test_an_earlier_export_is_replaced_by_force_alone(
    small_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code_of(small_database, tmp_path / "out", "--format", "csv", "--quiet") == 0
    assert code_of(small_database, tmp_path / "out", "--format", "v1", "--quiet") == 1
    way = "--force (force=True) replaces it, or name a new folder"
    assert capsys.readouterr().err == f"Error: {tmp_path / 'out'} holds an export already; {way}\n"
    assert code_of(small_database, tmp_path / "out", "--format", "v1", "--quiet", "--force") == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["v1.jsonl"]
    assert code_of(small_database, tmp_path / "out", "--format", "json", "--quiet", "--force") == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(TABLES)


def test_a_file_in_place_of_the_folder_is_refused(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").touch()
    assert code_of(sample, tmp_path / "out") == 1
    assert capsys.readouterr().err == f"Error: {tmp_path / 'out'} is not a folder; name a new one\n"


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No file of this process may grow beyond 33 kB; Python would cut the bytecode that it writes."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (33_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("format", ["parquet", "csv", "json", "v1"])
@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_is_reported_with_the_folder(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    assert code_of(sample, tmp_path / "out", "--format", format) == 1
    said = f"Error: {tmp_path / 'out'} can't be written: File too large; name another folder\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("format", ["parquet", "csv", "json", "v1"])
@pytest.mark.parametrize("name", ["~", os.fsdecode(b"M\xe1laga")], ids=["tilde", "Latin-1"])
def test_a_folder_may_have_any_name(
    small_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert code_of(small_database, name, "--format", format, "--quiet") == 0
    assert list((tmp_path / name).iterdir())
