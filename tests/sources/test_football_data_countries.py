"""football-data.co.uk's one-file-a-country format."""

from collections import Counter
from pathlib import Path

import pytest

from footydata.sources.football_data import FootballData, FootballDataCountries
from footydata.sources.parsed import Parsed, ParsedFixture, Refusal, UnreadableFile

HEADER = (
    "\ufeffCountry,League,Season,Date,Time,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA,AvgCH,AvgCD,AvgCA"
)


def written(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "FIN.csv"
    path.write_text("\r\n".join((HEADER, *rows)) + "\r\n", encoding="utf-8")
    return path


def records(path: Path) -> list[Parsed]:
    return list(FootballDataCountries().records(path))


def fixtures(path: Path) -> list[ParsedFixture]:
    return [record for record in records(path) if isinstance(record, ParsedFixture)]


ROW = "Finland ,Veikkausliiga ,2018,15/04/2018,16:30,HJK,Mariehamn,3,1,H,1.4,4.79,9.77,,,"


def test_the_format_is_distinguished_from_the_main_one(tmp_path: Path) -> None:
    path = written(tmp_path, ROW)
    assert FootballDataCountries().recognises(path)
    assert not FootballData().recognises(path)


def test_blanks_inside_values_do_not_matter(tmp_path: Path) -> None:
    parsed = fixtures(written(tmp_path, ROW))[0]
    assert (parsed.league.country, parsed.league.name, parsed.home.name) == (
        "FI",
        "Veikkausliiga",
        "HJK",
    )


def test_the_odds_are_closing_odds(tmp_path: Path) -> None:
    quote = fixtures(written(tmp_path, ROW))[0].odds[0]
    assert (quote.bookmaker.slug, quote.market, quote.opening_price_1, quote.closing_price_1) == (
        "pinnacle",
        "1x2",
        None,
        1.4,
    )


def test_file_cut_off_within_a_row_loses_only_that_row(tmp_path: Path) -> None:
    path = written(tmp_path, ROW)
    path.write_text(path.read_text() + ROW.replace("15/04", "22/04")[:-8])
    kept, refused = records(path)
    assert isinstance(kept, ParsedFixture)
    assert isinstance(refused, Refusal)
    assert (refused.line, refused.column) == (3, None)


def test_a_file_of_another_header_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "FIN.csv"
    path.write_text("Div,Date,HomeTeam,AwayTeam\nE0,15/04/2018,A,B\n")
    with pytest.raises(
        UnreadableFile, match=r"no row under a header of football-data\.co\.uk's new leagues"
    ):
        records(path)


@pytest.mark.parametrize(
    ("value", "wrong", "reason"),
    [
        ("Finland ", "Atlantis", "a country that we do not know"),
        ("15/04/2018", "31/02/2018", "no day that can be read"),
        (",2018,", ",18,", "no season that can be read"),
        (",2018,", ",2018/2020,", "no season that can be read"),
        (",2018,", ",,", "no season that can be read"),
        ("Mariehamn", "HJK", "a team against itself"),
        (",3,1,", ",3,,", "the goals of one side alone"),
    ],
    ids=["country", "day", "season", "span", "no season", "team", "goals"],
)
def test_unreadable_row_is_refused_with_its_reason(
    tmp_path: Path, value: str, wrong: str, reason: str
) -> None:
    refusal, kept = records(written(tmp_path, ROW.replace(value, wrong), ROW))
    assert isinstance(refusal, Refusal)
    assert (refusal.line, refusal.reason) == (2, reason)
    assert isinstance(kept, ParsedFixture)


@pytest.mark.parametrize(("season", "label"), [("2012", "2012"), ("2012/2013", "12/13")], ids=str)
def test_a_season_is_a_year_or_two(tmp_path: Path, season: str, label: str) -> None:
    parsed = fixtures(written(tmp_path, ROW.replace(",2018,", f",{season},")))[0]
    assert parsed.season is not None
    assert parsed.season.label == label


def test_empty_row_is_skipped(tmp_path: Path) -> None:
    assert len(records(written(tmp_path, "," * 15, ROW))) == 1


def test_play_off_fixture_does_not_count_in_the_table(tmp_path: Path) -> None:
    regular = [ROW.replace("15/04", f"{day:02}/04") for day in range(1, 21)]
    parsed = fixtures(written(tmp_path, *regular, ROW.replace("Mariehamn", "TPS")))
    assert [fixture.in_table for fixture in parsed] == [True] * 20 + [False]
    assert parsed[-1].stage == "Play-off"


def test_without_a_score_a_fixture_is_scheduled(tmp_path: Path) -> None:
    parsed = fixtures(written(tmp_path, ROW.replace(",3,1,H,", ",,,,")))[0]
    assert parsed.status == "scheduled"


@pytest.mark.slow
@pytest.mark.real_data
def test_every_row_of_the_real_files_is_read(real_data: Path) -> None:
    files = sorted((real_data / "football_data_co_uk" / "new_leagues").glob("*.csv"))
    parsed = [record for path in files for record in records(path)]
    lines = sum(len(path.read_text(encoding="utf-8-sig").splitlines()) - 1 for path in files)
    assert (
        Counter(type(record).__name__ for record in parsed)["ParsedFixture"] == lines - 1
    )  # one empty row, in SWZ
    assert {record.reason for record in parsed if isinstance(record, Refusal)} == {"no price"}
