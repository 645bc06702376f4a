"""Every door that takes a first and a last day: both are inclusive, and nothing else is a span of days."""

import csv
import inspect
import io
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import click
import pandas as pd
import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.main import COMMANDS, group
from footydata.football.errors import InvalidArgument
from footydata.football.moments import midnight_of
from footydata.football.terms import DAY
from footydata.ingest.mirroring import PullOptions
from tests.conftest import NOW

FIRST, BEFORE, LAST = "2026-03-09", "2026-03-13", "2026-03-14"
"""Days of the sample that have fixtures, but for the middle one."""


def days_of_fixtures(sample: Path, first: str, last: str) -> set[str]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        return set(
            database.fixtures(start=first, end=last, esports=False)["kickoff"].dt.date.astype(str)
        )


def days_of_frame(name: str, *words: str) -> Callable[[Path, str, str], set[str]]:
    """The days of the fixtures that a frame of Database is about."""

    def days(sample: Path, first: str, last: str) -> set[str]:
        with fd.Database(sample, clock=lambda: NOW) as database:
            ids = getattr(database, name)(*words, start=first, end=last)["fixture_id"]
            kickoffs = database.fixtures().set_index("fixture_id")["kickoff"]
        return set(kickoffs[ids].dt.date.astype(str))

    return days


def days_of_command(*words: str) -> Callable[[Path, str, str], set[str]]:
    def days(sample: Path, first: str, last: str) -> set[str]:
        given = [
            words[0],
            str(sample),
            *words[1:],
            "--start",
            first,
            "--end",
            last,
            "--format",
            "csv",
        ]
        printed = CliRunner().invoke(group, given, catch_exceptions=False).stdout
        return {
            row["date" if "date" in row else "kickoff_utc"][:10]
            for row in csv.DictReader(io.StringIO(printed))
        }

    return days


def days_of_pull(sample: Path, first: str, last: str) -> set[str]:
    options = PullOptions(start=date.fromisoformat(first), end=date.fromisoformat(last))
    with fd.Database(sample, clock=lambda: NOW) as database:
        kickoffs = database.fixtures()["kickoff"].map(lambda moment: int(moment.timestamp()))
        start_ts, end_ts = options.span
        within = kickoffs[(kickoffs >= start_ts) & (kickoffs < end_ts)]
    return {datetime.fromtimestamp(seconds, UTC).date().isoformat() for seconds in within}


DOORS = {
    "Database.fixtures": days_of_fixtures,
    **{
        f"Database.{name}": days_of_frame(name)
        for name in ("team_fixtures", "events", "statistics", "odds", "odds_movement", "fair_lines")
    },
    "fixtures": days_of_command("fixtures"),
    "lines": days_of_command("lines"),
    "pull": days_of_pull,
}
COUNTING = (
    "averages",
    "evaluate",
    "Database.averages",
    "Database.referees",
)
"""What gives sums or scores of the fixtures, not their days."""

NOT_IN_THE_SAMPLE = ("Database.figures",)
"""Frames of what the sample has none of."""


def test_every_door_with_an_end_is_tested() -> None:
    context = click.Context(group)
    commands = {name: group.get_command(context, name) for name in COMMANDS}
    with_end = {
        name
        for name, command in commands.items()
        if command and any(each.name == "end" for each in command.params)
    }
    methods = {
        f"Database.{name}"
        for name, method in inspect.getmembers(fd.Database, inspect.isfunction)
        if "end" in inspect.signature(method).parameters
    }
    assert with_end | methods == {*DOORS, *COUNTING, *NOT_IN_THE_SAMPLE}


@pytest.mark.parametrize(
    "door",
    [
        # Of the same days as the lines of the command line, which cost a third.
        pytest.param(door, marks=pytest.mark.slow) if door == "Database.fair_lines" else door
        for door in DOORS
    ],
)
def test_the_first_and_the_last_day_are_inclusive(door: str, sample: Path) -> None:
    days = DOORS[door](sample, FIRST, LAST)
    assert (min(days), max(days)) == (FIRST, LAST)
    assert DOORS[door](sample, LAST, LAST) == {LAST}


@pytest.mark.parametrize(
    "asked",
    [
        ("averages", "--figure", "corners"),
        ("evaluate", "--market", "corner", "--league", "39", "--start", "2026-02-21"),
    ],
    ids=["averages", "evaluate"],
)
def test_sums_are_of_the_last_day_too(asked: tuple[str, ...], sample: Path) -> None:
    by_end = [
        CliRunner().invoke(group, [asked[0], str(sample), *asked[1:], "--end", day]).stdout
        for day in (BEFORE, LAST)
    ]
    assert by_end[0].strip()
    assert by_end[0] != by_end[1]


def test_referees_are_of_the_last_day_too(sample: Path) -> None:
    with fd.Database(sample) as database:
        by_end = [int(database.referees(end=day)["fixtures"].sum()) for day in (BEFORE, LAST)]
    assert by_end[0] < by_end[1]


def test_averages_and_counts_of_a_frame_are_of_the_last_day_too(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        averages = [
            int(database.averages("corners", end=day)["fixtures"].sum()) for day in (BEFORE, LAST)
        ]
        counts = [
            int(database.averages(market="corner", line=9.5, end=day)["fixtures"].sum())
            for day in (BEFORE, LAST)
        ]
        on_it = len(database.fixtures(date=LAST, status="finished")) * 2
    assert averages[1] - averages[0] == counts[1] - counts[0] == on_it > 0


@pytest.mark.parametrize(
    "last",
    [
        pd.Timestamp(LAST),
        date(2026, 3, 14),
        datetime(2026, 3, 14),  # noqa: DTZ001  # a day without an offset, as pandas writes it
        datetime(2026, 3, 14, 23, 59, 59, tzinfo=UTC),
    ],
    ids=["pandas", "date", "datetime", "moment"],
)
def test_a_day_may_be_written_in_every_way(
    last: pd.Timestamp | date | datetime, sample: Path
) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        assert len(database.fixtures(start=FIRST, end=last)) == len(
            database.fixtures(start=FIRST, end=LAST)
        )


def test_a_moment_as_an_end_is_inclusive_too(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as database:
        kickoff = database.fixtures(date=LAST)["kickoff"].iloc[0].to_pydatetime()
        found = database.fixtures(start=kickoff, end=kickoff)
        day = database.fixtures(date=kickoff)
    assert set(found["kickoff"]) == {kickoff}
    assert set(day["kickoff"].map(lambda moment: int(moment.timestamp()) // DAY)) == {
        midnight_of(date(2026, 3, 14)) // DAY
    }


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"start": LAST, "end": FIRST}, "end '2026-03-09' is before start '2026-03-14'"),
        ({"date": LAST, "end": LAST}, "date is one day; leave out start and end"),
        ({"end": "9999-12-31"}, "'9999-12-31' is out of range"),
        ({"start": "soon"}, "'soon' is not a day or moment"),
    ],
    ids=["backwards", "date and end", "far", "no day"],
)
def test_a_span_that_is_none_is_an_error(asked: dict[str, str], said: str, sample: Path) -> None:
    with (
        fd.Database(sample, clock=lambda: NOW) as database,
        pytest.raises(InvalidArgument, match=said),
    ):
        database.fixtures(**asked)  # type: ignore[arg-type]  # one of them each
