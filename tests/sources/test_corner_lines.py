"""Recorded corner odds."""

from pathlib import Path

import pytest

from footydata.sources.corner_lines import CornerLines
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
    Refusal,
    UnreadableFile,
)

COLUMNS = [
    "Date",
    "Time",
    "HomeTeam",
    "AwayTeam",
    "FTHG",
    "FTAG",
    "HTHG",
    "HTAG",
    "HST",
    "AST",
    "HC",
    "AC",
]
COLUMNS += [
    f"odds_corners_{side}_{at}"
    for side in ("over", "under")
    for at in ("75", "85", "95", "105", "115")
]
PLAYED = [
    "2020-09-12",
    "08:30:00",
    "Fulham",
    "Arsenal",
    "0.0",
    "3.0",
    "0.0",
    "1.0",
    "2.0",
    "6.0",
    "2.0",
    "3.0",
]
PRICES = ["1.3", "1.52", "1.93", "2.54", "5.0", "3.35", "2.54", "1.9", "1.52", ""]


def records(tmp_path: Path, *rows: list[str], name: str = "E0_2021.csv") -> list[Parsed]:
    path = tmp_path / name
    path.write_text("\n".join(",".join(row) for row in (COLUMNS, *rows)) + "\n", encoding="utf-8")
    assert CornerLines().recognises(path)
    return list(CornerLines().records(path))


def the_fixture(tmp_path: Path, row: list[str], name: str = "E0_2021.csv") -> ParsedFixture:
    parsed = records(tmp_path, row, name=name)[-1]
    assert isinstance(parsed, ParsedFixture)
    return parsed


def test_the_main_line_is_the_one_of_nearest_prices(tmp_path: Path) -> None:
    quote = the_fixture(tmp_path, PLAYED + PRICES).odds[0]
    assert (quote.opening_line, quote.opening_price_1, quote.opening_price_2) == (9.5, 1.93, 1.9)


def test_a_price_over_without_the_one_under_is_no_quote(tmp_path: Path) -> None:
    assert the_fixture(tmp_path, PLAYED + PRICES[:5] + [""] * 5).odds == ()


def test_file_cut_off_within_a_row_loses_only_that_row(tmp_path: Path) -> None:
    path = tmp_path / "E0_2021.csv"
    path.write_text(
        "\n".join(",".join(row) for row in (COLUMNS, PLAYED + PRICES, PLAYED + PRICES[:4]))
    )
    kept, refused = CornerLines().records(path)
    assert isinstance(kept, ParsedFixture)
    assert isinstance(refused, Refusal)
    assert (refused.line, refused.column) == (3, None)


def test_times_are_three_hours_behind_utc(tmp_path: Path) -> None:
    assert (
        the_fixture(tmp_path, PLAYED + PRICES).kickoff_ts == 1599910200
    )  # 11:30 UTC, 12:30 in London


def test_season_comes_from_the_calendar_of_the_competition(tmp_path: Path) -> None:
    assert the_fixture(tmp_path, PLAYED + PRICES).season is None


def test_counts_printed_as_floats_are_counts(tmp_path: Path) -> None:
    figures = the_fixture(tmp_path, PLAYED + PRICES).figures
    assert (figures.home_goals, figures.away_goals, figures.home_corners, figures.away_corners) == (
        0,
        3,
        2,
        3,
    )


def test_a_file_of_an_unknown_competition_is_named(tmp_path: Path) -> None:
    league, parsed = records(tmp_path, PLAYED + PRICES, name="ATLANTIS_all.csv")
    assert (league, parsed.league) == (
        ParsedLeague(LeagueKey("", "ATLANTIS")),
        LeagueKey("", "ATLANTIS"),
    )


def test_a_file_of_another_kind_is_no_competition(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    path.write_text("Date,Note\n2020-09-12,rain\n", encoding="utf-8")
    with pytest.raises(UnreadableFile, match="no row under a header of recorded corner odds"):
        next(CornerLines().records(path))


@pytest.mark.parametrize(
    ("name", "country", "league"),
    [
        ("ARG_all.csv", "AR", "Primera División"),
        ("BRA_all.csv", "BR", "Série A"),
        ("E0_2021.csv", "GB-ENG", "Premier League"),
        ("GERMANY_3_LIGA_all.csv", "DE", "3. Liga"),
        ("CHILE_PRIMERA_DIVISIN_all.csv", "CL", "Primera División"),
        ("CZECH_REPUBLIC_FIRST_LEAGUE_all.csv", "CZ", "First League"),
    ],
)
def test_a_file_s_name_tells_the_competition(
    tmp_path: Path, name: str, country: str, league: str
) -> None:
    (parsed,) = records(tmp_path, PLAYED + PRICES, name=name)
    assert parsed.league == LeagueKey(country, league)


@pytest.mark.parametrize("place", [0, 3, 5], ids=["day", "team", "goals"])
def test_unreadable_row_is_refused_and_the_rest_is_read(tmp_path: Path, place: int) -> None:
    broken = [*PLAYED, *PRICES]
    broken[place] = ""
    parsed = records(tmp_path, broken, PLAYED + PRICES)
    assert [type(record).__name__ for record in parsed] == ["Refusal", "ParsedFixture"]
    assert isinstance(parsed[0], Refusal)
    assert parsed[0].line == 2


def test_a_stray_price_is_set_aside_and_the_row_kept(tmp_path: Path) -> None:
    parsed = records(tmp_path, [*PLAYED, "c", *PRICES[1:]])
    assert isinstance(parsed[0], Refusal)
    assert (parsed[0].column, parsed[0].text) == ("odds_corners_over_75", "c")


@pytest.mark.slow
@pytest.mark.real_data
def test_every_row_of_the_real_files_is_read(real_data: Path) -> None:
    for path in sorted((real_data / "corner_lines").glob("*.csv")):
        parsed = list(CornerLines().records(path))
        assert len(parsed) == len(path.read_text(encoding="utf-8").splitlines()) - 1
        assert all(isinstance(record, ParsedFixture) for record in parsed)


def test_goals_that_nobody_scored_are_named(tmp_path: Path) -> None:
    row = [*PLAYED, *PRICES]
    row[COLUMNS.index("FTHG")] = "99999"
    refused = [one for one in records(tmp_path, row) if isinstance(one, Refusal)]
    assert refused == [Refusal("no count of goals", 2, "99999")]


def test_a_figure_of_one_side_alone_is_named_and_not_kept(tmp_path: Path) -> None:
    refused, parsed = records(tmp_path, [*PLAYED[:-2], "", "3.0", *PRICES])
    assert refused == Refusal("the figure of one side alone", 2, "3.0", "AC")
    assert isinstance(parsed, ParsedFixture)
    assert (parsed.figures.home_corners, parsed.figures.away_corners) == (None, None)
