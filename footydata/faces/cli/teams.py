"""footydata teams: lists teams as sources spell them, makes aliases and merges, and undoes either."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import click

from footydata.faces.cli.arguments import OneLeague, Yes, command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    Output,
    first,
    say,
    say_lines,
)
from footydata.faces.cli.read_command import made
from footydata.football.wording import plural
from footydata.ingest import decisions
from footydata.sources.protocol import source_names
from footydata.store.read.provenance import sources_held
from footydata.store.read.seasons.teams import find_team
from footydata.views.arguments import Says
from footydata.views.columns import undeclared
from footydata.views.teams import known_teams_view, unmatched_view
from footydata.views.view import listed

_EDITS = undeclared(("id", "kind", "summary", "made", "undone"), moments=("made", "undone"))


class _ListingGroup(click.Group):
    """A group that runs `list` if its first argument is not a command, but the database."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        is_named = bool(args) and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if is_named or not args else ["list", *args])


@click.group(cls=_ListingGroup, context_settings={"help_option_names": ["-h", "--help"]})
def teams() -> None:
    """List the teams of DB as its sources spell them; alias and merge them, and undo either.

    Without a command: footydata teams DB [--league L] [--unmatched]

    \b
    Examples:
      footydata teams football.db --league "Premier League"
      footydata teams football.db --unmatched
      footydata teams alias football.db "Manchester United" "Man Utd"
      footydata teams merge football.db 1234567890123 1000010123
      footydata teams undo football.db
    """


@command("list", of=teams)
def list_(
    database: Path,
    *,
    league: OneLeague = None,
    unmatched: Annotated[
        bool, Says("Only teams that may be another one, with the command that merges them.")
    ] = False,
    out: Output,
) -> None:
    """List the teams: where they play, and how sources spell them; the same as 'footydata teams DB'.

    \b
    Examples:
      footydata teams list football.db --league "Premier League"
      footydata teams list football.db --unmatched --format csv
    """
    view = made(database, unmatched_view if unmatched else known_teams_view, out, league=league)
    out.view(view._replace(footer=""))
    if unmatched and out.is_table:
        _print_commands(database, view.rows)
    if view.footer:
        out.remark(view.footer)


@command(of=teams, short_help="Let sources call a team by another name.")
def alias(
    database: Path,
    team: str,
    spelling: str,
    *,
    source: Annotated[str | None, Says("Only in this source.  [default: every one]")] = None,
    country: Annotated[
        str | None,
        Says(
            "Only in competitions of this country or region.  [default: the team's]",
        ),
    ] = None,
) -> None:
    """Let sources call TEAM (an id or a name) by SPELLING, with or without FC and the like.

    \b
    Examples:
      footydata teams alias football.db "Manchester United" "Man Utd"
      footydata teams alias football.db 1000010123 "Man U" --source openfootball
      footydata teams alias football.db Arsenal "Arsenal FC" --country EUROPE
    """
    with writing(database) as connection:
        if source is not None:
            held = {*source_names(), *sources_held(connection)}
            names = {name.casefold(): name for name in sorted(held)}
            if source.casefold() not in names:
                raise click.UsageError(
                    f"no source is called {source!r}; the sources are {', '.join(names.values())}"
                )
            source = names[source.casefold()]
        result = decisions.alias(
            connection,
            find_team(connection, team).id,
            spelling,
            source=source,
            scope=country,
            now=now(),
        )
    say(
        f"{source or 'Every source'} may call {result.team.name} ({result.team.id}) {spelling!r} ({result.scope})."
    )
    for other in result.others:
        say(
            f"{other.name} ({other.id}) was called so: what sources say under the name is of {result.team.name} now. "
            f"To let all of its names mean it: {_command(database, other.id, result.team.id)}"
        )
    for other in result.namesakes:
        say(
            f"{other.name} ({other.id}) is called so itself; the name of sources means {result.team.name} now."
        )
    say(f"To undo: {undo_command(database, result.edit_id)}")


@command(of=teams, short_help="Merge one team into another; shows first what will move.")
def merge(
    database: Path,
    from_: Annotated[str, Says("", metavar="FROM")],
    into: str,
    *,
    yes: Yes = False,
) -> int:
    """Merge team FROM into team INTO (ids or names); the command first shows what will move, and asks.

    Duplicate fixtures are merged figure by figure; the figure of the more trusted source stays. If one team has an id
    of a remote service, that id stays.

    \b
    Examples:
      footydata teams merge football.db 1234567890123 1000010123
      footydata teams merge football.db "Man Utd" "Manchester United" --yes
    """
    with writing(database) as connection:
        from_id, into_id = find_team(connection, from_).id, find_team(connection, into).id
        if not yes:
            _print_merge(
                decisions.merge(connection, from_id, into_id, now=now(), is_trial=True),
                is_done=False,
            )
            if not _is_confirmed():
                say("Nothing was changed; --yes merges without asking.")
                return NOT_AS_ASKED
        result = decisions.merge(connection, from_id, into_id, now=now())
    if yes:
        _print_merge(result, is_done=True)
    else:
        say("Done.")
    say(f"To undo: {undo_command(database, result.edit_id)}")
    return DONE


@command(of=teams)
def undo(
    database: Path,
    edit_id: Annotated[int | None, Says("", metavar="ID")] = None,
    *,
    list: Annotated[bool, Says("List the merges and aliases, the newest first.")] = False,
    out: Output,
) -> None:
    """Undo a merge or an alias: the one with ID, or the newest.

    \b
    Examples:
      footydata teams undo football.db
      footydata teams undo football.db --list
      footydata teams undo football.db 3
    """
    with writing(database) as connection:
        if list:
            rows = [
                (row.id, row.kind, row.summary, row.made_ts, row.undone_ts)
                for row in decisions.edits(connection)
            ]
            none = "no team was merged and no alias was added"
            view = listed(_EDITS, rows, reason=none, is_empty_fine=True)
            out.view(view)
            return
        result = decisions.undo(connection, edit_id, now=now())
    say(
        f"Undone: {result.edit.kind} {result.edit.id}, {result.edit.summary}. "
        f"{plural(result.fixtures, 'fixture')} written anew."
    )


def _print_commands(database: Path, doubts: Sequence[Any]) -> None:
    """Print the commands below the table, so that a narrow terminal does not cut them."""
    lines = [
        f"  {_command(database, row.id, row.candidate_id)}  # {row.name} is {row.candidate}"
        for row in doubts
        if row.candidate_id is not None
    ]
    if lines:
        say_lines(["", "Where two are one team:", *lines])


def _print_merge(merged: decisions.TeamMerge, *, is_done: bool) -> None:
    tense = "is now" if is_done else "would be"
    say(f"{merged.gone.name} ({merged.gone.id}) {tense} {merged.kept.name} ({merged.kept.id}).")
    say(f"  moved: {plural(merged.fixtures, 'fixture')}; twice there: {len(merged.duplicates)}")
    gone, kept = merged.gone.country_code, merged.kept.country_code
    if gone and kept and gone != kept:
        say(f"  beware: one is of {gone}, the other of {kept}")
    if merged.sources_of_both:
        say(
            f"  beware: {', '.join(merged.sources_of_both)} has both in one season; they may be two teams"
        )
    conflicts = [
        f"fixture {row.fixture_id} {row.what}: {row.stored} against {row.incoming}; "
        f"{row.incoming if row.is_taken else row.stored} stays"
        for row in merged.conflicts
    ]
    say_lines(f"  {line}" for line in first(conflicts))


def _is_confirmed() -> bool:
    try:
        return click.confirm("Merge them?")
    except click.Abort:
        say()
        return False


def _command(database: Path, from_id: int, into_id: int) -> str:
    return f"footydata teams merge {shlex.quote(str(database))} {from_id} {into_id}"


def undo_command(database: Path, edit_id: int | None) -> str:
    """The command that undoes an edit, None: the newest."""
    number = "" if edit_id is None else f" {edit_id}"
    return f"footydata teams undo {shlex.quote(str(database))}{number}"
