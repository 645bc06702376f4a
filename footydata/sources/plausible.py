"""Checks the facts of parsed fixtures against each other: those of every source pass here before they are stored.

What a row says twice must agree (`parsed.Claims`), and no price, line or moment may be one that can't be. CHECKS says
what a failed check does. Rows are looked at one by one; what takes the other rows of their file (awarded results, days
that are written as moments) is decided by windows of WINDOW records and all those before them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from enum import Enum
from functools import lru_cache
from itertools import groupby, pairwise
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple

from footydata.football.markets import HANDICAP
from footydata.football.moments import day_of as day_at
from footydata.football.moments import midnight_of
from footydata.football.scores import score_of, score_text
from footydata.football.terms import DAY, Part, Period, StateDetail, Status
from footydata.football.wording import plural
from footydata.odds.markets import LIMITS_OF_QUOTES, MARKET_BY_KEY
from footydata.sources.days import day_of
from footydata.sources.parsed import (
    NO_FIGURES,
    Claims,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLine,
    ParsedOdds,
    Refusal,
    Remark,
    SeasonKey,
    UnreadableFile,
)

WINDOW = 2_000
"""Records of a file that are held until what concerns all of them is decided."""

ASKED_FROM = 0.02
"""The share of rows that contradict themselves from which a file is not read without a question."""

FEWEST = 2
"""The fewest such rows, so that a typing error of a short file is no question."""

IN_ORDER, FEWEST_ORDERED = 0.85, 8
"""The share of a file's days that are not before the one above, and the fewest days, for its order to tell anything.

One of eight may be mistyped. Of 6,700 parts of twelve rows of real files two are told to have exchanged days, falsely.
"""

PUT_OFF, FAR_OFF = 3, 200
"""Days by which a row in order may stand elsewhere, and beyond which a day is of no season of those beside it."""

KNOWN = 0.9
"""The share of a file's other fixtures that have figures, from which one without any was awarded."""

AT_MIDNIGHT = 0.5
"""The share of a file's fixtures at 00:00 UTC from which these are days without a time."""

MOST_MONDAYS, MOST_THURSDAYS, MANY_FRIDAYS = 0.24, 0.12, 0.2
"""Shares of a season's results that no season of 257 has: Mondays before Saturdays, and both of the latter before Sundays.

A year late, Sundays become Mondays; a year early, Fridays become Thursdays, and Saturdays Fridays.
"""

AT_HOME = 1.1
"""What home sides have more than away sides in some figure of nearly every season; of 87 three have no more goals."""

FEWER_AT_HOME = 0.9
"""What home sides have at least of what away sides have, in 93 of 100 parts of a season of FEW results, in 97 of 56."""

FEW = 30
MANY = 150
"""Results of a file from which its weekdays tell its year."""

OF_AWAY_SIDES = {"goals": (1.1, 150), "corners": (1.05, 150), "chances": (1.1, 60)}
"""What away sides have, in what home sides have, and the fixtures from which sides may be exchanged; no season has it.

Chances are those of a bookmaker's 1x2 prices: of 501 seasons one had more goals of away sides, none more chances.
"""


class Does(Enum):
    """What a failed check does."""

    MEND = "mend"
    REFUSE = "refuse the row"
    SET_ASIDE = "set aside"
    DOUBT = "doubt"
    ASK = "ask"
    """A table's reader is asked; a file of a known source is refused."""


class FactCheck(NamedTuple):
    """A check: what is said of a row or a file that fails it, and what that does."""

    reason: str
    does: Does


YEAR = FactCheck(
    "a year in which its day is no such weekday, or of another season; mended", Does.MEND
)
MIDNIGHT = FactCheck("days written as 00:00 UTC, so that the times are unknown", Does.MEND)
AWARDED = FactCheck("results without any other figure, taken for awarded", Does.MEND)
WEEKDAY = FactCheck("the weekday contradicts the day", Does.REFUSE)
SEASON = FactCheck("the season contradicts the day", Does.REFUSE)
RESULT = FactCheck("the result letter contradicts the goals", Does.SET_ASIDE)
HALF_RESULT = FactCheck("the result letter of half time contradicts its goals", Does.SET_ASIDE)
HALF_ABOVE_FULL = FactCheck("more goals at half time than at full time", Does.SET_ASIDE)
PENALTIES = FactCheck("a winner in a score after penalties", Does.SET_ASIDE)
CHANCES = FactCheck("prices that can't be of one quote", Does.SET_ASIDE)
LINE = FactCheck("a line that no bookmaker has", Does.SET_ASIDE)
LADDER = FactCheck("prices of a line that rise where those of its ladder fall", Does.SET_ASIDE)
SHOTS = FactCheck("more shots on target than shots", Does.DOUBT)
SIDES = FactCheck(
    "many more goals, corners or chances of away sides: home and away may be exchanged", Does.DOUBT
)
OTHER_YEAR = FactCheck("weekdays of no league's season: the year may be one off", Does.DOUBT)
EXCHANGED = FactCheck(
    "days out of the file's order, in it with day and month exchanged", Does.DOUBT
)
FAR = FactCheck("days far from those beside them, most probably mistyped", Does.DOUBT)
TO_COME = FactCheck("results of days to come", Does.DOUBT)
WITNESSES = FactCheck("result letters and half times contradict the goals", Does.ASK)
CHECKS = (YEAR, WEEKDAY, SEASON, MIDNIGHT, RESULT, HALF_RESULT, HALF_ABOVE_FULL, WITNESSES, PENALTIES, CHANCES, LINE,
          LADDER, AWARDED, EXCHANGED, FAR, OTHER_YEAR, TO_COME, SHOTS, SIDES)  # fmt: skip
"""All of them, as the guide lists them."""


_WITNESSES = (RESULT, HALF_RESULT, HALF_ABOVE_FULL)


def why_impossible(
    market: str, line: float | None, one: float | None, two: float | None, three: float | None
) -> FactCheck | None:
    """The check that a line and its prices fail, LINE or CHANCES; None if they can be of one quote."""
    has_third, least, most, lowest, highest = LIMITS_OF_QUOTES[market]
    if line is not None and not lowest <= line <= highest:
        return LINE
    if one and two and (three or not has_third):
        chances = 1 / one + 1 / two + (1 / three if three else 0.0)
        return None if least <= chances <= most else CHANCES
    return None


_QUOTE_FIELDS = {
    period.value: [f"{period}_{name}" for name in ("line", "price_1", "price_2", "price_3")]
    for period in Period
}
_QUOTE_OF = {
    period: itemgetter(*map(ParsedOdds._fields.index, names))
    for period, names in _QUOTE_FIELDS.items()
}
"""Period → the line and the prices of a quote in it."""

_NO_QUOTE = (None,) * 4
_NO_PRICES = _NO_QUOTE * len(Period)
_NO_CLAIMS = Claims()

_GOALS = Figures._fields.index("home_corners")
"""How many figures are goals, the first ones."""

_ADRIFT, _PUT_OFF = 31, 75
"""Days by which a season may begin before or end after its usual half years; those of 2020 were put off."""

_YEARS_PUT_OFF = (2019, 2020)


class Checker:
    """Checks the fixtures of one file.

    now: in unix seconds.

    Attributes:
        counts: how often each check failed so far. firsts: what failed it first, in the file's order.
    """

    def __init__(self, now: float = inf) -> None:
        self._latest = now + DAY
        self.counts: Counter[FactCheck] = Counter()
        self.firsts: dict[FactCheck, Refusal] = {}
        self._window: list[Parsed] = []
        self._bare: set[int] = set()
        self._results = self._with_figures = self._with_more = self._timed = self._midnights = 0
        self._of_sides = {name: [0.0, 0.0, 0] for name in OF_AWAY_SIDES}
        self._weekdays = [0] * len(WEEKDAYS)

    def passed(self, records: Iterable[Parsed]) -> Iterator[Parsed]:
        """The records as they are stored, each after the refusals of its values; at the end, a Remark a kind of doubt.

        Raises UnreadableFile at the end if the rows of the file contradict themselves.
        """
        for record in records:
            if isinstance(record, ParsedFixture):
                self._check(record)
            else:
                self._window.append(record)
            if len(self._window) >= WINDOW:
                yield from self._decided()
        yield from self._decided()
        yield from self._of_file()

    @property
    def shows_no_sides(self) -> bool:
        """Whether home sides of many fixtures have hardly more than away sides of anything, or of few clearly less."""
        least = AT_HOME if self._results >= MANY else FEWER_AT_HOME
        totals = self._of_sides.values()
        return self._results >= FEW and all(
            home < least * away for home, away, count in totals if count
        )

    def _decided(self) -> Iterator[Parsed]:
        """The records of the window, with what the other rows of their file show of them."""
        window, bare = self._window, self._bare
        self._window, self._bare = [], set()
        by_league: defaultdict[LeagueKey, list[ParsedFixture]] = defaultdict(list)
        for record in window:
            if isinstance(record, ParsedFixture):
                by_league[record.league].append(record)
        for fixtures in by_league.values():
            if len(fixtures) >= FEWEST_ORDERED:
                self._check_order(fixtures)
        are_days = self._timed > 1 and self._midnights >= AT_MIDNIGHT * self._timed
        others = self._results - 1
        have_figures = others > 0 and self._with_figures >= KNOWN * others
        for place, record in enumerate(window):
            if isinstance(record, ParsedFixture):
                if are_days and record.time_known and not record.kickoff_ts % DAY:
                    self._add(MIDNIGHT, record.line, None, "time")
                    record = record._replace(time_known=False)
                score = home, away = record.figures[:2]
                is_usual = self._with_more or score in ((3, 0), (0, 3))
                if have_figures and is_usual and place in bare:
                    text = f"{record.home.name} {home}-{away} {record.away.name}"
                    self._add(AWARDED, record.line, text)
                    parts = record.parts | Part.BARE_RESULT
                    record = record._replace(parts=parts, state_detail=StateDetail.AWARDED)
            yield record

    def _check_order(self, fixtures: Sequence[ParsedFixture]) -> None:
        """Find the days that are not in the order of a file that has one; of coming fixtures none is mistyped."""
        days = [fixture.kickoff_ts // DAY for fixture in fixtures]
        steps = [day - before for before, day in pairwise(days)]
        if sum(step >= 0 for step in steps) < IN_ORDER * len(steps):
            return
        # A competition that is held every few years has far days throughout.
        has_pauses = sum(step > FAR_OFF for step in steps) > 2
        neighbours = zip([days[1], *days[:-1]], [*days[1:], days[-2]], strict=True)
        for fixture, day, (above, below) in zip(fixtures, days, neighbours, strict=True):
            if above <= day <= below or fixture.status != Status.FINISHED:
                continue
            written = day_at(fixture.kickoff_ts)
            exchanged = day_of(written.year, written.day, written.month)
            near = range(above - PUT_OFF, below + PUT_OFF + 1)
            if min(abs(day - above), abs(day - below)) > FAR_OFF and not has_pauses:
                self._add(FAR, fixture.line, f"{written}", "date")
            elif exchanged and day not in near and midnight_of(exchanged) // DAY in near:
                self._add(EXCHANGED, fixture.line, f"{written}", "date")

    def _of_file(self) -> Iterator[Remark]:
        """The doubts of the file. Raises UnreadableFile if its rows contradict themselves."""
        often = max(FEWEST, ASKED_FROM * self._results)
        contradicting = [check for check in _WITNESSES if self.counts[check] >= often]
        if len(contradicting) > 1:
            first = next(row for check, row in self.firsts.items() if check in contradicting)
            raise UnreadableFile(f"{WITNESSES.reason} in many rows, first in {first.line}")
        exchanged = [
            f"{home:.0f} {name} at home, {away:.0f} away"
            for name, (home, away, fixtures) in self._of_sides.items()
            if fixtures >= OF_AWAY_SIDES[name][1] and away > OF_AWAY_SIDES[name][0] * home
        ]
        if exchanged:
            self._add(SIDES, None, "; ".join(exchanged))
        monday, _, _, thursday, friday, saturday, sunday = self._weekdays
        is_late = monday >= max(saturday, MOST_MONDAYS * self._results)
        is_early = thursday >= MOST_THURSDAYS * self._results
        is_early = is_early and friday >= max(1.5 * sunday, MANY_FRIDAYS * self._results)
        if self._results >= MANY and (is_late or is_early):
            days = [f"{name} {count}" for name, count in zip(WEEKDAYS, self._weekdays, strict=True)]
            self._add(OTHER_YEAR, None, ", ".join(days), "date")
        for check, first in self.firsts.items():
            if check.does in (Does.MEND, Does.DOUBT):
                count = self.counts[check]
                more = f", {plural(count, 'row')}" if count > 1 else ""
                yield Remark(check.reason + more, first.line, first.column, first.text)

    def _add(
        self, check: FactCheck, line: int | None, text: str | None, column: str | None = None
    ) -> None:
        failure = Refusal(check.reason, line, text, column)
        self.counts[check] += 1
        self.firsts.setdefault(check, failure)
        if check.does in (Does.REFUSE, Does.SET_ASIDE):
            self._window.append(failure)

    def _check(self, fixture: ParsedFixture) -> None:
        """Add the fixture without what contradicts itself to the window, after its refusals; or its refusal alone."""
        goals, half_goals = fixture.figures[:2], fixture.figures[2:_GOALS]
        claims = fixture.claims or _NO_CLAIMS
        is_dated = claims.weekday is not None or claims.season is not None
        is_exact = not fixture.time_known
        if is_dated and not _agrees(fixture.kickoff_ts // DAY, claims, is_exact=is_exact):
            mended = self._dated(fixture, claims)
            if mended is None:
                return
            fixture = mended
        for check, letter, (home, away), column in (
            (RESULT, claims.result, goals, "result"),
            (HALF_RESULT, claims.half_result, half_goals, "half_result"),
        ):
            if letter is None or home is None or away is None:
                continue
            if letter != ("H" if home > away else "A" if away > home else "D"):
                self._add(check, fixture.line, f"{letter} {home}-{away}", column)
        if claims.after_penalties and (end := fixture.knockout):
            final = score_of(end.final_home_goals, end.final_away_goals)
            if final and abs(final[0] - final[1]) == 1:
                self._add(PENALTIES, fixture.line, score_text(final), "score")
                end = end._replace(final_home_goals=None, final_away_goals=None)
                fixture = fixture._replace(knockout=end)
        if statistics := fixture.statistics:
            on_target = statistics.home_shots_on_target, statistics.away_shots_on_target
            for figure, *shots, _ in fixture.further:
                if figure == "shots" and _exceed(on_target, shots):
                    self._add(SHOTS, fixture.line, f"{on_target} of {tuple(shots)}")
        fixture = self._with_possible_odds(fixture)
        if fixture.lines:
            fixture = self._with_ordered_lines(fixture)
        # With the half that is set aside, as its row has figures: its result was not awarded.
        self._count(fixture)
        if _exceed(half_goals, goals):
            text = "{}-{}, {}-{}".format(*half_goals, *goals)
            self._add(HALF_ABOVE_FULL, fixture.line, text, "half_home_goals")
            figures = fixture.figures._replace(half_home_goals=None, half_away_goals=None)
            fixture = fixture._replace(figures=figures)
        self._window.append(fixture)

    def _count(self, fixture: ParsedFixture) -> None:
        """Count what tells of its file: weekdays, what either side has, and which figures are known beside the goals."""
        figures = fixture.figures
        home, away, half_home = figures[:3]
        if home is not None and away is not None:
            self._results += 1
            if fixture.kickoff_ts > self._latest:
                self._add(TO_COME, fixture.line, f"{day_at(fixture.kickoff_ts)}", "date")
            self._weekdays[(fixture.kickoff_ts // DAY + _FIRST_WEEKDAY) % 7] += 1
            pairs: dict[str, tuple[float | None, float | None]] = {
                "goals": (home, away),
                "corners": figures[4:6],
            }
            if fixture.odds and fixture.odds[0].market == "1x2":
                first, _, third = fixture.odds[0][3:6]
                pairs["chances"] = first and 1 / first, third and 1 / third
            for name, (of_home, of_away) in pairs.items():
                if of_home is not None and of_away is not None:
                    totals = self._of_sides[name]
                    totals[0] += of_home
                    totals[1] += of_away
                    totals[2] += 1
            has_parts = bool(fixture.statistics or fixture.further or fixture.events)
            has_more = has_parts or figures[_GOALS:] != NO_FIGURES[_GOALS:]
            has_figures = has_more or half_home is not None
            self._with_more += has_more
            self._with_figures += has_figures
            is_plain = fixture.state_detail is None and fixture.knockout is None
            if is_plain and not has_figures and fixture.status == Status.FINISHED:
                self._bare.add(len(self._window))
        if fixture.time_known:
            self._timed += 1
            self._midnights += fixture.kickoff_ts % DAY == 0

    def _dated(self, fixture: ParsedFixture, claims: Claims) -> ParsedFixture | None:
        """The fixture in the year that weekday and season claim, None if there is none."""
        day = day_at(fixture.kickoff_ts)
        weekday, season = claims[:2]
        if season is not None and weekday is not None:
            days = filter(None, (day_of(day.year + step, day.month, day.day) for step in (-1, 1)))
            moments = [midnight_of(other) for other in days]
            fitting = [moment for moment in moments if _agrees(moment // DAY, claims)]
            if len(fitting) == 1:
                moved = fixture.kickoff_ts + fitting[0] - midnight_of(day)
                self._add(YEAR, fixture.line, f"{day} for {season.label}", "date")
                return fixture._replace(kickoff_ts=moved)
        if season is not None and fixture.kickoff_ts // DAY not in days_of(season):
            self._add(SEASON, fixture.line, f"{day}, {season.label}")
        else:
            self._add(WEEKDAY, fixture.line, f"{WEEKDAYS[weekday or 0]} {day}")
        return None

    def _with_possible_odds(self, fixture: ParsedFixture) -> ParsedFixture:
        """The fixture without the quotes that can't be, period by period."""
        possible: list[ParsedOdds] = []
        for quote in fixture.odds:
            for period, values_of in _QUOTE_OF.items():
                values = values_of(quote)
                if values != _NO_QUOTE and (check := why_impossible(quote.market, *values)):
                    self._add_quote(check, fixture, quote, period, values)
                    unknown: dict[str, Any] = dict.fromkeys(_QUOTE_FIELDS[period])
                    quote = quote._replace(**unknown)
            if quote[2:] != _NO_PRICES:
                possible.append(quote)
        return fixture._replace(odds=tuple(possible))

    def _with_ordered_lines(self, fixture: ParsedFixture) -> ParsedFixture:
        """The fixture without the lines that can't be, or whose prices contradict those nearer to the main line."""
        lines: list[ParsedLine] = []
        quotes = {(quote.bookmaker, quote.market): quote for quote in fixture.odds}
        for key, ladder in groupby(sorted(fixture.lines), key=itemgetter(0, 1, 2)):
            bookmaker, market, period = key
            quote = quotes.get((bookmaker, market))
            main = quote and ParsedLine(*key, *_QUOTE_OF[period](quote)[:3])
            if main is None or main.line is None:
                continue
            rises = MARKET_BY_KEY[market].shape is not HANDICAP
            nearest = {True: main, False: main}
            for rung in sorted(ladder, key=lambda rung: abs(rung.line - main.line)):
                is_above = rung.line > main.line
                pair = nearest[is_above], rung
                low, high = pair if is_above == rises else reversed(pair)
                is_ordered = low.price_1 <= high.price_1 and low.price_2 >= high.price_2
                check = why_impossible(market, *rung[3:], None) if is_ordered else LADDER
                if check is None:
                    lines.append(rung)
                    nearest[is_above] = rung
                else:
                    self._add_quote(check, fixture, rung, period, rung[3:])
        return fixture._replace(lines=tuple(sorted(lines)))

    def _add_quote(
        self,
        check: FactCheck,
        fixture: ParsedFixture,
        quote: ParsedOdds | ParsedLine,
        period: str,
        values: Sequence[float | None],
    ) -> None:
        text = ", ".join(f"{value:g}" for value in values if value is not None)
        self._add(check, fixture.line, text, f"{period} {quote.market} of {quote.bookmaker.slug}")


@lru_cache(maxsize=512)
def days_of(season: SeasonKey) -> range:
    """The days that can be of a season as it is labelled, whatever the competition's calendar, since 1 January 1970.

    >>> midnight_of(date(2020, 8, 2)) // DAY in days_of(SeasonKey("19/20", 2019))
    True
    >>> midnight_of(date(2018, 1, 18)) // DAY in days_of(SeasonKey("18/19", 2018))
    False
    >>> midnight_of(date(2024, 8, 16)) // DAY in days_of(SeasonKey("23/24", 2023))
    False
    """
    start = season.start_year
    first, last = (
        (date(start, 7, 1), date(start + 1, 6, 30))
        if "/" in season.label
        else (date(start, 1, 1), date(start, 12, 31))
    )
    room = _PUT_OFF if start in _YEARS_PUT_OFF else _ADRIFT
    return range(midnight_of(first) // DAY - room, midnight_of(last) // DAY + room + 1)


WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FIRST_WEEKDAY = 3
"""Of 1 January 1970."""


def _agrees(day: int, claims: Claims, *, is_exact: bool = True) -> bool:
    """Whether a day since 1970 is of the claimed weekday and season; one of UTC may be beside the weekday."""
    weekday, season = claims[:2]
    if weekday is not None:
        apart = (day + _FIRST_WEEKDAY - weekday) % 7
        if apart and (is_exact or apart not in (1, 6)):
            return False
    return season is None or day in days_of(season)


def _exceed(parts: Sequence[float | None], wholes: Sequence[float | None]) -> bool:
    """Whether a side has more of a part than of the whole."""
    return any(
        part is not None and whole is not None and part > whole
        for part, whole in zip(parts, wholes, strict=True)
    )
