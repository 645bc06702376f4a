"""What is opened as a table, and what is none though it may look like one."""

from pathlib import Path

import pytest

from footydata.sources.parsed import UnreadableFile
from footydata.sources.tables.opening import tables_in


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"SQLite format 3\0" + b"\0" * 84, "a binary file", id="SQLite"),
        pytest.param(b"%PDF-1.4\na,b\nc,d\n", "a PDF", id="PDF"),
        pytest.param(b"\n<!DOCTYPE html>\n<p>a,b\n<p>c,d\n", "HTML or XML", id="HTML"),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            "no workbook that can be read",
            id="Word",
        ),
        pytest.param(
            "A day\nwithout football, really\nat all\n".encode("utf-16"), "no table", id="prose"
        ),
        pytest.param(b"", "an empty file", id="empty"),
    ],
)
def test_what_is_no_table_says_so(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=reason):
        tables_in(path)


def test_a_file_that_is_not_there_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tables_in(tmp_path / "mine.csv")
