"""How rows are printed: for people a table, for programs json and csv."""

import csv
import io
import json
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from types import SimpleNamespace

import pytest
from rich.cells import cell_len

from footydata.faces.cli import printing
from footydata.faces.cli.printing import Output
from footydata.faces.cli.table import PrintedColumn
from footydata.faces.cli.table import table as table_of

COLUMNS = ("team", "played", "mean")
ROWS = [("Kingsvale", 10, 1.5), ("Oxmere", None, 12.0)]


def rendered(
    columns: Sequence[str], rows: Sequence[tuple[object, ...]], *, format: str = "table"
) -> str:
    """What is printed of rows."""
    with redirect_stdout(io.StringIO()) as out:
        Output(format).rows(columns, rows)
    return out.getvalue()


def table(
    columns: Sequence[str],
    rows: Sequence[tuple[object, ...]],
    *,
    limit: int,
    spare: Sequence[str] = (),
    needed: Sequence[str] = (),
) -> str:
    """The table of rows in a width."""
    ranks = {name: len(spare) - place for place, name in enumerate(spare)}
    laid_out = [
        PrintedColumn(name, cells, spare=ranks.get(name, 0), is_needed=name in needed)
        for name, cells in zip(columns, zip(*rows, strict=True), strict=True)
    ]
    return table_of(laid_out, limit=limit)


def test_a_table_has_numbers_right_and_names_left() -> None:
    assert rendered(COLUMNS, ROWS) == (
        "team       played   mean\n─────────  ──────  ─────\nKingsvale      10   1.50\nOxmere             12.00\n"
    )


def test_no_rows_are_the_names_of_the_columns() -> None:
    assert rendered(COLUMNS, []) == "team  played  mean\n────  ──────  ────\n"
    assert rendered(COLUMNS, [], format="csv") == "team,played,mean\n"
    assert rendered(COLUMNS, [], format="json") == "[]\n"


def test_json_is_an_array_of_objects_with_null_for_unknown() -> None:
    assert json.loads(rendered(COLUMNS, ROWS, format="json")) == [
        {"team": "Kingsvale", "played": 10, "mean": 1.5},
        {"team": "Oxmere", "played": None, "mean": 12.0},
    ]


def test_csv_leaves_unknown_empty_and_numbers_whole() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(rendered(("name", "price"), [("A, B", 1.234567), (None, 2)], format="csv"))
        )
    )
    assert rows == [{"name": "A, B", "price": "1.234567"}, {"name": "", "price": "2"}]


def test_wide_letters_keep_the_columns_in_line() -> None:
    lines = rendered(("team", "played"), [("浦和レッズ", 3), ("Oxmere", 12)]).splitlines()
    assert {cell_len(line) for line in lines} == {18}


def test_a_name_can_not_steer_the_terminal() -> None:
    assert rendered(("team",), [("Ox\x1b[31mmere\r\n",)]).splitlines()[-1] == r"Ox\x1b[31mmere\r\n"


def test_json_and_csv_keep_names_in_their_own_letters() -> None:
    assert "Málaga" in rendered(("team",), [("Málaga",)], format="json")
    assert "Málaga" in rendered(("team",), [("Málaga",)], format="csv")


FIXTURES = ("kickoff", "league", "home", "score", "away", "half", "id")
FIXTURE = (
    "2026-03-14 15:00",
    "Crown League",
    "Gadsmoor Wanderers",
    "2-1",
    "Oxmere Park Rangers",
    "1-0",
    3946851776923705,
)


def columns_at(limit: int) -> list[str]:
    """The names of the columns that a terminal of a width shows."""
    lines = table(FIXTURES, [FIXTURE], limit=limit, spare=("half", "league")).splitlines()
    assert all(cell_len(line) <= limit for line in lines)
    return lines[0].split()


@pytest.mark.parametrize(
    ("limit", "left_out"),
    [(120, set()), (101, {"half"}), (95, {"half", "league"}), (80, {"half", "league"})],
)
def test_a_narrow_terminal_does_without_what_can_be_spared(limit: int, left_out: set[str]) -> None:
    assert set(FIXTURES) - set(columns_at(limit)) == left_out


@pytest.mark.parametrize("limit", [95, 80, 70])
def test_names_are_shortened_and_an_id_never_is(limit: int) -> None:
    row = table(FIXTURES, [FIXTURE], limit=limit, spare=("half", "league")).splitlines()[2]
    assert row.startswith("2026-03-14 15:00  Gadsmoor")
    assert row.endswith("3946851776923705")


def test_a_narrow_table_names_the_columns_that_it_leaves_out() -> None:
    lines = table(FIXTURES, [FIXTURE], limit=80, spare=("half", "league")).splitlines()
    assert lines[-1] == "(not shown in this width: league, half)"
    rounds = [str(number) for number in range(1, 39)]
    lines = table(
        ["Team", *rounds], [["Kingsvale", *range(101, 139)]], limit=60, spare=rounds
    ).splitlines()
    assert lines[-2:] == ["(not shown in this width: 1, 2, 3, 4, 5, 6 and 22 more", "columns)"]
    assert lines[2] == "Kingsvale  129  130  131  132  133  134  135  136  137  138"


@pytest.mark.parametrize("limit", [40, 30, 20, 5])
def test_figures_are_whole_or_not_there_in_any_width(limit: int) -> None:
    lines = table(FIXTURES, [FIXTURE], limit=limit).splitlines()
    cells = re.split(r"  +", lines[2])
    whole = {str(cell) for cell in FIXTURE if any(map(str.isdigit, str(cell)))}
    assert {cell for cell in cells if any(map(str.isdigit, cell))} <= whole
    assert cells[0] == "2026-03-14 15:00"
    assert "(not shown in this width: " in " ".join(lines)


def test_cut_names_stay_different() -> None:
    names = ("Manchester City", "Manchester United", "Chelsea")
    lines = table(
        ("team", "moment"), [(name, "2026-03-14 15:00") for name in names], limit=31
    ).splitlines()
    assert [line.split("  ")[0] for line in lines[2:]] == [
        "Manchester C…",
        "Manchester U…",
        "Chelsea",
    ]


def test_the_id_is_left_out_last_as_commands_take_it() -> None:
    assert columns_at(50) == ["kickoff", "home", "id"]


CARDS = ("#", "Team", "P", "Against a game", "Booking points", "rows_read")


def test_a_heading_that_is_wider_than_its_figures_is_wrapped() -> None:
    assert table(
        CARDS, [(1, "Wolverhampton Wanderers", 38, 2.5, 1285, 7)], limit=60
    ).splitlines() == [
        "                                Against  Booking  rows_",
        "#  Team                      P   a game   points   read",
        "─  ───────────────────────  ──  ───────  ───────  ─────",
        "1  Wolverhampton Wanderers  38     2.50     1285      7",
    ]


def test_a_sentence_is_wrapped_and_nothing_of_it_is_lost() -> None:
    finding = "Kingsvale - Oxmere, 2026-06-12: it is still scheduled, 164 days after its kickoff"
    text = table(("kind", "id", "finding"), [("overdue", 3977369323300570, finding)], limit=60)
    lines = text.splitlines()
    assert max(map(cell_len, lines)) <= 60
    assert " ".join(line[27:].strip() for line in lines[2:]) == finding


def test_a_sentence_is_as_wide_as_there_is_room() -> None:
    reason = "Late filing of the club's accounts"
    (line,) = table(
        ("team", "reason", "source"), [("Kingsvale", reason, "sample")], limit=53
    ).splitlines()[2:]
    assert line == f"Kingsvale  {reason}  sample"
    assert (
        len(
            table(
                ("team", "reason", "source"), [("Kingsvale", reason, "sample")], limit=52
            ).splitlines()
        )
        == 4
    )


@pytest.mark.parametrize(
    "whole",
    [
        "2026-11-23T20:05:48+00:00",
        "fd_ay6I6JPMT",
        "2324/E0.csv",
        "102-119",
        "1.97 2.03 4.50",
        "+16.8%",
    ],
)
def test_a_moment_a_prefix_a_file_and_figures_are_never_cut(whole: str) -> None:
    lines = table(
        ("team", "what"), [("Wolverhampton Wanderers", whole)], limit=len(whole) + 10
    ).splitlines()
    assert lines[-1] == f"Wolverh…  {whole}"


SAID = ("value", "differs", "stands", "says", "why")
VALUE = (
    "bet365 asian_handicap opening",
    "yes",
    "2023-08-11 17:30",
    "Rayo Vallecano",
    "most trusted",
)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (
            60,
            [
                "value        differs  stands       says         why",
                "───────────  ───────  ───────────  ───────────  ────────────",
                "bet365       yes      2023-08-11   Rayo         most trusted",
                "asian_                17:30        Vallecano",
                "handicap",
                "opening",
            ],
        ),
        (
            40,
            [
                "value      differs  says       why",
                "─────────  ───────  ─────────  ─────────",
                "bet365     yes      Rayo       most",
                "asian_              Vallecano  trusted",
                "handicap",
                "opening",
                "(not shown in this width: stands)",
            ],
        ),
    ],
    ids=["room for all", "room for most"],
)
def test_needed_columns_are_wrapped_and_not_cut(limit: int, expected: list[str]) -> None:
    needed = ("value", "why", "says", "stands")
    text = table(SAID, [VALUE], limit=limit, spare=("stands", "differs"), needed=needed)
    assert text.splitlines() == expected


def test_a_long_path_is_wrapped() -> None:
    path = "/home/someone/football/seasons/2324/E0.csv"
    lines = table(("team", "path"), [("Oxmere", path)], limit=40).splitlines()
    assert max(map(cell_len, lines)) <= 40
    assert "".join(line[8:].strip() for line in lines[2:]) == path


def test_wide_letters_are_cut_at_their_own_width() -> None:
    lines = table(("team", "played"), [("浦和レッズダイヤモンズ", 3)], limit=19).splitlines()
    assert lines[-1] == "浦和レッズ…       3"


@pytest.mark.parametrize("format", ["csv", "json"])
def test_a_program_gets_everything_in_a_narrow_terminal_too(
    format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        printing, "shutil", SimpleNamespace(get_terminal_size=lambda: SimpleNamespace(columns=20))
    )
    monkeypatch.setattr(
        printing,
        "sys",
        SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True, encoding="utf-8")),
    )
    assert "Oxmere Park Rangers" in rendered(FIXTURES, [FIXTURE], format=format)
    assert "Oxmere Park Rangers" not in rendered(FIXTURES, [FIXTURE])


def test_rows_are_printed_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    Output().rows(("team",), iter([("Oxmere",)]))
    assert capsys.readouterr() == ("team\n──────\nOxmere\n", "")
