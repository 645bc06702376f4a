"""The JSON Schema of each parameter, for the OpenAPI document and the guide: the values that its reader accepts."""

from inspect import Parameter, signature
from typing import Any

from footydata.service.endpoints import ENDPOINTS
from footydata.service.handlers import HANDLERS
from footydata.service.params import DEFAULT_PER_PAGE, MILLISECONDS_FROM, Param

_TEXT = {"type": "string", "minLength": 1}
"""An empty text is refused by every parameter."""

_TIME = {"type": "integer", "minimum": 0, "maximum": MILLISECONDS_FROM - 1}
_POSITIVE = {"type": "integer", "minimum": 1}

_DEFAULTS: dict[str, object] = {"page": 1, "per_page": DEFAULT_PER_PAGE, "esports": "false"}
"""Defaults that the handlers do not have, or as another type."""


def schema_of(param: Param) -> dict[str, Any]:
    """The schema of a parameter."""
    if param.kind is int:
        schema = _TIME if param.name.endswith("_time") else _POSITIVE
    elif param.choices:
        schema = {"type": "string", "enum": [str(choice) for choice in param.choices]}
    else:
        schema = _TEXT
    if param.kind not in (int, str, bool):
        schema = {"type": "array", "items": schema, "minItems": 1}
    default = _DEFAULTS.get(param.name, _handler_default(param))
    return schema if default is None or default == () else {**schema, "default": default}


def _handler_default(param: Param) -> object:
    handler = next(HANDLERS[one.name] for one in ENDPOINTS if param in one.params)
    keyword = signature(handler).parameters.get(param.name)
    if keyword is None or keyword.default is Parameter.empty:
        return None
    default: object = keyword.default
    return default
