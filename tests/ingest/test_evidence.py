"""Clubs under several names: the fixtures decide, and nothing is united on a name alone."""

import json
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

import footydata as fd
from footydata.faces.cli.main import _run
from footydata.football.register import assigned_id
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import (
    KNOWN,
    UNKNOWN,
    Result,
    csv_of,
    dump_of,
    json_of,
    season_of,
    written,
)

ALL = sorted((*KNOWN, *UNKNOWN))
SEASON = season_of((*KNOWN, *UNKNOWN))
OF_ASHMERE = [row for row in SEASON if "Ashmere Vale" in (row.home, row.away)]
STRANGERS = tuple(
    f"{place} {kind}" for place in ("Oxmere", "Stanbury", "Kirk") for kind in ("Town", "Rangers")
)
OTHERWISE = dict(zip(STRANGERS, ("Alder", "Beech", "Cedar", "Elm", "Fir", "Gorse"), strict=True))


class Outcome(NamedTuple):
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


Run = Callable[..., Outcome]


@pytest.fixture
def football(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "football.db"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """What a command prints, and its exit code."""

    def run(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = _run([str(each) for each in arguments])
        return Outcome(*capsys.readouterr(), code)

    return run


def loaded(path: Path, *files: Path) -> list[str]:
    """What one load unites."""
    with fd.Database(path, clock=lambda: NOW) as database:
        return [united.words for united in database.load(*files).united]


def clubs(path: Path) -> list[str]:
    with fd.Database(path, clock=lambda: NOW) as database:
        return sorted(database.teams()["name"])


def test_clubs_whose_fixtures_agree_are_one_and_the_report_says_so(
    football: Path, tmp_path: Path, run: Run
) -> None:
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(tmp_path / "en.1.json", json_of(SEASON)),
    )
    printed = run("load", football, *files).out
    assert "one club: AV 1890" in printed
    assert "10 fixtures of Premier League 24/25 agree in day, venue, opponent and score" in printed
    assert f"to undo: footydata teams undo {football} 1" in printed
    assert clubs(football) == ALL
    with fd.Database(football, clock=lambda: NOW) as database:
        assert len(database.fixtures()) == len(SEASON)
        assert (
            list(database.standings(league="Premier League", season="24/25")["played"]) == [10] * 6
        )
    rows = run("teams", football, "--unmatched", "--format", "csv").out
    assert [line.split(",")[8] for line in rows.splitlines()[1:]] == [""] * len(UNKNOWN)


def test_a_club_found_in_one_season_is_evidence_in_the_seasons_before(
    football: Path, tmp_path: Path
) -> None:
    rivals, other = UNKNOWN[0], UNKNOWN[1]
    pairs = [
        *permutations((rivals, KNOWN[0])),
        (rivals, KNOWN[1]),
        (KNOWN[2], rivals),
        (rivals, other),
    ]
    days = [date(2024, 8, 10) + timedelta(7 * week) for week in range(10)]
    first = [Result(day, *pair, (2, 1)) for day, pair in zip(days, pairs, strict=False)]
    later = [*permutations((other, KNOWN[0])), *permutations((other, KNOWN[1])), (other, KNOWN[2])]
    second = [
        Result(day.replace(year=day.year + 1), *pair, (3, 0))
        for day, pair in zip(days, later, strict=False)
    ]
    seasons = {
        label: [
            written(tmp_path / label / "E0.csv", csv_of(rows)),
            written(tmp_path / label / "en.1.json", json_of(rows)),
        ]
        for label, rows in (("2024", first), ("2025", second))
    }
    assert loaded(football, *seasons["2024"]) == []
    assert len(loaded(football, *seasons["2025"])) == 2
    assert clubs(football) == sorted((*KNOWN, rivals, other))


def in_two_leagues(
    path: Path, folder: Path, order: tuple[str, ...] = ("E0.csv", "x.json")
) -> list[str]:
    """What is united if one source has the league under a name of its own."""
    written(folder / "E0.csv", csv_of(SEASON))
    written(folder / "x.json", json_of(SEASON, name="Circuit of the Realm"))
    united: list[str] = []
    with fd.Database(path, clock=lambda: NOW) as database:
        for file in order:
            report = database.load(folder / file, league="GB-ENG/Circuit of the Realm")
            united += [each.words for each in report.united]
    return united


@pytest.mark.parametrize("order", [*permutations(("E0.csv", "x.json"))], ids=" ".join)
def test_clubs_are_one_across_two_names_of_their_league(
    football: Path, tmp_path: Path, order: tuple[str, ...]
) -> None:
    united = in_two_leagues(football, tmp_path, order)
    assert clubs(football) == ALL
    assert len(united) == len(UNKNOWN)
    assert all(
        "10 fixtures of " in words and "Circuit of the Realm 24/25" in words for words in united
    )


def test_fixtures_that_stand_in_two_leagues_are_found(
    football: Path, tmp_path: Path, run: Run
) -> None:
    in_two_leagues(football, tmp_path)
    outcome = run("check", football, "--limit", 0, "--format", "json")
    found = [row for row in json.loads(outcome.out) if row["kind"] == "in_two_leagues"]
    assert (outcome.code, len(found)) == (1, len(SEASON))
    assert "it stands in " in found[0]["finding"]
    assert "Premier League" in found[0]["finding"]
    assert "Circuit of the Realm" in found[0]["finding"]


def test_clubs_of_two_leagues_that_play_on_the_same_days_stay_two(
    football: Path, tmp_path: Path
) -> None:
    written(tmp_path / "E0.csv", csv_of(season_of((*KNOWN, *UNKNOWN))))
    written(
        tmp_path / "x.json",
        json_of(season_of((*KNOWN, *STRANGERS[:3]), salt=3), name="Circuit of the Realm"),
    )
    with fd.Database(football, clock=lambda: NOW) as database:
        report = database.load(
            tmp_path / "E0.csv", tmp_path / "x.json", league="GB-ENG/Circuit of the Realm"
        )
    assert report.united == []


def test_the_report_in_json_names_each_union(football: Path, tmp_path: Path, run: Run) -> None:
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(tmp_path / "en.1.json", json_of(SEASON)),
    )
    united = json.loads(run("load", football, *files, "--format", "json").out)["united"]
    assert sorted((each["gone"], each["kept"]) for each in united) == [
        ("AV 1890", "Ashmere Vale"),
        ("The Mill", "Millbrook Town"),
        ("Wanderers of H.", "Hillford Wanderers"),
    ]
    assert {each["edit_id"] for each in united} == {1, 2, 3}


def test_a_union_is_undone_and_never_made_again_by_itself(
    football: Path, tmp_path: Path, run: Run
) -> None:
    loaded(football, written(tmp_path / "E0.csv", csv_of(SEASON)))
    (merged,) = loaded(
        football, written(tmp_path / "en.1.json", json_of(OF_ASHMERE, {"Ashmere Vale": "AV 1890"}))
    )
    assert merged.startswith("AV 1890")
    assert "Undone: merge 1, AV 1890" in run("teams", "undo", football).out
    assert clubs(football) == sorted((*ALL, "AV 1890"))
    again = written(tmp_path / "en.1.json", json_of(OF_ASHMERE, {"Ashmere Vale": "AV 1890"}) + "\n")
    assert loaded(football, again) == []
    assert clubs(football) == sorted((*ALL, "AV 1890"))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_few_fixtures_decide_nothing_and_are_listed(
    football: Path, tmp_path: Path, run: Run, count: int
) -> None:
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(tmp_path / "en.1.json", json_of(OF_ASHMERE[:count], {"Ashmere Vale": "AV 1890"})),
    )
    assert loaded(football, *files) == []
    rows = json.loads(run("teams", football, "--unmatched", "--format", "json").out)
    (row,) = [row for row in rows if row["name"] == "AV 1890"]
    if count == 1:
        assert (row["candidate"], row["why"]) == (None, "no packaged name")
    else:
        assert row["candidate"] == "Ashmere Vale"
        assert row["why"] == (
            f"no packaged name; {count} fixtures of Premier League 24/25 agree in day, venue, opponent and score, "
            "but 5 would decide"
        )
        merge = f"footydata teams merge {football} {row['id']} {row['candidate_id']}"
        shown = run("teams", football, "--unmatched")
        assert merge in shown.out + shown.err


def test_a_score_that_differs_decides_against_and_is_reported(
    football: Path, tmp_path: Path, run: Run
) -> None:
    changed = [OF_ASHMERE[0]._replace(score=(7, 7)), *OF_ASHMERE[1:]]
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(tmp_path / "en.1.json", json_of(changed, {"Ashmere Vale": "AV 1890"})),
    )
    assert loaded(football, *files) == []
    printed = run("teams", football, "--unmatched").out
    assert "9 fixtures of Premier League 24/25 agree" in printed
    assert "1 score differs" in printed
    (found,) = json.loads(run("check", football, "--kind", "two_names", "--format", "json").out)
    assert found["severity"] == "remark"
    assert found["finding"].startswith(
        "AV 1890 and Ashmere Vale may be one club: 9 fixtures of Premier League 24/25 agree"
    )


def test_a_doubtful_table_says_what_the_fixtures_say_of_its_clubs(
    football: Path, tmp_path: Path, run: Run
) -> None:
    clubs = (*UNKNOWN, *KNOWN, *STRANGERS, *(f"Number {number}" for number in range(8)))
    season = season_of(clubs)
    weeks = [row for row in season if "Ashmere Vale" in row[1:3]][:4]
    files = (
        written(tmp_path / "E0.csv", csv_of(season)),
        written(tmp_path / "en.1.json", json_of(weeks, {"Ashmere Vale": "AV 1890"})),
    )
    assert loaded(football, *files) == []
    clause = "AV 1890 and Ashmere Vale may be one club: 4 fixtures of Premier League 24/25 agree"
    checked = run(
        "check", football, "--as-of", "2026-01-01", "--kind", "doubtful_table", "--format", "csv"
    )
    assert (checked.code, clause in checked.out) == (1, True)
    assert clause in run("standings", football, "--league", "Premier League").err


def test_a_day_on_which_both_play_others_decides_against(
    football: Path, tmp_path: Path, run: Run
) -> None:
    elsewhere = OF_ASHMERE[0]._replace(home="Ashmere Vale", away="Everton", score=(1, 1))
    assert "Everton" not in OF_ASHMERE[0][1:3]
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(
            tmp_path / "en.1.json",
            json_of([elsewhere, *OF_ASHMERE[1:]], {"Ashmere Vale": "AV 1890"}),
        ),
    )
    assert loaded(football, *files) == []
    assert "on 1 day they play different fixtures" in run("teams", football, "--unmatched").out


def test_clubs_that_met_are_two_whatever_else_agrees(football: Path, tmp_path: Path) -> None:
    met = Result(SEASON[-1].day + timedelta(3), "Ashmere Vale", "AV 1890", (1, 0))
    files = (
        written(tmp_path / "E0.csv", csv_of([*SEASON, met])),
        written(tmp_path / "en.1.json", json_of(OF_ASHMERE, {"Ashmere Vale": "AV 1890"})),
    )
    assert loaded(football, *files) == []
    assert clubs(football) == sorted((*ALL, "AV 1890"))


def test_two_clubs_of_the_register_are_never_one(football: Path, tmp_path: Path) -> None:
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(tmp_path / "en.1.json", json_of(SEASON, {"Arsenal": "Fulham"})),
    )
    assert loaded(football, *files) == []
    assert clubs(football) == sorted((*ALL, "Fulham"))


def test_days_of_another_zone_are_the_same_days(football: Path, tmp_path: Path) -> None:
    later = [row._replace(day=row.day + timedelta(1)) for row in SEASON]
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON)),
        written(tmp_path / "en.1.json", json_of(later)),
    )
    assert len(loaded(football, *files)) == len(UNKNOWN)
    assert clubs(football) == ALL


def test_a_rival_that_is_another_club_decides_against(football: Path, tmp_path: Path) -> None:
    files = (
        written(tmp_path / "E0.csv", csv_of(season_of((*KNOWN, "Fulham", *UNKNOWN[:2])))),
        written(tmp_path / "en.1.json", json_of(season_of((*KNOWN, "Burnley", *UNKNOWN[:2])), {})),
        written(
            tmp_path / "new" / "en.1.json",
            json_of(season_of((*KNOWN, "Hill Rovers", *UNKNOWN[:2])), {}),
        ),
    )
    assert loaded(football, *files) == []
    assert clubs(football) == sorted((*KNOWN, "Fulham", "Burnley", "Hill Rovers", *UNKNOWN[:2]))


def test_a_similar_name_alone_unites_nothing(football: Path, tmp_path: Path) -> None:
    other = [row._replace(home="Ashmere Vale AFC Reserves") for row in OF_ASHMERE[:1]]
    files = (
        written(tmp_path / "E0.csv", csv_of(SEASON[:3])),
        written(
            tmp_path / "en.1.json", json_of([other[0]._replace(away="Everton", score=(5, 5))], {})
        ),
    )
    assert loaded(football, *files) == []
    assert "Ashmere Vale AFC Reserves" in clubs(football)


def test_two_leagues_of_unknown_clubs_alone_are_one(football: Path, tmp_path: Path) -> None:
    season = season_of(STRANGERS)
    files = (
        written(tmp_path / "E0.csv", csv_of(season)),
        written(tmp_path / "en.1.json", json_of(season, OTHERWISE)),
    )
    assert len(loaded(football, *files)) == len(STRANGERS)
    assert clubs(football) == sorted(STRANGERS)


def test_where_two_are_no_club_those_that_rest_on_it_are_two_as_well(
    football: Path, tmp_path: Path, run: Run
) -> None:
    season = season_of(STRANGERS)
    loaded(football, written(tmp_path / "E0.csv", csv_of(season)))
    loaded(football, written(tmp_path / "en.1.json", json_of(season, OTHERWISE)))
    # If the third is two clubs, each opponent played two fixtures on a day, under another name each.
    assert "Undone: merge 3" in run("teams", "undo", football, 3).out
    assert clubs(football) == sorted((*STRANGERS, *OTHERWISE.values()))
    with fd.Database(football, clock=lambda: NOW) as database:
        assert len(database.fixtures()) == 2 * len(season)
        assert (
            list(database.standings(league="Premier League", season="24/25")["played"]) == [10] * 12
        )


def test_unknown_clubs_whose_scores_are_all_alike_stay_apart(
    football: Path, tmp_path: Path
) -> None:
    season = [row._replace(score=(1, 0)) for row in season_of(STRANGERS)]
    files = (
        written(tmp_path / "E0.csv", csv_of(season[:9])),
        written(tmp_path / "en.1.json", json_of(season[:9], OTHERWISE)),
    )
    assert loaded(football, *files) == []
    assert len(clubs(football)) == 2 * len(STRANGERS)


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, marks=pytest.mark.slow if number in (1, 2, 3, 4) else ())
        for number, order in enumerate(permutations(("E0.csv", "en.1.json", "dump.jsonl")))
    ],
    ids=" ".join,
)
def test_three_sources_in_any_order_are_one_league(
    football: Path, tmp_path: Path, order: tuple[str, ...]
) -> None:
    texts = {"E0.csv": csv_of(SEASON), "en.1.json": json_of(SEASON), "dump.jsonl": dump_of(SEASON)}
    for name in order:
        loaded(football, written(tmp_path / name, texts[name]))
    assert clubs(football) == sorted((*KNOWN, "HWFC", "Millers", "Vale"))
    with fd.Database(football, clock=lambda: NOW) as database:
        assert len(database.fixtures()) == len(SEASON)


def test_an_interrupted_load_unites_what_came(football: Path, tmp_path: Path, now: int) -> None:
    texts = {
        "E0.csv": csv_of(SEASON),
        "en.1.json": json_of(SEASON),
        "later/E0.csv": csv_of(SEASON) + "\n",
    }
    files = [written(tmp_path / "files" / name, text) for name, text in texts.items()]

    def interrupt(done: int, total: int, name: str) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with closing(open_database(football)) as connection, pytest.raises(KeyboardInterrupt):
        load(connection, files, now=now, progress=interrupt)
    with closing(open_database(football)) as connection:
        assert connection.execute("select count(*) from team_edit").fetchone() == (len(UNKNOWN),)
    assert clubs(football) == ALL


@pytest.mark.parametrize("order", [*permutations(("E0.csv", "en.1.json"))], ids=" ".join)
def test_a_club_that_sources_spell_with_and_without_its_legal_form_is_the_same_in_any_order(
    football: Path, tmp_path: Path, order: tuple[str, ...]
) -> None:
    texts = {
        "E0.csv": csv_of(SEASON),
        "en.1.json": json_of(SEASON, {name: f"FC {name}" for name in UNKNOWN}),
    }
    for name in order:
        assert loaded(football, written(tmp_path / name, texts[name])) == []
    with fd.Database(football, clock=lambda: NOW) as database:
        found = dict(database.teams().set_index("name")["team_id"])
    assert set(found) == set(ALL)
    assert found["Ashmere Vale"] == assigned_id("team", "GB-ENG", "ashmere vale")
