"""The source of the clients' methods, one per endpoint, from the declarations of endpoints and parameters.

Cog writes it into methods.py and async_methods.py of the client, so that editors and mypy see plain signatures while
each endpoint and parameter is declared once; a test compares the files with this text.
"""

import textwrap

from footydata.service.endpoints import ENDPOINTS, Endpoint
from footydata.service.params import Param

MOST_CHOICES = 5
"""The most values that an annotation lists; longer choices (languages, markets) are in the docs."""


def methods(*, awaited: bool) -> str:
    """The source of a client's methods; awaited: of the asynchronous client."""
    return "\n".join(_method(endpoint, awaited=awaited) for endpoint in ENDPOINTS)


def annotation_of(param: Param) -> str:
    """The Python type of a parameter's value, None left out."""
    kind, items = param.schema["type"], param.schema.get("items")
    if kind == "array":
        assert isinstance(items, dict)
        return f"Sequence[{_choice(items.get('enum'))}]"
    if param.name.endswith("_time"):
        return "Moment"
    if param.name == "season":
        return "str | int"
    if kind == "integer":
        return "int"
    values = param.schema.get("enum")
    return "bool" if values == ["true", "false"] else _choice(values)


def _choice(values: object) -> str:
    if not isinstance(values, list) or len(values) > MOST_CHOICES:
        return "str"
    words = ", ".join(f'"{value}"' for value in values)
    return f"Literal[{words}]"


def _method(endpoint: Endpoint, *, awaited: bool) -> str:
    result = _result(endpoint, prefix="Async" if awaited else "")
    kind = "_history" if "History" in result else "_page" if endpoint.paged else "_record"
    name = f"{'await ' if awaited else ''}self.{kind}"
    id_argument = "id" if "{id}" in endpoint.path else "None"
    arguments = [
        f'"{endpoint.name}"',
        id_argument,
        *(f"{param.name}={param.name}" for param in endpoint.params),
    ]
    if endpoint.paged:
        body = _call(f"return {name}", arguments)
    else:
        body = f"{_call(f'record: {result} = {name}', arguments)}\n        return record"
    head = (
        f"    {'async ' if awaited else ''}def {endpoint.name}({_signature(endpoint)}) -> {result}:"
    )
    return f"    @named_arguments\n{head}\n{_docstring(endpoint)}\n        {body}\n"


def _call(name: str, arguments: list[str]) -> str:
    """A call, as the formatter writes it: on one line if it fits, else its arguments on a line or a line each."""
    listed = ", ".join(arguments)
    if len(f"{name}({listed})") <= 92:
        return f"{name}({listed})"
    if len(listed) <= 88:
        return f"{name}(\n            {listed}\n        )"
    lines = "".join(f"            {argument},\n" for argument in arguments)
    return f"{name}(\n{lines}        )"


def _result(endpoint: Endpoint, *, prefix: str) -> str:
    if not endpoint.paged:
        return f"models.{endpoint.model}"
    return f"{prefix}Page[models.{endpoint.model}]" if endpoint.is_list else f"{prefix}HistoryPage"


def _signature(endpoint: Endpoint) -> str:
    place = ["id: SupportsIndex"] if "{id}" in endpoint.path else []
    if not endpoint.params:
        return ", ".join(["self", *place])
    required = [
        f"{param.name}: {annotation_of(param)}" for param in endpoint.params if param.required
    ]
    others = [
        f"{param.name}: {annotation_of(param)} | None = None"
        for param in endpoint.params
        if not param.required
    ]
    lines = ["self", *place, "*", *required, *others]
    return "\n" + "".join(f"        {line},\n" for line in lines) + "    "


def _docstring(endpoint: Endpoint) -> str:
    if not endpoint.params:
        return f'        """{endpoint.summary}."""'
    lines = [_wrapped(f"{param.name}: {param.doc}") for param in endpoint.params]
    return "\n".join([f'        """{endpoint.summary}.', "", *lines, '        """'])


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 98, initial_indent=" " * 8, subsequent_indent=" " * 12)
