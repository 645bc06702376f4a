"""footydata mcp before it serves: what it refuses, and what it says where the extra is missing."""

import importlib.util
from pathlib import Path

import pytest

from footydata.faces.cli.main import main


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ended:
        main(["mcp", *words])
    return ended.value.code, capsys.readouterr().err


def test_without_the_extra_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "footydata.faces.cli.mcp.find_spec", lambda name: None if name == "mcp" else importlib.util
    )

    code, text = refused([str(tmp_path / "football.db")], capsys)

    assert (code, "the extra mcp is not installed" in text, "pip install '.[mcp]'" in text) == (
        1,
        True,
        True,
    )


def test_a_folder_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = refused([str(tmp_path)], capsys)

    assert (code, "is a folder; name a file" in text) == (1, True)


def test_a_moment_that_is_none_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = refused([str(tmp_path / "football.db"), "--as-of", "noon"], capsys)

    assert (code, "'noon' is not a date" in text) == (2, True)


def test_a_file_that_is_not_there_is_named_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("footydata.faces.agents.server.serve", lambda *_, **__: None)

    code, text = refused(["nope.db"], capsys)

    said = f"{tmp_path / 'nope.db'} does not exist; until 'footydata load' makes it, every answer says so.\n"
    assert (code, text) == (0, said)
    assert not (tmp_path / "nope.db").exists()
