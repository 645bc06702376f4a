"""The keyless pages: they need no key, no network, and every code has its place."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from footydata.football.errors import ERRORS
from footydata.service.docs import docs_response
from footydata.service.endpoints import ENDPOINTS
from footydata.service.exchange import Request, Response
from footydata.service.keys import Accounts
from footydata.service.service import Service

PAGES = ("/v1/docs", "/v1/docs/errors")


class References(HTMLParser):
    """The addresses and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.anchors: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.anchors.append(value or "")
            if name in ("href", "src"):
                (self.linked if tag == "a" else self.loaded).append(value or "")


@pytest.fixture
def service(sample: Path, now: int) -> Iterator[Service]:
    accounts = Accounts.in_memory()
    service = Service(sample, accounts, clock=lambda: now)
    yield service
    service.close()


def get(service: Service, path: str, method: str = "GET") -> Response:
    return service.answer(Request(method, path, ""))


def page(path: str) -> References:
    answer = docs_response(Request("GET", path, ""))
    assert answer is not None
    return References(answer.body.content.decode())


@pytest.mark.parametrize("path", ["/v1/openapi.json", *PAGES])
def test_a_page_needs_no_key_and_carries_no_rate_headers(service: Service, path: str) -> None:
    answer = get(service, path)
    assert answer.status == 200
    assert not [name for name, _ in answer.all_headers if name.startswith(b"x-ratelimit")]


def test_the_document_is_served_as_json(service: Service) -> None:
    answer = get(service, "/v1/openapi.json")
    assert dict(answer.all_headers)[b"content-type"] == b"application/json"
    assert json.loads(answer.body.content)["info"]["version"] == "1.0.0"


@pytest.mark.parametrize("path", PAGES)
def test_what_a_page_loads_and_links_comes_from_this_server(service: Service, path: str) -> None:
    found = page(path)
    for address in (*found.loaded, *found.linked):
        if address.startswith(("#", "data:")):
            continue
        target = urljoin(path, address)
        assert target.startswith("/v1/")
        assert get(service, target).status == 200, target


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_ask_this_server_alone(path: str) -> None:
    answer = docs_response(Request("GET", path, ""))
    assert answer is not None
    policy = dict(answer.all_headers)[b"content-security-policy"].decode()
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "http" not in policy


def test_every_code_has_one_place_in_the_error_reference() -> None:
    anchors = page("/v1/docs/errors").anchors
    assert sorted(anchors) == sorted(ERRORS)


def test_the_error_reference_links_every_code() -> None:
    assert {f"#{code}" for code in ERRORS} <= set(page("/v1/docs/errors").linked)


def test_an_entry_tells_status_type_and_condition() -> None:
    answer = docs_response(Request("GET", "/v1/docs/errors", ""))
    assert answer is not None
    text = answer.body.content.decode()
    for code, error in ERRORS.items():
        (entry,) = re.findall(rf'<article id="{code}">.*?</article>', text, re.DOTALL)
        assert f"{error.status} &middot; {error.type}" in entry, code
        assert ("an extension by footydata" in entry) == error.extension, code
        assert entry.count("<pre>") == 1, code


def test_the_address_in_an_error_resolves_on_the_same_server(service: Service) -> None:
    address = json.loads(get(service, "/v1/status").body.content)["error"]["doc_url"]
    path, _, anchor = address.partition("#")
    assert get(service, path).status == 200
    assert anchor in page(path).anchors


def test_swagger_ui_is_shipped_with_its_licence_and_without_source_maps() -> None:
    import footydata.service

    folder = Path(footydata.service.__file__).parent / "static" / "swagger-ui"
    assert "Apache License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert (folder / "NOTICE").is_file()
    for name in ("swagger-ui.css", "swagger-ui-bundle.js"):
        assert "sourceMappingURL" not in (folder / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/docs/",
        "/v1/docs/static/",
        "/v1/docs/static/../docs.py",
        "/v1/docs/static/swagger-ui/LICENSE",
    ],
)
def test_no_other_file_is_reachable(service: Service, path: str) -> None:
    assert get(service, path).status == 401


@pytest.mark.parametrize("path", ["/v1/openapi.json", *PAGES])
def test_a_page_can_only_be_read(service: Service, path: str) -> None:
    answer = get(service, path, method="POST")
    assert answer.status == 405
    assert get(service, path, method="HEAD").status == 200


def test_the_pages_are_the_same_each_time(service: Service) -> None:
    assert get(service, "/v1/docs/errors").body == get(service, "/v1/docs/errors").body


def test_the_paths_of_the_document_are_those_of_the_endpoints(service: Service) -> None:
    document: dict[str, Any] = json.loads(get(service, "/v1/openapi.json").body.content)
    assert set(document["paths"]) == {endpoint.path for endpoint in ENDPOINTS}
