"""Who says what of a fixture, and where sources differ."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.errors import FixtureNotFound, InvalidArgument, NotFound
from footydata.football.records import EventRecord
from footydata.football.terms import Part, Status
from footydata.sources.parsed import Figures, ParsedFixture, TeamKey
from footydata.store.file.opening import open_database
from footydata.store.read.fixtures import FixtureFilter
from footydata.store.read.said_values import figure_names
from footydata.store.read.who_says import (
    DifferingValue,
    Disagreement,
    SourceValue,
    compared_values,
    differing_values,
    disagreements,
    source_values,
    summary,
    why_none,
)
from tests.ingest.importing import import_parsed
from tests.ingest.parsed_rows import BET365, ODDS, TRUST, fixture, played, result_prices

EVERY = FixtureFilter()
CORNERS = Part.BASE | Part.GOALS | Part.CORNERS


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = open_database(tmp_path / "football.db")
    yield opened
    opened.close()


class Loads:
    """Loads of one fixture, a minute apart."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.now = 1_723_900_000

    def add(self, source: str, parsed: ParsedFixture, *, correct: bool = False) -> None:
        self.now += 60
        import_parsed(
            self.connection,
            parsed,
            source=source,
            trust=TRUST[source],
            now=self.now,
            place=f"{source} {self.now}",
            correct=correct,
        )

    def of(self, value: str) -> list[tuple[str, str, bool, str]]:
        """Source, what it says, whether that stands, and why."""
        return [
            (row.source, row.says, row.is_standing, row.why)
            for row in self.rows()
            if row.value == value
        ]

    def rows(self) -> list[SourceValue]:
        (fixture_id,) = self.connection.execute("select id from fixture").fetchone()
        return source_values(self.connection, fixture_id)


@pytest.fixture
def loads(connection: sqlite3.Connection) -> Loads:
    return Loads(connection)


def corners(home: int, away: int, goals: tuple[int, int] = (2, 1)) -> ParsedFixture:
    return played(figures=Figures(*goals, home_corners=home, away_corners=away), parts=CORNERS)


def test_the_more_trusted_source_stands_whichever_came_first(loads: Loads) -> None:
    loads.add("openfootball", corners(6, 3))
    loads.add("football-data", corners(7, 3))
    assert loads.of("corners") == [
        ("football-data", "7-3", True, "most trusted"),
        ("openfootball", "6-3", False, "less trusted"),
    ]
    assert loads.of("goals") == [
        ("football-data", "2-1", True, "all agree"),
        ("openfootball", "2-1", True, "says the same"),
    ]


def test_contradictions_come_first_and_what_one_source_gives_last(loads: Loads) -> None:
    loads.add("football-data", corners(7, 3))
    loads.add("openfootball", played((2, 2), round=3, parts=Part.BASE | Part.GOALS | Part.ROUND))
    order = list(dict.fromkeys((row.value, row.differs) for row in loads.rows()))
    assert order[0] == ("goals", True)
    assert {value for value, _ in order[-2:]} == {"corners", "round"}
    assert loads.of("corners") == [("football-data", "7-3", True, "the only one")]
    assert summary(loads.rows()) == "1 value differs between football-data, openfootball."


def test_a_fixture_of_one_source_says_so(loads: Loads) -> None:
    loads.add("football-data", played())
    assert (
        summary(loads.rows())
        == "Only football-data gives this fixture; there is nothing to compare."
    )
    assert not any(row.differs for row in loads.rows())


def test_a_correction_stands_before_what_the_source_said_first(loads: Loads) -> None:
    loads.add("football-data", played((2, 1)))
    loads.add("football-data", played((2, 2)), correct=True)
    assert loads.of("goals") == [
        ("football-data", "2-2", True, "a correction"),
        ("football-data", "2-1", False, "a correction counts"),
    ]
    assert summary(loads.rows()) == (
        "Only football-data gives this fixture; 1 value differs between its loads."
    )


def test_without_a_correction_the_first_finished_load_stands(loads: Loads) -> None:
    loads.add("football-data", played((2, 1)))
    loads.add("football-data", played((2, 2)))
    assert loads.of("goals") == [
        ("football-data", "2-1", True, "the first finished load"),
        ("football-data", "2-2", False, "the first finished load counts"),
    ]


def test_a_count_from_before_the_end_is_left_out_and_no_contradiction(loads: Loads) -> None:
    live = fixture(status=Status.LIVE, figures=Figures(1, 0), parts=Part.BASE | Part.GOALS)
    loads.add("v1", live)
    loads.add("football-data", played((2, 1)))
    assert loads.of("goals") == [
        ("v1", "1-0", False, "from before the end"),
        ("football-data", "2-1", True, "most trusted"),
    ]
    assert not any(row.differs for row in loads.rows())


def test_a_day_without_a_time_is_filled_by_the_time_of_another(loads: Loads) -> None:
    loads.add("football-data", played(kickoff="2024-08-17T00:00", time_known=False))
    loads.add("openfootball", played())
    assert loads.of("kickoff") == [
        ("football-data", "2024-08-17", True, "filled by others"),
        ("openfootball", "2024-08-17 14:00", True, "says the same"),
    ]
    assert {row.stands for row in loads.rows() if row.value == "kickoff"} == {"2024-08-17 14:00"}


def test_quotes_are_compared_by_bookmaker_market_and_period(loads: Loads) -> None:
    loads.add("football-data", fixture(parts=ODDS, odds=(result_prices(1.9, 3.5, 4.2),)))
    loads.add("openfootball", fixture(parts=ODDS, odds=(result_prices(1.9, 3.5, 4.3),)))
    assert loads.of(f"{BET365.slug} 1x2 opening") == [
        ("football-data", "1.9 3.5 4.2", True, "most trusted"),
        ("openfootball", "1.9 3.5 4.3", False, "less trusted"),
    ]


def test_each_source_has_its_own_spelling_of_a_team(loads: Loads) -> None:
    loads.add("football-data", played())
    loads.add("openfootball", played(home=TeamKey("Arsenal FC")))
    assert loads.of("home") == [
        ("football-data", "Arsenal", True, "its spelling"),
        ("openfootball", "Arsenal FC", False, "its spelling"),
    ]
    assert not any(row.differs for row in loads.rows())


def test_timelines_that_count_the_same_say_what_each_alone_has(loads: Loads) -> None:
    def with_goal(minute: int) -> ParsedFixture:
        goal = EventRecord(0, 1, "goal", 1, minute, None, "home", 1)
        return played((1, 0), events=(goal,), parts=Part.BASE | Part.GOALS | Part.EVENTS)

    loads.add("v1", with_goal(12))
    loads.add("football-data", with_goal(13))
    assert loads.of("events") == [
        ("v1", "only here: goal 12 home", True, "most trusted"),
        ("football-data", "only here: goal 13 home", False, "less trusted"),
    ]


def test_an_unknown_fixture_is_an_error(connection: sqlite3.Connection) -> None:
    with pytest.raises(FixtureNotFound, match="no fixture has the id 7"):
        source_values(connection, 7)


def test_disagreements_are_counted_by_season_figure_and_sources(loads: Loads) -> None:
    loads.add("football-data", corners(7, 3))
    loads.add("openfootball", corners(6, 1))
    rows = {row.figure: row for row in disagreements(compared_values(loads.connection, EVERY))}
    sources = ("football-data", "openfootball")
    assert rows["corners"] == Disagreement(
        "Premier League", "24/25", "corners", *sources, 1, 1, 1.0, 3.0
    )
    assert rows["goals"] == Disagreement(
        "Premier League", "24/25", "goals", *sources, 1, 0, 0.0, None
    )
    assert disagreements(compared_values(loads.connection, EVERY))[0].figure == "corners"


def test_a_count_leads_on_to_its_fixtures(loads: Loads) -> None:
    loads.add("football-data", corners(7, 3))
    loads.add("openfootball", corners(6, 1))
    (row,) = differing_values(
        compared_values(
            loads.connection, EVERY, figure="Corners", between=("openfootball", "FOOTBALL-DATA")
        )
    )
    assert row == DifferingValue(
        row.fixture_id,
        "2024-08-17 14:00",
        "Premier League",
        "24/25",
        "Arsenal",
        "Chelsea",
        "corners",
        "football-data",
        "7-3",
        "openfootball",
        "6-1",
        "7-3",
    )


def test_the_name_of_a_part_is_that_of_its_figures(loads: Loads) -> None:
    cards = Part.BASE | Part.CARDS
    loads.add(
        "football-data",
        played(figures=Figures(home_yellow=1, away_yellow=2, home_red=0, away_red=0), parts=cards),
    )
    loads.add(
        "openfootball",
        played(figures=Figures(home_yellow=1, away_yellow=3, home_red=0, away_red=0), parts=cards),
    )
    rows = disagreements(compared_values(loads.connection, EVERY, figure="cards"))
    assert [(row.figure, row.differ, row.gap) for row in rows] == [
        ("yellow", 1, 1.0),
        ("red", 0, None),
    ]


@pytest.mark.parametrize(
    ("figure", "between", "reason"),
    [
        ("goals", (), "no value differs in 1 comparison"),
        ("xg", (), "none of the 1 matching fixture has the figure xg from two sources"),
        (
            None,
            ("football-data", "statsbomb"),
            "has anything from both football-data and statsbomb",
        ),
    ],
)
def test_no_disagreement_has_a_reason(
    loads: Loads, figure: str | None, between: tuple[str, ...], reason: str
) -> None:
    loads.add("football-data", played())
    loads.add("openfootball", played())
    loads.connection.execute("insert into source (name, trust) values ('statsbomb', 60)")
    assert reason in why_none(loads.connection, EVERY, figure=figure, between=between)


@pytest.mark.parametrize(
    ("options", "error", "hint"),
    [
        ({"figure": "corner"}, InvalidArgument, "did you mean corners"),
        ({"between": ("football-dta", "openfootball")}, NotFound, "did you mean football-data"),
        ({"between": ("openfootball",)}, InvalidArgument, "two different sources"),
        ({"between": ("openfootball", "openfootball")}, InvalidArgument, "two different sources"),
    ],
)
def test_an_unknown_figure_or_source_is_an_error_with_the_nearest(
    loads: Loads, options: dict[str, str], error: type[Exception], hint: str
) -> None:
    loads.add("football-data", played())
    loads.add("openfootball", played())
    with pytest.raises(error, match=hint):
        list(compared_values(loads.connection, EVERY, **options))  # type: ignore[arg-type]


def test_every_figure_that_sources_give_can_be_asked_for(loads: Loads) -> None:
    loads.add("football-data", corners(7, 3))
    loads.add("openfootball", fixture(parts=ODDS, odds=(result_prices(1.9, 3.5, 4.2),)))
    values = {row.value for row in loads.rows()} - {"home", "away", "bet365 1x2 opening"}
    assert values <= set(figure_names())
    assert {"cards", "statistics", "odds", "odds_1x2", "base"} <= set(figure_names())
