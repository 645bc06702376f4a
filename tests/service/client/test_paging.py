"""Pages: one after the other while has_more."""

from typing import Any

import pytest

from footydata.service.client.client import AsyncClient, Client

TICK = {
    "recorded_at": "2026-03-14T15:20:00+00:00",
    "minute": 20,
    "line": 10.5,
    "over": 1.9,
    "under": 1.9,
    "score": {},
}


def rows_of(row: dict, *ids: int) -> list[dict]:
    return [{**row, "id": id} for id in ids]


@pytest.fixture
def two_pages(service: Any, row: dict, page: dict) -> None:
    service.answers(rows_of(row, 1, 2), pagination={**page, "count": 2, "has_more": True})
    service.answers(rows_of(row, 3), pagination={**page, "page": 2})


@pytest.mark.usefixtures("two_pages")
def test_iterating_a_page_goes_on_to_the_next_ones(client: Client, service: Any) -> None:
    ids = [fixture.id for fixture in client.team_fixtures(11, order="asc", per_page=2)]
    assert ids == [1, 2, 3]
    assert service.paths == [
        "/v1/teams/11/fixtures?order=asc&per_page=2",
        "/v1/teams/11/fixtures?order=asc&per_page=2&page=2",
    ]


@pytest.mark.usefixtures("two_pages")
def test_the_next_page_is_fetched_when_it_is_asked_for(client: Client, service: Any) -> None:
    first = client.fixtures()
    assert len(service.asked) == 1
    second = first.next()
    assert second is not None
    assert [fixture.id for fixture in second.data] == [3]
    assert second.next() is None


@pytest.mark.usefixtures("two_pages")
def test_the_next_page_is_fetched_when_iteration_reaches_it(client: Client, service: Any) -> None:
    rows = iter(client.fixtures())
    assert [next(rows).id, next(rows).id] == [1, 2]
    assert len(service.asked) == 1
    assert [fixture.id for fixture in rows] == [3]


@pytest.mark.usefixtures("two_pages")
def test_the_data_of_a_page_are_its_own_rows_alone(client: Client) -> None:
    assert [len(page.data) for page in client.fixtures().pages()] == [2, 1]


def test_a_page_has_no_length_and_no_place_of_its_own(
    client: Client, service: Any, row: dict, page: dict
) -> None:
    service.answers([row], pagination=page)
    found = client.fixtures()
    with pytest.raises(TypeError):
        len(found)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        found[0]  # type: ignore[index]


def test_a_page_without_rows_is_false(client: Client, service: Any, row: dict, page: dict) -> None:
    service.answers([], pagination={**page, "count": 0})
    service.answers([row], pagination=page)
    assert [bool(client.fixtures()), bool(client.fixtures())] == [False, True]


def test_a_page_in_the_middle_goes_on_from_there(
    client: Client, service: Any, row: dict, page: dict
) -> None:
    service.answers(rows_of(row, 5), pagination={**page, "page": 3, "has_more": True})
    service.answers(rows_of(row, 6), pagination={**page, "page": 4})
    assert [fixture.id for fixture in client.fixtures(page=3)] == [5, 6]
    assert service.paths == ["/v1/fixtures?page=3", "/v1/fixtures?page=4"]


def test_an_empty_page_ends_a_list_that_claims_more(
    client: Client, service: Any, page: dict
) -> None:
    service.answers([], pagination={**page, "count": 0, "has_more": True})
    assert list(client.fixtures()) == []


def history(*ticks: dict) -> dict:
    bookmaker = {"id": 1, "name": "Northbook", "slug": "northbook"}
    return {"fixture_id": 5001, "bookmaker": bookmaker, "market": "corner", "ticks": list(ticks)}


def test_an_odds_history_is_paged_by_its_ticks(client: Client, service: Any, page: dict) -> None:
    service.answers(history(TICK), pagination={**page, "has_more": True})
    service.answers(history({**TICK, "over": None}), pagination={**page, "page": 2})
    first = client.fixture_odds_history(5001, market="corner")
    assert first.history.bookmaker.slug == "northbook"
    assert [tick.over for tick in first] == [1.9, None]


async def test_the_asynchronous_client_reads_pages_alike(
    service: Any, row: dict, page: dict
) -> None:
    service.answers(rows_of(row, 1), pagination={**page, "has_more": True})
    service.answers(rows_of(row, 2), pagination={**page, "page": 2})
    service.answers(history(TICK), pagination=page)
    async with AsyncClient(service.url, "fd_key") as client:
        found = await client.fixtures(league=39)
        assert [fixture.id async for fixture in found] == [1, 2]
        with pytest.raises(TypeError):
            iter(found)  # type: ignore[call-overload]
        ticks = await client.fixture_odds_history(5001, market="corner")
        assert ticks.history.market == "corner"
        assert await ticks.next() is None
    assert service.paths[1] == "/v1/fixtures?league=39&page=2"
