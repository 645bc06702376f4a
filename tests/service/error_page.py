"""The page of the error reference, made from the declarations and the recorded examples."""

from html import escape
from inspect import cleandoc

import orjson

from footydata.football.errors import ERRORS, ApiError
from footydata.service.endpoints import ENDPOINTS
from tests.service import examples
from tests.service.answered_errors import COMMON_ERRORS, all_errors

_TITLES = {
    301: "Moved",
    400: "The request is at fault",
    401: "Authentication",
    403: "Outside the plan",
    404: "Not found",
    405: "Method",
    429: "Rate limit",
    500: "Service",
}

_ERROR_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the v1 service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="static/pages.css">
</head>
<body>
<header class="bar"><strong>Football data, v1</strong> <a href="../docs">Endpoints</a> \
<a href="../openapi.json">OpenAPI</a></header>
<main class="page">
<h1>Errors</h1>
<p>Every error has the HTTP status that matches and a JSON body. Branch on <code>code</code>, which is stable;
<code>message</code> is for people and names the offending detail; <code>param</code> stands there where one input is
to blame. Quote <code>request_id</code> when you ask for help: it equals the header <code>X-Request-Id</code>.</p>
{body}
{summary}
{entries}
</main>
</body>
</html>
"""


def error_page() -> str:
    """The error reference: an entry with an anchor for each code, from the declarations."""
    by_status: dict[int, list[type[ApiError]]] = {}
    for error in ERRORS.values():
        by_status.setdefault(error.status, []).append(error)
    statuses = sorted(by_status)
    entries = "\n".join(_group(status, by_status[status]) for status in statuses)
    summary = _summary([(status, by_status[status]) for status in statuses])
    body = _json(examples.errors()["invalid_status"].body)
    return _ERROR_PAGE.format(body=body, summary=summary, entries=entries)


def _summary(groups: list[tuple[int, list[type[ApiError]]]]) -> str:
    rows = "\n".join(
        f"<tr><td>{status}</td><td>{', '.join(_link(error) for error in errors)}</td></tr>"
        for status, errors in groups
    )
    return f"<table>\n<thead><tr><th>Status</th><th>Codes</th></tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _link(error: type[ApiError]) -> str:
    return f'<a href="#{error.code}"><code>{error.code}</code></a>'


def _group(status: int, errors: list[type[ApiError]]) -> str:
    return "\n".join(
        [f"<h2>{status} &middot; {escape(_TITLES[status])}</h2>", *map(_entry, errors)]
    )


def _entry(error: type[ApiError]) -> str:
    code = error.code
    facts = f"{error.status} &middot; {error.type}"
    note = " &middot; an extension by footydata" if error.extension else ""
    condition = "".join(
        f"<p>{escape(part)}</p>\n" for part in cleandoc(error.__doc__ or "").split("\n\n")
    )
    return (
        f'<article id="{code}">\n<h3><a href="#{code}"><code>{code}</code></a> <small>{facts}{note}</small></h3>\n'
        f'{condition}<p class="where">{_where(error)}</p>\n{_example(code)}</article>'
    )


def _where(error: type[ApiError]) -> str:
    if error in COMMON_ERRORS:
        return "Any endpoint may answer it."
    paths = [endpoint.path for endpoint in ENDPOINTS if error in all_errors(endpoint)]
    if not paths:
        return "Any path without an endpoint answers it."
    return "Answered by " + ", ".join(f"<code>{escape(path)}</code>" for path in paths) + "."


def _example(code: str) -> str:
    example = examples.errors()[code]
    query = "&".join(f"{name}={text}" for name, text in example.query.items())
    request_line = f"{example.method} {example.path}{'?' if query else ''}{query}"
    message = str(example.body["error"]["message"])
    return f"<pre>{escape(request_line)}\n\n{escape(message)}</pre>\n"


def _json(value: object) -> str:
    return f"<pre>{escape(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())}</pre>"
