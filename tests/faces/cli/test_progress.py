"""The line of progress on stderr."""

from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.faces.cli.printing import PROGRESS_WIDTH, ProgressLine

IS_TERMINAL = "sys.stderr.isatty"
"""Named in each test: a fixture would meet another stderr than the test itself."""


def test_each_text_is_written_over_the_last_one_and_cleared_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IS_TERMINAL, lambda: True)
    line = ProgressLine(quiet=False)
    line.show("1/2 E0.csv")
    line.show("2/2 E1.csv")
    line.clear()
    assert capsys.readouterr().err == "\r\033[K1/2 E0.csv\r\033[K2/2 E1.csv\r\033[K"


def test_a_text_that_would_wrap_is_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IS_TERMINAL, lambda: True)
    ProgressLine(quiet=False).show("a" * 200)
    assert capsys.readouterr().err == "\r\033[K" + "a" * PROGRESS_WIDTH


def test_quiet_writes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IS_TERMINAL, lambda: True)
    line = ProgressLine(quiet=True)
    line.show("1/2 E0.csv")
    line.clear()
    assert capsys.readouterr().err == ""


def test_a_file_gets_no_line_that_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(quiet=False)
    line.show("1/2 E0.csv")
    line.clear()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "share"),
    [
        ("check {sample} --kind overdue --kind orphan", "1/2 overdue"),
        ("export {small} {out}", "0/"),
        ("export {small} {out} --format v1", "0/"),
    ],
)
def test_what_takes_long_says_how_much_is_done(
    command: str,
    share: str,
    sample: Path,
    small_database: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(IS_TERMINAL, lambda: True)
    with pytest.raises(SystemExit):
        main(command.format(sample=sample, small=small_database, out=tmp_path / "out").split())
    assert f"\r\033[K{share}" in capsys.readouterr().err
