"""The statistics of a fixture in API-Football's answers."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from footydata.football.records import StatisticsRecord
from footydata.football.terms import Part, Side
from footydata.sources.api_football_fixtures import FixtureEnd, FixtureEntry, NamedById, sides_of
from footydata.sources.cells import read_count, read_number
from footydata.sources.json_rows import Text, shaped
from footydata.sources.parsed import NO_ID, ParsedFigure, ParsedFixture
from footydata.sources.refusing import ONE_SIDES_FIGURE, BadRow

COUNTS = {"Corner Kicks": "corners", "Yellow Cards": "yellow", "Red Cards": "red"}
IN_PLAY = {"Shots on Goal": "shots_on_target", "Shots off Goal": "shots_off_target", "Ball Possession": "possession"}
FURTHER = {
    "Total Shots": "shots", "Fouls": "fouls", "Offsides": "offsides", "Total passes": "passes", "expected_goals": "xg",
}  # fmt: skip
"""Type of a statistic → a field of Figures, a field of StatisticsRecord, a figure of the register."""


class _Statistic(Struct):
    type: Text
    value: int | float | Text | None = None


class _TeamStatistics(Struct):
    team: NamedById
    statistics: list[_Statistic]
    statistics_1h: list[_Statistic] = []


def with_statistics(
    fixture: ParsedFixture,
    raw: FixtureEntry,
    end: FixtureEnd,
    listed: list[Any],
    refuse: Callable[[str, str], None],
    remarks: Counter[str],
) -> ParsedFixture:
    if end.after is not None:
        remarks["statistics that may count extra time are not read"] += 1
        return fixture
    teams = shaped(listed, list[_TeamStatistics])
    by_side = dict(zip(sides_of(raw, [each.team for each in teams]), teams, strict=True))
    if set(by_side) != set(Side) or len(teams) != len(Side):
        raise BadRow("statistics of one side alone, or of one twice")
    home, away = by_side[Side.HOME], by_side[Side.AWAY]
    whole = _values(home.statistics, away.statistics, refuse)
    half = _values(home.statistics_1h, away.statistics_1h, refuse)
    figures, statistics, parts = fixture.figures, StatisticsRecord(NO_ID), fixture.parts
    for name, field in COUNTS.items():
        if name in whole:
            figures = figures._replace(**_by_side("", field, whole[name]))
            parts |= Part.CORNERS if field == "corners" else Part.CARDS
    if corners := half.get("Corner Kicks"):
        figures, parts = figures._replace(**_by_side("half_", "corners", corners)), parts | Part.HALF_CORNERS
    for values, prefix in ((whole, ""), (half, "half_")):
        for name, field in IN_PLAY.items():
            if name in values:
                statistics = statistics._replace(**_by_side(prefix, field, values[name]))
                parts |= Part.STATISTICS
    further = tuple(
        ParsedFigure(figure, *values[name], half=number)
        for number, values in enumerate((whole, half))
        for name, figure in FURTHER.items()
        if name in values
    )
    return fixture._replace(
        figures=figures,
        statistics=statistics if Part.STATISTICS in parts else None,
        further=further,
        parts=parts | (Part.FURTHER_FIGURES if further else Part(0)),
    )


def _by_side(prefix: str, field: str, values: tuple[float, float]) -> dict[str, Any]:
    return {f"{prefix}{side}_{field}": int(value) for side, value in zip(Side, values, strict=True)}


def _values(
    home: list[_Statistic], away: list[_Statistic], refuse: Callable[[str, str], None]
) -> dict[str, tuple[float, float]]:
    """Type → the values of both sides, of the types that are read; none is known of a value null."""
    values: dict[str, tuple[float, float]] = {}
    of_home, of_away = ({each.type: each.value for each in side} for side in (home, away))
    for name in (*COUNTS, *IN_PLAY, *FURTHER):
        both = [_number(of_side.get(name), name, refuse) for of_side in (of_home, of_away)]
        if both[0] is not None and both[1] is not None:
            values[name] = both[0], both[1]
        elif both != [None, None]:
            refuse(ONE_SIDES_FIGURE, name)
    return values


def _number(value: int | float | str | None, name: str, refuse: Callable[[str, str], None]) -> float | None:
    if value is None:
        return None
    text = str(value).removesuffix("%" if name == "Ball Possession" else "")
    number = read_number(text) if name == "expected_goals" else read_count(text, 2000)
    if number is None or number < 0:
        refuse("no number", name)
        return None
    return number
