"""A server in a process of its own, on a copy of the sample."""

import contextlib
import shutil
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from footydata.api.keys import Accounts
from footydata.contract.plans import ULTRA, Rate
from footydata.store.accounts import accounts_path

ROOT = Path(__file__).parents[2]
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "import sys; sys.path[:0] = ['plugins']; from datasette.plugins import pm; import datasette_footydata as plugin; "
    "pm.is_registered(plugin) or pm.register(plugin, name='footydata'); from footydata.cli import main; main()"
)


@pytest.fixture(autouse=True)
def heeds_ctrl_c():
    """Ctrl-C reaches the tests also where they were started in the background, with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Server:
    """A server in a process of its own."""

    def __init__(self, process, address):
        self.process = process
        self.host, port = address.rsplit(":", 1)
        self.port = int(port)

    def get(self, path, key=None, *, method="GET"):
        connection = HTTPConnection(self.host, self.port, timeout=20)
        with contextlib.closing(connection):
            connection.request(method, path, headers={"X-API-Key": key} if key else {})
            response = connection.getresponse()
            return response.status, response.read(), response.headers

    def end(self, how):
        self.process.send_signal(how)
        # communicate would pass over the lines that readline has taken in beside the first.
        output, errors = self.process.stdout.read(), self.process.stderr.read()
        return self.process.wait(timeout=20), output, errors


@pytest.fixture
def database(tmp_path, sample):
    return shutil.copy(sample, tmp_path / "football.db")


@pytest.fixture
def key(database, now):
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(ULTRA, now=now, rate=Rate(10_000_000, 3600))
    accounts.close()
    return key


@pytest.fixture
def start(database):
    """Starts a server and waits until it answers."""
    servers = []

    def start(*options):
        command = [sys.executable, "-u", "-c", START, "serve", str(database), "--port", "0", *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        servers.append(process)
        line = process.stdout.readline()
        assert "http://" in line, process.communicate()[1]
        return Server(process, line.split("http://")[1].split("/v1")[0])

    yield start
    for process in servers:
        process.kill()
        process.communicate()
