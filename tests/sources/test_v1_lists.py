"""A page of fixtures in shape all through is read at once: what it tells is what it tells row by row."""

import json
from pathlib import Path
from typing import Any

import orjson
import pytest

from footydata.contract.terms import LARGEST_ID
from footydata.sources.parsed import ParsedPage, Refusal
from footydata.sources.v1_dump import V1Dump
from footydata.sources.v1_lists import list_in_shape
from footydata.sources.v1_pages import query_of, records_of
from tests.sources.test_v1_pages import EVENTS, ROW

SIDES = {"home": 1, "away": None}
WHOLE = {
    **ROW,
    "id": 5002,
    "league_season_id": 141207,
    "round": 28,
    "goals": {"home": 2, "away": 1, "half_home": 1, "half_away": 1},
    "corners": {"home": 3, "away": 4, "half_home": 2, "half_away": 0},
    "statistics": {"attacks": SIDES, "first_half": {"attacks": SIDES}},
    "odds": {
        "1x2": {"opening": {"home": 1.5, "draw": 4, "away": 7.25}, "closing": None, "inplay": None},
        "goal_line": {"opening": 2.5, "closing": 3, "inplay": None},
    },
    "events": EVENTS,
}
BARE = {name: ROW[name] for name in ("league", "teams", "kickoff_ts", "status")} | {"id": 5003}


def line(*rows: Any, path: str = "/v1/fixtures", query: Any = None, **body: Any) -> bytes:
    page = {"path": path, "query": query, "body": {"success": 1, "data": list(rows), **body}}
    return json.dumps(page).encode()


def row_by_row(text: bytes) -> list[Any]:
    page = orjson.loads(text)  # as dumps are: a number beyond 64 bits is a fraction
    records = records_of(page["path"].partition("?")[0], query_of(page["path"], page["query"]), page["body"])
    return [record._replace(line=1) if isinstance(record, Refusal | ParsedPage) else record for record in records]


def of_dump(folder: Path, text: bytes) -> list[Any]:
    path = folder / "dump.jsonl"
    path.write_bytes(text + b"\n")
    return list(V1Dump().records(path))


@pytest.mark.parametrize(
    "text",
    [
        line(ROW, WHOLE, BARE),
        line(BARE, path="/v1/leagues/39/fixtures", query={"season": "25/26", "lang": "es"}),
        line(BARE, path="/v1/teams/11/fixtures?esports=true"),
        line({**BARE, "goals": None, "cards": {"home": None}, "odds": None, "events": [], "statistics": {}}),
        line({**BARE, "id": LARGEST_ID, "venue": {"id": "1"}, "round": None}),
    ],
    ids=["whole", "league", "team", "nothing recorded", "largest id"],
)
def test_a_page_in_shape_tells_what_its_rows_tell(folder: Path, text: bytes) -> None:
    page = list_in_shape(text)
    assert page is not None
    assert [page._replace(line=1)] == row_by_row(text) == of_dump(folder, text)


@pytest.mark.parametrize(
    "damage",
    [
        {"id": LARGEST_ID + 1},
        {"id": -(10**30)},
        {"goals": {"home": LARGEST_ID + 1}},
        {"goals": {"home": 10**30}},
        {"round": LARGEST_ID + 1},
        {"id": 5.0},
        {"id": True},
        {"league": {"id": 39, "name": None}},
        {"teams": {"home": ROW["teams"]["home"]}},  # type: ignore[index]
        {"kickoff_ts": "2026-03-14"},
        {"status": "half_time"},
        {"status": None},
        {"goals": {"home": "2"}},
        {"goals": []},
        {"round": 2.5},
        {"odds": {"goal_line": {"opening": "2.5"}}},
        {"statistics": {"attacks": {"home": 1.5}}},
        {"events": [{"minute": 3}]},
    ],
    ids=lambda damage: str(damage)[:40],
)
def test_a_page_with_a_row_out_of_shape_is_read_row_by_row(folder: Path, damage: dict[str, Any]) -> None:
    text = line(ROW, {**WHOLE, **damage}, BARE)
    assert list_in_shape(text) is None
    assert of_dump(folder, text) == row_by_row(text)


@pytest.mark.parametrize(
    "text",
    [
        line(ROW)[:-20],
        line({**ROW, "round": 1}, path="/v1/standings/fixtures"),
        line(ROW, query={"season": "soon"}),
        line(ROW, success=0, error={"code": "internal_error"}),
        line(ROW, path="/v1/fixtures/5001"),
        b'{"path": "/v1/fixtures", "body": {"success": 1, "data": 5}}',
    ],
    ids=["cut", "path", "season", "error", "one fixture", "shape"],
)
def test_what_is_no_list_in_shape_is_left_alone(text: bytes) -> None:
    assert list_in_shape(text) is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
