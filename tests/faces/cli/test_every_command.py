"""Every command that prints rows: numbers are numbers, a column has one name, tables fit, and --quiet is quiet."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from footydata.faces.cli.main import COMMANDS, group, main
from footydata.faces.cli.table import PrintedColumn, table
from footydata.views import SEASON_VIEWS
from footydata.views.columns import column_name
from tests.conftest import NOW
from tests.house.readme import write
from tests.house.test_commands import ROWS_TO_FILES, leaves_of
from tests.ingest.leagues_of_sources import KNOWN, csv_of, json_of, season_of

SITES = {"fetch"}
"""The commands that download."""

PAGES = ("fixture",)
"""The commands that print a page in place of a table."""

SENTENCES = ("load", "update")
"""The commands that say in sentences here what they print as JSON or CSV."""

REFUSING = {"load", "bets"}
"""The commands that name rows here that can't be read, quiet or not."""

DELETING = {"unload"}

PREPARING = (
    "load DB E0.csv",
    "load DB season.csv",
    "load DB en.1.json",
    "keys create DB --plan pro",
    "teams alias DB Kingsvale Kings",
)

ARGUMENTS = {
    "load": "new.db E0.csv",
    "update": "DB",
    "keys list": "DB",
    "replay": "DB --date 2026-03-03 --speed 1000000 --to played.db",
    "fixtures": "DB --where 'corners > 14 and shots_on_target > 3'",
    "fixture": "DB 880432",
    "standings": 'DB --league "Crown League" --type corner',
    **dict.fromkeys(SEASON_VIEWS, 'DB --league "Crown League"'),
    "bracket": 'DB --league "Lantern Cup"',
    "project": 'DB --league "Crown League" --runs 100',
    "deductions": "DB",
    "ratings": 'DB --league "Crown League"',
    "lines": 'DB --league "Crown League" --market corner --market corner_asian',
    "evaluate": 'DB --league "Crown League" --market corner --start 2026-03-12',
    "bets": "DB bets.csv",
    "averages": "DB --figure corners --line 9.5 --by referee",
    "sources": "DB 880432",
    "trust": "DB",
    "bookmakers": "DB",
    "teams list": 'DB --league "Crown League"',
    "teams undo": "DB --list",
    "loads": "DB",
    "check": "DB --kind doubtful_table",
    "unload": "DB 2 --no-backup",
    "browse": "DB --print leagues",
    "info": "DB",
}
"""Command → its arguments; in the order in which they are tried."""

WORDS = {
    "first",
    "last",
    "rate",
    "season",
    "form",
    "version",
    "plan",
    "what",
    "value",
    "bytes",
    "other_spellings",
    "scores",
    "says",
    "stands",
}
"""Columns of texts that may look like numbers: a season 2026, a score of several legs, what a source says."""

FIGURE = re.compile(r"[-+~]?\d[\d.,:%/-]*(?:…|\b)")
"""A number, a score, a day or a moment, and the sign of a cut."""

NUMBER = re.compile(r"[-+]?[\d.,]+%?|\d+-\d+")


class Tried(NamedTuple):
    """What a command printed: the columns of its tables, then as quiet JSON its rows and its stderr."""

    tables: list[Sequence[PrintedColumn]]
    rows: Any
    errors: str


@pytest.fixture(scope="module")
def tried(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tried]:
    """Each command, tried twice on the sample with two sources that contradict each other, an alias and a key."""
    folder = tmp_path_factory.mktemp("every")
    shutil.copy(sample, folder / "DB")
    for name in ("bets.csv", "E0.csv"):
        write(name, folder)
    season = season_of(KNOWN)
    (folder / "season.csv").write_text(csv_of(season), encoding="utf-8")
    other = [row._replace(score=(row.score[0] + 1, row.score[1])) for row in season]
    (folder / "en.1.json").write_text(json_of(other, {}), encoding="utf-8")
    tables: list[Sequence[PrintedColumn]] = []

    def noted(columns: Sequence[PrintedColumn], *, limit: int | None = None) -> str:
        tables.append([*map(copy, columns)])
        return table(columns, limit=limit)

    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        patched.setattr("time.time", lambda: float(NOW))
        patched.setattr("footydata.faces.cli.table.table", noted)
        for command in PREPARING:
            assert run(command).exit_code == 0, command
        outcomes = {}
        for name, arguments in ARGUMENTS.items():
            tables.clear()
            run(f"{name} {arguments}")
            of_table = list(tables)
            as_json = run(
                f"{name} {arguments} --format json --quiet{' --yes' if name in DELETING else ''}"
            )
            assert as_json.exit_code == 0, (name, as_json.output)
            outcomes[name] = Tried(of_table, json.loads(as_json.stdout), as_json.stderr)
    return outcomes


def run(command: str) -> Result:
    return CliRunner().invoke(group, shlex.split(command))


def rows_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every object that JSON has, in objects and lists too."""
    if isinstance(value, list):
        for each in value:
            yield from rows_in(each)
    elif isinstance(value, dict):
        yield value
        yield from rows_in(list(value.values()))


def printing_rows() -> set[str]:
    """The commands that have --format for the rows that they print."""
    leaves = {leaf: command for name in COMMANDS for leaf, command in leaves_of(name).items()}
    return {
        leaf
        for leaf, command in leaves.items()
        if any(each.name == "format" for each in command.params)
    }


def test_all_commands_that_print_rows_are_tried_here() -> None:
    assert {*ARGUMENTS} == printing_rows() - ROWS_TO_FILES - SITES


def test_each_printed_something(tried: dict[str, Tried]) -> None:
    assert [name for name, each in tried.items() if not each.rows] == []
    assert {name for name, each in tried.items() if not each.tables} == {*PAGES, *SENTENCES}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_number_is_a_number(tried: dict[str, Tried], name: str) -> None:
    texts = {
        key: value
        for row in rows_in(tried[name].rows)
        for key, value in row.items()
        if key not in WORDS and isinstance(value, str) and NUMBER.fullmatch(value)
    }
    assert texts == {}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_column_has_the_name_that_it_has_everywhere(tried: dict[str, Tried], name: str) -> None:
    assert {
        key for row in rows_in(tried[name].rows) for key in row if column_name(key) != key
    } == set()


@pytest.mark.parametrize("name", [name for name in ARGUMENTS if name not in REFUSING])
def test_quiet_is_quiet(tried: dict[str, Tried], name: str) -> None:
    lines = tried[name].errors.splitlines()
    assert [line for line in lines if not line.startswith("Doubtful: ")] == []


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", [name for name in ARGUMENTS if name not in (*PAGES, *SENTENCES)])
def test_tables_fit_without_a_cut_figure(tried: dict[str, Tried], name: str, width: int) -> None:
    for columns in tried[name].tables:
        narrow, whole = (table([*map(copy, columns)], limit=limit) for limit in (width, None))
        assert max(map(cell_len, narrow.splitlines())) <= width
        left_out = narrow.find("(not shown in this width")
        figures = FIGURE.findall(narrow if left_out < 0 else narrow[:left_out])
        assert {*figures} - {*FIGURE.findall(whole)} == set()


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", PAGES)
def test_pages_fit(
    sample: Path,
    name: str,
    width: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    with pytest.raises(SystemExit):
        main(shlex.split(f"{name} {ARGUMENTS[name].replace('DB', str(sample))}"))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert max(map(cell_len, lines)) <= width
