"""Recorded corner prices (the columns are those of the FootyStats API), and the matches files of StatsBomb."""

import json
import math
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from tests.ingest.cells.rows import Cell, Row, Unusable, across, day_of, moment, number, table

COMPETITIONS = {
    "E0": ("GB-ENG", "Premier League"),
    "SP1": ("ES", "La Liga"),
    "BRA": ("BR", "Série A"),
    "GERMANY_3_LIGA": ("DE", "3. Liga"),
}
FIGURES = {
    "FTHG": "home_goals",
    "FTAG": "away_goals",
    "HTHG": "half_home_goals",
    "HTAG": "half_away_goals",
    "HC": "home_corners",
    "AC": "away_corners",
    "HST": "home_shots_on_target",
    "AST": "away_shots_on_target",
}
LINES = (75, 85, 95, 105, 115)


def corner_rows(path: Path) -> Iterator[Row | Unusable]:
    """The rows of a file of corner prices; a count is printed as 4.0, a price that is missing as nothing or 0."""
    country, name = COMPETITIONS[path.stem.rpartition("_")[0]]
    for line, cells in table(path):
        day = day_of(cells["Date"])
        # The times are three hours behind those of Greenwich.
        kickoff_ts, time_known = moment(day, cells["Time"], "Etc/GMT+3")
        found: dict[str, Cell] = {
            field: int(float(cells[column])) for column, field in FIGURES.items() if cells[column]
        }
        quoted = []
        for at in LINES:
            prices = [number(cells[f"odds_corners_{side}_{at}"]) for side in ("over", "under")]
            if all(price is not None and 1 < price < 1000 for price in prices):
                over, under = (price or 0 for price in prices)
                quoted.append((abs(math.log(over / under)), at / 10, over, under))
        if quoted:
            _, *quote = min(quoted)
            stem = "footystats corner_line opening"
            found |= dict(
                zip((f"{stem}_line", f"{stem}_price_1", f"{stem}_price_2"), quote, strict=True)
            )
        season = str(season_of_brazil(day)) if country == "BR" else across(day)
        place = f"{path.name}:{line}"
        yield Row(
            (country, name),
            season,
            kickoff_ts,
            time_known,
            cells["HomeTeam"],
            cells["AwayTeam"],
            found,
            place,
        )


def season_of_brazil(day: date) -> int:
    """The season of 2020 was played to the end of February 2021; all others lie in one year."""
    return (day - timedelta(days=60)).year if day.year == 2021 else day.year


def match_rows(path: Path) -> Iterator[Row]:
    """The matches of a file of StatsBomb."""
    for place, match in enumerate(json.loads(path.read_text(encoding="utf-8")), start=1):
        assert match["competition"]["competition_name"] == "NWSL"
        kickoff = (match.get("kick_off") or "")[:5]
        kickoff_ts, time_known = moment(
            date.fromisoformat(match["match_date"]), kickoff, "America/New_York"
        )
        cells: dict[str, Cell] = {
            "home_goals": match["home_score"],
            "away_goals": match["away_score"],
        }
        if match.get("referee_name"):
            cells["referee"] = match["referee_name"]
        home, away = (match[f"{side}_team"][f"{side}_team_name"] for side in ("home", "away"))
        season, where = match["season"]["season_name"], f"{path.name}:{place}"
        yield Row(("US", "NWSL"), season, kickoff_ts, time_known, home, away, cells, where)
