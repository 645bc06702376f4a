"""Servers of a file of another schema: they don't start, and the file stays as it is."""

import sqlite3
from contextlib import closing

import pytest

from footydata.store.file.opening import VERSION


@pytest.fixture
def database(request, tmp_path, small_database):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "football.db"
    path.write_bytes(small_database.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma user_version = {getattr(request, 'param', VERSION - 1)}")
    return path


@pytest.mark.parametrize(
    ("program", "database"),
    [("footydata", VERSION - 1), ("datasette", VERSION + 1)],
    indirect=["database"],
    ids=["older", "newer"],
)
def test_the_start_says_why_in_one_line(run, database, program):
    before = database.read_bytes()
    with pytest.raises(AssertionError) as stopped:
        run(program)
    assert str(stopped.value).count("load its sources again") == 1
    assert "Traceback" not in str(stopped.value)
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


def test_so_it_is_where_the_file_is_attached_as_immutable_beside_another(database, small_database):
    from click.testing import CliRunner
    from datasette.cli import cli

    before = database.read_bytes()
    result = CliRunner().invoke(
        cli, ["serve", str(small_database), "-i", str(database), "--get", "/football/fixture"]
    )
    assert result.exit_code in (1, 2)
    assert "load its sources again" in result.output
    assert database.read_bytes() == before
