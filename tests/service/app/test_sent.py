"""What a server sends: packed bodies, heads, failures, faults."""

import gzip
import logging

import pytest

from footydata.service.asgi import LazyService
from footydata.service.failures import Faults, read_fault
from footydata.service.handlers import HANDLERS
from footydata.service.service import Service
from tests.service.app.asking import ask, write


async def test_kept_answers_are_packed_for_who_takes_gzip(app, key):
    fresh = await ask(app, "/v1/countries", key, accept_encoding="gzip, br")
    packed = await ask(app, "/v1/countries", key, accept_encoding="gzip, br")
    plain = await ask(app, "/v1/countries", key)
    assert b"content-encoding" not in fresh.headers
    assert packed.headers[b"content-encoding"] == b"gzip"
    assert gzip.decompress(packed.body) == plain.body == fresh.body


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "deflate, gzip; q=0", "*"])
async def test_nobody_else_gets_gzip(app, key, accepted):
    for _ in range(2):
        assert (
            b"content-encoding"
            not in (await ask(app, "/v1/countries", key, accept_encoding=accepted)).headers
        )


async def test_pages_for_people_are_packed_and_known_again(app, service):
    path = "/v1/docs/static/swagger-ui/swagger-ui.css"
    plain, packed = await ask(app, path), await ask(app, path, accept_encoding="gzip")
    assert packed.headers[b"content-encoding"] == b"gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers[b"content-security-policy"] == plain.headers[b"content-security-policy"]
    known = await ask(app, path, if_none_match=packed.headers[b"etag"].decode())
    assert (known.status, known.body) == (304, b"")
    assert b"x-ratelimit-limit" not in packed.headers


async def test_a_head_request_tells_what_a_get_would_send(app, key):
    for method in ("GET", "HEAD"):
        await ask(app, "/v1/countries", key, method=method)
        got = await ask(app, "/v1/countries", key, accept_encoding="gzip")
        head = await ask(app, "/v1/countries", key, method="HEAD", accept_encoding="gzip")
        for name in (b"content-encoding", b"content-length", b"etag", b"vary"):
            assert head.headers[name] == got.headers[name]


async def test_a_head_request_has_headers_alone(app, key):
    whole = await ask(app, "/v1/leagues", key)
    for _ in range(2):
        head = await ask(app, "/v1/leagues", key, method="HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers[b"content-length"] == whole.headers[b"content-length"]


async def test_another_method_is_not_answered_with_what_was_cached(app, key):
    await ask(app, "/v1/leagues", key)
    refused = await ask(app, "/v1/leagues", key, method="DELETE")
    assert (refused.status, refused.headers[b"allow"]) == (405, b"GET, HEAD")


async def test_long_answers_come_from_a_thread(app, service, key, monkeypatch):
    import threading

    where = []
    respond = service.respond
    monkeypatch.setattr(
        service, "respond", lambda a: (where.append(threading.current_thread().name), respond(a))[1]
    )
    assert (await ask(app, "/v1/teams?search=a", key)).status == 200
    assert (await ask(app, "/v1/leagues", key)).status == 200
    assert where[0] != where[1] == "MainThread"


async def test_a_failure_tells_nothing_and_is_logged_under_its_id(app, database, key, caplog):
    write(database, "drop table bookmaker")
    with caplog.at_level(logging.ERROR):
        answer = await ask(app, "/v1/bookmakers?page=1", key)
    error = answer.json["error"]
    assert (answer.status, error["code"]) == (500, "internal_error")
    assert b"no such table" not in answer.body
    assert "no such table" in caplog.text
    assert error["request_id"] in caplog.text
    assert error["request_id"].encode() == answer.headers[b"x-request-id"]


async def test_no_key_reaches_the_log(app, database, accounts, key, caplog):
    write(database, "drop table bookmaker")
    with caplog.at_level(logging.DEBUG):
        await ask(app, f"/v1/bookmakers?api_key={key}", key)
        await ask(app, "/v1/bookmakers", key)
        await ask(app, "/v1/bookmakers", "fd_wrongwrongwrong")
    assert caplog.records
    assert key not in caplog.text
    assert "fd_wrong" not in caplog.text


async def test_an_error_that_quotes_the_request_is_logged_without_what_it_quotes(
    app, key, caplog, monkeypatch
):
    def failing(call, page, **values):
        raise ValueError(f"{values} of {call.request.query} by {key}")

    monkeypatch.setitem(HANDLERS, "leagues", failing)
    with caplog.at_level(logging.DEBUG):
        answer = await ask(app, "/v1/leagues?search=hidden%20word&country=FR", key)
    assert answer.status == 500
    assert answer.json["error"]["request_id"] in caplog.text
    assert "ValueError: {'...': 'FR', '...': '...'} of ...=...&...=FR by ..." in caplog.text
    assert not any(secret in caplog.text for secret in (key, "hidden"))


async def test_accounts_that_fail_make_a_contract_error(app, accounts, key, caplog):
    await ask(app, "/v1/leagues", key)
    accounts._file._connection.execute("drop table day_usage")
    answer = await ask(app, "/v1/leagues", key)
    assert answer.json["error"]["code"] == "internal_error"


async def test_a_fault_fails_a_share_of_the_requests(database, accounts, clock, key):
    app = LazyService(
        lambda: Service(
            database, accounts, faults=Faults([read_fault("429:0.5")], seed=1), clock=clock
        )
    )
    statuses = [(await ask(app, "/v1/leagues", key)).status for _ in range(20)]
    assert set(statuses) == {200, 429}
    app.close()


async def test_a_dropped_connection_promises_a_body_and_leaves(database, accounts, clock, key):
    faults = Faults([read_fault("drop:1"), read_fault("slow:1ms")])
    app = LazyService(lambda: Service(database, accounts, faults=faults, clock=clock))
    sent = await ask(app, "/v1/leagues", key)
    assert not sent.is_whole
    assert int(sent.headers[b"content-length"]) > 0
    app.close()
