"""Encodings, and files that are packed."""

import gzip
from pathlib import Path

import pytest

from footydata.sources.cells import read_name
from footydata.sources.parsed import BadRow, UnreadableFile
from footydata.sources.tables import opening
from footydata.sources.tables.opening import tables_in
from footydata.sources.tables.table import Row, TextTable

POLISH = "data;gospodarz;gość\n17.08.2024;Śląsk Wrocław;Widzew Łódź\n18.08.2024;Lech Poznań;Zagłębie Lubin\n"
TURKISH = "date,home,away\n2023-08-01,Beşiktaş,Galatasaray\n2023-08-02,Fenerbahçe,Kasımpaşa\n"  # noqa: RUF001
BRAZILIAN = "Data;Mandante;Visitante\n20/07/2024;Grêmio;Atlético-MG\n21/07/2024;São Paulo;Bahia\n"
ICELANDIC = "dags;heima;uti\n1.8.2023;Víkingur;Þór Akureyri\n2.8.2023;Fylkir;Breiðablik\n"
CZECH = (
    "datum;domácí;hosté\n1.8.2023;Slavia;Baník Ostrava\n2.8.2023;Viktoria Plzeň;České Budějovice\n"
)
SPANISH = "fecha;local;visitante\n1.8.2023;Atlético Madrid;Almería\n2.8.2023;Alavés;Cádiz\n"
EUROPEAN = (
    "date;home;away\n1.8.2023;1. FC Köln;Atlético Madrid\n2.8.2023;Vålerenga;Brøndby\n"
    "3.8.2023;São Paulo;Saint-Étienne\n"
    "4.8.2023;Málaga;Malmö FF\n5.8.2023;Nîmes;La Coruña\n"
)


def write(folder: Path, data: bytes) -> Path:
    path = folder / "mine.csv"
    path.write_bytes(data)
    return path


def table(folder: Path, data: bytes) -> TextTable:
    path = write(folder, data)
    (only,) = tables_in(path)
    return only


def text_of(one: TextTable, delimiter: str) -> str:
    return "".join(f"{delimiter.join(row.cells)}\n" for row in one.rows() if isinstance(row, Row))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"], ids=str)
def test_unicode_is_read_with_and_without_a_mark(tmp_path: Path, encoding: str) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    one = table(tmp_path, mark + POLISH.encode(encoding))
    assert text_of(one, ";") == POLISH
    assert one.notes == ()


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        pytest.param(BRAZILIAN, "cp1252", "Windows-1252 (Western Europe)", id="Brazilian"),
        pytest.param(ICELANDIC, "cp1252", "Windows-1252 (Western Europe)", id="Icelandic"),
        pytest.param(EUROPEAN, "cp1252", "Windows-1252 (Western Europe)", id="of many languages"),
        pytest.param(TURKISH, "cp1254", "Windows-1254 (Turkish)", id="Turkish"),
        pytest.param(POLISH, "cp1250", "Windows-1250 (Central Europe)", id="Polish"),
        pytest.param(CZECH, "cp1250", "Windows-1250 (Central Europe)", id="Czech"),
        pytest.param(SPANISH, "cp850", "code page 850 (MS-DOS)", id="of MS-DOS"),
        pytest.param(SPANISH, "mac_roman", "Mac Roman", id="of a Macintosh"),
    ],
)
def test_the_encoding_of_another_time_is_found_and_remarked_on(
    tmp_path: Path, text: str, encoding: str, name: str
) -> None:
    one = table(tmp_path, text.encode(encoding))
    assert text_of(one, ";" if ";" in text else ",") == text
    (note,) = one.notes
    assert note.reason == f"not UTF-8: read as {name}"
    assert note.text and note.text in text


def test_an_encoding_in_doubt_is_said_to_be(tmp_path: Path) -> None:
    one = table(tmp_path, "date,home,away\n2023-08-01,xõxõ,Málaga\n".encode("cp1252"))
    assert [note.reason for note in one.notes] == [
        "not UTF-8: read as Windows-1252 (Western Europe), or Windows-1250 (Central Europe) (xőxő)"
    ]


def test_letters_of_a_line_that_is_not_utf_8_among_others_are_none(tmp_path: Path) -> None:
    data = "date,home,away\n1,Málaga,Cádiz\n2,Alavés,b\n".encode() + "3,Almería,Köln\n".encode(
        "cp1252"
    )
    one = table(tmp_path, data)
    names = [name for row in one.rows() if isinstance(row, Row) for name in row.cells[1:]][2:]
    assert names == ["Málaga", "Cádiz", "Alavés", "b", "Almer\udceda", "K\udcf6ln"]
    with pytest.raises(BadRow):
        read_name(names[-1])
    assert [note.reason for note in one.notes] == ["lines that are not UTF-8"]


def test_byte_order_marks_of_files_glued_together_are_no_text(tmp_path: Path) -> None:
    one = table(tmp_path, b"\xef\xbb\xbfdate,home\n1,A\n\xef\xbb\xbfdate,home\n2,B\n")
    assert text_of(one, ",") == "date,home\n1,A\ndate,home\n2,B\n"


def test_a_packed_file_is_read_as_what_is_in_it(tmp_path: Path) -> None:
    assert text_of(table(tmp_path, gzip.compress(BRAZILIAN.encode("cp1252"))), ";") == BRAZILIAN


def test_a_packed_file_cut_short_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(BRAZILIAN.encode())[:-12])
    with pytest.raises(UnreadableFile, match=r"a \.gz file that is cut short or damaged"):
        tables_in(path)


def test_a_packed_file_that_unpacks_beyond_the_bound_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MOST_HELD", 4 << 20)
    path = write(tmp_path, gzip.compress(b"a,b\n" * (2 << 20)))
    with pytest.raises(UnreadableFile, match="it unpacks to more than 4 MiB"):
        tables_in(path)


def test_what_is_packed_twice_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        tables_in(write(tmp_path, gzip.compress(gzip.compress(b"a,b\n" * 999))))
