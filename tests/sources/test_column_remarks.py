"""What a file has that is not read as it stands is said by column: encodings, scores, odds of another kind."""

from pathlib import Path

import pytest

from footydata.sources.cells import read_name
from footydata.sources.football_data import FootballData, FootballDataCountries
from footydata.sources.openfootball import OpenFootball
from footydata.sources.parsed import BadRow, Parsed, ParsedFixture, Refusal, Remark
from footydata.sources.protocol import Source

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
COUNTRY = "Country,League,Season,Date,Home,Away,HG,AG"
AMERICAN = "American odds, not decimal; none is read"


def read(
    folder: Path, *lines: str, source: Source | None = None, name: str = "D1.csv"
) -> list[Parsed]:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list((source or FootballData()).records(path))


def fixtures(parsed: list[Parsed]) -> list[ParsedFixture]:
    return [one for one in parsed if isinstance(one, ParsedFixture)]


def wrongly_read(text: str) -> str:
    """The text as it is after a program took its UTF-8 for Windows-1252."""
    return text.encode().decode("cp1252")


def test_a_name_whose_utf_8_was_read_as_another_encoding_is_refused(tmp_path: Path) -> None:
    wrong = wrongly_read("D1,17/08/2024,1. FC Köln,Fürth,1,0")
    refused, _ = read(tmp_path, HEADER, wrong, "D1,31/08/2024,Aue,Fürth,1,0")
    assert isinstance(refused, Refusal)
    assert (refused.line, refused.column, refused.text) == (2, None, wrong.split(",")[2])


@pytest.mark.parametrize(
    "name",
    [
        "Köln",
        "SÃO PAULO",
        "Ángel",
        "Ñublense",
        "Großaspach",
        "Çaykur Rizespor",
        "ÉTOILE",
        "Šibenik",
    ],
)
def test_a_name_in_its_own_letters_is_left_alone(tmp_path: Path, name: str) -> None:
    (parsed,) = read(tmp_path, HEADER, f"D1,17/08/2024,{name},Aue,1,0")
    assert isinstance(parsed, ParsedFixture)
    assert parsed.home.name == name


def test_wrongly_decoded_name_outside_csv_is_refused(tmp_path: Path) -> None:
    title = '{"name": "Deutsche Bundesliga 2024/25", "matches": [{"date": "2024-08-17", "team1": "FC K\\u00c3\\u00b6ln", '
    (_, refused) = read(
        tmp_path, title + '"team2": "Aue"}]}', source=OpenFootball(), name="de.1.json"
    )
    assert isinstance(refused, Refusal)
    assert refused.reason == "the name of a team is UTF-8 that was read as another encoding"


@pytest.mark.parametrize("name", ["K?ln", "1. FC KÃ?ln", "K\ufffdln"])
def test_a_name_that_lost_a_letter_is_refused(name: str) -> None:
    with pytest.raises(BadRow, match="characters that can't be read"):
        read_name(name)


def test_unread_columns_are_reported(tmp_path: Path) -> None:
    noted, parsed = read(
        tmp_path, f"{HEADER},FTR,xG,FT,Weather,", "D1,17/08/2024,Aue,Köln,1,0,H,1.4,1:0,,"
    )
    assert noted == Remark("columns that are not read: xG, FT, Weather")
    assert isinstance(parsed, ParsedFixture)


def test_unread_columns_are_reported_in_files_of_countries(tmp_path: Path) -> None:
    row = "Finland,Veikkausliiga,2024,15/06/2024,HJK,KuPS,2,1,3.2"
    noted, _ = read(tmp_path, f"{COUNTRY},xG", row, source=FootballDataCountries())
    assert noted == Remark("columns that are not read: xG")


@pytest.mark.real_data
def test_no_column_of_a_real_file_is_unknown(real_data: Path) -> None:
    folder = real_data / "football_data_co_uk"
    noted = [
        one
        for path in folder.glob("*/E0.csv")
        for one in FootballData().records(path)
        if isinstance(one, Remark)
    ]
    assert noted == []


def test_quotes_of_american_odds_are_set_aside_and_their_rows_stored(tmp_path: Path) -> None:
    header = f"{HEADER},B365H,B365D,B365A,WHH,WHD,WHA,B365>2.5,B365<2.5"
    parsed = read(tmp_path, header, "D1,17/08/2024,Aue,Köln,1,0,-150,240,380,2.5,3.4,2.8,-110,-110")
    assert [{quote.bookmaker.slug for quote in one.odds} for one in fixtures(parsed)] == [
        {"william-hill"}
    ]
    assert [one.column for one in parsed if isinstance(one, Refusal)] == [
        *("B365H", "B365D", "B365A"),
        *("B365>2.5", "B365<2.5"),
    ]


def test_long_decimal_price_is_read(tmp_path: Path) -> None:
    (parsed,) = read(
        tmp_path, f"{HEADER},B365H,B365D,B365A", "D1,17/08/2024,Aue,Köln,1,0,1.01,21,101"
    )
    assert isinstance(parsed, ParsedFixture)
    assert parsed.odds[0][3:6] == (1.01, 21.0, 101.0)
