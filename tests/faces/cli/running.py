"""Runs commands in the process of a test."""

from collections.abc import Callable
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner, Result

from footydata.faces.cli.main import group, main


def run(command: click.Command, *arguments: object, **settings: Any) -> Result:
    """What a command printed, and how it ended. settings: of click's runner."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], **settings)


def command(name: str) -> click.Command:
    """A command of the program by its name."""
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


def exit_code(*arguments: object) -> int:
    """The exit code of the program."""
    with pytest.raises(SystemExit) as exit_:
        main([str(argument) for argument in arguments])
    return int(exit_.value.code or 0)


class Ended(NamedTuple):
    """How the program ended: its exit code, stdout and stderr."""

    code: int
    out: str
    errors: str


Run = Callable[..., Ended]
