"""footydata replay: plays a stored day again, for browser, API and clients to watch."""

from contextlib import closing
from datetime import date as Day
from datetime import datetime as Moment
from datetime import time, tzinfo
from pathlib import Path
from time import monotonic
from typing import Annotated

from footydata.faces.cli.arguments import Text, Typed, command
from footydata.faces.cli.printing import Output
from footydata.faces.cli.read_command import made
from footydata.football.moments import midnight_of, minute_text
from footydata.football.wording import plural
from footydata.service.replay import Replay
from footydata.store.file.opening import open_read_only
from footydata.views.arguments import Says
from footydata.views.fixtures import fixtures_view

SPEED = 60.0
"""One minute of the day per second."""

FASTEST = 1_000_000
"""The most: at this speed any day is over at once."""


@command()
def replay(
    database: Path,
    *,
    date: Annotated[Day, Says("The day: 2026-03-14, today, yesterday.")],
    speed: Annotated[
        float,
        Says(
            "How many times as fast as it was; 60 plays one minute per second.",
            least=0.001,
            most=FASTEST,
        ),
    ] = SPEED,
    to: Annotated[
        Path | None, Says("The scratch file; by default football.replay.db beside football.db.")
    ] = None,
    kickoff: Annotated[
        time,
        Typed(
            "The kickoff of fixtures of which only the day is known.  [default: 15:00]",
            metavar="HH:MM",
            read=Text(time.fromisoformat, hint="Write 15:00"),
        ),
    ] = time(15),
    zone: tzinfo,
    out: Output,
) -> None:
    """Play a stored day again, from scheduled to finished, into a scratch file.

    Browser, API and every client can watch the file while it changes. Events, scores, corners, cards and odds appear
    at their minute; figures without a minute appear at the end of their half. Fixtures of later days are scheduled.
    Hours without a fixture in play are skipped. Ctrl-C stops, and leaves the file whole.

    \b
    Examples:
      footydata replay football.db --date 2026-03-14
      footydata replay football.db --date 2026-03-14 --speed 300 --to saturday.db
      footydata browse saturday.db                             (in another terminal)
      footydata serve saturday.db                              (the same at /v1)
    """
    started = monotonic()
    untimed_at = int(Moment.combine(date, kickoff, zone).timestamp()) - midnight_of(date)
    with closing(open_read_only(database)) as connection:
        where = to or database.with_name(f"{database.stem}.replay.db")
        play = Replay(connection, date, untimed_at=untimed_at, zone=zone)
        count = plural(len(play.fixtures), "fixture")
        if out.is_table:
            untimed = (
                f"; of {play.untimed} the kickoff is not known, see --kickoff"
                if play.untimed
                else ""
            )
            begin = minute_text(play.start_ts, zone=zone)
            out.remark(f"{count} of {date} into {where}, from {begin}{untimed}; Ctrl-C stops")
        with out.progress() as line:
            for progress in play.play(where, speed=speed, copied=line.of):
                line.show(
                    f"{minute_text(progress.moment_ts, zone=zone)}: {progress.live} live, {progress.over} over, "
                    f"{progress.to_come} to come"
                )
    out.view(made(where, fixtures_view, out, zone=zone, date=date))
    if out.is_table:
        out.remark(f"{count} played into {where} in {monotonic() - started:.1f} s")
