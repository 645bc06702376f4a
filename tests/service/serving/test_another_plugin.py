"""Another plugin and another database in a Datasette fail as they do without ours: the same pages, the same log."""

import re
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.service.serving.conftest import launched

FAILING = """
from datasette import hookimpl
from datasette.utils.asgi import Response

def fails(request):
    raise ValueError(f"no rugby at {request.path}")

@hookimpl
def register_routes():
    return [("^/-/fails$", fails)]
"""

FAILURES = [
    "/-/fails?api_key=sesame",
    "/-/fails?x=1",
    "/rugby/side.json?_where=nothing",
    "/rugby/side.csv?_stream=on&_where=nothing",
    "/rugby/nothing",
]

pytestmark = pytest.mark.slow

QUERY_TIME = re.compile(rb'"query_ms": [\d.e-]+')
ACCESS = re.compile(r'"(\S+) (\S+) HTTP/1.1" (\d+)')
FAILURE = re.compile(
    r"^(?:ERROR: conn=|Caught this error:|  File|(?!INFO)\w+(?:\.\w+)*: ).*|^│ \S+:\d+ in \w+",
    re.MULTILINE,
)
"""What Datasette prints of a failure but the values of local variables, which have the plugins among them."""


def answers_and_log(database, *, ours):
    """Status, type and body of each failing page; what each failure and request left in the log."""
    folder = database.parent
    options = (str(folder / "rugby.db"), "--plugins-dir", str(folder / "plugins"))
    with launched("datasette", database, folder, *options, ours=ours) as server:
        answers = [server.get(path) for path in FAILURES]
        server.lines_of(f"GET {FAILURES[-1]}")
        log = server.log
    pages = [
        (status, headers["Content-Type"], QUERY_TIME.sub(b"", body))
        for status, body, headers in answers
    ]
    return (
        pages,
        ACCESS.findall(log),
        [re.sub(r" at 0x[0-9a-f]+", "", line) for line in FAILURE.findall(log)],
    )


@pytest.fixture(scope="module")
def both(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("another")
    (folder / "plugins").mkdir()
    (folder / "plugins" / "failing.py").write_text(FAILING)
    with closing(sqlite3.connect(folder / "rugby.db")) as rugby:
        rugby.execute("create table side (id integer primary key, name text)")
    database = shutil.copy(sample, folder / "football.db")
    return [answers_and_log(database, ours=ours) for ours in (True, False)]


def test_their_failures_are_answered_and_logged_as_without_ours(both):
    (pages, requests, lines), without = both
    assert pages == without[0]
    assert (requests, lines) == without[1:]


def test_their_failures_are_in_the_log(both):
    (_, requests, lines), _ = both
    assert [(target, status) for _, target, status in requests][:2] == [
        (path, "500") for path in FAILURES[:2]
    ]
    assert "ValueError: no rugby at /-/fails" in lines
