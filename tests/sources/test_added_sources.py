"""A source from outside: a package with an entry point, on the path as any installed one."""

import re
import tomllib
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.errors import FootydataError
from footydata.football.terms import Part
from footydata.sources.parsed import ParsedFixture
from tests.agreeing import load_agreed
from tests.conftest import NOW
from tests.new_databases import new_database
from tests.sources.packages import install

GUIDE = (Path(__file__).parents[2] / "footydata" / "guide" / "plugin.md").read_text(
    encoding="utf-8"
)
(SOURCE,) = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
(PROJECT,) = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
((NAME, OBJECT),) = tomllib.loads(PROJECT)["project"]["entry-points"]["footydata.sources"].items()
"""The source that stands in the guide, with the entry point of its pyproject.toml."""

HEADER = "kickoff;home;away;home_goals;away_goals;home_corners;away_corners;home_price;draw_price;away_price"
KICKOFF = "2024-08-17 15:00"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    return folder


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    path = tmp_path / "season.diary"
    path.write_text(f"{HEADER}\n{KICKOFF};Arsenal;Chelsea;2;1;7;3;1.65;4.1;5.25\nrain\n")
    return path


@pytest.mark.parametrize("source", [None, "diary"], ids=["recognised", "named"])
def test_a_package_adds_a_source_of_its_own(
    tmp_path: Path, package: Path, diary: Path, monkeypatch: pytest.MonkeyPatch, source: str | None
) -> None:
    install(package, monkeypatch, f"{NAME} = {OBJECT}", SOURCE)
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = database.load(diary, source=source)
        assert [(file.source, file.state) for file in report.files] == [("diary", "taken")]
        assert (report.rows_read, report.fixtures_new, report.rows_refused) == (2, 1, 1)
        assert database.fixtures()["season"].tolist() == ["24/25"]


def test_the_source_of_the_guide_reads_fixtures_to_come_and_names_what_it_can_not_read(
    tmp_path: Path, package: Path, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(package, monkeypatch, f"{NAME} = {OBJECT}", SOURCE)
    empty, counts = ";" * 7, "0;0;2;x;;;"
    lines = [
        f"{KICKOFF};Arsenal;Chelsea{empty}",
        f"{KICKOFF};Everton;Fulham;{counts}",
        f"noon;Ipswich;Leeds{empty}",
    ]
    diary.write_text("\n".join([HEADER, *lines]))
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = database.load(diary)
        fixtures = database.fixtures()
    assert fixtures[["home", "status"]].to_numpy().tolist() == [
        ["Arsenal", "scheduled"],
        ["Everton", "finished"],
    ]
    assert fixtures["kickoff"][0].isoformat() == "2024-08-17T14:00:00+00:00"
    assert fixtures["home_corners"].tolist()[1] == 2
    assert [refusal[:4] for _, refusal in report.refusals] == [
        ("no count", 3, "x", "away_corners"),
        ("no kickoff", 4, "noon", None),
    ]


def test_the_guide_names_every_field_of_a_fixture_and_every_part() -> None:
    rows = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?`) \|", GUIDE, re.MULTILINE))))
    assert set(ParsedFixture._fields) <= rows
    assert {part.name for part in Part if part is not Part.BASE} <= set(
        re.findall(r"[A-Z_]{4,}", GUIDE)
    )


def test_a_file_that_the_source_of_the_guide_refuses_is_named_with_its_reason(
    tmp_path: Path, package: Path, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(package, monkeypatch, f"{NAME} = {OBJECT}", SOURCE)
    diary.write_text(f"{HEADER};referee\n")
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = database.load(diary)
    assert [(file.state, file.result.refusals[0].reason) for file in report.files] == [
        ("refused", "the columns of another version")
    ]


def test_several_files_of_a_source_without_spans_are_loaded_in_their_order(
    tmp_path: Path, package: Path, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(package, monkeypatch, f"{NAME} = {OBJECT}", SOURCE)
    later = diary.with_name("later.diary")
    later.write_text(f"{HEADER}\n2024-08-18 15:00;Everton;Fulham;0;0;;;;;\n")
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = database.load(later, diary)
        assert [(file.file, file.state) for file in report.files] == [
            ("later.diary", "taken"),
            ("season.diary", "taken"),
        ]


def test_a_package_that_cannot_be_used_does_not_hinder_files_of_ours(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(package, monkeypatch, "diary = football_diary_missing:Diary", SOURCE)
    path = tmp_path / "E0.csv"
    path.write_text("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,16/08/14,Arsenal,Chelsea,1,0\n")
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        assert [
            database.load(path, source=source).fixtures_new for source in (None, "football-data")
        ] == [1, 0]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("diary = football_diary:Missing", "has no attribute 'Missing'"),
        ("diary = football_diary_missing:Diary", "No module named"),
        ("openfootball = football_diary:Diary", "footydata has a source of that name"),
    ],
)
def test_a_source_that_cannot_be_used_names_its_package(
    tmp_path: Path,
    package: Path,
    diary: Path,
    monkeypatch: pytest.MonkeyPatch,
    entry: str,
    why: str,
) -> None:
    install(package, monkeypatch, entry, SOURCE)
    match = f"of the package football-diary 1.0 can't be used: .*{why}"
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        ((_, refusal),) = load_agreed(database, diary).refusals
        assert re.search(match, refusal.reason)
        name = entry.partition(" ")[0]
        if name != "openfootball":
            with pytest.raises(FootydataError, match=match):
                database.load(diary, source=name)


@pytest.mark.parametrize(
    ("working", "where"),
    [("return path.suffix", "recognises"), ("yield from self.fixture(", "records")],
)
def test_a_source_that_raises_costs_its_file_and_is_named_with_its_version(
    tmp_path: Path,
    package: Path,
    diary: Path,
    monkeypatch: pytest.MonkeyPatch,
    working: str,
    where: str,
) -> None:
    source = SOURCE.replace(working, 'raise RuntimeError("no idea"); ' + working)
    install(package, monkeypatch, f"{NAME} = {OBJECT}", source)
    other = tmp_path / "E0.csv"
    other.write_text("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,16/08/14,Arsenal,Chelsea,1,0\n")
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        report = load_agreed(database, diary, other)
        assert [(file.file, file.state) for file in report.files] == [
            ("season.diary", "refused"),
            ("E0.csv", "taken"),
        ]
        reason = report.refusals[0][1].reason
        line = source[: source.index("raise RuntimeError")].count("\n") + 1
        place = f"football_diary.py:{line}"
        assert (
            f"the source 'diary' of football-diary 1.0 failed in {where}() at {place}: RuntimeError: no idea"
            in reason
        )
        assert len(database.fixtures()) == 1
