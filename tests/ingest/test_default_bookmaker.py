"""The default bookmaker: a person's choice, else a remote service's, else the one with most recorded fixtures.

The counts are those of the rows written here: two fixtures with the odds of one bookmaker are two.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from footydata.football.errors import FootydataError
from footydata.ingest.decisions import merge, undo
from footydata.ingest.files import load
from footydata.ingest.report import LoadReport
from footydata.ingest.unloading import remove, unload
from footydata.sources.parsed import BookmakerKey, ParsedBookmaker
from footydata.store.bookmakers import (
    BY_COUNT,
    choose_default,
    recorded_bookmakers,
    update_default_bookmaker,
)
from footydata.store.file.opening import open_database
from tests.ingest.parsed_rows import Put

Take = Callable[..., LoadReport]

COLUMNS = {
    "bet365": "B365",
    "bwin": "BW",
    "pinnacle": "PS",
    "market-average": "Avg",
    "market-best": "Max",
}


def season_file(
    folder: Path, code: str, *, day: int = 17, home: str = "Home", **fixtures: int
) -> Path:
    """A file of a league in which each bookmaker (bet365=2) has odds of so many fixtures, the first ones."""
    slugs = {name.replace("_", "-"): count for name, count in fixtures.items()}
    header = [
        "Div",
        "Date",
        "HomeTeam",
        "AwayTeam",
        *(f"{COLUMNS[slug]}{side}" for slug in slugs for side in "HDA"),
    ]
    rows = [
        [
            code,
            f"{day}/08/2024",
            f"{home} {n}",
            f"Away {n}",
            *("2,3,4" if n < slugs[slug] else ",," for slug in slugs),
        ]
        for n in range(max(slugs.values()))
    ]
    path = folder / f"{code}.csv"
    path.write_text("\n".join(",".join(row) for row in (header, *rows)) + "\n")
    return path


def default_of(connection: sqlite3.Connection) -> list[tuple[str, str | None]]:
    """The slug of the default bookmaker and who chose it."""
    return [(row.slug, row.chosen_by) for row in recorded_bookmakers(connection) if row.is_default]


@pytest.fixture
def small(folder: Path) -> Path:
    return season_file(folder, "E0", bwin=2, bet365=1)


@pytest.fixture
def large(folder: Path) -> Path:
    return season_file(folder, "D1", bet365=4)


@pytest.fixture
def averages(folder: Path) -> Path:
    return season_file(folder, "I1", market_best=9, market_average=9)


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_the_default_bookmaker_does_not_depend_on_the_order_of_loads(
    connection: sqlite3.Connection,
    take: Take,
    small: Path,
    large: Path,
    averages: Path,
    order: tuple[int, ...],
) -> None:
    for place in order:
        take((small, large, averages)[place])
    assert default_of(connection) == [("bet365", "count")]


def test_averages_over_the_market_are_the_default_where_there_is_nothing_else(
    connection: sqlite3.Connection, take: Take, averages: Path, small: Path
) -> None:
    take(averages)
    assert default_of(connection) == [("market-average", "count")]
    take(small)
    assert default_of(connection) == [("bwin", "count")]


def test_of_equal_counts_the_first_slug_is_the_default(
    connection: sqlite3.Connection, take: Take, folder: Path
) -> None:
    take(season_file(folder, "E0", pinnacle=3, bwin=3, bet365=2))
    assert default_of(connection) == [("bwin", "count")]


def test_the_report_of_a_load_says_that_the_default_bookmaker_changed(
    take: Take, small: Path, large: Path
) -> None:
    assert take(small).default_bookmaker == ""
    assert take(large).default_bookmaker == "the default bookmaker is bet365, before bwin"
    assert take(large).default_bookmaker == ""


def test_the_default_bookmaker_is_counted_again_after_an_unload_and_a_removal(
    connection: sqlite3.Connection, take: Take, small: Path, large: Path
) -> None:
    take(small)
    take(large)
    unload(connection, 2)
    assert default_of(connection) == [("bwin", "count")]
    take(large)
    ((german,),) = connection.execute("select id from league where country_code = 'DE'")
    remove(connection, german)
    assert default_of(connection) == [("bwin", "count")]


def test_a_bookmaker_that_a_person_chose_stays_the_default_until_it_is_taken_back(
    connection: sqlite3.Connection, take: Take, small: Path, large: Path
) -> None:
    take(small)
    choose_default(connection, "bwin")
    assert take(large).default_bookmaker == ""
    assert default_of(connection) == [("bwin", "person")]
    choose_default(connection, BY_COUNT)
    assert default_of(connection) == [("bet365", "count")]


def test_a_service_chooses_before_the_count_and_a_person_before_the_service(
    connection: sqlite3.Connection, take: Take, put: Put, large: Path
) -> None:
    kestrel, bluebird = (
        BookmakerKey("kestrel", "Kestrel", 8),
        BookmakerKey("bluebird", "Bluebird", 11),
    )
    put(ParsedBookmaker(kestrel, is_default=True), ParsedBookmaker(bluebird), source="v1")
    take(large)
    assert default_of(connection) == [("kestrel", "remote")]
    choose_default(connection, "bet365")
    put(ParsedBookmaker(bluebird, is_default=True), source="v1")
    assert default_of(connection) == [("bet365", "person")]
    choose_default(connection, BY_COUNT)
    assert default_of(connection) == [("bluebird", "remote")]


class File(NamedTuple):
    """A file that is loaded: of a league and a day, its home teams called so, and fixtures of each bookmaker."""

    code: str
    day: int
    home: str
    corrects: bool
    fixtures: dict[str, int]


FILES = st.builds(
    File,
    st.sampled_from(["E0", "D1"]),
    st.sampled_from([10, 17]),
    st.sampled_from(["Home", "Heim"]),
    st.booleans(),
    st.dictionaries(st.sampled_from(sorted(COLUMNS)), st.integers(1, 9), min_size=1),
)


def unload_last(connection: sqlite3.Connection) -> None:
    unload(connection, connection.execute("select max(id) from load").fetchone()[0])


def remove_last_league(connection: sqlite3.Connection) -> None:
    remove(connection, connection.execute("select max(id) from league").fetchone()[0])


def merge_home_teams(connection: sqlite3.Connection) -> None:
    teams = "select id from team where name in ('Home 0', 'Heim 0') order by country_code desc, name limit 2"
    (gone,), (kept,) = connection.execute(teams).fetchall()
    merge(connection, gone, kept, now=1)


def undo_last_merge(connection: sqlite3.Connection) -> None:
    undo(connection, now=1)


STEPS = st.lists(
    FILES | st.sampled_from([unload_last, remove_last_league, merge_home_teams, undo_last_merge])
)


@settings(max_examples=8, deadline=None)
@given(STEPS)
@example(
    [
        File("E0", 17, "Home", False, {"bet365": 3}),
        File("D1", 17, "Home", False, {"bwin": 2}),
        File("D1", 10, "Home", False, {"bwin": 2}),
    ]
)
@example(
    [
        File("E0", 17, "Home", False, {"market-average": 9}),
        File("D1", 17, "Home", False, {"bwin": 2}),
    ]
)
@example(
    [
        File("E0", 17, "Heim", False, {"pinnacle": 1}),
        File("E0", 17, "Home", False, {"pinnacle": 1}),
        File("D1", 17, "Home", False, {"bet365": 1}),
        merge_home_teams,
    ]
)
@example(
    [
        File("E0", 17, "Heim", False, {"bet365": 1, "bwin": 1}),
        File("E0", 17, "Home", False, {"bet365": 1}),
        merge_home_teams,
        File("D1", 17, "Home", False, {"bwin": 1, "pinnacle": 1}),
        undo_last_merge,
    ]
)
def test_the_default_bookmaker_is_after_every_step_that_of_a_whole_count(
    steps: list[File | Callable[[sqlite3.Connection], None]],
) -> None:
    marked = "select slug from bookmaker where is_default"
    with (
        TemporaryDirectory() as folder,
        closing(open_database(Path(folder) / "football.db")) as connection,
    ):
        for step in steps:
            if isinstance(step, File):
                counts = {slug.replace("-", "_"): count for slug, count in step.fixtures.items()}
                path = season_file(Path(folder), step.code, day=step.day, home=step.home, **counts)
                load(connection, [path], now=1, correct=step.corrects)
            else:
                # Some steps have nothing to be done to.
                with suppress(FootydataError, ValueError, TypeError):
                    step(connection)
            default = connection.execute(marked).fetchall()
            update_default_bookmaker(connection)
            assert connection.execute(marked).fetchall() == default
            connection.rollback()


def test_a_load_that_cannot_use_up_the_lead_counts_no_odds(
    connection: sqlite3.Connection, take: Take, folder: Path, small: Path
) -> None:
    take(season_file(folder, "D1", bet365=9))
    read: list[str] = []
    connection.set_trace_callback(read.append)
    take(small)
    assert not [sql for sql in read if "distinct fixture_id" in sql]
    take(season_file(folder, "I1", bwin=9))
    assert [sql for sql in read if "distinct fixture_id" in sql]


def test_a_load_after_a_pull_counts_again(
    connection: sqlite3.Connection, take: Take, folder: Path
) -> None:
    take(season_file(folder, "D1", bet365=9))
    connection.execute(
        "insert into load (source_id, place, started_ts, kind) select id, '', 1, 'pull' from source"
    )
    connection.execute("insert into bookmaker (id, name, slug) values (999, 'Other', 'other')")
    connection.execute("update odds set bookmaker_id = 999")
    connection.commit()
    take(season_file(folder, "E0", bet365=1))
    assert default_of(connection) == [("other", "count")]


def test_a_load_after_fixtures_were_united_counts_again(
    connection: sqlite3.Connection, take: Take, folder: Path, small: Path
) -> None:
    take(season_file(folder, "D1", bet365=9))
    take(small)
    connection.execute("pragma foreign_keys = off")
    for table, column in (("odds", "fixture_id"), ("fixture", "id")):
        connection.execute(
            f"delete from {table} where {column} in (select fixture_id from claim where load_id < 2)"
        )
    connection.commit()
    take(season_file(folder, "I1", bwin=1))
    assert default_of(connection) == [("bwin", "count")]
