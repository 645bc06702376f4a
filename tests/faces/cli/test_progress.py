"""The line of progress on stderr of commands that take long."""

from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.frames import progress


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
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress, "AFTER", -1)
    with pytest.raises(SystemExit):
        main(command.format(sample=sample, small=small_database, out=tmp_path / "out").split())
    assert f"\r\033[K{share}" in capsys.readouterr().err
