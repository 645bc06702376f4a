"""The OpenAPI document tells the truth: about the declarations, and about what the service answers."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from footydata.football.errors import ERRORS, InsufficientPlan
from footydata.service.endpoints import ENDPOINTS, Endpoint
from tests.service import examples
from tests.service.answered_errors import all_errors
from tests.service.recording import (
    NOW,
    STATIC,
    Found,
    ask,
    documents,
    good_requests,
    record,
    replay,
)

EVERY_ENDPOINT = pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((STATIC / "openapi.json").read_bytes())
    return document


def operation(openapi: dict[str, Any], endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = openapi["paths"][endpoint.path]["get"]
    return found


def closed(schema: Any) -> Any:
    """A schema that admits no key beyond those that it names."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(part) for name, part in schema.items()}
    is_object = schema.get("type") == "object" and "properties" in schema and "required" in schema
    return {**inner, "additionalProperties": False} if is_object else inner


def schema_of(openapi: dict[str, Any], endpoint: Endpoint, status: str = "200") -> dict[str, Any]:
    answer = operation(openapi, endpoint)["responses"][status]["content"]["application/json"]
    return closed({**answer["schema"], "components": openapi["components"]})


def test_the_document_is_of_the_version_and_the_groups_of_the_contract(
    openapi: dict[str, Any],
) -> None:
    assert openapi["openapi"].startswith("3.1")
    assert openapi["info"]["version"] == "1.0.0"
    assert [tag["name"] for tag in openapi["tags"]] == [
        "bookmakers",
        "countries",
        "fixtures",
        "leagues",
        "standings",
        "status",
        "teams",
    ]


def test_the_document_describes_every_endpoint_once(openapi: dict[str, Any]) -> None:
    assert list(openapi["paths"]) == [endpoint.path for endpoint in ENDPOINTS]
    names = [path["get"]["operationId"] for path in openapi["paths"].values()]
    assert len(set(names)) == len(names) == 16


def test_a_key_is_taken_in_either_header(openapi: dict[str, Any]) -> None:
    schemes = openapi["components"]["securitySchemes"]
    assert schemes["bearer"] | {"description": ""} == {
        "type": "http",
        "scheme": "bearer",
        "description": "",
    }
    assert schemes["apiKey"] == {"type": "apiKey", "in": "header", "name": "X-API-Key"}
    assert openapi["security"] == [{"bearer": []}, {"apiKey": []}]


@EVERY_ENDPOINT
def test_an_operation_has_the_parameters_of_its_endpoint(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    parameters = operation(openapi, endpoint)["parameters"]
    query = [parameter for parameter in parameters if parameter["in"] == "query"]
    assert [parameter["name"] for parameter in query] == [param.name for param in endpoint.params]
    assert [parameter.get("required", False) for parameter in query] == [
        param.required for param in endpoint.params
    ]
    assert len(parameters) - len(query) == ("{id}" in endpoint.path)


POSITIVE = {"type": "integer", "minimum": 1}
SECONDS = {"type": "integer", "minimum": 0, "maximum": 99_999_999_999}
TEXT = {"type": "string"}
NOT_EMPTY = {"type": "string", "minLength": 1}
LANGUAGES = "en ar cs da de el es fr id it ja ko nl pl pt ru sv th tr vi zh-cn zh-tw"
MARKETS = "1x2 asian goalline corner corner_asian cards cards_asian asian_half goalline_half corner_half btts"
SCHEMAS: dict[str, dict[str, Any]] = {
    "start_time": SECONDS,
    "end_time": SECONDS,
    "league": POSITIVE,
    "page": {**POSITIVE, "default": 1},
    "per_page": {**POSITIVE, "default": 50},
    "status": {**TEXT, "enum": ["all", "scheduled", "live", "finished"], "default": "all"},
    "include": {
        "type": "array",
        "items": {**TEXT, "enum": ["odds", "events", "stats"]},
        "minItems": 1,
    },
    "fixture include": {
        "type": "array",
        "items": {**TEXT, "enum": ["events", "stats"]},
        "minItems": 1,
    },
    "esports": {**TEXT, "enum": ["true", "false"], "default": "false"},
    "lang": {**TEXT, "enum": LANGUAGES.split(), "default": "en"},
    "order": {**TEXT, "enum": ["asc", "desc"], "default": "desc"},
    "season": NOT_EMPTY,
    "type": {**TEXT, "enum": ["total", "corner", "card"], "default": "total"},
    "country": NOT_EMPTY,
    "search": NOT_EMPTY,
    "bookmakers": {"type": "array", "items": NOT_EMPTY, "minItems": 1},
    "bookmaker": NOT_EMPTY,
    "market": {**TEXT, "enum": MARKETS.split()},
}
"""What each parameter admits and stands for where it is absent, typed from Contract 4 by hand."""


@EVERY_ENDPOINT
def test_a_parameter_tells_what_it_admits_and_its_default(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    found = {
        each["name"]: each["schema"]
        for each in operation(openapi, endpoint)["parameters"]
        if each["in"] == "query"
    }
    assert found == {name: SCHEMAS.get(f"{endpoint.name} {name}", SCHEMAS[name]) for name in found}


@EVERY_ENDPOINT
def test_an_empty_text_is_refused_by_the_service_as_by_the_document(
    openapi: dict[str, Any], sample: Path, endpoint: Endpoint
) -> None:
    path, query = good_requests(Found(sample))[endpoint.name]
    for each in operation(openapi, endpoint)["parameters"]:
        if each["in"] == "query":
            answer = ask(sample, "GET", path, {**query, each["name"]: ""}, "ultra")
            assert answer.status in (400, 404), each["name"]
            # An empty value of a comma list is one empty item.
            schema = each["schema"].get("items", each["schema"])
            assert not jsonschema.Draft202012Validator(schema).is_valid(""), each["name"]


def test_a_comma_list_is_sent_as_one_value(openapi: dict[str, Any]) -> None:
    parameters = openapi["paths"]["/v1/fixtures"]["get"]["parameters"]
    (include,) = (parameter for parameter in parameters if parameter["name"] == "include")
    assert (include["style"], include["explode"]) == ("form", False)


@EVERY_ENDPOINT
def test_an_operation_tells_its_statuses_and_codes(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    responses = operation(openapi, endpoint)["responses"]
    codes = []
    for status, response in responses.items():
        if status not in ("200", "304"):
            parts = response["content"]["application/json"]["schema"]["allOf"]
            codes += parts[1]["properties"]["error"]["properties"]["code"]["enum"]
    # 403 is listed where it can't occur today too.
    assert sorted(codes) == sorted(
        {InsufficientPlan.code, *(error.code for error in all_errors(endpoint))}
    )


LOOK_UPS = ("/v1/fixtures", "/v1/teams", "/v1/standings")
WITH_LEAGUE = (*LOOK_UPS, "/v1/leagues/{id}", "/v1/leagues/{id}/fixtures")


@EVERY_ENDPOINT
def test_an_operation_lists_the_statuses_of_the_contract(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    listed = {"200", "304", "400", "401", "403", "405", "429", "500"}
    listed |= {"404"} if "{id}" in endpoint.path or endpoint.path in LOOK_UPS else set()
    listed |= {"301"} if endpoint.path in WITH_LEAGUE else set()
    assert list(operation(openapi, endpoint)["responses"]) == sorted(listed)


@EVERY_ENDPOINT
def test_an_answer_that_did_not_change_has_headers_and_no_body(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    responses = operation(openapi, endpoint)["responses"]
    assert (
        {"ETag", "X-RateLimit-Remaining"}
        <= set(responses["304"]["headers"])
        == set(responses["200"]["headers"])
    )
    assert "content" not in responses["304"]


@EVERY_ENDPOINT
def test_an_answer_carries_the_rate_headers_and_the_request_id(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    responses = operation(openapi, endpoint)["responses"]
    shared = {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"}
    assert all(shared <= set(response["headers"]) for response in responses.values())
    assert "Retry-After" in responses["429"]["headers"]
    assert "Allow" in responses["405"]["headers"]


def test_every_reference_of_the_document_leads_somewhere(openapi: dict[str, Any]) -> None:
    text = json.dumps(openapi)
    references = {part.partition('"')[0] for part in text.split('"$ref": "#/components/')[1:]}
    assert references
    for reference in references:
        kind, name = reference.split("/")
        assert name in openapi["components"][kind]


def test_every_schema_is_a_valid_json_schema(openapi: dict[str, Any]) -> None:
    for schema in openapi["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


@EVERY_ENDPOINT
def test_the_example_of_an_operation_is_what_the_sample_answers(
    sample: Path, endpoint: Endpoint
) -> None:
    example = examples.answers()[endpoint.name]
    assert replay(sample, path=example.path, query=example.query) == example.body, _ANEW


@pytest.mark.parametrize("code", list(ERRORS))
def test_the_example_of_a_code_is_what_the_sample_answers(sample: Path, code: str) -> None:
    example = examples.errors()[code]
    body = replay(
        sample, path=example.path, query=example.query, asker=example.asker, method=example.method
    )
    assert body == example.body, _ANEW
    assert body["error"]["code"] == code


_ANEW = "the contract or the sample changed: run python -m tests.service.recording"


@pytest.mark.parametrize("name", documents())
def test_a_document_is_what_the_declarations_and_the_examples_give(name: str) -> None:
    assert (STATIC / name).read_text(encoding="utf-8") == documents()[name], _ANEW


def test_the_examples_are_recorded_as_they_are_stored(sample: Path, now: int) -> None:
    assert now == NOW
    kept = {
        "answers": {
            name: {"path": each.path, "query": each.query, "body": each.body}
            for name, each in examples.answers().items()
        },
        "errors": {code: each._asdict() for code, each in examples.errors().items()},
    }
    assert record(sample) == kept


@EVERY_ENDPOINT
def test_the_example_of_an_operation_fits_its_schema_to_the_key(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    content = operation(openapi, endpoint)["responses"]["200"]["content"]["application/json"]
    jsonschema.validate(content["example"], schema_of(openapi, endpoint))


@EVERY_ENDPOINT
def test_an_example_tells_the_parameters_that_give_it(
    openapi: dict[str, Any], endpoint: Endpoint
) -> None:
    shown = {
        p["name"]: p["example"]
        for p in operation(openapi, endpoint)["parameters"]
        if "example" in p
    }
    assert set(shown) == {
        *examples.answers()[endpoint.name].query,
        *(["id"] if "{id}" in endpoint.path else []),
    }


MORE = {
    "fixtures": [
        {"status": "live", "include": "odds,events,stats"},
        {"include": "stats"},
        {"esports": "true"},
    ],
    "fixture": [{"include": "events,stats"}],
    "fixture_odds": [{}, {"market": "1x2"}],
    "fixture_odds_history": [{"market": "1x2"}, {"market": "btts"}, {"market": "asian_half"}],
    "league_fixtures": [{"include": "odds,events,stats"}],
    "standings": [
        {"league": "78"},
        {"league": "39", "type": "card"},
        {"league": "39", "type": "corner"},
    ],
    "countries": [{"per_page": "100", "lang": "ja"}],
}


@pytest.mark.parametrize("name", MORE)
def test_what_the_sample_answers_fits_the_schema_to_the_key(
    openapi: dict[str, Any], sample: Path, name: str
) -> None:
    (endpoint,) = (endpoint for endpoint in ENDPOINTS if endpoint.name == name)
    path, _ = good_requests(Found(sample))[name]
    validator = jsonschema.Draft202012Validator(schema_of(openapi, endpoint))
    for query in MORE[name]:
        answer = ask(sample, "GET", path, query, "ultra")
        assert answer.status == 200
        validator.validate(json.loads(answer.body.content))
