"""What goes before the service: /v1 alone, or /v1 ahead of another application."""

from footydata.api.asgi import ServiceApp
from footydata.api.front import Front, OnDemand
from footydata.contract.plans import FREE
from tests.api.app.asking import ask


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
