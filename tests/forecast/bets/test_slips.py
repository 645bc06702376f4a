"""Reading the CSV file of own bets."""

import os
from datetime import date
from pathlib import Path

import pytest

from footydata.football.errors import InvalidArgument
from footydata.football.markets import BY_PARAM
from footydata.forecast.bets.slips import (
    WHOSE_HANDICAP,
    Slip,
    SlipMap,
    read_slips,
    slip_map_of,
    slips_of,
)
from footydata.sources.tables.table import TextTable
from tests.sources.tables.workbooks import DAY, number, text, write_workbook


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "bets.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def only_slip(folder: Path, text: str | bytes) -> Slip:
    slips, refused, _ = read_slips(written(folder, text))
    assert refused == []
    return slips[0]


def test_a_bet_by_names_is_read_whole(tmp_path: Path) -> None:
    slip = only_slip(
        tmp_path,
        "date,home,away,league,market,line,side,price,stake,bookmaker\n"
        "2026-03-14,Crown,Rovers,Crown League,corner,10.25,over,1.95,100,pinnacle\n",
    )

    assert slip == Slip(
        row=2,
        fixture_id=None,
        day=date(2026, 3, 14),
        home="Crown",
        away="Rovers",
        league="Crown League",
        market=BY_PARAM["corner"],
        line=10.25,
        side="over",
        price=1.95,
        stake=100.0,
        bookmaker="pinnacle",
    )


def test_a_bet_by_id_needs_no_names(tmp_path: Path) -> None:
    slip = only_slip(
        tmp_path, "fixture,market,line,side,price\n17,asian_handicap,-0.75,home,2.05\n"
    )

    assert (slip.fixture_id, slip.market.param, slip.line, slip.stake) == (17, "asian", -0.75, 1.0)


@pytest.mark.parametrize(
    "text", ["2026-03-14", "2026-03-14 20:00", "14/03/2026", "14/03/26", "14.03.2026"]
)
def test_a_day_is_read_as_people_write_it(tmp_path: Path, text: str) -> None:
    slip = only_slip(tmp_path, f"date,home,away,market,side,price\n{text},A,B,1x2,x,3.4\n")

    assert slip.day == date(2026, 3, 14)


@pytest.mark.parametrize(
    "text",
    ["Sat 14 Mar 2026, 3:00 PM", "14. März 2026", "20260314", "1773500400"],
    ids=["English", "German", "plain", "s"],
)
def test_a_day_is_read_as_in_a_table_that_is_loaded(tmp_path: Path, text: str) -> None:
    slip = only_slip(tmp_path, f'date,home,away,market,side,price\n"{text}",A,B,1x2,x,3.4\n')

    assert slip.day == date(2026, 3, 14)


@pytest.mark.parametrize(
    "header",
    [
        "Date,Home team,Away team,Bet type,Selection,Odds,Bookie",
        "Match Date,HomeTeam,AwayTeam,Market,Pick,Decimal odds,Bookmaker",
        "Datum,Heim,Gast,market,side,price,bookmaker",
        "Datum,Heim,Gast,Wettart,Tipp,Quote,Buchmacher",
        "Fecha,Local,Visitante,Mercado,Selección,Cuota,Casa de apuestas",
        "Date,Domicile,Extérieur,Type de pari,Pronostic,Cote,Bookmaker",
        "Data,Casa,Ospite,Mercato,Selezione,Quota,Bookmaker",
        "Kick-off,home_team,away_team,market,side,price,bookmaker",
    ],
    ids=[
        "tracker",
        "English",
        "German fixture",
        "German",
        "Spanish",
        "French",
        "Italian",
        "underscores",
    ],
)
def test_a_header_is_read_as_in_a_table_that_is_loaded(tmp_path: Path, header: str) -> None:
    slip = only_slip(tmp_path, f"{header}\n14/03/2026,Crown,Rovers,1x2,home,2.1,pinnacle\n")

    assert (slip.day, slip.home, slip.away) == (date(2026, 3, 14), "Crown", "Rovers")
    assert (slip.market.param, slip.side, slip.price, slip.bookmaker) == (
        "1x2",
        "home",
        2.1,
        "pinnacle",
    )


@pytest.mark.parametrize("header", ["Teams", "Match", "Event", "Fixture"])
def test_both_teams_may_stand_in_one_cell(tmp_path: Path, header: str) -> None:
    slip = only_slip(
        tmp_path, f"date,{header},market,side,price\n2026-03-14,Crown - Rovers,1x2,home,2.1\n"
    )

    assert (slip.fixture_id, slip.home, slip.away) == (None, "Crown", "Rovers")


@pytest.mark.parametrize(
    ("market", "side", "meant"),
    [
        ("1x2", "Rovers", ("away", None)),
        ("Asian Handicap", "Crown FC -1.5", ("home", -1.5)),
        ("asian", "Rovers +1.5", ("away", -1.5)),
        ("1x2", "1", ("home", None)),
    ],
)
def test_a_team_is_bet_on_by_its_name(
    tmp_path: Path, market: str, side: str, meant: tuple[str, float | None]
) -> None:
    text = f"date,match,market,side,price\n2026-03-14,Crown - Rovers,{market},{side},2.1\n"
    slips, refused, _ = read_slips(written(tmp_path, text), SlipMap(handicap="own"))
    assert refused == []
    assert [(slip.side, slip.line) for slip in slips] == [meant]


def test_an_id_beside_both_teams_names_the_fixture(tmp_path: Path) -> None:
    slip = only_slip(tmp_path, "fixture,match,market,side,price\n7,Crown - Rovers,1x2,home,2.1\n")

    assert slip.fixture_id == 7


def test_the_name_of_a_column_comes_before_other_words_for_it(tmp_path: Path) -> None:
    slip = only_slip(
        tmp_path, "fixture,market,selection,side,odds,price\n7,1x2,away,home,9.9,2.1\n"
    )

    assert (slip.side, slip.price) == ("home", 2.1)


def test_a_column_that_is_nearly_called_so_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidArgument,
        match="no column price; 'prise' may be price: rename it; it has fixture, market",
    ):
        read_slips(written(tmp_path, "fixture,market,side,prise\n"))


def test_missing_columns_are_named_with_those_that_there_are(tmp_path: Path) -> None:
    message = "no column market, price; 'wetart' may be market: rename it; it has Datum, Heim, Gast, Wetart"
    with pytest.raises(InvalidArgument, match=message):
        read_slips(written(tmp_path, "Datum;Heim;Gast;Wetart;Tipp;Kommentar\n"))


def test_cells_pasted_from_a_spreadsheet_are_parted_by_tabs(tmp_path: Path) -> None:
    slip = only_slip(
        tmp_path, "fixture\tmarket\tline\tside\tprice\n1\tgoalline\t2,75\tunder\t1,95\n"
    )

    assert (slip.line, slip.price) == (2.75, 1.95)


@pytest.mark.parametrize(
    ("side", "meant"),
    [
        ("1", "home"),
        ("X", "draw"),
        ("2", "away"),
        ("Home", "home"),
        ("H", "home"),
        ("D", "draw"),
        ("A", "away"),
    ],
)
def test_coupon_signs_are_sides_of_a_result(tmp_path: Path, side: str, meant: str) -> None:
    assert only_slip(tmp_path, f"fixture,market,side,price\n1,1x2,{side},2.0\n").side == meant


@pytest.mark.parametrize(
    ("market", "line", "side", "meant"),
    [("asian", "-0.5", "2", "away"), ("corner", "10.5", "O", "over"), ("btts", "", "N", "no")],
)
def test_signs_of_other_markets_are_sides_too(
    tmp_path: Path, market: str, line: str, side: str, meant: str
) -> None:
    assert (
        only_slip(tmp_path, f"fixture,market,line,side,price\n1,{market},{line},{side},2.0\n").side
        == meant
    )


@pytest.mark.parametrize(
    "text",
    [
        "Fixture ID;Market;Line;Side;Price;Stake\n1;goalline;2,75;under;1,95;12,50\n",
        'Fixture ID,Market,Line,Side,Price,Stake\n1,goalline,"2,75",under,"1,95","12,50"\n',
        '[{"Fixture ID": 1, "Market": "goalline", "Line": 2.75, "Side": "under", "Price": 1.95, "Stake": 12.5}]',
    ],
    ids=["semicolons", "quoted", "JSON"],
)
def test_numbers_are_read_as_they_are_written(tmp_path: Path, text: str) -> None:
    slip = only_slip(tmp_path, text)

    assert (slip.line, slip.price, slip.stake) == (2.75, 1.95, 12.5)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_names_are_read_in_the_encodings_of_spreadsheets(tmp_path: Path, encoding: str) -> None:
    text = "date,home,away,market,side,price\n2026-03-14,Málaga,Cádiz,1x2,1,2.0\n".encode(encoding)

    assert only_slip(tmp_path, text).home == "Málaga"


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    said = r"has column price, fixture more than once \(fixture, Fixture ID, price, price\); rename those that are not of"
    header = "fixture,Fixture ID,market,side,price,price,note,note"
    with pytest.raises(InvalidArgument, match=said):
        read_slips(written(tmp_path, f"{header}\n1,2,1x2,1,2.0,3.0,,\n"))
    with pytest.raises(InvalidArgument, match=said):
        slips_of(TextTable(None, header.split(","), lambda: iter(())), "the frame")


def test_empty_rows_and_other_columns_are_left_alone(tmp_path: Path) -> None:
    slips, refused, _ = read_slips(
        written(tmp_path, "fixture,market,side,price,note\n\n1,1x2,1,2.0,a tip\n,,,,\n")
    )

    assert [slip.row for slip in slips] == [3]
    assert refused == []


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("1,cornerz,2.5,over,1.9,1", "unknown market 'cornerz' (did you mean corner?)"),
        ("1,corners,2.5,home,1.9,1", "unknown market 'corners' (did you mean corner?)"),
        ("1,corners,,Over 9/10,1.9,1", "side 'Over 9/' is neither over nor under a line"),
        (
            "1,handicap,-1,home,1.9,1",
            "market 'handicap' may be an Asian or a European handicap; write asian",
        ),
        ("1,1x2,,1,+150,1", "price '+150' is of American odds; write decimal ones, here 2.5"),
        ("1,1x2,,1,-110,1", "price '-110' is of American odds; write decimal ones, here 1.9091"),
        ("1,corner,2.5,home,1.9,1", "unknown side 'home' of corner; it has over, under"),
        ("1,corner,2.6,over,1.9,1", "2.6 is not a line of corner"),
        ("1,corner,,over,1.9,1", "corner needs a line"),
        ("1,corner,25.5,over,1.9,1", "no bookmaker has corner 25.5"),
        ("1,asian,8.5,home,1.9,1", "no bookmaker has asian 8.5"),
        ("1,corner,2.5,over 3.5,1.9,1", "the row has the lines 2.5 and 3.5"),
        ("1,corner,2.5,over,2100,1", "price 2100.0 is not above 1 and below 2,000"),
        ("1,corner,many,over,1.9,1", "line 'many' is not a number"),
        ("1,corner,2.5,over,1,1", "price 1.0 is not above 1"),
        ("1,corner,2.5,over,inf,1", "price 'inf' is not a number"),
        ("1,corner,2.5,over,,1", "the row has no price"),
        ("1,corner,2.5,over,nan,1", "price 'nan' is not a number"),
        (
            "1,corner,2.5,over,1.9,1000000000",
            "stake 1000000000.0 is not above 0 and below 1,000,000,000",
        ),
        ("1,corner,2.5", "the row has no side, price"),
        ("1", "the row has no market, side, price"),
        (
            "1,corner,10,25,over,1.9,1",
            "a row of 7 cells under a header of 6 columns",
        ),
        ('1,corner,2.5,over,1.9,"1', "a quotation mark that is not closed"),
        (f"1,corner,2.5,{'o' * 200_000},1.9,1", "a row of more than"),
        (f"{'9' * 5_000},corner,2.5,over,1.9,1", "is not an id"),
        (f"{'9' * 23},corner,2.5,over,1.9,1", "is not an id"),
        ("\u00b2,corner,2.5,over,1.9,1", "fixture '\u00b2' is not an id"),
        ("1,corner,2.5,over,1.9,-5", "stake -5.0 is not above 0"),
        ("x1,corner,2.5,over,1.9,1", "fixture 'x1' is not an id"),
        (
            ",corner,2.5,over,1.9,1",
            "the row names no fixture: give fixture, or date, home and away",
        ),
    ],
)
def test_a_row_that_is_no_bet_is_named_with_its_reason(
    tmp_path: Path, cells: str, reason: str
) -> None:
    slips, refused, _ = read_slips(
        written(tmp_path, f"fixture,market,line,side,price,stake\n{cells}\n")
    )

    assert slips == []
    assert (refused[0].row, reason in refused[0].reason) == (2, True)


@pytest.mark.parametrize("row", ["1,corner", '1,"corner,2.5', "1,corner,10,25,over,1.9,1,1"])
def test_a_row_that_is_no_bet_costs_no_other(tmp_path: Path, row: str) -> None:
    good = "1,corner,2.5,over,1.9,1"

    slips, refused, _ = read_slips(
        written(tmp_path, f"fixture,market,line,side,price,stake\n{good}\n{row}\n{good}\n")
    )

    assert ([slip.row for slip in slips], [one.row for one in refused]) == ([2, 4], [3])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_ends_where_a_spreadsheet_ends_it(tmp_path: Path, end: str) -> None:
    rows = [
        "date,home,away,market,side,price",
        "2026-03-14,A\x0bB,C\u2028D,1x2,1,2.0",
        "2026-03-14,A,C,1x2,1,2.0",
    ]

    slips, refused, _ = read_slips(written(tmp_path, end.join(rows)))

    assert ([(slip.row, slip.home) for slip in slips], refused) == ([(2, "A\x0bB"), (3, "A")], [])


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bets.csv")

    with pytest.raises(InvalidArgument, match="there is no file"):
        read_slips(tmp_path / "bets.csv")


@pytest.mark.parametrize(
    "day", ["31/02/2026", "1/1/99999999999", "1/1", "/", "20260", "2026-13-01"]
)
def test_a_day_that_is_none_is_refused(tmp_path: Path, day: str) -> None:
    _, refused, _ = read_slips(
        written(tmp_path, f"date,home,away,market,side,price\n{day},A,B,1x2,1,2.0\n")
    )

    assert refused[0].reason == f"date {day!r} is not a day; write 2026-03-14 or 14/03/2026"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty file"),
        ("date,home,away,market,side\n", "no column price"),
        ("fixture,market,price\n", "no column side"),
        (b"\x89PNG\0\0", "a binary file"),
    ],
)
def test_a_file_that_is_no_list_of_bets_is_refused(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    with pytest.raises(InvalidArgument, match=message):
        read_slips(written(tmp_path, text))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="there is no file"):
        read_slips(tmp_path / "absent.csv")


@pytest.mark.parametrize("shape", ["{0}", "{0} 20:00"])
def test_a_list_with_a_day_that_is_month_first_alone_is_month_first(
    tmp_path: Path, shape: str
) -> None:
    rows = "".join(f"{shape.format(day)},A,B,1x2,x,3.4\n" for day in ("03/05/2026", "03/14/2026"))
    slips, refused, _ = read_slips(written(tmp_path, f"date,home,away,market,side,price\n{rows}"))
    assert ([slip.day for slip in slips], refused) == ([date(2026, 3, 5), date(2026, 3, 14)], [])


def test_where_days_of_a_list_fit_one_order_each_those_that_fit_both_are_refused(
    tmp_path: Path,
) -> None:
    days = ("14/03/2026", "03/15/2026", "03/05/2026", "2026-03-06")
    rows = "".join(f"{day},A,B,1x2,x,3.4\n" for day in days)
    slips, refused, _ = read_slips(written(tmp_path, f"date,home,away,market,side,price\n{rows}"))
    assert [slip.day for slip in slips] == [date(2026, 3, 14), date(2026, 3, 15), date(2026, 3, 6)]
    assert [row for row, _ in refused] == [4]
    assert "may be day first or month first" in refused[0].reason


def test_a_list_whose_days_fit_both_orders_is_day_first(tmp_path: Path) -> None:
    text = "date,home,away,market,side,price\n09/01/2026,A,B,1x2,x,3.4\n01/02/2026,A,B,1x2,x,3.4\n"
    slips, *_ = read_slips(written(tmp_path, text))
    assert [slip.day for slip in slips] == [date(2026, 1, 9), date(2026, 2, 1)]


@pytest.mark.parametrize(
    "header",
    [
        *(
            "amount",
            "staked",
            "stake (EUR)",
            "Stake EUR",
            "Stake €",
            "Stake (€)",
            "bet",
            "wager",
            "unit(s)",
            "units",
        ),
        *("Einsatz", "Einsatz in Euro", "BetAmount", "stake_amount", "Units staked"),
    ],
)
def test_a_stake_is_known_by_the_words_for_it(tmp_path: Path, header: str) -> None:
    assert (
        only_slip(tmp_path, f"fixture,market,side,price,{header}\n1,1x2,1,2.0,12.5\n").stake == 12.5
    )


@pytest.mark.parametrize(
    "header", ["return", "profit", "closing odds", "Odds (closing)", "potential win"]
)
def test_other_money_and_prices_are_not_taken_for_the_bets(tmp_path: Path, header: str) -> None:
    slip = only_slip(tmp_path, f"fixture,market,side,price,{header}\n1,1x2,1,2.0,12.5\n")

    assert (slip.price, slip.stake) == (2.0, 1.0)


def test_columns_that_are_not_read_are_named(tmp_path: Path) -> None:
    text = "fixture,market,side,price,stake,Note,Potential win\n1,1x2,1,2.0,5,a tip,10\n"

    assert read_slips(written(tmp_path, text)).remarks == [
        "columns that are not read: Note, Potential win"
    ]


def test_a_list_without_stakes_says_so(tmp_path: Path) -> None:
    remarks = read_slips(
        written(tmp_path, "fixture,market,side,price,money\n1,1x2,1,2.0,5\n")
    ).remarks

    assert remarks == ["columns that are not read: money", "no column of stakes: each bet counts 1"]


def test_bets_without_a_stake_among_others_are_named(tmp_path: Path) -> None:
    rows = "fixture,market,side,price,stake\n1,1x2,1,2.0,5\n1,1x2,1,2.0,\n"

    assert read_slips(written(tmp_path, rows)).remarks == ["no stake: the bet counts 1 (row 3)"]


def test_a_bet_beside_an_amount_is_no_stake(tmp_path: Path) -> None:
    own = read_slips(
        written(tmp_path, "fixture,market,side,price,Bet,Amount\n1,1x2,1,2.0,Crown to win,6\n")
    )

    assert ([slip.stake for slip in own.slips], own.remarks) == (
        [6.0],
        ["columns that are not read: Bet"],
    )


def test_two_columns_of_one_meaning_are_named_as_they_are_written(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidArgument,
        match=r"has column stake more than once \(Amount, Wager\); rename those that",
    ):
        read_slips(written(tmp_path, "fixture,market,side,price,Amount,Wager\n1,1x2,1,2.0,5,6\n"))


@pytest.mark.parametrize(
    ("text", "line", "side", "market"),
    [
        ("corners", "10.5", "over", "corner"),
        ("Total corners", "10.5", "Under", "corner"),
        ("Corners O/U", "10.5", "U", "corner"),
        ("Ecken", "10.5", "über", "corner"),
        ("Corners Handicap", "-1.5", "1", "corner_asian"),
        ("Over/Under", "2.5", "over", "goalline"),
        ("O/U", "2.5", "under", "goalline"),
        ("Total goals", "2.5", "over", "goalline"),
        ("cards", "4.5", "over", "cards"),
        ("Cards over/under", "4.5", "over", "cards"),
        ("AH", "-0.5", "home", "asian"),
        ("1X2", "", "X", "1x2"),
        ("Match result", "", "H", "1x2"),
        ("Match winner", "", "A", "1x2"),
        ("BTTS", "", "Yes", "btts"),
        ("Both teams to score", "", "ja", "btts"),
        ("DNB", "", "2", "draw_no_bet"),
        ("Double chance", "", "1X", "double_chance"),
    ],
)
def test_a_market_is_known_as_people_write_it(
    tmp_path: Path, text: str, line: str, side: str, market: str
) -> None:
    slip = only_slip(tmp_path, f"fixture,market,line,side,price\n1,{text},{line},{side},2.0\n")

    assert slip.market.param == market


@pytest.mark.parametrize(
    ("side", "meant"),
    [("H", "home"), ("D", "draw"), ("A", "away"), ("Heim", "home"), ("Unentschieden", "draw")],
)
def test_letters_and_words_are_sides_of_a_result(tmp_path: Path, side: str, meant: str) -> None:
    assert only_slip(tmp_path, f"fixture,market,side,price\n1,1x2,{side},2.0\n").side == meant


@pytest.mark.parametrize(("text", "price"), [("4/1", 5.0), ("10/11", 1.9091), ("evens", 2.0)])
def test_fractional_odds_are_read(tmp_path: Path, text: str, price: float) -> None:
    assert only_slip(tmp_path, f"fixture,market,side,price\n1,1x2,1,{text}\n").price == price


def test_american_odds_without_their_plus_are_not_taken_for_decimal_ones(tmp_path: Path) -> None:
    own = read_slips(
        written(tmp_path, "fixture,market,side,price\n1,1x2,1,-110\n1,1x2,1,150\n1,1x2,1,2.5\n")
    )

    assert [slip.price for slip in own.slips] == [2.5]
    assert own.refused[1].reason == "price '150' is of American odds; write decimal ones, here 2.5"


def test_prices_that_are_all_whole_hundreds_have_lost_their_point(tmp_path: Path) -> None:
    rows = "1,1x2,1,210\n1,1x2,2,340\n"
    own = read_slips(written(tmp_path, f"fixture,market,side,price\n{rows}"))
    assert (own.slips, [row for row, _ in own.refused]) == ([], [2, 3])


@pytest.mark.parametrize(
    ("header", "cells", "handicap", "line"),
    [
        ("line", "asian,-1.5,away", None, -1.5),
        ("Handicap", "asian,-1.5,home", None, -1.5),
        ("Handicap", "corner,9.5,over", None, 9.5),
        ("Handicap", "asian,0,away", None, 0.0),
        ("Handicap", "asian,-1.5,away", None, None),
        ("AH", "asian,-1.5,away", None, None),
        ("Spread", "corner_asian,-1.5,away", None, None),
        ("line", "asian,,away -1.5", None, None),
        ("line", "AH -1.5,,away", None, None),
        ("Handicap", "asian,-1.5,away", "home", -1.5),
        ("Handicap", "asian,-1.5,away", "own", 1.5),
        ("line", "asian,,away -1.5", "own", 1.5),
        ("Handicap", "asian,-1.5,home", "own", -1.5),
    ],
)
def test_whose_a_handicap_is_follows_its_header_or_what_is_said(
    tmp_path: Path, header: str, cells: str, handicap: str | None, line: float | None
) -> None:
    text = f"fixture,market,{header},side,price\n1,{cells},1.9\n"
    own = read_slips(written(tmp_path, text), SlipMap(handicap=handicap))
    assert [slip.line for slip in own.slips] == ([] if line is None else [line])
    assert [reason for _, reason in own.refused] == ([WHOSE_HANDICAP] if line is None else [])


@pytest.mark.parametrize(
    ("market", "side", "meant"),
    [
        ("Over/Under", "Over 2.5", ("goalline", 2.5, "over")),
        ("Over/Under 2.5", "Under", ("goalline", 2.5, "under")),
        ("corners", "U 9,5", ("corner", 9.5, "under")),
        ("corners", "O10.5", ("corner", 10.5, "over")),
        ("AH", "Home (-0.5)", ("asian", -0.5, "home")),
        ("Double chance", "X2", ("double_chance", None, "draw_or_away")),
    ],
)
def test_a_line_may_stand_beside_the_side_or_the_market(
    tmp_path: Path, market: str, side: str, meant: tuple[str, float | None, str]
) -> None:
    slip = only_slip(tmp_path, f"fixture;market;side;price\n1;{market};{side};1,9\n")
    assert (slip.market.param, slip.line, slip.side) == meant


@pytest.mark.parametrize(
    ("text", "stake"),
    [
        ("€10", 10.0),
        ("10 EUR", 10.0),
        ("kr 250", 250.0),
        ("2u", 2.0),
        ("1.000,50", 1000.5),
        ("1,000.50", 1000.5),
        ("1.000.000", 1_000_000.0),
        ("1 000,5", 1000.5),
        ("1.000", None),
        ("2%", None),
        ("ten", None),
    ],
)
def test_a_stake_may_be_money(tmp_path: Path, text: str, stake: float | None) -> None:
    path = written(tmp_path, f"fixture;market;side;price;stake\n1;1x2;1;1,9;{text}\n")
    assert [slip.stake for slip in read_slips(path).slips] == ([] if stake is None else [stake])


@pytest.mark.parametrize(("price", "stakes"), [("2", []), ("2.1", [1.0]), ("2,1", [])])
def test_a_point_before_three_digits_is_decimal_where_others_are(
    tmp_path: Path, price: str, stakes: list[float]
) -> None:
    path = written(tmp_path, f"fixture;market;side;price;stake\n1;1x2;1;{price};1.000\n")
    assert [slip.stake for slip in read_slips(path).slips] == stakes


def test_a_map_names_columns_and_whose_a_handicap_is(tmp_path: Path) -> None:
    path = tmp_path / "slips.toml"
    path.write_text('handicap = "own"\n[columns]\nBack = "side"\nNo = "ignore"\nAH = "line"\n')
    file = written(tmp_path, "fixture,market,AH,Back,price,No\n1,asian,-1.5,away,1.9,x\n")
    (slip,) = read_slips(file, slip_map_of(path, None)).slips
    assert (slip.side, slip.line) == ("away", 1.5)
    (slip,) = read_slips(file, slip_map_of(path, "home")).slips
    assert slip.line == -1.5


@pytest.mark.parametrize(
    "text",
    ["[columns", "[columns]\nA = 'colour'", "columns = 1", "handicap = 'away'", "zone = 'x'"],
)
def test_a_map_of_bets_that_says_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "slips.toml"
    path.write_text(text)
    with pytest.raises(InvalidArgument):
        slip_map_of(path, None)


def test_the_markets_are_listed_once_for_all_rows_with_an_unknown_one(tmp_path: Path) -> None:
    text = "fixture,market,side,price,stake\n1,throw-ins,over,2,1\n1,throw-ins,over,2,1\n"

    own = read_slips(written(tmp_path, text))

    assert {reason for _, reason in own.refused} == {"unknown market 'throw-ins'"}
    assert [
        remark.startswith("the markets are 1x2, asian, goalline, ") for remark in own.remarks
    ] == [True]


BETS = (
    f'<row r="1">{text("A1", "date")}{text("B1", "home")}{text("C1", "away")}{text("D1", "market")}{text("E1", "side")}'
    f"{text('F1', 'price')}{text('G1', 'stake')}</row>"
    f'<row r="2">{number("A2", 46095, DAY)}{text("B2", "A")}{text("C2", "B")}{text("D2", "1x2")}{text("E2", "X")}'
    f"{number('F2', 3.4)}{number('G2', 12.5)}</row>"
)
"""The cells of a sheet with a bet of 14 March 2026."""


def test_a_workbook_of_one_sheet_is_read(tmp_path: Path) -> None:
    slips, refused, _ = read_slips(write_workbook(tmp_path / "bets.xlsx", {"Bets": BETS}))

    assert [(slip.row, slip.day, slip.side, slip.price, slip.stake) for slip in slips] == [
        (2, date(2026, 3, 14), "draw", 3.4, 12.5)
    ]
    assert refused == []


def test_a_workbook_of_several_sheets_is_asked_to_be_saved_as_csv(tmp_path: Path) -> None:
    path = write_workbook(tmp_path / "bets.xlsx", {"Bets": BETS, "Sums": BETS})

    with pytest.raises(
        InvalidArgument,
        match=r"has several sheets \(Bets, Sums\); save the right one as a CSV file",
    ):
        read_slips(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04 cut short", "a workbook that is damaged"),
        (b"PK\x03\x04\0\0", "a workbook that is damaged"),
    ],
    ids=["text", "binary"],
)
def test_a_broken_workbook_is_told_as_such(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "bets.xlsx"
    path.write_bytes(content)

    with pytest.raises(InvalidArgument, match=f"can't be read: {reason}"):
        read_slips(path)
