"""SQL of a page that would run for long: it stops no other page, nor the end of the server."""

import signal
import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import quote

import pytest

ENDLESS_TRIM = """
with recursive n(x) as (select 1 union all select x + 1 from n)
select count(trim(a, b)) from n, (select printf('%.*c', 99000, 'a') as a, printf('%.*c', 98000, 'b') || 'a' as b)
"""
SOON = 5
"""Seconds within which a busy machine answers; a single `trim` of these texts takes 4, and nothing interrupts it."""


@pytest.mark.slow
def test_three_endless_trims_stop_neither_pages_nor_the_end(start):
    server = start(forked=False)
    # What is needed once is opened before.
    assert server.get("/football/team.json")[0] == 200
    with ExitStack() as askers:
        for _ in range(3):
            asker = askers.enter_context(
                closing(HTTPConnection(server.host, server.port, timeout=20))
            )
            asker.request("GET", f"/football.json?sql={quote(ENDLESS_TRIM)}")
        before = time.monotonic()
        assert {server.get("/football/team.json")[0] for _ in range(10)} == {200}
        assert time.monotonic() - before < SOON
        before = time.monotonic()
        server.end(signal.SIGTERM)
        assert time.monotonic() - before < SOON
