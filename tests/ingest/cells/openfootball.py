"""The files of openfootball: football.json, worldcup.json and Football.TXT, whose times are those of the place."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from tests.ingest.cells.rows import Cell, Row, moment

TITLES = {
    "English Premier League": ("GB-ENG", "Premier League", "Europe/London"),
    "UEFA Champions League": ("EUROPE", "Champions League", "Europe/Paris"),
    "French Ligue 1": ("FR", "Ligue 1", "Europe/Paris"),
    "Primera División de España": ("ES", "La Liga", "Europe/Madrid"),
    "Scottish Premiership": ("GB-SCT", "Premiership", "Europe/London"),
    "World Cup": ("WORLD", "World Cup", "UTC"),
    "Deutsche 3. Liga": ("DE", "3. Liga", "Europe/Berlin"),
    "Italian Serie A": ("IT", "Serie A", "Europe/Rome"),
    "Turkish Süper Lig": ("TR", "Süper Lig", "Europe/Istanbul"),
}
"""A file's title without its season → country, name and zone of the competition."""

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def json_rows(path: Path) -> Iterator[Row]:
    """The matches of a JSON file."""
    document = json.loads(path.read_text(encoding="utf-8"))
    title, label = titled(document["name"])
    for place, match in enumerate(document["matches"], start=1):
        country, name, zone = TITLES[title]
        at, _, offset = match.get("time", "").partition(" UTC")
        kickoff_ts, time_known = moment(date.fromisoformat(match["date"]), at, zone)
        if offset:
            hour, minute = map(int, at.split(":"))
            day = date.fromisoformat(match["date"])
            there = datetime(
                day.year,
                day.month,
                day.day,
                hour,
                minute,
                tzinfo=timezone(timedelta(hours=int(offset))),
            )
            kickoff_ts = int(there.astimezone(UTC).timestamp())
        score = match.get("score") or {}
        cells = figures(score.get("ft"), score.get("ht")) | rounds(
            match.get("group"), match.get("round")
        )
        cells |= goals(match, score.get("ft"))
        home, away = (re.sub(r" \([A-Z]{3}\)$", "", match[side]) for side in ("team1", "team2"))
        yield Row(
            (country, name),
            label,
            kickoff_ts,
            time_known,
            home,
            away,
            cells,
            f"{path.parent.name}/{path.name}:{place}",
        )


def text_rows(path: Path) -> Iterator[Row]:
    """The matches of a Football.TXT file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    title, label = titled(lines[0].lstrip("= "))
    country, name, zone = TITLES[title]
    year = 2000 + int(label[:2])
    day, clock, heading = None, "", ""
    for number, line in enumerate(lines[1:], start=2):
        text = line.partition("#")[0].strip()
        dated = re.fullmatch(r"\[?[A-Z][a-z]{2} ([A-Z][a-z]{2})[/ ](\d+)(?: \d{4})?\]?", text)
        if dated:
            month = MONTHS.index(dated[1]) + 1
            # 2019-20 lasted to the end of July, and no season here begins before August.
            day, clock = date(year if month >= 8 else year + 1, month, int(dated[2])), ""
            continue
        if "Matchday" in text:
            heading = text.lstrip("▪» ")
            continue
        if not text:
            continue
        timed = re.match(r"(\d\d[.:]\d\d) +(.*)", text)
        if timed:
            clock, text = timed[1], timed[2]
        played = re.search(r" (\d+)-(\d+)(?: \((\d+)-(\d+)\))?", text)
        assert day and played, f"{path.name}:{number}: {text}"
        home, away = text[: played.start()], text[played.end() :]
        if not away:
            home, _, away = home.partition(" v ")
        half = played[3] and [int(played[3]), int(played[4])]
        cells = figures([int(played[1]), int(played[2])], half) | rounds(None, heading)
        kickoff_ts, time_known = moment(day, clock, zone)
        place = f"{path.parent.name}/{path.name}:{number}"
        yield Row(
            (country, name), label, kickoff_ts, time_known, home.strip(), away.strip(), cells, place
        )


def titled(text: str) -> tuple[str, str]:
    """A title without its season, and the season's label."""
    found = re.fullmatch(r"(.+) (\d{4})(?:/(\d\d))?", text.strip())
    assert found, text
    return found[1], f"{found[2][2:]}/{found[3]}" if found[3] else found[2]


def figures(full: list[int] | None, half: list[int] | None) -> dict[str, Cell]:
    """Goals; the half-time score of a goalless match is left out, and is none to none."""
    if full is None:
        return {}
    cells: dict[str, Cell] = {"home_goals": full[0], "away_goals": full[1]}
    half = [0, 0] if full == [0, 0] else half
    return cells | ({"half_home_goals": half[0], "half_away_goals": half[1]} if half else {})


def rounds(group: str | None, heading: str | None) -> dict[str, Cell]:
    """The number of the round, and the stage where there is one; the matchdays of a group are mere days."""
    if group:
        return {"stage": group}
    if not heading:
        return {}
    stage, _, day = heading.rpartition(", ") if "Matchday" in heading else (heading, "", "")
    cells: dict[str, Cell] = {"round": int(day.split()[1])} if day else {}
    return cells | ({"stage": stage} if stage and stage != "Regular" else {})


def goals(match: dict[str, Any], full: list[int] | None) -> dict[str, Cell]:
    """The goals of regulation time in their order, where they add up to the score."""
    listed = [
        (goal["minute"] > 45, goal["minute"], goal.get("offset", 0), side, goal["name"])
        for side, goals in (("home", match.get("goals1")), ("away", match.get("goals2")))
        for goal in goals or []
        if goal["minute"] <= 90
    ]
    if (
        "goals1" not in match
        or [sum(goal[3] == side for goal in listed) for side in ("home", "away")] != full
    ):
        return {}
    return {
        "goals": "; ".join(
            f"{minute}+{more} {side} {name}"
            for _, minute, more, side, name in sorted(listed, key=lambda goal: goal[:3])
        )
    }
