"""footydata pull: mirrors a remote v1 service within its plan and rate limit."""

from collections.abc import Collection
from contextlib import closing
from datetime import date as Day
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import Typed, command
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import first, say, say_lines
from footydata.football.errors import InvalidArgument
from footydata.football.markets import BY_PARAM
from footydata.football.terms import DAY, ENGLISH, SUPPORTED_LANGUAGES, Include
from footydata.football.wording import plural, read_id
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.frames.progress import Progress
from footydata.ingest import mirroring
from footydata.ingest.mirroring.mirror import Step
from footydata.ingest.mirroring.remote import TIMEOUT
from footydata.service.client.conversation import API_KEY_VARIABLE, BASE_URL_VARIABLE
from footydata.service.client.http import LARGEST_BODY
from footydata.store.file.opening import in_memory, open_database
from footydata.views.arguments import Says

EVERY = 30
MEGABYTE = 1_000_000


def _parts(
    texts: tuple[str, ...], option: str = "", allowed: Collection[str] = ()
) -> tuple[str, ...]:
    """The parts of comma-separated texts, each once. Raises BadParameter for one that is not allowed."""
    parts = (part.strip().lower() for text in texts for part in text.split(","))
    names = tuple(dict.fromkeys(part for part in parts if part))
    for name in names:
        if allowed and name not in allowed:
            raise click.BadParameter(
                f"{name!r} is not one of {', '.join(allowed)}", param_hint=option
            )
    return names


@command()
def pull(
    database: Path,
    *,
    base_url: Annotated[
        str, Typed("The address of the service.", metavar="URL", variable=BASE_URL_VARIABLE)
    ],
    api_key: Annotated[str, Typed("A key of the service.", variable=API_KEY_VARIABLE)],
    start: Annotated[Day | None, Says("The first day of kickoffs.")] = None,
    end: Annotated[Day | None, Says("The last day of kickoffs, inclusive.")] = None,
    league: Annotated[tuple[str, ...], Says("Only these competitions.", metavar="ID")] = (),
    include: Annotated[
        tuple[str, ...], Says("What to pull with the fixtures.", metavar="odds,events,stats")
    ] = (),
    odds_history: Annotated[
        tuple[str, ...],
        Says("Markets whose odds histories to pull (Ultra plan).", metavar="MARKET"),
    ] = (),
    bookmaker: Annotated[
        tuple[str, ...],
        Says("Bookmakers of odds histories; by default the default one."),
    ] = (),
    langs: Annotated[
        tuple[str, ...], Says("Pull names in these languages too.", metavar="CODES")
    ] = (),
    esports: Annotated[bool, Says("Pull e-football too.")] = False,
    detail: Annotated[
        bool, Says("Pull rounds and half-time figures: one request per fixture, last.")
    ] = False,
    live: Annotated[
        bool, Says("Afterwards refresh the fixtures in play, until interrupted.")
    ] = False,
    every: Annotated[
        int, Says("Seconds between refreshes, with --live.", least=1, most=DAY)
    ] = EVERY,
    timeout: Annotated[
        float,
        Says("The longest time of one request.", metavar="SECONDS", least=0.001, most=DAY),
    ] = TIMEOUT,
    max_body: Annotated[
        int, Says("The largest answer that is accepted, unpacked.", metavar="MB", least=1)
    ] = LARGEST_BODY // MEGABYTE,
    dry_run: Annotated[
        bool, Says("Only plan: how many requests of each kind, and how long they take.")
    ] = False,
    quiet: bool,
) -> None:
    """Mirror a v1 service into DB, within its plan and rate limit; run again, the command resumes where it stopped.

    Finished fixtures are never pulled twice. List options may be repeated or comma-separated.

    \b
    Examples:
      footydata pull football.db --base-url https://example.org/v1 --api-key KEY --league 39 --dry-run
      footydata pull football.db --league 39 --include events,stats --detail
      footydata pull football.db --include odds --odds-history corner,cards --start 2026-03-01
      footydata pull football.db --include odds,events --live --every 30
    """
    if start and end and end < start:
        raise click.BadParameter(f"{end} is before {start}", param_hint="--end")
    if bookmaker and not odds_history:
        raise click.UsageError(
            "--bookmaker chooses whose odds history is fetched: add --odds-history MARKET"
        )
    langs = _parts(langs, "--langs", SUPPORTED_LANGUAGES)
    leagues = _parts(league)
    for name in leagues:
        if read_id(name) is None:
            raise click.BadParameter(
                f"{name!r} is not the id of a competition", param_hint="--league"
            )
    options = mirroring.PullOptions(
        leagues=tuple(map(int, leagues)),
        start=start,
        end=end,
        include=_parts(include, "--include", [*Include]),
        odds_history=_parts(odds_history, "--odds-history", BY_PARAM),
        bookmakers=_parts(tuple(slug for text in bookmaker for slug in text.split())),
        langs=tuple(lang for lang in langs if lang != ENGLISH),
        esports=esports,
        detail=detail,
    )
    line = Progress(quiet=quiet)

    def wait(seconds: float) -> None:
        line.show(f"waiting {duration(seconds)} for the next window")

    try:
        remote = mirroring.Remote(
            base_url, api_key, timeout=timeout, largest_body=max_body * MEGABYTE, on_wait=wait
        )
    except InvalidArgument as error:
        raise click.UsageError(str(error)) from error
    with closing(remote), line:
        _mirror(database, remote, options, line, every=every if live else None, dry_run=dry_run)


def _mirror(
    database: Path,
    remote: mirroring.Remote,
    options: mirroring.PullOptions,
    line: Progress,
    *,
    every: int | None,
    dry_run: bool,
) -> None:
    def show(step: Step) -> None:
        left = duration(step.seconds_left)
        line.show(f"{step.done}/{step.total} requests, {step.what}; about {left} left")

    def remark(note: str) -> None:
        line.clear()
        say(note, err=True)

    # --dry-run creates no database.
    opened = in_memory() if dry_run and not database.exists() else closing(open_database(database))
    with opened as connection:
        report = mirroring.pull(connection, remote, options, progress=show, dry_run=dry_run)
        line.clear()
        if dry_run:
            _print_plan(report)
        else:
            changed = report.fixtures_new + report.fixtures_changed
            refresh_lines(connection, rows_changed=changed, now=now())
            _print_report(report)
        if options.leagues and not report.leagues:
            names = ", ".join(map(str, options.leagues))
            raise click.ClickException(f"nothing was pulled of league {names}")
        if every is not None and not dry_run:
            mirroring.follow(
                connection, remote, options, every=every, progress=line.show, remark=remark
            )


def duration(seconds: float) -> str:
    """A number of seconds in words.

    >>> duration(0.4), duration(75), duration(3700), duration(200_000)
    ('1 s', '1 min 15 s', '1 h 1 min', '2 d 7 h')
    """
    whole_seconds = max(1, round(seconds))
    days, rest = divmod(whole_seconds, DAY)
    hours, rest = divmod(rest, 3_600)
    minutes, rest = divmod(rest, 60)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _print_plan(report: mirroring.Report) -> None:
    say(
        f"Planned: {plural(report.planned.total(), 'request')}, {report.spent.total()} of them spent on planning:"
    )
    for kind, count in (+report.planned).items():
        say(f"  {count:>7}  {kind}")
    plan = f" of the {report.plan.capitalize()} plan" if report.plan else ""
    say(
        f"At the rate{plan} they take about {duration(report.seconds_planned)}. Season sizes are estimated."
    )
    say_lines(first(report.notes))


def _print_report(report: mirroring.Report) -> None:
    spent = ", ".join(f"{count} {kind}" for kind, count in (+report.spent).items())
    resumed = "resumed an earlier pull; " if report.is_resumed else ""
    say(
        f"{resumed}{plural(report.spent.total(), 'request')} ({spent}) in {duration(report.seconds)}"
    )
    say(
        f"{plural(report.fixtures_new, 'new fixture')}, {plural(report.fixtures_changed, 'change')} to stored ones"
    )
    if report.refused or report.failures:
        say(
            f"{plural(report.refused, 'time')} asked to wait, {plural(report.failures, 'failure')} retried"
        )
    say_lines(first(report.notes))
