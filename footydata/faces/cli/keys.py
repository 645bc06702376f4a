"""footydata keys: creates, lists and revokes the API keys of a database."""

import re
from contextlib import closing
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import Accounts as AccountsFile
from footydata.faces.cli.arguments import Typed, command
from footydata.faces.cli.clock import now, read_moment
from footydata.faces.cli.printing import Output, say
from footydata.football.terms import PLANS, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.store.file.opening import open_read_only
from footydata.store.file.sqlite_files import DatabaseMissing
from footydata.views.arguments import Says
from footydata.views.columns import undeclared
from footydata.views.view import listed

_COLUMNS = undeclared(
    ("prefix", "name", "plan", "rate", "created", "expires", "history_from", "state"),
    moments=("created", "expires", "history_from"),
)


def _rate(text: str) -> Rate:
    match = re.fullmatch(r"([1-9]\d{0,9})/([1-9]\d{0,6})", text, re.ASCII)
    if match is None:
        raise click.BadParameter(
            f"{text!r} is not requests/seconds; write 6000/60 for 6000 a minute"
        )
    return Rate(int(match[1]), int(match[2]))


@click.group()
def keys() -> None:
    """API keys for /v1 of a database. They are stored beside it, in football.accounts for football.db.

    \b
    Examples:
      footydata keys create football.db --plan ultra
      footydata keys list football.db
      footydata keys revoke football.db fd_3kX9aQ2mB
    """


@command(of=keys)
def create(
    database: Path,
    *,
    plan: Annotated[
        str,
        Typed(
            "The plan, which says what the key may ask.",
            read=click.Choice(list(PLANS), case_sensitive=False),
        ),
    ] = "free",
    name: Annotated[str | None, Says("Whose key it is, for 'keys list'.")] = None,
    expires: Annotated[
        int | None,
        Typed("End: a date (00:00 UTC) or an ISO moment.", metavar="DATE", read=read_moment),
    ] = None,
    rate: Annotated[
        Rate | None,
        Typed("Its own rate limit, instead of its plan's.", metavar="N/SECONDS", read=_rate),
    ] = None,
    history_from: Annotated[
        int | None,
        Typed("The start of its history, instead of its plan's.", metavar="DATE", read=read_moment),
    ] = None,
    accounts: AccountsFile = None,
) -> None:
    """Create a key and print it, alone, on the last line. It is shown only this once.

    \b
    Examples:
      footydata keys create football.db --plan pro --name laptop
      footydata keys create football.db --plan ultra --rate 6000/60 --history-from 1990-01-01
    """
    try:
        open_read_only(database).close()
    except DatabaseMissing:
        say(f"{database} does not exist yet; the key is of use when it does.", err=True)
    path = accounts or accounts_path(database)
    with closing(Accounts.open(path)) as opened:
        key = opened.create(
            PLANS[plan],
            now=now(),
            name=name,
            expires_ts=expires,
            rate=rate,
            history_from_ts=history_from,
        )
    say(f"{PLANS[plan].title} key in {path}; note it down, it is shown only this once.", err=True)
    say(key)


@command("list", of=keys)
def list_(database: Path, *, accounts: AccountsFile = None, out: Output) -> None:
    """List the keys by their prefix, revoked and expired ones too.

    \b
    Example:
      footydata keys list football.db
    """
    path = accounts or accounts_path(database)
    with closing(Accounts.open(path)) as opened:
        rows = opened.rows()
    moment = now()
    named = f" --accounts {accounts}" if accounts else ""
    cells = [
        (
            *(row.prefix, row.name, row.plan),
            f"{row.rate_limit}/{row.rate_seconds}" if row.rate_limit else None,
            *(row.created_ts, row.expires_ts, row.history_from_ts),
            "revoked"
            if row.revoked_ts is not None
            else "expired"
            if row.expires_ts is not None and moment >= row.expires_ts
            else "live",
        )
        for row in rows
    ]
    view = listed(
        _COLUMNS,
        cells,
        spare=("created", "history_from"),
        reason=f"there is no key in {path} yet; make one with: footydata keys create {database}{named}",
        is_empty_fine=True,
    )
    out.view(view)


@command(of=keys, short_help="Revoke the key of a prefix, as 'list' prints it.")
def revoke(database: Path, prefix: str, *, accounts: AccountsFile = None) -> None:
    """Revoke the key that starts with PREFIX (its first 12 characters, as 'keys list' prints them).

    \b
    Example:
      footydata keys revoke football.db fd_3kX9aQ2mB
    """
    with closing(Accounts.open(accounts or accounts_path(database))) as opened:
        opened.revoke(prefix, now())
    say(f"Revoked {prefix[:12]}; running servers refuse it from now on.")
