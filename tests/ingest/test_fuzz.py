"""A thousand broken files of each form: no traceback, no hang, and the rows that are good are stored."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import copyfile, rmtree
from typing import Any

import pytest

import footydata as fd
from footydata.ingest.files import load
from tests.conftest import NOW
from tests.ingest.mutating import Base, csv_base, json_base, lines_base, text_base
from tests.ingest.test_all_sources import files_in
from tests.new_databases import new_database

FILES = 1_000
"""Broken files of each form."""

PATIENCE = 60
"""Seconds for a folder of twenty small files, which takes less than one."""

NAMED = """
    select home.name, away.name, kickoff_ts, home_goals, away_goals
    from fixture join team as home on home.id = home_id join team as away on away.id = away_id
"""
WITH_KEYS = """
    select key, kickoff_ts, home_goals, away_goals
    from external_id join fixture on fixture.id = entity_id where kind = 'fixture'
"""
WITH_IDS = "select id, home_id, away_id, kickoff_ts, home_goals, away_goals from fixture"

Stored = set[tuple[Any, ...]]


def football_data(data: Path, _: Path) -> Iterator[Base]:
    for path in sorted((data / "football_data_co_uk").glob("[0-9]*/*.csv"))[::4]:
        yield csv_base(path, f"{path.parent.name}_{path.name}")


def countries(data: Path, _: Path) -> Iterator[Base]:
    for path in sorted((data / "football_data_co_uk" / "new_leagues").glob("*.csv")):
        yield from (csv_base(path, f"{start}_{path.name}", start=start) for start in (0, 700))


def corner_lines(data: Path, _: Path) -> Iterator[Base]:
    for path in sorted((data / "corner_lines").glob("*.csv")):
        yield from (csv_base(path, f"{start}/{path.name}", start=start) for start in (0, 100, 200))


def internationals(data: Path, _: Path) -> Iterator[Base]:
    path = data / "international" / "results.csv"
    yield from (csv_base(path, f"{start}/{path.name}", start=start) for start in (0, 9_000, 30_000))


def oddsharvester(data: Path, _: Path) -> Iterator[Base]:
    """The records of each file, a year apart, and each with an id of its own."""
    for path in sorted((data / "oddsharvester").glob("*_1x2_*.json")):
        real = json.loads(path.read_text(encoding="utf-8"))[0]
        records = [
            {
                **real,
                "match_date": real["match_date"].replace(real["match_date"][:4], str(year)),
                "match_link": real["match_link"][:-4] + str(year),
                "league_name": "Premier League" if "Premier" in real["league_name"] else "LaLiga",
            }
            for year in range(2005, 2025)
        ]
        yield json_base(path.name, records, list)


def openfootball(data: Path, _: Path) -> Iterator[Base]:
    for path in (path for path in files_in(data / "openfootball") if path.suffix == ".json"):
        season = json.loads(path.read_text(encoding="utf-8-sig"))
        if "matches" in season:
            whole = partial(_season, season["name"])
            yield json_base(f"{path.parent.name}_{path.name}", season["matches"][:40], whole)


def _season(name: str, matches: list[Any]) -> Any:
    return {"name": name, "matches": matches}


def football_txt(data: Path, _: Path) -> Iterator[Base]:
    for path in files_in(data / "openfootball" / "txt"):
        yield text_base(path, f"{path.parent.name}_{path.name}", is_date=_is_date)


def _is_date(line: str) -> bool:
    return line.startswith("[") or "/" in line[:8]


def statsbomb(data: Path, _: Path) -> Iterator[Base]:
    """The matches file in years of its own, and in each of them one with the events of a real match."""
    real = json.loads(
        (data / "statsbomb" / "matches" / "49_3_excerpt.json").read_text(encoding="utf-8")
    )
    for year in range(2001, 2011):
        rows = [
            {
                **row,
                "match_id": row["match_id"] + year * 1_000_000,
                "match_date": row["match_date"].replace("2018", str(year)),
                "season": {"season_name": str(year)},
            }
            for row in real
        ]
        path = data / "statsbomb" / "events" / ("9880.json" if year % 2 else "15946.json")
        events = [
            row for row in json.loads(path.read_text(encoding="utf-8")) if row["period"] in (1, 2)
        ]
        halves = [
            row for half in (1, 2) for row in islice((e for e in events if e["period"] == half), 20)
        ]
        home, away = sorted({(row["team"]["name"], row["team"]["id"]) for row in halves})
        played = {
            **rows[0],
            "match_id": year,
            "home_score": 0,
            "away_score": 0,
            "competition": SPAIN,
        }
        played |= {"home_team": {"home_team_id": home[1], "home_team_name": home[0]}}
        played |= {"away_team": {"away_team_id": away[1], "away_team_name": away[0]}}
        yield json_base(f"matches/{year}.json", [*rows, played], list)
        yield json_base(f"events/{year}.json", halves, list)


SPAIN = {"country_name": "Spain", "competition_name": "La Liga"}


def v1(_: Path, dump: Path) -> Iterator[Base]:
    """Lists of fixtures with all that they include, of a dump of the sample, forty rows a file."""
    first: list[Any] = []
    pages: list[Any] = []
    with dump.open(encoding="utf-8") as file:
        for page in map(json.loads, file):
            name, data = page["path"].removeprefix("/v1/"), page["body"].get("data")
            if name in ("bookmakers", "leagues") and "lang" not in page["query"]:
                first.append(page)
            elif name.endswith("fixtures") and len(data) >= 40 and "statistics" in data[0]:
                pages.append(page)
    for number, page in enumerate(pages[:20]):
        yield lines_base(
            f"{number:02}.jsonl", first, page["body"]["data"][:40], partial(_page, page)
        )


def _page(page: Any, rows: list[Any]) -> Any:
    return {**page, "body": {**page["body"], "data": rows}}


FORMS: dict[str, tuple[Callable[[Path, Path], Iterator[Base]], str]] = {
    "football-data": (football_data, NAMED),
    "countries": (countries, NAMED),
    "corner-lines": (corner_lines, NAMED),
    "internationals": (internationals, NAMED),
    "oddsharvester": (oddsharvester, NAMED),
    "openfootball": (openfootball, NAMED),
    "Football.TXT": (football_txt, NAMED),
    "statsbomb": (statsbomb, WITH_KEYS),
    "v1": (v1, WITH_IDS),
}
"""Form → its real files, and what is stored of a fixture that a good row tells."""


@pytest.fixture(scope="module")
def dump(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dump of the sample."""
    folder = tmp_path_factory.mktemp("dump")
    command = [
        sys.executable,
        "-m",
        "footydata",
        "export",
        str(sample),
        str(folder),
        "--format",
        "v1",
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=2 * PATIENCE)
    return folder / "v1.jsonl"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database to copy."""
    return new_database(tmp_path_factory.mktemp("empty") / "football.db")


@contextmanager
def patience() -> Iterator[None]:
    """Raises TimeoutError where what is inside does not come to an end."""

    def give_up(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Loader:
    """Loads folders of files, each into a database of its own."""

    def __init__(self, place: Path, empty: Path, sql: str) -> None:
        self._folder, self._database = place / "files", place / "football.db"
        self._empty, self._sql = empty, sql

    def load(self, contents: dict[str, bytes]) -> tuple[fd.LoadReport, Stored]:
        """The report of files by their names, and what is stored."""
        rmtree(self._folder, ignore_errors=True)
        for name, content in contents.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        copyfile(self._empty, self._database)
        with patience(), fd.Database(self._database, clock=lambda: NOW) as football:
            report = load(football.connection, [self._folder], now=int(NOW))
            return report, set(football.connection.execute(self._sql).fetchall())


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.parametrize("form", FORMS)
def test_a_thousand_broken_files_lose_their_broken_rows_alone(
    form: str, real_data: Path, dump: Path, empty: Path, tmp_path: Path
) -> None:
    made, sql = FORMS[form]
    loader, bases = Loader(tmp_path, empty, sql), list(made(real_data, dump))
    alone = [loader.load({base.name: base.content()})[1] for base in bases]
    assert all(
        len(stored) > 5
        for base, stored in zip(bases, alone, strict=True)
        if "events" not in base.name
    )
    broken = 0
    while broken < FILES:
        chance = random.Random(f"{form} {broken}")
        mutants = [base.mutated(chance) for base in bases]
        report, stored = loader.load(
            {base.name: content for base, (content, _) in zip(bases, mutants, strict=True)}
        )
        # A header that no source knows any more, or rows that contradict themselves, are asked about.
        asked = {file.path.name for file in report.files if file.path and file.state == "refused"}
        for base, (_, may_lose), good in zip(bases, mutants, alone, strict=True):
            lost = good - stored
            assert may_lose is None or len(lost) <= may_lose or Path(base.name).name in asked, (
                broken,
                base.name,
                may_lose,
                sorted(lost)[:5],
            )
        for _, refusal in report.refusals:
            assert refusal.reason, refusal
            assert "\n" not in refusal.reason, refusal
            assert not refusal.reason.startswith("what it tells is against"), refusal
        broken += len(mutants)


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.parametrize("form", FORMS)
def test_the_command_says_what_is_broken_and_ends_well(
    form: str, real_data: Path, dump: Path, empty: Path, tmp_path: Path
) -> None:
    chance = random.Random(form)
    for base in FORMS[form][0](real_data, dump):
        for number in range(3):
            path = tmp_path / "files" / str(number) / base.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base.mutated(chance)[0])
    command = [
        sys.executable,
        "-m",
        "footydata",
        "load",
        str(tmp_path / "football.db"),
        str(tmp_path / "files"),
    ]
    done = subprocess.run(
        [*command, "--report", str(tmp_path / "report.csv")],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    checked = subprocess.run(
        [sys.executable, "-m", "footydata", "check", str(tmp_path / "football.db")],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert checked.returncode in (0, 1)
    assert checked.stderr == ""
