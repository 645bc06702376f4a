"""The stub of the clients' methods, from their signatures and help; cog writes it, so that editors and mypy see them."""

import json
import textwrap
from collections.abc import Callable
from inspect import Parameter, signature, unwrap
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from footydata.service.client import methods
from footydata.service.endpoints import ENDPOINTS


def stubs() -> str:
    """The two classes."""
    return "\n".join(
        f'class {kind.__name__}:\n    """{kind.__doc__}"""\n\n'
        + "\n".join(_method(getattr(kind, endpoint.name), start) for endpoint in ENDPOINTS)
        for kind, start in ((methods.Methods, "def"), (methods.AsyncMethods, "async def"))
    )


def _method(method: Callable[..., Any], start: str) -> str:
    called = signature(unwrap(method))
    parameters = [_parameter(each) for each in called.parameters.values()]
    by_name = [each.kind is Parameter.KEYWORD_ONLY for each in called.parameters.values()]
    listed = ", ".join(parameters)
    if any(by_name):
        parameters.insert(by_name.index(True), "*")
        listed = "\n" + "".join(f"        {each},\n" for each in parameters) + "    "
    head = f"    {start} {method.__name__}({listed}) -> {_words(called.return_annotation)}:"
    first, *lines = str(method.__doc__).splitlines()
    if not lines:
        return f'{head}\n        """{first}"""\n'
    return "\n".join([head, f'        """{first}', *map(_wrapped, lines), '        """', ""])


def _parameter(parameter: Parameter) -> str:
    if parameter.annotation is Parameter.empty:
        return parameter.name
    default = "" if parameter.default is Parameter.empty else f" = {parameter.default}"
    return f"{parameter.name}: {_words(parameter.annotation)}{default}"


def _words(kind: Any) -> str:
    """A type as the stub spells it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " | ".join(map(_words, arguments))
    if origin is Literal:
        return f"Literal[{', '.join(map(json.dumps, arguments))}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(_words, arguments))}]"
    return "None" if kind is NoneType else str(kind.__name__)


def _wrapped(line: str) -> str:
    return textwrap.fill(line, 98, initial_indent=" " * 8, subsequent_indent=" " * 12)
