"""Input and output: streams that are closed, full, or of an encoding that lacks letters."""

import io
import json
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from footydata.faces.cli.printing import DONE, NOT_AS_ASKED, WRONG_USAGE
from tests.faces.cli.running import exit_code


def printed(monkeypatch: pytest.MonkeyPatch, encoding: str, *arguments: object) -> tuple[int, str]:
    """The exit code of a command, and what it prints to a stdout of an encoding."""
    content = io.BytesIO()
    stdout = io.TextIOWrapper(content, encoding=encoding, newline="")
    with monkeypatch.context() as then:
        then.setattr(sys, "stdout", stdout)
        code = exit_code(*arguments)
    stdout.flush()
    return code, content.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_letters_that_an_encoding_lacks_are_escaped(
    sample: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    code, out = printed(monkeypatch, encoding, "fixtures", sample, "--date", "2026-03-14")
    assert code == DONE
    assert out.splitlines()[1].startswith(r"\u2500\u2500\u2500")


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r"])
def test_json_is_json_in_any_encoding(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    database = shutil.copy(sample, tmp_path / "football.db")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("update team set name = 'Málaga 浦和 😀' where id = 2601")
    _, out = printed(monkeypatch, encoding, "teams", database, "--format", "json")
    assert "Málaga 浦和 😀" in [row["name"] for row in json.loads(out)]


def test_a_command_runs_without_stdout(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert exit_code("fixtures", sample, "--date", "2026-03-14") == DONE
    sys.stdout.close()


def test_an_error_without_stderr_has_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert exit_code("info", tmp_path / "football.db") == NOT_AS_ASKED
    sys.stderr.close()


def test_nothing_is_deleted_without_stdin(
    sample: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert exit_code("unload", shutil.copy(sample, tmp_path), "--league", "39") == WRONG_USAGE
    sys.stdin.close()
    assert "nothing was deleted: there is no terminal to ask at" in capsys.readouterr().err


@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_a_full_disk_behind_stdout_is_named(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    full = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115  # what it still holds can't be written
    with monkeypatch.context() as then:
        then.setattr(sys, "stdout", full)
        code = exit_code("teams", sample, "--format", format)
    with suppress(OSError):
        full.close()
    assert (code, capsys.readouterr().err) == (
        NOT_AS_ASKED,
        "Error: stdout: No space left on device\n",
    )
