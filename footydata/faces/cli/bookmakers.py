"""footydata bookmakers: lists them, and chooses the default one."""

from pathlib import Path
from typing import Annotated

from footydata.faces.cli.arguments import command, writing
from footydata.faces.cli.printing import Output
from footydata.faces.cli.read_command import made
from footydata.store.bookmakers import BY_COUNT, choose_default, find_bookmaker
from footydata.views.arguments import Says
from footydata.views.contents import recorded_bookmakers_view


@command()
def bookmakers(
    database: Path,
    *,
    default: Annotated[
        str | None, Says("Make this bookmaker the default one.", metavar="SLUG")
    ] = None,
    out: Output,
) -> None:
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
    if default is not None:
        with writing(database) as connection:
            is_ours = default == BY_COUNT
            slug = default if is_ours else find_bookmaker(connection, default).slug
            choose_default(connection, slug)
    out.view(made(database, recorded_bookmakers_view, out))
