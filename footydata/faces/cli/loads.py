"""footydata loads: lists the loads; footydata unload: deletes what one load brought."""

import shlex
from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument, existing
from footydata.faces.cli.deleting import confirmation_options, delete_after_asking
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.football.moments import minute_text


@click.command()
@database_argument
@format_option
def loads(database: Path, format: str) -> None:
    """List the loads of DB, the newest first: each file, each downloaded file, each pull.

    new, changed, same and conflicting count rows of fixtures, as the load reported them. 'footydata unload DB ID'
    deletes what a load brought.

    \b
    Examples:
      footydata loads football.db
      footydata loads football.db --format csv
    """
    from footydata.store.file.snapshots import reading
    from footydata.store.read.quality.loads import LoadSummary
    from footydata.store.read.quality.loads import loads as all_loads

    with reading(database) as connection:
        rows = all_loads(connection)
    columns = ["loaded_utc" if name == "loaded_ts" else name for name in LoadSummary._fields]
    cells = [row._asdict() | {"loaded_ts": minute_text(row.loaded_ts)} for row in rows]
    if format == "table":
        cells = [row | {"unload": str(row["unload"]).partition(":")[0]} for row in cells]
    print_rows(
        columns, [tuple(row.values()) for row in cells], format=format, spare=("path", "same", "conflicting", "kind")
    )
    if not rows:
        say("Nothing was loaded.", err=True)


@click.command()
@database_argument
@click.argument("load_id", metavar="ID", type=int)
@confirmation_options
@format_option
@quiet_option
def unload(database: Path, load_id: int, yes: bool, backup: bool, format: str, quiet: bool) -> int:
    """Take back load ID of DB ('footydata loads' lists the ids): the file is then as if it had never been made.

    What goes: fixtures that no other load gave; of other fixtures, the figures, quotes and events that only this load
    gave; and clubs, seasons and leagues that are no longer needed. What comes back: values that this load replaced. A
    pull is one load, even if it was interrupted. The file or the pages can be loaded again.

    The command first shows what it will delete, and asks; it makes a copy of DB beside it.

    \b
    Examples:
      footydata unload football.db 12
      footydata unload football.db 12 --yes --no-backup
    """
    from footydata.ingest.unloading import unload as take_back

    return delete_after_asking(
        existing(database),
        lambda connection, dry_run: take_back(connection, load_id, dry_run=dry_run),
        command=f"footydata unload {shlex.quote(str(database))} {load_id} --yes",
        subject=f"unload-{load_id}",
        yes=yes,
        backup=backup,
        format=format,
        quiet=quiet,
    )
