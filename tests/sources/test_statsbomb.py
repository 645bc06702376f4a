"""StatsBomb open data: matches, events, competitions."""

import json
import shutil
from pathlib import Path

import pytest

from footydata.football.records import KnockoutRecord
from footydata.sources.parsed import NO_ID, ParsedFixture, Refusal, SkippedFile, UnreadableFile
from footydata.sources.statsbomb import StatsBomb

MATCH = {
    "match_id": 9880,
    "match_date": "2018-04-14",
    "kick_off": "16:15:00.000",
    "competition": {"competition_id": 11, "country_name": "Spain", "competition_name": "La Liga"},
    "season": {"season_id": 1, "season_name": "2017/2018"},
    "home_team": {"home_team_id": 217, "home_team_name": "Barcelona"},
    "away_team": {"away_team_id": 207, "away_team_name": "Valencia"},
    "home_score": 2,
    "away_score": 1,
    "match_week": 32,
}


def event(
    kind: str, team: str = "Barcelona", *, period: int = 1, minute: int = 0, **more: object
) -> dict[str, object]:
    return {
        "type": {"name": kind},
        "team": {"name": team},
        "player": {"name": f"a player of {team}"},
        "period": period,
        "minute": minute,
        "possession": 1,
        **more,
    }


def shot(outcome: str, **more: object) -> dict[str, object]:
    return {"shot": {"outcome": {"name": outcome}, **more}}


TIMELINE = [
    event("Pass", minute=2, **{"pass": {"type": {"name": "Corner"}}}),
    event("Shot", minute=3, **shot("Goal")),
    event(
        "Foul Committed", "Valencia", minute=46, foul_committed={"card": {"name": "Yellow Card"}}
    ),
    event("Own Goal For", "Valencia", period=2, minute=50),
    event(
        "Bad Behaviour",
        "Valencia",
        period=2,
        minute=60,
        bad_behaviour={"card": {"name": "Second Yellow"}},
    ),
    event(
        "Substitution",
        period=2,
        minute=70,
        substitution={"replacement": {"name": "a fresh player"}},
    ),
    event("Shot", period=2, minute=80, **shot("Saved", type={"name": "Penalty"})),
    event("Shot", period=2, minute=92, **shot("Goal")),
]


def open_data(
    tmp_path: Path, match: dict[str, object], events: list[dict[str, object]] | Path
) -> Path:
    (tmp_path / "matches" / "11").mkdir(parents=True)
    (tmp_path / "events").mkdir()
    (tmp_path / "matches" / "11" / "1.json").write_text(json.dumps([match]))
    path = tmp_path / "events" / "9880.json"
    if isinstance(events, Path):
        shutil.copy(events, path)
    else:
        path.write_text(json.dumps(events))
    return path


def test_an_events_file_takes_day_and_teams_from_the_matches_beside_it(tmp_path: Path) -> None:
    parsed = list(StatsBomb().records(open_data(tmp_path, MATCH, TIMELINE)))
    assert len(parsed) == 1
    fixture = parsed[0]
    assert isinstance(fixture, ParsedFixture)
    assert (fixture.home.name, fixture.kickoff_ts, fixture.round, fixture.key) == (
        "Barcelona",
        1523715300,
        32,
        "9880",
    )
    assert fixture.figures.home_corners == 1


def with_events(folder: Path, rows: list[dict[str, object]], **match: int) -> ParsedFixture:
    (fixture,) = StatsBomb().records(open_data(folder, {**MATCH, **match}, rows))
    assert isinstance(fixture, ParsedFixture)
    return fixture


def test_the_timeline_is_chronological_with_the_halves_closed(tmp_path: Path) -> None:
    parsed = with_events(tmp_path, TIMELINE).events or ()
    assert [(one.type, one.half, one.minute, one.stoppage, one.team) for one in parsed] == [
        ("corner", 1, 3, None, "home"),
        ("goal", 1, 4, None, "home"),
        ("yellow_card", 1, 45, 2, "away"),
        ("period_score", 1, None, None, None),
        ("goal", 2, 51, None, "away"),
        ("red_card", 2, 61, None, "away"),
        ("substitution", 2, 71, None, "home"),
        ("missed_penalty", 2, 81, None, "home"),
        ("goal", 2, 90, 3, "home"),
        ("period_score", 2, None, None, None),
    ]


def test_a_second_yellow_is_one_red_card(tmp_path: Path) -> None:
    figures = with_events(tmp_path, TIMELINE).figures
    assert (figures.away_yellow, figures.away_red) == (1, 1)


def test_attacks_are_not_derivable_and_stay_unknown(tmp_path: Path) -> None:
    statistics = with_events(tmp_path, TIMELINE).statistics
    assert statistics is not None
    assert (statistics.home_attacks, statistics.home_shots_on_target) == (None, 3)


def test_events_without_their_match_are_refused(tmp_path: Path) -> None:
    path = open_data(tmp_path, {**MATCH, "match_id": 1}, TIMELINE)
    with pytest.raises(UnreadableFile, match="match 9880"):
        next(StatsBomb().records(path))


def test_events_that_contradict_the_score_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="the events end 2-1, the matches file says 2-0"):
        next(StatsBomb().records(open_data(tmp_path, {**MATCH, "away_score": 0}, TIMELINE)))


def test_a_truncated_file_is_refused_whole(tmp_path: Path) -> None:
    path = open_data(tmp_path, MATCH, TIMELINE)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(UnreadableFile, match="cut short"):
        next(StatsBomb().records(path))


def test_line_ups_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "9880.json"
    path.write_text(json.dumps([{"team_id": 217, "lineup": []}]))
    assert StatsBomb().recognises(path)
    with pytest.raises(SkippedFile, match="line-ups: no figure of ours is in them"):
        next(StatsBomb().records(path))


def test_unreadable_entry_is_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "1.json"
    path.write_text(json.dumps([{**MATCH, "match_date": "in spring"}, MATCH]))
    refusal, fixture = StatsBomb().records(path)
    assert isinstance(refusal, Refusal)
    assert refusal.line == 1
    assert refusal.reason.endswith("at `$.match_date`")
    assert isinstance(fixture, ParsedFixture)


def test_events_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UnreadableFile,
        match=r"can't be read: out of shape: .*minute",
    ):
        next(StatsBomb().records(open_data(tmp_path, MATCH, [{**TIMELINE[0], "minute": "early"}])))


def test_broken_matches_file_does_not_hide_the_others(tmp_path: Path) -> None:
    path = open_data(tmp_path, MATCH, TIMELINE)
    (tmp_path / "matches" / "11" / "0.json").write_text("[{")
    (parsed,) = StatsBomb().records(path)
    assert isinstance(parsed, ParsedFixture)


@pytest.mark.parametrize("name", ["notes.txt", "object.json", "other.json", "none.json"])
def test_another_file_is_not_recognised(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").write_text('[{"match_id": 1}]')
    (tmp_path / "object.json").write_text('{"match_id": 1}')
    (tmp_path / "other.json").write_text('[{"weather": "rain"}]')
    assert not StatsBomb().recognises(tmp_path / name)


EXTRA_TIME = [
    *TIMELINE,
    event("Foul Committed", period=3, minute=95, foul_committed={"card": {"name": "Yellow Card"}}),
    event("Shot", "Valencia", period=4, minute=121, **shot("Goal", type={"name": "Penalty"})),
]
SHOOTOUT = [
    event("Shot", period=5, minute=120, **shot("Goal", type={"name": "Penalty"})),
    event("Shot", "Valencia", period=5, minute=120, **shot("Saved", type={"name": "Penalty"})),
]
KNOCK_OUT = {**MATCH, "competition_stage": {"id": 25, "name": "Semi-finals"}}


def test_extra_time_and_shootout_stand_beside_ninety_minutes(tmp_path: Path) -> None:
    match = {**KNOCK_OUT, "away_score": 2}
    fixture = next(StatsBomb().records(open_data(tmp_path, match, [*EXTRA_TIME, *SHOOTOUT])))
    assert isinstance(fixture, ParsedFixture)
    assert (fixture.figures[:2], fixture.figures.home_yellow) == ((2, 1), 0)
    assert fixture.knockout == KnockoutRecord(NO_ID, 2, 2, 1, 0)
    assert fixture.events is not None
    assert [
        (one.type, one.half, one.minute, one.stoppage) for one in fixture.events if one.half > 2
    ] == [
        ("yellow_card", 3, 96, None),
        ("period_score", 3, None, None),
        ("goal", 4, 120, 2),
        ("period_score", 4, None, None),
    ]


def test_penalties_and_own_goals_are_told_apart(tmp_path: Path) -> None:
    against = event(
        "Own Goal Against", period=2, minute=50, id="a", player={"name": "the unlucky one"}
    )
    own = {
        **event("Own Goal For", "Valencia", period=2, minute=50),
        "player": None,
        "related_events": ["a"],
    }
    rows = [
        event("Shot", minute=3, **shot("Goal", type={"name": "Penalty"})),
        event("Pass", "Valencia"),
        against,
        own,
    ]
    events = with_events(tmp_path, rows, home_score=1, away_score=1).events or ()
    goals = [one for one in events if one.type == "goal"]
    assert [(one.team, one.player, one.detail) for one in goals] == [
        ("home", "a player of Barcelona", "penalty"),
        ("away", "the unlucky one", "own_goal"),
    ]


def test_knock_out_score_without_events_is_the_final_one(tmp_path: Path) -> None:
    path = tmp_path / "1.json"
    path.write_text(
        json.dumps([KNOCK_OUT, {**MATCH, "competition_stage": {"id": 1, "name": "Regular Season"}}])
    )
    knocked_out, regular = StatsBomb().records(path)
    assert isinstance(knocked_out, ParsedFixture) and isinstance(regular, ParsedFixture)
    assert (knocked_out.figures[:2], knocked_out.knockout and knocked_out.knockout[5:7]) == (
        (None, None),
        (2, 1),
    )
    assert (knocked_out.stage, knocked_out.in_table, knocked_out.status) == (
        "Semi-finals",
        False,
        "finished",
    )
    assert (regular.figures[:2], regular.knockout, regular.stage, regular.in_table) == (
        (2, 1),
        None,
        None,
        True,
    )


@pytest.mark.parametrize(
    ("more", "ground", "country"),
    [
        ({"stadium_name": "Camp Nou"}, "Camp Nou", None),
        (
            {"stadium": {"id": 1, "name": "Camp Nou", "country": {"id": 2, "name": "Spain"}}},
            "Camp Nou",
            "Spain",
        ),
    ],
)
def test_stadium_is_kept(
    tmp_path: Path, more: dict[str, object], ground: str, country: str | None
) -> None:
    path = tmp_path / "1.json"
    path.write_text(json.dumps([{**MATCH, **more}]))
    (fixture,) = StatsBomb().records(path)
    assert isinstance(fixture, ParsedFixture) and fixture.venue is not None
    assert (fixture.venue.ground, fixture.venue.venue_country) == (ground, country)


@pytest.mark.real_data
def test_a_real_match_gives_its_real_figures(real_data: Path, tmp_path: Path) -> None:
    # Barcelona 2-1 Valencia, 14 April 2018: Suárez 15, Umtiti 51, Parejo 87 (penalty), as LaLiga's report has it.
    path = open_data(tmp_path, MATCH, real_data / "statsbomb" / "events" / "9880.json")
    fixture = next(StatsBomb().records(path))
    assert isinstance(fixture, ParsedFixture)
    assert fixture.events is not None
    goals = [(one.minute, one.team) for one in fixture.events if one.type == "goal"]
    assert goals == [(15, "home"), (51, "home"), (87, "away")]


@pytest.mark.real_data
def test_the_excerpts_of_matches_and_competitions_are_taken(real_data: Path) -> None:
    parsed = [
        list(StatsBomb().records(path))
        for path in sorted((real_data / "statsbomb").glob("**/*excerpt.json"))
    ]
    assert [len(records) for records in parsed] == [3, 12]
