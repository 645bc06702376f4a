"""A dry run reports what the load would do, and leaves every byte."""

from pathlib import Path

import pytest

import footydata as fd
from footydata.ingest.report import LoadReport
from tests.conftest import NOW
from tests.store.conftest import run

ROWS = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"
MORE = ROWS + "E0,24/08/2024,Chelsea,Everton,0,0\nE0,31/02/2024,Everton,Arsenal,1,1\n"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two files that share a fixture, and one between them that no source knows."""
    paths = [tmp_path / name for name in ("a/E0.csv", "b/what.csv", "c/E0.csv")]
    for path, text in zip(paths, (ROWS, "nothing", MORE), strict=True):
        path.parent.mkdir()
        path.write_text(text)
    return paths


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def counts(report: LoadReport) -> tuple[object, ...]:
    states = [(file.file, file.state) for file in report.files]
    return (
        states,
        report.fixtures_new,
        report.fixtures_changed,
        report.fixtures_same,
        report.refusals,
        report.is_kept,
    )


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("is_new", [False, True])
def test_it_reports_what_the_load_then_does_and_leaves_every_file(
    tmp_path: Path, files: list[Path], is_new: bool, strict: bool
) -> None:
    with fd.Database(tmp_path / "mine.db", clock=lambda: NOW) as database:
        if not is_new:
            database.load(files[0])
    before = contents(tmp_path)
    with fd.Database(tmp_path / "mine.db", clock=lambda: NOW) as database:
        trial = database.load(*files, strict=strict, dry_run=True)
        assert trial.is_dry_run
        assert contents(tmp_path).keys() - {"mine.db-wal", "mine.db-shm"} == before.keys()
    assert contents(tmp_path) == before
    with fd.Database(tmp_path / "mine.db", clock=lambda: NOW) as database:
        assert counts(database.load(*files, strict=strict)) == counts(trial)


def test_a_broken_off_dry_run_leaves_no_transaction(tmp_path: Path, files: list[Path]) -> None:
    with fd.Database(tmp_path / "mine.db") as database:
        with pytest.raises(fd.FootydataError):
            database.load(*files, source="no such source", dry_run=True)
        assert not (tmp_path / "mine.db").exists()
        database.load(files[0])
        assert len(database.fixtures()) == 1


@pytest.mark.parametrize("taken", [True, False])
def test_the_command_exits_as_the_load_and_says_that_nothing_was_stored(
    tmp_path: Path, files: list[Path], capsys: pytest.CaptureFixture[str], taken: bool
) -> None:
    path = files[2] if taken else files[1]
    code = run("load", tmp_path / "mine.db", path, "--dry-run")
    out = capsys.readouterr().out
    assert not list(tmp_path.glob("mine.db*"))
    assert ("nothing was stored" in out) == taken
    assert code == run("load", tmp_path / "mine.db", path)
