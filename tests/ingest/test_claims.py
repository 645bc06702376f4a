"""What each load said is stored, and the rows of each fixture are what it amounts to."""

import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from footydata.ingest.files import load
from footydata.ingest.report import LoadReport
from footydata.ingest.unloading import unload
from footydata.store.claims.regrouping import Regrouping, differing_fixtures
from footydata.store.file.opening import open_database
from footydata.store.read.checking import check
from tests.ingest.parsed_rows import ODDS, Put, played, result_prices
from tests.ingest.test_unloading import by_name, dump

NOW = 1_790_000_000
Take = Callable[..., LoadReport]
FOLDERS = {
    "football-data": (
        "football_data_co_uk/2425/E0.csv",
        "football_data_co_uk/2324/SP1.csv",
        "football_data_co_uk/1920/E2.csv",
    ),
    "openfootball": (
        "openfootball/football.json/2024-25/en.1.json",
        "openfootball/football.json/2023-24/es.1.json",
    ),
    "corner-lines": ("corner_lines/SP1_2324.csv",),
}
"""Source → files of it that share fixtures with those of the others."""


def loaded(path: Path, real_data: Path, sources: Iterable[str]) -> sqlite3.Connection:
    connection = open_database(path)
    for source in sources:
        load(connection, [real_data / name for name in FOLDERS[source]], now=NOW)
    return connection


def take_back(connection: sqlite3.Connection, source: str) -> None:
    sql = "select load.id from load join source on source.id = source_id where source.name = ?"
    for (load_id,) in connection.execute(sql, (source,)).fetchall():
        unload(connection, load_id)


def test_a_score_that_a_later_load_contradicts_counts_as_conflicting_alone(put: Put) -> None:
    put(played((2, 1)))
    later = put(played((2, 2)), now=3600)
    assert (later.fixtures_changed, later.fixtures_conflicting) == (0, 1)


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.parametrize(
    "sources",
    [*permutations(FOLDERS, 2), *permutations(FOLDERS, 3)],
    ids=" then ".join,
)
def test_a_source_that_is_taken_back_leaves_the_others_alone(
    real_data: Path, tmp_path: Path, sources: tuple[str, ...]
) -> None:
    with closing(loaded(tmp_path / "all.db", real_data, sources)) as every:
        assert list(differing_fixtures(every)) == []
        for gone in sources:
            left = [source for source in sources if source != gone]
            with (
                closing(sqlite3.connect(tmp_path / f"without {gone}.db")) as without,
                closing(loaded(tmp_path / f"{left}.db", real_data, left)) as alone,
            ):
                every.backup(without)
                take_back(without, gone)
                assert by_name(without) == by_name(alone)


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.parametrize("gone", [0, 1], ids=["the fixture list goes", "the results go"])
def test_of_a_fixture_list_and_its_results_either_is_left_alone(
    real_data: Path, tmp_path: Path, folder: Path, gone: int
) -> None:
    season = json.loads((real_data / FOLDERS["openfootball"][0]).read_text())
    paths = [folder / name / "2024-25" / "en.1.json" for name in ("before", "after")]
    for path in paths:
        path.parent.mkdir(parents=True)
    paths[1].write_text(json.dumps(season))
    for match in season["matches"]:
        del match["score"]
    paths[0].write_text(json.dumps(season))
    with (
        closing(open_database(tmp_path / "both.db")) as both,
        closing(open_database(tmp_path / "alone.db")) as alone,
    ):
        for moment, path in enumerate(paths):
            load(both, [path], now=NOW + moment)
        unload(both, gone + 1)
        load(alone, [paths[1 - gone]], now=NOW)
        assert dump(both) == dump(alone)


@pytest.mark.real_data
@pytest.mark.slow
def test_all_real_files_are_what_their_claims_amount_to(real_data: Path, tmp_path: Path) -> None:
    folders = ("football_data_co_uk", "openfootball", "corner_lines", "statsbomb")
    with closing(open_database(tmp_path / "all.db")) as connection:
        load(connection, [real_data / name for name in folders], now=NOW)
        assert list(differing_fixtures(connection)) == []


FILES = (
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HC,AC\nE0,17/08/2024,Arsenal,Chelsea,,,,\nE0,24/08/2024,Leeds,Fulham,,,,\n",
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HC,AC\nE0,17/08/2024,Arsenal,Chelsea,2,1,5,6\nE0,25/08/2024,Leeds,Fulham,,,,\n",
    "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,15:00,Arsenal,Chelsea,2,2\n",
)


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))]
)
def test_any_loads_that_are_left_are_as_if_there_had_been_no_others(
    folder: Path, tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    paths = []
    for number, text in enumerate(FILES):
        paths.append(folder / str(number) / "E0.csv")
        paths[-1].parent.mkdir()
        paths[-1].write_text(text)
    steps = [(random.choice(paths), random.random() < 0.3) for _ in range(5)]
    with (
        closing(open_database(tmp_path / "some.db")) as some,
        closing(open_database(tmp_path / "left.db")) as left,
    ):
        ids = []
        for moment, (path, correct) in enumerate(steps):
            before = some.execute("select max(id) from load").fetchone()
            load(some, [path], now=NOW + moment, correct=correct)
            after = some.execute("select max(id) from load").fetchone()
            ids.append(None if after == before else after[0])
        kept = [bool(id_) and random.random() < 0.6 for id_ in ids]
        for load_id, stays in zip(ids, kept, strict=True):
            if load_id and not stays:
                unload(some, load_id)
        # A load that said nothing new was not stored, so that it has no say when the others are gone.
        for moment, ((path, correct), stays) in enumerate(zip(steps, kept, strict=True)):
            if stays:
                load(left, [path], now=NOW + moment, correct=correct)
        assert dump(some) == dump(left)
        assert list(differing_fixtures(some)) == []


def test_a_kickoff_comes_back_with_what_was_said_before(
    connection: sqlite3.Connection, folder: Path, take: Take
) -> None:
    kickoffs = []
    for number, text in enumerate(FILES[:2]):
        path = folder / str(number) / "E0.csv"
        path.parent.mkdir()
        path.write_text(text)
        take(path)
        kickoffs.append(
            connection.execute("select kickoff_ts from fixture order by kickoff_ts").fetchall()
        )
    assert kickoffs[0] != kickoffs[1]
    unload(connection, 2)
    assert (
        connection.execute("select kickoff_ts from fixture order by kickoff_ts").fetchall()
        == kickoffs[0]
    )


def test_the_same_said_by_two_loads_stays_with_either(
    connection: sqlite3.Connection, folder: Path, take: Take
) -> None:
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "E0.csv").write_text(FILES[1])
        take(folder / name / "E0.csv")
    before = dump(connection)
    unload(connection, 1)
    assert dump(connection) == before
    unload(connection, 2)
    assert connection.execute("select count(*) from fixture").fetchone() == (0,)


def test_a_row_that_is_not_what_its_claims_say_is_found_and_written_again(
    connection: sqlite3.Connection, put: Put, now: int
) -> None:
    put(played((2, 1)), source="openfootball")
    put(played((2, 1), odds=(result_prices(2.0, 3.4, 3.9),), parts=ODDS))
    assert "differs_from_claims" not in [row.kind for row in check(connection, now=now).findings]
    connection.execute("update fixture set home_goals = 5")
    assert "differs_from_claims" in [row.kind for row in check(connection, now=now).findings]
    (fixture_id, season_id) = connection.execute("select id, season_id from fixture").fetchone()
    Regrouping(connection, season_id).regroup([fixture_id])
    assert connection.execute("select home_goals from fixture").fetchall() == [(2,)]
    assert list(differing_fixtures(connection)) == []
