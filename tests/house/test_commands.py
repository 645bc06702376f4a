"""Every command of the command line: found, explained by example, in the same manner as all others."""

import re
from pathlib import Path

import click
import pytest

from footydata.faces.cli.main import COMMANDS, group, main
from footydata.faces.cli.printing import FORMATS
from footydata.store.file.opening import open_database

PRINT_NO_ROWS = {
    "backup",
    "demo",
    "load",
    "pull",
    "map",
    "serve",
    "mcp",
    "restore",
    "browse",
    "keys create",
    "keys revoke",
    "teams merge",
    "teams alias",
    "guide",
}
"""The commands whose output is not rows: a tour, a report, a map, a running service, a screen, a key, a sentence."""

ROWS_TO_FILES = {"export"}
"""The commands whose --format is of files."""


def command_of(name: str) -> click.Command:
    """The command under its name, imported from its module."""
    command = group.get_command(click.Context(group), name)
    assert command is not None
    return command


def leaves_of(name: str) -> dict[str, click.Command]:
    """The commands that run under a name: itself, or those of its group."""
    command = command_of(name)
    if not isinstance(command, click.Group):
        return {name: command}
    parts = {f"{name} {part}": leaf for part, leaf in command.commands.items()}
    return {name: command, **parts} if command.invoke_without_command else parts


LEAVES = {leaf: command for name in COMMANDS for leaf, command in leaves_of(name).items()}
"""Every command that runs."""


def test_a_command_goes_by_its_name() -> None:
    assert [name for name in COMMANDS if command_of(name).name != name] == []


def test_the_line_in_the_list_is_a_short_sentence() -> None:
    lines = [line for _, line, _ in COMMANDS.values()]
    assert [line for line in lines if len(line) > 60 or not line.endswith(".")] == []


def test_the_help_has_an_example() -> None:
    helps = {name: command_of(name).help or "" for name in COMMANDS}
    assert [name for name, text in helps.items() if f"footydata {name}" not in text] == []


def test_the_help_begins_with_a_sentence() -> None:
    firsts = {
        leaf: (command.help or "").split("\n\n")[0].rstrip() for leaf, command in LEAVES.items()
    }
    assert {
        leaf: first
        for leaf, first in firsts.items()
        if not first[:1].isupper() or first[-1] not in ".:"
    } == {}


def test_every_option_says_what_it_does() -> None:
    silent = {
        f"{leaf} --{option.name}"
        for leaf, command in LEAVES.items()
        for option in command.params
        if isinstance(option, click.Option)
        and not option.help
        and not isinstance(option.type, click.Choice)
    }
    assert silent == set()


def test_what_prints_rows_takes_table_json_or_csv() -> None:
    formats = {
        leaf: tuple(option.type.choices)
        for leaf, command in LEAVES.items()
        for option in command.params
        if option.name == "format"
        and isinstance(option.type, click.Choice)
        and leaf not in ROWS_TO_FILES
    }
    assert LEAVES.keys() - PRINT_NO_ROWS - ROWS_TO_FILES <= formats.keys()
    assert set(formats.values()) <= {FORMATS}


def test_the_database_comes_first() -> None:
    firsts = {
        leaf: next((one.name for one in command.params if isinstance(one, click.Argument)), None)
        for leaf, command in LEAVES.items()
        if leaf not in ("demo", "guide", "map")
    }
    assert {leaf for leaf, first in firsts.items() if first != "database"} == set()


def test_one_module_prints_and_no_other_does() -> None:
    folder = Path(main.__code__.co_filename).parent
    printing = re.compile(r"\b(echo|secho|print|echo_via_pager)\(|std(out|err)\.write\(")
    modules = {
        path.name
        for path in folder.glob("*.py")
        if printing.search(path.read_text(encoding="utf-8"))
    }
    assert modules == {"printing.py"}


@pytest.mark.parametrize("command", ["bookmakers", "deductions", "teams", "keys list"])
def test_a_list_without_rows_says_that_it_is_empty(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_database(tmp_path / "empty.db").close()
    with pytest.raises(SystemExit):
        main([*command.split(), str(tmp_path / "empty.db")])
    errors = capsys.readouterr().err
    assert (errors.count("\n"), errors.endswith(".\n") or "make one with" in errors) == (1, True)
