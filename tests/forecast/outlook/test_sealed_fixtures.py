"""A ledger of real forecasts lives through what happens to a database: merges, loads taken back, parts removed."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.forecast.sealing import sealed_fixtures
from footydata.store.file.opening import open_database
from footydata.store.forecasts import sealed

pytestmark = [pytest.mark.real_data, pytest.mark.slow]

SEALED = "2018-05-01"
UNKNOWN = "Gunners of the Emirates"
"""How the list of coming fixtures calls Arsenal: no register knows that."""

MERGE = ("teams", "merge", "DB", UNKNOWN, "Arsenal", "--yes")
MERGE_BACK = ("teams", "merge", "DB", "Arsenal", UNKNOWN, "--yes")
RESULTS, MOVED = ("load", "DB", "results"), ("load", "DB", "moved")
TAKE_BACK_LIST = ("unload", "DB", "2", "--yes")
REMOVE = ("remove", "DB", "--league", "Premier League", "--season", "17/18", "--yes")
ALIAS = ("teams", "alias", "DB", "Arsenal", UNKNOWN)
CORRECT = ("load", "DB", "moved", "--correct")

WAYS = {
    "merged, then played": (MERGE, RESULTS),
    "played, then merged into one fixture": (RESULTS, MERGE),
    "merged the other way round": (RESULTS, MERGE_BACK),
    "merged, the list taken back": (MERGE, RESULTS, TAKE_BACK_LIST),
    "taken back before it was played, and named": (TAKE_BACK_LIST, RESULTS, ALIAS),
    "removed and loaded again": (MERGE, RESULTS, REMOVE, RESULTS),
    "merged and put off": (MERGE, MOVED),
    "put off, in fixtures of other ids": (MERGE, REMOVE, MOVED),
    "played, then corrected to another day": (MERGE, RESULTS, CORRECT),
}


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    printed = capsys.readouterr()
    assert not ended.value.code, printed.err
    return printed.out, printed.err


@pytest.fixture(scope="module")
def files(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two seasons and most of a third; its last fixtures as a list without scores; its results, one put off."""
    folder = tmp_path_factory.mktemp("files")
    rows = (real_data / "football_data_co_uk/1718/E0.csv").read_text(encoding="latin-1").splitlines()
    before = [row for row in rows if "/05/2018" not in row]
    listed = json.loads((real_data / "openfootball/football.json/2017-18/en.1.json").read_text())
    for match in listed["matches"]:
        match.pop("score", None)
        for side in ("team1", "team2"):
            match[side] = UNKNOWN if match[side] == "Arsenal FC" else match[side]
    listed["matches"] = [match for match in listed["matches"] if match["date"] > SEALED]
    moved = [row.replace("06/05/2018,Arsenal", "27/05/2018,Arsenal") for row in rows]
    texts = {
        "1718/before/E0.csv": "\n".join(before),
        "results/1718/E0.csv": "\n".join(rows),
        "moved/1718/E0.csv": "\n".join(moved),
        "2017-18/en.1.json": json.dumps(listed),
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return {name: folder / name for name in ("results", "moved", "1718", "2017-18")}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the clock."""

    def set_clock(day: str) -> None:
        moment = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        monkeypatch.setattr("time.time", lambda: moment)

    return set_clock


@pytest.fixture(scope="module")
def ledgers() -> dict[str, Path]:
    """The ledger that the tests of this module begin with, once it is made."""
    return {}


@pytest.fixture
def football(
    files: dict[str, Path],
    ledgers: dict[str, Path],
    at: Callable[[str], None],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[tuple[Path, str]]:
    """A database whose last round is sealed, and the head of its ledger."""
    at(SEALED)
    if "db" not in ledgers:
        ledgers["db"] = tmp_path_factory.mktemp("ledger") / "football.db"
        run(capsys, "load", ledgers["db"], files["1718"])
        run(capsys, "load", ledgers["db"], files["2017-18"])
        run(capsys, "forecast", "seal", ledgers["db"], "--days", 14)
    path = Path(shutil.copy(ledgers["db"], tmp_path / "football.db"))
    with closing(open_database(path)) as connection:
        *_, last = sealed(connection)
    yield path, last.hash


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_every_sealed_fixture_is_found_and_no_entry_changes(
    football: tuple[Path, str],
    files: dict[str, Path],
    at: Callable[[str], None],
    capsys: pytest.CaptureFixture[str],
    way: tuple[tuple[str, ...], ...],
) -> None:
    path, head = football
    at("2018-07-01")
    for words in way:
        run(capsys, *(path if word == "DB" else files.get(word, word) for word in words))
    out, err = run(capsys, "forecast", "score", path, "--format", "csv")
    assert re.search(r"^1x2,26,", out, re.MULTILINE), (out, err)
    assert "no fixture" not in err
    proof, _ = run(capsys, "forecast", "verify", path, "--head", head)
    assert "proves them all" in proof
    with closing(open_database(path)) as connection:
        entries = list(sealed(connection))
        of_arsenal = {(entry.home, entry.away) for entry in entries if UNKNOWN in (entry.home, entry.away)}
        found = {row.id for row in sealed_fixtures(connection, entries) if row is not None}
    assert (len(of_arsenal), len(found)) == (3, 26)


def test_what_can_not_be_found_is_named_with_the_way_out(
    football: tuple[Path, str],
    files: dict[str, Path],
    at: Callable[[str], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, head = football
    at("2018-07-01")
    run(capsys, "unload", path, 2, "--yes")
    run(capsys, "load", path, files["results"])
    _, err = run(capsys, "forecast", "score", path)
    assert f"no fixture is found by its words, as {UNKNOWN} - Burnley of 2018-05-06; load it, or name a team" in err
    assert "proves them all" in run(capsys, "forecast", "verify", path, "--head", head)[0]
