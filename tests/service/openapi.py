"""The OpenAPI 3.1 document of the v1 contract, made from its declarations and the shapes of the models.

Contract 16.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from footydata.football.errors import (
    ApiError,
    AuthenticationError,
    InsufficientPlan,
    MethodNotAllowed,
    Moved,
    RateLimitError,
)
from footydata.football.terms import LARGEST_ID
from footydata.service.client.reading import data_type
from footydata.service.endpoints import BY_NAME, ENDPOINTS, Endpoint
from footydata.service.params import Param
from footydata.service.wire.catalogue import Standings
from footydata.service.wire.wire import ErrorBody, Pagination, WireModel
from tests.service import examples
from tests.service.answered_errors import all_errors
from tests.service.examples import Example
from tests.service.parameter_schemas import schema_of

JsonObject = dict[str, Any]

TAGS: dict[str, str] = {
    "bookmakers": "Bookmakers and their slugs.",
    "countries": "Country codes.",
    "fixtures": "Fixtures, live scores, events, statistics and odds.",
    "leagues": "Competitions and their seasons.",
    "standings": "League tables by points, corners and cards.",
    "status": "The caller's plan, limits and usage.",
    "teams": "Teams.",
}
VERSION = "1.0.0"

_COMPONENT = "#/components/schemas/{model}"
_DESCRIPTION = """\
Football data from one SQLite file: fixtures, results, live scores, events, statistics, corners, cards, odds and
league tables. Read-only; every time is UTC. Send an API key with each request. Errors have stable codes, see the
[error reference](docs/errors).
"""

_RATE_HEADERS: JsonObject = {
    "X-RateLimit-Limit": {"description": "Requests a window", "schema": {"type": "integer"}},
    "X-RateLimit-Remaining": {
        "description": "Requests left in this window",
        "schema": {"type": "integer"},
    },
    "X-RateLimit-Reset": {
        "description": "When the window resets, unix seconds UTC",
        "schema": {"type": "integer"},
    },
    "X-Request-Id": {
        "description": "Id of the request, to quote to support",
        "schema": {"type": "string"},
    },
}
_ANSWER_HEADERS: JsonObject = {
    **_RATE_HEADERS,
    "ETag": {
        "description": "Tag of the answer, to send as If-None-Match",
        "schema": {"type": "string"},
    },
}
_OWN_HEADERS: dict[type[ApiError], JsonObject] = {
    Moved: {
        "Location": {
            "description": "The same request for the survivor",
            "schema": {"type": "string"},
        }
    },
    RateLimitError: {
        "Retry-After": {
            "description": "Seconds to wait",
            "schema": {"type": "integer", "minimum": 1},
        }
    },
    AuthenticationError: {
        "WWW-Authenticate": {"description": "Bearer", "schema": {"type": "string"}}
    },
    MethodNotAllowed: {"Allow": {"description": "GET, HEAD", "schema": {"type": "string"}}},
}
_TITLES = {
    301: "The league id was retired",
    400: "The request is at fault",
    401: "The key is absent, unknown or expired",
    403: "Outside the key's plan",
    404: "Nothing has that id",
    405: "GET and HEAD alone",
    429: "The window's allowance is spent",
    500: "Failure on the service side",
}


def document() -> JsonObject:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Football data, v1",
            "version": VERSION,
            "summary": "Fixtures, figures, odds and tables",
            "description": _DESCRIPTION,
        },
        "servers": [{"url": "/"}],
        "security": [{"bearer": []}, {"apiKey": []}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": {endpoint.path: {"get": _operation(endpoint)} for endpoint in ENDPOINTS},
        "components": {
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Authorization: Bearer <API_KEY>",
                },
                "apiKey": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
            "headers": _ANSWER_HEADERS,
            "schemas": _schemas(),
        },
    }


class _Untitled(GenerateJsonSchema):
    """JSON Schema without the titles that repeat the names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _schemas() -> JsonObject:
    models = [*(model for name in BY_NAME for model in _models_of(name)), ErrorBody, Pagination]
    schemas_of = [(model, "serialization") for model in dict.fromkeys(models)]
    _, schema = models_json_schema(schemas_of, ref_template=_COMPONENT, schema_generator=_Untitled)  # type: ignore[arg-type]  # a literal in a list
    schemas: JsonObject = schema["$defs"]
    documented = {kind.__name__: kind for kind in _subclasses(WireModel)}
    for name, each in schemas.items():
        each.pop("title", None)
        described = _field_docs(documented[name])
        for key, field in each["properties"].items():
            field["description"] = described[key]
    return schemas


def _subclasses(kind: type[WireModel]) -> Iterator[type[WireModel]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses(below)


def _field_docs(model: type[WireModel]) -> dict[str, str]:
    """Key → the text under the field in the source of the model or of a class above it."""
    texts: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        for field, text in _docs_of_module(kind.__module__).get(kind.__name__, {}).items():
            texts[model.model_fields[field].alias or field] = text
    return texts


@cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    """Class → field → the text under it, in a module of shapes."""
    if not name.startswith("footydata.service.wire."):
        return {}
    tree = ast.parse(Path(str(sys.modules[name].__file__)).read_text(encoding="utf-8"))
    return {
        node.name: {
            before.target.id: after.value.value
            for before, after in pairwise(node.body)
            if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if isinstance(after.value.value, str)
        }
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def _models_of(name: str) -> tuple[type[WireModel], ...]:
    kind = data_type(name)
    if kind == Standings:
        return tuple(Standings.__args__)
    return tuple(kind.__args__) if getattr(kind, "__origin__", None) is list else (kind,)


def _ref(model: type[WireModel]) -> JsonObject:
    return {"$ref": _COMPONENT.format(model=model.__name__)}


def _operation(endpoint: Endpoint) -> JsonObject:
    example = examples.answers()[endpoint.name]
    place = [_path_id(endpoint, example)] if "{id}" in endpoint.path else []
    return {
        "operationId": endpoint.name,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "parameters": [*place, *(_parameter(param, example) for param in endpoint.params)],
        "responses": {"200": _success(endpoint, example), **_others(endpoint)},
    }


def _path_id(endpoint: Endpoint, example: Example) -> JsonObject:
    schema: JsonObject = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}
    noun = {"fixtures": "fixture", "leagues": "league", "teams": "team"}[endpoint.tag]
    described = {
        "name": "id",
        "in": "path",
        "required": True,
        "description": f"The {noun}'s id.",
        "schema": schema,
    }
    return {**described, "example": example.id}


def _parameter(param: Param, example: Example) -> JsonObject:
    described: JsonObject = {
        "name": param.name,
        "in": "query",
        "description": param.doc,
        "schema": schema_of(param),
    }
    if param.required:
        described["required"] = True
    if schema_of(param)["type"] == "array":
        described |= {"style": "form", "explode": False}
    if param.name in example.query:
        described["example"] = _typed(param, example.query[param.name])
    return described


def _typed(param: Param, text: str) -> object:
    match schema_of(param)["type"]:
        case "integer":
            return int(text)
        case "array":
            return text.split(",")
    return text


def _success(endpoint: Endpoint, example: Example) -> JsonObject:
    models = _models_of(endpoint.name)
    data = _ref(models[0]) if len(models) == 1 else {"oneOf": [_ref(model) for model in models]}
    if endpoint.is_list:
        data = {"type": "array", "items": data}
    properties: JsonObject = {"success": {"type": "integer", "enum": [1]}, "data": data}
    if endpoint.paged:
        properties["pagination"] = _ref(Pagination)
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {
        "description": endpoint.summary,
        "headers": _headers(_ANSWER_HEADERS),
        "content": {"application/json": {"schema": schema, "example": example.body}},
    }


def _others(endpoint: Endpoint) -> JsonObject:
    """The other statuses, ascending; every endpoint has 304 and 403. Contract 9.3."""
    by_status: dict[int, list[type[ApiError]]] = {}
    for error in all_errors(endpoint):
        by_status.setdefault(error.status, []).append(error)
    by_status[InsufficientPlan.status] = [InsufficientPlan]
    failures = {str(status): _failure(status, by_status[status]) for status in by_status}
    unchanged = {
        "description": "The client has this answer already",
        "headers": _headers(_ANSWER_HEADERS),
    }
    return dict(sorted({**failures, str(int(HTTPStatus.NOT_MODIFIED)): unchanged}.items()))


def _failure(status: int, errors: list[type[ApiError]]) -> JsonObject:
    own = [headers for kind, headers in _OWN_HEADERS.items() if issubclass(errors[0], kind)]
    codes = {"type": "object", "properties": {"code": {"enum": [error.code for error in errors]}}}
    schema = {"allOf": [_ref(ErrorBody), {"type": "object", "properties": {"error": codes}}]}
    recorded = examples.errors()
    bodies = {error.code: {"value": recorded[error.code].body} for error in errors}
    listing = "".join(f"\n- `{error.code}`: {_condition(error)}" for error in errors)
    return {
        "description": f"{_TITLES[status]}\n{listing}",
        "headers": {**_headers(_RATE_HEADERS), **(own[0] if own else {})},
        "content": {"application/json": {"schema": schema, "examples": bodies}},
    }


def _headers(declared: JsonObject) -> JsonObject:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in declared}


def _condition(error: type[ApiError]) -> str:
    return (error.__doc__ or "").partition("\n")[0]
