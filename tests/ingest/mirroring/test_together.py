"""A pull into a database that files came to first, and of a service whose leagues merge meanwhile."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

from footydata.football.terms import OWN_IDS_FROM, Part, Status
from footydata.ingest.mirroring import PullOptions
from footydata.sources.parsed import Figures, LeagueKey, ParsedFixture, TeamKey, season_across
from footydata.store.file.opening import open_database
from tests.ingest.importing import import_parsed
from tests.ingest.mirroring.conftest import ServiceAtMoment

Rows = Callable[..., list[tuple[Any, ...]]]
CROWN = PullOptions(leagues=(39,))


def tell(mirror: Path, *, goals: tuple[int, int], sample: Path) -> None:
    """A file tells the first finished fixture of the league, under no id."""
    with closing(sqlite3.connect(sample)) as connection:
        kickoff, home, away = connection.execute(
            """select kickoff_ts, home.name, away.name from fixture
            join team as home on home.id = home_id join team as away on away.id = away_id
            where season_id = 141207 and status = 'finished' order by kickoff_ts, fixture.id limit 1"""
        ).fetchone()
    parsed = ParsedFixture(
        LeagueKey("GB-ENG", "Crown League"),
        season_across(2025),
        TeamKey(home),
        TeamKey(away),
        kickoff,
        Part.BASE | Part.GOALS,
        status=Status.FINISHED,
        figures=Figures(*goals),
    )
    with closing(open_database(mirror)) as connection:
        import_parsed(connection, parsed, source="a-file", trust=60, now=0)


def test_a_fixture_of_a_file_takes_the_services_id(
    service: ServiceAtMoment, sample: Path, mirror: Path, rows: Rows
) -> None:
    tell(mirror, goals=(9, 9), sample=sample)
    assert rows("select count(*) from fixture where id >= ?", OWN_IDS_FROM) == [(1,)]
    report = service.pull(mirror, CROWN)
    for table in ("fixture", "league", "season", "team"):
        assert rows(f"select count(*) from {table} where id >= ?", OWN_IDS_FROM) == [(0,)]
    assert rows("select count(*) from fixture") == [(480,)]
    assert [note for note in report.notes if "stored 9-9" in note]


def test_a_league_that_merges_later_is_noted_and_followed(
    sample: Path, tmp_path: Path, mirror: Path, now: int, rows: Rows
) -> None:
    source = tmp_path / "source.db"
    copyfile(sample, source)
    served = ServiceAtMoment(source, now)
    served.pull(mirror, PullOptions(leagues=(45,)))
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("insert into retired_league values (45, 39)")
        connection.execute("update league set esports = 1 where id = 45")
    report = served.pull(mirror, PullOptions())
    assert "League 45 was merged into 39; 39 is mirrored." in report.notes
    assert (45, 39) in rows("select id, survivor_id from retired_league")
    served.close()
