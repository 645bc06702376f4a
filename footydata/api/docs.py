"""The keyless pages: the OpenAPI document, Swagger UI, the error reference, and their static files.

They carry no rate headers and need no network: a policy forbids the pages to ask anyone but this server.
Source: decisions 3 and 6.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

import orjson

from footydata.api.exchange import Body, Request, Response
from footydata.contract.endpoints import PREFIX

DOCS = f"{PREFIX}/docs"
ERRORS = f"{PREFIX}/docs/errors"
OPENAPI = f"{PREFIX}/openapi.json"
PAGES = (DOCS, OPENAPI)
"""What the path of a keyless page begins with."""

_STATIC = {
    "docs.js": "text/javascript; charset=utf-8",
    "pages.css": "text/css; charset=utf-8",
    "swagger-ui/swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
}
"""What the pages load: an allow-list, so that no path leads elsewhere."""

_SWAGGER = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The v1 service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/static/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="docs/static/pages.css">
</head>
<body class="light">
<header class="bar"><strong>Football data, v1</strong> <a href="docs/errors">Errors</a> \
<a href="openapi.json">OpenAPI</a></header>
<div id="swagger-ui"></div>
<noscript><main class="page"><p>This page needs JavaScript; <a href="openapi.json">OpenAPI</a> says the same.</p>\
</main></noscript>
<script src="docs/static/swagger-ui/swagger-ui-bundle.js"></script>
<script src="docs/static/docs.js"></script>
</body>
</html>
"""

_SAFE = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
]


def docs_response(request: Request) -> Response | None:
    """The response of a keyless path, None where the path is not one of them."""
    if request.path not in _pages():
        return None
    return Response(200, [], _body(request.path, request.prefix))


@cache
def _pages() -> dict[str, tuple[str, Callable[[str], bytes]]]:
    """Path → content type, and what makes the page from the server's prefix. Nothing is made before it is asked for.

    The pages link relatively, so that the prefix is in the OpenAPI document alone.
    """
    html = "text/html; charset=utf-8"
    static = {f"{DOCS}/static/{name}": (kind, _reader(name)) for name, kind in _STATIC.items()}
    return {
        OPENAPI: ("application/json", _openapi),
        DOCS: (html, lambda _: _SWAGGER.encode()),
        ERRORS: (html, _error_page),
        **static,
    }


@cache
def _body(path: str, prefix: str) -> Body:
    content_type, make = _pages()[path]
    return Body(make(prefix), [(b"content-type", content_type.encode()), *_SAFE], is_shared=True, is_cached=True)


def _reader(name: str) -> Callable[[str], bytes]:
    return lambda _: files("footydata.api").joinpath("static", *name.split("/")).read_bytes()


def _openapi(prefix: str) -> bytes:
    # The models bring pydantic: a service that nobody asks for its document does without.
    from footydata.api.openapi import document

    return orjson.dumps(document(prefix=prefix))


def _error_page(_: str) -> bytes:
    from footydata.api.error_page import error_page

    return error_page()
