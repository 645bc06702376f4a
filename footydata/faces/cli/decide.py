"""footydata deductions, trust and bookmakers: decisions on points, the order of belief, the default of the odds."""

from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import OneLeague, command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    Output,
    say,
)
from footydata.faces.cli.read_command import made
from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.wording import plural
from footydata.forecast.bets import own_rows
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest.decisions import Decision, decision_of, decisions, set_trust
from footydata.ingest.seasons import replace_adjustments
from footydata.store.bookmakers import BY_COUNT, choose_default, find_bookmaker
from footydata.store.file.transactions import reading, write_transaction
from footydata.store.read.seasons.leagues import league_and_season
from footydata.views.arguments import Says
from footydata.views.columns import undeclared
from footydata.views.contents import recorded_bookmakers_view, trust_view
from footydata.views.view import listed

OWN = "own file: "
"""Prefix of the source of a user's own decision in the database."""


@command()
def deductions(
    database: Path,
    file: Path | None = None,
    *,
    league: OneLeague = None,
    season: Annotated[str | None, Says("25/26 or 2026; needs --league.")] = None,
    out: Output,
) -> int:
    """List the points taken or given by decision, which count in tables; with FILE, load your own first.

    FILE is CSV with the columns league, season, team, points (negative if taken), date and reason. Its decisions on a
    team in a season replace all that were stored.

    \b
    Examples:
      footydata deductions football.db --league "Premier League" --season 23/24
      footydata deductions football.db my_deductions.csv
    """
    refused = 0 if file is None else _load_decisions(database, file)
    with reading(database) as connection:
        league_id, season_id = league_and_season(connection, league, season)
        rows = decisions(connection, league_id=league_id, season_id=season_id)
    none = "no such decision on points is stored"
    columns = undeclared(Decision._fields)
    view = listed(columns, rows, spare=("source",), reason=none, is_empty_fine=True)
    out.view(view)
    return NOT_AS_ASKED if refused else DONE


def _load_decisions(database: Path, file: Path) -> int:
    """Store the decisions of a file; returns how many rows were refused, each named on stderr. Raises InvalidArgument."""
    read = own_rows.read_list(
        own_rows.own_table(file),
        str(file),
        columns_of=lambda names: [name.casefold() for name in names],
    )
    if "points" not in read.columns:
        raise InvalidArgument(
            f"{file} has no column points; its heading is: league,season,team,points,date,reason",
            parameter="file",
            value=file,
        )
    accepted, refused = [], list(read.refused)
    with writing(database) as connection, write_transaction(connection):
        for line, row in read.rows.items():
            try:
                accepted.append(decision_of(connection, row, source=f"{OWN}{file.name}"))
            except FootydataError as error:
                refused.append(own_rows.Refused(line, str(error)))
        replace_adjustments(connection, accepted)
    for line, reason in sorted(refused):
        say(f"{file.name}, line {line}: {reason}", err=True)
    return len(refused)


@command()
def trust(
    database: Path,
    source: tuple[str, ...] = (),
    *,
    reset: Annotated[bool, Says("Each source has its own trust again.")] = False,
    out: Output,
) -> None:
    """Show in which order the sources of DB are believed, or set it: the most trusted first.

    Where sources differ, the value of the first one that gives it stands. Sources that you don't name follow in the
    order of their own trust. All fixtures of several sources are derived again, and the fair lines of coming ones computed
    again; later loads keep your order. Nothing is lost: naming the sources in the former order, or --reset, gives
    back exactly what was there before. chosen_by says whose choice a place is: person or source.

    \b
    Examples:
      footydata trust football.db
      footydata trust football.db openfootball football-data
      footydata trust football.db --reset
    """
    if source and reset:
        raise click.UsageError("name sources, or --reset, not both")
    if source or reset:
        _set(database, source, out)
    out.view(made(database, trust_view, out))


def _set(database: Path, names: tuple[str, ...], out: Output) -> None:
    with writing(database) as connection:
        with out.progress() as line:
            result = set_trust(connection, names, progress=line.show)
        lines = refresh_lines(connection, rows_changed=result.changed, now=now())
    of = plural(result.fixtures, "fixture")
    changed = f"{result.changed:,} of {of} of several sources changed."
    out.remark(changed if result.fixtures else "Nothing changed.")
    if result.names:
        out.remark(f"{plural(result.names, 'club')} got another spelling.")
    if lines:
        out.remark(f"{plural(lines, 'fair line')} of coming fixtures are computed again.")
    if result.changed:
        out.remark(
            "Ratings, standings and past fair lines are computed from the changed values when they are asked for."
        )


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
