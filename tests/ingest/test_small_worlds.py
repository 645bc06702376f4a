"""Small worlds, written by three sources in any order and any split into files and loads, become one world each."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footydata as fd
from footydata.football.records import TABLES, columns_of
from footydata.ingest.clubs import write_edit
from footydata.ingest.decisions import edits, merge, undo
from footydata.ingest.files import load
from footydata.ingest.unloading import unload
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.read.evidence import unmatched_teams
from tests.conftest import NOW
from tests.ingest.small_worlds import (
    CSV,
    JSON,
    LEAGUES,
    PAGES,
    SOURCES,
    TEXT,
    UNKNOWN,
    Club,
    League,
    Played,
    first_day,
    write,
)
from tests.ingest.test_unloading import BOOKKEEPING
from tests.new_databases import new_database


class World(NamedTuple):
    """Fixtures, and the files that tell of them: source and fixtures; loads: the numbers of the files of each load."""

    fixtures: list[Played]
    files: list[tuple[str, list[Played]]]
    loads: list[list[int]]

    def __repr__(self) -> str:
        files = ", ".join(
            f"{number}: {len(given)} of {source}"
            for number, (source, given) in enumerate(self.files)
        )
        return f"<{self.fixtures}; files {files}; loads {self.loads}>"


def season(random: Random, league: League, clubs: Sequence[Club], year: int) -> Iterator[Played]:
    """Fixtures of a league, each pair at most once at each venue."""
    for place, (home, away) in enumerate(permutations(clubs, 2)):
        given = {source for source in SOURCES if random.random() < 0.6}
        done = (
            given
            if random.random() < 0.7
            else {source for source in sorted(given) if random.random() < 0.5}
        )
        if done & {JSON, TEXT}:
            # Two files of one source: the one that reaches further would be right.
            done |= given & {JSON, TEXT}
        goals = random.randint(0, 4), random.randint(0, 4)
        half = random.randint(0, goals[0]), random.randint(0, goals[1])
        # Near enough to one another that no day seems mistyped in a file of few.
        day = first_day(year) + timedelta(days=3 * place)
        if given:
            yield Played(
                league, year, home, away, day, goals, half, frozenset(given), frozenset(done)
            )


@st.composite
def worlds(draw: st.DrawFn, *, unknown: bool) -> World:
    """A world and its files: clubs, seasons and loads are drawn one by one, all else by one seed."""
    random = Random(draw(st.integers(0, 2**32)))
    years = draw(st.sampled_from([[2018], [2018, 2019]]))
    fixtures: list[Played] = []
    for league in LEAGUES:
        clubs = draw(st.lists(st.sampled_from(league.known), min_size=4, max_size=5, unique=True))
        if unknown and league.country == "GB-ENG":
            clubs += draw(st.lists(st.sampled_from(UNKNOWN), min_size=1, max_size=2, unique=True))
        fixtures += (one for year in years for one in season(random, league, clubs, year))
    parts: defaultdict[tuple[object, ...], list[Played]] = defaultdict(list)
    for one in fixtures:
        for source in sorted(one.sources):
            # A file of openfootball is of one league and season, one of football-data.co.uk of one season.
            whole = {CSV: one.year, PAGES: None}.get(source, (one.league.id, one.year))
            parts[source, whole, random.randint(0, 1)].append(one)
    files = [(str(source), random.sample(part, len(part))) for (source, *_), part in parts.items()]
    order = draw(st.permutations(range(len(files))))
    cut = sorted(draw(st.lists(st.integers(0, len(files)), max_size=2)))
    loads = [order[start:end] for start, end in zip([0, *cut], [*cut, len(files)], strict=True)]
    return World(fixtures, files, [each for each in loads if each])


def loaded(folder: Path, world: World) -> fd.Database:
    """The database of a world's files, load after load; its books balance."""
    paths = [
        write(folder, number, source, fixtures)
        for number, (source, fixtures) in enumerate(world.files)
    ]
    database = fd.Database(new_database(folder / "football.db"), clock=lambda: NOW)
    for numbers in world.loads:
        report = database.load(*(paths[number] for number in numbers))
        assert report.refusals == []
        known = report.fixtures_changed + report.fixtures_same + report.fixtures_conflicting
        assert (
            report.rows_read
            == report.fixtures_new + known
            == sum(len(world.files[number][1]) for number in numbers)
        )
    return database


def stored(database: fd.Database) -> list[tuple[Any, ...]]:
    """Every fixture: country, league, season, teams, kickoff, status, goals and half-time goals."""
    sql = """
        select country_code, league.name, label, fixture.home_id, fixture.away_id, kickoff_ts, status,
               home_goals, away_goals, half_home_goals, half_away_goals
        from fixture join season on season.id = season_id join league on league.id = fixture.league_id
        order by fixture.id
    """
    with closing(open_read_only(database.path)) as connection:
        return connection.execute(sql).fetchall()


def expected(one: Played, home: object, away: object) -> tuple[Any, ...]:
    """A fixture as it should be stored: each source that knows the result gives it, and files alone give half time."""
    figures: tuple[int | None, ...] = (None,) * 4
    if one.done:
        figures = (*one.goals, *(one.half if one.done - {PAGES} else (None, None)))
    place = one.league.country, one.league.name, one.label, home, away
    return (*place, one.kickoff_ts, "finished" if one.done else "scheduled", *figures)


def names(database: fd.Database) -> dict[int, str]:
    """Team → its name."""
    with closing(open_read_only(database.path)) as connection:
        return dict(connection.execute("select id, name from team").fetchall())


def check_known(world: World) -> None:
    """Known spellings: one world, whatever the order; a club that the v1 service tells has the service's name."""
    of_service = {
        club for one in world.fixtures if PAGES in one.sources for club in (one.home, one.away)
    }
    clubs = {
        club: club.pages if club in of_service else club.name
        for one in world.fixtures
        for club in one[2:4]
    }
    with TemporaryDirectory() as folder, loaded(Path(folder), world) as database:
        called = names(database)
        found = Counter(
            (*row[:3], called[row[3]], called[row[4]], *row[5:]) for row in stored(database)
        )
        leagues = len(database.leagues())
    printed = Counter(expected(one, clubs[one.home], clubs[one.away]) for one in world.fixtures)
    assert (found - printed, printed - found) == (Counter(), Counter())
    assert sorted(called.values()) == sorted(clubs.values())
    assert leagues == len({one.league for one in world.fixtures})


def check_unknown(world: World) -> None:
    """Unknown spellings: no team is of two clubs, known clubs are one team each, and others that are two are listed."""
    with TemporaryDirectory() as folder, loaded(Path(folder), world) as database:
        rows = stored(database)
        with closing(open_read_only(database.path)) as connection:
            listed = {row.id for row in unmatched_teams(connection)}
    # A league has one fixture on a day.
    given = {(one.league.country, one.label, one.kickoff_ts): one for one in world.fixtures}
    clubs: defaultdict[int, set[Club]] = defaultdict(set)
    for country, _, label, home_id, away_id, kickoff_ts, *_ in rows:
        one = given[country, label, kickoff_ts]
        clubs[home_id].add(one.home)
        clubs[away_id].add(one.away)
    assert [called for called in clubs.values() if len(called) > 1] == []
    teams: defaultdict[Club, list[int]] = defaultdict(list)
    for team_id, called in clubs.items():
        teams[next(iter(called))].append(team_id)
    assert teams.keys() == {club for one in world.fixtures for club in (one.home, one.away)}
    several = {club: found for club, found in teams.items() if len(found) > 1}
    assert several.keys() <= set(UNKNOWN)
    assert [found for found in several.values() if not listed.intersection(found)] == []
    plain = {key for key, one in given.items() if not several.keys() & {one.home, one.away}}
    found = Counter(key for row in rows if (key := (row[0], row[2], row[5])) in plain)
    assert found == Counter(plain)


def check_what_is_left(world: World, random: Random) -> None:
    """Loads that were taken back, and edits that were undone, leave nothing: the rest alone gives the same file."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = [
            write(folder, number, source, fixtures)
            for number, (source, fixtures) in enumerate(world.files)
        ]
        # A row of a service's catalogue is noted for the first of its dumps alone.
        dumps = [number for number, (source, _) in enumerate(world.files) if source == PAGES]
        parts = [
            [number for number in numbers if number not in dumps[1:]] for numbers in world.loads
        ]
        with (
            closing(open_database(new_database(folder / "some.db"))) as some,
            closing(open_database(new_database(folder / "left.db"))) as left,
        ):
            merges = random.random() < 0.5
            for moment, numbers in enumerate(parts):
                if numbers:
                    load(some, [paths[number] for number in numbers], now=NOW + moment)
                check_rows(some)
                while random.random() < 0.6:
                    (edit_or_unload if merges else unload_one)(some, random)
                    check_rows(some)
            while standing := [
                edit for edit in edits(some) if edit.undone_ts is None and not edit.reason
            ]:
                undo(some, standing[0].id, now=NOW)
                check_rows(some)
            places = {row[0] for row in some.execute("select path from load")}
            # That two names are no club, though their fixtures agree, is a decision as well.
            undone = [edit for edit in edits(some) if edit.undone_ts is not None and edit.reason]
            for edit in undone:
                write_edit(left, edit)
            left.commit()
            for moment, numbers in enumerate(parts):
                if kept := [paths[number] for number in numbers if str(paths[number]) in places]:
                    load(left, kept, now=NOW + moment)
            assert content(some) == content(left)


def check_any_order(world: World, random: Random) -> None:
    """The order of files, and of the loads that they come in, decides nothing, ids included."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        # Of two files of one source the first finished record of a fixture stands, so that their order may decide.
        files = [(source, fixtures) for source, fixtures in world.files if source != TEXT]
        paths = [
            write(folder, number, source, fixtures)
            for number, (source, fixtures) in enumerate(files)
        ]
        with closing(open_database(new_database(folder / "one.db"))) as one:
            load(one, paths, now=NOW)
            expected = content(one)
        for number in range(3):
            random.shuffle(paths)
            with closing(open_database(new_database(folder / f"{number}.db"))) as other:
                cut = random.randint(0, len(paths))
                for some in (paths[:cut], paths[cut:]):
                    if some:
                        load(other, some, now=NOW)
                assert content(other) == expected


def content(connection: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the public tables, ids included, without the numbers of loads and their moments."""
    tables = [table for table in TABLES if table not in BOOKKEEPING]
    columns = {
        table: [name for name in columns_of(table) if (table, name) not in HIDDEN]
        for table in tables
    }
    return {
        table: sorted(
            connection.execute(f"select {', '.join(columns[table])} from {table}").fetchall(),
            key=repr,
        )
        for table in tables
    }


HIDDEN = {("fixture_source", "fetched_ts"), ("external_id", "id"), ("placeholder", "load_id")}


def unload_one(connection: sqlite3.Connection, random: Random) -> None:
    """Take one of the loads back."""
    ids = [row[0] for row in connection.execute("select id from load order by id")]
    if ids:
        unload(connection, random.choice(ids))


def edit_or_unload(connection: sqlite3.Connection, random: Random) -> None:
    """Merge two names of a club, undo the newest merge, or take a load back."""
    ids = dict(connection.execute("select name, id from team").fetchall())
    pairs = [
        (ids[club.csv], ids[club.open]) for club in UNKNOWN if {club.csv, club.open} <= ids.keys()
    ]
    standing = [edit for edit in edits(connection) if edit.undone_ts is None]
    if pairs and random.random() < 0.5:
        merge(connection, *random.choice(pairs), now=NOW)
    elif standing and random.random() < 0.5:
        undo(connection, now=NOW)
    else:
        unload_one(connection, random)


def check_rows(connection: sqlite3.Connection) -> None:
    """Every fixture is what was said of it, and is in the lists of its two teams."""
    assert list(differing_fixtures(connection)) == []
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    (listed,) = connection.execute(
        "select count(*) from team_fixture join fixture on fixture.id = fixture_id"
    ).fetchone()
    fixtures, unclaimed = connection.execute(_FIXTURES).fetchone()
    assert (listed, unclaimed) == (2 * fixtures, 0)


_FIXTURES = (
    "select count(*), count(*) - (select count(distinct fixture_id) from claim) from fixture"
)


@settings(max_examples=2)
@given(world=worlds(unknown=False))
def test_known_spellings_become_one_world(world: World) -> None:
    check_known(world)


@settings(max_examples=2)
@given(world=worlds(unknown=True))
def test_unknown_spellings_are_one_club_or_listed_and_never_united_wrongly(world: World) -> None:
    check_unknown(world)


@settings(max_examples=2)
@given(world=worlds(unknown=True), seed=st.integers(0, 2**32))
def test_what_was_taken_back_or_undone_leaves_nothing(world: World, seed: int) -> None:
    check_what_is_left(world, Random(seed))


@settings(max_examples=2)
@given(world=worlds(unknown=True), seed=st.integers(0, 2**32))
def test_the_order_of_loads_decides_nothing(world: World, seed: int) -> None:
    check_any_order(world, Random(seed))


@pytest.mark.slow
@settings(max_examples=200)
@given(world=worlds(unknown=True), seed=st.integers(0, 2**32))
def test_no_order_of_loads_decides_anything(world: World, seed: int) -> None:
    check_any_order(world, Random(seed))


@pytest.mark.slow
@settings(max_examples=400)
@given(world=worlds(unknown=True), seed=st.integers(0, 2**32))
def test_whatever_was_taken_back_or_undone_leaves_nothing(world: World, seed: int) -> None:
    check_what_is_left(world, Random(seed))


@pytest.mark.slow
@settings(max_examples=200)
@given(world=worlds(unknown=False))
def test_many_worlds_of_known_spellings_become_one_each(world: World) -> None:
    check_known(world)


@pytest.mark.slow
@settings(max_examples=200)
@given(world=worlds(unknown=True))
def test_many_worlds_of_unknown_spellings_are_never_united_wrongly(world: World) -> None:
    check_unknown(world)
