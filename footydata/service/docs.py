"""The documentation, which needs no key: the OpenAPI document, Swagger UI, the error reference, static files.

The responses have no rate headers. The pages need no network: their policy forbids requests to other servers.
Contract 16.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

import orjson

from footydata.service.endpoints import PREFIX
from footydata.service.exchange import Body, Request, Response

DOCS = f"{PREFIX}/docs"
ERRORS = f"{PREFIX}/docs/errors"
OPENAPI = f"{PREFIX}/openapi.json"
PAGES = (DOCS, OPENAPI)
"""What the paths of the documentation begin with."""

_STATIC = {
    "docs.js": "text/javascript; charset=utf-8",
    "pages.css": "text/css; charset=utf-8",
    "swagger-ui/swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
}
"""The static files that may be read → their types; no other path is."""

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
    """The response for a path of the documentation, None for any other path."""
    if request.path not in _pages():
        return None
    return Response(200, [], _body(request.path, request.prefix))


@cache
def _pages() -> dict[str, tuple[str, Callable[[str], bytes]]]:
    """Path → content type, and a function that makes the page from the server's prefix when it is first requested.

    The pages use relative links, so only the OpenAPI document needs the prefix.
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
    return lambda _: files("footydata.service").joinpath("static", *name.split("/")).read_bytes()


def _openapi(prefix: str) -> bytes:
    # Imported here, as it loads pydantic, which the service itself does not need.
    from footydata.service.openapi import document

    return orjson.dumps(document(prefix=prefix))


def _error_page(_: str) -> bytes:
    from footydata.service.error_page import error_page

    return error_page()
