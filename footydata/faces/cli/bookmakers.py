"""footydata bookmakers: lists them, and chooses the default one."""

from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument, writing
from footydata.faces.cli.printing import format_option, print_view, quiet_option
from footydata.faces.cli.read_command import made
from footydata.store.bookmakers import BY_COUNT, choose_default, find_bookmaker
from footydata.views.contents import recorded_bookmakers_view


@click.command()
@database_argument
@click.option("--default", "slug", metavar="SLUG", help="Make this bookmaker the default one.")
@format_option
@quiet_option
def bookmakers(database: Path, slug: str | None, format: str, quiet: bool) -> None:
    """List the bookmakers with their recorded fixtures, the default first; /v1 answers with the default's odds.

    The default is the one that you choose; without a choice that of the service which was pulled, else the one with the
    most recorded fixtures, counted anew after each load, averages and best prices of the market last. The column
    chosen_by says which: person, remote or count. '--default auto' takes your choice back.

    \b
    Examples:
      footydata bookmakers football.db
      footydata bookmakers football.db --default pinnacle
      footydata bookmakers football.db --default auto
    """
    if slug is not None:
        with writing(database) as connection:
            choose_default(
                connection, slug if slug == BY_COUNT else find_bookmaker(connection, slug).slug
            )
    print_view(made(database, recorded_bookmakers_view), format=format, quiet=quiet)
