"""Official final tables as the data folder has them: position, team, points, goal difference."""

import csv
import json
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from footydata.football.register.teams import registered_team

LEAGUES = {
    "E0": ("GB-ENG", "Premier League"),
    "E1": ("GB-ENG", "Championship"),
    "E2": ("GB-ENG", "League One"),
    "E3": ("GB-ENG", "League Two"),
    "SP1": ("ES", "La Liga"),
    "I1": ("IT", "Serie A"),
    "D1": ("DE", "Bundesliga"),
    "F1": ("FR", "Ligue 1"),
    "SC0": ("GB-SCT", "Premiership"),
}

SPELLINGS = {
    "Köln": "1. FC Köln",
    "Nürnberg": "1. FC Nürnberg",
    "Paris-SG": "Paris Saint-Germain",
    "Internazionale": "Inter",
}
"""Names of the official tables that no source of results uses."""


class OfficialRow(NamedTuple):
    """A row of an official table; points and difference are None where it does not tell them."""

    position: int
    team: str
    points: int | None
    difference: int | None


def write_results(source: Path, target: Path, *, seasons: Collection[str] | None = None) -> Path:
    """A file of football-data.co.uk without its prices, four fifths of its time; of these seasons alone, where told.

    Returns: the new file, in a folder of the same name, which tells a season.
    """
    with source.open(encoding="utf-8-sig", newline="") as file:
        header, *rows = csv.reader(file)
    end = min(header.index(price) for price in ("B365H", "PSCH") if price in header)
    listed = [
        row[:end] for row in rows if seasons is None or row[header.index("Season")] in seasons
    ]
    path = target / source.parent.name / source.name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header[:end], *listed])
    return path


def official_table(folder: Path, name: str) -> list[OfficialRow]:
    """The rows of tables/NAME.csv or .json; teams under our names."""
    path = folder / "tables" / name
    country = LEAGUES[path.name.split("_")[1].removesuffix(".json")][0]
    if path.suffix == ".json":
        rows = [
            (row["position"], row["name"], row["points"], row["difference"])
            for row in json.loads(path.read_text(encoding="utf-8"))["standings"]
        ]
    else:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [
                (row["position"], row["team"], row["points"], row.get("goal_diff", ""))
                for row in csv.DictReader(file)
            ]
    return [
        OfficialRow(int(position), our_name(country, team), _number(points), _number(difference))
        for position, team, points, difference in rows
    ]


def our_name(country: str, name: str) -> str:
    """The name that the database has of a team."""
    spelling = SPELLINGS.get(name, name)
    found = registered_team(country, spelling)
    assert found, f"{name} of {country} is not a known team"
    return found.name


def _number(text: str | int) -> int | None:
    plain = str(text).replace("\u2212", "-")
    return None if plain in ("", "NA") else int(plain)
