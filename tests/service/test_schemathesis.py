"""Schemathesis over the served document: no 5xx, no answer off its schema, no undocumented status."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from footydata.football.terms import ULTRA, Rate
from footydata.service.keys import Accounts
from tests.conftest import NOW
from tests.service.loopback import served
from tests.service.recording import Found

pytestmark = pytest.mark.slow

LEAST_CASES = 2_000
EACH_WAY = 60
"""Cases an operation in each way: fitting, fitting with ids that there are, not fitting."""

SETTINGS = settings(
    max_examples=EACH_WAY,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def accounts() -> Accounts:
    return Accounts.in_memory()


@pytest.fixture(scope="module")
def address(sample: Path, accounts: Accounts) -> Iterator[str]:
    with served(sample, accounts, now=NOW) as address:
        yield address


def checks() -> list[Any]:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]


def ids_of(path: str, found: Found) -> list[int]:
    """Ids that lead somewhere on the path, a retired one among the leagues."""
    if path.startswith("/v1/fixtures/"):
        return [found.fixture]
    if path.startswith("/v1/leagues/"):
        return [found.league, found.cup, found.retired_league]
    return [found.team]


def ways(operation: Any, found: Found) -> Iterator[st.SearchStrategy[Any]]:
    """The ways to make cases of an operation."""
    from schemathesis import GenerationMode

    fitting = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    yield fitting
    yield st.tuples(
        fitting, st.sampled_from(ids_of(operation.path, found)), st.sampled_from(leagues_of(found))
    ).map(with_known_ids)
    if list(operation.iter_parameters()):
        yield operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


def leagues_of(found: Found) -> list[int]:
    return [found.league, found.cup, found.retired_league]


def with_known_ids(drawn: tuple[Any, int, int]) -> Any:
    case, id, league = drawn
    if "id" in case.path_parameters:
        case.path_parameters["id"] = id
    if "league" in case.query:
        case.query["league"] = league
    return case


def test_no_case_breaks_the_service_or_its_document(
    address: str, accounts: Accounts, sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schemathesis = pytest.importorskip(
        "schemathesis", reason="needs Schemathesis: no case can be made"
    )
    requests = pytest.importorskip("requests")
    key = accounts.create(ULTRA, now=NOW, rate=Rate(10_000_000, 60))
    # Both headers, in the place of the keys that the cases make up.
    with_key = {"X-API-Key": key, "Authorization": f"Bearer {key}"}
    document = schemathesis.openapi.from_url(f"{address}/v1/openapi.json")
    found = Found(sample)
    met: Counter[int] = Counter()

    with requests.Session() as session:

        def hold(case: Any) -> None:
            response = case.call(session=session, headers=with_key, allow_redirects=False)
            met[response.status_code] += 1
            case.validate_response(response, checks=checks())

        for result in document.get_all_operations():
            for way in ways(result.ok(), found):
                SETTINGS(given(way)(hold))()

    with capsys.disabled():
        print(f"\nschemathesis: {met.total()} cases, {dict(sorted(met.items()))}")
    assert met.total() >= LEAST_CASES
    assert {200, 301, 400, 404} <= set(met)
