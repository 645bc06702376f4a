"""The service as an ASGI application: what is kept, what never is, what a server sends."""

import gzip
import json
import logging
import shutil
import sqlite3

import pytest

from footydata.api import cache, keys
from footydata.api.asgi import ServiceApp
from footydata.api.faults import Faults, read_fault
from footydata.api.front import Front, OnDemand
from footydata.api.keys import Accounts
from footydata.api.service import Service
from footydata.contract.plans import FREE, PRO, ULTRA

DAY = 86_400


class Clock:
    def __init__(self, moment):
        self.moment = moment

    def __call__(self):
        return self.moment


class CountingService(Service):
    """Counts the answers that were not kept."""

    asked = 0

    def respond(self, admitted):
        self.asked += 1
        return super().respond(admitted)


class Sent:
    """A response as a server would have sent it."""

    def __init__(self, messages):
        start, *parts = messages
        self.status = start["status"]
        self.headers = dict(start["headers"])
        self.names = [name for name, _ in start["headers"]]
        self.body = b"".join(part["body"] for part in parts)
        self.is_whole = bool(parts)

    @property
    def json(self):
        return json.loads(self.body)


@pytest.fixture
def database(tmp_path, sample):
    return shutil.copy(sample, tmp_path / "football.db")


@pytest.fixture
def clock(now):
    return Clock(now)


@pytest.fixture
def accounts():
    return Accounts.in_memory()


@pytest.fixture
def service(database, accounts, clock):
    return CountingService(database, accounts, clock=clock)


@pytest.fixture
def app(service, database, accounts, clock, monkeypatch):
    for module in ("footydata.store.watching", "footydata.api.cache", "footydata.api.keys"):
        monkeypatch.setattr(f"{module}.EVERY", 0.0)
    app = ServiceApp(service, database=database, accounts=accounts, clock=clock)
    yield app
    app.close()


@pytest.fixture
def key(accounts, now):
    return accounts.create(ULTRA, now=now)


def scope_of(path, headers, method):
    path, _, query = path.partition("?")
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": raw}


async def ask(app, path, key=None, *, method="GET", **headers):
    front = app if isinstance(app, Front) else Front(OnDemand(lambda: app), None)
    sent = []
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    if key:
        told["authorization"] = f"Bearer {key}"

    async def send(message):
        sent.append(message)

    async def receive():
        raise AssertionError("the service reads no body")

    await front(scope_of(path, told, method), receive, send)
    return Sent(sent)


def write(database, statement):
    connection = sqlite3.connect(database)
    connection.execute(statement)
    connection.commit()
    connection.close()


async def test_the_second_answer_is_the_first_one_kept(app, service, key):
    first = await ask(app, "/v1/fixtures?status=live", key)
    second = await ask(app, "/v1/fixtures?status=live", key)
    assert (first.status, second.status, service.asked) == (200, 200, 1)
    assert second.body == first.body


async def test_a_kept_answer_has_the_headers_of_a_fresh_one(app, key):
    first = await ask(app, "/v1/fixtures?status=live", key)
    second = await ask(app, "/v1/fixtures?status=live", key)
    assert first.names == second.names
    assert first.headers[b"content-type"] == b"application/json"
    assert len(first.body) == int(first.headers[b"content-length"])


async def test_every_answer_has_its_own_request_id_and_window(app, key):
    sent = [await ask(app, "/v1/fixtures?status=live", key) for _ in range(4)]
    assert [answer.headers[b"x-ratelimit-remaining"] for answer in sent] == [b"39", b"38", b"37", b"36"]
    assert len({answer.headers[b"x-request-id"] for answer in sent}) == 4


async def test_kept_answers_end_with_the_window(app, accounts, service, now):
    key = accounts.create(PRO, now=now)
    statuses = [(await ask(app, "/v1/fixtures?status=live", key)).status for _ in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    assert service.asked == 1
    refused = await ask(app, "/v1/fixtures?status=live", key)
    assert refused.headers[b"x-ratelimit-remaining"] == b"0"
    assert int(refused.headers[b"retry-after"]) > 0
    assert b"etag" not in refused.headers


async def test_a_write_by_another_is_seen_at_once(app, database, key):
    before = await ask(app, "/v1/leagues/39", key)
    write(database, "update league set name = 'Renamed League' where id = 39")
    after = await ask(app, "/v1/leagues/39", key)
    assert b"Renamed League" not in before.body
    assert b"Renamed League" in after.body
    assert before.headers[b"etag"] != after.headers[b"etag"]


async def test_a_name_on_a_list_is_the_one_that_was_written_last(app, database, key):
    before = await ask(app, "/v1/fixtures?status=live", key)
    write(database, "update team set name = 'Renamed ' || name")
    after = await ask(app, "/v1/fixtures?status=live", key)
    names = [[row["teams"]["home"]["name"] for row in answer.json["data"]] for answer in (before, after)]
    assert names[0]
    assert names[1] == [f"Renamed {name}" for name in names[0]]


async def test_a_replaced_file_is_seen_at_once(app, database, tmp_path, key):
    await ask(app, "/v1/leagues/39", key)
    other = shutil.copy(database, tmp_path / "other.db")
    write(other, "update league set name = 'Renamed League' where id = 39")
    other.replace(database)
    assert b"Renamed League" in (await ask(app, "/v1/leagues/39", key)).body


async def test_today_is_not_kept_past_midnight(app, clock, key, now):
    today = await ask(app, "/v1/fixtures", key)
    clock.moment = (now // DAY + 1) * DAY - 1
    assert (await ask(app, "/v1/fixtures", key)).body == today.body
    clock.moment += 1
    tomorrow = await ask(app, "/v1/fixtures", key)
    assert tomorrow.json["data"] != today.json["data"]


async def test_a_table_is_not_kept_past_the_moment_from_which_its_data_are_too_thin(app, database, clock, key, now):
    season = "season_id = (select max(season_id) from fixture where league_id = 39)"
    write(database, f"update fixture set status = 'scheduled', kickoff_ts = {now + DAY} where {season}")
    finished = f"status = 'finished', home_corners = null, kickoff_ts = {now - 3 * 3600}"
    write(database, f"update fixture set {finished} where id = (select min(id) from fixture where {season})")
    assert (await ask(app, "/v1/standings?league=39&type=corner", key)).status == 200
    clock.moment += 1
    assert (await ask(app, "/v1/standings?league=39&type=corner", key)).status == 404


async def test_the_status_is_never_kept(app, service, key):
    used = [(await ask(app, "/v1/status", key)).json["data"]["usage"]["window"] for _ in range(3)]
    assert used == [1, 2, 3]
    assert service.asked == 3


async def test_errors_are_never_kept(app, service, key):
    sent = [await ask(app, "/v1/fixtures/999999999999", key) for _ in range(2)]
    assert [answer.status for answer in sent] == [404, 404]
    assert sent[0].json["error"]["request_id"] != sent[1].json["error"]["request_id"]
    assert service.asked == 2


async def test_what_is_kept_for_one_plan_is_not_given_to_another(app, accounts, key, now):
    free = accounts.create(FREE, now=now)
    assert (await ask(app, "/v1/fixtures?include=odds", key)).status == 200
    assert (await ask(app, "/v1/fixtures?include=odds", free)).status == 403


async def test_two_keys_of_the_same_rights_share_what_is_kept(app, accounts, service, key, now):
    await ask(app, "/v1/leagues", key)
    await ask(app, "/v1/leagues", accounts.create(ULTRA, now=now))
    assert service.asked == 1


async def test_a_key_with_its_own_history_shares_nothing_with_its_plan(app, accounts, service, now):
    path = f"/v1/fixtures?start_time={now - 200 * DAY}"
    assert (await ask(app, path, accounts.create(FREE, now=now, history_from_ts=0))).status == 200
    assert (await ask(app, path, accounts.create(FREE, now=now))).status == 403


@pytest.mark.parametrize("header", ["authorization", "x-api-key"])
async def test_a_revoked_key_gets_nothing_that_was_kept(app, accounts, key, now, header):
    value = f"bEARER {key}" if header == "authorization" else key
    assert (await ask(app, "/v1/leagues", **{header: value})).status == 200
    assert (await ask(app, "/v1/leagues", **{header: value})).status == 200
    accounts.revoke(key[:12], now)
    assert (await ask(app, "/v1/leagues", **{header: value})).status == 401


async def test_an_expired_key_gets_nothing_that_was_kept(app, accounts, clock, now):
    key = accounts.create(ULTRA, now=now, expires_ts=now + 60)
    assert (await ask(app, "/v1/leagues", key)).status == 200
    clock.moment = now + 60
    refused = await ask(app, "/v1/leagues", key)
    assert refused.json["error"]["code"] == "expired_api_key"


async def test_nobody_without_a_key_gets_what_was_kept(app, key):
    await ask(app, "/v1/leagues", key)
    refused = await ask(app, "/v1/leagues")
    assert (refused.status, refused.headers[b"www-authenticate"]) == (401, b"Bearer")
    assert (await ask(app, "/v1/leagues", "fd_wrong")).json["error"]["code"] == "invalid_api_key"


async def test_bearer_wins_over_the_other_header_for_kept_answers_too(app, accounts, key, now):
    free = accounts.create(FREE, now=now)
    await ask(app, "/v1/leagues", key)
    answer = await ask(app, "/v1/leagues", free, x_api_key=key)
    assert answer.headers[b"x-ratelimit-limit"] == b"60"
    other = await ask(app, "/v1/leagues", authorization="Basic dTpw", x_api_key=key)
    assert other.headers[b"x-ratelimit-limit"] == b"40"


async def test_a_client_that_has_the_answer_gets_304_and_is_counted(app, key):
    first = await ask(app, "/v1/leagues", key)
    tag = first.headers[b"etag"].decode()
    again = await ask(app, "/v1/leagues", key, if_none_match=tag)
    assert (again.status, again.body) == (304, b"")
    assert again.headers[b"etag"] == first.headers[b"etag"]
    assert again.headers[b"x-ratelimit-remaining"] == b"38"
    assert (await ask(app, "/v1/leagues", key, if_none_match='W/"x"')).status == 200


async def test_a_client_with_the_answer_gets_304_of_a_server_that_is_new(app, key):
    tag = (await ask(app, "/v1/leagues", key)).headers[b"etag"].decode()
    app._cache._drop()
    assert (await ask(app, "/v1/leagues", key, if_none_match=tag)).status == 304


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
        assert b"content-encoding" not in (await ask(app, "/v1/countries", key, accept_encoding=accepted)).headers


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


async def test_another_method_is_not_answered_with_what_was_kept(app, key):
    await ask(app, "/v1/leagues", key)
    refused = await ask(app, "/v1/leagues", key, method="DELETE")
    assert (refused.status, refused.headers[b"allow"]) == (405, b"GET, HEAD")


async def test_long_answers_come_from_a_thread(app, service, key, monkeypatch):
    import threading

    where = []
    respond = service.respond
    monkeypatch.setattr(service, "respond", lambda a: (where.append(threading.current_thread().name), respond(a))[1])
    assert (await ask(app, "/v1/teams?search=a", key)).status == 200
    assert (await ask(app, "/v1/leagues", key)).status == 200
    assert where[0].startswith("footydata")
    assert where[1] == "MainThread"


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


async def test_accounts_that_fail_make_a_contract_error(app, accounts, key, caplog):
    await ask(app, "/v1/leagues", key)
    accounts._file._connection.execute("drop table day_usage")
    answer = await ask(app, "/v1/leagues", key)
    assert answer.json["error"]["code"] == "internal_error"


async def test_a_fault_makes_the_server_rude(service, database, accounts, clock, key):
    faults = Faults([read_fault("429:0.5")], seed=1)
    app = ServiceApp(service, database=database, accounts=accounts, clock=clock, faults=faults)
    statuses = [(await ask(app, "/v1/leagues", key)).status for _ in range(20)]
    assert set(statuses) == {200, 429}
    app.close()


async def test_a_dropped_connection_promises_a_body_and_leaves(service, database, accounts, clock, key):
    faults = Faults([read_fault("drop:1"), read_fault("slow:1ms")])
    app = ServiceApp(service, database=database, accounts=accounts, clock=clock, faults=faults)
    sent = await ask(app, "/v1/leagues", key)
    assert not sent.is_whole
    assert int(sent.headers[b"content-length"]) > 0
    app.close()


async def test_alone_the_front_opens_nothing_but_v1(app, key):
    front = Front(OnDemand(lambda: app), None)
    assert (await ask(front, "/v1/leagues", key)).status == 200
    for path in ("/", "/v10", "//v1/leagues", "/football", "/-/databases.json", "/v1x/leagues"):
        shut = await ask(front, path, key)
        assert (shut.status, shut.json["error"]["code"]) == (404, "resource_not_found")
        assert (await ask(front, path, key, method="HEAD")).body == b""


async def test_alone_the_front_closes_sockets_of_other_kinds(app):
    front = Front(OnDemand(lambda: app), None)
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    await front({"type": "websocket", "path": "/v1"}, receive, send)
    assert [message["type"] for message in sent] == ["websocket.close"]


async def test_before_another_application_the_front_takes_v1_alone(app, key):
    async def beyond(scope, receive, send):
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": scope["path"].encode()})

    front = Front(OnDemand(lambda: app), beyond)
    for path in ("/football", "//football", "/v10", "/", "//"):
        assert (await ask(front, path, key)).body == path.encode()
    assert (await ask(front, "/v1/leagues", key)).status == 200
    for path in ("//v1/leagues", "///v1", "//v1//leagues"):
        assert (await ask(front, path)).json["error"]["code"] == "missing_api_key"
        assert (await ask(front, path, key)).json["error"]["code"] == "resource_not_found"


async def test_without_a_database_all_goes_beyond():
    async def beyond(scope, receive, send):
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    assert (await ask(Front(OnDemand(lambda: None), beyond), "/v1")).status == 299


async def test_the_service_is_made_once_and_closed_with_the_server(service, database, accounts, clock, key):
    made = []

    def make():
        made.append(ServiceApp(service, database=database, accounts=accounts, clock=clock))
        return made[-1]

    front = Front(OnDemand(make), None)
    incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    sent = []

    async def receive():
        return incoming.pop(0)

    async def send(message):
        sent.append(message["type"])

    await ask(front, "/v1/leagues", key)
    await ask(front, "/v1/leagues", key)
    assert len(made) == 1
    await front({"type": "lifespan"}, receive, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert accounts._file is None


async def test_the_other_application_lives_and_ends_too(service, database, accounts, clock, key):
    app = ServiceApp(service, database=database, accounts=accounts, clock=clock)

    async def beyond(scope, receive, send):
        await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})

    sent = []

    async def send(message):
        sent.append(message["type"])

    front = Front(OnDemand(lambda: app), beyond)
    await ask(front, "/v1/leagues", key)
    await front({"type": "lifespan"}, None, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert accounts._file is None


def test_a_service_knows_whether_anyone_could_be_let_in(app, accounts, now):
    assert not app.has_keys()
    key = accounts.create(FREE, now=now)
    assert app.has_keys()
    accounts.revoke(key[:12], now)
    assert not app.has_keys()


def test_the_look_at_files_is_taken_at_most_every_50_ms():
    assert (cache.EVERY, keys.EVERY) == (0.05, 0.05)
