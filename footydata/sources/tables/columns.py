"""The columns under a header, with the meaning that each seems to have by its words and its cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from footydata.sources.tables.header_words import candidates
from footydata.sources.tables.headers import Header
from footydata.sources.tables.meanings import (
    ID_COLUMNS,
    IGNORE,
    LINE,
    TEAM_COLUMNS,
    Meaning,
    OddsColumn,
    meaning_text,
    meanings,
)
from footydata.sources.tables.profiles import HALF, ColumnProfile, read_decimal
from footydata.sources.tables.questions import Question
from footydata.sources.tables.scores import written_score
from footydata.sources.tables.table_map import OPEN


@dataclass(slots=True)
class RecognisedColumns:
    """The columns of a table.

    Attributes:
        header, rows: of the table, the rows a sample. places: name of a column → its place.
        profiles: name of a column → its cells. chosen: name of a column → what it seems to mean.
        questions: what was found open. opened: what the open columns may mean.
    """

    header: Header
    rows: Sequence[Sequence[str]]
    places: dict[str, int] = field(init=False)
    profiles: dict[str, ColumnProfile] = field(init=False)
    chosen: dict[str, Meaning] = field(init=False)
    questions: list[Question] = field(init=False, default_factory=list)
    opened: set[Meaning] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.places = {name: place for place, name in enumerate(self.header.names) if name}
        self.profiles = {name: ColumnProfile(self.texts(name)) for name in self.places}
        is_frame = set(ID_COLUMNS) <= self.places.keys()
        self.chosen = {}
        for name, profile in self.profiles.items():
            if is_frame and name in meanings():
                # Of a frame of fixtures the names are ours, whatever its cells are.
                self.chosen[name] = name
                continue
            known = [each for each in candidates(plain(name)) if is_frame or each not in ID_COLUMNS]
            loose = ColumnProfile(profile.texts, HALF)
            fitting = (each for cells in (profile, loose) for each in known if cells.fits(each))
            self.chosen[name] = next(fitting, IGNORE)
        self._by_neighbours()
        self._complete_quotes()
        self._settle()

    def texts(self, name: str) -> list[str]:
        """The cells of a column."""
        place = self.places[name]
        return [row[place].strip() if place < len(row) else "" for row in self.rows]

    def name(self, meaning: Meaning) -> str | None:
        """The column of a meaning, None if there is none."""
        return next((name for name, each in self.chosen.items() if each == meaning), None)

    def price(self, market: str, selection: str) -> str | None:
        """The first column of prices of a selection, None if there is none."""
        prices = (
            (name, each) for name, each in self.chosen.items() if isinstance(each, OddsColumn)
        )
        return next(
            (name for name, each in prices if (each.market, each.selection) == (market, selection)),
            None,
        )

    def quotes(self) -> Mapping[OddsColumn, list[str]]:
        """The columns of prices of each quote, which is an OddsColumn without selection."""
        quotes: dict[OddsColumn, list[str]] = {}
        for name, meaning in self.chosen.items():
            if (
                isinstance(meaning, OddsColumn)
                and meaning.selection != LINE
                and self.profiles[name].texts
            ):
                quotes.setdefault(meaning._replace(selection=""), []).append(name)
        return quotes

    def scores(self, home: str, away: str, both: str) -> dict[int, tuple[float, float]]:
        """Place of a row → a score in it, by the column of both sides or those of each."""
        if name := self.name(both):
            written = {row: written_score(text) for row, text in enumerate(self.texts(name))}
            return {row: each.score for row, each in written.items() if each is not None}
        names = [self.name(home), self.name(away)]
        if None in names:
            return {}
        columns = [[read_decimal(text) for text in self.texts(name)] for name in names if name]
        return {
            row: (left, right)
            for row, (left, right) in enumerate(zip(*columns, strict=True))
            if left is not None and right is not None
        }

    def open(self, names: Sequence[str], why: str, choices: tuple[str, ...] = ()) -> None:
        """Leave columns open, for a reason; choices: what they may mean, empty if it is free."""
        for name in names:
            self.questions.append(Question(name, why, choices))
            self.opened.add(self.chosen[name])
            self.chosen[name] = OPEN

    def _by_neighbours(self) -> None:
        """Two columns of one name, each right of a team's, are of that team: Visitor, G, Home, G."""
        for name, place in self.places.items():
            second = f"{name} #2"
            if (
                second not in self.places
                or self.chosen[name] != IGNORE
                or f"{name} #3" in self.places
            ):
                continue
            sides = [self._side_left_of(each) for each in (place, self.places[second])]
            if sorted(filter(None, sides)) != sorted(TEAM_COLUMNS):
                continue
            for column, side in zip((name, second), sides, strict=True):
                meaning = next(iter(candidates(f"{side} {name}")), IGNORE)
                if self.profiles[column].fits(meaning):
                    self.chosen[column] = meaning

    def _side_left_of(self, place: int) -> str | None:
        meaning = self.chosen.get(self.left_of(place))
        return meaning if isinstance(meaning, str) and meaning in TEAM_COLUMNS else None

    def left_of(self, place: int) -> str:
        """The column left of a place, empty if there is none."""
        return self.header.names[place - 1] if place else ""

    def _complete_quotes(self) -> None:
        """Take prices that are all quarters, as lines are, where they complete a quote."""
        for name, profile in self.profiles.items():
            if self.chosen[name] == IGNORE and profile.may_be_prices:
                prices = (each for each in candidates(plain(name)) if isinstance(each, OddsColumn))
                self.chosen[name] = next(
                    (each for each in prices if each.selection != LINE), IGNORE
                )

    def _settle(self) -> None:
        """Leave one column to each meaning: of several that say the same, the first; else it is asked."""
        if self.name("home_goals") and self.name("away_goals") and (score := self.name("score")):
            self.chosen[score] = IGNORE
        kickoff, day = self.name("kickoff"), self.name("date")
        if kickoff and self.profiles[kickoff].is_clocks:
            self.chosen[kickoff] = "time"
        elif kickoff and day and not self.profiles[kickoff].texts:
            self.chosen[kickoff] = IGNORE
        elif kickoff and day and len(self.profiles[kickoff].texts) >= len(self.profiles[day].texts):
            self.chosen[day] = IGNORE
        for first, name, meaning in list(self._repeated()):
            if (
                self.profiles[first].texts == self.profiles[name].texts
                or not self.profiles[name].texts
            ):
                self.chosen[name] = IGNORE
            elif not self.profiles[first].texts:
                self.chosen[first] = IGNORE
            else:
                why = f"{first!r} and {name!r} both look like {meaning_text(meaning)}: map one, and ignore the other"
                self.open((first, name), why)

    def _repeated(self) -> Iterator[tuple[str, str, Meaning]]:
        """Each meaning that a second column has, with the first one and that one."""
        owners: dict[Meaning, str] = {}
        for name, meaning in self.chosen.items():
            if meaning != IGNORE and (first := owners.setdefault(meaning, name)) != name:
                yield first, name, meaning


def plain(name: str) -> str:
    """The name of a column without the number of one that repeats.

    >>> plain("G #2"), plain("Group #A")
    ('G', 'Group #A')
    """
    text, _, number = name.rpartition(" #")
    return text if text and number.isdigit() else name
