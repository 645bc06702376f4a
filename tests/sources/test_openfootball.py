"""openfootball: the JSON in its dialects and Football.TXT."""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from footydata.sources.openfootball import OpenFootball
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
    Refusal,
    SkippedFile,
    UnreadableFile,
)

TXT = """\
= English Premier League 2019/20

# Matches    380

Matchday 1
[Fri Aug/9]
  20.00  Liverpool FC             4-1 (4-0)  Norwich City
[Sat Aug/10]
  15.00  AFC Bournemouth          1-1 (0-0)  Sheffield United
         Crystal Palace           0-0  Everton FC
» Matchday 22
  Wed Jan/1 2020
    12.30  Brighton & Hove Albion   v Chelsea FC  1-1 (0-1)
           Burnley FC               v Aston Villa

== Playoffs
[Tue May/17]
  19.45  Watford FC  3-2 pen. 1-2 a.e.t. (1-1, 1-0)  Arsenal FC
  a line of nothing at all
"""


def records(path: Path) -> list[Parsed]:
    return list(OpenFootball().records(path))


def fixtures(path: Path) -> list[ParsedFixture]:
    return [record for record in records(path) if isinstance(record, ParsedFixture)]


@pytest.fixture
def txt(tmp_path: Path) -> Path:
    path = tmp_path / "1-premierleague.txt"
    path.write_text(TXT, encoding="utf-8")
    return path


def season(tmp_path: Path, matches: list[dict[str, object]], **more: object) -> Path:
    path = tmp_path / "en.1.json"
    path.write_text(
        json.dumps({"name": "English Premier League 2017/18", "matches": matches, **more})
    )
    return path


def a_match(**more: object) -> dict[str, object]:
    played = {"round": "Matchday 1", "date": "2017-08-11", "time": "19:45", "team1": "Arsenal FC"}
    return {**played, "team2": "Leicester City", "score": {"ht": [2, 2], "ft": [4, 3]}, **more}


def test_both_dialects_are_recognised(txt: Path, tmp_path: Path) -> None:
    assert OpenFootball().recognises(txt)
    assert OpenFootball().recognises(season(tmp_path, [a_match()]))


def test_matches_of_another_service_are_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "matches.json"
    path.write_text('{"matches": [{"utcDate": "2023-08-12T14:00:00Z", "homeTeam": {"name": "A"}}]}')
    assert not OpenFootball().recognises(path)


def test_another_text_is_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("= Notes\nbuy milk\n")
    assert not OpenFootball().recognises(path)


def test_year_changes_within_the_season(txt: Path) -> None:
    assert [fixture.kickoff_ts for fixture in fixtures(txt)][:4:3] == [1565377200, 1577881800]


@pytest.mark.parametrize(
    ("title", "dates", "days"),
    [
        ("Bundesliga 2018/19", ("[Fri Jan/18]", "[Sat Jan/19]"), ("2019-01-18", "2019-01-19")),
        ("Bundesliga 2018/19", ("[Jan/18]",), ("2019-01-18",)),
        ("Bundesliga 2018/19", ("[Fri Aug/24]",), ("2018-08-24",)),
        ("Premier League 2019/20", ("[Sun Jul/26]",), ("2020-07-26",)),
        ("Allsvenskan 2019", ("[Sat Mar/30]",), ("2019-03-30",)),
        ("Bundesliga 2018/19", ("[Mon Jan/18]",), ("2019-01-18",)),
        ("Bundesliga 2018/19", ("Sat May 18 2019",), ("2019-05-18",)),
    ],
    ids=["second half", "no weekday", "first half", "late end", "within", "other weekday", "year"],
)
def test_a_day_without_a_year_follows_weekday_and_season(
    tmp_path: Path, title: str, dates: tuple[str, ...], days: tuple[str, ...]
) -> None:
    path = tmp_path / "1-league-ii.txt"
    rounds = (f"{day}\n  A{number} 1-0 B{number}" for number, day in enumerate(dates))
    path.write_text("\n".join((f"= {title}", "Matchday 18", *rounds)) + "\n")
    read = [datetime.fromtimestamp(row.kickoff_ts, UTC).date() for row in fixtures(path)]
    assert [day.isoformat() for day in read] == list(days)


@pytest.mark.parametrize(
    "line",
    ["Sat, Aug 17", "Aug 17, 2019", "Sat 17 Aug", "17. August 2019", "[Saturday 17 Aug 2019]"],
)
def test_a_day_is_read_in_either_order_and_with_commas(tmp_path: Path, line: str) -> None:
    path = tmp_path / "1.txt"
    matches = f"[Fri Aug/16]\n  Ajax  1-0  PSV\n{line}\n  Feyenoord  2-1  AZ"
    path.write_text(f"= Eredivisie 2019/20\n\nMatchday 1\n{matches}\n")
    days = [datetime.fromtimestamp(one.kickoff_ts, UTC).day for one in fixtures(path)]
    assert days == [16, 17]


@pytest.mark.parametrize("line", ["[17.08.2019]", "Sa. 17.8.", "Sat Aug 17th", "2019-08-17"])
def test_no_match_has_the_day_above_a_day_that_can_not_be_read(tmp_path: Path, line: str) -> None:
    path = tmp_path / "1.txt"
    matches = f"[Fri Aug/16]\n  Ajax  1-0  PSV\n{line}\n  Feyenoord  2-1  AZ"
    path.write_text(f"= Eredivisie 2019/20\n\nMatchday 1\n{matches}\n")
    assert [one.home.name for one in fixtures(path)] == ["Ajax"]
    refused = [one.line for one in records(path) if isinstance(one, Refusal)]
    assert refused == [6, 7]


def test_time_applies_until_the_next_and_is_local(txt: Path) -> None:
    bournemouth, palace = fixtures(txt)[1:3]
    assert bournemouth.kickoff_ts == palace.kickoff_ts == 1565445600


def test_a_goalless_fixture_has_a_goalless_half(txt: Path) -> None:
    assert fixtures(txt)[2].figures[:4] == (0, 0, 0, 0)


def test_a_match_without_a_score_is_scheduled(txt: Path) -> None:
    burnley = fixtures(txt)[4]
    assert (burnley.status, burnley.figures.home_goals, burnley.round) == ("scheduled", None, 22)


def test_extra_time_and_penalties_do_not_count(txt: Path) -> None:
    final = fixtures(txt)[5]
    assert final.figures[:4] == (1, 1, 1, 0)
    assert (final.stage, final.in_table) == ("Playoffs", False)


def one_line(tmp_path: Path, line: str) -> Path:
    path = tmp_path / "line.txt"
    path.write_text(
        f"= Deutsche Bundesliga 2019/20\nMatchday 1\n[Fri Aug/9]\n  {line}\n", encoding="utf-8"
    )
    return path


@pytest.mark.parametrize(
    ("line", "home", "away", "figures"),
    [
        ("20.00  Hannover 96 v Schalke 04 2-1 (1-0)", "Hannover 96", "Schalke 04", (2, 1, 1, 0)),
        ("Hannover 96 v Schalke 04 2-1", "Hannover 96", "Schalke 04", (2, 1, None, None)),
        ("Hannover 96 v 1. FC Köln 0-0", "Hannover 96", "1. FC Köln", (0, 0, 0, 0)),
        ("Hannover 96 2-1 (1-0) Schalke 04", "Hannover 96", "Schalke 04", (2, 1, 1, 0)),
        (
            "20.00 Hannover 96 v Schalke 04 3-2 pen. 1-2 a.e.t. (1-1, 1-0)",
            "Hannover 96",
            "Schalke 04",
            (1, 1, 1, 0),
        ),
        ("Hannover 96 v Schalke 04 2-1 [awarded]", "Hannover 96", "Schalke 04", (2, 1, None, None)),
        ("Hannover 96 v Schalke 04", "Hannover 96", "Schalke 04", (None, None, None, None)),
        (
            "(12) 20:00 Hannover 96 v Schalke 04 2-1 (1-0)  @ Stadion, Hannover",
            "Hannover 96",
            "Schalke 04",
            (2, 1, 1, 0),
        ),
    ],
)
def test_one_blank_before_the_score_is_enough(
    tmp_path: Path, line: str, home: str, away: str, figures: tuple[int | None, ...]
) -> None:
    (fixture,) = fixtures(one_line(tmp_path, line))
    assert (fixture.home.name, fixture.away.name, fixture.figures[:4]) == (home, away, figures)


@pytest.mark.parametrize(
    "line",
    [
        "Hannover 96 v Schalke 04 2:1 (1:0)",
        "Hannover 96 v Schalke 04 2 - 1",
        "Hannover 96 2-1 (1-0) Schalke 04 [2-2 on aggregate]",
        "Hannover 96 - Schalke 04 2-1",
        "(Kane 12' - Son 45')",
    ],
)
def test_score_does_not_become_part_of_a_name(tmp_path: Path, line: str) -> None:
    parsed = records(one_line(tmp_path, line))[1:]
    assert [type(record) for record in parsed] == [Refusal]
    assert parsed[0].text == line  # type: ignore[union-attr]  # a Refusal, as the line before says


def test_unreadable_line_is_refused(txt: Path) -> None:
    refused = [record for record in records(txt) if isinstance(record, Refusal)]
    assert [(refusal.line, refusal.text) for refusal in refused] == [
        (19, "a line of nothing at all")
    ]


def test_matches_of_rounds_in_older_files_are_read(tmp_path: Path) -> None:
    old = {
        "date": "2017-08-11",
        "team1": {"name": "Arsenal FC"},
        "team2": {"name": "Everton FC"},
        "score1": 2,
        "score2": 1,
    }
    path = season(tmp_path, [], rounds=[{"name": "Matchday 7", "matches": [old]}])
    parsed = fixtures(path)[0]
    assert (parsed.home.name, parsed.round, parsed.figures[:2], parsed.time_known) == (
        "Arsenal FC",
        7,
        (2, 1),
        False,
    )


def test_cancelled_match_has_its_status(tmp_path: Path) -> None:
    parsed = fixtures(season(tmp_path, [a_match(score={}, status="cancelled")]))[0]
    assert (parsed.status, parsed.state_detail) == ("scheduled", "cancelled")


def test_unreadable_match_is_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    parsed = records(season(tmp_path, [a_match(date="yesterday"), a_match()]))
    assert [type(record).__name__ for record in parsed] == [
        "ParsedLeague",
        "Refusal",
        "ParsedFixture",
    ]


def test_minutes_written_as_text_are_read(tmp_path: Path) -> None:
    text, numbers = (
        [{"name": "A", "minute": first}, {"name": "B", "minute": minute, **stoppage}]
        for first, minute, stoppage in (("9", "45+2", {}), (9, 45, {"offset": 2}))
    )
    matches = [
        a_match(score={"ft": [2, 0], "ht": [2, 0]}, goals1=goals, goals2=[])
        for goals in (text, numbers)
    ]
    first, second = fixtures(season(tmp_path, matches))
    assert first.events and first.events == second.events


def test_unreadable_minute_is_refused_with_its_column(tmp_path: Path) -> None:
    goals = [{"name": "A", "minute": "half-time"}]
    refused = records(season(tmp_path, [a_match(goals1=goals, goals2=[])]))
    assert [(one.column, one.reason) for one in refused if isinstance(one, Refusal)] == [
        ("goals", "no minute that can be read")
    ]


def test_a_timeline_that_does_not_add_up_is_left_out(tmp_path: Path) -> None:
    parsed = fixtures(season(tmp_path, [a_match(goals1=[{"name": "A", "minute": 9}], goals2=[])]))[
        0
    ]
    assert parsed.events is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON, or cut short: "),
        ("[]", "not a season of football.json"),
        ("[" * 9999, "nested too deeply"),
    ],
    ids=["cut short", "a list", "nested"],
)
def test_file_that_is_not_a_season_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "en.1.json"
    path.write_text(text)
    with pytest.raises(UnreadableFile, match=reason):
        records(path)


def test_a_bare_pair_is_the_score(tmp_path: Path) -> None:
    assert fixtures(season(tmp_path, [a_match(score=[4, 3])]))[0].figures[:4] == (4, 3, None, None)


@pytest.mark.parametrize(
    ("time", "is_known"), [("20:45", True), ("20.45", True), ("20:45:00", True), ("25:00", False)]
)
def test_a_time_may_have_seconds(tmp_path: Path, time: str, *, is_known: bool) -> None:
    (fixture,) = fixtures(season(tmp_path, [a_match(time=time)]))
    assert fixture.time_known == is_known


def test_team_without_a_name_is_refused(tmp_path: Path) -> None:
    _, refusal = records(season(tmp_path, [a_match(team1=" ")]))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.line) == ("a team is missing", 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[Sun Feb/30]", "a date that does not exist, or is of another season"),
        ("  15.00  Burnley FC  2-1 (1-0)  Fulham FC", "a match before any date"),
    ],
    ids=["no such day", "no day yet"],
)
def test_match_without_a_day_is_refused(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "1-premierleague.txt"
    path.write_text(f"= English Premier League 2019/20\n\nMatchday 1\n{line}\n", encoding="utf-8")
    assert [(one.line, one.reason) for one in records(path) if isinstance(one, Refusal)] == [
        (4, reason)
    ]


GROUPS = """\
= UEFA Champions League 2022/23
» Group F
  Tue Sep/6 2022
    21.00  Celtic FC (SCO)  v Real Madrid (ESP)  0-3 (0-0)
{heading}
  Wed Sep/7
    18.45  Borussia Dortmund (GER)  v FC København (DEN)  3-0 (2-0)
"""


@pytest.mark.parametrize(
    ("heading", "stage"),
    [
        ("» Gruppe G", "Group G"),
        ("▪ Preliminary round", "Preliminary round"),
        ("▪ Match for third place  |  Sat Jul 14", "Match for third place"),
        ("» 2. Round", "2. Round"),
        ("Preliminary round", None),
        ("1. Runde", None),
    ],
)
def test_a_heading_ends_the_stage_before_it(
    tmp_path: Path, heading: str, stage: str | None
) -> None:
    path = tmp_path / "cl.txt"
    path.write_text(GROUPS.format(heading=heading), encoding="utf-8")
    assert [one.stage for one in fixtures(path)] == ["Group F", stage]
    refused = [one.text for one in records(path) if isinstance(one, Refusal)]
    assert refused == ([] if stage else [heading])


@pytest.mark.parametrize(
    "line",
    ["AlavÃ©s v Celtic FC", "AlavÃ©s - Celtic FC  [postponed]", "18.45 Celtic FC", "(7) Celtic FC"],
)
def test_a_match_that_is_refused_does_not_end_the_stage(tmp_path: Path, line: str) -> None:
    path = tmp_path / "cl.txt"
    path.write_text(GROUPS.format(heading=line), encoding="utf-8")
    assert [one.line for one in records(path) if isinstance(one, Refusal)] == [5]
    assert [one.stage for one in fixtures(path)] == ["Group F", "Group F"]


@pytest.mark.parametrize(
    "line", ["(Ondrus 20, Nehoda 114)", "Celtic: Hart, Taylor", "Ángel Di María 41'"]
)
def test_line_of_players_does_not_end_the_stage(tmp_path: Path, line: str) -> None:
    path = tmp_path / "cl.txt"
    path.write_text(GROUPS.format(heading=line), encoding="utf-8")
    assert [one.stage for one in fixtures(path)] == ["Group F", "Group F"]


@pytest.mark.real_data
@pytest.mark.parametrize("file", ["2022-23_cl.txt", "2023-24_el.txt"])
def test_each_group_of_a_european_cup_has_its_twelve_fixtures(real_data: Path, file: str) -> None:
    found = Counter(one.stage for one in fixtures(real_data / "openfootball/txt/cups" / file))
    assert {stage: found[stage] for stage in found if stage and stage.startswith("Gr")} == {
        f"Group {letter}": 12 for letter in "ABCDEFGH"
    }


def test_an_unknown_competition_has_no_country(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"name": "Moon League 2040", "matches": [a_match()]}))
    league = records(path)[0]
    assert isinstance(league, ParsedLeague)
    assert league.league == LeagueKey("", "Moon League")


def test_a_title_without_a_season_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"name": "Moon League", "matches": [a_match()]}))
    with pytest.raises(UnreadableFile, match="no competition and season in its title"):
        records(path)


def test_a_second_title_in_a_text_is_refused_with_what_stands_below_it(txt: Path) -> None:
    before = records(txt)
    with txt.open("a", encoding="utf-8") as file:
        file.write("= Europa League 2023/24\nSep/21\n  21.00  Ajax  1-0  Porto\n")
    assert records(txt) == [
        *before,
        Refusal(
            "a second title, of which nothing is read",
            TXT.count("\n") + 1,
            "= Europa League 2023/24",
        ),
    ]


def is_skipped(path: Path) -> bool:
    try:
        records(path)
    except SkippedFile:
        return True
    return False


@pytest.mark.slow
@pytest.mark.real_data
def test_every_file_of_openfootball_is_read_whole(real_data: Path) -> None:
    files = [path for path in (real_data / "openfootball").rglob("*.*") if path.is_file()]
    assert all(OpenFootball().recognises(path) for path in files)
    # Registers of clubs and leagues, and a World Cup's lists of groups and tables, which have no match.
    skipped = [path for path in files if is_skipped(path)]
    folders = {path.relative_to(real_data / "openfootball").parts[0] for path in skipped}
    assert folders == {"clubs", "leagues", "worldcup.json"}
    assert {path.name for path in skipped if path.suffix == ".json"} == {
        "worldcup.groups.json",
        "worldcup.standings.json",
    }
    assert not [
        path for path in files if path not in skipped and {"clubs", "leagues"} & set(path.parts)
    ]
    seasons = [path for path in files if path not in skipped]
    texts = [path.read_text(encoding="utf-8") for path in seasons]
    listed = sum(text.count('"team1"') for text in texts)
    announced = sum(
        int(number)
        for text in texts
        for number in re.findall(r"^# Matches\s+(\d+)", text, re.MULTILINE)
    )
    # Euro 1976, 2012 and 2016, the finals of 2010 and 2018, and the groups of 2018, which don't announce their number.
    counted = 4 + 31 + 51 + 16 + 16 + 48
    parsed = Counter(type(record).__name__ for path in seasons for record in records(path))
    assert parsed["ParsedFixture"] + parsed["ParsedPlaceholder"] == listed + announced + counted
    assert parsed["Refusal"] == 0


@pytest.mark.parametrize("day", ["05/08/2024", "17/08/2024", "08/17/2024"])
def test_only_a_day_that_says_which_number_is_the_month_is_read_from_json(
    tmp_path: Path, day: str
) -> None:
    _, refusal = records(season(tmp_path, [a_match(date=day)]))
    assert isinstance(refusal, Refusal)
    assert refusal.line == 1
    assert refusal.reason.endswith("at `$.date`")
