"""What the sources of packages may yield: a record that no fixture can be is refused by its number, the rest stored."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

import footydata as fd
from footydata.sources.parsed import Refusal
from tests.conftest import NOW
from tests.new_databases import new_database
from tests.sources.packages import install

ENTRY = "diary = football_diary:Diary"
SOURCE = """
from footydata.football.records import EventRecord, KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.terms import Part, Status
from footydata.sources.parsed import *
from footydata.sources.parsed import NO_ID

GOOD = ParsedFixture(
    LeagueKey("GB-ENG", "Premier League"), None, TeamKey("Arsenal"), TeamKey("Chelsea"), 1723903200,
    status=Status.FINISHED, figures=Figures(2, 1), line=1,
)
BOOK = BookmakerKey("bet365", "Bet365")


class Diary:
    name, trust = "diary", 30

    def recognises(self, path):
        return path.suffix == ".diary"

    def records(self, path):
        print("reading", path)
        yield GOOD
        YIELDED
"""

BAD = {
    "kickoff_ts=1723903200000": "kickoff_ts is no moment of 1863 to 2100 in unix seconds",
    "kickoff_ts='2024-08-17'": "kickoff_ts is not as declared",
    "kickoff_ts=1723903200.0": "kickoff_ts is not as declared",
    "figures=Figures(-3, 1)": "figures.home_goals is no count of 0 to 199",
    "figures=Figures(2, 5000)": "figures.away_goals is no count of 0 to 199",
    "figures=Figures(True, 1)": "figures.home_goals is not as declared",
    "home=None": "home is not as declared",
    "status='over'": "status is not as declared",
    "league=LeagueKey('England', 'Premier League')": "league.country is no code of a country or region",
    "home=TeamKey('')": "home.name is no name of 1 to 200 characters",
    "home=TeamKey('Chelsea')": "away is a team against itself",
    "season=SeasonKey('2024-25', 2024)": "season.label is no season that starts in its year, as 2024",
    "further=(ParsedFigure('goles', 1, 2),)": "further[0].figure is no figure that footydata has",
    "further=(ParsedFigure('xg', float('nan'), 2),)": "further[0].home is no value of xg: 0 to 50",
    "odds=(ParsedOdds(BOOK, '1X2'),)": "odds[0].market is no key of a market",
    "odds=(ParsedOdds(BOOK, '1x2', closing_price_1=0.5),)": "odds[0].closing_price_1 is no decimal price above 1",
    "events=(EventRecord(NO_ID, 1, 'Goal', 1),)": "events[0].type is no type of an event",
    "id=77": "id is an id that is stored unchanged, as those of a v1 service alone are; leave it out",
    "key='a', line=10**5000": "a number that is larger than a database can store",
    "referee='\\ud800'": "characters that are not text",
    "referee=object()": "a value of the type object",
    "events=(None,)": "events[0] is not as declared",
    "ParsedName('GB-ENG', 'de', 7)": "name is not as declared",
    "ParsedTeam(TeamKey('Leeds', 'XX'))": "team.country is no code of a country or region",
    "ParsedPage([], {}, {}, None, None)": "a ParsedPage, whose ids are those of a v1 service",
    "{'home': 'Leeds'}": "a dict that is no record",
    "Refusal(17)": "reason is not as declared",
}


"""Fields of a fixture, or a whole record, and how the reason begins for which it is refused."""


def _expression(text: str) -> str:
    return f"GOOD._replace({text})" if "=" in text.partition("(")[0] else text


class Load(Protocol):
    """Loads a file by a source that yields a good fixture and then what these expressions are."""

    def __call__(
        self, yielded: Sequence[str], *, version: str = "1.0", **options: bool
    ) -> tuple[fd.Database, fd.LoadReport]: ...


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    file = tmp_path / "season.diary"
    file.write_text("of 2024\n")
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:

        def load_yielded(
            yielded: Sequence[str], *, version: str = "1.0", **options: bool
        ) -> tuple[fd.Database, fd.LoadReport]:
            source = SOURCE.replace("YIELDED", "; ".join(f"yield {each}" for each in yielded))
            install(tmp_path / "package", monkeypatch, ENTRY, source, version)
            return database, database.load(file, **options)

        yield load_yielded


def test_a_record_with_a_value_that_no_fixture_has_is_refused_alone_and_by_its_number(
    load: Load,
) -> None:
    wrong = list(BAD)
    database, report = load([_expression(text) for text in wrong])
    assert [(file.state, file.result.fixtures_new) for file in report.files] == [("taken", 1)]
    refused = {refusal.text.partition(":")[0]: refusal for _, refusal in report.refusals}
    reasons = {
        expression: refused[f"record {number}"].reason
        for number, expression in enumerate(wrong, start=2)
    }
    assert {text: reason[: len(BAD[text])] for text, reason in reasons.items()} == BAD
    assert all(reason.endswith(", as football-diary 1.0 gives it") for reason in reasons.values())
    assert refused["record 2"] == Refusal(
        reasons[wrong[0]], 1, "record 2: kickoff_ts = 1723903200000"
    )
    assert database.fixtures()["home"].tolist() == ["Arsenal"]


AGAIN = "home=TeamKey('Leeds')"


def test_a_part_that_a_record_fills_need_not_be_named(load: Load, tmp_path: Path) -> None:
    """Another source has the fixture too, and knows its score alone."""
    database, _ = load(
        [
            _expression(
                f"{AGAIN}, figures=Figures(2, 1, home_corners=7, away_corners=3), referee='A Taylor'"
            )
        ]
    )
    other = tmp_path / "E0.csv"
    other.write_text("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/24,Leeds,Chelsea,2,1\n")
    database.load(other)
    leeds = database.fixtures(team="Leeds")
    assert leeds[["home_goals", "home_corners", "referee"]].to_numpy().tolist() == [
        [2, 7, "A Taylor"]
    ]


def test_what_means_the_declared_type_is_taken(load: Load) -> None:
    """Whole numbers are lines and prices, texts are terms, lists and plain tuples are what they stand for."""
    quote = "ParsedOdds(BOOK, 'goal_line', closing_line=2, closing_price_1=2, closing_price_2=2)"
    named = f"{AGAIN}, status='finished', figures=(2, 1), parts=1"
    database, report = load([_expression(f"{named}, odds=[{quote}]")])
    assert (report.refusals, database.odds()["closing_line"].tolist()) == ([], [2.0])
    assert database.fixtures(team="Leeds")["home_goals"].tolist() == [2]


def test_a_part_that_is_named_and_empty_counts_as_fetched(load: Load) -> None:
    database, _ = load([_expression(f"{AGAIN}, parts=Part.BASE | Part.EVENTS")])
    parts = database.connection.execute(
        "select parts from fixture_source order by parts"
    ).fetchall()
    assert [bool(row[0] & 128) for row in parts] == [False, True]


def test_what_a_source_prints_is_kept_out_of_the_output(
    load: Load, capsys: pytest.CaptureFixture[str]
) -> None:
    load([])
    printed = capsys.readouterr()
    assert (printed.out, "reading" in printed.err) == ("", True)


def test_an_unchanged_file_is_read_again_after_its_source_has_changed(load: Load) -> None:
    load(["GOOD._replace(kickoff_ts=0.5)"])
    assert load(["GOOD._replace(kickoff_ts=0.5)"])[1].count("unchanged") == 1
    assert load([_expression(AGAIN)])[1].fixtures_new == 1
    assert load([_expression(AGAIN)])[1].count("unchanged") == 1
    assert load([_expression(AGAIN)], version="1.1")[1].count("taken") == 1


def test_a_finished_fixture_that_a_changed_source_reads_otherwise_takes_a_correction(
    load: Load,
) -> None:
    load([])
    changed = ["GOOD._replace(figures=Figures(3, 1))"]
    database, report = load(changed, version="1.1")
    assert [str(conflict) for _, conflict in report.conflicts] != []
    load(changed, version="1.1", correct=True)
    assert database.fixtures()["home_goals"].tolist() == [3]


@pytest.mark.parametrize("trust", ["'high'", "30.5", "True", "-1", "1000"])
def test_a_trust_that_is_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trust: str
) -> None:
    """The table reader takes the file, and the load says what did not."""
    install(
        tmp_path / "package",
        monkeypatch,
        ENTRY,
        SOURCE.replace('"diary", 30', f'"diary", {trust}').replace("YIELDED", ""),
    )
    table = tmp_path / "table.csv"
    table.write_text(
        "date,home,away,score\n2024-08-17,Arsenal,Chelsea,2-1\n2024-08-24,Leeds,Everton,0-0\n"
    )
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = database.load(table, league="GB-ENG/Premier League")
    assert report.fixtures_new == 2
    named = f"'diary' of the package football-diary 1.0 can't be used: .*its trust is {trust}"
    assert any(re.search(named, remark.reason) for _, remark in report.remarks)


def test_a_dump_with_impossible_figures_keeps_its_other_fixtures(tmp_path: Path) -> None:
    path = tmp_path / "dump.jsonl"
    row = {
        "league": {"id": 1, "name": "L"},
        "teams": {"home": {"id": 1, "name": "A"}, "away": {"id": 2, "name": "B"}},
    }
    row |= {"kickoff_ts": 1723903200, "status": "finished"}
    rows = [
        row | {"id": number, "goals": {"home": goals, "away": 1}}
        for number, goals in enumerate((2, -3, 5000), 1)
    ]
    path.write_text(json.dumps({"path": "/v1/fixtures", "body": {"success": 1, "data": rows}}))
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = database.load(path)
        assert database.fixtures()["home_goals"].tolist() == [2]
    reasons = [refusal.reason for _, refusal in report.refusals]
    assert [re.findall(r"[<>]= \d+|goals.home", reason) for reason in reasons] == [
        [">= 0", "goals.home"],
        ["<= 199", "goals.home"],
    ]
