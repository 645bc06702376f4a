"""A server in a process of its own, on a copy of the sample."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest

from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from tests import imported
from tests.forked import Forked
from tests.two_processes import load_in_another_process

ROOT = Path(__file__).parents[3]
PLUGIN = (
    "import sys; sys.path[:0] = ['plugins']; from datasette.plugins import pm; import datasette_footydata as plugin; "
    "pm.is_registered(plugin) or pm.register(plugin, name='footydata'); "
)
NO_PLUGIN = "import os; os.environ['DATASETTE_LOAD_PLUGINS'] = ''; "
PROGRAMS = ["footydata", pytest.param("datasette", marks=pytest.mark.slow)]
"""Both serve by the same plugin; that plain Datasette does as well is left to the gate where it costs a server."""

HEEDS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
COMMANDS = {
    "footydata": f"{HEEDS}from footydata.faces.cli import main; main()",
    "datasette": f"{HEEDS}from datasette.cli import cli; cli()",
}
RUNS = {"footydata": imported.footydata_program, "datasette": imported.datasette_program}


@pytest.fixture(autouse=True)
def heeds_ctrl_c():
    """Ctrl-C reaches the tests also where they were started in the background, with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Server:
    """A server in a process of its own, and what it writes to the terminal."""

    def __init__(self, process, address, written=()):
        self.process = process
        self.host, port = address.rsplit(":", 1)
        self.port = int(port)
        self._written = written

    @property
    def log(self):
        return "".join(file.read_text(errors="replace") for file in self._written)

    def lines_of(self, asked):
        """The lines of the log about a method and path, once there are any."""
        line_of = re.compile(rf"\b{re.escape(asked)}(\?\.\.\.)?(:| HTTP)")
        deadline = time.monotonic() + 20
        while not (lines := list(filter(line_of.search, self.log.splitlines()))):
            assert time.monotonic() < deadline, self.log
            time.sleep(0.01)
        return lines

    def get(self, path, key=None, *, method="GET", **headers):
        connection = HTTPConnection(self.host, self.port, timeout=20)
        sent = {"X-API-Key": key} if key else {}
        with contextlib.closing(connection):
            connection.request(method, path, headers={**sent, **headers})
            response = connection.getresponse()
            return response.status, response.read(), response.headers

    def send(self, *lines):
        """The status of a request that is sent as it is written."""
        with contextlib.closing(
            socket.create_connection((self.host, self.port), timeout=20)
        ) as connection:
            connection.sendall(
                b"".join(
                    line.encode("latin-1") + b"\r\n" for line in (*lines, "Connection: close", "")
                )
            )
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        return int(answer.split(b" ", 2)[1])

    def end(self, how):
        self.process.send_signal(how)
        code = self.process.wait(timeout=20)
        return code, *(file.read_text() for file in self._written)


@pytest.fixture
def database(tmp_path, sample):
    return shutil.copy(sample, tmp_path / "football.db")


@pytest.fixture(scope="session")
def one_load(tmp_path_factory):
    """A database as another process left it that loaded one fixture; read only by convention."""
    folder = tmp_path_factory.mktemp("one_load")
    load_in_another_process(folder / "football.db", folder, 0)
    return folder / "football.db"


@pytest.fixture
def key(database, now):
    accounts = Accounts.open(accounts_path(database))
    key = accounts.create(ULTRA, now=now, rate=Rate(10_000_000, 3600))
    accounts.close()
    return key


@contextlib.contextmanager
def launched(program, database, folder, *options, before=(), first=None, ours=True, forked=True):
    """A server, `footydata serve` or `datasette serve`, that answers.

    before: what stands before the command. first: what is called in the forked process before it. ours: whether Datasette has our plugin.
    forked: whether its modules are imported before it starts, where neither of both is said.
    """
    written = [
        folder / f"{program}.{len(list(folder.iterdir()))}.{name}" for name in ("out", "err")
    ]
    words = ["serve", str(database), "--port", "0", *options]
    if forked and ours and not before:
        out, errors = written
        process = Forked(RUNS[program], [program, *words], out=out, errors=errors, before=first)
    else:
        # What opens /v1 alone does without Datasette, half of a server's start.
        plugin = "" if "--api-only" in options else PLUGIN if ours else NO_PLUGIN
        process = started(
            [*before, sys.executable, "-u", "-c", plugin + COMMANDS[program], *words], *written
        )
    server = Server(process, "127.0.0.1:0", written)
    try:
        while not (address := re.search(r"http://(\S+):(\d+)(?=[/ ].*\n)", server.log)):
            assert process.poll() is None, server.log
            time.sleep(0.01)
        server.host, server.port = address[1], int(address[2])
        yield server
    finally:
        process.kill()
        process.wait()


def started(command, out, errors):
    """A process of its own that writes to two files."""
    # On a full disk Python would cut the bytecode that it writes, and take it for whole.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with out.open("w") as output, errors.open("w") as error_output:
        return subprocess.Popen(command, stdout=output, stderr=error_output, cwd=ROOT, env=env)


@pytest.fixture
def run(database, tmp_path):
    """Starts `footydata serve` or `datasette serve` on the database, and waits until it answers."""
    with contextlib.ExitStack() as servers:
        yield lambda program, *options, **settings: servers.enter_context(
            launched(program, database, tmp_path, *options, **settings)
        )


@pytest.fixture
def start(run):
    """Starts `footydata serve`."""
    return partial(run, "footydata")
