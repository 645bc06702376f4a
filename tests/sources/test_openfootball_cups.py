"""Cups of openfootball: extra time, shootouts, scorers, grounds, and sides that are not known yet."""

import json
from pathlib import Path

import pytest

from footydata.football.records import KnockoutRecord
from footydata.sources.openfootball import OpenFootball
from footydata.sources.parsed import NO_ID, ParsedFixture, ParsedPlaceholder, Refusal

KNOCKED_OUT = KnockoutRecord(NO_ID)


def fixtures(path: Path) -> list[ParsedFixture]:
    return [record for record in OpenFootball().records(path) if isinstance(record, ParsedFixture)]


def refusals(path: Path) -> list[Refusal]:
    return [record for record in OpenFootball().records(path) if isinstance(record, Refusal)]


def cup(tmp_path: Path, **match: object) -> Path:
    path = tmp_path / "worldcup.json"
    whole = {
        "round": "Final",
        "date": "2026-07-19",
        "team1": "Spain",
        "team2": "Argentina",
        **match,
    }
    path.write_text(json.dumps({"name": "World Cup 2026", "matches": [whole]}))
    return path


def text(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "cup.txt"
    path.write_text(
        "\n".join(["= World Cup 2018", "▪ Final", "Sun Jul 15", *lines, ""]), encoding="utf-8"
    )
    return path


def goals(*minutes: int | str) -> list[dict[str, object]]:
    return [{"name": "A", "minute": minute} for minute in minutes]


def knockout(**values: int) -> KnockoutRecord:
    return KNOCKED_OUT._replace(**values)  # type: ignore[arg-type]  # names of columns


@pytest.mark.parametrize(
    ("score", "ninety", "after"),
    [
        ({"ft": [1, 1], "et": [2, 1]}, (1, 1), {"extra_home_goals": 2, "extra_away_goals": 1}),
        (
            {"ft": [1, 1], "et": [1, 1], "p": [3, 4]},
            (1, 1),
            {
                "extra_home_goals": 1,
                "extra_away_goals": 1,
                "shootout_home_goals": 3,
                "shootout_away_goals": 4,
            },
        ),
        ({"ft": [1, 1], "p": [3, 4]}, (1, 1), {"shootout_home_goals": 3, "shootout_away_goals": 4}),
        ({"et": [2, 1]}, (None, None), {"extra_home_goals": 2, "extra_away_goals": 1}),
        ({"et": [0, 0]}, (0, 0), {"extra_home_goals": 0, "extra_away_goals": 0}),
    ],
    ids=[
        "extra time",
        "extra time and shootout",
        "shootout at once",
        "ninety minutes unknown",
        "no goal at all",
    ],
)
def test_what_follows_ninety_minutes_is_kept_beside_them(
    tmp_path: Path, score: dict[str, object], ninety: tuple[int, int], after: dict[str, int]
) -> None:
    (fixture,) = fixtures(cup(tmp_path, score=score))
    assert (fixture.figures[:2], fixture.knockout, fixture.status) == (
        ninety,
        knockout(**after),
        "finished",
    )


@pytest.mark.parametrize(
    ("line", "figures", "after"),
    [
        ("Spain  2-1 a.e.t. (1-1, 0-1)  Italy", (1, 1, 0, 1), (2, 1, None, None, None, None)),
        ("Spain  1-1 a.e.t. (1-1), 4-2 pen.  Italy", (1, 1, None, None), (1, 1, 4, 2, None, None)),
        (
            "Spain  v Italy  11-10 pen. 2-0 a.e.t. (2-0, 2-0)",
            (2, 0, 2, 0),
            (2, 0, 11, 10, None, None),
        ),
        ("Spain  3-1 a.e.t.  Italy", (None,) * 4, (3, 1, None, None, None, None)),
        ("Spain  5-3 pen. 2-2 a.e.t. (0-0)  Italy", (None,) * 4, (2, 2, 5, 3, None, None)),
        ("Spain  1-0 a.e.t. (0-0)  Italy", (0, 0, 0, 0), (1, 0, None, None, None, None)),
        ("Spain  1-1 a.e.t. (0-0, 0-0)  Italy", (0, 0, 0, 0), (1, 1, None, None, None, None)),
        ("Spain  2-2 a.e.t., 5-3 pen.  Italy", (None,) * 4, (2, 2, 5, 3, None, None)),
        ("Spain  2-2, 5-3 pen.  Italy", (None,) * 4, (None, None, 5, 3, 2, 2)),
        ("Spain  0-0, 5-3 pen.  Italy", (0, 0, 0, 0), (None, None, 5, 3, None, None)),
    ],
)
def test_text_has_extra_time_and_shootout(
    tmp_path: Path, line: str, figures: tuple[int | None, ...], after: tuple[int | None, ...]
) -> None:
    (fixture,) = fixtures(text(tmp_path, line))
    assert fixture.knockout is not None
    assert (fixture.figures[:4], fixture.knockout[1:7], fixture.status) == (
        figures,
        after,
        "finished",
    )


@pytest.mark.parametrize(
    ("score", "first", "second", "ninety", "extra"),
    [
        ({"et": [3, 1]}, goals(20, 114, 119), goals(77), (1, 1), (3, 1)),
        ({"et": [2, 1]}, goals(20, 92), goals(77), (1, 1), (2, 1)),
        ({"et": [3, 1]}, goals(20, 92, 119), goals(), (None, None), (3, 1)),
        ({"et": [2, 0]}, goals(20, 92), goals(), (None, None), (2, 0)),
        ([2, 1], goals(20, 105), goals(77), (1, 1), (2, 1)),
        ([2, 1], goals(20, 92), goals(77), (2, 1), None),
    ],
    ids=[
        "whole",
        "level without it",
        "a goal missing",
        "maybe stoppage",
        "bare, yet extended",
        "bare, of 90+2",
    ],
)
def test_minutes_of_goals_decide_what_ninety_minutes_were(
    tmp_path: Path,
    score: object,
    first: list[dict[str, object]],
    second: list[dict[str, object]],
    ninety: tuple[int | None, int | None],
    extra: tuple[int, int] | None,
) -> None:
    (fixture,) = fixtures(cup(tmp_path, score=score, goals1=first, goals2=second))
    after = (
        None if extra is None else knockout(extra_home_goals=extra[0], extra_away_goals=extra[1])
    )
    assert (fixture.figures[:2], fixture.knockout) == (ninety, after)


def test_score_that_may_include_extra_time_is_final(tmp_path: Path) -> None:
    (fixture,) = fixtures(cup(tmp_path, score=[3, 1], goals1=goals(20, 105), goals2=goals(77)))
    assert (fixture.figures[:2], fixture.knockout) == (
        (None, None),
        knockout(final_home_goals=3, final_away_goals=1),
    )
    assert fixture.status == "finished"


def test_goals_of_extra_time_are_in_halves_of_their_own(tmp_path: Path) -> None:
    listed = [*goals("45+2", "105+1", "106"), {"name": "B", "minute": "120+5", "penalty": True}]
    own = [{"name": "C", "minute": "90+1", "owngoal": True}]
    (fixture,) = fixtures(
        cup(tmp_path, score={"ft": [1, 1], "et": [4, 1]}, goals1=listed, goals2=own)
    )
    assert fixture.events is not None
    told = [
        (one.type, one.half, one.minute, one.stoppage, one.count, one.detail)
        for one in fixture.events
    ]
    assert told == [
        ("goal", 1, 45, 2, 1, None),
        ("period_score", 1, None, None, None, None),
        ("goal", 2, 90, 1, 1, "own_goal"),
        ("period_score", 2, None, None, None, None),
        ("goal", 3, 105, 1, 2, None),
        ("period_score", 3, None, None, None, None),
        ("goal", 4, 106, None, 3, None),
        ("goal", 4, 120, 5, 4, "penalty"),
        ("period_score", 4, None, None, None, None),
    ]
    closing = [
        (one.home_score, one.away_score) for one in fixture.events if one.type == "period_score"
    ]
    assert closing == [(1, 0), (1, 1), (2, 1), (4, 1)]


@pytest.mark.parametrize(
    ("minute", "score", "told"),
    [("92", {"ft": [1, 0]}, (2, 90, 2)), ("92", {"ft": [0, 0], "et": [1, 0]}, (3, 92, None))],
    ids=["stoppage", "extra time"],
)
def test_minute_past_ninety_is_stoppage_unless_there_was_extra_time(
    tmp_path: Path, minute: str, score: dict[str, object], told: tuple[int, int, int | None]
) -> None:
    (fixture,) = fixtures(cup(tmp_path, score=score, goals1=goals(minute), goals2=[]))
    assert fixture.events is not None
    assert [
        (one.half, one.minute, one.stoppage) for one in fixture.events if one.type == "goal"
    ] == [told]


def test_timeline_without_a_goal_of_extra_time_is_left_out(tmp_path: Path) -> None:
    (fixture,) = fixtures(
        cup(tmp_path, score={"ft": [1, 0], "et": [2, 0]}, goals1=goals(20), goals2=[])
    )
    assert fixture.events is None


@pytest.mark.parametrize(
    ("score", "reason"),
    [
        ({"ft": [2, 1], "et": [1, 1]}, "fewer goals after extra time than after ninety minutes"),
        ({"ft": [2, 2], "et": [2, 2], "p": [4, 4]}, "a shootout without a winner"),
    ],
)
def test_contradicting_scores_are_set_aside_by_name(
    tmp_path: Path, score: dict[str, list[int]], reason: str
) -> None:
    path = cup(tmp_path, score=score)
    (fixture,), (refusal,) = fixtures(path), refusals(path)
    assert (fixture.figures[:2], fixture.knockout) == (tuple(score["ft"]), None)
    assert (refusal.reason, refusal.column) == (reason, "score")


@pytest.mark.parametrize(
    ("line", "scorers"),
    [
        (
            "(Isco 19' Aspas 90+1'; Boutaib 14')",
            [("away", "Boutaib"), ("home", "Isco"), ("home", "Aspas")],
        ),
        (
            "(Isco 4' (pen.), 44' (o.g.); Costa 24')",
            [("home", "Isco"), ("away", "Costa"), ("home", "Isco")],
        ),
        (
            "(Isco 4, 82pen; D.van der Müller 77og)",
            [("home", "Isco"), ("away", "D.van der Müller"), ("home", "Isco")],
        ),
    ],
)
def test_scorers_in_brackets_are_read(
    tmp_path: Path, line: str, scorers: list[tuple[str, str]]
) -> None:
    path = text(tmp_path, "Spain  2-1  Morocco", f"   {line}")
    (fixture,) = fixtures(path)
    assert fixture.events is not None
    assert [(one.team, one.player) for one in fixture.events if one.type == "goal"] == scorers
    assert not refusals(path)


def test_scorers_go_on_on_the_next_line(tmp_path: Path) -> None:
    (fixture,) = fixtures(
        text(tmp_path, "Spain  2-1  Morocco", "  (Isco 19' (pen.),", "   25';", "   Boutaib 14')")
    )
    assert fixture.events is not None
    assert [one.detail for one in fixture.events if one.type == "goal"] == [None, "penalty", None]


def test_list_without_a_mark_is_of_the_side_that_scored(tmp_path: Path) -> None:
    (fixture,) = fixtures(text(tmp_path, "Spain  0-1 (0-0)  Morocco", "  (Boutaib 54')"))
    assert fixture.events is not None
    assert [(one.team, one.half) for one in fixture.events if one.type == "goal"] == [("away", 2)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("(Isco 19')", "goals that don't say whose they are"),
        ("(Isco 19'; Boutaib)", "goals that can't be read"),
        ("(Isco 19'; 14')", "goals that can't be read"),
        ("(Isco 19'; Boutaib 141')", "a goal in a minute that no match has"),
    ],
)
def test_scorers_that_cannot_be_read_are_refused_and_the_match_is_stored(
    tmp_path: Path, line: str, reason: str
) -> None:
    path = text(tmp_path, "Spain  1-1  Morocco", line)
    (fixture,), (refusal,) = fixtures(path), refusals(path)
    assert (fixture.figures[:2], fixture.events) == ((1, 1), None)
    assert (refusal.reason, refusal.line, refusal.column) == (reason, 5, "goals")


@pytest.mark.parametrize(("minute", "text"), [(141, "141"), ("130", "130"), ("90+51", "90+51")])
def test_goal_in_a_minute_that_no_match_has_is_set_aside_by_name(
    tmp_path: Path, minute: int | str, text: str
) -> None:
    path = cup(tmp_path, score={"ft": [1, 3]}, goals1=goals(4), goals2=goals(12, 50, minute))
    (fixture,), (refusal,) = fixtures(path), refusals(path)
    assert (fixture.figures[:2], fixture.events, fixture.knockout) == ((1, 3), None, None)
    assert refusal == Refusal("a goal in a minute that no match has", 1, text, "goals")


def test_line_ups_are_passed_over_with_a_remark(tmp_path: Path) -> None:
    players = (
        "  Spain: Iker, Sergio (Raul 46),",
        "         Andres",
        "  Penalties: 1-0 Raul,",
        "        1-1 Ali",
    )
    path = text(tmp_path, "Spain  1-0  Morocco", *players, "Italy  2-0  Egypt")
    assert [(one.home.name, one.figures.home_goals) for one in fixtures(path)] == [
        ("Spain", 1),
        ("Italy", 2),
    ]
    assert not refusals(path)


@pytest.mark.parametrize(
    ("lines", "kickoff"),
    [
        (("Sun Jul 15 18:00 UTC+3  Spain  1-0  Italy",), 1531666800),
        (("June 15 2018", "18:00 UTC-6   Spain  1-0  Italy"), 1529107200),
        (
            (
                "# All times are local, CEST (UTC+2).",
                "July 15",
                "20:45 (21:45 EEST)  Spain  1-0  Italy",
            ),
            1531680300,
        ),
    ],
)
def test_day_time_and_zone_of_a_match_are_read_from_text(
    tmp_path: Path, lines: tuple[str, ...], kickoff: int
) -> None:
    (fixture,) = fixtures(text(tmp_path, *lines))
    assert (fixture.kickoff_ts, fixture.time_known) == (kickoff, True)


def test_zone_behind_a_time_is_read(tmp_path: Path) -> None:
    (fixture,) = fixtures(cup(tmp_path, time="20:45 CEST"))
    assert (fixture.kickoff_ts, fixture.time_known) == (1784486700, True)


@pytest.mark.parametrize(
    ("ground", "venue"),
    [
        ("Estádio do Maracanã, Rio de Janeiro", ("Estádio do Maracanã", "Rio de Janeiro", None)),
        ("Boston (Foxborough)", (None, "Boston (Foxborough)", None)),
        ("Valencia (Spain)", (None, "Valencia", "Spain")),
        ("Seattle", (None, "Seattle", None)),
        ("Wembley Stadium", ("Wembley Stadium", None, None)),
    ],
)
def test_ground_and_city_of_a_match_are_kept(
    tmp_path: Path, ground: str, venue: tuple[str | None, str | None, str | None]
) -> None:
    (fixture,) = fixtures(cup(tmp_path, ground=ground))
    assert fixture.venue is not None
    assert fixture.venue[1:4] == venue


def test_ground_of_text_follows_the_habit_of_its_file(tmp_path: Path) -> None:
    lines = (
        "July 15 20:15 @ Zagreb, Maksimir Stadion",
        "Spain  1-0  Italy",
        "July 16 20:15 @ Beograd, Crvena zvezda",
    )
    played = fixtures(text(tmp_path, *lines, "Spain  1-0  Egypt"))
    assert [one.venue and one.venue[1:3] for one in played] == [
        ("Maksimir Stadion", "Zagreb"),
        ("Crvena zvezda", "Beograd"),
    ]


@pytest.mark.parametrize("left_open", ["(Isco 19';", "Spain: Iker, Sergio,"])
@pytest.mark.parametrize(
    "line", ["Italy  2-0  Egypt", "18:00  Italy v Egypt 2-0", "Mon Jul 16 18:00  Italy  2-0  Egypt"]
)
def test_list_that_is_left_open_swallows_no_match(
    tmp_path: Path, left_open: str, line: str
) -> None:
    played = fixtures(text(tmp_path, "Spain  1-0  Morocco", left_open, line))
    assert [(one.home.name, one.figures.home_goals) for one in played] == [
        ("Spain", 1),
        ("Italy", 2),
    ]


def test_number_of_a_match_is_kept(tmp_path: Path) -> None:
    numbered = [
        fixtures(cup(tmp_path, num=104)),
        fixtures(text(tmp_path, "(104) 18:00  Spain  v  Argentina")),
    ]
    assert [one.knockout for (one,) in numbered] == [knockout(number=104)] * 2


SIDES = "W73", "L101", "1A", "3A/B/C/D/F", "UEFA Path D winner", "Winner Group A", "Winner Match 49"


@pytest.mark.parametrize("side", SIDES)
def test_side_that_is_not_known_yet_makes_a_placeholder(tmp_path: Path, side: str) -> None:
    ground = "Kansas City"
    _, record = OpenFootball().records(
        cup(tmp_path, team1=side, score=[], time="15:00 UTC-4", num=104, ground=ground)
    )
    assert isinstance(record, ParsedPlaceholder)
    assert (record.home, record.away[0], record.stage, record.number) == (
        side,
        "Argentina",
        "Final",
        104,
    )
    assert (record.kickoff_ts, record.time_known, record.line) == (1784487600, True, 1)
    assert record.venue is not None and record.venue.city == ground


def test_score_of_a_side_that_is_not_known_is_refused(tmp_path: Path) -> None:
    (refusal,) = refusals(cup(tmp_path, team1="W101", score=[1, 0]))
    assert refusal.reason == "a score of a side that is not known yet"


@pytest.mark.parametrize(
    ("round", "in_table"),
    [
        ("Round of 16", False),
        ("Final Round", True),
        ("Group 2 Play-off", False),
        ("Match for third place", False),
    ],
)
def test_knock_out_rounds_are_in_no_table(tmp_path: Path, round: str, in_table: bool) -> None:
    (fixture,) = fixtures(cup(tmp_path, round=round))
    assert (fixture.stage, fixture.in_table) == (round, in_table)


@pytest.mark.real_data
def test_euro_1976_has_ninety_minutes_by_its_goals(real_data: Path) -> None:
    # The ninety minutes (1-1, 2-2, 2-2, 2-2) and the shootout (5-3) are typed from memory; the scores after extra time
    # (3-1, 4-2, 3-2, 2-2) are equal to those of martj42/international_results.
    played = fixtures(real_data / "openfootball/txt/cups/euro_1976.txt")
    assert [(one.figures[:2], one.knockout and one.knockout[1:5]) for one in played] == [
        ((1, 1), (3, 1, None, None)),
        ((2, 2), (4, 2, None, None)),
        ((2, 2), (3, 2, None, None)),
        ((2, 2), (2, 2, 5, 3)),
    ]
    assert [one.venue and one.venue.city for one in played] == [
        "Zagreb",
        "Beograd",
        "Zagreb",
        "Beograd",
    ]
    assert all(one.events and one.time_known for one in played)


@pytest.mark.real_data
@pytest.mark.parametrize("year", [1950, 2014, 2018, 2022, 2026])
def test_every_goal_of_a_world_cup_is_in_a_timeline(real_data: Path, year: int) -> None:
    played = fixtures(real_data / f"openfootball/worldcup.json/{year}/worldcup.json")
    ended = [
        (one.knockout.extra_home_goals, one.knockout.extra_away_goals)
        if one.knockout and one.knockout.extra_home_goals is not None
        else one.figures[:2]
        for one in played
    ]
    scored = [sum(event.type == "goal" for event in one.events or ()) for one in played]
    assert scored == [(home or 0) + (away or 0) for home, away in ended]


@pytest.mark.real_data
def test_world_cup_2026_ended_in_extra_time(real_data: Path) -> None:
    # FIFA's report: Ferran Torres, 106th minute.
    final = fixtures(real_data / "openfootball/worldcup.json/2026/worldcup.json")[-1]
    assert final.knockout == knockout(extra_home_goals=1, extra_away_goals=0, number=104)
    assert final.events is not None
    assert [(one.half, one.minute, one.player) for one in final.events if one.type == "goal"] == [
        (4, 106, "Ferran Torres")
    ]
    assert (final.figures[:2], final.venue and final.venue.city) == (
        (0, 0),
        "New York/New Jersey (East Rutherford)",
    )


@pytest.mark.real_data
def test_twelve_states_of_2026_hold_no_ghost_team(real_data: Path) -> None:
    folder = real_data / "openfootball/worldcup.json"
    last = {one.home for one in fixtures(folder / "2026/worldcup.json")}
    states = sorted((folder / "2026_versions").glob("*.json"))
    sides = [{side for one in fixtures(path) for side in (one.home, one.away)} for path in states]
    assert (len(states), set.union(*sides) - last, len(last)) == (12, set(), 48)
    open_places = [
        sum(isinstance(one, ParsedPlaceholder) for one in OpenFootball().records(path))
        for path in states
    ]
    assert open_places == [50, 32, 32, 32, 32, 32, 31, 29, 13, 10, 5, 2]
