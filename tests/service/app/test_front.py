"""What goes before the service: /v1 alone, or /v1 ahead of another application."""

import pytest

from footydata.football.terms import FREE
from footydata.service.asgi import Front, LazyService
from tests.service.app.asking import ask


async def test_alone_the_front_opens_nothing_but_v1(app, key):
    front = Front(app, None)
    assert (await ask(front, "/v1/leagues", key)).status == 200
    for path in ("/", "/v10", "//v1/leagues", "/football", "/-/databases.json", "/v1x/leagues"):
        shut = await ask(front, path, key)
        assert (shut.status, shut.json["error"]["code"]) == (404, "resource_not_found")
        assert (await ask(front, path, key, method="HEAD")).body == b""


async def test_alone_the_front_closes_sockets_of_other_kinds(app):
    front = Front(app, None)
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

    front = Front(app, beyond)
    for path in ("/football", "//football", "/v10", "/", "//"):
        assert (await ask(front, path, key)).body == path.encode()
    assert (await ask(front, "/v1/leagues", key)).status == 200
    for path in ("//v1/leagues", "///v1", "//v1//leagues"):
        assert (await ask(front, path)).json["error"]["code"] == "missing_api_key"
        assert (await ask(front, path, key)).json["error"]["code"] == "resource_not_found"


async def test_without_a_database_all_goes_to_the_other_application():
    async def beyond(scope, receive, send):
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    assert (await ask(Front(LazyService(lambda: None), beyond), "/v1")).status == 299


async def test_the_service_is_made_once_and_closed_with_the_server(
    service, database, accounts, clock, key
):
    made = []

    def make():
        made.append(service)
        return made[-1]

    front = Front(LazyService(make), None)
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
    app = LazyService(lambda: service)

    async def beyond(scope, receive, send):
        await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})

    sent = []

    async def send(message):
        sent.append(message["type"])

    front = Front(app, beyond)
    await ask(front, "/v1/leagues", key)
    await front({"type": "lifespan"}, None, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert accounts._file is None


def test_accounts_know_whether_anyone_could_be_let_in(accounts, now):
    assert not accounts.has_keys()
    key = accounts.create(FREE, now=now)
    assert accounts.has_keys()
    accounts.revoke(key[:12], now)
    assert not accounts.has_keys()


async def test_an_encoded_slash_separates_nothing(app, key):
    for _ in range(2):
        for path, code in (
            ("/v1/fixtures/1%2Fodds", "fixture_not_found"),
            ("/v1/fixtures/1%2fodds", "fixture_not_found"),
            ("/v1/leagues/39%2Ffixtures", "league_not_found"),
            ("/v1/teams/1%2F2/fixtures", "team_not_found"),
            ("/v1/leagues%2F39", "resource_not_found"),
            ("/v1%2Fleagues", "resource_not_found"),
        ):
            refused = await ask(app, path, key)
            assert (refused.status, refused.json["error"]["code"]) == (404, code), path
        assert (await ask(app, "/v1/leagues/39/fixtures", key)).status == 200
        assert (await ask(app, "/v1/%6Ceagues/%339/fixtures", key)).status == 200


async def test_a_message_names_the_id_as_it_was_sent(app, key):
    refused = await ask(app, "/v1/fixtures/1%2Fodds", key)
    assert refused.json["error"]["message"] == "no fixture has the id '1%2Fodds'"


async def test_pages_without_a_key_pass_over_a_query(app):
    for path in ("/v1/openapi.json", "/v1/docs", "/v1/docs/errors"):
        plain, asked = await ask(app, path), await ask(app, f"{path}?x=1&x=2&api_key=fd_1")
        assert (asked.status, asked.body) == (200, plain.body)
        assert not [name for name in asked.headers if name.startswith(b"x-ratelimit")]


AUTHORIZATIONS = [
    (("Basic dTpw", "Bearer {}"), 200),
    (("Bearer {}", "Basic dTpw"), 200),
    (("Bearer {}", "Bearer fd_wrong"), 200),
    (("Bearer fd_wrong", "Bearer {}"), 401),
    (("Basic dTpw", "bearer fd_wrong", "Bearer {}"), 401),
    (("Digest x", "Basic dTpw"), 401),
    (("Bearer ", "Bearer {}"), 200),
]


@pytest.mark.parametrize(("values", "status"), AUTHORIZATIONS)
async def test_of_several_authorizations_the_first_bearer_counts(app, key, values, status):
    sent = [(b"authorization", value.format(key).encode()) for value in values]
    for _ in range(2):
        assert (await ask(app, "/v1/leagues", raw=sent)).status == status
        # It wins over the other header, also where it is wrong.
        code = "missing" if "Digest" in values[0] else "invalid"
        answer = await ask(app, "/v1/leagues", raw=[(b"x-api-key", b"fd_other"), *sent])
        assert answer.status == status or code in answer.json["error"]["code"]


async def test_of_several_keys_the_first_counts(app, key):
    for values, status in (((key, "fd_wrong"), 200), (("fd_wrong", key), 401), (("", key), 200)):
        sent = [(b"x-api-key", value.encode()) for value in values]
        assert (await ask(app, "/v1/leagues", raw=sent)).status == status


async def test_tags_in_several_headers_are_one_list(app, key):
    tag = (await ask(app, "/v1/leagues", key)).headers[b"etag"]
    sent = [(b"x-api-key", key.encode()), (b"if-none-match", tag), (b"if-none-match", b'"other"')]
    assert (await ask(app, "/v1/leagues", raw=sent)).status == 304
