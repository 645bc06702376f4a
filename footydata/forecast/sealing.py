"""Forecasts sealed before kickoff in a ledger, and their scores beside the closing prices.

The ledger holds what was forecast, when, and from which model and data. Its times are those that the writer's clock
gave: only the hash of an entry, published where the writer can't change it, proves to others that it existed by then.
"""

import hashlib
import json
import math
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np

from footydata.football.errors import TooFewFixtures
from footydata.football.markets import MARKETS, Market
from footydata.football.moments import day_of
from footydata.football.records import SealedForecast
from footydata.football.register.naming import bare
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Status
from footydata.forecast.bets.book import mean_and_error
from footydata.forecast.bets.closing import Closing, closings
from footydata.forecast.bets.matching import match, rows_by_id
from footydata.forecast.bets.slips import Slip
from footydata.forecast.pricing import LineWithLadder, price_ladders
from footydata.odds.markets import MARKET_BY_KEY
from footydata.odds.settlement import settle_fixture
from footydata.store.forecasts import append_sealed, sealed
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.leagues import leagues
from footydata.store.read.teams.spellings import teams_by_bare_name

DAYS = 7
DIGITS = 6
"""Decimals of sealed prices and means."""

SEALED_AFTER = "sealed after kickoff"
SEALED_AGAIN = "sealed again later, before kickoff"


class Sealed(NamedTuple):
    """What was sealed: numbers of entries and of their fixtures; head: the hash of the ledger's last entry."""

    entries: int
    fixtures: int
    head: str


def seal(connection: sqlite3.Connection, *, now: int, days: int = DAYS, league_id: int | None = None) -> Sealed:
    """Seal the fair lines of the fixtures that kick off within so many days, in the eleven markets of the service.

    now: unix seconds. A fixture of which only the day is known counts as kicking off at 00:00 UTC of it.
    Raises TooFewFixtures.
    """
    filters = FixtureFilter(
        start_ts=now + 1,
        end_ts=now + days * DAY,
        statuses=(Status.SCHEDULED,),
        league_ids=None if league_id is None else (league_id,),
        esports=False,
    )
    coming = fixtures(connection, filters)
    countries = {row.id: row.country for row in leagues(connection)}
    entries = [_entry(row, countries[row.fixture.league_id], now) for row in price_ladders(connection, coming, now=now)]
    if not entries:
        raise TooFewFixtures(f"no fixture of the next {days} days can be priced; {len(coming)} are to come")
    return Sealed(len(entries), len({entry.fixture_id for entry in entries}), append_sealed(connection, entries))


def _entry(row: LineWithLadder, country: str, now: int) -> SealedForecast:
    fixture, fair = row.fixture, row.fair
    rungs = None
    if row.ladder is not None:
        lines = np.column_stack([row.ladder.lines, row.ladder.prices]).round(DIGITS)
        rungs = json.dumps(lines.tolist(), separators=(",", ":"))
    return SealedForecast(
        seq=0,
        sealed_ts=now,
        fixture_id=fixture.id,
        country=country,
        league=fixture.league,
        season=fixture.season,
        kickoff_ts=fixture.kickoff_ts,
        home=fixture.home,
        away=fixture.away,
        market=fair.market,
        line=fair.line,
        price_1=round(fair.price_1, DIGITS),
        price_2=round(fair.price_2, DIGITS),
        price_3=None if fair.price_3 is None else round(fair.price_3, DIGITS),
        ladder=rungs,
        home_mean=round(fair.home_mean, DIGITS),
        away_mean=round(fair.away_mean, DIGITS),
        fixtures_used=fair.fixtures_used,
        model=fair.model,
        data_state=_digest(row.inputs),
        previous="",
        hash="",
    )


def _digest(inputs: Sequence[object]) -> str:
    """A hash of the past fixtures and prices that were used: the same data gives the same hash anywhere."""
    return hashlib.sha256(json.dumps(inputs, separators=(",", ":")).encode()).hexdigest()


class Scored(NamedTuple):
    """The scores of a market's sealed forecasts, the last one before each kickoff.

    forecasts: how many; log_loss: their mean at our own line, over the shares of stakes that were won or lost.
    with_close: how many have a recorded closing line that is in the sealed ladder; ours, closing: the log losses of the
    forecast and of the closing prices there; difference: ours less closing; error: its standard error. None if no
    forecast has them.
    """

    market: str
    forecasts: int
    log_loss: float
    with_close: int
    ours: float | None
    closing: float | None
    difference: float | None
    error: float | None


class Scores(NamedTuple):
    """The scores by market; left_out: reason → how many entries are not scored for it."""

    rows: list[Scored]
    left_out: dict[str, int]


class _Losses(NamedTuple):
    """The log losses of a forecast: loss at its own line; ours and the closing prices' at the closing line."""

    loss: float
    ours: float | None
    closing: float | None


def score(connection: sqlite3.Connection) -> Scores:
    """The scores of the sealed forecasts: of each fixture and market the last that was sealed before kickoff."""
    left_out: defaultdict[str, int] = defaultdict(int)
    pairs = _with_finished_fixtures(connection, _last_before_kickoff(sealed(connection), left_out), left_out)
    pairs = _last_of_each(pairs, left_out)
    losses: defaultdict[str, list[_Losses]] = defaultdict(list)
    closes = _closes(connection, pairs)
    for (entry, fixture), close in zip(pairs, closes, strict=True):
        market = MARKET_BY_KEY[entry.market]
        loss = _loss(market, entry.line, _chances(_prices(entry)), fixture)
        if loss is None:
            left_out["the bet is void, or a figure is not known"] += 1
            continue
        losses[entry.market].append(_Losses(loss, *_losses_at_close(entry, market, fixture, close)))
    order = [market.key for market in MARKETS]
    return Scores([_scored(key, losses[key]) for key in order if losses[key]], dict(left_out))


def _last_before_kickoff(entries: Iterable[SealedForecast], left_out: defaultdict[str, int]) -> list[SealedForecast]:
    """The last entry of each fixture (by the names in the entry) and market that was sealed before its kickoff."""
    sealed_by_key: dict[tuple[object, ...], SealedForecast] = {}
    for entry in entries:
        key = (entry.country, entry.league, entry.season, entry.home, entry.away, entry.kickoff_ts, entry.market)
        if entry.sealed_ts >= entry.kickoff_ts:
            left_out[SEALED_AFTER] += 1
            continue
        if key in sealed_by_key:
            left_out[SEALED_AGAIN] += 1
        sealed_by_key[key] = entry
    return list(sealed_by_key.values())


def _with_finished_fixtures(
    connection: sqlite3.Connection, entries: Sequence[SealedForecast], left_out: defaultdict[str, int]
) -> list[tuple[SealedForecast, FixtureRow]]:
    """The entries whose fixtures are found and finished, with these."""
    kept_rows, lost = [], []
    for entry, row in zip(entries, sealed_fixtures(connection, entries), strict=True):
        if row is None:
            lost.append(entry)
        elif entry.sealed_ts >= row.kickoff_ts:
            left_out[SEALED_AFTER] += 1
        elif row.status != Status.FINISHED:
            left_out["not finished yet"] += 1
        else:
            kept_rows.append((entry, row))
    if lost:
        first = f"{lost[0].home} - {lost[0].away} of {day_of(lost[0].kickoff_ts)}"
        left_out[f"no fixture is found by its words, as {first}; load it, or name a team by 'teams alias'"] = len(lost)
    return kept_rows


def _last_of_each(
    pairs: Sequence[tuple[SealedForecast, FixtureRow]], left_out: defaultdict[str, int]
) -> list[tuple[SealedForecast, FixtureRow]]:
    """The last entry of each fixture and market: a postponed fixture may be sealed under two kickoffs."""
    scored_by_key: dict[tuple[int, str], tuple[SealedForecast, FixtureRow]] = {}
    for entry, fixture in sorted(pairs, key=lambda pair: pair[0].seq):
        if (fixture.id, entry.market) in scored_by_key:
            left_out[SEALED_AGAIN] += 1
        scored_by_key[fixture.id, entry.market] = entry, fixture
    return list(scored_by_key.values())


def _prices(entry: SealedForecast) -> list[float]:
    return [price for price in (entry.price_1, entry.price_2, entry.price_3) if price is not None]


def _chances(prices: Sequence[float]) -> list[float]:
    """The chances of the selections by their fair prices, given that the stake is won or lost."""
    total = math.fsum(1 / price for price in prices)
    return [1 / price / total for price in prices]


def _loss(market: Market, line: float | None, chances: Sequence[float], fixture: FixtureRow) -> float | None:
    """The log loss over the shares of a stake that are won or lost; None if the whole stake is returned."""
    shares = []
    for side in market.shape.selections:
        end = settle_fixture(market, line=line, side=side, fixture=fixture)
        shares.append(end.won if end else 0.0)
    total = sum(shares)
    if not total:
        return None
    return -sum(share * math.log(chance) for share, chance in zip(shares, chances, strict=True)) / total


def _closes(
    connection: sqlite3.Connection, pairs: Sequence[tuple[SealedForecast, FixtureRow]]
) -> list[tuple[float | None, list[float]] | None]:
    """The closing line of each entry's market, and the chances of its selections there; None if unknown."""
    first = closings(connection, [(slip_of(0, entry, fixture.id), fixture) for entry, fixture in pairs])
    keys = [
        (slip_of(place, entry._replace(line=close.line), fixture.id)._replace(side=side), fixture)
        for place, ((entry, fixture), close) in enumerate(zip(pairs, first, strict=True))
        if isinstance(close, Closing)
        for side in MARKET_BY_KEY[entry.market].shape.selections
    ]
    prices: defaultdict[int, list[float]] = defaultdict(list)
    for (slip, _), close in zip(keys, closings(connection, keys), strict=True):
        if isinstance(close, Closing):
            prices[slip.row].append(close.price)
    return [
        (close.line, _chances(prices[place])) if isinstance(close, Closing) and prices[place] else None
        for place, close in enumerate(first)
    ]


def _losses_at_close(
    entry: SealedForecast, market: Market, fixture: FixtureRow, close: tuple[float | None, list[float]] | None
) -> tuple[float | None, float | None]:
    """The log losses of the entry and of the closing prices at the closing line; None if the ladder lacks it."""
    if close is None:
        return None, None
    line, chances = close
    own = _prices(entry)
    if market.shape.has_line:
        rungs = {rung[0]: rung[1:] for rung in json.loads(entry.ladder or "[]")}
        if line not in rungs:
            return None, None
        own = rungs[line]
    ours, theirs = (_loss(market, line, each, fixture) for each in (_chances(own), chances))
    return (ours, theirs) if ours is not None and theirs is not None else (None, None)


def _scored(key: str, losses: Sequence[_Losses]) -> Scored:
    both = [(one.ours, one.closing) for one in losses if one.ours is not None and one.closing is not None]
    loss = math.fsum(one.loss for one in losses) / len(losses)
    if not both:
        return Scored(MARKET_BY_KEY[key].param, len(losses), loss, 0, None, None, None, None)
    ours, closing = (math.fsum(each) / len(both) for each in zip(*both, strict=True))
    gap, error = mean_and_error([one - other for one, other in both])
    return Scored(MARKET_BY_KEY[key].param, len(losses), loss, len(both), ours, closing, gap, error)


def sealed_fixtures(connection: sqlite3.Connection, entries: Sequence[SealedForecast]) -> list[FixtureRow | None]:
    """The fixture of each entry; None if no fixture fits its names, or several do.

    An entry's fixture is the one with its id if both teams still have these names, in any spelling; else the one by
    its day and teams; else the only one of these home and away teams in its league and season, for a postponed fixture
    with a new id.
    """
    spellings = _Spellings(connection)
    by_id = rows_by_id(connection, {entry.fixture_id for entry in entries})
    fixtures_by_place: dict[int, FixtureRow] = {
        place: row
        for place, entry in enumerate(entries)
        if (row := by_id.get(entry.fixture_id)) and spellings.fit(row, entry)
    }
    unmatched = [slip_of(place, entry, None) for place, entry in enumerate(entries) if place not in fixtures_by_place]
    matched = match(connection, unmatched) if unmatched else {}
    fixtures_by_place |= {place: row for place, row in matched.items() if isinstance(row, FixtureRow)}
    missing = [entry for place, entry in enumerate(entries) if place not in fixtures_by_place]
    meetings = _only_meetings(connection, missing, spellings)
    return [fixtures_by_place.get(place) or meetings.get(_names(entry)) for place, entry in enumerate(entries)]


def slip_of(place: int, entry: SealedForecast, fixture_id: int | None) -> Slip:
    """The entry as a bet on its first selection, to look up its fixture and closing prices like those of a bet."""
    market = MARKET_BY_KEY[entry.market]
    day: date = day_of(entry.kickoff_ts)
    side = market.shape.selections[0]
    return Slip(place, fixture_id, day, entry.home, entry.away, None, market, entry.line, side, 2.0, 1.0, None)


class _Spellings:
    """Which teams have a name, in all their spellings."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._teams = teams_by_bare_name(connection)

    def teams(self, name: str) -> Collection[int]:
        return self._teams.get(bare(name), ())

    def fit(self, row: FixtureRow, entry: SealedForecast) -> bool:
        """Whether the sides of the fixture have the names in the entry."""
        return row.home_id in self.teams(entry.home) and row.away_id in self.teams(entry.away)


def _names(entry: SealedForecast) -> tuple[str, str, str | None, str, str]:
    return entry.country, entry.league, entry.season, entry.home, entry.away


def _only_meetings(
    connection: sqlite3.Connection, entries: Sequence[SealedForecast], spellings: _Spellings
) -> dict[tuple[str, str, str | None, str, str], FixtureRow]:
    """Names in an entry → the only fixture of these home and away teams in its league and season."""
    entries_by_name = {_names(entry): entry for entry in entries if entry.season is not None}
    teams = {team_id for entry in entries_by_name.values() for team_id in spellings.teams(entry.home)}
    by_season: defaultdict[tuple[str, str, str | None], list[FixtureRow]] = defaultdict(list)
    for row in fixtures(connection, FixtureFilter(team_ids=tuple(sorted(teams)))) if teams else ():
        by_season[row.country, row.league, row.season].append(row)
    fixtures_by_names = {}
    for names, entry in entries_by_name.items():
        met = [row for row in by_season[names[:3]] if spellings.fit(row, entry)]
        if len(met) == 1:
            fixtures_by_names[names] = met[0]
    return fixtures_by_names
