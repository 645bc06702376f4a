"""The shapes read the contract's JSON and give it back, to the key."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from footydata.football.markets import MARKETS, SUMMARY_MARKETS
from footydata.football.terms import STATISTICS
from footydata.service import wire as models
from footydata.service.client.reading import data_type
from footydata.service.endpoints import ENDPOINTS
from footydata.service.wire.wire import ErrorBody, PagedEnvelope

GOLDEN = Path(__file__).parent / "golden"
BODIES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def golden(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def fixture_row(**changes: Any) -> dict[str, Any]:
    return {**golden("fixtures"), **changes}


@pytest.mark.parametrize("name", BODIES)
def test_a_shape_gives_back_the_very_json_it_was_read_from(name: str) -> None:
    body = golden(name)
    kind = data_type(name.partition("-")[0])
    row = kind.__args__[0] if getattr(kind, "__origin__", None) is list else kind

    read = TypeAdapter(row).validate_json(json.dumps(body))

    assert json.dumps(read.as_sent(), sort_keys=True) == json.dumps(body, sort_keys=True)


def test_every_endpoint_has_a_golden_body() -> None:
    names = [endpoint.name for endpoint in ENDPOINTS]
    assert {name.partition("-")[0] for name in BODIES} == set(names)


def test_what_was_absent_is_none_and_stays_absent() -> None:
    fixture = models.Fixture.model_validate(fixture_row())
    assert fixture.odds is None
    assert fixture.events is None
    assert "odds" not in fixture.as_sent()


def test_what_was_null_stays_null() -> None:
    fixture = models.Fixture.model_validate(fixture_row(goals={"home": None, "away": None}))
    assert fixture.goals.home is None
    assert fixture.as_sent()["goals"] == {"home": None, "away": None}


def test_a_whole_number_and_a_decimal_stay_what_they_were() -> None:
    quote = models.Odds.model_validate_json(
        '{"goal_line": {"closing": {"line": 3, "over": 2.0, "under": 1.85}}}'
    )
    assert (
        json.dumps(quote.as_sent())
        == '{"goal_line": {"closing": {"line": 3, "over": 2.0, "under": 1.85}}}'
    )


def test_an_unknown_field_is_kept() -> None:
    fixture = models.Fixture.model_validate(fixture_row(venue={"name": "Riverside"}))
    assert fixture.as_sent()["venue"] == {"name": "Riverside"}


def test_an_unknown_status_and_event_type_are_taken() -> None:
    fixture = models.Fixture.model_validate(
        fixture_row(
            status="suspended", events=[{"type": "water_break", "minute": 30, "team": None}]
        )
    )
    assert fixture.status == "suspended"
    assert fixture.events is not None
    assert fixture.events[0].type == "water_break"


def test_a_fixture_without_an_id_is_refused() -> None:
    row = fixture_row()
    del row["id"]
    with pytest.raises(ValidationError, match="id"):
        models.Fixture.model_validate(row)


def test_a_kickoff_is_an_aware_moment() -> None:
    assert models.Fixture.model_validate(
        fixture_row(kickoff_ts=1784296800)
    ).kickoff.isoformat() == ("2026-07-17T14:00:00+00:00")


def test_a_shape_shows_what_was_sent() -> None:
    event = models.Event.model_validate({"type": "goal", "minute": 12, "team": "home", "var": True})
    assert repr(event) == "Event(type='goal', minute=12, team='home', var=True)"


def test_a_shape_cannot_be_changed() -> None:
    fixture = models.Fixture.model_validate(fixture_row())
    with pytest.raises(ValidationError, match="frozen"):
        fixture.status = "finished"


@pytest.mark.parametrize("market", MARKETS, ids=lambda market: market.key)
def test_every_market_of_the_contract_is_found_by_its_key(market: Any) -> None:
    selections = {name: 1.9 for name in market.shape.selections}
    quote = {"line": -0.25, **selections} if market.shape.has_line else selections
    odds = models.Odds.model_validate(
        {market.key: {"opening": None, "closing": quote, "inplay": None}}
    )
    assert odds[market.key].closing.as_sent() == quote  # type: ignore[union-attr]
    assert odds[market.key].opening is None  # type: ignore[union-attr]


def test_the_odds_hold_the_markets_of_the_contract_and_no_other() -> None:
    assert [field.alias or name for name, field in models.Odds.model_fields.items()] == [
        m.key for m in MARKETS
    ]
    assert models.OddsSummary.required_keys() == [market.key for market in SUMMARY_MARKETS]


def test_a_market_that_a_bookmaker_does_not_carry_is_empty_and_stays_absent() -> None:
    odds = models.Odds.model_validate({})
    assert odds.btts.closing is None
    assert odds.as_sent() == {}


@pytest.mark.parametrize("key", ["btts", "corners"])
def test_a_market_that_the_summary_does_not_have_is_a_key_error(key: str) -> None:
    with pytest.raises(KeyError, match=key):
        models.OddsSummary()[key]


def test_the_half_markets_of_the_summary_have_no_opening() -> None:
    schema = models.OddsSummary.model_json_schema()["$defs"]
    assert schema["SummaryHalfLines"]["required"] == ["closing", "inplay"]
    assert schema["SummaryLines"]["required"] == ["opening", "closing", "inplay"]


def test_the_statistics_are_the_five_of_the_contract() -> None:
    assert tuple(models.Statistics.model_fields) == (*STATISTICS, "first_half")


def test_the_odds_of_a_fixture_are_found_by_slug() -> None:
    odds = models.FixtureOdds.model_validate(golden("fixture_odds"))
    assert odds["northbook"].corner_line.closing.line == 10.5  # type: ignore[union-attr]
    with pytest.raises(KeyError, match="nobody"):
        odds["nobody"]


def test_a_schema_tells_the_contract_and_not_our_tolerance() -> None:
    schema = models.Fixture.model_json_schema()
    assert schema["required"] == [
        "id",
        "league",
        "teams",
        "kickoff_utc",
        "kickoff_ts",
        "status",
        "goals",
        "corners",
        "cards",
    ]
    assert "additionalProperties" not in schema
    assert schema["properties"]["odds"] == {"$ref": "#/$defs/OddsSummary"}
    assert schema["properties"]["status"]["enum"] == ["scheduled", "live", "finished"]


def test_a_price_of_a_tick_may_be_null_where_the_market_was_suspended() -> None:
    schema = models.OddsTick.model_json_schema()
    assert schema["required"] == ["minute", "score", "recorded_at"]
    assert schema["properties"]["over"]["anyOf"] == [{"type": "number"}, {"type": "null"}]


def test_an_envelope_tells_whether_there_are_more_pages() -> None:
    page = {"page": 1, "per_page": 50, "count": 1, "has_more": True}
    body = {"success": 1, "data": [fixture_row()], "pagination": page}
    envelope = PagedEnvelope[list[models.Fixture]].model_validate(body)
    assert envelope.pagination.has_more
    assert envelope.as_sent() == body


def test_an_error_body_keeps_its_parts() -> None:
    body = {
        "success": 0,
        "error": {
            "type": "moved",
            "code": "league_moved",
            "message": "League 7 is now 39",
            "doc_url": "/v1/docs/errors#league_moved",
            "request_id": "req_1",
            "canonical_id": 39,
        },
    }
    read = ErrorBody.model_validate(body)
    assert read.error.canonical_id == 39
    assert read.error.param is None
    assert read.as_sent() == body
