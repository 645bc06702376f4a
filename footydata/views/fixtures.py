"""Fixtures: lists by any filter, and those whose figures fulfil a condition."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias, Unpack

from footydata.football.errors import FixtureNotFound, InvalidArgument
from footydata.football.moments import is_overdue, minute_text
from footydata.football.records import FixtureRecord, KnockoutRecord, VenueRecord
from footydata.football.records.meaning import INTEGER, NUMBER
from footydata.football.rows import FixtureRow
from footydata.football.scores import end_doubt, whole_score
from footydata.football.terms import ENGLISH, Order, card_count, card_points
from footydata.football.wording import plural
from footydata.rules.ties import By
from footydata.store.read.conditions import FIGURES, fixture_filter, why_none_found
from footydata.store.read.counts import values_of
from footydata.store.read.details import rows_of
from footydata.store.read.fixture_checks import doubt_texts
from footydata.store.read.fixtures import (
    Condition,
    FixtureFilter,
    count_fixtures,
    fixture_by_id,
    fixture_ids,
    why_no_fixtures,
)
from footydata.store.read.fixtures import fixtures as read_fixtures
from footydata.store.read.seasons.brackets import ties_of_fixtures, unplaced_fixtures
from footydata.store.typed_names import as_list, language
from footydata.views.arguments import Clock, Count, FixtureFilters, Says
from footydata.views.columns import Column, column, columns, row_of
from footydata.views.doubts import fixture_doubts
from footydata.views.view import Block, Shown, View

TIE_FIELDS = ("tie", "leg", "through", "decided_by", "doubt")
"""The columns of a fixture that tell of its tie; of `through` and `decided_by` the tie's, else the source's word."""

CUP_FIELDS = (
    *(name for name in KnockoutRecord._fields[1:] if name != "through"),
    *TIE_FIELDS,
    *VenueRecord._fields[1:],
)
_FIRST = (
    *("kickoff_ts", "league", "home", "home_goals", "away_goals", "away"),
    *("half_home_goals", "half_away_goals", "home_corners", "away_corners"),
    *("home_yellow", "away_yellow", "home_red", "away_red", "status"),
)
_IDS = ("id", "league_id", "season_id", "home_id", "away_id")
FIXTURE_COLUMNS = columns(
    "fixtures",
    (
        *_FIRST,
        *(
            name
            for name in (*FixtureRecord._fields, "season", "country", *CUP_FIELDS)
            if name not in (*_FIRST, *_IDS)
        ),
        *_IDS,
    ),
    entity="fixture",
)
"""What one looks for first, ids last. A new column of records.FixtureRecord is added here without a change."""

NO_RESULT = "no result"
"""The status, for people, of a fixture that should be over."""


def pair(home: int | None, away: int | None) -> str | None:
    """A figure of both sides as text, None if either is unknown.

    >>> pair(2, 1)
    '2-1'
    """
    return None if home is None or away is None else f"{home}-{away}"


class WholeFixture(NamedTuple):
    """A fixture with what is stored beside it.

    values: in the order of FIXTURE_COLUMNS. end: how it ended. doubt: what is doubtful of it, None if nothing is.
    """

    fixture: FixtureRow
    values: tuple[object, ...]
    end: KnockoutRecord
    doubt: object | None

    @property
    def score(self) -> str | None:
        """The score of ninety minutes, and what came after; a question mark where something is doubtful."""
        row = self.fixture
        sides = (row.home, row.away)
        score = whole_score(row.home_goals, row.away_goals, self.end, sides=sides)
        return f"{score}{'?' if self.doubt else ''}" if score else None


def _kickoff(row: WholeFixture, *, zone: tzinfo) -> str:
    known = bool(row.fixture.time_known)
    return minute_text(row.fixture.kickoff_ts, time_known=known, zone=zone)


def _state(row: WholeFixture, *, now: int) -> str:
    fixture = row.fixture
    is_missing = is_overdue(fixture, now=now)
    return NO_RESULT if is_missing else fixture.state_detail or fixture.status


def _field(row: WholeFixture, *, name: str) -> Any:
    return getattr(row.fixture, name)


def _pair(row: WholeFixture, *, figure: str, half: str = "") -> str | None:
    names = (f"{half}home_{figure}", f"{half}away_{figure}")
    return pair(*(getattr(row.fixture, name) for name in names))


def _cards(
    row: WholeFixture, *, count: Callable[[int | None, int | None], int | None]
) -> str | None:
    fixture = row.fixture
    home = count(fixture.home_yellow, fixture.home_red)
    return pair(home, count(fixture.away_yellow, fixture.away_red))


LEAGUE = Shown("league", partial(_field, name="league"), 60, kind="text")
SIDES = (
    Shown("home", partial(_field, name="home"), kind="text", is_needed=True),
    Shown("score", "score", kind="whole", is_needed=True),
    Shown("away", partial(_field, name="away"), kind="text", is_needed=True),
    Shown("half", partial(_pair, figure="goals", half="half_"), 90, kind="whole"),
    Shown("corners", partial(_pair, figure="corners"), 70, kind="whole"),
    Shown("cards", partial(_cards, count=card_count), 80, kind="whole"),
)
"""The columns of a whole fixture that every list of them has."""

Figures: TypeAlias = Mapping[int, Sequence[float | None]]
"""Fixture id → its further figures."""


def _figure(row: WholeFixture, *, figures: Figures, place: int) -> float | None:
    return figures[row.fixture.id][place]


def _shown(
    names: Sequence[str], figures: Figures, clock: Clock, *, is_of_one_league: bool
) -> tuple[Shown, ...]:
    """The columns of a list. names: of the further figures."""
    return (
        Shown("kickoff", partial(_kickoff, zone=clock.zone), kind="whole", is_needed=True),
        LEAGUE._replace(from_width=99) if is_of_one_league else LEAGUE,
        *SIDES,
        *(
            Shown(name, partial(_cards, count=card_points), kind="whole")
            if name == "card_points"
            else Shown(name, partial(_figure, figures=figures, place=place))
            for place, name in enumerate(names)
            if name not in _SEEN
        ),
        Shown("status", partial(_state, now=clock.now), kind="text"),
        Shown("id", partial(_field, name="id"), kind="whole", is_needed=True),
    )


def fixtures_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    newest_first: Annotated[bool, Says("The last kickoff first.", "Default false.")] = False,
    limit: Count | None = None,
    lang: str = ENGLISH,
    **filters: Unpack[FixtureFilters],
) -> View:
    """List fixtures by kickoff with scores of ninety minutes, corners and cards; start and end alike are one day."""
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    condition = narrowed.figures
    order = Order.DESC if newest_first or condition else Order.ASC
    rows = read_fixtures(connection, narrowed, order=order, limit=limit, lang=language(lang))
    count = len(rows) if len(rows) != limit else count_fixtures(connection, narrowed)
    whole = whole_fixtures(connection, rows)
    names = [name for name in (condition.names if condition else ()) if name not in _COLUMNS]
    figures = values_of(
        connection, [row.id for row in rows], {name: FIGURES[name] for name in names}
    )
    added = _figure_columns(names, list(figures.values()))
    which = "newest" if order is Order.DESC else "first"
    cut = f" The {which} {len(rows):,} are shown." if count > len(rows) else ""
    view = View(
        (*FIXTURE_COLUMNS, *added),
        [(*each.values, *figures[row.id]) for each, row in zip(whole, rows, strict=True)],
        _shown(names, figures, clock, is_of_one_league=len({row.league_id for row in rows}) == 1),
        [Block("", whole)],
        doubts=fixture_doubts(rows, [each.doubt for each in whole], now=clock.now),
        about={"matching": count},
        footer=f"{plural(count, 'fixture')}, times in {clock.zone}.{cut}" if rows else "",
        fixture_ids=[row.id for row in rows],
    )
    if condition is None:
        return view if rows else view._replace(reason=why_no_fixtures(connection, narrowed))
    return _found(connection, view, narrowed, condition, where=str(filters["where"]), cut=cut)


def _found(
    connection: sqlite3.Connection,
    view: View,
    narrowed: FixtureFilter,
    condition: Condition,
    *,
    where: str,
    cut: str,
) -> View:
    """The view of fixtures that fulfil a condition: of how many its figures are known."""
    known = count_fixtures(connection, replace(narrowed, figures=condition.known))
    about = {**view.about, "figures_known_of": known}
    if not view.rows:
        among = replace(narrowed, figures=None)
        why = why_none_found(connection, among, condition, where=where, known=known)
        return view._replace(about=about, reason=why)
    count = view.about["matching"]
    share = (
        f"{count:,} of {plural(known, 'fixture')} whose figures are known ({count / known:.1%})."
    )
    return view._replace(about=about, footer=f"{share}{cut}")


def whole_fixtures(
    connection: sqlite3.Connection, rows: Sequence[FixtureRow]
) -> list[WholeFixture]:
    """Fixtures with what is stored beside them."""
    ids = [row.id for row in rows]
    knockouts, venues = (
        rows_of(connection, KnockoutRecord, ids),
        rows_of(connection, VenueRecord, ids),
    )
    ties = tie_values(
        connection,
        {row.season_id for row in rows if row.season_id},
        {row.season_id for row in rows if row.season_id and row.stage and not row.in_table},
        ids,
        [(knockouts[row.id], row.home_goals, row.away_goals) for row in rows],
    )
    whole = []
    for row in rows:
        end = knockouts[row.id]
        values = row._asdict() | end._asdict() | venues[row.id]._asdict()
        values |= zip(TIE_FIELDS, ties[row.id], strict=True)
        whole.append(WholeFixture(row, row_of(FIXTURE_COLUMNS, values), end, values["doubt"]))
    return whole


def tie_values(
    connection: sqlite3.Connection,
    season_ids: Iterable[int],
    cup_season_ids: Iterable[int],
    fixture_ids: Iterable[int],
    ends: Iterable[tuple[KnockoutRecord, int | None, int | None]],
) -> dict[int, tuple[object, ...]]:
    """Fixture id → TIE_FIELDS, of the fixtures of which any is known, and of those with an end.

    cup_season_ids: the seasons with fixtures of knock-out rounds. fixture_ids: those that are checked for errors.
    ends: what came after ninety minutes, with the goals of these.
    """
    ties = ties_of_fixtures(connection, cup_season_ids)
    out_of_groups = unplaced_fixtures(connection, season_ids)
    errors = doubt_texts(connection, fixture_ids)
    of_ids = {end.fixture_id: (end, home, away) for end, home, away in ends}
    values: dict[int, tuple[object, ...]] = {}
    for id_ in {**ties, **of_ids, **out_of_groups, **errors}:
        tie = ties.get(id_)
        end, home, away = of_ids.get(id_, (KnockoutRecord(id_), None, None))
        by_penalties = By.PENALTIES.value if end.on_penalties else None
        doubt = (
            end_doubt(home, away, end)
            or (tie and tie.doubt)
            or out_of_groups.get(id_)
            or errors.get(id_)
        )
        values[id_] = (
            (tie.tie, tie.leg, tie.through, tie.decided_by, doubt)
            if tie
            else (None, None, end.through, by_penalties, doubt)
        )
    return values


class Chosen(NamedTuple):
    """The fixtures that are asked about: their ids, and the filter that they pass, an empty one if they are named."""

    ids: Sequence[int]
    narrowed: FixtureFilter


def chosen_fixtures(
    connection: sqlite3.Connection,
    clock: Clock,
    fixture_id: int | Iterable[int] | None,
    filters: FixtureFilters,
) -> Chosen:
    """The fixtures of these ids, or without any those of the filters.

    Raises FixtureNotFound, and InvalidArgument for ids and filters together.
    """
    ids = ids_alone(fixture_id, filters)
    if ids is None:
        narrowed = fixture_filter(connection, zone=clock.zone, **filters)
        return Chosen(fixture_ids(connection, narrowed), narrowed)
    return Chosen([fixture_named(connection, each).id for each in ids], FixtureFilter())


def ids_alone(fixture_id: int | Iterable[int] | None, filters: FixtureFilters) -> list[Any] | None:
    """The ids of fixtures that are named, None without any. Raises InvalidArgument for ids and filters together."""
    ids = as_list(fixture_id)
    beside = [name for name, value in filters.items() if value not in (None, False)]
    if ids is not None and beside:
        raise InvalidArgument(
            f"fixture_id names the fixtures; leave out {', '.join(beside)}",
            parameter="fixture_id",
            value=fixture_id,
        )
    return ids


def fixture_named(
    connection: sqlite3.Connection, fixture_id: int, *, lang: str = ENGLISH
) -> FixtureRow:
    """The fixture of an id. Raises FixtureNotFound."""
    row = fixture_by_id(connection, fixture_id, lang=language(lang))
    if row is None:
        raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
    return row


_COLUMNS = {each.name for each in FIXTURE_COLUMNS}
_SEEN = {"goals", "half_goals", "corners", "cards"}
"""The figures of both sides that people see in every list."""


def _figure_columns(names: Sequence[str], values: Sequence[Sequence[object]]) -> list[Column]:
    """The columns of further figures: of whole numbers where all are."""
    return [
        column(
            name,
            INTEGER
            if values and all(row[place] is None or isinstance(row[place], int) for row in values)
            else NUMBER,
        )
        for place, name in enumerate(names)
    ]
