"""Servers of a file that an older footydata made."""

import pytest

from footydata.store.file import versions
from footydata.store.file.opening import open_database
from tests.rights import bound, why_rights_bind_nobody

PAGES = ("/", "/football", "/football/match", "/football/fixture")


@pytest.fixture
def database(tmp_path, monkeypatch):
    """A file of the first schema."""
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "football.db"
    with monkeypatch.context() as then:
        then.setattr(versions, "NAMES", versions.NAMES[:1])
        then.setattr(versions, "LATEST", 1)
        open_database(path).close()
    yield path
    folder.chmod(0o755)


@pytest.mark.parametrize("program", ["footydata", "datasette"])
def test_it_is_migrated_where_it_can_be(run, database, program):
    server = run(program)
    assert {path: server.get(path)[0] for path in PAGES} == dict.fromkeys(PAGES, 200)


@pytest.mark.skipif(bool(why_rights_bind_nobody()), reason=str(why_rights_bind_nobody()))
@pytest.mark.parametrize("program", ["footydata", "datasette"])
def test_where_it_can_not_be_the_start_says_why_in_one_line(run, database, program):
    database.parent.chmod(0o555)
    with pytest.raises(AssertionError) as stopped:
        run(program, before=bound())
    said = [line for line in str(stopped.value).splitlines() if "schema 1" in line]
    assert len(said) == 1
    assert "can't be migrated, as the folder" in said[0]
    assert "Traceback" not in str(stopped.value)


def test_a_file_attached_as_immutable_is_not_migrated_and_says_what_to_run(database, tmp_path):
    from click.testing import CliRunner
    from datasette.cli import cli

    before = database.read_bytes()
    result = CliRunner().invoke(cli, ["serve", "-i", str(database), "--get", "/football/fixture"])
    assert result.exit_code in (1, 2)
    assert f"'footydata info {database}' migrates it" in result.output
    assert database.read_bytes() == before
