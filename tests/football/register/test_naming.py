"""Names made comparable, and ids that follow from names."""

import pytest

from footydata.football.register import (
    HASHED_IDS_FROM,
    assigned_fixture_id,
    assigned_id,
    bare,
    normalised,
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Borussia Mönchengladbach", "borussia monchengladbach"),
        ("İstanbul Başakşehir", "istanbul basaksehir"),
        ("Nott'm  Forest", "nottm forest"),
        ("King’s Lynn Town", "kings lynn town"),  # noqa: RUF001  # the curly apostrophe is what is tested
        ("Brighton & Hove Albion", "brighton and hove albion"),
        ("Lillestrøm SK", "lillestrom sk"),
        ("1. FC Köln", "1 fc koln"),
        ("Preußen Münster", "preussen munster"),
    ],
)
def test_a_normalised_name_has_no_case_accents_and_punctuation(name: str, expected: str) -> None:
    assert normalised(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Liverpool FC", "liverpool"),
        ("AFC Bournemouth", "bournemouth"),
        ("FC Barcelona", "barcelona"),
        ("1. FC Köln", "1 fc koln"),
        ("FC", "fc"),
        ("", ""),
    ],
)
def test_a_bare_name_has_no_fc_around_it(name: str, expected: str) -> None:
    assert bare(name) == expected


def test_an_assigned_id_is_the_same_on_every_machine() -> None:
    assert assigned_id("team", "GB-ENG", "weymouth") == 3_811_349_826_505_346


def test_ids_are_exact_in_json_and_beyond_the_packaged_ones() -> None:
    ids = [assigned_id("team", number) for number in range(1000)]
    ids += [assigned_fixture_id(year, 39, 1, 2) for year in range(1870, 2100)]
    assert len(set(ids)) == len(ids)
    assert all(HASHED_IDS_FROM <= assigned < 2**53 for assigned in ids)


def test_the_fixtures_of_a_season_lie_together() -> None:
    season = [
        assigned_fixture_id(2024, 39, home, away, 0) for home in range(20) for away in range(20)
    ]
    others = [
        assigned_fixture_id(year, league, 1, 2, 0)
        for year, league in ((2023, 39), (2025, 39), (2024, 40))
    ]
    assert max(season) - min(season) < 2**33
    assert not any(min(season) <= other <= max(season) for other in others)
