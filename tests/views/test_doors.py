"""Every view has the same arguments in a command, a method and a tool, and shows the same rows in each."""

import csv
import inspect
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

import footydata as fd
from footydata.faces.agents.tools import TOOLS, Toolbox
from footydata.faces.cli import clock
from footydata.faces.cli.main import group
from footydata.faces.cli.table import PrintedColumn, table
from footydata.views import SEASON_VIEWS
from footydata.views.arguments import Clock, arguments_of
from footydata.views.averages import averages_view
from footydata.views.bracket import bracket_view
from footydata.views.fixtures import fixtures_view
from footydata.views.lines import lines_view
from footydata.views.one_fixture import head_to_head_view
from footydata.views.outlook import ratings_view
from footydata.views.recorded import odds_view
from footydata.views.seasons import project_view
from footydata.views.tables import table_view
from footydata.views.view import View
from tests.conftest import NOW


class Door(NamedTuple):
    """A view, its command, method and tool, and what it is asked here."""

    view: Callable[..., View]
    command: str | None
    method: str
    tool: str | None
    asked: dict[str, Any]


DOORS = {
    "table": Door(table_view, "standings", "standings", "table", {"league": 39, "type": "corner"}),
    **{
        name: Door(each.read(), name, name, name, {"league": 39})
        for name, each in SEASON_VIEWS.items()
    },
    "bracket": Door(bracket_view, "bracket", "bracket", None, {"league": 45}),
    "fixtures": Door(
        fixtures_view, "fixtures", "fixtures", "fixtures", {"league": 39, "where": "corners > 18"}
    ),
    "averages": Door(
        averages_view, "averages", "averages", "averages", {"figure": "corners", "line": 9.5}
    ),
    "lines": Door(
        lines_view, "lines", "fair_lines", "fair_lines", {"league": 39, "market": "corner"}
    ),
    "ratings": Door(ratings_view, "ratings", "ratings", None, {"league": 39}),
    "odds": Door(
        odds_view, None, "odds", "odds", {"league": 39, "start": "2026-03-14", "market": "1x2"}
    ),
    "head_to_head": Door(
        head_to_head_view, None, "head_to_head", "head_to_head", {"team": 2605, "other": 2612}
    ),
    "project": Door(project_view, "project", "project", "project", {"league": 39, "runs": 100}),
}

NO_OPTIONS = {"lang", "esports"}
"""Keywords of the method alone: names in other languages, and e-football, which its league names."""

OF_ONE_FACE = {
    "table": {"reach", "by_round"},  # views of their own
    "lines": {
        "days",
        "fixture_id",
        "markets",
        "limit",
    },  # days from a day on; ids and a second name
    "fixtures": {"limit"},  # every list of a tool has a limit
    "averages": {"limit"},
    **{name: {"limit"} for name in SEASON_VIEWS},
    "odds": {"limit"},
    "head_to_head": {"limit", "newest_first"},  # a tool begins with the newest
}
OF_EVERY_COMMAND = {"database", "format", "safe_csv", "quiet", "help", "zone"}


def named(name: str) -> set[str]:
    return {each.name for each in arguments_of(DOORS[name].view)} - NO_OPTIONS


@pytest.mark.parametrize("name", DOORS)
def test_options_keywords_and_schemas_are_the_arguments_of_the_view(name: str) -> None:
    door, apart = DOORS[name], OF_ONE_FACE.get(name, set())
    options = named(name)
    if door.command:
        command = group.get_command(click.Context(group), door.command)
        assert command is not None
        options = {str(each.name) for each in command.params} - OF_EVERY_COMMAND
    keywords = {*inspect.signature(getattr(fd.Database, door.method)).parameters} - {"self"}
    schemas = [{*each.schema()["properties"]} for each in TOOLS if each.name == door.tool]

    assert options - apart == named(name) - apart
    assert keywords - NO_OPTIONS == named(name)
    assert [schema - apart for schema in schemas] == [
        named(name) - apart for _ in filter(None, [door.tool])
    ]


@pytest.fixture(scope="module")
def own_sample(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample to which commands may write lines and projections."""
    return Path(shutil.copy(sample, tmp_path_factory.mktemp("own") / "sample.db"))


@pytest.mark.parametrize("name", DOORS)
def test_the_rows_of_a_frame_a_file_and_a_tool_are_the_same(
    name: str, own_sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    door = DOORS[name]
    beside = {"start": "2026-03-14", "end": "2026-03-14"} if name == "lines" else {}
    asked = door.asked | beside
    words = [f"--{key.replace('_', '-')}={value}" for key, value in asked.items()]
    with fd.Database(own_sample, clock=lambda: NOW, read_only=True) as db:
        frame = getattr(db, door.method)(**asked)

    if door.command:
        command = [door.command, str(own_sample), *words, "--format", "csv"]
        printed = CliRunner().invoke(group, command)
        rows = list(csv.DictReader(io.StringIO(printed.stdout)))
        assert [*rows[0]] == [
            f"{column}_utc" if "datetime" in str(dtype) else column
            for column, dtype in frame.dtypes.items()
        ]
        assert len(rows) == len(frame)
    if door.tool:
        limit = {} if name in ("table", "project") else {"limit": 200}
        content = Toolbox(own_sample, clock=lambda: NOW).call(door.tool, asked | limit).content
        assert len(content["rows"]) == len(frame)  # type: ignore[arg-type]  # a list
        json.dumps(content, allow_nan=False)


@pytest.mark.parametrize("name", DOORS)
def test_what_is_shown_fits_every_width(name: str, sample: Path) -> None:
    door = DOORS[name]
    with fd.Database(sample, clock=lambda: NOW, read_only=True) as db:
        by_name = {each.name: each for each in arguments_of(door.view)}
        values = {name: by_name[name].within(value) for name, value in door.asked.items()}
        view = door.view(db.connection, Clock(NOW), **values)
    for block in view.blocks:
        shown = block.shown or view.shown
        columns = [
            PrintedColumn(each.head, [each.cell(row) for row in block.rows], spare=each.from_width)
            for each in shown
        ]
        for width in (40, 80, 120, 200):
            text = table(columns, limit=width)
            assert max(map(cell_len, text.splitlines())) <= width


def test_what_rests_on_old_results_says_so(sample: Path) -> None:
    later = NOW + 60 * 86_400
    with fd.Database(sample, clock=lambda: later, read_only=True) as db:
        coming = int(
            db.fixtures(league=39, start="2026-05-01", status="scheduled").fixture_id.max()
        )
        doubts = (db.fair_lines(coming, market="corner").attrs["doubts"], db.preview(coming).doubts)
    tool = Toolbox(sample, clock=lambda: later).call("preview", {"fixture_id": coming}).content
    assert [any("days older than" in doubt for doubt in told) for told in doubts] == [True, True]
    assert any("days older than this preview" in str(doubt) for doubt in tool["doubts"])  # type: ignore[attr-defined]  # a list
