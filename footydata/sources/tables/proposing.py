"""Proposes how a table is read, by its header and its cells; what neither can decide is asked, never guessed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from statistics import median
from typing import NamedTuple

from footydata.football.terms import Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.day_orders import FoundOrder, orders_of
from footydata.sources.parsed import Refusal
from footydata.sources.tables.header_words import candidates
from footydata.sources.tables.headers import Header, headers_in
from footydata.sources.tables.meanings import (
    ID_COLUMNS,
    IGNORE,
    LINE,
    TEAM_COLUMNS,
    Meaning,
    OddsColumn,
    meaning_text,
)
from footydata.sources.tables.profiles import RESULTS, ColumnProfile, read_decimal
from footydata.sources.tables.scores import written_score
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import CHOICES, OPEN, TableMap
from footydata.sources.tables.written_moments import written_moment

SAMPLE = 1_000
"""The rows of a table by which its columns are recognised; its days are all looked at."""

MOST_CONTRADICTIONS = 0.02
"""The share of rows in which two columns may contradict each other: half time and full time, goals and result."""

LEAST_EVIDENCE = 10
"""The rows that must show whose handicap a line is."""

LISTED = 8
"""How many columns of a table that is none of fixtures are named."""

ALWAYS_SO = 0.9
BOOK = (0.9, 1.4)
"""The sum of the chances of a quote, which for prices of one market lies a little above one."""


class Question(NamedTuple):
    """What a person has to answer: a setting of the map, or the header of a column; choices: empty if it is free."""

    setting: str
    why: str
    choices: tuple[str, ...] = ()


class Proposal(NamedTuple):
    """How a table would be read. map: with `?` for each question. missing: why it can't be read as fixtures."""

    map: TableMap
    header: Header
    questions: tuple[Question, ...] = ()
    missing: str | None = None

    @property
    def is_sure(self) -> bool:
        """Whether nothing is left to ask."""
        return self.missing is None and not self.questions


def propose(table: TextTable, *, has_league: bool = False) -> Proposal:
    """How a table would be read. has_league: whether the competition is known without a column of it."""
    sample = list(islice((row.cells for row in table.rows() if not isinstance(row, Refusal)), SAMPLE))
    numbers = [row.number for row in islice((row for row in table.rows() if not isinstance(row, Refusal)), SAMPLE)]
    best: _Columns | None = None
    for header in headers_in(table):
        rows = [cells for cells, number in zip(sample, numbers, strict=True) if number > header.last_row]
        columns = _Columns(header, rows)
        if best is None or columns.rank > best.rank:
            best = columns
    if best is None:
        return Proposal(TableMap({}), Header([], 0), missing="a table without rows")
    return best.proposal(table, has_league=has_league)


def league_question(table_map: TableMap) -> tuple[Question, ...]:
    """What is asked of a map if a load has no competition: which one, unless a column or the map tells it."""
    if table_map.league is not None or table_map.name_of("league") is not None:
        return ()
    return (Question("league", "no column tells the competition"),)


class _Columns:
    """The columns under a header, with the meaning that each seems to have."""

    def __init__(self, header: Header, rows: Sequence[Sequence[str]]) -> None:
        self._header = header
        self._places = {name: place for place, name in enumerate(header.names) if name}
        self._rows = rows
        self._profiles = {
            name: ColumnProfile([row[place] if place < len(row) else "" for row in rows])
            for name, place in self._places.items()
        }
        self._questions: list[Question] = []
        self._chosen: dict[str, Meaning] = {}
        is_frame = set(ID_COLUMNS) <= self._places.keys()
        for name, profile in self._profiles.items():
            known = (each for each in self._candidates(name) if is_frame or each not in ID_COLUMNS)
            self._chosen[name] = next((each for each in known if profile.fits(each)), IGNORE)
        self._by_neighbours()
        self._settle()

    @property
    def rank(self) -> tuple[bool, int]:
        """The better the more is recognised, above all the teams and the day."""
        sure = sum(meaning not in (IGNORE, OPEN) for meaning in self._chosen.values())
        return self._missing() is None, sure

    def proposal(self, table: TextTable, *, has_league: bool) -> Proposal:
        """The map of these columns, with what is open."""
        settings: dict[str, str | None] = {}
        missing = self._missing()
        if missing is None:
            self._check_pairs()
            if not has_league and (asked := league_question(TableMap(self._chosen))):
                self._questions += asked
                settings["league"] = OPEN
            order = self._order(table)
            if order is not None and order.is_open:
                self._questions.append(Question("days", "every day fits both orders", CHOICES["days"]))
                settings["days"] = OPEN
            settings |= self._odds_settings()
            if self._is_utc():
                settings["zone"] = "UTC"
        examples = {name: profile.example for name, profile in self._profiles.items()}
        table_map = TableMap(self._chosen, **settings, examples=examples)
        return Proposal(table_map, self._header, tuple(self._questions), missing)

    def _candidates(self, name: str) -> tuple[Meaning, ...]:
        # A name that repeats is read without its number.
        plain, _, number = name.rpartition(" #")
        return candidates(plain if plain and number.isdigit() else name)

    def _by_neighbours(self) -> None:
        """Two columns of one name, each right of a team's, are of that team: Visitor, G, Home, G."""
        for name, place in self._places.items():
            second = f"{name} #2"
            if second not in self._places or self._chosen[name] != IGNORE or f"{name} #3" in self._places:
                continue
            sides = [self._side_left_of(each) for each in (place, self._places[second])]
            if sorted(filter(None, sides)) != sorted(TEAM_COLUMNS):
                continue
            for column, side in zip((name, second), sides, strict=True):
                meaning = next(iter(candidates(f"{side} {name}")), IGNORE)
                if self._profiles[column].fits(meaning):
                    self._chosen[column] = meaning

    def _side_left_of(self, place: int) -> str | None:
        left = self._header.names[place - 1] if place else ""
        meaning = self._chosen.get(left)
        return meaning if isinstance(meaning, str) and meaning in TEAM_COLUMNS else None

    def _settle(self) -> None:
        """Leave one column to each meaning: of several that say the same, the first; else it is asked."""
        if self._name("home_goals") and self._name("away_goals") and (score := self._name("score")):
            self._chosen[score] = IGNORE
        kickoff, day = self._name("kickoff"), self._name("date")
        if kickoff and self._profiles[kickoff].is_clocks:
            self._chosen[kickoff] = "time"
        elif kickoff and day:
            self._chosen[day] = IGNORE
        owners: dict[Meaning, str] = {}
        for name, meaning in self._chosen.items():
            if meaning == IGNORE or (first := owners.setdefault(meaning, name)) == name:
                continue
            if self._profiles[first].texts == self._profiles[name].texts or not self._profiles[name].texts:
                self._chosen[name] = IGNORE
                continue
            why = f"{first!r} and {name!r} both look like {meaning_text(meaning)}: map one, and ignore the other"
            self._questions += [Question(each, why) for each in (first, name)]
            self._chosen[first] = self._chosen[name] = OPEN

    def _missing(self) -> str | None:
        """Why the columns are no table of fixtures, None if they are."""
        if not self._rows:
            return "its header has no rows"
        has = set(self._chosen.values()) | ({"home", "away"} if self._name("teams") else set())
        is_open = OPEN in has
        lacking = [] if {"date", "kickoff"} & has or is_open else ["day"]
        lacking += [f"{side} team" for side in TEAM_COLUMNS if side not in has and not is_open]
        if not lacking:
            return None
        words = {word for name in self._places for word in name.casefold().split()}
        each = "; each row seems to be of one team" if {"opponent", "team"} <= words else ""
        names = list(self._places)
        more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
        among = f"{', '.join(names[:LISTED])}{more}"
        return f"no column was recognised as the {' nor the '.join(lacking)} among {among}{each}"

    def _name(self, meaning: Meaning) -> str | None:
        return next((name for name, each in self._chosen.items() if each == meaning), None)

    def _is_utc(self) -> bool:
        """Whether the header of the times says that they are UTC."""
        name = self._name("time") or self._name("kickoff") or ""
        words = set(name.casefold().replace("(", " ").replace(")", " ").replace("_", " ").split())
        return bool({"utc", "gmt", "utcdate", "timestamp"} & words)

    def _order(self, table: TextTable) -> FoundOrder | None:
        """The order of day and month in all rows."""
        name = self._name("kickoff") or self._name("date")
        if name is None:
            return None
        place = self._places[name]
        texts = (row.cells[place] for row in table.rows() if not isinstance(row, Refusal) and place < len(row.cells))
        moments = (written_moment(text) for text in texts)
        days = [("", moment.day) for moment in moments if moment is not None and moment.seconds is None]
        return orders_of([days])[0] if days else None

    def _check_pairs(self) -> None:
        """Ask of columns that contradict one another: half time above full time, or the letter of the result."""
        full = self._scores("home_goals", "away_goals", "score")
        half = self._scores("half_home_goals", "half_away_goals", "half_score")
        above = [half[row][0] > full[row][0] or half[row][1] > full[row][1] for row in half.keys() & full.keys()]
        if above and sum(above) > MOST_CONTRADICTIONS * len(above):
            self._doubt(("half_home_goals", "half_away_goals", "half_score"), "it is above full time in many rows")
        letters = self._name("result")
        if letters is None:
            return
        said = {row: RESULTS[text.upper()] for row, text in enumerate(self._texts(letters)) if text.upper() in RESULTS}
        wrong = [said[row] != _result(*full[row]) for row in said.keys() & full.keys()]
        if wrong and sum(wrong) > MOST_CONTRADICTIONS * len(wrong):
            self._doubt(("result", "home_goals", "away_goals", "score"), "goals and results contradict in many rows")

    def _doubt(self, doubtful: Sequence[str], why: str) -> None:
        for meaning in doubtful:
            if name := self._name(meaning):
                self._questions.append(Question(name, f"{name!r} looks like {meaning}, but {why}"))
                self._chosen[name] = OPEN

    def _texts(self, name: str) -> list[str]:
        place = self._places[name]
        return [row[place].strip() if place < len(row) else "" for row in self._rows]

    def _scores(self, home: str, away: str, both: str) -> dict[int, tuple[float, float]]:
        """Place of a row → a score in it."""
        if name := self._name(both):
            written = {row: written_score(text) for row, text in enumerate(self._texts(name))}
            return {row: each.score for row, each in written.items() if each is not None}
        names = [self._name(home), self._name(away)]
        if names[0] is None or names[1] is None:
            return {}
        columns = [[read_decimal(text) for text in self._texts(name)] for name in names if name]
        return {
            row: (left, right)
            for row, (left, right) in enumerate(zip(*columns, strict=True))
            if left is not None and right is not None
        }

    def _odds_settings(self) -> dict[str, str | None]:
        """How prices are written, and whose handicap a line is; OPEN where it is asked."""
        settings: dict[str, str | None] = {}
        prices = [self._profiles[name] for name, meaning in self._chosen.items() if _is_price(meaning)]
        for form in ("american", "fractional"):
            if any(getattr(profile, f"is_{form}") and profile.texts for profile in prices):
                self._questions.append(Question("odds", f"prices look {form}", CHOICES["odds"]))
                settings["odds"] = OPEN
        if not settings:
            self._check_books()
            lines = [name for name, each in self._chosen.items() if _is_handicap_line(each)]
            if lines and (side := self._side_of_lines(lines)) != Side.HOME:
                settings["handicap"] = side or OPEN
                if side is None:
                    why = f"nothing shows whose handicap {lines[0]!r} is"
                    self._questions.append(Question("handicap", why, CHOICES["handicap"]))
        return settings

    def _check_books(self) -> None:
        """Ask of the prices of a quote that can't be of one market, by the sum of their chances."""
        for names in self._quotes().values():
            selections = MARKET_BY_KEY[self._odds_of(names[0]).market].shape.selections
            if len(names) < len(selections):
                continue
            sums = [
                sum(1 / price for price in prices if price)
                for texts in zip(*map(self._texts, names), strict=True)
                if all(prices := [read_decimal(text) for text in texts])
            ]
            if sums and not BOOK[0] <= median(sums) <= BOOK[1]:
                for name in names:
                    why = f"the chances of {', '.join(names)} add up to {median(sums):.2f}"
                    self._questions.append(Question(name, why))
                    self._chosen[name] = OPEN

    def _quotes(self) -> Mapping[tuple[object, ...], list[str]]:
        """The columns of prices of each quote."""
        quotes: dict[tuple[object, ...], list[str]] = {}
        for name, meaning in self._chosen.items():
            if isinstance(meaning, OddsColumn) and meaning.selection != LINE and self._profiles[name].texts:
                quotes.setdefault(meaning._replace(selection=""), []).append(name)
        return quotes

    def _odds_of(self, name: str) -> OddsColumn:
        meaning = self._chosen[name]
        assert isinstance(meaning, OddsColumn)
        return meaning

    def _side_of_lines(self, lines: Sequence[str]) -> str | None:
        """Whose handicap the lines are: as the header says, else as the favourite gives goals; None if neither shows.

        The home side's is below nought where the home side's price to win is the lower one.
        """
        headers = {side for name in lines for side in _sides_in(name)}
        if len(headers) == 1:
            return headers.pop()
        votes: list[bool] = []
        results = [(self._name_of_price("1x2", side)) for side in TEAM_COLUMNS]
        if results[0] is None or results[1] is None:
            return None
        columns = [[read_decimal(text) for text in self._texts(name)] for name in (lines[0], *filter(None, results))]
        for line, home, away in zip(*columns, strict=True):
            if line and home and away and home != away:
                votes.append((line < 0) == (home < away))
        if len(votes) < LEAST_EVIDENCE:
            return None
        share = sum(votes) / len(votes)
        return Side.HOME if share >= ALWAYS_SO else Side.AWAY if share <= 1 - ALWAYS_SO else None

    def _name_of_price(self, market: str, selection: str) -> str | None:
        return next(
            (
                name
                for name, each in self._chosen.items()
                if isinstance(each, OddsColumn) and (each.market, each.selection) == (market, selection)
            ),
            None,
        )


def _is_price(meaning: Meaning) -> bool:
    return isinstance(meaning, OddsColumn) and meaning.selection != LINE


def _is_handicap_line(meaning: Meaning) -> bool:
    return (
        isinstance(meaning, OddsColumn)
        and meaning.selection == LINE
        and MARKET_BY_KEY[meaning.market].shape.name == "handicap"
    )


def _sides_in(header: str) -> Iterator[str]:
    """The sides that the header of a line names."""
    for meaning in candidates(header.casefold().replace("line", "").replace("handicap", "").replace("ah", "").strip()):
        if meaning in TEAM_COLUMNS:
            yield str(meaning)


def _result(home: float, away: float) -> str:
    return "home" if home > away else "away" if away > home else "draw"
