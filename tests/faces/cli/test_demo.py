"""footydata demo: builds, tours, issues a key and serves."""

import re
import shlex
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest
from click.testing import CliRunner, Result

from footydata.faces.cli import demo as demo_module
from footydata.faces.cli import serve as serve_module
from footydata.faces.cli.main import group
from footydata.faces.sample import renew as renewing
from footydata.football.errors import InvalidArgument
from footydata.football.terms import Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.store.file.opening import open_read_only
from footydata.store.file.sqlite_files import DatabaseError
from footydata.store.forecasts import fair_lines
from footydata.store.read.fixtures import FixtureFilter, fixture_ids
from tests.conftest import NOW
from tests.faces.cli import running
from tests.house.readme import SPEED

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
TOUR: list[tuple[str, str]] = re.findall(
    r"^```console\n\$ (.*?)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE
)
"""The commands of the README with what they print."""


@pytest.fixture(scope="module", autouse=True)
def _fixed_clock() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo_module, "clock_now", lambda: NOW)
        yield


@pytest.fixture
def free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture
def taken_port() -> Iterator[int]:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, int]]:
    """What the demo would serve: the file and the port."""
    return watched_serving(monkeypatch)


def watched_serving(patch: pytest.MonkeyPatch) -> list[tuple[Path, int]]:
    """Serve nothing; note the file and the port instead."""
    calls: list[tuple[Path, int]] = []
    patch.setattr(
        serve_module, "run", lambda database, *, host, port, as_of: calls.append((database, port))
    )
    return calls


def run(*arguments: object) -> Result:
    return running.run(demo_module.demo, *arguments)


@pytest.fixture(scope="module")
def tour(
    _fixed_clock: None, sample: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Result]:
    """What a demo leaves and says that does not serve."""
    path = tmp_path_factory.mktemp("tour") / "demo.db"
    with pytest.MonkeyPatch.context() as patch:
        served = watched_serving(patch)
        # Built of the same moment already.
        patch.setattr(renewing, "build", lambda path, **_: copyfile(sample, path))
        outcome = run("--no-serve", "--path", path)
    assert served == []
    return path, outcome


def test_the_tour_shows_fixtures_a_table_and_corner_lines(tour: tuple[Path, Result]) -> None:
    path, outcome = tour

    assert outcome.exit_code == 0, outcome.output
    assert re.search(r"2026-03-14 14:00 +Crown League .* live ", outcome.output)
    assert "Crown League 25/26, round" in outcome.output
    assert "3 points taken (2026-01-13: Late filing of the club's accounts)" in outcome.output
    assert re.search(
        r"^03-1\d .* corner +\d+\.\d\d +\d\.\d\d \d\.\d\d", outcome.output, re.MULTILINE
    )
    assert list(path.parent.iterdir()) == [path]


def test_the_demo_names_a_day_that_can_be_played_again(tour: tuple[Path, Result]) -> None:
    _, outcome = tour
    line = next(
        line for line in outcome.output.splitlines() if line.startswith("Scores stand still")
    )
    command = shlex.split(line.split("'")[1])

    played = CliRunner().invoke(group, [*command[1:], "--speed", "1000000"])

    assert played.exit_code == 0, played.output
    assert re.search(r"\d+ fixtures played into ", played.output)


def test_fair_lines_of_the_coming_fixtures_are_stored(tour: tuple[Path, Result], now: int) -> None:
    path, _ = tour

    with closing(open_read_only(path)) as connection:
        coming = FixtureFilter(
            start_ts=now, end_ts=now + 86_400, league_ids=(39,), statuses=("scheduled",)
        )
        stored = fair_lines(connection, fixture_ids(connection, coming))
    assert stored
    assert all("corner_line" in {line.market for line in lines} for lines in stored.values())


def test_it_serves_with_a_key_that_opens_the_service(
    sample: Path,
    tmp_path: Path,
    now: int,
    free_port: int,
    served: list[tuple[Path, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "demo.db"
    monkeypatch.setattr(demo_module, "renew", lambda path, **_: copyfile(sample, path))

    outcome = run("--port", free_port, "--path", path)

    found = re.search(
        r'curl -H "Authorization: Bearer (fd_\w+)" "http://127\.0\.0\.1:(\d+)/v1/', outcome.output
    )
    assert found, outcome.output
    assert int(found[2]) == free_port
    assert served == [(path, free_port)]
    with closing(Accounts.open(accounts_path(path))) as accounts:
        account = accounts.identify(found[1].encode(), now)
    assert (account.plan.name, account.rate) == ("ultra", Rate(600, 60))
    address = f"http://127.0.0.1:{free_port}/v1"
    bearer = f'{{headers: {{Authorization: "Bearer {found[1]}"}}}}'
    assert f'fetch("{address}/fixtures?status=live", {bearer}).then(' in outcome.output
    assert f"console on {address}/docs (other pages: serve --cors ORIGIN)" in outcome.output


@pytest.fixture
def day_of_tour(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], tuple[Result, Path]]:
    """Runs the demo of the README's day in a folder; returns what it printed, and the folder."""
    monkeypatch.setattr(demo_module, "renew", lambda path, **_: copyfile(sample, path))
    return lambda: (
        run("--no-serve", "--date", "2026-03-14", "--path", tmp_path / "sample.db"),
        tmp_path,
    )


def test_every_line_of_the_tour_in_the_readme_can_be_followed(
    day_of_tour: Callable[[], tuple[Result, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, folder = day_of_tour()
    (setting,) = re.findall(r"export (\w+=\S+)$", outcome.output, re.MULTILINE)
    monkeypatch.setenv(*setting.split("="))
    monkeypatch.chdir(folder)

    assert "Beside it: bets.csv and E0.csv, of the README's tour." in outcome.output
    for command, shown in TOUR:
        printed = SPEED.sub(
            "", CliRunner().invoke(group, shlex.split(command.removesuffix(" 2>&1"))[1:]).output
        )
        expected = shown.removesuffix("…\n")
        assert [line.rstrip() for line in printed.splitlines()][
            : expected.count("\n")
        ] == expected.splitlines(), command


def test_a_file_that_is_there_already_stays(
    day_of_tour: Callable[[], tuple[Result, Path]], tmp_path: Path
) -> None:
    (tmp_path / "bets.csv").write_text("mine")
    outcome, _ = day_of_tour()

    assert (
        f"{tmp_path / 'bets.csv'} is there already, and is not that of the README's tour."
        in outcome.stderr
    )
    assert "Beside it: E0.csv, of the README's tour." in outcome.stdout
    assert (tmp_path / "bets.csv").read_text() == "mine"


def test_a_taken_port_is_reported_before_anything_is_built(tmp_path: Path, taken_port: int) -> None:
    outcome = run("--port", taken_port, "--path", tmp_path / "demo.db")

    assert isinstance(outcome.exception, InvalidArgument)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_demo_can_be_run_again_on_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    first = run("--no-serve", "--path", path)

    again = run("--no-serve", "--path", path)

    assert again.exit_code == 0
    assert again.output == first.output


def test_a_file_of_ones_own_is_never_built_over(tmp_path: Path) -> None:
    path = tmp_path / "football.db"
    path.write_text("mine")

    outcome = run("--no-serve", "--path", path)

    assert isinstance(outcome.exception, DatabaseError)
    assert path.read_text() == "mine"


def test_the_sample_of_a_day_is_built_for_it_and_served_at_its_time(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_port: int
) -> None:
    moments: list[int | None] = []
    monkeypatch.setattr(
        serve_module, "run", lambda database, *, host, port, as_of: moments.append(as_of)
    )

    def build(path: Path, *, now: int, **_: object) -> None:
        moments.append(now)
        copyfile(sample, path)

    monkeypatch.setattr(renewing, "build", build)
    arguments = [
        "--path",
        str(tmp_path / "demo.db"),
        "--port",
        str(free_port),
        "--date",
        "2024-05-18",
    ]
    outcome = CliRunner().invoke(demo_module.demo, arguments)
    assert outcome.exit_code == 0, outcome.output
    assert "at 15:30 UTC of 2024-05-18" in outcome.output
    assert f"footydata browse {tmp_path / 'demo.db'} --date 2024-05-18" in outcome.output
    # 18 May 2024, 15:30 UTC.
    assert moments == [1_716_046_200] * 2


@pytest.mark.slow
def test_the_sample_of_a_day_is_in_play_on_it(tmp_path: Path) -> None:
    outcome = run("--no-serve", "--path", tmp_path / "demo.db", "--date", "2024-05-18")
    assert outcome.exit_code == 0, outcome.output
    with closing(open_read_only(tmp_path / "demo.db")) as connection:
        days = connection.execute(
            "select distinct date(kickoff_ts, 'unixepoch') from fixture where status = 'live'"
        )
        assert days.fetchall() == [("2024-05-18",)]
