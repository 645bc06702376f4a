"""footydata mcp: tools for agents, over standard input and output."""

import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import AsOf, command
from footydata.faces.cli.clock import at_moment
from footydata.faces.cli.printing import say
from footydata.store.file.opening import file_at
from footydata.views.arguments import Says


@command()
def mcp(
    database: Path,
    *,
    sql: Annotated[
        bool, Says("Also offer a tool that runs one SELECT of the agent's own.")
    ] = False,
    as_of: AsOf = None,
) -> None:
    """Answer agents from DB: read-only tools over MCP, on standard input and output.

    A client of MCP starts this command; 'footydata guide agents' has its lines of set-up. The tools find teams and
    leagues, and answer with fixtures, tables, averages, counts, streaks, previews, fair lines, odds, projections and
    players, by the same rules as the other commands. Nothing is written, no connection is opened. It needs the extra
    mcp: pip install '.[mcp]' in the folder of footydata.

    \b
    Examples:
      footydata mcp football.db
      footydata mcp football.db --sql
      footydata mcp sample.db --as-of 2026-03-14T15:30
    """
    file_at(database)
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        raise click.ClickException(
            "the extra mcp is not installed; in the folder of footydata: pip install '.[mcp]'"
        )
    # It needs the extra, and half a second.
    from footydata.faces.agents.server import serve

    if not database.exists():
        # A client starts it in a folder of its own, and shows its user what stands on stderr.
        say(
            f"{database.absolute()} does not exist; until 'footydata load' makes it, every answer says so.",
            err=True,
        )
    if sys.stdin.isatty():
        say(
            "Waiting for a client of MCP on standard input; Ctrl-D ends. 'footydata guide agents' says more.",
            err=True,
        )
    with at_moment(database, as_of) as path:
        serve(path, clock=time.time, allows_sql=sql)
