"""The documentation, which needs no key: the OpenAPI document, Swagger UI, the error reference, static files.

The OpenAPI document and the error reference are written by `python -m tests.service.recording`, from the declarations
and the shapes of the models. The responses have no rate headers. The pages need no network: their policy forbids
requests to other servers. Contract 16.
"""

from functools import cache
from importlib.resources import files

from footydata.service.endpoints import PREFIX
from footydata.service.exchange import Body, Request, Response

DOCS = f"{PREFIX}/docs"
OPENAPI = f"{PREFIX}/openapi.json"
PAGES = (DOCS, OPENAPI)
"""What the paths of the documentation begin with."""

_HTML, _CSS, _SCRIPT = (f"text/{kind}; charset=utf-8" for kind in ("html", "css", "javascript"))
_FILES = {
    OPENAPI: ("openapi.json", "application/json"),
    DOCS: ("docs.html", _HTML),
    f"{DOCS}/errors": ("errors.html", _HTML),
    f"{DOCS}/static/docs.js": ("docs.js", _SCRIPT),
    f"{DOCS}/static/docs.css": ("docs.css", _CSS),
    f"{DOCS}/static/pages.css": ("pages.css", _CSS),
    f"{DOCS}/static/swagger-ui/swagger-ui.css": ("swagger-ui/swagger-ui.css", _CSS),
    f"{DOCS}/static/swagger-ui/swagger-ui-bundle.js": (
        "swagger-ui/swagger-ui-bundle.js",
        _SCRIPT,
    ),
}
"""Path → the file in `static`, and its type; no other file can be read."""

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
    if request.path not in _FILES:
        return None
    return Response(200, [], _body(request.path, request.prefix))


@cache
def _body(path: str, prefix: str) -> Body:
    """The body of a path. The pages use relative links, so only the OpenAPI document has the server's prefix."""
    name, kind = _FILES[path]
    content = files("footydata.service").joinpath("static", *name.split("/")).read_bytes()
    if path == OPENAPI and prefix:
        for start in ('"doc_url": "', '"url": "'):
            content = content.replace(f"{start}/".encode(), f"{start}{prefix}/".encode())
        content = content.replace(f'"url": "{prefix}/"'.encode(), f'"url": "{prefix}"'.encode())
    return Body(content, [(b"content-type", kind.encode()), *_SAFE], is_shared=True, is_cached=True)
