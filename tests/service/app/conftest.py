"""The service as an ASGI application on a sample of its own."""

import shutil

import pytest

from footydata.football.terms import ULTRA
from footydata.service.asgi import LazyService
from footydata.service.keys import Accounts
from footydata.service.reader import ResponseCache
from tests.service.app.asking import Clock, CountingService


@pytest.fixture
def database(tmp_path, sample):
    return shutil.copy(sample, tmp_path / "football.db")


@pytest.fixture
def clock(now):
    return Clock(now)


@pytest.fixture
def accounts():
    accounts = Accounts.in_memory()
    yield accounts
    accounts.close()


@pytest.fixture
def service(database, accounts, clock):
    return CountingService(database, accounts, clock=clock, cache=ResponseCache(database))


@pytest.fixture
def app(service, database, accounts, clock, monkeypatch):
    for module in ("footydata.service.reader", "footydata.service.keys"):
        monkeypatch.setattr(f"{module}.EVERY", 0.0)
    app = LazyService(lambda: service)
    yield app
    app.close()


@pytest.fixture
def key(accounts, now):
    return accounts.create(ULTRA, now=now)
