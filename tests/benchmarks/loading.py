"""Loading v1 pages and CSV files, against the ways that people would write: medians of interleaved runs.

    python tests/benchmarks/loading.py [FIXTURES] [ROUNDS]

naive: json, a pydantic model a row, sqlite-utils insert, a transaction a page; raw: executemany of rows that are
shaped already, into the same schema. Pages are made here, the same on every machine; nothing is fetched.
"""

import json
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from sqlite_utils import Database

from footydata.football.markets import ALL_PERIODS, SUMMARY_MARKETS
from footydata.football.records import TABLES, EventRecord
from footydata.football.terms import STATISTICS
from footydata.ingest.files import load
from footydata.service.wire import Fixture
from footydata.sources.parsed import ParsedPage
from footydata.sources.v1_dump import V1Dump
from footydata.store.file.opening import open_database

NOW = 1_773_500_000
PAGE = 50
TEAMS = 400


def rows(count: int, *, detailed: bool) -> Iterator[dict[str, Any]]:
    """Finished fixtures of twenty leagues, with all that include brings where detailed."""
    rng = Random(2014)
    for place in range(count):
        home, away = rng.sample(range(TEAMS), 2)
        kickoff = 1_500_000_000 + place * 1_800
        row: dict[str, Any] = {
            "id": 700_000 + place,
            "league": {"id": 100 + home % 20, "name": f"League {home % 20}"},
            "teams": {
                "home": {"id": 1_000 + home, "name": f"Town {home}"},
                "away": {"id": 1_000 + away, "name": f"Town {away}"},
            },
            "kickoff_utc": "2024-01-01T00:00:00+00:00",
            "kickoff_ts": kickoff,
            "status": "finished",
            "goals": {"home": rng.randrange(5), "away": rng.randrange(4)},
            "corners": {"home": rng.randrange(12), "away": rng.randrange(10)},
            "cards": {side: {"yellow": rng.randrange(5), "red": 0} for side in ("home", "away")},
        }
        yield row | _detail(rng) if detailed else row


def _detail(rng: Random) -> dict[str, Any]:
    whole = {name: {"home": rng.randrange(90), "away": rng.randrange(90)} for name in STATISTICS}
    return {
        "odds": _summary(rng),
        "statistics": {**whole, "first_half": whole},
        "events": _events(rng),
    }


def _summary(rng: Random) -> dict[str, Any]:
    odds: dict[str, Any] = {}
    for market in SUMMARY_MARKETS:
        price = {name: rng.randrange(110, 900) / 100 for name in market.shape.selections}
        value = rng.randrange(2, 48) / 4 if market.shape.has_line else price
        odds[market.key] = dict.fromkeys(market.summary_periods, value)
    return odds


def _events(rng: Random) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for half, start in (("first_half", 1), ("second_half", 46)):
        for minute in sorted(rng.randrange(start, start + 45) for _ in range(12)):
            kind = rng.choice(("corner", "corner", "corner", "yellow_card", "goal"))
            events.append(
                {"type": kind, "minute": minute, "team": rng.choice(("home", "away")), "count": 1}
            )
        events.append(
            {
                "type": "period_score",
                "minute": None,
                "team": None,
                "period": half,
                "score": {"home": 1, "away": 0},
            }
        )
    return events


def pages(count: int, *, detailed: bool) -> list[bytes]:
    """Response bodies of fifty fixtures each."""
    every = list(rows(count, detailed=detailed))
    starts = range(0, len(every), PAGE)
    return [
        json.dumps(
            {"success": 1, "data": every[start : start + PAGE], "pagination": {"has_more": True}}
        ).encode()
        for start in starts
    ]


def write_dump(path: Path, bodies: list[bytes]) -> None:
    """A dump: the default bookmaker, then the pages."""
    maker = {"id": 8, "name": "Kestrel", "slug": "kestrel", "is_default": True}
    head = json.dumps(
        {"path": "/v1/bookmakers", "query": {}, "body": {"success": 1, "data": [maker]}}
    ).encode()
    lines = (b'{"path":"/v1/fixtures","query":{},"body":%b}' % body for body in bodies)
    path.write_bytes(b"\n".join((head, *lines)) + b"\n")


def ours(place: Path, dump: Path) -> None:
    """footydata load."""
    with closing(open_database(place)) as connection:
        load(connection, [dump], now=NOW)


def naive(place: Path, bodies: list[bytes]) -> None:
    """json, pydantic models, sqlite-utils insert, page by page, into tables of its own."""
    database = Database(place)
    for body in bodies:
        fixtures = [Fixture.model_validate(row) for row in json.loads(body)["data"]]
        database["fixture"].insert_all((_flat(fixture) for fixture in fixtures), pk="id")
        if fixtures[0].events is None:
            continue
        database["statistics"].insert_all(
            (_flat_statistics(fixture) for fixture in fixtures), pk="fixture_id"
        )
        events = (
            {"fixture_id": fixture.id, "seq": seq, **event.as_sent(), "score": str(event.score)}
            for fixture in fixtures
            for seq, event in enumerate(fixture.events or (), start=1)
        )
        database["event"].insert_all(events, pk=("fixture_id", "seq"), alter=True)
        database["odds"].insert_all(
            (line for fixture in fixtures for line in _flat_odds(fixture)),
            pk=("fixture_id", "market"),
            alter=True,
        )
    database.close()


def _flat(fixture: Fixture) -> dict[str, Any]:
    cards = fixture.cards
    return {
        "id": fixture.id,
        "league_id": fixture.league.id,
        "home_id": fixture.teams.home.id,
        "away_id": fixture.teams.away.id,
        "kickoff_ts": fixture.kickoff_ts,
        "status": fixture.status,
        "home_goals": fixture.goals.home,
        "away_goals": fixture.goals.away,
        "home_corners": fixture.corners.home,
        "away_corners": fixture.corners.away,
        "home_yellow": cards.home.yellow,
        "away_yellow": cards.away.yellow,
        "home_red": cards.home.red,
        "away_red": cards.away.red,
    }


def _flat_statistics(fixture: Fixture) -> dict[str, Any]:
    figures = fixture.statistics
    assert figures is not None
    flat: dict[str, Any] = {"fixture_id": fixture.id}
    for prefix, half in (("", figures), ("half_", figures.first_half)):
        for name in STATISTICS:
            sides = getattr(half, name)
            flat |= {f"{prefix}home_{name}": sides.home, f"{prefix}away_{name}": sides.away}
    return flat


def _flat_odds(fixture: Fixture) -> Iterator[dict[str, Any]]:
    assert fixture.odds is not None
    for market in SUMMARY_MARKETS:
        figures = fixture.odds[market.key]
        flat: dict[str, Any] = {"fixture_id": fixture.id, "market": market.key}
        for period in ALL_PERIODS:
            value = getattr(figures, period, None)
            if market.shape.has_line or value is None:
                flat[f"{period}_line"] = value
            else:
                flat |= {
                    f"{period}_{name}": getattr(value, name) for name in market.shape.selections
                }
        yield flat


Shaped = dict[str, list[tuple[Any, ...]]]


def shaped(dump: Path) -> Shaped:
    """The rows of a dump, ready for executemany."""
    found: Shaped = {
        name: []
        for name in (
            "league",
            "team",
            "bookmaker",
            "fixture",
            "team_fixture",
            "statistics",
            "event",
            "odds",
        )
    }
    found["bookmaker"].append((8, "Kestrel", "kestrel", 1))
    leagues: dict[int, str] = {}
    teams: dict[int, str] = {}
    for page in V1Dump().records(dump):
        if isinstance(page, ParsedPage):
            leagues |= page.leagues
            teams |= page.teams
            for fixture, _, figures, events, quotes in page.rows:
                fixture_id, kickoff = fixture[0], fixture[5]
                found["fixture"].append((*fixture[:9], 0, *fixture[10:]))
                found["team_fixture"] += [(fixture[side], kickoff, fixture_id) for side in (3, 4)]
                found["statistics"] += () if figures is None else (figures,)
                found["event"] += (EventRecord(*row) for row in events)
                found["odds"] += ((row[0], 8, *row[2:]) for row in quotes)
    found["league"] = [
        (key, name, None, "WORLD", 1, 0, "free", None) for key, name in leagues.items()
    ]
    found["team"] = [(key, name, None) for key, name in teams.items()]
    return found


def raw(place: Path, tables: Shaped) -> None:
    """executemany of shaped rows, one transaction, into the same schema."""
    with closing(open_database(place)) as connection, connection:
        connection.execute("insert into country values ('WORLD', 'World', 'region')")
        for name, table_rows in tables.items():
            marks = ", ".join("?" * len(TABLES[name]._fields))  # type: ignore[attr-defined]
            connection.executemany(f"insert into {name} values ({marks})", table_rows)


def timed(work: Callable[[Path], None], place: Path) -> float:
    """Seconds that a way takes into a new file."""
    for old in place.parent.glob(f"{place.name}*"):
        old.unlink()
    sqlite3.connect(place).close()
    began = perf_counter()
    work(place)
    return perf_counter() - began


def medians(ways: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median seconds of each way, the ways taking turns."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            taken[name].append(way())
    return {name: statistics.median(each) for name, each in taken.items()}


def reloaded(place: Path, dump: Path) -> float:
    """Seconds to load what is there already and unchanged."""
    began = perf_counter()
    ours(place, dump)
    return perf_counter() - began


def compare(folder: Path, count: int, rounds: int, *, detailed: bool) -> None:
    """One table: base or detailed pages."""
    bodies = pages(count, detailed=detailed)
    dump = folder / f"pages-{detailed}.jsonl"
    write_dump(dump, bodies)
    tables = shaped(dump)
    place = folder / "ours.db"
    found = medians(
        {
            "ours": lambda: timed(lambda at: ours(at, dump), place),
            "ours, again unchanged": lambda: reloaded(place, dump),
            "naive": lambda: timed(lambda at: naive(at, bodies), folder / "naive.db"),
            "raw executemany": lambda: timed(lambda at: raw(at, tables), folder / "raw.db"),
        },
        rounds,
    )
    print(f"\n{count} fixtures, {'with odds, events, stats' if detailed else 'base'}")
    for name, seconds in found.items():
        print(f"  {name:24} {count / seconds:>12,.0f} fixtures/s")
    goals = (6, 0.3) if detailed else (5, 0)
    print(f"  ours / naive {found['naive'] / found['ours']:.1f} (goal {goals[0]})", end="; ")
    print(f"ours / raw {found['raw executemany'] / found['ours']:.2f} (goal {goals[1]})", end="; ")
    print(f"again / first {found['ours'] / found['ours, again unchanged']:.0f} (goal 3)")


def main() -> None:
    """Print the tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        compare(Path(folder), count, rounds, detailed=False)
        compare(Path(folder), max(count // 5, PAGE), rounds, detailed=True)


if __name__ == "__main__":
    main()
