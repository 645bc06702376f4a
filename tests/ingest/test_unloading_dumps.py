"""Dumps of one service that have more or less of the same fixtures: each unloaded again."""

import json
import re
import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from footydata import dump as v1_dump
from footydata.football.terms import OWN_IDS_FROM
from footydata.frames.export import DUMP_FILE
from footydata.ingest.files import load
from footydata.ingest.unloading import unload
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.file.opening import open_database
from tests.ingest.test_unloading import NOW, Dump, dump

CATALOGUE = ("/v1/bookmakers", "/v1/countries", "/v1/leagues")
DUMPS = ("lists", "included", "odds", "details")
"""Lists of fixtures alone; with events, statistics and summaries of odds; with all odds; with everything."""

IN_SHORT = (("lists", "details"),)
"""The pairs of dumps that are not left to the slow proofs: the least and the most."""


@pytest.fixture(scope="module")
def dumps(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Dumps of the sample's cup and of the last fixtures, with odds history, of its esports league."""
    folder = tmp_path_factory.mktemp("dumps")
    v1_dump.dump(sample, folder, now=NOW)
    pages = [json.loads(line) for line in (folder / DUMP_FILE).read_text().splitlines()]
    lists = [page for page in pages if page["path"] in CATALOGUE or _is_list(page)]
    ids = {
        row["id"]
        for page in lists
        if page["path"].endswith("/fixtures")
        for row in page["body"]["data"]
    }
    details = [
        page
        for page in pages
        if (match := re.match(r"/v1/fixtures/(\d+)", page["path"])) and int(match[1]) in ids
    ]
    assert len(details) > 2 * len(ids) > 50
    texts = {
        "lists": [_without_includes(page) for page in lists],
        "included": lists,
        "odds": [
            *map(_without_includes, lists),
            *(page for page in details if page["path"].endswith("/odds")),
        ],
        "details": [*lists, *details],
    }
    for name, lines in texts.items():
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(page)}\n" for page in lines))
    return {name: folder / f"{name}.jsonl" for name in DUMPS}


def _is_list(page: dict[str, Any]) -> bool:
    """Whether it is a list of the cup's fixtures, or the last one of the esports league."""
    path, query = page["path"], page["query"]
    return path == "/v1/leagues/45/fixtures" or (
        path == "/v1/leagues/8201/fixtures" and (query["season"], query["page"]) == ("2026", 2)
    )


def _without_includes(page: dict[str, Any]) -> dict[str, Any]:
    if "include" not in page["query"]:
        return page
    query = {key: value for key, value in page["query"].items() if key != "include"}
    rows = [
        {key: row[key] for key in row.keys() - {"odds", "events", "stats"}}
        for row in page["body"]["data"]
    ]
    return {**page, "query": query, "body": {**page["body"], "data": rows}}


def _loaded(path: Path, *dumps: Path) -> sqlite3.Connection:
    connection = open_database(path)
    for number, each in enumerate(dumps):
        assert load(connection, [each], now=NOW + number).refusals == []
    return connection


@pytest.fixture(scope="module")
def alone(dumps: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dump]:
    """What each dump alone gives."""
    rows: dict[str, Dump] = {}
    for name, path in dumps.items():
        with closing(_loaded(tmp_path_factory.mktemp("alone") / "football.db", path)) as connection:
            rows[name] = dump(connection)
    assert len({repr(each) for each in rows.values()}) == len(DUMPS)
    return rows


@pytest.mark.slow
def test_a_dump_of_a_file_whose_fixtures_have_ids_of_ours_is_loaded_page_by_page(
    tmp_path: Path, dumps: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.ingest.service_pages.TOGETHER", 20)
    pages = [json.loads(line) for line in dumps["lists"].read_text().splitlines()]
    for page in filter(_is_list, pages):
        for row in page["body"]["data"]:
            row["id"] += OWN_IDS_FROM
    path = tmp_path / "ours.jsonl"
    path.write_text("".join(f"{json.dumps(page)}\n" for page in pages))
    with closing(_loaded(tmp_path / "football.db", path)) as connection:
        read, new, stored = connection.execute(
            "select rows_read, fixtures_new, (select count(*) from fixture) from load"
        ).fetchone()
    assert read == new == stored > 20


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(*pair, marks=[] if pair in IN_SHORT else pytest.mark.slow)
        for pair in permutations(DUMPS, 2)
    ],
)
def test_either_of_two_dumps_unloaded_leaves_the_other_alone(
    tmp_path: Path, dumps: dict[str, Path], alone: dict[str, Dump], first: str, second: str
) -> None:
    for number, left in ((1, second), (2, first)):
        with closing(_loaded(tmp_path / f"{number}.db", dumps[first], dumps[second])) as connection:
            unload(connection, number)
            assert dump(connection) == alone[left]


@pytest.mark.parametrize("files", [1, 2])
def test_pages_of_a_dump_come_in_any_order(
    tmp_path: Path, dumps: dict[str, Path], alone: dict[str, Dump], files: int
) -> None:
    lines = dumps["details"].read_text().splitlines()
    Random(files).shuffle(lines)
    parts = [tmp_path / f"{number}.jsonl" for number in range(files)]
    for number, part in enumerate(parts):
        # Of two files the one with the details of fixtures comes first.
        own = sorted(lines, key=lambda line: "/odds" not in line) if files > 1 else lines
        part.write_text("\n".join(own[number * len(own) // files :][: len(own) // files + 1]))
    with closing(open_database(tmp_path / "football.db")) as connection:
        assert load(connection, parts, now=NOW).refusals == []
        assert dump(connection) == alone["details"]


PARTS = ("bookmakers", "pages", "details", "histories")
ORDERS = [*permutations(PARTS)]
"""Of parts of a dump that are loads of their own."""


def _part_of(path: str) -> str:
    if path == "/v1/bookmakers":
        return "bookmakers"
    is_detail = re.match(r"/v1/fixtures/\d+/", path)
    return ("histories" if path.endswith("/history") else "details") if is_detail else "pages"


@pytest.fixture(scope="module")
def parts(dumps: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The parts of the dump with everything, each a file."""
    folder = tmp_path_factory.mktemp("parts")
    for line in dumps["details"].read_text().splitlines():
        with (folder / f"{_part_of(json.loads(line)['path'])}.jsonl").open("a") as file:
            file.write(f"{line}\n")
    return {name: folder / f"{name}.jsonl" for name in PARTS}


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(each, marks=[] if number == 11 else pytest.mark.slow)
        for number, each in enumerate(ORDERS)
    ],
    ids=" ".join,
)
def test_parts_of_a_dump_are_loaded_in_any_order(
    tmp_path: Path, parts: dict[str, Path], order: tuple[str, ...]
) -> None:
    given = [parts[name] for name in order]
    with (
        closing(_loaded(tmp_path / "order.db", *given)) as connection,
        closing(_loaded(tmp_path / "usual.db", *parts.values())) as usual,
    ):
        assert dump(connection) == dump(usual)
        assert connection.execute("select count(*) from waiting_detail").fetchone() == (0,)
        assert list(differing_fixtures(connection)) == []
        # The details of fixtures that go wait for them to be told again.
        unload(connection, order.index("pages") + 1)
        assert connection.execute("select count(*) from fixture").fetchone() == (0,)
        assert load(connection, [parts["pages"]], now=NOW).refusals == []
        assert dump(connection) == dump(usual)


@pytest.mark.slow
@pytest.mark.parametrize("order", [*permutations(("lists", "odds", "details"))])
def test_two_of_three_dumps_unloaded_leave_the_third_alone(
    tmp_path: Path, dumps: dict[str, Path], alone: dict[str, Dump], order: tuple[str, str, str]
) -> None:
    for numbers in permutations((1, 2, 3), 2):
        (left,) = {1, 2, 3} - set(numbers)
        path = tmp_path / f"{numbers}.db"
        with closing(_loaded(path, *(dumps[name] for name in order))) as connection:
            for number in numbers:
                unload(connection, number)
            assert dump(connection) == alone[order[left - 1]]
