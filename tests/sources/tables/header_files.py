"""The files of headers/ with what is true of them, as a stored fixture would have it, and what a database stores."""

import csv
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pandas as pd
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.main import group

FOLDER = Path(__file__).parent / "headers"
TRUTH: dict[str, dict[str, Any]] = {
    each["file"]: each for each in json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
}

Facts: TypeAlias = dict[str, Any]
"""Name of a column, or bookmaker, market, period and selection → the value; without what is unknown."""

SELECTIONS = {
    "1x2": ("home", "draw", "away"),
    "goalline": ("over", "under"),
    "asian": ("home", "away"),
}

QUOTES = {
    "odds_1x2": ("unnamed", "1x2", "opening"),
    "odds_1x2_decimal": ("unnamed", "1x2", "opening"),
    "odds_1x2_pinnacle": ("pinnacle", "1x2", "opening"),
    "odds_1x2_pinnacle_closing": ("pinnacle", "1x2", "closing"),
    "odds_over_under_2_5": ("unnamed", "goalline", "opening"),
    "odds_over_under_2_5_bet365": ("bet365", "goalline", "opening"),
    "odds_over_under_2_5_bet365_closing": ("bet365", "goalline", "closing"),
    "odds_asian_handicap": ("unnamed", "asian", "opening"),
}
"""Key of the truth → whose prices they are; a price without a word on its moment is an opening one."""

RENAMED = {"venue": "ground"}
ELSEWHERE = frozenset(
    {
        "result",
        "time",
        "time_zone",
        "kickoff",
        "kickoff_utc",
        "league",
        "country",
        "season",
        "date_as_written",
    }
    | {
        "date_if_day_first",
        "date_if_month_first",
        "odds_1x2_american",
        "asian_handicap_line",
        *QUOTES,
    }
)
"""Keys of the truth that are no column of a fixture, or are looked at apart."""

STORED_ELSEWHERE = frozenset(
    {
        "fixture_id",
        "league_id",
        "season_id",
        "home_id",
        "away_id",
        "tie",
        "leg",
        "decided_by",
        "kickoff",
        "time_known",
    }
    | {"country", "league", "season", "status", "esports", "in_table"}
)
"""Columns that no cell of these files gives, or that are looked at apart."""

REGISTERED = {
    "1. FC Union Berlin": "Union Berlin",
    "1. FSV Mainz 05": "Mainz 05",
    "Athletic Club": "Athletic Bilbao",
    "Athletico-PR": "Athletico Paranaense",
    "Atlético de Madrid": "Atlético Madrid",
    "Atlético-GO": "Atlético Goianiense",
    "Atlético-MG": "Atlético Mineiro",
    "Başakşehir": "İstanbul Başakşehir",
    "Bayern München": "Bayern Munich",
    "Brighton": "Brighton & Hove Albion",
    "Celta de Vigo": "Celta Vigo",
    "Chicago Fire FC": "Chicago Fire",
    "FC Augsburg": "Augsburg",
    "Houston Dynamo FC": "Houston Dynamo",
    "Inter Miami CF": "Inter Miami",
    "Luton": "Luton Town",
    "Man City": "Manchester City",
    "Man United": "Manchester United",
    "Minnesota United FC": "Minnesota United",
    "Newcastle": "Newcastle United",
    "Nott'm Forest": "Nottingham Forest",
    "PSG": "Paris Saint-Germain",
    "SV Darmstadt 98": "Darmstadt 98",
    "St. Louis City SC": "St. Louis City",
    "Tottenham": "Tottenham Hotspur",
    "Vancouver Whitecaps FC": "Vancouver Whitecaps",
    "VfL Bochum": "Bochum",
    "West Ham": "West Ham United",
    "Wolves": "Wolverhampton Wanderers",
}
"""A club as a file spells it → as the register does, where they differ."""


def mapped(path: Path, **answers: str) -> dict[str, Any]:
    """The map that is understood of a file, with answers to what it leaves open."""
    result = CliRunner().invoke(
        group, ["load", "none.db", str(path), "--explain"], standalone_mode=False
    )
    return tomllib.loads(result.stdout) | answers


def true_fixtures(file: str, *, day: str = "date") -> list[Facts]:
    """The fixtures of a file as they must be stored, by day and team; day: the key of the truth that has it."""
    return sorted((_true_facts(row, row[day]) for row in TRUTH[file]["all_rows"]), key=_place)


def _true_facts(row: Mapping[str, Any], day: str) -> Facts:
    teams = {side: REGISTERED.get(row[side], row[side]) for side in ("home", "away")}
    facts = {RENAMED.get(key, key): value for key, value in row.items() if key not in ELSEWHERE}
    for key, (bookmaker, market, period) in QUOTES.items():
        if key in row:
            prices = zip(SELECTIONS[market], row[key], strict=True)
            facts |= {
                f"{bookmaker} {market} {period} {selection}": price for selection, price in prices
            }
        if key in row and market == "goalline":
            facts[f"{bookmaker} {market} {period} line"] = 2.5
        if key in row and market == "asian":
            facts[f"{bookmaker} {market} {period} line"] = row["asian_handicap_line"]
    return facts | teams | {"date": day}


def written_expected_goals(file: str) -> dict[str, tuple[float, float]]:
    """Home team → the expected goals in the cells of a file, of which the truth says nothing."""
    with (FOLDER / file).open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    return {row["home_team"]: (float(row["home_xg"]), float(row["away_xg"])) for row in rows}


def stored_fixtures(db: fd.Database) -> list[Facts]:
    """All that a database stores of its fixtures, by day and team."""
    fixtures = db.fixtures()
    statistics = _by_fixture(db.statistics(list(fixtures["fixture_id"])))
    figures, odds = db.figures(), db.odds()
    stored: list[Facts] = []
    for fixture in fixtures.to_dict("records"):
        known = {str(key): value for key, value in fixture.items() if pd.notna(value)}
        facts = {key: value for key, value in known.items() if key not in STORED_ELSEWHERE}
        facts["date"] = fixture["kickoff"].date().isoformat()
        facts |= statistics[fixture["fixture_id"]]
        for row in figures[figures["fixture_id"] == fixture["fixture_id"]].to_dict("records"):
            facts |= _figure(row)
        for row in odds[odds["fixture_id"] == fixture["fixture_id"]].to_dict("records"):
            facts |= _prices(row)
        stored.append(facts)
    return sorted(stored, key=_place)


def _by_fixture(frame: pd.DataFrame) -> dict[int, Facts]:
    return {
        row["fixture_id"]: {
            str(key): value for key, value in row.items() if key != "fixture_id" and pd.notna(value)
        }
        for row in frame.to_dict("records")
    }


def _figure(row: Mapping[Any, Any]) -> Facts:
    assert row["half"] == "full"
    if pd.isna(row["away"]):
        return {row["figure"]: row["home"]}
    return {f"home_{row['figure']}": row["home"], f"away_{row['figure']}": row["away"]}


def _prices(row: Mapping[Any, Any]) -> Facts:
    selections = dict(enumerate(SELECTIONS[row["market"]], start=1))
    names = {f"price_{number}": selection for number, selection in selections.items()} | {
        "line": "line"
    }
    return {
        f"{row['bookmaker']} {row['market']} {key.partition('_')[0]} {names[key.partition('_')[2]]}": value
        for key, value in row.items()
        if key.startswith(("opening_", "closing_", "inplay_")) and pd.notna(value)
    }


def _place(facts: Facts) -> tuple[str, str]:
    return facts["date"], facts["home"]
