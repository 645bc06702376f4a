"""A service that means harm: the client gives up within its bounds, and says why."""

from collections.abc import Iterator
from typing import Any

import pytest

from footydata.client import AsyncClient, Client, EndlessList
from tests.client.hostile import Hostile, hostile_service


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with hostile_service() as running:
        yield running


@pytest.fixture
def client(hostile: Hostile) -> Iterator[Client]:
    with Client(hostile.url, "fd_key", sleep=lambda seconds: None) as made:
        yield made


def bookmaker(id: int) -> dict[str, Any]:
    return {"id": id, "name": "Northbook", "slug": f"book-{id}", "is_default": False, "markets": ["1x2"]}


def test_a_list_that_repeats_its_rows_for_ever_ends(client: Client, hostile: Hostile) -> None:
    hostile.act = lambda attack: attack.rows([bookmaker(1)], page=attack.page)
    with pytest.raises(EndlessList, match=r"/v1/bookmakers\S* does not end: every page has the same rows"):
        list(client.bookmakers())
    assert len(hostile.asked) == 4


def test_a_list_that_goes_on_for_ever_ends(client: Client, hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footydata.client.walking.MOST_PAGES", 20)
    hostile.act = lambda attack: attack.rows([bookmaker(attack.page)], page=attack.page)
    with pytest.raises(EndlessList, match="does not end within 20 pages"):
        list(client.bookmakers())
    assert len(hostile.asked) == 21


async def test_the_asynchronous_client_ends_an_endless_list_alike(hostile: Hostile) -> None:
    hostile.act = lambda attack: attack.rows([bookmaker(1)], page=attack.page)
    async with AsyncClient(hostile.url, "fd_key") as client:
        with pytest.raises(EndlessList):
            async for _ in await client.bookmakers():
                pass
