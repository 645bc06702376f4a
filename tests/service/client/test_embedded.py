"""The embedded API: the client and the service in one process."""

import asyncio
import shutil
import tempfile
import threading
from collections.abc import Callable
from datetime import date
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.football import errors
from footydata.football.errors import InvalidArgument
from footydata.football.terms import PRO
from footydata.service.client.client import AsyncClient, Client
from footydata.service.client.embedded import embedded as embedded_by
from footydata.service.client.reading import ServiceUnreachable
from footydata.service.keys import Accounts
from footydata.service.wire import WireModel
from footydata.store.file.accounts import accounts_path
from footydata.store.file.sqlite_files import DatabaseMissing, NotAFootballDatabase
from tests.service import examples

Embedded = Callable[..., Client]


@pytest.fixture
def embedded(sample: Path, now: int) -> Any:
    """Makes embedded clients of the sample at the fixed moment."""
    made: list[Client] = []

    def make(**settings: Any) -> Client:
        client = Client.embedded(
            sample, **{"clock": lambda: now, "sleep": lambda seconds: None} | settings
        )
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


def test_a_database_is_read_through_the_contract(embedded: Embedded) -> None:
    live = embedded().fixtures(status="live", include=["odds", "events", "stats"])
    assert {fixture.status for fixture in live} == {"live"}
    assert all(
        fixture.odds and fixture.statistics and fixture.events is not None for fixture in live
    )


def test_its_window_works_as_over_http_where_limits_are_asked_for(embedded: Embedded) -> None:
    client = embedded(plan="pro", limits=True)
    for left in range(9, -1, -1):
        client.countries(per_page=1)
        assert client.rate_limit is not None
        assert client.rate_limit[:2] == (10, left)
    with pytest.raises(errors.TooManyRequests):
        client.countries()


def test_the_window_of_a_later_minute_is_fresh(sample: Path, now: int) -> None:
    moment = [float(now)]

    def pass_time(seconds: float) -> None:
        moment[0] += seconds

    with Client.embedded(
        sample, plan="pro", limits=True, clock=lambda: moment[0], sleep=pass_time
    ) as client:
        for _ in range(25):
            client.countries(per_page=1)
    assert now + 120 <= moment[0] < now + 140


def test_the_owner_s_own_file_has_no_limits(embedded: Embedded) -> None:
    waits: list[float] = []
    client = embedded(plan="free", sleep=waits.append)
    for _ in range(70):
        client.countries(per_page=1)
    assert client.status().plan == "free"
    assert waits == []


def test_the_rights_are_those_of_the_plan(embedded: Embedded) -> None:
    with pytest.raises(errors.InsufficientPlan):
        embedded(plan="free").fixtures(include=["odds"])


def test_a_plan_that_there_is_not_is_refused(embedded: Embedded) -> None:
    with pytest.raises(InvalidArgument, match="plan 'gold' is not one of free, pro, ultra"):
        embedded(plan="gold")


def test_a_key_of_the_accounts_beside_the_database_serves(
    sample: Path, now: int, tmp_path: Path
) -> None:
    database = Path(shutil.copy(sample, tmp_path / "football.db"))
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(PRO, now=now)
    accounts.close()
    with Client.embedded(database, key=key, clock=lambda: now) as client:
        assert client.status().key.prefix == key[:12]
    with (
        Client.embedded(database, key="fd_other", clock=lambda: now) as client,
        pytest.raises(errors.InvalidApiKey),
    ):
        client.status()


@pytest.mark.parametrize(("limits", "used"), [(True, 3), (False, 0)])
def test_a_key_s_own_window_counts_where_limits_are_asked_for(
    sample: Path, now: int, tmp_path: Path, limits: bool, used: int
) -> None:
    database = Path(shutil.copy(sample, tmp_path / "football.db"))
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(PRO, now=now)
    accounts.close()
    with Client.embedded(database, key=key, limits=limits, clock=lambda: now) as client:
        client.countries(per_page=1)
        client.countries(per_page=1)
        assert client.status().usage.window == used


def test_a_database_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing):
        Client.embedded(tmp_path / "none.db")


def test_a_file_that_is_no_database_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("not a database " * 100)
    with pytest.raises(NotAFootballDatabase):
        Client.embedded(tmp_path / "a.txt")


def test_a_service_as_of_another_day_answers_from_the_file_of_that_day(
    embedded: Embedded, now: int
) -> None:
    client = embedded(as_of=date(2026, 3, 13))
    today = client.fixtures()
    assert all(1773360000 <= fixture.kickoff_ts < 1773446400 for fixture in today)
    assert {fixture.status for fixture in today} == {"scheduled"}
    assert {fixture.status for fixture in embedded().fixtures(start_time=1773360000)} == {
        "finished"
    }
    assert client.league_fixtures(39, status="finished").data
    # Keys and windows go by the real clock.
    assert client.rate_limit is not None
    assert now < client.rate_limit.reset <= now + 60


def test_a_fixture_under_way_stands_as_at_that_moment(embedded: Embedded, now: int) -> None:
    half_an_hour_ago = embedded(as_of=now - 1_800)
    live = {fixture.id for fixture in half_an_hour_ago.fixtures(status="live")}
    assert live
    for fixture_id in live:
        then, later = half_an_hour_ago.fixture(fixture_id), embedded().fixture(fixture_id)
        events = half_an_hour_ago.fixture_events(fixture_id).events
        assert events == embedded().fixture_events(fixture_id).events[: len(events)]
        assert (then.goals.home or 0) <= (later.goals.home or 0)
        assert later.status in ("live", "finished")


@pytest.mark.parametrize("text", ["2026-03-10", "2026-03-10T00:00", "2026-03-10T01:00:00+01:00"])
def test_a_moment_may_be_written_as_iso_text(embedded: Embedded, text: str) -> None:
    start = embedded(as_of=text, plan="free").status().limits.history_start
    assert start == 1765324800  # 10 December


def test_a_text_that_is_no_moment_is_said_at_once(embedded: Embedded) -> None:
    with pytest.raises(InvalidArgument, match="'soon' is not a day or moment"):
        embedded(as_of="soon")


def test_the_copy_as_of_a_moment_goes_with_the_client(
    embedded: Embedded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    client = embedded(as_of="2026-03-10")
    assert list(tmp_path.iterdir())
    client.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("500:1", errors.InternalError),
        ("429:1", errors.TooManyRequests),
        ("drop:1", ServiceUnreachable),
    ],
)
def test_a_rude_service_is_rude_in_process_too(
    embedded: Embedded, fault: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        embedded(faults=[fault], retries=1).countries()


def test_a_slow_service_sleeps_with_the_clients_own_sleep(embedded: Embedded) -> None:
    slept: list[float] = []
    embedded(faults=["slow:2s"], sleep=slept.append).countries()
    assert slept == [2.0]


def test_patience_brings_a_client_through_a_bad_day(embedded: Embedded) -> None:
    client = embedded(faults=["500:0.3", "drop:0.2"], seed=7, retries=10)
    assert len([country.code for country in client.countries(per_page=100)]) > 200


async def test_the_asynchronous_client_embeds_alike(sample: Path, now: int) -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    async with AsyncClient.embedded(
        sample, clock=lambda: now, sleep=note, faults=["500:0.3"], seed=1
    ) as client:
        assert (await client.status()).plan == "ultra"
    assert len(waits) == 1
    async with AsyncClient.embedded(sample, clock=lambda: now) as client:
        codes = [country.code async for country in await client.countries(per_page=100)]
    assert codes == sorted(codes)


async def test_the_service_is_asked_off_the_event_loop(sample: Path, now: int) -> None:
    goes_on = threading.Event()
    went_on: list[bool] = []

    def clock() -> float:
        # The service asks for the time of each request: on the loop nobody else could let it go on.
        went_on.append(goes_on.wait(5))
        return now

    async with AsyncClient.embedded(sample, clock=clock) as client:
        asking = asyncio.create_task(client.countries(per_page=1))
        await asyncio.sleep(0)
        goes_on.set()
        await asking
    assert went_on == [True]


@pytest.mark.parametrize("name", [name for name in examples.answers() if name != "status"])
async def test_both_clients_read_the_examples_of_the_documents(
    sample: Path, now: int, name: str
) -> None:
    example = examples.answers()[name]
    place = [] if example.id is None else [example.id]
    with Client.embedded(sample, clock=lambda: now) as client:
        found = getattr(client, name)(*place, **example.query)
    async with AsyncClient.embedded(sample, clock=lambda: now) as twin:
        same = await getattr(twin, name)(*place, **example.query)
    data = example.body["data"] if isinstance(found, WireModel) else example.body
    assert found.as_sent() == same.as_sent() == data


def test_faults_as_one_text_are_refused(embedded: Embedded) -> None:
    with pytest.raises(InvalidArgument, match=r"'4' is not a fault; write 429:0\.05"):
        embedded(faults="429:0.05")


def test_a_closed_client_says_that_it_is_closed(embedded: Embedded) -> None:
    client = embedded()
    client.close()
    with pytest.raises(ServiceUnreachable, match="fixtures: the client was closed; make another"):
        client.fixtures()


async def test_a_closed_asynchronous_client_says_so_too(sample: Path) -> None:
    client = AsyncClient.embedded(sample)
    await client.close()
    with pytest.raises(ServiceUnreachable, match="fixtures: the client was closed; make another"):
        await client.fixtures()


def test_the_settings_are_public_and_those_that_an_embedded_client_takes() -> None:
    assert "fd.EmbeddedSettings" in (Client.embedded.__doc__ or "")
    assert set(fd.EmbeddedSettings.__annotations__) == signature(embedded_by).parameters.keys() - {
        "database",
        "sleep",
    }


def test_a_wrong_call_says_which_arguments_there_are(embedded: Embedded) -> None:
    client = embedded()
    with pytest.raises(
        TypeError, match=r"^standings\(\) takes 0 arguments .* by name league, season, type, lang$"
    ):
        client.standings(39)  # type: ignore[call-arg, misc]
    with pytest.raises(TypeError, match=r"^fixtures\(\) got .* 'state'; did you mean status"):
        client.fixtures(state="live")  # type: ignore[call-arg]


async def test_an_asynchronous_client_says_so_too(sample: Path) -> None:
    async with AsyncClient.embedded(sample) as client:
        with pytest.raises(TypeError, match=r"^team\(\) takes 1 argument .* by name lang$"):
            await client.team(1, "de")  # type: ignore[call-arg, misc]
