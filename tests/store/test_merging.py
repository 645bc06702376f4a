"""Claims of a fixture merge into the same rows, whatever their order."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.records import (
    EventRecord,
    FixtureRecord,
    KnockoutRecord,
    StatisticsRecord,
    VenueRecord,
)
from footydata.football.terms import Part, Status
from footydata.store.claims.claim import ClaimBody, FixtureClaim, LoadOfClaims, Rank, outdated_loads
from footydata.store.claims.merging import merge, merge_source

SOURCES = {
    1: Rank(-60, "football-data"),
    2: Rank(-40, "openfootball"),
    3: Rank(-60, "statsbomb"),
}
ALL = int(
    Part.BASE
    | Part.GOALS
    | Part.HALF_GOALS
    | Part.ROUND
    | Part.STATISTICS
    | Part.EVENTS
    | Part.ODDS
    | Part.KNOCKOUT
    | Part.VENUE
)
KICKOFF = 1_723_903_200
COUNT = st.none() | st.integers(0, 2)
PRICE = st.none() | st.sampled_from([1.9, 2.0])


def body(status: str = Status.FINISHED.value, *, parts: int = ALL, **values: Any) -> ClaimBody:
    """What was said of a fixture; values: columns of the fixture and fields of the body."""
    own = {
        name: values.pop(name)
        for name in ("details", "events", "odds", "figures", "lines")
        if name in values
    }
    fixture = FixtureRecord(7, 39, 1, 42, 49, **{"kickoff_ts": KICKOFF, "status": status, **values})
    return ClaimBody(fixture, parts, 5, **own)


def claim(source_id: int, load_id: int, said_: ClaimBody, **more: Any) -> FixtureClaim:
    load = LoadOfClaims(SOURCES[source_id], load_id, source_id, load_id * 10, **more)
    return FixtureClaim(load, said_)


DETAILS: Any = {
    int(Part.STATISTICS): st.builds(StatisticsRecord, st.just(7), COUNT, COUNT),
    int(Part.KNOCKOUT): st.builds(KnockoutRecord, st.just(7), COUNT, COUNT, number=COUNT),
    int(Part.VENUE): st.builds(
        VenueRecord, st.just(7), st.none() | st.sampled_from(["Wembley", "Azteca"])
    ),
}


@st.composite
def ladders(draw: st.DrawFn) -> dict[float, tuple[float, float]]:
    """Lines with their prices, the main one first."""
    lines = draw(st.lists(st.sampled_from([1.5, 2.5, 3.5]), unique=True))
    return {line: (draw(st.sampled_from([1.9, 2.0])), 1.9) for line in lines}


@st.composite
def bodies(draw: st.DrawFn) -> ClaimBody:
    ladder = draw(ladders())
    main, *others = ladder or [None]
    of_main = (main, *ladder.get(main or 0, (None, None)), None)
    quote = (None, draw(PRICE), draw(PRICE), None, *[None] * 8)
    events = [EventRecord(7, 1, "goal", 1, draw(st.integers(1, 3)), team="home", count=1)]
    return body(
        draw(st.sampled_from([each.value for each in Status])),
        parts=Part.BASE | draw(st.integers(0, 65535)) & ALL,
        kickoff_ts=KICKOFF + draw(st.sampled_from([0, 3600, 7 * 86_400])),
        time_known=draw(st.integers(0, 1)),
        home_goals=draw(COUNT),
        away_goals=draw(COUNT),
        half_home_goals=draw(COUNT),
        round=draw(COUNT),
        stage=draw(st.none() | st.sampled_from(["A", "B"])),
        details=draw(st.fixed_dictionaries({}, optional=DETAILS)),
        events=draw(st.none() | st.just([]) | st.just(events)),
        odds=({(3, "1x2"): quote} if draw(st.booleans()) else {})
        | ({(3, "goal_line"): (*[None] * 4, *of_main, *[None] * 4)} if ladder else {}),
        lines={(3, "goal_line", "closing", line): ladder[line] for line in others},
        figures={("fouls", 0): (draw(COUNT), draw(COUNT))} if draw(st.booleans()) else {},
    )


@st.composite
def several(draw: st.DrawFn) -> list[FixtureClaim]:
    """Claims of one fixture, each of a load of its own; some are of one run, some correct."""
    claims = []
    runs: dict[int, int] = {}
    for load_id in range(1, draw(st.integers(1, 5)) + 1):
        source_id = draw(st.sampled_from(sorted(SOURCES)))
        run = runs.setdefault(source_id, load_id) if draw(st.booleans()) else None
        claims.append(
            claim(source_id, load_id, draw(bodies()), run=run, corrects=draw(st.booleans()))
        )
    return claims


@given(claims=several(), data=st.data())
def test_merge_is_independent_of_the_order_of_claims(
    claims: list[FixtureClaim], data: st.DataObject
) -> None:
    assert merge(data.draw(st.permutations(claims))) == merge(claims)


@given(bodies_=st.lists(bodies(), min_size=2, max_size=4), data=st.data())
def test_merge_is_independent_of_the_order_within_a_load(
    bodies_: list[ClaimBody], data: st.DataObject
) -> None:
    claims = [claim(1, 1, each) for each in bodies_]
    assert merge(data.draw(st.permutations(claims))) == merge(claims)


@given(claims=several())
def test_claims_of_one_source_merge_like_a_single_claim(claims: list[FixtureClaim]) -> None:
    current = [each for each in claims if each.load.id not in outdated_loads(claims)]
    assert merge(current) == merge(claims)
    for source_id in {each.load.source_id for each in current}:
        own = [
            each for each in current if each.load.source_id == source_id and each.load.run is None
        ]
        if len(own) > 1 and all(each.body.is_finished for each in claims):
            once = FixtureClaim(own[0].load._replace(corrects=False), merge_source(own))
            assert merge([once]).fixture == merge(own).fixture
            assert (merge([once]).odds, merge([once]).lines) == (merge(own).odds, merge(own).lines)


@given(claims=several())
def test_only_claim_is_the_fixture(claims: list[FixtureClaim]) -> None:
    only = claims[0]
    merged = merge([only])
    assert merged.fixture.kickoff_ts == only.body.fixture.kickoff_ts
    assert [source.parts for source in merged.sources] == [only.body.parts]
    assert merged.lines == only.body.lines


@given(claims=several())
def test_each_line_of_a_ladder_stands_once(claims: list[FixtureClaim]) -> None:
    merged = merge(claims)
    main = merged.odds.get((3, "goal_line"), (None,) * 12)[4]
    told = {key[3] for claim in claims for key in claim.body.lines}
    assert main not in {key[3] for key in merged.lines}
    if not outdated_loads(claims):
        assert told <= {main, *(key[3] for key in merged.lines)}


def test_less_trusted_source_counts_when_it_is_alone_again() -> None:
    less, more = (
        claim(2, 1, body(home_goals=1, away_goals=1)),
        claim(1, 2, body(home_goals=2, away_goals=1)),
    )
    assert merge([less, more]).fixture.home_goals == 2
    assert merge([less]).fixture.home_goals == 1


def test_correction_stands_until_the_next_one() -> None:
    first, file = claim(1, 1, body(home_goals=1)), claim(1, 3, body(home_goals=3))
    corrections = [claim(1, load_id, body(home_goals=load_id), corrects=True) for load_id in (2, 4)]
    assert merge([first, file]).fixture.home_goals == 1
    assert merge([first, corrections[0], file]).fixture.home_goals == 2
    assert merge([first, *corrections, file]).fixture.home_goals == 4


@pytest.mark.parametrize("status", [Status.SCHEDULED.value, Status.LIVE.value])
def test_figures_of_an_unfinished_fixture_do_not_count_after_its_end(status: str) -> None:
    before = claim(1, 1, body(status, home_goals=1, round=7, half_home_goals=1))
    ended = claim(2, 2, body(home_goals=2))
    row = merge([before, ended]).fixture
    assert (row.status, row.home_goals, row.half_home_goals, row.round) == ("finished", 2, None, 7)


def test_latest_file_of_a_run_decides_the_status() -> None:
    furthest, behind = (
        claim(1, 1, body(Status.SCHEDULED.value), run=1),
        claim(1, 2, body(home_goals=3), run=1),
    )
    assert merge([behind, furthest]).fixture.status == "scheduled"
    assert outdated_loads([behind, furthest]) == {2}


def test_live_fixture_that_has_begun_is_not_scheduled_again() -> None:
    live = claim(1, 1, body(Status.LIVE.value, parts=Part.BASE | Part.GOALS, home_goals=1))
    later = claim(1, 2, body(Status.SCHEDULED.value, parts=int(Part.BASE)))
    assert merge([live, later]).fixture.status == "live"
    removed = later._replace(
        body=body(Status.SCHEDULED.value, parts=int(Part.BASE), state_detail="removed")
    )
    assert merge([live, removed]).fixture.state_detail == "removed"


def test_first_priced_quote_is_filled_from_quotes_that_agree() -> None:
    line = {(3, "goal_line"): (2.5, *[None] * 11)}
    priced = {(3, "goal_line"): (2.5, 1.9, None, None, *[None] * 8)}
    agreeing = {(3, "goal_line"): (2.5, 1.9, 2.0, None, *[None] * 8)}
    claims = [
        claim(1, 1, body(odds=line)),
        claim(3, 2, body(odds=priced)),
        claim(2, 3, body(odds=agreeing)),
    ]
    assert merge(claims).odds == agreeing
