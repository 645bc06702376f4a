"""The order of day and month in a file, whoever saved it."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from footydata.sources.corner_lines import CornerLines
from footydata.sources.football_data import FootballData, FootballDataCountries
from footydata.sources.parsed import Parsed, ParsedFixture, Refusal, Remark
from footydata.sources.protocol import Source

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
TEAMS = (
    "Arsenal",
    "Chelsea",
    "Everton",
    "Fulham",
    "Leeds",
    "Wolves",
    "Burnley",
    "Watford",
    "Norwich",
    "Brentford",
)
PAIRS = [(home, away) for home in TEAMS for away in TEAMS if home != away]
SEASON = [date(2024, 8, 3) + timedelta(days=3 * place) for place in range(len(PAIRS))]
"""A day for each pair, from August to April."""

AMBIGUOUS = "a day that may be day first or month first, in a file that has days of both"


def rows(days: list[str]) -> list[str]:
    return [f"E0,{day},{home},{away},1,0" for day, (home, away) in zip(days, PAIRS, strict=False)]


def read(folder: Path, lines: list[str], source: Source | None = None) -> list[Parsed]:
    path = folder / "E0_2021.csv"
    path.write_text("\n".join(lines) + "\n")
    return list((source or FootballData()).records(path))


def days_of(parsed: list[Parsed]) -> list[date]:
    return [
        datetime.fromtimestamp(one.kickoff_ts, UTC).date()
        for one in parsed
        if isinstance(one, ParsedFixture)
    ]


def remarks(parsed: list[Parsed]) -> list[str]:
    return [one.reason for one in parsed if isinstance(one, Remark)]


def exchanged(day: date) -> date:
    return date(day.year, day.day, day.month) if day.day <= 12 else day


@pytest.mark.parametrize(
    "form",
    [
        "%d/%m/%Y",
        "%d/%m/%y",
        "%d.%m.%Y",
        "%d-%m-%Y",
        "%Y-%m-%d",
        "%Y/%m/%d",
        "%d-%b-%y",
        "%d %B %Y",
        "%Y-%m-%d 00:00:00",
    ],
)
def test_days_in_the_order_of_the_source_are_read_in_every_form_without_a_word(
    tmp_path: Path, form: str
) -> None:
    parsed = read(tmp_path, [HEADER, *rows([day.strftime(form) for day in SEASON])])
    assert (days_of(parsed), remarks(parsed)) == (SEASON, [])


@pytest.mark.parametrize("form", ["{0.month}/{0.day}/{0.year}", "{0:%m/%d/%y}", "{0:%m-%d-%Y}"])
def test_a_file_that_only_month_first_fits_is_read_so_and_says_so(
    tmp_path: Path, form: str
) -> None:
    parsed = read(tmp_path, [HEADER, *rows([form.format(day) for day in SEASON])])
    assert days_of(parsed) == SEASON
    only = sum(day.day > 12 for day in SEASON)
    assert remarks(parsed) == [
        f"days are read month first: it alone fits every row; {only} rows can be nothing else"
    ]


def test_a_row_without_a_day_does_not_decide(tmp_path: Path) -> None:
    parsed = read(
        tmp_path, [HEADER, *rows(["99/99/2024", *(f"{day:%m/%d/%Y}" for day in SEASON[1:])])]
    )
    assert days_of(parsed) == SEASON[1:]
    assert [one for one in parsed if isinstance(one, Refusal)] == [
        Refusal("no day that can be read", 2, "99/99/2024")
    ]


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(lambda day: f"{exchanged(day):%d/%m/%Y}", id="slashes"),
        pytest.param(lambda day: exchanged(day).isoformat(), id="ISO"),
        pytest.param(
            lambda day: exchanged(day).isoformat() if day.day <= 12 else f"{day:%d/%m/%Y}",
            id="ISO where it could",
        ),
        pytest.param(
            lambda day: exchanged(day).isoformat() if day.day <= 12 else f"{day:%m/%d/%Y}",
            id="of a month-first file",
        ),
    ],
)
@pytest.mark.parametrize("step", [1, -1], ids=["oldest first", "newest first"])
def test_days_that_a_spreadsheet_exchanged_where_it_could_are_put_right(
    tmp_path: Path, written: Callable[[date], str], step: int
) -> None:
    days = SEASON[::step]
    parsed = read(tmp_path, [HEADER, *rows([written(day) for day in days])])
    assert days_of(parsed) == days
    (remark,) = remarks(parsed)
    assert "only so, as if a spreadsheet had exchanged them" in remark


def test_a_file_in_no_order_of_date_keeps_its_days(tmp_path: Path) -> None:
    days = [SEASON[37 * place % len(SEASON)] for place in range(len(SEASON))]
    parsed = read(tmp_path, [HEADER, *rows([f"{day:%d/%m/%Y}" for day in days])])
    assert (days_of(parsed), remarks(parsed)) == (days, [])


def test_where_neither_order_fits_a_day_that_fits_both_is_refused(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        [HEADER, *rows(["17/08/2024", "08/24/2024", "05/09/2024", "09/09/2024", "2024-09-06"])],
    )
    assert days_of(parsed) == [
        date(2024, 8, 17),
        date(2024, 8, 24),
        date(2024, 9, 9),
        date(2024, 9, 6),
    ]
    assert [one for one in parsed if isinstance(one, Refusal)] == [
        Refusal(AMBIGUOUS, 4, "05/09/2024")
    ]
    assert remarks(parsed) == [
        "days are read day first or month first, as they fit: 1 row can be day first alone, 1 row month first alone"
    ]


def test_each_of_several_files_glued_together_has_its_own_order(tmp_path: Path) -> None:
    first, second = SEASON[:30], SEASON[30:60]
    lines = [
        HEADER,
        *rows([f"{day:%m/%d/%Y}" for day in first]),
        HEADER,
        *rows([f"{day:%d/%m/%Y}" for day in second]),
    ]
    parsed = read(tmp_path, lines)
    assert days_of(parsed) == first + second
    assert [one.column for one in parsed if isinstance(one, Remark)] == ["Date"]


@pytest.mark.parametrize(
    ("days", "is_month_first", "why"),
    [
        (
            ["05/10/2024", "06/10/2024"],
            False,
            "both orders fit every row; the source writes the day first",
        ),
        (["05/10/2024"], False, "both orders fit every row; the source writes the day first"),
        (
            ["09/01/2024", "09/12/2024", "10/03/2024"],
            True,
            "both orders fit every row, and the rows are in order of date only so",
        ),
        (
            ["01/10/2024", "12/09/2024", "09/11/2024"],
            False,
            "both orders fit every row; the source writes the day first",
        ),
    ],
    ids=["in order either way", "one row", "in order month first alone", "in order neither way"],
)
def test_where_both_orders_fit_the_order_of_the_rows_decides_else_the_source(
    tmp_path: Path, days: list[str], is_month_first: bool, why: str
) -> None:
    order = "month" if is_month_first else "day"
    parsed = read(tmp_path, [HEADER, *rows(days)])
    assert remarks(parsed) == [f"days are read {order} first: {why}"]
    day, month, year = map(int, days[0].split("/"))
    if is_month_first:
        day, month = month, day
    assert days_of(parsed)[0] == date(year, month, day)


def test_a_day_that_is_the_same_in_both_orders_leaves_nothing_open(tmp_path: Path) -> None:
    parsed = read(tmp_path, [HEADER, *rows(["09/09/2024", "10/10/2024"])])
    assert (days_of(parsed), remarks(parsed)) == ([date(2024, 9, 9), date(2024, 10, 10)], [])


def test_a_file_reaches_to_the_last_day_in_its_own_order(tmp_path: Path) -> None:
    path = tmp_path / "E0.csv"
    path.write_text("\n".join([HEADER, *rows([f"{day:%m/%d/%Y}" for day in SEASON])]) + "\n")
    assert FootballData().reach(path) == (SEASON[-1], SEASON[-1])


@pytest.mark.parametrize(
    ("source", "header", "row"),
    [
        pytest.param(
            FootballDataCountries(),
            "Country,League,Season,Date,Home,Away,HG,AG",
            "England,Premier League,2024/2025,{},Arsenal,Chelsea,1,0",
            id="country",
        ),
        pytest.param(
            CornerLines(),
            "Date,HomeTeam,AwayTeam,FTHG,FTAG,odds_corners_over_95",
            "{},Arsenal,Chelsea,1,0,",
            id="corners",
        ),
    ],
)
def test_every_csv_format_finds_the_order_of_its_days(
    tmp_path: Path, source: Source, header: str, row: str
) -> None:
    parsed = read(tmp_path, [header, row.format("08/17/2024"), row.format("09/05/2024")], source)
    assert days_of(parsed) == [date(2024, 8, 17), date(2024, 9, 5)]
    assert len(remarks(parsed)) == 1


@pytest.mark.real_data
@pytest.mark.parametrize("form", ["{2}/{1}/{0}", "{1}/{2}/{0}", "{2}.{1}.{0}", "{0}-{1:02}-{2:02}"])
def test_a_real_season_saved_in_another_form_has_the_same_days(
    tmp_path: Path, real_data: Path, form: str
) -> None:
    path = real_data / "football_data_co_uk" / "2324" / "E0.csv"
    text = path.read_text(encoding="utf-8-sig")
    pattern = r"(?m)^(E0,)(\d\d)/(\d\d)/(\d{4})"
    saved = re.sub(
        pattern, lambda row: row[1] + form.format(*(int(row[place]) for place in (4, 3, 2))), text
    )
    expected = days_of(list(FootballData().records(path)))
    assert len(expected) == 380
    assert days_of(read(tmp_path, saved.splitlines())) == expected
