"""footydata replay plays a stored day into a scratch file."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from footydata.faces.cli.main import group, main
from footydata.faces.cli.printing import DONE, INTERRUPTED, NOT_AS_ASKED, WRONG_USAGE
from footydata.service.replay import Replay


@pytest.fixture
def database(sample: Path, tmp_path: Path) -> Path:
    path = tmp_path / "football.db"
    shutil.copy(sample, path)
    return path


def test_a_day_is_played_beside_the_database_and_its_fixtures_are_listed(database: Path) -> None:
    words = [
        "replay",
        str(database),
        "--date",
        "2026-03-13",
        "--speed",
        "1000000",
        "--format",
        "json",
    ]
    ended = CliRunner().invoke(group, words)
    rows = json.loads(ended.stdout)
    assert ended.exit_code == DONE
    assert {row["status"] for row in rows} == {"finished"}
    assert database.with_name("football.replay.db").is_file()


def test_a_table_says_what_is_played_where_and_how_to_stop(database: Path, tmp_path: Path) -> None:
    words = [
        "replay",
        str(database),
        "--date",
        "2026-03-13",
        "--speed",
        "1000000",
        "--to",
        str(tmp_path / "x.db"),
    ]
    ended = CliRunner().invoke(group, words)
    assert "Ctrl-C stops" in ended.stderr
    assert f"played into {tmp_path / 'x.db'}" in ended.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--date", "2014-01-01"], NOT_AS_ASKED, "2014-01-01 has no fixtures"),
        (["--date", "2026-03-13", "--to", "football.db"], NOT_AS_ASKED, "no replay made it"),
        (["--date", "2026-03-13", "--speed", "0"], WRONG_USAGE, "--speed"),
        (["--date", "2026-03-13", "--speed", "nan"], WRONG_USAGE, "nan"),
        (["--date", "2026-03-13", "--kickoff", "25:00"], WRONG_USAGE, "Write 15:00"),
        ([], WRONG_USAGE, "--date"),
    ],
)
def test_what_can_not_be_played_ends_in_one_line(
    database: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(database.parent)
    ended = CliRunner().invoke(group, ["replay", "football.db", *words], standalone_mode=True)
    message = str(ended.exception) if ended.exit_code == NOT_AS_ASKED else ended.stderr
    assert ended.exit_code == code
    assert said in message


@pytest.mark.parametrize("folder", [".", "/", ""])
def test_a_folder_in_place_of_the_database_is_named(
    capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", folder, "--date", "2026-03-13"])
    assert ended.value.code == NOT_AS_ASKED
    assert f"Error: {folder or '.'} is a folder; name a file" in capsys.readouterr().err


def test_ctrl_c_ends_with_its_own_code_and_a_whole_file(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = Replay._step

    def interrupted(*words: object) -> None:
        real(*words)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(Replay, "_step", interrupted)
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(database), "--date", "2026-03-13", "--speed", "600"])
    assert ended.value.code == INTERRUPTED
    with pytest.raises(SystemExit) as ended:
        main(["info", str(database.with_name("football.replay.db"))])
    assert ended.value.code == DONE
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_a_day_of_the_reader_s_zone_is_played_by_its_clock(
    database: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("FOOTYDATA_ZONE", zone)
    words = ["replay", str(database), "--date", "2026-03-13", "--speed", "1000000"]
    ended = CliRunner().invoke(group, words)
    days = {line.split()[0] for line in ended.stdout.splitlines()[2:]}
    assert days == {"2026-03-13"}
    assert f"times in {zone}." in ended.stderr
    assert ("UTC" in ended.stderr) is (zone == "UTC")
