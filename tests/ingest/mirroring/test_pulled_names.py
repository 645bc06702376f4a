"""A pull whose service calls the clubs otherwise than a file did: the fixtures decide."""

import sqlite3
from contextlib import closing
from pathlib import Path

import footydata as fd
from footydata.ingest.mirroring import PullOptions
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import KNOWN, UNKNOWN, csv_of, dump_of, season_of, written
from tests.ingest.mirroring.conftest import ServiceAtMoment


def test_a_pull_unites_clubs_whose_fixtures_agree_and_notes_it(tmp_path: Path) -> None:
    season = season_of((*KNOWN, *UNKNOWN))
    with fd.Database(tmp_path / "served.db", clock=lambda: NOW) as database:
        database.load(written(tmp_path / "dump.jsonl", dump_of(season)))
    mirror = tmp_path / "mirror.db"
    with fd.Database(mirror, clock=lambda: NOW) as database:
        database.load(written(tmp_path / "E0.csv", csv_of(season)))
    service = ServiceAtMoment(tmp_path / "served.db", NOW)
    notes = service.pull(mirror, PullOptions(leagues=(39,))).notes
    service.close()
    assert (
        len(
            [
                note
                for note in notes
                if note.startswith("one club: ") and "'footydata teams undo DB" in note
            ]
        )
        == 3
    )
    with closing(sqlite3.connect(mirror)) as connection:
        ids = connection.execute("select id from team order by id").fetchall()
        assert ids == [(900 + place,) for place in range(len(KNOWN) + len(UNKNOWN))]
        assert connection.execute("select count(*) from fixture").fetchone() == (len(season),)
