"""Odds scraped from OddsPortal by OddsHarvester (jordantete/OddsHarvester, MIT): JSON, a record for each match scraped.

A source under the entry point that packages use: it needs `sources.parsed`, the vocabulary of `football`, and what
the protocol names. The shapes are those of OddsHarvester's README.md ("Live", "Blocked odds", "Odds History"), of
src/oddsharvester/core/sport_market_registry.py (markets and labels of prices), core/match_details.py (the rest of a
record) and utils/period_constants.py (periods).

Home and away are those of the record, as links name the teams in any order. Nothing says when a fixture ended: prices
scraped before its earliest end, or in its in-play view, are ticks; later ones are closing prices, as the page shows
the last ones before kickoff. Scores are final from DUE_AFTER on. The prices of a record are read as those of one row of
a table: of several lines of a bookmaker in one market that with the nearest prices is the main one. A handicap is the
home side's: prices of team 1 at -0.5 are those of its win in 1x2.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from footydata.football.countries import WORLD
from footydata.football.records import VenueRecord
from footydata.football.register import country_words, normalised
from footydata.football.scores import score_text
from footydata.football.terms import DUE_AFTER, Period, Status
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.cells import read_count, read_name, season_key
from footydata.sources.days import FIRST_YEAR, LAST_YEAR
from footydata.sources.match_scores import MatchScores, Score
from footydata.sources.parsed import (
    NO_GOALS,
    NO_ID,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
    Claims,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLine,
    ParsedOdds,
    ParsedTick,
    Refusal,
    SkippedFile,
    TeamKey,
    UnreadableFile,
    shown,
)
from footydata.sources.protocol import Count, Text, head_text, read_each, read_json, shaped
from footydata.sources.tables.chunks import TableQuotes
from footydata.sources.tables.meanings import OddsColumn, meaning_text
from footydata.sources.tables.table_map import TableMap

EARLIEST_END = 105 * 60
"""Seconds after kickoff before which no fixture has ended: two halves of 45 minutes and the break."""


NONE = ("", "-", None)
"""What stands for no value."""

MARKETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "1x2": ("1x2", ("1", "X", "2")),
    "btts": ("btts", ("btts_yes", "btts_no")),
    "double_chance": ("double_chance", ("1X", "12", "X2")),
    "dnb": ("draw_no_bet", ("dnb_team1", "dnb_team2")),
    "over_under": ("goal_line", ("odds_over", "odds_under")),
    "asian_handicap": ("asian_handicap", ("team1_handicap", "team2_handicap")),
}
"""OddsHarvester's market, without its line → ours, and its names of the prices in our order of selections."""

PERIODS = {"FullTime": "", "FirstHalf": "_half", "1stHalf": "_half"}
"""OddsHarvester's period → the end of our market's name."""

_MARKET = re.compile(
    rf"(?P<name>{'|'.join(MARKETS)})(?:_(?P<line>[+-]?\d+(?:_\d+)?))?_market", re.ASCII
)
"""The name of a list of prices, with its line where the market has lines: asian_handicap_-0_75_market."""

_PRICE = re.compile(r"(\d{1,4}\.\d{1,6})(?:\(\d+\))?", re.ASCII)
"""A decimal price, on an exchange with what it takes; American odds are whole numbers."""

_LINE = re.compile(r"(?:^|\s)([+-]?\d+(?:\.\d+)?)$", re.ASCII)
"""The line at the end of a submarket's name, as in Over/Under +2.5."""

_LINK = re.compile(r"(?:https?://[^/]+)?/(?P<sport>[\w-]+)/(?P<country>[\w-]+)/", re.ASCII)
_MOMENT = "%Y-%m-%d %H:%M:%S UTC"
_SEASON = re.compile(r"\s+(\d{4}(?:/\d{4})?)$", re.ASCII)
_MATCH_ID = re.compile(r"[-#]([A-Za-z0-9]{8})(?![A-Za-z0-9])", re.ASCII)
"""OddsPortal's id of a fixture: the fragment of a link, else the end of its path."""

_PART = re.compile(r"(\d{1,3})\s*:\s*(\d{1,3})", re.ASCII)
_MINUTE = re.compile(r"(\d{1,3})(?:\+\d*)?'?", re.ASCII)


class OddsHarvester:
    """Odds of OddsPortal by OddsHarvester: JSON, a record for each scrape of a match."""

    name = "oddsharvester"
    trust = 20

    def recognises(self, path: Path) -> bool:
        """Whether the file is one that OddsHarvester writes, by its first names."""
        names = {"[": "match_link", "{": "oddsharvester_version"}
        head = head_text(path)
        return head[:1] in names and f'"{names[head[:1]]}"' in head

    def records(self, path: Path) -> Iterator[Parsed]:
        """A fixture for each record, in the file's order; a Refusal for what can't be taken, by the record's place."""
        content = read_json(path)
        if not isinstance(content, list):
            raise SkippedFile("a description of files of odds, which have the fixture themselves")
        if '"home_team"' not in head_text(path):
            raise UnreadableFile(
                "a listing of matches, which names no teams; scrape their odds and load that file"
            )

        def read(scrape: _Scrape, place: int) -> Iterator[Parsed]:
            record = _Record(scrape, content[place - 1], place)
            yield record.fixture()
            yield from record.refused

        yield from read_each(content, _Scrape, read)


class _Scrape(Struct):
    """The keys of a record that are read, beside those of its markets."""

    scraped_date: Text
    match_date: Text
    home_team: Text
    away_team: Text
    league_name: Text
    match_link: str = ""
    home_score: str | int | None = None
    away_score: str | int | None = None
    partial_results: str | None = None
    venue: Text | None = None
    venue_town: Text | None = None
    venue_country: Text | None = None
    live_period: Text | None = None
    live_score_home: Count | None = None
    live_score_away: Count | None = None


class _Opening(Struct):
    odds: Any = None


class _Movement(Struct):
    opening_odds: _Opening | None = None


class _Quoted(Struct):
    """The keys of a row of a market that are read, beside its prices."""

    bookmaker_name: Text
    period: str | None = None
    submarket_name: str = ""
    odds_history_data: list[_Movement] | None = None


class _Record:
    """A record: a scrape of a match.

    Attributes:
        refused: what was set aside, by column.
    """

    def __init__(self, scrape: _Scrape, record: Mapping[str, Any], place: int) -> None:
        self._scrape, self._record, self._place = scrape, record, place
        self._link = _LINK.match(scrape.match_link)
        # What is known beside prices may be of the next fixture of the two teams whose page the link is: OddsHarvester
        # took it from there until it had these two names (its issue 60).
        is_of_two_teams = self._link is not None and self._link["country"] == "h2h"
        self._may_be_another = is_of_two_teams and not {"season", "match_info"} <= record.keys()
        self._is_live = scrape.live_period is not None
        self._kickoff = _moment("match_date", scrape.match_date)
        self._scraped = _moment("scraped_date", scrape.scraped_date)
        self._prices: dict[OddsColumn, str] = {}
        self.refused: list[Refusal] = []

    def fixture(self) -> ParsedFixture:
        """The fixture with its prices. Raises BadRow."""
        league, claims = self._league()
        home, away = read_name(self._scrape.home_team), read_name(self._scrape.away_team)
        if home == away:
            raise BadRow(SAME_TEAM, home)
        score = self._score()
        is_over = (
            score is not None and not self._is_live and self._scraped >= self._kickoff + DUE_AFTER
        )
        scores = self._scores(score, is_over=is_over)
        odds, lines, ticks = self._odds(has_score=score is not None)
        ids = [None, *_MATCH_ID.findall(self._scrape.match_link)]
        is_in_play = self._is_live or (score is not None and self._scraped >= self._kickoff)
        return ParsedFixture(
            league,
            None,
            TeamKey(home),
            TeamKey(away),
            self._kickoff,
            status=Status.FINISHED if is_over else Status.LIVE if is_in_play else Status.SCHEDULED,
            figures=scores.figures,
            odds=odds,
            ticks=ticks,
            key=None if self._may_be_another else ids[-1],
            line=self._place,
            fetched_ts=self._scraped,
            knockout=scores.knockout(),
            venue=self._venue(),
            claims=claims,
            lines=lines,
        )

    def _league(self) -> tuple[LeagueKey, Claims | None]:
        """The competition, and the season that stands behind its name. Raises BadRow.

        A link has its country, but for one of two teams. The venue's is taken instead where the register knows the
        name there; of a cup it may be abroad.
        """
        sport, country = self._link.groups() if self._link else ("football", "")
        if sport != "football":
            raise BadRow("another sport than football", sport)
        text = read_name(self._scrape.league_name, "the competition")
        season = _SEASON.search(text)
        name = text[: season.start()] if season else text
        # A tournament of one year may be played, or its places be played for, in the year beside it.
        is_claimed = season and "/" in season[1]
        claims = Claims(season=season_key(season[1])) if season and is_claimed else None
        codes = country_words()
        if in_link := codes.get(normalised(country)):
            return LeagueKey(in_link, name), claims
        played_in = codes.get(normalised(self._scrape.venue_country or ""), WORLD)
        if "cup" in name.casefold():
            played_in = WORLD
        return LeagueKey(played_in, name, is_new=True), claims

    def _score(self) -> Score | None:
        """The goals so far, None if there are none of either side. Raises BadRow."""
        scores = self._scrape.home_score, self._scrape.away_score
        texts = [str(score) for score in scores if score not in NONE]
        if not texts:
            return None
        if len(texts) < 2:
            raise BadRow(ONE_SIDES_GOALS)
        home, away = map(read_count, texts)
        if home is None or away is None:
            raise BadRow(NO_GOALS, " - ".join(texts))
        if self._scraped < self._kickoff:
            raise BadRow(
                "a score from before the kickoff, so that the day or the score is of another fixture"
            )
        return home, away

    def _scores(self, score: Score | None, *, is_over: bool) -> MatchScores:
        """The goals of ninety minutes and of the first half, from those of each half, which must add up to the score.

        Where there are more than two parts, the first two are the halves. A final score without any may include extra
        time. A part that is not ended counts in play only.
        """
        if score is None:
            return MatchScores()
        text = (self._scrape.partial_results or "").strip()
        if not text:
            return MatchScores(final=score) if is_over else MatchScores(score)
        parts = [(int(home), int(away)) for home, away in _PART.findall(text)]
        if tuple(map(sum, zip(*parts, strict=True))) != score or (is_over and len(parts) < 2):
            self._refuse(
                "no goals of both halves that add up to the score",
                f"{text}, {score_text(score)}",
                "partial_results",
            )
            return MatchScores()
        home, away = (sum(goals) for goals in zip(*parts[:2], strict=True))
        return MatchScores((home, away), parts[0] if len(parts) > 1 else None)

    def _venue(self) -> VenueRecord | None:
        scrape = self._scrape
        ground, city, country = (
            None if text is None or text.strip() in NONE else read_name(text, "the ground")
            for text in (scrape.venue, scrape.venue_town, scrape.venue_country)
        )
        is_unsure = self._may_be_another and self._scraped >= self._kickoff
        if ground is city is None or is_unsure:
            return None
        return VenueRecord(NO_ID, ground, city, country)

    def _odds(
        self, *, has_score: bool
    ) -> tuple[tuple[ParsedOdds, ...], tuple[ParsedLine, ...], tuple[ParsedTick, ...]]:
        """The prices as ticks of the scrape's moment, or as closing prices; opening prices where their history is."""
        self._read_prices()
        is_tick = self._is_live or self._scraped < self._kickoff + EARLIEST_END
        is_due = self._scraped >= self._kickoff + DUE_AFTER
        if self._prices and is_due and not is_tick and not has_score:
            self._refuse(
                "no score long after the kickoff, so that prices may be of a fixture that was not played",
                None,
                "home_score",
            )
            return (), (), ()
        columns = list(self._prices)
        quotes = TableQuotes({column: place for place, column in enumerate(columns)}, TableMap({}))
        (odds,), (lines,), aside = quotes.read([[text] for text in self._prices.values()], 1)
        for _, reason, place, text in aside:
            self._refuse(reason, text, meaning_text(columns[place]))
        if not is_tick:
            return odds, lines, ()
        # The minute is without stoppage time.
        minute = _MINUTE.fullmatch((self._scrape.live_period or "").strip())
        in_play = self._scraped, 0, int(minute[1]) if minute else None
        score = self._scrape.live_score_home, self._scrape.live_score_away
        ticks = []
        for quote in odds:
            if quote.closing_price_1 or quote.closing_price_2:
                closing = [getattr(quote, name) for name in _NOT_CLOSED]
                ticks.append(
                    ParsedTick._make((quote.bookmaker, quote.market, *in_play, *closing, *score))
                )
        opening = [quote for quote in odds if quote.opening_price_1 or quote.opening_price_2]
        return tuple(quote._replace(**_NOT_CLOSED) for quote in opening), (), tuple(ticks)

    def _read_prices(self) -> None:
        """Read the prices of every market; what can't be read of them is refused by market."""
        for column, rows in self._record.items():
            if not column.endswith("_market") or not rows:
                continue
            named = _MARKET.fullmatch(column)
            market, labels = MARKETS[named["name"]] if named else ("", ())
            line = float(named["line"].replace("_", ".")) if named and named["line"] else None
            is_known = named and MARKET_BY_KEY[market].shape.has_line == (line is not None)
            if not is_known or (line or 0) * 4 % 1 or not isinstance(rows, list):
                self._refuse("a market that is not stored", None, column)
                continue
            for row in rows:
                try:
                    self._add(market, labels, line, row)
                except BadRow as error:
                    self._refuse(error.reason, error.text, column)

    def _add(self, market: str, labels: Sequence[str], line: float | None, row: Any) -> None:
        """Add the prices of a row of a market. Raises BadRow."""
        quoted = shaped(row, _Quoted)
        period = "FullTime" if quoted.period is None and self._is_live else quoted.period
        if period not in PERIODS:
            raise BadRow("a period other than the fixture and its first half", period)
        other = _LINE.search(quoted.submarket_name)
        if line is not None and other and float(other[1]) != line:
            raise BadRow("a line that is not the market's", quoted.submarket_name)
        maker = read_name(quoted.bookmaker_name, "a bookmaker")
        key = market + PERIODS[period]
        # The further movements of a history have moments without a time zone.
        opening = [
            move.opening_odds and move.opening_odds.odds for move in quoted.odds_history_data or ()
        ]
        last = [row.get(label) for label in labels]
        selections = MARKET_BY_KEY[key].shape.selections
        for when, written in ((Period.CLOSING, last), (Period.OPENING, opening)):
            for selection, price in zip(selections, list(map(_decimal, written)), strict=False):
                column = OddsColumn(key, selection, maker, when, line)
                if self._prices.setdefault(column, price) != price:
                    raise BadRow("two different quotes of a bookmaker in one market", maker)

    def _refuse(self, reason: str, text: str | None, column: str) -> None:
        self.refused.append(
            Refusal(reason, self._place, None if text is None else shown(text), shown(column))
        )


_NOT_CLOSED: dict[str, Any] = {name: None for name in ParsedOdds._fields if "closing_" in name}


def _decimal(value: object) -> str:
    """A decimal price, empty where there is none. Raises BadRow."""
    match = _PRICE.fullmatch(str(value).strip()) if isinstance(value, str | float) else None
    if match is None and value not in NONE:
        raise BadRow("no decimal price", shown(value))
    return match[1] if match else ""


def _moment(name: str, written: str) -> int:
    """The unix seconds of a moment in UTC. Raises BadRow."""
    try:
        moment = datetime.strptime(written, _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        raise BadRow(f"no moment in UTC that can be read in {name}", written) from None
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise BadRow(f"a moment without football in {name}", written)
    return int(moment.timestamp())
