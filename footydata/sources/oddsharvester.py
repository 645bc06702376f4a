"""Odds scraped from OddsPortal by OddsHarvester (jordantete/OddsHarvester, MIT): JSON, a record for each match scraped.

A source under the entry point that packages use: it needs `sources.parsed`, the vocabulary of `football`, and what
the protocol names. The shapes are those of OddsHarvester's README.md ("Live", "Blocked odds", "Odds History"), of
src/oddsharvester/core/sport_market_registry.py (markets and labels of prices), core/match_details.py (the rest of a
record) and utils/period_constants.py (periods).

Home and away are those of the record, as links name the teams in any order. Nothing says when a fixture ended: prices
scraped before its earliest end, or in its in-play view, are ticks; later ones are closing prices, as the page shows
the last ones before kickoff. Scores are final from DUE_AFTER on.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from footydata.football.countries import ALL_CODES, WORLD
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.terms import DUE_AFTER, Status
from footydata.sources.cells import FIRST_YEAR, HIGHEST_COUNT, LAST_YEAR, read_count
from footydata.sources.json_rows import read_json
from footydata.sources.oddsharvester_quotes import NONE, ScrapedQuotes, plain, text_of
from footydata.sources.parsed import (
    NO_ID,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedOdds,
    ParsedTick,
    Refusal,
    TeamKey,
)
from footydata.sources.protocol import first_name, head_text
from footydata.sources.refusing import (
    NO_GOALS,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
    SkippedFile,
    UnreadableFile,
    shown,
)

EARLIEST_END = 105 * 60
"""Seconds after kickoff before which no fixture has ended: two halves of 45 minutes and the break."""

LISTING = "a listing of matches, which names no teams; scrape their odds and load that file"
CSV = "OddsHarvester's CSV, which has the prices as Python text; write JSON (-f json)"
METADATA = "a description of files of odds, which have the fixture themselves"
OTHER_SPORT = "another sport than football"
NOT_THE_SCORE = "no goals of both halves that add up to the score"
UNPLAYED = "no score long after the kickoff, so that prices may be of a fixture that was not played"

SPORTS = ("american-football", "baseball", "basketball", "cricket", "handball", "hockey", "rugby-league",
          "rugby-union", "tennis", "volleyball")  # fmt: skip
"""The other sports that OddsHarvester scrapes, as links have them."""

COUNTRIES = {name.casefold().replace(" ", "-"): code for code, name in ALL_CODES.items()} | {
    "australia-oceania": "OCEANIA", "bosnia-herzegovina": "BA", "chinese-taipei": "TW", "czech-republic": "CZ",
    "ivory-coast": "CI", "macedonia": "MK", "north-central-america": "AMERICAS", "south-america": "AMERICAS",
    "turkey": "TR", "usa": "US",
}  # fmt: skip
"""A country or region in OddsPortal's links → its code."""

_FIRST_VALUE = ParsedOdds._fields.index("opening_line")
_MOMENT = "%Y-%m-%d %H:%M:%S UTC"
_SEASON = re.compile(r"\s+(\d{4})(?:/(\d{4}))?$", re.ASCII)
_MATCH_ID = re.compile(r"(?:^|-)([A-Za-z0-9]{8})(?![A-Za-z0-9])", re.ASCII)
_PART = re.compile(r"(\d{1,3})\s*:\s*(\d{1,3})", re.ASCII)
_MINUTE = re.compile(r"(\d{1,3})(?:\+\d*)?'?", re.ASCII)


class OddsHarvester:
    """Odds of OddsPortal by OddsHarvester: JSON, a record for each scrape of a match."""

    name = "oddsharvester"
    trust = 20

    def recognises(self, path: Path) -> bool:
        """Whether the file is one that OddsHarvester writes, by its first names."""
        head = head_text(path)
        if head.startswith("scraped_date,match_date,"):
            return True
        names = {"[": "match_link", "{": "oddsharvester_version"}
        return head[:1] in names and f'"{names[head[:1]]}"' in head

    def records(self, path: Path) -> Iterator[Parsed]:
        """A fixture for each record, in the file's order; a Refusal for what can't be taken, by the record's place."""
        if head_text(path)[:1] not in ("[", "{"):
            raise UnreadableFile(CSV)
        content = read_json(path)
        if not isinstance(content, list):
            raise SkippedFile(METADATA)
        if first_name(path, ("home_team",)) is None:
            raise UnreadableFile(LISTING)
        for place, record in enumerate(content, start=1):
            try:
                read = _Record(record, place)
                yield read.fixture()
                yield from read.refused
            except BadRow as error:
                yield error.refusal(place, record)


class _Record:
    """A record: a scrape of a match.

    Attributes:
        refused: what was set aside, by column.
    """

    def __init__(self, record: object, place: int) -> None:
        if not isinstance(record, dict):
            raise BadRow("no record of a match")
        self._record: Mapping[str, Any] = record
        self._place = place
        self._link = _split(self._text("match_link") or "")
        self._is_live = record.get("live_period") is not None
        self._kickoff = self._moment("match_date")
        self._scraped = self._moment("scraped_date")
        self.refused: list[Refusal] = []

    def fixture(self) -> ParsedFixture:
        """The fixture with its prices. Raises BadRow."""
        league = self._league()
        home, away = self._name("home_team"), self._name("away_team")
        if home == away:
            raise BadRow(SAME_TEAM, home)
        score = self._score()
        is_over = (
            score is not None and not self._is_live and self._scraped >= self._kickoff + DUE_AFTER
        )
        figures, knockout = self._figures(score, is_over=is_over)
        venue = self._venue()
        odds, ticks = self._odds(has_score=score is not None)
        is_in_play = self._is_live or (score is not None and self._scraped >= self._kickoff)
        return ParsedFixture(
            league,
            None,
            TeamKey(home),
            TeamKey(away),
            self._kickoff,
            status=Status.FINISHED if is_over else Status.LIVE if is_in_play else Status.SCHEDULED,
            figures=figures,
            odds=odds,
            ticks=ticks,
            key=None if self._may_be_another else self._match_id(),
            line=self._place,
            fetched_ts=self._scraped,
            knockout=knockout,
            venue=venue,
        )

    @property
    def _may_be_another(self) -> bool:
        """Whether what is known beside prices may be of another fixture of the two teams, of whom its link is.

        Until OddsHarvester had these two names, it took them from a page that has the next one (its issue 60).
        """
        is_of_two_teams = "h2h" in self._link.path.split("/")
        return is_of_two_teams and not {"season", "match_info"} <= self._record.keys()

    def _match_id(self) -> str | None:
        """OddsPortal's id of the fixture: the fragment of a link, else the end of its path."""
        ids = (
            _MATCH_ID.findall(self._link.fragment)[:1]
            or _MATCH_ID.findall(self._link.path.rstrip("/"))[-1:]
        )
        return ids[0] if ids else None

    def _league(self) -> LeagueKey:
        """The competition, without the season after its name. Raises BadRow.

        A link has its country, but for one of two teams. The venue's is taken instead where the register knows the
        name there; of a cup it may be abroad.
        """
        parts = self._link.path.strip("/").split("/")
        if parts[0] in SPORTS:
            raise BadRow(OTHER_SPORT, parts[0])
        text = self._name("league_name", "the competition")
        season = _SEASON.search(text)
        name = text[: season.start()] if season else text
        year = datetime.fromtimestamp(self._kickoff, UTC).year
        # Of one year is a season within it, or one around it: the European championship of 2020 was played in 2021.
        first, last = (int(season[1]), int(season[2] or season[1])) if season else (year, year)
        if not first - (first == last) <= year <= last + (first == last):
            raise BadRow("a day outside the season of its competition", text)
        in_link = COUNTRIES.get(parts[1]) if len(parts) > 1 else None
        if in_link:
            return LeagueKey(in_link, name)
        played_in = COUNTRIES.get((self._text("venue_country") or "").casefold().replace(" ", "-"))
        return LeagueKey(
            WORLD if played_in is None or "cup" in name.casefold() else played_in, name, is_new=True
        )

    def _score(self) -> tuple[int, int] | None:
        """The goals so far, None if there are none of either side. Raises BadRow."""
        texts = [self._record.get(name) for name in ("home_score", "away_score")]
        if all(text in NONE for text in texts):
            return None
        if any(text in NONE for text in texts):
            raise BadRow(ONE_SIDES_GOALS)
        home, away = (read_count(plain(text)) for text in texts)
        if home is None or away is None:
            raise BadRow(NO_GOALS, " - ".join(map(plain, texts)))
        if self._scraped < self._kickoff:
            raise BadRow(
                "a score from before the kickoff, so that the day or the score is of another fixture"
            )
        return home, away

    def _figures(
        self, score: tuple[int, int] | None, *, is_over: bool
    ) -> tuple[Figures, KnockoutRecord | None]:
        """The goals of ninety minutes and of the first half, from those of each half, which must add up to the score.

        Where there are more than two parts, the first two are the halves. A final score without any may include extra
        time. A part that is not ended counts in play only.
        """
        text = (
            plain(self._record.get("partial_results") or "")
            .replace("\xa0", " ")
            .strip()
            .strip("()")
        )
        if score is None:
            return Figures(), None
        parts = [_PART.fullmatch(part.strip()) for part in text.split(",")] if text else []
        if not parts and is_over:
            return Figures(), KnockoutRecord(
                NO_ID, final_home_goals=score[0], final_away_goals=score[1]
            )
        goals = [(int(part[1]), int(part[2])) for part in parts if part]
        total = tuple(map(sum, zip(*goals, strict=True))) if goals else score
        if len(goals) < len(parts) or total != score or (is_over and len(goals) < 2):
            self._refuse(NOT_THE_SCORE, f"{text}, {score[0]}:{score[1]}", "partial_results")
            return Figures(), None
        if len(goals) < 2:
            return Figures(*score), None
        (first_home, first_away), (second_home, second_away) = goals[:2]
        return Figures(
            first_home + second_home, first_away + second_away, first_home, first_away
        ), None

    def _venue(self) -> VenueRecord | None:
        ground, city, country = (
            self._text(name) for name in ("venue", "venue_town", "venue_country")
        )
        if ground is city is None:
            return None
        if self._may_be_another and self._scraped >= self._kickoff:
            return None
        return VenueRecord(NO_ID, ground, city, country)

    def _odds(self, *, has_score: bool) -> tuple[tuple[ParsedOdds, ...], tuple[ParsedTick, ...]]:
        """The prices as ticks of the scrape's moment, or as closing prices; opening prices where their history is."""
        reader = ScrapedQuotes(self._record, self._place)
        quotes = reader.quotes()
        self.refused += reader.refused
        is_tick = self._is_live or self._scraped < self._kickoff + EARLIEST_END
        if not is_tick and not has_score and self._scraped >= self._kickoff + DUE_AFTER and quotes:
            self._refuse(UNPLAYED, None, "home_score")
            return (), ()
        odds, ticks = [], []
        minute, home, away = self._in_play() if self._is_live else (None, None, None)
        for (market, bookmaker), quote in quotes.items():
            own = ParsedOdds(bookmaker, market)
            if any(quote.opening):
                own = own._replace(
                    opening_line=quote.line, **_numbered("opening_price", quote.opening)
                )
            if is_tick and any(quote.prices):
                tick = ParsedTick(
                    bookmaker,
                    market,
                    self._scraped,
                    line=quote.line,
                    **_numbered("price", quote.prices),
                )
                ticks.append(tick._replace(minute=minute, home_score=home, away_score=away))
            elif any(quote.prices):
                own = own._replace(
                    closing_line=quote.line, **_numbered("closing_price", quote.prices)
                )
            if any(own[_FIRST_VALUE:]):
                odds.append(own)
        return tuple(odds), tuple(ticks)

    def _in_play(self) -> tuple[int | None, int | None, int | None]:
        """The minute without stoppage time, and the score at the moment of the scrape."""
        minute = _MINUTE.fullmatch(plain(self._record["live_period"]).strip())
        goals = [self._record.get(f"live_score_{side}") for side in ("home", "away")]
        home, away = (
            goal if type(goal) is int and 0 <= goal <= HIGHEST_COUNT else None for goal in goals
        )
        return int(minute[1]) if minute else None, home, away

    def _refuse(self, reason: str, text: str | None, column: str) -> None:
        self.refused.append(
            Refusal(reason, self._place, None if text is None else shown(text), shown(column))
        )

    def _text(self, name: str) -> str | None:
        return text_of(self._record.get(name))

    def _name(self, name: str, what: str = "a team") -> str:
        text = self._text(name)
        if text is None:
            raise BadRow(
                f"the name of {what} is missing or can't be read", plain(self._record.get(name))
            )
        return text

    def _moment(self, name: str) -> int:
        """The unix seconds of a moment in UTC. Raises BadRow."""
        value = plain(self._record.get(name))
        try:
            moment = datetime.strptime(value, _MOMENT).replace(tzinfo=UTC)
        except ValueError:
            raise BadRow(f"no moment in UTC that can be read in {name}", value) from None
        if not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise BadRow(f"a moment without football in {name}", value)
        return int(moment.timestamp())


def _split(link: str) -> SplitResult:
    """A link in its parts. Raises BadRow."""
    try:
        return urlsplit(link)
    except ValueError:
        raise BadRow("no link that can be read", link) from None


def _numbered(name: str, prices: tuple[float | None, ...]) -> dict[str, Any]:
    return {f"{name}_{number}": price for number, price in enumerate(prices, start=1)}
