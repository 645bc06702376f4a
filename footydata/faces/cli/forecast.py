"""footydata forecast: seals forecasts before kickoff, scores them, and verifies that none was changed."""

import re
from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.completing import LEAGUE
from footydata.faces.cli.exits import DONE, NOT_AS_ASKED
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.football.wording import plural
from footydata.store.file.snapshots import reading
from footydata.store.forecasts import verify as verified
from footydata.store.read.seasons.leagues import find_league

REMARK = "A better log loss than the close is not to be expected, and none proves that betting makes a profit."


@click.group()
def forecast() -> None:
    """Forecasts on record: sealed before kickoff, scored after it, and proven to be unchanged.

    \b
    Examples:
      footydata forecast seal football.db --days 3
      footydata forecast score football.db
      footydata forecast verify football.db --head 3f9a...
    """


@forecast.command()
@database_argument
@click.option(
    "--days", type=click.IntRange(1, 60), default=7, show_default=True, help="How many days of fixtures, from today."
)
@click.option("--league", metavar="L", type=LEAGUE, help="Only this league: an id or an unambiguous part of a name.")
@quiet_option
def seal(database: Path, days: int, league: str | None, quiet: bool) -> None:
    """Write today's fair lines of coming fixtures into the ledger, and print its head.

    The ledger is a table of DB to which entries are only added; each has the hash of the one before. The head, alone
    on the last line, is the hash of the last entry: note it where you can't change it, in a message, a public post or
    a commit. With it, anybody can verify later that no entry up to it was changed.

    \b
    Example:
      footydata forecast seal football.db --days 3
    """
    from footydata.forecast.sealing import seal as sealed

    with writing(database) as connection:
        league_id = find_league(connection, league).id if league else None
        result = sealed(connection, now=now(), days=days, league_id=league_id)
    if not quiet:
        say(
            f"{plural(result.entries, 'forecast')} of {plural(result.fixtures, 'fixture')} sealed; the head is",
            err=True,
        )
    say(result.head)


@forecast.command()
@database_argument
@format_option
@quiet_option
def score(database: Path, format: str, quiet: bool) -> None:
    """Score sealed forecasts by market, beside the recorded closing prices.

    The last forecast before kickoff counts for each fixture and market. log_loss is at our own line; ours and closing
    are at the closing line, if one is recorded, and difference is ours less closing: below zero is better. A difference
    of less than two errors may be chance.

    \b
    Example:
      footydata forecast score football.db --format csv
    """
    from footydata.forecast.sealing import Scored
    from footydata.forecast.sealing import score as scored

    with reading(database) as connection:
        scores = scored(connection)
    cells = [
        tuple(f"{value:.4f}" if isinstance(value, float) and format == "table" else value for value in row)
        for row in scores.rows
    ]
    if cells or format != "table":
        print_rows(Scored._fields, cells, format=format)
    if not quiet:
        for reason, count in scores.left_out.items():
            say(f"{plural(count, 'forecast')} not scored: {reason}", err=True)
        sealed_some = "no fixture of a sealed forecast is over with what it needs"
        why = sealed_some if scores.left_out else "forecasts are sealed with 'footydata forecast seal'"
        say(REMARK if cells else f"Nothing to score yet: {why}.", err=True)


@forecast.command()
@database_argument
@click.option("--head", metavar="HASH", help="A head that 'seal' printed, noted elsewhere since.")
def verify(database: Path, head: str | None) -> int:
    """Verify that the ledger is as it was sealed; if not, name the first changed entry and exit with 1.

    Without a head, changed entries are found. With one that was noted elsewhere, so are entries cut from the end, and
    a ledger that was written anew.

    \b
    Example:
      footydata forecast verify football.db --head 3f9a...
    """
    if head is not None and not re.fullmatch(r"\s*[0-9a-fA-F]{64}\s*", head):
        raise click.BadParameter(f"'{head}' is not a head: a head has 64 hexadecimal digits", param_hint="--head")
    with reading(database) as connection:
        verification = verified(connection, head=head)
    if verification.fault:
        say(f"Error: {verification.fault}", err=True)
        return NOT_AS_ASKED
    if not verification.entries:
        say("Nothing is sealed here yet: 'footydata forecast seal' does it.")
        return DONE
    say(f"{plural(verification.entries, 'forecast')}, each as it was sealed; the head is {verification.head}")
    if verification.proven is None:
        say("Without a head noted elsewhere this can't show that none was cut from the end, or all written anew.")
    elif verification.proven < verification.entries:
        later = verification.entries - verification.proven
        say(f"That head proves the first {verification.proven:,}; it can't speak of the {later:,} after it.")
    else:
        say("That head proves them all. When they were sealed is proved by where it was noted, not by the file.")
    return DONE
