"""Workbooks as tables: dates, merged cells, formulas, errors, several sheets, and what is refused."""

import gzip
import zipfile
from pathlib import Path

import pytest

from footydata.sources.parsed import Refusal, Remark, UnreadableFile
from footydata.sources.tables import workbook
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.table import Row, TextTable
from footydata.sources.tables.workbook import NO_VALUE
from tests.sources.tables.workbooks import CLOCK, DAY, MOMENT, number, text, write_workbook

HEADER = f'<row r="1">{text("A1", "date")}{text("B1", "home")}{text("C1", "hg")}</row>'


def tables(folder: Path, cells: str, **keywords: str) -> list[TextTable]:
    path = write_workbook(folder / "mine.txt", {"2024": cells}, **keywords)
    return tables_in(path)


def table(folder: Path, cells: str, **keywords: str) -> TextTable:
    (only,) = tables(folder, cells, **keywords)
    return only


def test_days_moments_times_and_numbers_are_text(tmp_path: Path) -> None:
    values = (
        number("A2", 45521, DAY)
        + number("B2", 45521.625, MOMENT)
        + number("C2", 0.625, CLOCK)
        + number("D2", 45521.770833333, MOMENT)
        + number("E2", 45521, MOMENT)
        + number("F2", 3)
        + number("G2", 2.75)
        + '<c r="H2" t="b"><v>1</v></c>'
    )
    one = table(tmp_path, f'{HEADER}<row r="2">{values}</row>')
    assert (one.name, one.header, one.notes) == ("2024", None, ())
    assert [row.cells for row in one.rows() if isinstance(row, Row)] == [
        ["date", "home", "hg", "", "", "", "", ""],
        [
            "2024-08-17",
            "2024-08-17 15:00:00",
            "15:00:00",
            "2024-08-17 18:30:00",
            "2024-08-17",
            "3",
            "2.75",
            "true",
        ],
    ]


def test_rows_and_cells_stand_where_the_sheet_has_them(tmp_path: Path) -> None:
    cells = f'<row r="3">{text("C3", "date")}{text("D3", "home")}</row><row r="6">{text("D6", "Ajax")}</row>'
    one = table(tmp_path, cells)
    assert list(one.rows()) == [Row(3, ["", "", "date", "home"]), Row(6, ["", "", "", "Ajax"])]
    assert list(one.rows()) == list(one.rows())


def test_cells_without_references_follow_each_other(tmp_path: Path) -> None:
    cells = "<row><c><v>1</v></c><c><f>A1</f></c></row><row><c><v>2</v></c><c><f>A2</f></c></row>"
    assert list(table(tmp_path, cells).rows()) == [Row(1, ["1", NO_VALUE]), Row(2, ["2", NO_VALUE])]


def test_days_counted_from_1904_are_right(tmp_path: Path) -> None:
    one = table(
        tmp_path,
        f'<row r="1">{number("A1", 44059, DAY)}</row>',
        properties='<workbookPr date1904="1"/>',
    )
    assert list(one.rows()) == [Row(1, ["2024-08-17"])]


def test_each_merged_cell_has_the_value_of_all(tmp_path: Path) -> None:
    cells = f'<row r="1">{text("A1", "Round 1")}{text("B1", "x")}</row><row r="2">{text("C2", "y")}</row>'
    assert list(table(tmp_path, cells, merged="A1:A3").rows()) == [
        Row(1, ["Round 1", "x", ""]),
        Row(2, ["Round 1", "", "y"]),
    ]
    assert next(iter(table(tmp_path, cells, merged="A1:XFD1").rows())) == Row(
        1, ["Round 1", "Round 1", "Round 1"]
    )


def test_a_formula_that_was_never_computed_stands_for_its_value(tmp_path: Path) -> None:
    cells = (
        f'{HEADER}<row r="2">{number("A2", 2)}<c r="B2"><f>A2*2</f><v>4</v></c><c r="C2"><f>A2+1</f></c>'
        '<c r="D2"><f>A2+2</f><v></v></c><c r="E2" t="str"><f>IF(A2,"","x")</f><v></v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0">B3</f></c><c r="B3"><f t="shared" si="0"/></c></row>'
    )
    one = table(tmp_path, cells)
    assert list(one.rows())[1:] == [
        Row(2, ["2", "4", NO_VALUE, NO_VALUE, ""]),
        Row(3, [NO_VALUE, NO_VALUE, "", "", ""]),
    ]
    assert [(note.line, note.text) for note in one.notes] == [(2, None)]


@pytest.mark.parametrize("error", ["#REF!", "#DIV/0!", "#N/A"])
def test_an_error_is_its_text(tmp_path: Path, error: str) -> None:
    cells = f'<row r="1"><c r="A1" t="e"><v>{error}</v></c>{text("B1", "x")}</row>'
    assert list(table(tmp_path, cells).rows()) == [Row(1, [error, "x"])]


def test_each_sheet_that_has_cells_is_a_table_and_hidden_ones_are_remarked_on(
    tmp_path: Path,
) -> None:
    sheets = {"A": HEADER, "nothing": '<row r="1"><c r="A1" s="1"/></row>', "B": HEADER}
    one, other = tables_in(write_workbook(tmp_path / "mine.xlsx", sheets, hidden="B"))
    assert [(one.name, one.notes), (other.name, other.notes)] == [
        ("A", ()),
        ("B", (Remark("a hidden sheet"),)),
    ]
    assert list(one.rows()) == list(other.rows()) == [Row(1, ["date", "home", "hg"])]


def test_a_packed_workbook_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.xlsx.gz"
    path.write_bytes(
        gzip.compress(write_workbook(tmp_path / "mine.xlsx", {"A": HEADER}).read_bytes())
    )
    assert [one.name for one in tables_in(path)] == ["A"]


def test_a_row_that_is_too_wide_is_refused_alone(tmp_path: Path) -> None:
    refused, good = table(
        tmp_path, f'<row r="1">{number("ALZ1", 1)}</row><row r="2">{number("A2", 2)}</row>'
    ).rows()
    assert isinstance(refused, Refusal) and refused[:2] == ("a row of more than 1,000 cells", 1)
    assert isinstance(good, Row) and good.cells[:2] == ["2", ""] and len(good.cells) == 1000


def test_cells_far_apart_are_refused_before_memory_is_taken_for_all_between(tmp_path: Path) -> None:
    cells = f'<row r="1">{number("A1", 1)}</row><row r="1048576">{number("XFD1048576", 1)}</row>'
    with pytest.raises(
        UnreadableFile,
        match="the sheet 2024 reaches over 17,179,869,184 cells, more than 16,777,216",
    ):
        tables(tmp_path, cells)


def test_a_workbook_that_unpacks_beyond_the_bound_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "MOST_HELD", 4 << 20)
    with pytest.raises(UnreadableFile, match="a workbook that unpacks to more than 4 MiB"):
        tables(tmp_path, " " * (5 << 20) + HEADER)


def test_a_workbook_that_states_a_smaller_size_than_it_has_is_damaged(tmp_path: Path) -> None:
    path = write_workbook(tmp_path / "mine.xlsx", {"A": HEADER + " " * 1_000_000})
    with zipfile.ZipFile(path) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    path.write_bytes(
        path.read_bytes().replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    )
    with pytest.raises(UnreadableFile, match="a workbook that is damaged"):
        tables_in(path)


def test_a_sheet_whose_xml_is_broken_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="a workbook whose XML is broken"):
        tables(tmp_path, "<row><c><v>1</c></row>")


def test_a_sheet_that_declares_a_document_type_is_refused(tmp_path: Path) -> None:
    path = write_workbook(tmp_path / "mine.xlsx", {"A": "<!DOCTYPE x><row/>"})
    with pytest.raises(UnreadableFile, match="a workbook"):
        tables_in(path)


def test_formatted_cells_without_a_value_do_not_widen_a_sheet(tmp_path: Path) -> None:
    cells = f'<row r="1">{number("A1", 1)}<c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>'
    assert list(table(tmp_path, cells).rows()) == [Row(1, ["1"])]


def test_archives_of_other_kinds_are_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "mine.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<document/>")
    with pytest.raises(UnreadableFile, match=r"an archive that is no \.xlsx workbook"):
        tables_in(path)


def test_a_workbook_cut_short_is_damaged(tmp_path: Path) -> None:
    path = write_workbook(tmp_path / "mine.xlsx", {"A": HEADER})
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(UnreadableFile, match="a workbook that is damaged"):
        tables_in(path)
