"""Whatever a database holds, an export that is read back is its frames: every table, with its dtypes."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

import footydata as fd
from footydata.frames.export import TABLES
from tests.conftest import NOW
from tests.frames.export.reading_back import assert_reads_back, expected
from tests.frames.test_random_databases import HEADER, ROWS
from tests.new_databases import new_database


@pytest.mark.slow
@settings(max_examples=8)
@given(ROWS)
def test_an_export_of_a_random_database_reads_back_as_its_frames(
    rows: tuple[tuple[str, ...], ...],
) -> None:
    with (
        TemporaryDirectory() as folder,
        fd.Database(new_database(Path(folder) / "football.db"), clock=lambda: NOW) as database,
    ):
        if rows:
            file = Path(folder) / "E0.csv"
            file.write_text("\n".join((HEADER, *(",".join(row) for row in rows))) + "\n")
            database.load(file)
        out = Path(folder) / "out"
        written = {one.table: one.rows for one in database.export(out)}
        frames = expected(database)
        assert set(frames) == set(TABLES)
        for table in written:
            assert written[table] == len(frames[table]), table
            assert_reads_back(table, out, frames[table])
