"""Every row that was read is accounted for in the database, or nothing of its file is stored."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.football.errors import FootydataError
from footydata.ingest import write as writing
from tests.ingest.conftest import FIRST, SECOND

Write = Callable[..., Path]


def test_a_row_that_the_database_does_not_hold_rolls_its_file_back(
    connection: Any,
    write: Write,
    take: Callable[..., fd.LoadReport],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take(write("first.csv", FIRST))
    insert = writing.insert

    def losing(connection: Any, table: str, rows: Sequence[Sequence[object]]) -> None:
        insert(connection, table, [] if table == "fixture" else rows)

    monkeypatch.setattr(writing, "insert", losing)
    connection.execute("pragma foreign_keys = off")
    with pytest.raises(FootydataError, match="internal error: of 1 rows 0 were imported"):
        take(write("second.csv", SECOND))
    assert connection.execute("select count(*) from fixture").fetchone() == (1,)
    assert connection.execute("select count(*) from team_fixture").fetchone() == (2,)
