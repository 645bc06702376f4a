"""The browser as text: the commands that print its screens, and what only it prints."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from footydata.faces.cli import clock
from footydata.faces.cli.main import _run
from footydata.faces.tui.signs import PLAIN
from tests.store.read.league import FIRST_DAY, SmallLeague


@pytest.fixture(autouse=True)
def _fixed_clock(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(clock, "time", SimpleNamespace(time=lambda: now))


@pytest.fixture(scope="module")
def copied(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample that a command may write our lines to."""
    return Path(shutil.copy(sample, tmp_path_factory.mktemp("plain") / "sample.db"))


@pytest.mark.parametrize("command", PLAIN.values(), ids=PLAIN)
def test_each_command_prints_its_screen(
    copied: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(copied)) as connection:
        fixture_id = connection.execute(
            "select fixture_id from odds_tick order by 1 limit 1"
        ).fetchone()[0]
    league = "Lantern Cup" if "bracket" in command else "Crown League"
    values = {
        "DB": str(copied),
        "D": "2026-03-14",
        "L": league,
        "S": "25/26",
        "T": "Kingsvale",
        "ID": str(fixture_id),
    }
    words = command.split()
    assert words[0] == "footydata"
    assert _run([values.get(word, word) for word in words[1:]]) == 0
    assert capsys.readouterr().out.strip()


def test_without_a_terminal_the_commands_are_named(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(["browse", str(sample)]) == 1
    errors = capsys.readouterr().err
    assert errors.startswith("Error: browse needs a terminal. As text:\n")
    assert "footydata fixtures sample.db --date D" in errors


def test_a_terminal_that_draws_nothing_gets_the_commands(
    sample: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    terminal = SimpleNamespace(isatty=lambda: True)
    for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(
        "footydata.faces.cli.browse.sys", SimpleNamespace(stdin=terminal, stdout=terminal)
    )
    assert _run(["browse", str(sample)]) == 1
    assert "TERM is dumb" in capsys.readouterr().err


def test_a_table_with_live_scores_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league = SmallLeague(tmp_path / "live.db")
    league.played("1-2 2:0")
    league.fixture("2-1 3:0", status="live", kickoff_ts=clock.now() - 3600)
    league.connection.close()
    asked = ["standings", str(tmp_path / "live.db"), "--league", "Test", "--as-it-stands"]
    assert _run([*asked, "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out)[0]
    assert (first["team"], first["points"], first["form"]) == ("B", 3, "LW")
    assert _run(asked) == 0
    assert "as it stands, 1 live" in capsys.readouterr().out
    assert _run([*asked, "--at", "2026-01-01"]) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--print", "movement"), "--print movement needs --of ID"),
        (("--print", "movement", "--of", "5"), "no fixture has the id 5"),
        (("--print", "movement", "--of", "1"), "no history is recorded for fixture 1"),
        (("--of", "1"), "--of is for --print movement"),
    ],
)
def test_what_can_not_be_printed_says_why(
    tmp_path: Path, options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    league = SmallLeague(tmp_path / "small.db")
    league.fixture("1-2", kickoff_ts=FIRST_DAY)
    league.connection.close()
    assert _run(["browse", str(tmp_path / "small.db"), *options]) != 0
    assert message in capsys.readouterr().err


def test_the_browser_may_open_at_another_moment(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments: list[int] = []
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setattr(
        "footydata.faces.tui.app.run_alone", lambda app: moments.append(app.browsing.now())
    )
    assert _run(["browse", str(sample), "--as-of", "2026-03-14T15:30"]) == 0
    assert moments == [datetime(2026, 3, 14, 15, 30, tzinfo=UTC).timestamp()]
