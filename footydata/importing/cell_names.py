"""Names every known value of a fixture, so that a load can note which of them it gave.

A cell is a column of the fixture (`home_goals`), a figure of its statistics (`statistics.home_attacks`), its timeline
(`event`), a quote of a bookmaker (`odds.pinnacle.1x2.closing`), an odds history (`odds_tick.pinnacle.1x2`), a further
figure and its half (`figure.fouls.0`) or a part as given by a source (`part.v1.64`). Unknown values have no name.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from footydata.contract.terms import Part
from footydata.records import FixtureRecord, StatisticsRecord
from footydata.store.stored import NO_QUOTE, PERIODS, Stored

_SHAPES_REMEMBERED = 10_000


class CellNames:
    """The names of the cells of fixtures, cached by which values are known: few fixtures of a file differ in this."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.forget()

    def forget(self) -> None:
        """Clear the cache: after a rollback, or a write by others, bookmakers may have other ids."""
        self._slugs: dict[int, str] = {}
        self._shapes: dict[tuple[object, ...], frozenset[str]] = {}

    def known(self, stored: Stored) -> frozenset[str]:
        """The cells of a fixture that are known, without odds histories."""
        fixture, statistics, events, odds, sources, figures = stored
        shape = (
            tuple([value is None for value in fixture]),
            None if statistics is None else tuple([value is None for value in statistics]),
            bool(events),
            tuple(
                [
                    (key, quotes[:4] != NO_QUOTE, quotes[4:8] != NO_QUOTE, quotes[8:] != NO_QUOTE)
                    for key, quotes in odds.items()
                ]
            ),
            tuple(figures),
            tuple([(source.name, source.parts) for source in sources]),
        )
        found = self._shapes.get(shape)
        if found is None:
            if len(self._shapes) >= _SHAPES_REMEMBERED:
                self._shapes.clear()
            found = self._shapes[shape] = frozenset(self._names(stored))
        return found

    def not_standing(self, given: Stored, after: Stored, *, in_part: bool) -> list[str]:
        """The cells of a fixture whose values differ in what is stored of it afterwards.

        in_part: a quote or a further figure counts as equal if those of its values that are known are equal.
        """
        names: list[str] = []
        if given.fixture is not after.fixture:
            names += _differing(_FIXTURE_CELLS, given.fixture, after.fixture)
        if given.statistics is not None and given.statistics is not after.statistics:
            names += _differing(_STATISTICS_CELLS, given.statistics, after.statistics or _NO_STATISTICS)
        if given.events and given.events is not after.events and given.events != after.events:
            names.append("event")
        for key, quotes in () if given.odds is after.odds else given.odds.items():
            others = after.odds.get(key)
            if others is quotes or others == quotes:
                continue
            for period, place in PERIODS:
                quote = quotes[place]
                stored = NO_QUOTE if others is None else others[place]
                if quote not in (stored, NO_QUOTE) and not (in_part and _is_within(quote, stored)):
                    names.append(_quote(self.slug(key[0]), key[1], period))
        for figure_key, figure in given.figures.items():
            other_figure = after.figures.get(figure_key)
            values = figure.home, figure.away
            stands = None if other_figure is None else (other_figure.home, other_figure.away)
            if stands is None or (values != stands and not (in_part and _is_within(values, stands))):
                names.append(_figure(*figure_key))
        if given.sources != after.sources:
            parts = {source.name: source.parts for source in after.sources}
            for source in given.sources:
                names += _parts(source.name, source.parts & ~parts.get(source.name, 0))
        return names

    def series(self, bookmaker_id: int, market: str) -> str:
        """The cell of an odds history; its ticks have no cells of their own."""
        return f"odds_tick.{self.slug(bookmaker_id)}.{market}"

    def slug(self, bookmaker_id: int) -> str:
        """The slug of a stored bookmaker."""
        if bookmaker_id not in self._slugs:
            self._slugs = dict(self._connection.execute("select id, slug from bookmaker").fetchall())
        return self._slugs[bookmaker_id]

    def _names(self, stored: Stored) -> Iterator[str]:
        fixture, statistics, events, odds, sources, figures = stored
        yield from (name for name, place in _FIXTURE_CELLS if fixture[place] is not None)
        if statistics is not None:
            yield from (name for name, place in _STATISTICS_CELLS if statistics[place] is not None)
        if events:
            yield "event"
        for (maker_id, market), quotes in odds.items():
            periods = (period for period, place in PERIODS if quotes[place] != NO_QUOTE)
            yield from (_quote(self.slug(maker_id), market, period) for period in periods)
        yield from (_figure(*key) for key in figures)
        for source in sources:
            yield from _parts(source.name, source.parts)


_FIXTURE_CELLS = tuple(
    (name, place)
    for place, name in enumerate(FixtureRecord._fields)
    if not name.endswith("_id") and name not in ("id", "esports")
)
_STATISTICS_CELLS = tuple((f"statistics.{name}", place) for place, name in enumerate(StatisticsRecord._fields) if place)
_NO_STATISTICS = (None,) * len(StatisticsRecord._fields)


def _differing(cells: Iterable[tuple[str, int]], given: Sequence[object], after: Sequence[object]) -> list[str]:
    return [name for name, place in cells if given[place] is not None and given[place] != after[place]]


def _is_within(given: Sequence[object], stored: Sequence[object]) -> bool:
    return all(one is None or one == other for one, other in zip(given, stored, strict=True))


def _quote(slug: str, market: str, period: str) -> str:
    return f"odds.{slug}.{market}.{period}"


def _figure(figure: str, half: int) -> str:
    return f"figure.{figure}.{half}"


@cache
def _parts(source: str, parts: int) -> tuple[str, ...]:
    return tuple(f"part.{source}.{part.value}" for part in Part(parts))
