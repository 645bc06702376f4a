"""footydata export --format v1, and footydata load of what it wrote."""

import json
import shutil
from pathlib import Path

import pytest

from footydata.cli import main


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    return int(ended.value.code or 0)


def test_a_dump_is_written_and_loaded(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = Path(shutil.copyfile(sample, tmp_path / "sample.db"))
    assert run("export", database, tmp_path / "out", "--format", "v1") == 0
    assert "page" in capsys.readouterr().out
    dump = tmp_path / "out" / "v1.jsonl"
    with dump.open() as lines:
        first = json.loads(next(lines))
    assert (first["path"], first["query"]) == ("/v1/bookmakers", {"page": 1, "per_page": 100})
    assert first["body"]["success"] == 1
    assert run("load", tmp_path / "again.db", dump, "--strict") == 0
    assert "= 1,429 new + " in capsys.readouterr().out


def test_a_dump_is_not_written_into_a_folder_in_use(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    assert run("export", sample, tmp_path, "--format", "v1") == 1
