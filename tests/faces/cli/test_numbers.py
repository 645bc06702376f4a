"""Whatever stands where a number or a name is read, a command ends in one line and never in a traceback."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from footydata.faces.cli import clock
from footydata.faces.cli.main import COMMANDS
from footydata.faces.cli.printing import DONE, NOT_AS_ASKED, REMOTE_REFUSED, WRONG_USAGE
from footydata.football.errors import RemoteRefused
from tests.faces.cli.running import exit_code
from tests.house.test_commands import leaves_of

HOSTILE = {
    "superscript": "\u00b2",
    "23 digits": "9" * 23,
    "5,000 digits": "9" * 5_000,
    "negative of 23 digits": "-" + "9" * 23,
    "not a number": "nan",
    "without bound": "1e999",
    "first day": "0001-01-01",
    "last moment": "9999-12-31T23:59:59-23:59",
    "a wait without bound": f"slow:{'9' * 400}s",
    "parts of 5,000 digits": f"{'9' * 5_000}/{'9' * 5_000}",
}

BASES: dict[str, list[str]] = {
    "backup": ["DB", "copy.db"],
    "averages": ["DB", "--figure", "corners"],
    "bets": ["DB", "bets.csv"],
    "bookmakers": ["DB"],
    "bracket": ["DB", "--league", "39"],
    "browse": ["DB"],
    "check": ["DB"],
    "deductions": ["DB"],
    "evaluate": ["DB", "--market", "corner", "--league", "39"],
    "export": ["DB", "out"],
    "fetch": [
        "DB",
        "football-data",
        "--league",
        "E0",
        "--season",
        "24/25",
        "--base-url",
        "http://127.0.0.1:9",
    ],
    "fixture": ["DB", "FIXTURE"],
    "fixtures": ["DB"],
    "guide": ["plans"],
    "info": ["DB"],
    "keys create": ["DB"],
    "keys list": ["DB"],
    "keys revoke": ["DB", "PREFIX"],
    "lines": ["DB"],
    "load": ["DB", "bets.csv"],
    "loads": ["DB"],
    "project": ["DB", "--league", "39", "--runs", "100"],
    "pull": ["DB", "--base-url", "http://127.0.0.1:9", "--api-key", "fd_x"],
    "ratings": ["DB"],
    "replay": ["DB", "--date", "today", "--speed", "1000000"],
    "restore": ["DB", "copy.db"],
    "players": ["DB", "--league", "39"],
    "serve": ["DB"],
    "sources": ["DB", "FIXTURE"],
    "trust": ["DB"],
    "standings": ["DB", "--league", "39"],
    "teams alias": ["DB", "TEAM", "SPELLING"],
    "teams list": ["DB"],
    "teams merge": ["DB", "FROM", "INTO", "--yes"],
    "teams undo": ["DB"],
    "update": ["DB"],
    "unload": ["DB", "ID", "--yes", "--no-backup"],
}
"""Each command as it is asked rightly but for its arguments, which are given by their metavars."""

FREE = (click.types.StringParamType, click.types.IntParamType, click.types.FloatParamType)


def leaves() -> dict[str, click.Command]:
    """Every command that runs."""
    return {
        leaf: command
        for name in COMMANDS
        for leaf, command in leaves_of(name).items()
        if leaf in BASES
    }


def places() -> list[Any]:
    """Every command with each option or argument of it that takes free text or a number.

    An option that an earlier command explains in the same words is declared with it: it is asked among the slow ones.
    """
    found = []
    seen = set()
    for leaf, command in leaves().items():
        for param in command.params:
            is_flag = isinstance(param, click.Option) and param.is_flag
            if not is_flag and (
                isinstance(param.type, FREE)
                or not isinstance(param.type, click.Choice | click.Path)
            ):
                name = (
                    param.opts[0]
                    if isinstance(param, click.Option)
                    else str(param.metavar or param.name).upper()
                )
                words = param.help if isinstance(param, click.Option) else leaf
                slow = [pytest.mark.slow] if (name, words) in seen else []
                seen.add((name, words))
                found.append(pytest.param(leaf, name, marks=slow, id=f"{leaf} {name}"))
    return found


def refuse(*_: object, **__: object) -> None:
    raise RemoteRefused("no service in this test")


@pytest.fixture
def ended(
    sample: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    now: int,
) -> Callable[..., Any]:
    """Runs a command on a copy of the sample, without a network, a service or a screen; its code and errors."""
    import footydata.ingest.mirroring
    import footydata.service.serving

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(footydata.service.serving, "serve", lambda _, bound: bound.close())
    monkeypatch.setattr(footydata.ingest.mirroring, "pull", refuse)
    shutil.copy(sample, tmp_path / "football.db")
    (tmp_path / "bets.csv").write_text(
        "fixture,market,line,side,price\n880432,1x2,,home,2\n", encoding="utf-8"
    )

    def run(arguments: list[str]) -> tuple[int, str]:
        code = exit_code(*arguments)
        return code, capsys.readouterr().err

    return run


def test_every_command_is_asked() -> None:
    runs = {
        leaf
        for name in COMMANDS
        for leaf, one in leaves_of(name).items()
        if not isinstance(one, click.Group)
    }
    assert set(BASES) == runs - {"demo", "map", "mcp"}, (
        "the demo builds its sample and reads a port, as serve does; map has no DB; mcp speaks to a client"
    )


@pytest.mark.parametrize(("leaf", "place"), places())
def test_no_value_ends_in_a_traceback(ended: Callable[..., Any], leaf: str, place: str) -> None:
    for hostile in HOSTILE.values():
        values = {"DB": "football.db"} | ({} if place.startswith("--") else {place: hostile})
        asked = [values.get(part, part) for part in BASES[leaf]]
        asked += [place, hostile] if place.startswith("--") else []
        if place == "[ID]":
            asked.append(hostile)
        code, errors = ended([*leaf.split(), *asked])
        assert code in (DONE, NOT_AS_ASKED, WRONG_USAGE, REMOTE_REFUSED), (asked, errors)


@pytest.mark.parametrize(
    ("league", "said"),
    [
        ("\u2077", "no league is called '\u2077'; there are: "),
        ("9" * 23, f"no league has the id {'9' * 23}\n"),
        ("0", "no league has the id 0\n"),
    ],
)
def test_what_is_no_id_is_quoted_as_it_was_written(
    ended: Callable[..., Any], league: str, said: str
) -> None:
    code, errors = ended(["standings", "football.db", "--league", league])
    assert (code, errors.startswith(f"Error: {said}"), errors.count("\n")) == (
        NOT_AS_ASKED,
        True,
        1,
    )


@pytest.mark.parametrize("option", ["--expires", "--history-from"])
def test_a_moment_that_no_calendar_tells_is_refused(ended: Callable[..., Any], option: str) -> None:
    code, errors = ended(["keys", "create", "football.db", option, HOSTILE["last moment"]])
    assert (code, "is out of range; days from 1850-01-01 to 2199-12-31 are read" in errors) == (
        WRONG_USAGE,
        True,
    )


def test_a_decision_on_more_points_than_there_are_is_refused_by_its_line(
    ended: Callable[..., Any], tmp_path: Path
) -> None:
    row = "Crown League,25/26,Kingsvale,-{},,"
    rows = [row.format("9" * digits) for digits in (4, 23, 5_000)]
    (tmp_path / "own.csv").write_text(
        "\n".join(["league,season,team,points,date,reason", *rows]), encoding="utf-8"
    )
    code, errors = ended(["deductions", "football.db", "own.csv"])
    assert (code, [line.split(":")[0] for line in errors.splitlines()]) == (
        NOT_AS_ASKED,
        ["own.csv, line 2", "own.csv, line 3", "own.csv, line 4"],
    )
