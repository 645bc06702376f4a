"""Delimited text as a table: delimiters, quotation marks, line ends and what is refused."""

from pathlib import Path

import pytest

from footydata.sources.parsed import Refusal
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.table import Row


def rows(folder: Path, text: str) -> list[Row | Refusal]:
    path = folder / "mine.csv"
    path.write_bytes(text.encode())
    (table,) = tables_in(path)
    assert (table.name, table.header) == (None, None)
    return list(table.rows())


def cells(folder: Path, text: str) -> list[list[str]]:
    return [row.cells for row in rows(folder, text) if isinstance(row, Row)]


@pytest.mark.parametrize(
    "delimiter", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "pipe"]
)
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    text = "date,home,away\n2024-08-17,Ajax,PSV\n".replace(",", delimiter)
    assert rows(tmp_path, text) == [
        Row(1, ["date", "home", "away"]),
        Row(2, ["2024-08-17", "Ajax", "PSV"]),
    ]


def test_decimal_commas_do_not_divide_a_file_of_semicolons(tmp_path: Path) -> None:
    text = "Data;Casa;Fora;1;X;2\n" + "20/07/2024;Juventude;Vasco;2,75;3,62;2,41\n" * 3
    assert cells(tmp_path, text)[1] == ["20/07/2024", "Juventude", "Vasco", "2,75", "3,62", "2,41"]


def test_titles_and_totals_do_not_hide_the_delimiter(tmp_path: Path) -> None:
    text = "My season, as it was\n\ndate;home;away\n17/08;A;B\n18/08;C;D\n\n2 played\n"
    assert rows(tmp_path, text)[1:3] == [
        Row(3, ["date", "home", "away"]),
        Row(4, ["17/08", "A", "B"]),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_may_end_in_any_way_and_the_last_one_in_none(tmp_path: Path, end: str) -> None:
    assert rows(tmp_path, f"a,b{end}{end}1,2") == [Row(1, ["a", "b"]), Row(3, ["1", "2"])]


def test_a_quoted_cell_holds_delimiters_quotation_marks_and_line_ends(tmp_path: Path) -> None:
    text = 'date,home,note\n17/08,"Ajax, Amsterdam","a ""late"" goal\nand\nanother"\n18/08,PSV,\n'
    assert rows(tmp_path, text)[1:] == [
        Row(2, ["17/08", "Ajax, Amsterdam", 'a "late" goal\nand\nanother']),
        Row(5, ["18/08", "PSV", ""]),
    ]


def test_a_quotation_mark_that_is_never_closed_costs_its_line_alone(tmp_path: Path) -> None:
    text = 'date,home,away\n17/08,"Ajax,PSV\n18/08,"Feyenoord",Twente\n19/08,AZ,Utrecht\n'
    assert rows(tmp_path, text)[1:] == [
        Refusal("a quotation mark that is not closed", 2, '17/08,"Ajax,PSV'),
        Row(3, ["18/08", "Feyenoord", "Twente"]),
        Row(4, ["19/08", "AZ", "Utrecht"]),
    ]


def test_a_quotation_mark_open_at_the_end_costs_its_line_alone(tmp_path: Path) -> None:
    text = 'date,home,away\n17/08,"Ajax,PSV\n19/08,AZ,Utrecht\n'
    assert rows(tmp_path, text)[1:] == [
        Refusal("a quotation mark that is not closed", 2, '17/08,"Ajax,PSV'),
        Row(3, ["19/08", "AZ", "Utrecht"]),
    ]


def test_a_line_that_is_too_long_is_refused_alone(tmp_path: Path) -> None:
    text = "a,b\n" * 20_000 + "x" * 3_000_000 + "\n1,2\n"
    refused, last = rows(tmp_path, text)[20_000:]
    assert (refused[0], refused[1]) == ("a row of more than 65,536 characters", 20_001)
    assert last == Row(20_002, ["1", "2"])


def test_a_row_of_too_many_cells_is_refused_alone(tmp_path: Path) -> None:
    refused, last = rows(tmp_path, "a,b\n" + "," * 5000 + "x\n1,2\n" + "3,4\n")[1:3]
    assert (refused[0], refused[1]) == ("a row of more than 1,000 cells", 2)
    assert last == Row(3, ["1", "2"])


def test_rows_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    (table,) = tables_in(path)
    assert list(table.rows()) == list(table.rows())
