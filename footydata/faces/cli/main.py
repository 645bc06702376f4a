"""The group of all commands; it turns errors into one line on stderr and an exit code."""

import io
import os
import sqlite3
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

import click

from footydata.faces.cli.printing import (
    DONE,
    INTERRUPTED,
    NOT_AS_ASKED,
    REMOTE_REFUSED,
    say,
    say_lines,
)
from footydata.football.errors import FootydataError, RemoteRefused
from footydata.version import __version__
from footydata.views import SEASON_VIEWS

GROUPS: dict[str, dict[str, tuple[str, str, str]]] = {
    "Start": {
        "demo": ("demo", "Build the sample, show a tour, serve it.", "start"),
        "guide": ("look", "Read the guide, page by page.", "commands"),
        "info": ("look", "What is inside a database.", "commands"),
        "browse": ("browse", "The terminal browser.", "browser"),
    },
    "Fill": {
        "load": ("load", "Load files or folders into a database.", "loading"),
        "fetch": ("fetch", "Download public seasons, then load them.", "loading"),
        "pull": ("pull", "Mirror a remote v1 service.", "loading"),
        "update": ("update", "Load, fetch and pull again what has changed.", "loading"),
        "loads": ("look", "List what was loaded.", "loading"),
        "unload": ("unload", "Take back loads, a league or a season.", "loading"),
        "backup": ("backup", "Copy a database while others write it.", "loading"),
        "restore": ("backup", "Put a backup in the place of a database.", "loading"),
        "export": ("export", "Write Parquet, CSV, JSON or a v1 dump.", "commands"),
        "check": ("check", "Look for what is contradictory, impossible or missing.", "commands"),
    },
    "Look": {
        "fixtures": ("look", "List fixtures.", "commands"),
        "fixture": ("fixture", "Show one fixture, or what was known before it.", "commands"),
        "standings": ("look", "A league table.", "standings"),
        **{name: view[:3] for name, view in SEASON_VIEWS.items()},
        "bracket": ("look", "The knock-out rounds of a season.", "standings"),
        "averages": (
            "look",
            "Averages, overs and unders, by team, league or referee.",
            "columns",
        ),
        "sources": ("look", "Who says what of a fixture; where sources differ.", "sources"),
    },
    "Outlook": {
        "lines": ("look", "Fair lines beside the recorded ones.", "lines"),
        "ratings": ("look", "How strong each team is.", "lines"),
        "project": ("look", "How a season may end.", "outlook"),
        "evaluate": ("evaluate", "How good fair lines were, walk-forward.", "lines"),
        "bets": ("bets", "Settle your own bets.", "bets"),
    },
    "Decide": {
        "teams": ("teams", "List, alias and merge teams.", "loading"),
        "deductions": ("decide", "List points taken by decision; add your own.", "standings"),
        "trust": ("decide", "The order in which sources are believed.", "sources"),
        "bookmakers": ("decide", "List bookmakers, choose the default.", "markets"),
    },
    "Service": {
        "serve": ("serve", "Serve /v1 and Datasette's pages.", "service"),
        "keys": ("keys", "Create, list and revoke API keys.", "plans"),
        "replay": ("replay", "Play a stored day again, as if it were live.", "replay"),
        "mcp": ("mcp", "Tools for agents, over MCP.", "agents"),
    },
}
"""Group of the help → command → the module with it or with what makes it, its line there, its page of the guide."""

INSTEAD = {
    "fixtures --venue": "standings and averages have it, and team_fixtures in Python.",
    "evaluate --season": "Name its first and its last day: --start, --end.",
}
"""Command and an option that it does not have → what does what it would."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


class _LazyGroup(click.Group):
    """A group that imports a command's module when the command is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command; the help of it and of those below it ends with the name of its page of the guide."""
        if cmd_name not in COMMANDS:
            return None
        module, _, topic = COMMANDS[cmd_name]
        command: click.Command
        if view := SEASON_VIEWS.get(cmd_name):
            of_views = import_module("footydata.faces.cli.read_command")
            command = of_views.read_command(cmd_name, view.read())
        else:
            declared = getattr(import_module(f"footydata.faces.cli.{module}"), cmd_name)
            command = declared if isinstance(declared, click.Command) else declared()
        pointer = f"More on this: footydata guide {topic}"
        for each in (command, *getattr(command, "commands", {}).values()):
            if pointer not in (each.epilog or ""):
                each.epilog = f"{each.epilog}\n\n{pointer}" if each.epilog else pointer
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        suggestions = get_close_matches(args[0], COMMANDS, n=1)
        if args[0] not in COMMANDS and suggestions:
            raise click.UsageError(
                f"There is no command {args[0]!r}; did you mean {suggestions[0]!r}?", ctx
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader that closes the pipe (`| head`) is not an error."""
        try:
            outcome: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Discard what is still buffered, or the interpreter reports an error when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        return outcome

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their groups, in one column; options have their place in the usage alone."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(width), line) for name, (_, line, _) in commands.items()]
                )


@click.group(
    cls=_LazyGroup,
    options_metavar="[--version] [--help]",
    subcommand_metavar="COMMAND [--help] ...",
    epilog="Completion in your shell, exit codes and more: footydata guide commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="footydata")
def group() -> None:
    """An offline football data toolkit: one SQLite file holds your football. Begin with 'footydata demo'."""


def main(args: list[str] | None = None) -> None:
    """Run a command and exit: 0 done, 1 not as asked, 2 wrong usage, 3 remote refused, 130 interrupted."""
    sys.exit(_run(args))


def _prepare_streams() -> None:
    """Replace a stream that the program was started without (`>&-`), and escape what an output's encoding lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # open until the end
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(args: list[str] | None) -> int:
    _prepare_streams()
    try:
        outcome = group.main(args=args, prog_name="footydata", standalone_mode=False)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        output = io.StringIO()
        if (
            isinstance(error, click.MissingParameter)
            and isinstance(error.param, click.Option)
            and error.ctx is not None
        ):
            # What was typed without its name is not looked at then, and is often the value that is missing.
            form = f"{error.param.opts[0]} {error.param.make_metavar(error.ctx)}"
            text = f"{error.format_message()} Write it with its name: {form}"
            error = click.UsageError(text, error.ctx)
        elif (
            isinstance(error, click.NoSuchOption)
            and error.ctx
            and (instead := INSTEAD.get(f"{error.ctx.info_name} {error.option_name}"))
        ):
            error = click.UsageError(f"{error.message} {instead}", error.ctx)
        error.show(file=output)
        say_lines(output.getvalue().removesuffix("\n").split("\n"), err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("Interrupted; everything that was committed is stored.", err=True)
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        say(f"Error: {where}{error.strerror or error}", err=True)
        return NOT_AS_ASKED
    except (FootydataError, sqlite3.Error) as error:
        say(f"Error: {error}", err=True)
        return REMOTE_REFUSED if isinstance(error, RemoteRefused) else NOT_AS_ASKED
    return outcome if isinstance(outcome, int) else DONE
