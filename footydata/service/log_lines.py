"""How requests and failures are logged: without headers and queries, as a key may have been sent in the wrong place.

Contract 17.7.
"""

import re
import traceback
from collections.abc import Iterator
from urllib.parse import quote, unquote_plus

from footydata.service.exchange import Request

LONGEST_PATH = 200
"""The most characters of a path that are logged."""

SHORTEST_HIDDEN = 4
"""Shorter parts of a request are not hidden: they are no secret, and occur in any text."""

_FRAME = '  File "'


def shown_path(path: str) -> str:
    """A decoded path for the log: quoted, shortened, without its query.

    >>> shown_path("/football/côté"), shown_path("/v1/fixtures?api_key=fd_1")
    ('/football/c%C3%B4t%C3%A9', '/v1/fixtures?...')
    """
    path, mark, _ = path.partition("?")
    quoted = quote(path, errors="replace")
    if len(quoted) > LONGEST_PATH:
        quoted = f"{quoted[:LONGEST_PATH]}..."
    return f"{quoted}?..." if mark else quoted


def failure_place(error: BaseException) -> str:
    """The class of an error and where it was raised, without its message.

    >>> failure_place(ValueError("fd_1 is not a number"))
    'ValueError'
    """
    frames = traceback.extract_tb(error.__traceback__)
    code = getattr(error, "sqlite_errorname", None)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{f' {code}' if code else ''}{place}"


def failure_text(error: BaseException, request: Request) -> str:
    """The traceback of an error, in which the parts of the request's query and key are replaced."""
    return "".join(
        part if part.startswith(_FRAME) else _without_sent(part, request)
        for part in traceback.format_exception(error)
    ).rstrip()


def _without_sent(text: str, request: Request) -> str:
    for value in sorted(set(_sent(request)), key=len, reverse=True):
        if len(value) >= SHORTEST_HIDDEN:
            text = text.replace(value, "...")
    return text


def _sent(request: Request) -> Iterator[str]:
    for text in (request.query, (request.key or b"").decode("latin-1")):
        for piece in re.split(r"[&=,;\s]", text):
            yield from (piece, unquote_plus(piece), *unquote_plus(piece).split(","))
