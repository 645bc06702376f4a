"""Odds and scores of the-odds-api, version 4: the answers as they are saved.

`/odds`, the odds of one event, `/events`, `/scores`, and the snapshots of `/historical/.../odds` (an object with
`timestamp` and `data`). The shapes are those of the-odds-api.com/liveapi/guides/v4 and
the-odds-api.com/historical-odds-data, the markets and sports those of sports-odds-data/betting-markets.html and
sports-apis.html there; they were not tried on a real answer.

A price is a tick at the moment of its market's `last_update`, else of its bookmaker's, else of the snapshot; none is
called a closing one. A line stands beside each outcome: that of the home side is the handicap's. The answers do not say
whether prices are decimal or American, and whether a score includes extra time: American ones are refused, and a score
is of ninety minutes only in a league that never has extra time, or without goals.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from footydata.football.records import KnockoutRecord
from footydata.football.terms import Part, Status
from footydata.football.wording import plural
from footydata.sources.api_prices import bookmaker_named, decimal_prices, main_line
from footydata.sources.cells import is_moment, read_count, read_name
from footydata.sources.json_rows import Text, read_json, read_moment, shaped
from footydata.sources.parsed import (
    NO_ID,
    UNKNOWN_COUNTRY,
    BookmakerKey,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedRecord,
    ParsedTick,
    Remark,
    TeamKey,
)
from footydata.sources.protocol import first_name, head_text
from footydata.sources.refusing import NO_GOALS, NO_TIME, SAME_TEAM, BadRow, SkippedFile, UnreadableFile, shown

MARKS = ("sport_key", "commence_time", "home_team")
"""Keys that each event has."""

FOOTBALL = "soccer_"

LEAGUES: dict[str, tuple[str, str]] = {
    "africa_cup_of_nations": ("AFRICA", "Africa Cup of Nations"),
    "argentina_primera_division": ("AR", "Primera División"),
    "australia_aleague": ("AU", "A-League"),
    "austria_bundesliga": ("AT", "Bundesliga"),
    "belgium_first_div": ("BE", "Pro League"),
    "brazil_campeonato": ("BR", "Série A"),
    "brazil_serie_b": ("BR", "Série B"),
    "chile_campeonato": ("CL", "Primera División"),
    "china_superleague": ("CN", "Super League"),
    "conmebol_copa_america": ("AMERICAS", "Copa América"),
    "conmebol_copa_libertadores": ("AMERICAS", "Copa Libertadores"),
    "conmebol_copa_sudamericana": ("AMERICAS", "Copa Sudamericana"),
    "denmark_superliga": ("DK", "Superliga"),
    "efl_champ": ("GB-ENG", "Championship"),
    "england_efl_cup": ("GB-ENG", "EFL Cup"),
    "england_league1": ("GB-ENG", "League One"),
    "england_league2": ("GB-ENG", "League Two"),
    "epl": ("GB-ENG", "Premier League"),
    "fa_cup": ("GB-ENG", "FA Cup"),
    "fifa_world_cup": ("WORLD", "World Cup"),
    "fifa_world_cup_womens": ("WORLD", "Women's World Cup"),
    "fifa_club_world_cup": ("WORLD", "Club World Cup"),
    "finland_veikkausliiga": ("FI", "Veikkausliiga"),
    "france_ligue_one": ("FR", "Ligue 1"),
    "france_ligue_two": ("FR", "Ligue 2"),
    "germany_bundesliga": ("DE", "Bundesliga"),
    "germany_bundesliga2": ("DE", "2. Bundesliga"),
    "germany_liga3": ("DE", "3. Liga"),
    "greece_super_league": ("GR", "Super League"),
    "italy_serie_a": ("IT", "Serie A"),
    "italy_serie_b": ("IT", "Serie B"),
    "japan_j_league": ("JP", "J1 League"),
    "korea_kleague1": ("KR", "K League 1"),
    "league_of_ireland": ("IE", "Premier Division"),
    "mexico_ligamx": ("MX", "Liga MX"),
    "netherlands_eredivisie": ("NL", "Eredivisie"),
    "norway_eliteserien": ("NO", "Eliteserien"),
    "poland_ekstraklasa": ("PL", "Ekstraklasa"),
    "portugal_primeira_liga": ("PT", "Primeira Liga"),
    "russia_premier_league": ("RU", "Premier League"),
    "spain_la_liga": ("ES", "La Liga"),
    "spain_segunda_division": ("ES", "Segunda División"),
    "spl": ("GB-SCT", "Premiership"),
    "sweden_allsvenskan": ("SE", "Allsvenskan"),
    "switzerland_superleague": ("CH", "Super League"),
    "turkey_super_league": ("TR", "Süper Lig"),
    "uefa_champs_league": ("EUROPE", "Champions League"),
    "uefa_europa_league": ("EUROPE", "Europa League"),
    "uefa_europa_conference_league": ("EUROPE", "Conference League"),
    "uefa_european_championship": ("EUROPE", "European Championship"),
    "usa_mls": ("US", "Major League Soccer"),
}
"""Key of a sport, without its beginning → country and name of the competition."""

NEVER_EXTRA_TIME = frozenset({"brazil_campeonato", "china_superleague", "epl", "italy_serie_a", "spain_la_liga"})
"""Leagues without any play-off that has extra time; some keys may have those of their league."""

OTHER_SLUGS = {
    "betfair_ex_uk": "betfair-exchange",
    "betfair_sb_uk": "betfair",
    "ladbrokes_uk": "ladbrokes",
    "onexbet": "1xbet",
    "williamhill": "william-hill",
}
"""Keys of bookmakers that other sources know under a slug of another spelling."""

HOME, AWAY, DRAW = "home", "away", "Draw"
RESULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "h2h": ("1x2", (HOME, DRAW, AWAY)),
    "h2h_3_way": ("1x2", (HOME, DRAW, AWAY)),
    "draw_no_bet": ("draw_no_bet", (HOME, AWAY)),
    "btts": ("btts", ("Yes", "No")),
}
TOTALS = {"totals": "goal_line", "totals_h1": "goal_line_half", "alternate_totals_corners": "corner_line"}
HANDICAPS = {
    "spreads": "asian_handicap",
    "spreads_h1": "asian_handicap_half",
    "alternate_spreads_corners": "corner_asian",
}
"""Key of a market → ours; of results, with its selections by name. Of several lines the main one is taken."""

INCOMPLETE = "a quote without all of its prices"

Moment = Text | int


class _Outcome(Struct):
    name: Text
    price: float
    point: float | None = None


class _Market(Struct):
    key: Text
    outcomes: list[_Outcome]
    last_update: Moment | None = None


class _Bookmaker(Struct):
    key: Text
    title: Text
    markets: list[_Market]
    last_update: Moment | None = None


class _SideScore(Struct):
    name: Text
    score: Text | int


class _SportEvent(Struct):
    """An event with its odds (`/odds`) or its score (`/scores`)."""

    id: Text
    sport_key: Text
    commence_time: Moment
    home_team: Text | None = None
    away_team: Text | None = None
    bookmakers: list[_Bookmaker] = []
    completed: bool | None = None
    scores: list[_SideScore] | None = None


class _Result(NamedTuple):
    """The state of an event, its goals of ninety minutes, and its final score if these are not known."""

    status: Status = Status.SCHEDULED
    ninety: tuple[int, int] | None = None
    final: tuple[int, int] | None = None


class TheOddsApi:
    """Odds of many bookmakers as ticks, and scores, of the-odds-api: JSON, answers and snapshots."""

    name = "the-odds-api"
    trust = 20

    def recognises(self, path: Path) -> bool:
        """Whether the file has events as this API writes them, of any sport."""
        is_json = path.suffix == ".json" and head_text(path).startswith(("{", "["))
        return is_json and all(first_name(path, (mark,)) for mark in MARKS)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The events in the file's order; a Refusal for each event or quote that can't be taken."""
        content = read_json(path)
        try:
            snapshot = _moment(content.get("timestamp")) if isinstance(content, dict) else None
        except BadRow as error:
            raise UnreadableFile(error.reason, error.text) from None
        events = content.get("data", content) if isinstance(content, dict) else content
        events = [events] if isinstance(events, dict) else events
        if not isinstance(events, list):
            raise UnreadableFile("no list of events")
        if not events:
            raise SkippedFile("no event in it")
        remarks: Counter[str] = Counter()
        for place, entry in enumerate(events, start=1):
            yield from _records(entry, place, snapshot, remarks)
        for reason, count in sorted(remarks.items()):
            yield Remark(f"{plural(count, 'quote')}: {reason}")


def _records(entry: Any, place: int, snapshot: int | None, remarks: Counter[str]) -> Iterator[ParsedRecord]:
    try:
        event = shaped(entry, _SportEvent)
        fixture = _fixture(event, place)
    except BadRow as error:
        yield error.refusal(place, entry)
        return
    ticks: list[ParsedTick] = []
    for bookmaker in event.bookmakers:
        for market in bookmaker.markets:
            try:
                tick = _tick(bookmaker, market, (fixture.home.name, fixture.away.name), snapshot)
            except BadRow as error:
                name = f"{bookmaker.key}: {market.key}"
                yield error.refusal(place, name if error.text is None else f"{name}: {error.text}")._replace(
                    column=market.key
                )
                continue
            if tick is None:
                remarks[f"no market of ours is {shown(market.key)}"] += 1
            elif tick.recorded_ts >= fixture.kickoff_ts:
                remarks["prices from after the kickoff are not read, as the answer does not have their minute"] += 1
            else:
                ticks.append(tick)
    parts = fixture.parts | Part.ODDS_HISTORY if event.bookmakers else fixture.parts
    yield fixture._replace(ticks=tuple(ticks), parts=parts)


def _fixture(event: _SportEvent, place: int) -> ParsedFixture:
    if not event.sport_key.startswith(FOOTBALL):
        raise BadRow("another sport than football", event.sport_key)
    if event.home_team is None or event.away_team is None:
        raise BadRow("no two sides: bets on a whole competition, not on a fixture", event.sport_key)
    home, away = read_name(event.home_team), read_name(event.away_team)
    if home == away:
        raise BadRow(SAME_TEAM, home)
    kickoff_ts = _moment(event.commence_time)
    assert kickoff_ts is not None
    sport = event.sport_key.removeprefix(FOOTBALL)
    result = _result(event, sport)
    parts = Part.BASE | (Part.GOALS if result.ninety else Part.KNOCKOUT if result.final else Part(0))
    return ParsedFixture(
        LeagueKey(*LEAGUES[sport]) if sport in LEAGUES else LeagueKey(UNKNOWN_COUNTRY, event.sport_key),
        None,
        TeamKey(home),
        TeamKey(away),
        kickoff_ts,
        parts,
        status=result.status,
        figures=Figures(*(result.ninety or (None, None))),
        key=read_name(event.id, "the event"),
        line=place,
        knockout=KnockoutRecord(NO_ID)._replace(final_home_goals=result.final[0], final_away_goals=result.final[1])
        if result.final
        else None,
    )


def _moment(value: object) -> int | None:
    """A moment as ISO text, or as unix seconds (`dateFormat=unix`); None for None. Raises BadRow."""
    if value is None:
        return None
    if isinstance(value, int) and is_moment(value):
        return value
    if isinstance(value, str):
        return read_moment(value)
    raise BadRow(NO_TIME, shown(value))


def _result(event: _SportEvent, sport: str) -> _Result:
    """The state and score of an event of `/scores`; scheduled if it has none."""
    if event.scores is None:
        if event.completed:
            raise BadRow("completed, without a score")
        return _Result()
    goals = {each.name: read_count(str(each.score)) for each in event.scores}
    home, away = goals.get(event.home_team or ""), goals.get(event.away_team or "")
    if home is None or away is None or len(event.scores) != len(goals):
        raise BadRow(NO_GOALS, ", ".join(f"{each.name} {each.score}" for each in event.scores))
    score = home, away
    is_ninety = sport in NEVER_EXTRA_TIME or score == (0, 0)
    if event.completed:
        return _Result(Status.FINISHED, score if is_ninety else None, None if is_ninety else score)
    return _Result(Status.LIVE, score if is_ninety else None)


def _tick(bookmaker: _Bookmaker, market: _Market, sides: tuple[str, str], snapshot: int | None) -> ParsedTick | None:
    """The quote of a market, None if it is none of ours. sides: the home and the away team. Raises BadRow."""
    if market.key in RESULTS:
        key, selections = RESULTS[market.key]
        names = [dict(zip((HOME, AWAY), sides, strict=True)).get(name, name) for name in selections]
        quote = (None, *_prices_by_name(market.outcomes, names))
    elif market.key in TOTALS:
        key, quote = TOTALS[market.key], _line_of(market.outcomes, ("Over", "Under"), second=1)
    elif market.key in HANDICAPS:
        key, quote = HANDICAPS[market.key], _line_of(market.outcomes, sides, second=-1)
    else:
        return None
    moment = _moment(market.last_update) or _moment(bookmaker.last_update) or snapshot
    if moment is None:
        raise BadRow("prices without a moment")
    slug = OTHER_SLUGS.get(bookmaker.key) or bookmaker_named(bookmaker.key).slug
    key_of_bookmaker = BookmakerKey(slug, read_name(bookmaker.title, "a bookmaker"))
    line, first, second, third = (*quote, None)[:4]
    return ParsedTick(key_of_bookmaker, key, moment, 0, None, line, first, second, third)


def _prices_by_name(outcomes: Sequence[_Outcome], names: Sequence[str]) -> Sequence[float]:
    """The prices of these outcomes, in their order. Raises BadRow unless there are these alone."""
    prices = {outcome.name: outcome.price for outcome in outcomes}
    if set(prices) != set(names) or len(prices) != len(outcomes):
        raise BadRow(INCOMPLETE, ", ".join(outcome.name for outcome in outcomes))
    return decimal_prices([prices[name] for name in names])


def _line_of(outcomes: Sequence[_Outcome], names: tuple[str, str], *, second: int) -> tuple[float, float, float]:
    """The main line and its prices. second: 1 if the second outcome has the line of the first, -1 if the opposite one.

    A price of one side without the other's is no quote. Raises BadRow if no two outcomes belong together.
    """
    points: dict[tuple[str, float], float] = {}
    for outcome in outcomes:
        if outcome.name not in names or outcome.point is None or (outcome.name, outcome.point) in points:
            raise BadRow("a line whose side is not known", f"{outcome.name} {outcome.point}")
        points[outcome.name, outcome.point] = outcome.price
    pairs = {
        point: (price, points[names[1], second * point])
        for (name, point), price in points.items()
        if name == names[0] and (names[1], second * point) in points
    }
    if not pairs:
        raise BadRow(INCOMPLETE, ", ".join(f"{outcome.name} {outcome.point:g}" for outcome in outcomes))
    for prices in pairs.values():
        decimal_prices(prices)
    return main_line(pairs)
