"""Streams that are closed, full, or of an encoding that lacks letters."""

import contextlib
import io
import sys
from pathlib import Path

import pytest

from footydata.cli.exits import DONE, NOT_AS_ASKED
from footydata.cli.main import main


def code_of(*arguments: object) -> int:
    with pytest.raises(SystemExit) as exit_:
        main([str(argument) for argument in arguments])
    return int(exit_.value.code or 0)


def printed(monkeypatch: pytest.MonkeyPatch, encoding: str, *arguments: object) -> tuple[int, str]:
    """The exit code of a command, and what it prints to a stdout of an encoding."""
    content = io.BytesIO()
    stdout = io.TextIOWrapper(content, encoding=encoding, newline="")
    with monkeypatch.context() as then:
        then.setattr(sys, "stdout", stdout)
        code = code_of(*arguments)
    stdout.flush()
    return code, content.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_letters_that_an_encoding_lacks_are_escaped(
    sample: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    code, out = printed(monkeypatch, encoding, "fixtures", sample, "--date", "2026-03-14")
    assert code == DONE
    assert out.splitlines()[1].startswith(r"\u2500\u2500\u2500")


def test_a_command_runs_without_stdout(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert code_of("fixtures", sample, "--date", "2026-03-14") == DONE
    sys.stdout.close()


def test_an_error_without_stderr_has_its_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert code_of("info", tmp_path / "football.db") == NOT_AS_ASKED
    sys.stderr.close()


@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_a_full_disk_behind_stdout_is_named(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    full = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115  # what it still holds can't be written
    with monkeypatch.context() as then:
        then.setattr(sys, "stdout", full)
        code = code_of("teams", sample, "--format", format)
    with contextlib.suppress(OSError):
        full.close()
    assert (code, capsys.readouterr().err) == (NOT_AS_ASKED, "Error: stdout: No space left on device\n")
