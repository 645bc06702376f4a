"""footydata pull: what it prints, and how it ends."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from footydata.faces.cli import main
from footydata.ingest import mirroring
from tests.faces.cli.running import Run
from tests.ingest.mirroring.conftest import ServiceAtMoment

HISTORY = (
    "--league",
    "39",
    "--start",
    "2026-03-13",
    "--end",
    "2026-03-14",
    "--odds-history",
    "1x2",
)


def ticks_by_bookmaker(path: Path) -> list[str]:
    """The bookmakers of which ticks are stored."""
    sql = "select distinct slug from odds_tick join bookmaker on bookmaker.id = bookmaker_id order by slug"
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute(sql)]


@pytest.fixture
def service(sample: Path, now: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServiceAtMoment]:
    """The sample, served to every pull."""
    served = ServiceAtMoment(sample, now)
    monkeypatch.setattr(
        mirroring, "Remote", lambda base_url, api_key, **_: served.remote(api_key or "")
    )
    yield served


@pytest.fixture
def pull(tmp_path: Path, ended: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command into mirror.db; gives exit code, stdout and stderr."""
    monkeypatch.setenv("FOOTYDATA_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("FOOTYDATA_API_KEY", "fd_wrong")
    monkeypatch.setattr("time.sleep", lambda _: None)

    return lambda *options: ended("pull", tmp_path / "mirror.db", *options)


def test_a_dry_run_prints_the_plan_and_makes_no_file(
    service: ServiceAtMoment, pull: Run, tmp_path: Path
) -> None:
    code, out, _ = pull(
        "--api-key", service.key("pro"), "--include", "odds,events", "--detail", "--dry-run"
    )
    assert code == 0
    assert "requests, 11 of them spent on planning" in out
    assert all(kind in out for kind in ("catalogue", "fixtures", "tables", "odds", "detail"))
    assert out.index("detail") > max(
        out.index(kind) for kind in ("catalogue", "fixtures", "tables", "odds")
    )
    assert "At the rate of the Pro plan they take about" in out
    assert not (tmp_path / "mirror.db").exists()


def test_a_pull_tells_what_it_spent_and_brought(service: ServiceAtMoment, pull: Run) -> None:
    code, out, err = pull("--api-key", service.key(), "--league", "45,140", "--league", "45")
    assert code == 0
    assert "requests (1 status" in out
    assert "new fixtures" in out
    assert err == ""


def test_quiet_is_quiet_on_stderr(service: ServiceAtMoment, pull: Run) -> None:
    assert pull("--api-key", service.key(), "--league", 45, "--quiet")[2] == ""


def test_a_refused_key_ends_with_3(service: ServiceAtMoment, pull: Run) -> None:
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
        (("--league", "²"), "'²' is not the id of a competition"),
        (("--league", "9" * 19), "is not the id of a competition"),
        (("--league", "9" * 5_000), "is not the id of a competition"),
        (("--base-url", "nonsense"), "base_url 'nonsense' is not an address of a service"),
        (("--api-key", "fd_ü"), "the API key has characters that no key has"),
        (("--include", "odds,lineups"), "'lineups' is not one of odds, events, stats"),
        (("--odds-history", "corners"), "'corners' is not one of 1x2"),
        (("--langs", "xx"), "'xx' is not one of en"),
        (("--start", "soon"), "'soon' is not a date"),
        (("--start", "2026-03-14", "--end", "2026-03-13"), "2026-03-13 is before 2026-03-14"),
        (("--every", "0"), "0 is out of range"),
    ],
    ids=[
        "league",
        "square",
        "large",
        "larger",
        "address",
        "key",
        "include",
        "history",
        "langs",
        "date",
        "span",
        "every",
    ],
)
def test_wrong_options_end_with_2(pull: Run, options: tuple[str, ...], said: str) -> None:
    code, _, err = pull(*options)
    assert code == 2
    assert said in err


@pytest.mark.parametrize(
    "options",
    [
        "--league 45,98 --include events,stats --langs de,ja --odds-history 1x2,corner",
        "--league 45 --league 98 --include stats --include events --langs ja --langs de "
        "--odds-history corner --odds-history 1x2",
    ],
    ids=["comma-separated", "repeated"],
)
def test_a_list_may_be_repeated_or_comma_separated(
    service: ServiceAtMoment, pull: Run, options: str
) -> None:
    code, out, _ = pull("--api-key", service.key(), *options.split(), "--dry-run")
    assert code == 0
    planned = {
        line.split()[-1]: int(line.split()[0])
        for line in out.splitlines()
        if line[:9].strip().isdigit()
    }
    assert (
        planned["names"] == 14
    )  # a list of three pages for countries, and two lists a league, for each language
    assert planned["history"] % 2 == 0
    lists = [path for path in service.watched.asked if path.startswith("/v1/leagues/")]
    assert {path.split("/")[3] for path in lists} == {"45", "98"}


def test_days_are_both_inclusive(
    service: ServiceAtMoment, pull: Run, sample: Path, tmp_path: Path
) -> None:
    assert pull("--api-key", service.key(), "--start", "2026-03-13", "--end", "2026-03-14")[0] == 0
    days = "select id from fixture where esports = 0 and date(kickoff_ts, 'unixepoch') in ('2026-03-13', '2026-03-14')"
    with (
        closing(sqlite3.connect(sample)) as remote,
        closing(sqlite3.connect(tmp_path / "mirror.db")) as mirror,
    ):
        wanted = set(remote.execute(days))
        assert len(wanted) > 10
        assert set(mirror.execute("select id from fixture")) == wanted


def test_an_e_football_competition_that_is_named_needs_the_option_too(
    service: ServiceAtMoment, pull: Run, tmp_path: Path
) -> None:
    code, out, _ = pull("--api-key", service.key(), "--league", "8201,45")
    assert code == 0
    assert (
        "league 8201 is left out: Esports Volta League (12 mins) is e-football, which --esports brings"
        in out
    )
    with closing(sqlite3.connect(tmp_path / "mirror.db")) as mirror:
        assert mirror.execute("select distinct league_id from fixture").fetchall() == [(45,)]


@pytest.mark.parametrize("options", [(), ("--dry-run",), ("--live",)], ids=["pull", "plan", "live"])
def test_a_league_that_the_service_does_not_have_ends_with_1(
    service: ServiceAtMoment, pull: Run, options: tuple[str, ...]
) -> None:
    code, out, err = pull("--api-key", service.key(), "--league", 12345, *options)
    assert code == 1
    assert out.splitlines()[-1] == "league 12345 is left out: no league has the id 12345"
    assert err.splitlines()[-1] == "Error: nothing was pulled of league 12345"


def test_a_league_that_is_there_is_pulled_beside_one_that_is_not(
    service: ServiceAtMoment, pull: Run, tmp_path: Path
) -> None:
    code, out, _ = pull("--api-key", service.key(), "--league", "12345,45")
    assert code == 0
    assert "league 12345 is left out" in out
    with closing(sqlite3.connect(tmp_path / "mirror.db")) as mirror:
        assert mirror.execute("select distinct league_id from fixture").fetchall() == [(45,)]


def test_days_beyond_the_plan_s_history_are_said_and_end_with_0(
    service: ServiceAtMoment, pull: Run
) -> None:
    code, out, _ = pull("--api-key", service.key("free"), "--league", 45, "--start", "2025-09-01")
    assert code == 0
    assert (
        "The Free plan's history starts on 2025-12-14; of earlier days comes what its season lists cover."
        in out
    )


def test_an_odds_history_is_the_default_bookmaker_s_alone(
    service: ServiceAtMoment, pull: Run, tmp_path: Path
) -> None:
    assert pull("--api-key", service.key(), *HISTORY, "--include", "odds")[0] == 0
    assert ticks_by_bookmaker(tmp_path / "mirror.db") == ["kestrel"]


@pytest.mark.parametrize("include", [(), ("--include", "odds")], ids=["alone", "with odds"])
def test_an_odds_history_is_that_of_the_bookmakers_that_are_named(
    service: ServiceAtMoment, pull: Run, tmp_path: Path, include: tuple[str, ...]
) -> None:
    named = ("--bookmaker", "bluebird,kestrel", "--bookmaker", "marlin-exchange")
    assert pull("--api-key", service.key(), *HISTORY, *named, *include)[0] == 0
    assert ticks_by_bookmaker(tmp_path / "mirror.db") == ["bluebird", "kestrel", "marlin-exchange"]


def test_a_bookmaker_that_the_service_does_not_have_ends_with_1(
    service: ServiceAtMoment, pull: Run
) -> None:
    code, _, err = pull("--api-key", service.key(), *HISTORY, "--bookmaker", "kestrel,bluebrid")
    assert code == 1
    assert err.splitlines()[-1] == (
        "Error: the service has no bookmaker 'bluebrid'; its bookmakers are kestrel, bluebird, marlin-exchange"
    )


def test_a_market_that_a_named_bookmaker_does_not_carry_is_said(
    service: ServiceAtMoment, pull: Run
) -> None:
    code, out, _ = pull(
        "--api-key", service.key(), *HISTORY[:-1], "btts", "--bookmaker", "bluebird"
    )
    assert code == 0
    assert "bluebird does not carry btts; no odds history of it comes." in out


def test_a_bookmaker_without_an_odds_history_ends_with_2(
    service: ServiceAtMoment, pull: Run
) -> None:
    code, _, err = pull("--api-key", service.key(), "--bookmaker", "kestrel")
    assert code == 2
    assert "--bookmaker chooses whose odds history is fetched: add --odds-history" in err


def test_an_overdue_fixture_of_a_mirror_counts_as_due_and_check_says_so(
    pull: Run,
    sample: Path,
    tmp_path: Path,
    now: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: Any,
) -> None:
    source = Path(shutil.copy(sample, tmp_path / "source.db"))
    with closing(sqlite3.connect(source)) as connection, connection:
        sql = "select min(id) from fixture where league_id = 45 and status = 'finished'"
        ((overdue,),) = connection.execute(sql).fetchall()
        sql = "update fixture set status = 'scheduled', state_detail = 'postponed', home_goals = null where id = ?"
        connection.execute(sql, (overdue,))
    served = ServiceAtMoment(source, now)
    monkeypatch.setattr(
        mirroring, "Remote", lambda base_url, api_key, **_: served.remote(api_key or "")
    )
    assert pull("--api-key", served.key(), "--league", 45)[0] == 0
    with pytest.raises(SystemExit) as ended:
        main(["check", str(tmp_path / "mirror.db"), "--as-of", "2026-03-14", "--format", "csv"])
    assert ended.value.code == 1
    (found,) = [line for line in capsys.readouterr().out.splitlines() if "overdue" in line]
    assert f",{overdue}," in found
    assert "it is still scheduled" in found


def test_an_interruption_ends_with_130(service: ServiceAtMoment, pull: Run) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    service.watched.meddle = interrupt  # type: ignore[assignment]  # it never answers
    assert pull("--api-key", service.key(), "--league", 45)[0] == 130


def test_what_looks_leave_out_is_said_when_it_happens(service: ServiceAtMoment, pull: Run) -> None:
    def interrupt_the_third_look(request: httpx.Request, number: int) -> None:
        if sum("status=live" in path for path in service.watched.asked) > 4:
            raise KeyboardInterrupt

    service.watched.meddle = interrupt_the_third_look
    code, _, err = pull("--api-key", service.key(), "--league", "45,4444", "--live")
    assert code == 130
    assert sum("is left out: no league has the id 4444" in line for line in err.splitlines()) == 1
