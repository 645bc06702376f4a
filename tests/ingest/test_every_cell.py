"""Every cell that is stored of 37 public files, 849,473 values, beside a second reading (tests.ingest.cells)."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from footydata.football.records import FixtureRecord, OddsRecord, StatisticsRecord
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from tests.ingest.cells import football_data, openfootball, others
from tests.ingest.cells.rows import Cell, Row, Unusable

NOW = 1_790_000_000
"""September 2026: all files are of the past."""

Read = Callable[[Path], Iterator[Row | Unusable]]


class Group(NamedTuple):
    """Files that are loaded into one database.

    rows, cells: how many are compared. unusable: the cells that can't be used. renamed: names of one club
    in one season. beside: the prices of quotes with a cell that is no price, which are refused with it.
    """

    read: Read
    files: tuple[str, ...]
    rows: int
    cells: int
    unusable: tuple[Unusable, ...] = ()
    renamed: tuple[tuple[str, ...], ...] = ()
    beside: tuple[Unusable, ...] = ()


GAZIANTEP = (("Gazişehir Gaziantep FK", "Gaziantep FK"),)
"""The club changed its name in January 2020."""

GROUPS = {
    "football-data.co.uk": Group(
        football_data.main_rows,
        tuple(
            f"football_data_co_uk/{name}.csv"
            for name in (
                "0910/E0",
                "1011/SC0",
                "1011/T1",
                "1112/F2",
                "1213/E1",
                "1213/G1",
                "1314/EC",
                "1516/SP1",
                "1718/B1",
                "1819/EC",
                "1920/D1",
                "2122/G1",
                "2223/I1",
                "2425/D1",
                "2425/P1",
                "2526/N1",
                "2526/SC1",
            )
        ),
        5816,
        482_763,
        unusable=(
            Unusable("SC0.csv", 192, "BbAHh", "1.2"),
            Unusable("T1.csv", 304, "SJD", "3.53.75"),
            Unusable("EC.csv", 191, "BbAHh", "-0.175"),
            Unusable("D1.csv", 261, "AvgC>2.5", "0.42"),
            Unusable("N1.csv", 272, "AHh", ""),
        ),
        beside=(Unusable("D1.csv", 261, "AvgC<2.5", "2.83"),),
    ),
    "countries of football-data.co.uk": Group(
        football_data.country_rows,
        tuple(
            f"football_data_co_uk/new_leagues/{name}.csv"
            for name in ("AUT", "BRA", "POL", "SWZ", "USA")
        ),
        19_094,
        271_398,
        unusable=(Unusable("USA.csv", 5383, "AvgCH", "x"),),
        renamed=(("Gornik Z.", "Gornik Zabrze"),),
    ),
    "openfootball in JSON": Group(
        openfootball.json_rows,
        (
            "openfootball/football.json/2017-18/en.1.json",
            "openfootball/football.json/2018-19/fr.1.json",
            "openfootball/football.json/2018-19/uefa.cl.json",
            "openfootball/football.json/2023-24/es.1.json",
            "openfootball/football.json/2024-25/sco.1.json",
            "openfootball/worldcup.json/2018/worldcup.json",
        ),
        1557,
        12_549,
    ),
    "Football.TXT": Group(
        openfootball.text_rows,
        (
            "openfootball/txt/england/2009-10/1-premierleague.txt",
            "openfootball/txt/deutschland/2024-25/3-liga3.txt",
            "openfootball/txt/italy/2022-23/1-seriea.txt",
            "openfootball/txt/europe/turkey/2019-20_tr1.txt",
        ),
        1446,
        11_568,
        renamed=GAZIANTEP,
    ),
    "corner prices": Group(
        others.corner_rows,
        tuple(
            f"corner_lines/{name}.csv"
            for name in ("BRA_all", "E0_2021", "GERMANY_3_LIGA_all", "SP1_2324")
        ),
        5122,
        71_123,
    ),
    "StatsBomb": Group(others.match_rows, ("statsbomb/matches/49_3_excerpt.json",), 12, 72),
}

QUICK = {
    "National League 2013": Group(
        football_data.main_rows, ("football_data_co_uk/1314/EC.csv",), 552, 35_208
    ),
    "Scotland 2024": Group(
        openfootball.json_rows, ("openfootball/football.json/2024-25/sco.1.json",), 228, 1854
    ),
    "Turkey 2019": Group(
        openfootball.text_rows,
        ("openfootball/txt/europe/turkey/2019-20_tr1.txt",),
        306,
        2448,
        renamed=GAZIANTEP,
    ),
}

PLAY_OFF = "Play-off"
"""The stage of a fixture of which the file says nothing."""

LEFT_OUT = {
    "id",
    "league_id",
    "season_id",
    "home_id",
    "away_id",
    "kickoff_ts",
    "time_known",
    "status",
    "state_detail",
}
"""Fields of a fixture that are no cell of a file by themselves."""


class Stored(NamedTuple):
    """A fixture as it is stored: as Row, with the ids of its teams."""

    competition: tuple[str, str]
    season: str
    kickoff_ts: int
    time_known: bool
    home: int
    away: int
    cells: dict[str, Cell]


def stored_rows(connection: sqlite3.Connection) -> list[Stored]:
    """Every fixture of the database with all that is known of it."""
    cells = stored_cells(connection)
    columns = ", ".join(
        f"fixture.{name}" for name in FixtureRecord._fields
    )  # not the generated ones
    sql = f"""
        select {columns}, country_code, league.name, label from fixture
        join season on season.id = season_id join league on league.id = fixture.league_id order by fixture.id
    """
    found = []
    for *values, country, name, label in connection.execute(sql):
        row = FixtureRecord._make(values)
        own = {
            field: value
            for field, value in row._asdict().items()
            if field not in LEFT_OUT and value is not None
        }
        # None is printed: no fixture of these files is of e-football, and play-offs are known by their teams.
        own.pop("esports"), own.pop("in_table")
        if own.get("stage") == PLAY_OFF:
            del own["stage"]
        place = (
            (country, name),
            label,
            row.kickoff_ts,
            bool(row.time_known),
            row.home_id,
            row.away_id,
        )
        found.append(Stored(*place, own | cells[row.id]))
    return found


def stored_cells(connection: sqlite3.Connection) -> defaultdict[int, dict[str, Cell]]:
    """Fixture → its statistics, prices, goals and further figures."""
    found: defaultdict[int, dict[str, Cell]] = defaultdict(dict)
    for fixture_id, *values in connection.execute("select * from statistics order by fixture_id"):
        found[fixture_id] |= _known("", StatisticsRecord._fields[1:], values)
    prices = """
        select odds.*, slug from odds join bookmaker on bookmaker.id = bookmaker_id order by fixture_id, slug, market
    """
    for fixture_id, _, market, *values, slug in connection.execute(prices):
        found[fixture_id] |= _known(f"{slug} {market} ", OddsRecord._fields[3:], values)
    further = "select fixture_id, figure, home, away from fixture_figure where half = 0 order by fixture_id, figure"
    for fixture_id, figure, *values in connection.execute(further):
        found[fixture_id] |= _known(f"{figure} ", ("home", "away"), values)
    # fixture.referee is the one name of a man with several; beside it stands what the file printed.
    for fixture_id, spelling in connection.execute(
        "select fixture_id, spelling from fixture_referee"
    ):
        found[fixture_id]["referee"] = spelling
    goals = """
        select fixture_id, group_concat(minute || '+' || ifnull(stoppage, 0) || ' ' || team || ' ' || player, '; ')
        from (select * from event where type = 'goal' order by fixture_id, seq) group by fixture_id
    """
    for fixture_id, text in connection.execute(goals):
        found[fixture_id]["goals"] = text
    return found


def _known(stem: str, names: Iterable[str], values: Iterable[Cell | None]) -> dict[str, Cell]:
    return {
        f"{stem}{name}": value
        for name, value in zip(names, values, strict=True)
        if value is not None
    }


def team_ids(
    rows: Iterable[Row], stored: Iterable[Stored]
) -> dict[tuple[tuple[str, str], str], int]:
    """Competition and printed name → team, learnt from the rows whose cells and kickoff are no other row's."""
    by_look: defaultdict[object, list[Stored]] = defaultdict(list)
    for fixture in stored:
        by_look[_look(fixture)].append(fixture)
    found: dict[tuple[tuple[str, str], str], int] = {}
    for row in rows:
        alike = by_look[_look(row)]
        if len(alike) == 1:
            for name, team_id in ((row.home, alike[0].home), (row.away, alike[0].away)):
                found.setdefault((row.competition, name), team_id)
    return found


def _look(row: Row | Stored) -> object:
    return (row.competition, row.season, row.kickoff_ts, frozenset(row.cells.items()))


def differences(rows: list[Row], stored: list[Stored]) -> list[str]:
    """What is printed and not stored so, and what is stored and not printed so."""
    teams = team_ids(rows, stored)
    printed = [
        (
            Stored(
                *row[:4],
                teams.get((row.competition, row.home), 0),
                teams.get((row.competition, row.away), 0),
                row.cells,
            ),
            row,
        )
        for row in rows
    ]
    keys = Counter(_key(fixture) for fixture in stored)
    missing = [f"{row.place}: {row}" for fixture, row in printed if not keys[_key(fixture)]]
    keys.subtract(_key(fixture) for fixture, _ in printed)
    extra = [f"stored: {fixture}" for fixture in stored if keys[_key(fixture)] > 0]
    return missing + extra


def _key(fixture: Stored) -> object:
    return (*fixture[:6], frozenset(fixture.cells.items()))


def names_of_one_team(rows: list[Row], stored: list[Stored]) -> list[set[str]]:
    """The printed names that are one team in one season."""
    teams = team_ids(rows, stored)
    names: defaultdict[tuple[object, str, int], set[str]] = defaultdict(set)
    for row in rows:
        for name in (row.home, row.away):
            names[row.competition, row.season, teams.get((row.competition, name), 0)].add(name)
    return [called for called in names.values() if len(called) > 1]


def check_group(group: Group, real_data: Path, tmp_path: Path) -> None:
    paths = [real_data / name for name in group.files]
    read = [record for path in paths for record in group.read(path)]
    rows = [record for record in read if isinstance(record, Row)]
    with closing(open_database(tmp_path / "football.db")) as connection:
        report = load(connection, paths, now=NOW)
        stored = stored_rows(connection)
    set_aside = {
        f"{Path(file).name}:{refusal.line}" for file, refusal in report.refusals if refusal.column
    }
    differing = differences(rows, stored)
    printed = [each for each in differing if not each.startswith("stored: ")]
    places = {each: each.split(": ")[0].rpartition("/")[2] for each in printed}
    assert [each for each in printed if places[each] not in set_aside][:10] == []
    # Each row whose quote was set aside is stored without it.
    assert len(differing) - len(printed) <= len(printed)
    assert names_of_one_team(rows, stored) == [set(names) for names in group.renamed]
    unusable = [record for record in read if isinstance(record, Unusable)]
    refused = [
        Unusable(Path(file).name, refusal.line or 0, refusal.column or "", refusal.text or "")
        for file, refusal in report.refusals
        # A quote that can't be is named by market and bookmaker, a cell that can't be read by its column.
        if " of " not in (refusal.column or "")
    ]
    assert tuple(unusable) == group.unusable
    assert sorted(refused) == sorted((*unusable, *group.beside))
    # The kickoff and both teams beside the other cells.
    assert (len(rows), sum(3 + len(row.cells) for row in rows)) == (group.rows, group.cells)


@pytest.mark.real_data
@pytest.mark.parametrize("name", QUICK)
def test_every_cell_of_a_file_is_stored_as_it_is_printed(
    name: str, real_data: Path, tmp_path: Path
) -> None:
    check_group(QUICK[name], real_data, tmp_path)


@pytest.mark.real_data
@pytest.mark.slow
@pytest.mark.parametrize("name", GROUPS)
def test_every_cell_of_the_files_is_stored_as_it_is_printed(
    name: str, real_data: Path, tmp_path: Path
) -> None:
    check_group(GROUPS[name], real_data, tmp_path)
