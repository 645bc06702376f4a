"""The frames of fixtures and odds, read by columns, of a ladder of our own prices, and of a match in play."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Unpack

import pandas as pd

from footydata.football.errors import InvalidArgument, NotFound
from footydata.football.records import EventRecord
from footydata.football.records.meaning import NUMBER
from footydata.football.terms import ENGLISH, EventType, Side, Status
from footydata.forecast.models.model import FIGURES, still_to_come
from footydata.forecast.pricing import fair_ladder, price
from footydata.frames.reading import fixture_columns, odds_columns
from footydata.frames.viewed import frame_of, framed, to_frame
from footydata.odds.settlement import market_of
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.details import timelines
from footydata.store.read.fixtures import why_no_fixtures
from footydata.store.typed_names import language, one_of
from footydata.views.arguments import Clock, FixtureFilters, FixtureId, Market, Says
from footydata.views.columns import column, columns
from footydata.views.fixtures import FIXTURE_COLUMNS, fixture_named
from footydata.views.recorded import odds_asked


def all_fixtures(
    connection: sqlite3.Connection,
    clock: Clock,
    *,
    newest_first: bool = False,
    limit: int | None = None,
    lang: str = ENGLISH,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame | None:
    """One row per fixture by kickoff; None where they are wanted otherwise."""
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    if newest_first or limit is not None or narrowed.figures is not None:
        return None
    frame = frame_of(FIXTURE_COLUMNS, fixture_columns(connection, narrowed, lang=language(lang)))
    if frame.empty:
        frame.attrs["reason"] = why_no_fixtures(connection, narrowed)
    return frame


def odds(
    connection: sqlite3.Connection,
    clock: Clock,
    fixture_id: int | Iterable[int] | None = None,
    *,
    market: str | None = None,
    bookmaker: str | None = None,
    ladder: bool = False,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame:
    """The frame of odds_view, without its rows as Python objects."""
    asked = odds_asked(connection, clock, fixture_id, market, bookmaker, filters)
    arrays = odds_columns(connection, asked, ladder=ladder)
    return to_frame(asked.view, arrays)


def ladder(
    connection: sqlite3.Connection, clock: Clock, /, fixture_id: FixtureId, market: Market
) -> pd.DataFrame:
    """One row per quarter line of a market of a fixture, lowest first: our fair prices of both sides, up to 15.

    Priced as fair_lines are. Raises FixtureNotFound, InvalidArgument, and TooFewFixtures if it can't be priced.
    """
    priced = market_of(market)
    rungs = fair_ladder(connection, fixture_named(connection, fixture_id), priced, now=clock.now)
    names = ("line", *priced.shape.selections)
    rows = [*zip(rungs.lines, *rungs.prices.T, strict=True)]
    return framed([column(name, NUMBER) for name in names], rows)


IN_PLAY_COLUMNS = columns(
    "in_play",
    (
        *("minute", "home_goals", "away_goals", "home_men", "away_men"),
        *(f"{side}_{figure}_left" for figure in FIGURES for side in Side),
    ),
)


def in_play(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureId | None = None,
    *,
    means: Annotated[
        Mapping[str, tuple[float, float]] | None,
        Says("Figure (goals, corners, cards) → its means of both sides; in place of a fixture's."),
    ] = None,
    minute: Annotated[int | None, Says("This minute alone.", least=0, most=90)] = None,
    score: Annotated[tuple[int, int] | None, Says("Goals of both sides, with means.")] = None,
    men: Annotated[tuple[int, int] | None, Says("Men of both sides, with means.")] = None,
) -> pd.DataFrame:
    """One row per minute: score and men after its events, and what each side has still to come on average.

    A fixture's means are those of its fair lines before the match (cards as the card markets count); a figure whose line
    can't be priced is <NA>. Of a live fixture up to its newest event. By hand: in_play(means={"corners": (5.6, 4.4)}, minute=60, score=(0, 1)). Rates of
    five leagues in 2017/18, stoppage time included: a price that moved knows more. Raises FixtureNotFound,
    NotFound where the events do not have the goals, InvalidArgument.
    """
    if (fixture_id is None) == (means is None):
        raise InvalidArgument(
            "in_play takes the id of a fixture, or means", parameter="fixture_id", value=fixture_id
        )
    states = [(minute or 0, score or (0, 0), men or (11, 11))]
    if fixture_id is not None:
        fixture = fixture_named(connection, fixture_id)
        markets = [market_of(name) for name in _MEANS_OF.values()]
        priced = price(connection, [fixture], now=clock.now, markets=markets, quotes={})
        by_market = {row.market.param: row.fair for row in priced.comparisons}
        means = {
            figure: (fair.home_mean, fair.away_mean)
            for figure, name in _MEANS_OF.items()
            if (fair := by_market.get(name)) is not None
        }
        events = timelines(connection, [fixture.id])[fixture.id]
        states = [*_states(events)]
        if fixture.home_goals is not None and states[-1][1] != (
            fixture.home_goals,
            fixture.away_goals,
        ):
            raise NotFound(
                f"the events of fixture {fixture.id} do not have its goals; name means, minute and score by hand"
            )
        last = max((event.minute or 0 for event in events), default=0)
        if fixture.status == Status.FINISHED:
            last = 90
        minutes = range(last + 1) if minute is None else (minute,)
        states = [state for state in states if state[0] in minutes]
    means = means or {}
    for figure in means:
        one_of("figure", figure, FIGURES)
    rows: list[tuple[object, ...]] = []
    for at, goals, players in states:
        left = [
            still_to_come(
                figure,
                means[figure][place],
                minute=at,
                ahead=goals[place] - goals[1 - place],
                men_more=players[place] - players[1 - place],
            )
            if figure in means
            else None
            for figure in FIGURES
            for place in range(2)
        ]
        rows.append((at, *goals, *players, *left))
    return framed(IN_PLAY_COLUMNS, rows)


_MEANS_OF = {"goals": "goalline", "corners": "corner", "cards": "cards"}
"""Figure → the market whose line has its means."""

_Pair = tuple[int, int]


def _states(events: Sequence[EventRecord]) -> Iterator[tuple[int, _Pair, _Pair]]:
    """Each minute with the score and the men after its events."""
    goals, men = [0, 0], [11, 11]
    for minute in range(91):
        for event in events:
            if event.minute == minute and event.half <= 2 and event.team is not None:
                place = [*Side].index(Side(event.team))
                goals[place] += event.type == EventType.GOAL
                men[place] -= event.type == EventType.RED_CARD
        yield minute, (goals[0], goals[1]), (men[0], men[1])
