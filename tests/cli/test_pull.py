"""footydata pull: what it prints, and how it ends."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from footydata import mirroring
from footydata.cli import main
from tests.mirroring.conftest import House

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def house(sample: Path, now: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The sample, served to every pull."""
    served = House(sample, now)
    monkeypatch.setattr(mirroring, "Remote", lambda base_url, api_key, **_: served.remote(api_key or ""))
    yield served
    served.watched.close()


@pytest.fixture
def pull(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command into mirror.db; gives exit code, stdout and stderr."""
    monkeypatch.setenv("FOOTYDATA_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("FOOTYDATA_API_KEY", "fd_wrong")
    monkeypatch.setattr("time.sleep", lambda _: None)

    def run(*options: Any) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["pull", str(tmp_path / "mirror.db"), *map(str, options)])
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return run


@pytest.mark.sentence("dec-7.5")
def test_a_dry_run_prints_the_plan_and_makes_no_file(house: House, pull: Run, tmp_path: Path) -> None:
    code, out, _ = pull("--api-key", house.key("pro"), "--include", "odds,events", "--detail", "--dry-run")
    assert code == 0
    assert "requests, 11 of them spent on planning" in out
    assert all(kind in out for kind in ("catalogue", "fixtures", "tables", "odds", "detail"))
    assert out.index("detail") > max(out.index(kind) for kind in ("catalogue", "fixtures", "tables", "odds"))
    assert "At the rate of the Pro plan they take about" in out
    assert not (tmp_path / "mirror.db").exists()


@pytest.mark.sentence("dec-7.1")
def test_a_pull_tells_what_it_spent_and_brought(house: House, pull: Run) -> None:
    code, out, err = pull("--api-key", house.key(), "--league", "45,140", "--league", "45")
    assert code == 0
    assert "requests (1 status" in out
    assert "new fixtures" in out
    assert " requests, fixtures; about " in err or " requests, tables; about " in err


def test_quiet_is_quiet_on_stderr(house: House, pull: Run) -> None:
    assert pull("--api-key", house.key(), "--league", 45, "--quiet")[2] == ""


def test_a_refused_key_ends_with_3(house: House, pull: Run) -> None:
    code, _, err = pull("--league", 45)
    assert code == 3
    assert "invalid_api_key" in err


def test_a_service_that_is_not_there_ends_with_3(pull: Run) -> None:
    code, _, err = pull("--league", 45)
    assert code == 3
    assert "Error: no answer from http://127.0.0.1:9/v1/status: " in err
    assert "; is the address right, and the service running?" in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--league", "crown"), "'crown' is not the id of a competition"),
        (("--include", "odds,lineups"), "'lineups' is not one of odds, events, stats"),
        (("--odds-history", "corners"), "'corners' is not one of 1x2"),
        (("--langs", "xx"), "'xx' is not one of en"),
        (("--start", "soon"), "'soon' is not a date"),
        (("--start", "2026-03-14", "--end", "2026-03-13"), "2026-03-13 is before 2026-03-14"),
        (("--every", "0"), "0 is not in the range"),
    ],
    ids=["league", "include", "history", "langs", "date", "span", "every"],
)
def test_wrong_options_end_with_2(pull: Run, options: tuple[str, ...], said: str) -> None:
    code, _, err = pull(*options)
    assert code == 2
    assert said in err


def test_an_interruption_ends_with_130(house: House, pull: Run) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    house.watched.meddle = interrupt  # type: ignore[assignment]  # it never answers
    assert pull("--api-key", house.key(), "--league", 45)[0] == 130


def test_what_looks_leave_out_is_said_when_it_happens(house: House, pull: Run) -> None:
    def interrupt_the_third_look(request: httpx.Request, number: int) -> None:
        if sum("status=live" in path for path in house.watched.asked) > 4:
            raise KeyboardInterrupt

    house.watched.meddle = interrupt_the_third_look
    code, _, err = pull("--api-key", house.key(), "--league", "45,4444", "--live")
    assert code == 130
    assert sum("league 4444 is left out: no league has the id" in line for line in err.splitlines()) == 1
