"""A Datasette with the plugin, as its entry point would load it; 0.65 and 1.0 take the same tests."""

import shutil
from datetime import UTC, datetime

import datasette_footydata
import pytest
from datasette.app import Datasette
from datasette.plugins import pm
from jinja2 import Environment

from footydata.football.terms import ULTRA
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path

if not pm.is_registered(datasette_footydata):
    pm.register(datasette_footydata, name="footydata")


@pytest.fixture(scope="package", autouse=True)
def pages_made_quickly():
    """Each Datasette compiles its templates, and draws a second long the traceback of a page that is refused."""
    compile, compiled = Environment.compile, {}

    def compile_once(environment, source, *place, **options):
        key = source, *place, *options.items()
        if key not in compiled:
            compiled[key] = compile(environment, source, *place, **options)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Environment, "compile", compile_once)
        patched.setattr("datasette.handle_exception.rich", None)
        yield


@pytest.fixture
def database(tmp_path, sample):
    """A copy of the sample, football.db in a folder of its own."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return shutil.copy(sample, folder / "football.db")


@pytest.fixture
def key(database):
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(ULTRA, now=int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()))
    accounts.close()
    return key


@pytest.fixture
def pages(database):
    """The sample in Datasette, with time to count on a busy machine."""
    return Datasette([str(database)], settings={"facet_time_limit_ms": 10_000})
