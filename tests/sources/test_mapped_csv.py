"""The headers and rows of CSV files: rows that do not fit their header, and files that were glued together."""

import tracemalloc
from collections import deque
from pathlib import Path

import pytest

from footydata.sources.corner_lines import CornerLines
from footydata.sources.football_data import FootballData, FootballDataCountries
from footydata.sources.parsed import Parsed, ParsedFixture, Refusal
from footydata.sources.protocol import Source

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A"
ROW = "E0,17/08/2019,Arsenal,Chelsea,2,1,1.9,3.5,4.2"
WIDER = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,WHH,WHD,WHA,B365H,B365D,B365A"
WIDER_ROW = "E0,24/08/2024,15:00,Leeds,Fulham,0,0,2.7,3.1,2.8,2.6,3.2,2.9"
COUNTRY = "Country,League,Season,Date,Time,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA"
FINNISH = "Finland,Veikkausliiga,2024,15/06/2024,15:00,HJK,KuPS,2,1,H,2.1,3.2,3.4"
CORNERS = "Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,HC,AC,odds_corners_over_95,odds_corners_under_95"
CORNER_ROW = "2020-09-12,08:30,Fulham,Arsenal,0,3,0,1,2,3,1.9,1.8"

FORMATS = pytest.mark.parametrize(
    ("source", "header", "row"),
    [
        pytest.param(FootballData(), HEADER, ROW, id="main"),
        pytest.param(FootballDataCountries(), COUNTRY, FINNISH, id="country"),
        pytest.param(CornerLines(), CORNERS, CORNER_ROW, id="corners"),
    ],
)


def read(source: Source, folder: Path, *lines: str) -> list[Parsed]:
    path = folder / "E0_2021.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert source.recognises(path)
    return list(source.records(path))


def main(folder: Path, *lines: str) -> tuple[list[ParsedFixture], list[Refusal]]:
    parsed = read(FootballData(), folder, *lines)
    fixtures = [one for one in parsed if isinstance(one, ParsedFixture)]
    return fixtures, [one for one in parsed if isinstance(one, Refusal)]


def prices(fixture: ParsedFixture) -> dict[str, tuple[float | None, ...]]:
    return {quote.bookmaker.slug: quote[3:6] for quote in fixture.odds}


@FORMATS
@pytest.mark.parametrize(
    "wrong",
    [",1.5", ",,,1.5", None],
    ids=["wider", "wider by empty cells and one more", "narrower"],
)
def test_a_row_that_does_not_fit_its_header_is_refused_with_both_widths(
    tmp_path: Path, source: Source, header: str, row: str, wrong: str | None
) -> None:
    bad = row.rpartition(",")[0] if wrong is None else row + wrong
    parsed = read(source, tmp_path, header, bad, row)
    cells, columns = bad.count(",") + 1, header.count(",") + 1
    assert parsed[0] == Refusal(
        f"a row of {cells} cells under a header of {columns} columns", 2, bad
    )
    assert [type(one) for one in parsed[1:]] == [ParsedFixture]


@FORMATS
def test_empty_cells_beyond_the_header_are_no_cells(
    tmp_path: Path, source: Source, header: str, row: str
) -> None:
    (parsed,) = read(source, tmp_path, header, row + ", ,,")
    assert isinstance(parsed, ParsedFixture)


def test_columns_without_a_name_at_the_end_of_a_header_take_no_text(tmp_path: Path) -> None:
    fixtures, refused = main(tmp_path, f"{HEADER},,,", f"{ROW},,,", f"{ROW},1.5,,", ROW)
    assert [fixture.line for fixture in fixtures] == [2, 4]
    assert [(refusal.line, refusal.reason) for refusal in refused] == [
        (3, "a row of 12 cells under a header of 9 columns")
    ]


@pytest.mark.parametrize("turned", [False, True], ids=["the narrower first", "the wider first"])
def test_files_that_were_glued_together_are_read_each_under_its_header(
    tmp_path: Path, turned: bool
) -> None:
    parts = [(HEADER, ROW), (WIDER, WIDER_ROW)]
    fixtures, refused = main(tmp_path, *parts[turned], *parts[not turned])
    assert refused == []
    assert {fixture.home.name: prices(fixture)["bet365"] for fixture in fixtures} == {
        "Arsenal": (1.9, 3.5, 4.2),
        "Leeds": (2.6, 3.2, 2.9),
    }
    assert prices(fixtures[not turned])["william-hill"] == (2.7, 3.1, 2.8)


def test_rows_pasted_under_a_header_of_another_width_are_refused(tmp_path: Path) -> None:
    fixtures, refused = main(tmp_path, HEADER, ROW, WIDER_ROW)
    assert [fixture.line for fixture in fixtures] == [2]
    assert [refusal.reason for refusal in refused] == [
        "a row of 13 cells under a header of 9 columns"
    ]


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with a byte order mark"])
def test_a_header_on_every_page_is_no_row(tmp_path: Path, mark: str) -> None:
    fixtures, refused = main(
        tmp_path, HEADER, ROW, mark + HEADER, mark + HEADER, ROW.replace("17/", "24/")
    )
    assert ([fixture.line for fixture in fixtures], refused) == ([2, 5], [])


def test_what_stands_above_the_first_header_is_refused_by_line(tmp_path: Path) -> None:
    fixtures, refused = main(tmp_path, "Premier League 2019/20", "", HEADER, ROW)
    assert [fixture.line for fixture in fixtures] == [4]
    assert refused == [Refusal("a row above the first header", 1, "Premier League 2019/20")]


@pytest.mark.parametrize(
    "header",
    [
        WIDER.replace("HomeTeam", "Home").replace("AwayTeam", "Away"),
        WIDER[:10],
        "Spieltag,Datum,Uhrzeit,Heim,Gast,Tore H,Tore G,Quote H,Quote X,Quote G",
        COUNTRY,
        ROW + WIDER,
    ],
    ids=[
        "renamed",
        "cut short",
        "in other words",
        "of another format",
        "behind a row without a line end",
    ],
)
def test_no_row_is_read_under_a_header_that_lacks_a_column(tmp_path: Path, header: str) -> None:
    same_width = ROW.replace("17/", "24/")
    fixtures, refused = main(
        tmp_path, HEADER, ROW, header, WIDER_ROW, same_width, HEADER, ROW.replace("17/", "31/")
    )
    assert [fixture.line for fixture in fixtures] == [2, 7]
    assert [refusal.line for refusal in refused] == [3, 4, 5]
    assert refused[0].reason == "another header in the middle of the table"


def test_a_fixture_without_a_day_is_no_header(tmp_path: Path) -> None:
    header = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,Referee"
    fixtures, refused = main(
        tmp_path,
        header,
        "EC,TBC,Yeovil,Barnet,,,",
        "EC,,Woking,Altrincham,,,",
        "EC,17/08/2019,Yeovil,Barnet,1,0,",
    )
    assert [fixture.line for fixture in fixtures] == [4]
    assert [refusal.reason for refusal in refused] == ["no day that can be read"] * 2


def test_the_play_off_of_a_season_is_found_in_spite_of_headers_between_its_rows(
    tmp_path: Path,
) -> None:
    teams = ("HJK", "KuPS", "Ilves", "Inter", "SJK")
    rows = [
        f"Finland,Veikkausliiga,2024,{day:02}/06/2024,15:00,{home},{away},2,1,H,2.1,3.2,3.4"
        for day, (home, away) in enumerate(
            ((one, other) for one in teams for other in teams if one != other), start=1
        )
    ]
    play_off = "Finland,Veikkausliiga,2024,30/06/2024,15:00,SJK,Lahti,2,1,H,2.1,3.2,3.4"
    parsed = read(
        FootballDataCountries(),
        tmp_path,
        COUNTRY,
        *rows[:10],
        COUNTRY,
        *rows[10:],
        COUNTRY,
        play_off,
    )
    assert [one.in_table for one in parsed if isinstance(one, ParsedFixture)] == [True] * 20 + [
        False
    ]


@pytest.mark.real_data
def test_seasons_that_were_glued_together_give_the_odds_of_their_own_files(
    tmp_path: Path, real_data: Path
) -> None:
    """The widths of these seasons are 120, 62 and 65 columns."""
    paths = [
        real_data / "football_data_co_uk" / season / "E0.csv" for season in ("2425", "1819", "1718")
    ]
    glued = tmp_path / "E0.csv"
    glued.write_bytes(b"".join(path.read_bytes() for path in paths))
    singly = [parsed for path in paths for parsed in FootballData().records(path)]
    together = list(FootballData().records(glued))
    fixtures, expected = (
        [one._replace(line=None) for one in parsed if isinstance(one, ParsedFixture)]
        for parsed in (together, singly)
    )
    assert len(fixtures) == 1120
    assert fixtures == expected


def peak_of_reading(path: Path) -> int:
    tracemalloc.start()
    try:
        deque(FootballData().records(path), maxlen=0)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_memory_grows_far_less_than_the_file(tmp_path: Path) -> None:
    header = ",".join([HEADER, *(f"B{number}H" for number in range(40))])
    peaks = []
    for count in (450, 3_600):
        rows = [
            ROW.replace("17/08", f"{1 + number % 28:02}/{1 + number % 12:02}").replace(
                "Arsenal", f"A{number:06}"
            )
            + ",1.90" * 40
            for number in range(count)
        ]
        path = tmp_path / f"{count}.csv"
        path.write_text("\n".join([header, *rows]) + "\n")
        peaks.append(peak_of_reading(path))
    assert peaks[1] < 4 * peaks[0]
