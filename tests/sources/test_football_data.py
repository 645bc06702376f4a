"""football-data.co.uk's main format."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footydata.football.register import registered_bookmakers
from footydata.football.terms import Status
from footydata.sources.football_data import FootballData
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedFigure,
    ParsedFixture,
    ParsedOdds,
    Refusal,
    Remark,
    UnreadableFile,
)
from footydata.sources.tables.meanings import football_data_names

OLD = (
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee,HS,AS,HST,AST,HC,AC,HY,AY,HR,AR"
)
NEW = OLD.replace("Date,", "Date,Time,")
PLAYED = "E0,15/08/09,Aston Villa,Wigan,0,2,A,0,1,A,M Clattenburg,11,14,5,7,4,6,2,2,0,1"


def records(
    folder: Path, *lines: str, name: str = "E0.csv", encoding: str = "utf-8"
) -> list[Parsed]:
    path = folder / name
    path.write_bytes(("\n".join(lines) + "\n").encode(encoding))
    # A file of one day may be day first or month first; every report of it says so.
    return [
        parsed
        for parsed in FootballData().records(path)
        if not (isinstance(parsed, Remark) and "both orders fit" in parsed.reason)
    ]


def fixtures(folder: Path, *lines: str) -> list[ParsedFixture]:
    return [parsed for parsed in records(folder, *lines) if isinstance(parsed, ParsedFixture)]


def refusals(folder: Path, *lines: str) -> list[Refusal]:
    return [parsed for parsed in records(folder, *lines) if isinstance(parsed, Refusal)]


def quotes(folder: Path, columns: str, cells: str) -> dict[tuple[str, str], ParsedOdds]:
    (parsed,) = fixtures(folder, f"{OLD},{columns}", f"{PLAYED},{cells}")
    return {(quote.bookmaker.slug, quote.market): quote for quote in parsed.odds}


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_a_row_tells_figures_referee_and_statistics(tmp_path: Path) -> None:
    (parsed,) = fixtures(tmp_path, OLD, PLAYED)
    assert (parsed.league.country, parsed.league.name) == ("GB-ENG", "Premier League")
    assert (parsed.home.name, parsed.away.name, parsed.status, parsed.referee, parsed.line) == (
        "Aston Villa",
        "Wigan",
        Status.FINISHED,
        "M Clattenburg",
        2,
    )
    assert parsed.figures == (0, 2, 0, 1, 4, 6, None, None, 2, 2, 0, 1)
    assert parsed.statistics is not None
    assert (parsed.statistics.home_shots_on_target, parsed.statistics.home_shots_off_target) == (
        5,
        6,
    )
    assert (parsed.statistics.away_shots_on_target, parsed.statistics.away_shots_off_target) == (
        7,
        7,
    )
    assert parsed.statistics.home_possession is None
    assert parsed.further == (ParsedFigure("shots", 11, 14),)


@pytest.mark.parametrize("day", ["15/08/09", "15/08/2009", "2009-08-15"])
def test_a_day_has_three_forms_and_without_a_time_is_midnight_utc(tmp_path: Path, day: str) -> None:
    (parsed,) = fixtures(tmp_path, OLD, PLAYED.replace("15/08/09", day))
    assert (parsed.kickoff_ts, parsed.time_known) == (moment("2009-08-15"), False)


@pytest.mark.parametrize(
    ("day", "utc"),
    [("09/08/2019", "2019-08-09T19:00"), ("14/12/2019", "2019-12-14T20:00")],
    ids=["summer time", "winter time"],
)
def test_times_are_uk_local_time(tmp_path: Path, day: str, utc: str) -> None:
    (parsed,) = fixtures(tmp_path, NEW, PLAYED.replace("15/08/09", f"{day},20:00"))
    assert (parsed.kickoff_ts, parsed.time_known) == (moment(utc), True)


def test_unreadable_time_is_set_aside(tmp_path: Path) -> None:
    refused, parsed = records(tmp_path, NEW, PLAYED.replace("15/08/09", "15/08/09,soon"))
    assert refused == Refusal("no time that can be read", 2, "soon", "Time")
    assert isinstance(parsed, ParsedFixture)
    assert not parsed.time_known


def test_season_comes_from_the_calendar_of_the_competition(tmp_path: Path) -> None:
    assert [one.season for one in fixtures(tmp_path, OLD, PLAYED)] == [None]


def test_unknown_division_is_named_by_its_code(tmp_path: Path) -> None:
    (parsed,) = fixtures(tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG", "X9,16/08/14,A,B,1,0")
    assert parsed.league == LeagueKey("", "X9")


def test_row_without_goals_is_a_scheduled_fixture_of_its_own_division(tmp_path: Path) -> None:
    first, second = fixtures(
        tmp_path,
        "Div,Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A",
        "B1,31/05/2026,17:30,Gent,Genk,2.9,3.75,2.2",
        "SP2,30/05/2026,15:15,Ceuta,Albacete,2.3,3.2,3.1",
    )
    assert (first.status, first.league.name, second.league.name) == (
        Status.SCHEDULED,
        "Pro League",
        "Segunda División",
    )


def test_half_time_goals_alone_mean_an_abandoned_fixture(tmp_path: Path) -> None:
    (parsed,) = fixtures(
        tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG", "G1,17/03/2019,A,B,,,0,1"
    )
    assert (parsed.status, parsed.state_detail) == (Status.SCHEDULED, "abandoned")
    assert parsed.figures[:4] == (None, None, 0, 1)


def test_plain_columns_are_opening_and_c_columns_closing_odds(tmp_path: Path) -> None:
    parsed = quotes(tmp_path, "B365H,B365D,B365A,B365CH,B365CD,B365CA", "1.67,3.6,5.5,1.6,3.7,6")
    assert parsed["bet365", "1x2"][2:10] == (None, 1.67, 3.6, 5.5, None, 1.6, 3.7, 6.0)


def test_vch_is_opening_and_vcch_closing_odds(tmp_path: Path) -> None:
    parsed = quotes(tmp_path, "VCH,VCD,VCA,VCCH,VCCD,VCCA", "1.7,3.4,5,1.5,4,7")
    assert parsed["betvictor", "1x2"].opening_price_1 == 1.7
    assert parsed["betvictor", "1x2"].closing_price_1 == 1.5


def test_bwch_is_closing_odds(tmp_path: Path) -> None:
    parsed = quotes(tmp_path, "BWCH,BWCD,BWCA", "1.7,3.4,5")
    assert parsed["bwin", "1x2"].opening_price_1 is None
    assert parsed["bwin", "1x2"].closing_price_1 == 1.7


def test_pinnacle_is_ps_in_results_and_p_in_totals_and_handicaps(tmp_path: Path) -> None:
    parsed = quotes(
        tmp_path,
        "PSH,PSD,PSA,P>2.5,P<2.5,PC>2.5,PC<2.5,AHh,PAHH,PAHA,AHCh,PCAHH,PCAHA,PSCH,PSCD,PSCA",
        "1.15,9.59,18.05,1.49,2.77,1.4,3,-2.25,1.97,1.95,-2.5,1.94,1.98,1.14,10.43,19.63",
    )
    assert {market for slug, market in parsed if slug == "pinnacle"} == {
        "1x2",
        "goal_line",
        "asian_handicap",
    }
    assert parsed["pinnacle", "1x2"][2:10] == (None, 1.15, 9.59, 18.05, None, 1.14, 10.43, 19.63)
    assert parsed["pinnacle", "goal_line"][2:10] == (2.5, 1.49, 2.77, None, 2.5, 1.4, 3.0, None)
    assert parsed["pinnacle", "asian_handicap"][2:10] == (
        -2.25,
        1.97,
        1.95,
        None,
        -2.5,
        1.94,
        1.98,
        None,
    )


def test_averages_and_maxima_are_separate_bookmakers(tmp_path: Path) -> None:
    parsed = quotes(
        tmp_path,
        "BbMxH,BbAvH,BbMxD,BbAvD,BbMxA,BbAvA,BbAHh,BbMxAHH,BbAvAHH,BbMxAHA,BbAvAHA",
        "1.72,1.66,3.77,3.51,6.05,5.33,-1,2.05,2.01,1.9,1.87",
    )
    assert parsed["market-best", "1x2"][3:6] == (1.72, 3.77, 6.05)
    assert parsed["market-average", "1x2"][3:6] == (1.66, 3.51, 5.33)
    assert parsed["market-average", "asian_handicap"][2:5] == (-1.0, 2.01, 1.87)


def test_older_files_have_handicap_lines_by_bookmaker(tmp_path: Path) -> None:
    parsed = quotes(tmp_path, "GBAHH,GBAHA,GBAH,LBAHH,LBAHA,LBAH", "1.9,1.95,-0.5,1.8,2.05,-0.25")
    assert parsed["gamebookers", "asian_handicap"].opening_line == -0.5
    assert parsed["ladbrokes", "asian_handicap"].opening_line == -0.25


@pytest.mark.parametrize("stray", ["c", "`", "3.53.75", "1xBet", "inf", "#N/A"])
def test_unreadable_price_is_set_aside_and_the_row_stored(tmp_path: Path, stray: str) -> None:
    refused, parsed = records(tmp_path, f"{OLD},B365H,B365D,B365A", f"{PLAYED},1.67,{stray},5.5")
    assert refused == Refusal("no price", 2, stray, "B365D")
    assert isinstance(parsed, ParsedFixture)
    assert parsed.odds[0][3:6] == (1.67, None, 5.5)


@pytest.mark.parametrize("stray", ["0.42", "1", "-200"])
def test_a_number_that_is_no_price_sets_its_whole_quote_aside(tmp_path: Path, stray: str) -> None:
    *refused, parsed = records(tmp_path, f"{OLD},B365H,B365D,B365A", f"{PLAYED},300,{stray},")
    assert refused == [
        Refusal("no price", 2, "300", "B365H"),
        Refusal("no price", 2, stray, "B365D"),
    ]
    assert isinstance(parsed, ParsedFixture)
    assert parsed.odds == ()


@pytest.mark.parametrize("nothing", ["", "0", "-", "nan", "n/a"])
def test_a_price_of_nought_and_a_dash_are_no_price(tmp_path: Path, nothing: str) -> None:
    parsed = quotes(tmp_path, "B365H,B365D,B365A", f"1.67,{nothing},5.5")
    assert parsed["bet365", "1x2"][3:6] == (1.67, None, 5.5)


def test_handicap_prices_without_a_line_are_set_aside_once(tmp_path: Path) -> None:
    columns = "AHh,B365AHH,B365AHA,PAHH,PAHA"
    refused, parsed = records(tmp_path, f"{OLD},{columns}", f"{PLAYED},,1.9,2,1.95,1.95")
    assert refused == Refusal("prices without a line", 2, None, "AHh")
    assert isinstance(parsed, ParsedFixture)
    assert parsed.odds == ()


def test_a_line_between_the_quarters_is_set_aside(tmp_path: Path) -> None:
    refused, _ = records(tmp_path, f"{OLD},BbAHh,BbAvAHH,BbAvAHA", f"{PLAYED},-1.2,1.9,2")
    assert refused == Refusal("no line in quarters", 2, "-1.2", "BbAHh")


def test_counts_written_as_floats_are_counts(tmp_path: Path) -> None:
    (parsed,) = fixtures(
        tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HC,AC", "E0,16/08/14,A,B,2.0,1.0,9.0, 3"
    )
    assert parsed.figures[:6] == (2, 1, None, None, 9, 3)


def test_unreadable_count_is_set_aside(tmp_path: Path) -> None:
    home, away, parsed = records(
        tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HC,AC", "E0,16/08/14,A,B,2,1,x,3"
    )
    assert home == Refusal("no count", 2, "x", "HC")
    assert away == Refusal("the figure of one side alone", 2, "3", "AC")
    assert isinstance(parsed, ParsedFixture)
    assert parsed.figures[4:6] == (None, None)


def test_a_figure_of_one_side_alone_is_named_and_not_kept(tmp_path: Path) -> None:
    refused, parsed = records(
        tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HC,AC", "E0,16/08/14,A,B,1,1,,7"
    )
    assert refused == Refusal("the figure of one side alone", 2, "7", "AC")
    assert isinstance(parsed, ParsedFixture)
    assert parsed.figures.away_corners is None


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("E0,31/02/14,A,B,1,0", "no day that can be read"),
        ("E0,,A,B,1,0", "no day that can be read"),
        (",16/08/14,A,B,1,0", "the competition is missing"),
        ("E0,16/08/14,,B,1,0", "a team is missing"),
        ("E0,16/08/14,A,A,1,0", "a team against itself"),
        ("E0,16/08/14,A,B,1,", "the goals of one side alone"),
        ("E0,16/08/14,A,B,99999,1", "no count of goals"),
        ("E0,16/08/14,A,B,1,two", "no count of goals"),
    ],
)
def test_unreadable_row_is_refused_and_the_others_are_read(
    tmp_path: Path, row: str, reason: str
) -> None:
    refused, kept = records(
        tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG", row, "E0,17/08/14,C,D,1,0"
    )
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.line, refused.column) == (reason, 2, None)
    assert isinstance(kept, ParsedFixture)


def test_empty_columns_and_rows_are_skipped(tmp_path: Path) -> None:
    parsed = records(
        tmp_path,
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,,",
        "E0,16/08/14,A,B,1,0,,",
        ",,,,,,,",
        "",
        ",,,",
    )
    assert len(parsed) == 1


def test_file_cut_off_within_a_row_loses_only_that_row(tmp_path: Path) -> None:
    path = tmp_path / "E0.csv"
    path.write_text(f"{OLD}\n{PLAYED}\nE0,16/08/09,Chelsea,Hull,2,1,H,1,1,D,A Wil")
    kept, refused = FootballData().records(path)
    assert isinstance(kept, ParsedFixture)
    assert isinstance(refused, Refusal)
    assert (refused.line, refused.column) == (3, None)


def test_the_last_row_may_lack_its_line_end(tmp_path: Path) -> None:
    path = tmp_path / "E0.csv"
    path.write_text(f"{OLD}\n{PLAYED}")
    assert [type(parsed) for parsed in FootballData().records(path)] == [ParsedFixture]


@pytest.mark.parametrize("line_end", ["\r\n", "\n", "\r"], ids=["CRLF", "LF", "CR"])
def test_each_kind_of_line_end_is_read(tmp_path: Path, line_end: str) -> None:
    path = tmp_path / "E0.csv"
    path.write_bytes(f"{OLD}{line_end}{PLAYED}{line_end}".encode())
    assert FootballData().recognises(path)
    assert len(list(FootballData().records(path))) == 1


def test_byte_order_mark_and_windows_1252_are_read(tmp_path: Path) -> None:
    with_mark = records(tmp_path, OLD, PLAYED, encoding="utf-8-sig")
    assert len(with_mark) == 1
    (windows,) = records(
        tmp_path, OLD, PLAYED.replace("Wigan", "King\u2019s\u00a0Lynn\u00a0"), encoding="cp1252"
    )
    assert isinstance(windows, ParsedFixture)
    assert windows.away.name == "King\u2019s Lynn"


def test_quoted_cells_are_read_and_an_open_quotation_mark_costs_its_row_alone(
    tmp_path: Path,
) -> None:
    rows = ('"E0",16/08/14,"A","B",1,0', 'E0,17/08/14,"C,D,1,0', "E0,18/08/14,E,F,1,0")
    parsed = fixtures(tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG", *rows)
    assert [fixture.home.name for fixture in parsed] == ["A", "E"]


def test_blanks_around_a_teams_name_are_cut(tmp_path: Path) -> None:
    (parsed,) = fixtures(
        tmp_path, "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG", "N1,16/08/14,Ajax ,Feyenoord  ,1,0"
    )
    assert (parsed.home.name, parsed.away.name) == ("Ajax", "Feyenoord")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x89PNG\r\n\0\0",
        b"Country,League,Season,Date\n",
        b"{}",
        b'"Div,Date,HomeTeam,AwayTeam',
        b"Div,Date,HomeT",
    ],
    ids=[
        "empty",
        "binary",
        "another format",
        "JSON",
        "unpaired quotation mark",
        "cut in the header",
    ],
)
def test_other_files_are_not_recognised(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(content)
    assert not FootballData().recognises(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x89PNG\0", "no row under a header"),
        (b"a,b\n1,2\n", "no row under a header of football-data.co.uk's main format"),
        (OLD.encode(), "no row under a header"),
        (b'Div,"Date\n', "no row under a header"),
    ],
    ids=["binary", "another header", "header alone", "open quotation mark"],
)
def test_file_of_another_format_is_refused_when_its_source_is_named(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=re.escape(reason)):
        list(FootballData().records(path))


@pytest.mark.parametrize("quoted", ["", '"'], ids=["plain", "quoted"])
def test_overlong_cell_costs_only_its_row(tmp_path: Path, quoted: str) -> None:
    refused, kept = records(tmp_path, OLD, f"E0,{quoted}{'x' * 200_000}{quoted},A,B", PLAYED)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.line) == ("a row of more than 65,536 characters", 2)
    assert refused.text is not None
    assert len(refused.text) == 200
    assert isinstance(kept, ParsedFixture)


@pytest.mark.parametrize("code", football_data_names("bookmaker"))
def test_every_bookmaker_has_a_packaged_id(code: str) -> None:
    assert football_data_names("bookmaker")[code] in registered_bookmakers()


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=st.lists(st.text(max_size=12), min_size=1, max_size=30), cut=st.integers(0, 400))
def test_no_text_below_the_header_raises(tmp_path: Path, cells: list[str], cut: int) -> None:
    path = tmp_path / "any.csv"
    content = f"{OLD},AHh,B365AHH,B365AHA,P>2.5\nE0,15/08/09,{','.join(cells)}\n".encode(
        errors="replace"
    )
    path.write_bytes(content[: len(content) - cut])
    with suppress(UnreadableFile):
        assert all(
            isinstance(parsed, ParsedFixture | Refusal | Remark)
            for parsed in FootballData().records(path)
        )


@pytest.mark.parametrize(
    ("cells", "price"),
    [("+300,+240,-105,4,3.4,1.95", 4.0), ("-189,+350,+450,1.53,4.5,5.5", 1.53)],
    ids=["a price of none", "two prices of none"],
)
def test_american_odds_beside_decimal_ones_are_refused_by_column(
    tmp_path: Path, cells: str, price: float
) -> None:
    columns = "B365H,B365D,B365A,B365CH,B365CD,B365CA"
    lines = f"{OLD},{columns}", f"{PLAYED},{cells}"
    assert [one.column for one in refusals(tmp_path, *lines)] == ["B365H", "B365D", "B365A"]
    (quote,) = fixtures(tmp_path, *lines)[0].odds
    assert (quote.opening_price_1, quote.closing_price_1) == (None, price)
