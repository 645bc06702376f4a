"""The cells of a table's row by the meaning of their columns; what can't be read is set aside by name."""

from collections.abc import Iterable, Sequence

from footydata.football.register.naming import normalised
from footydata.football.scores import Score
from footydata.football.terms import LARGEST_ID, OWN_IDS_FROM, Side
from footydata.sources.cells import HIGHEST_COUNT, read_count
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import BadRow, shown
from footydata.sources.tables.meanings import OddsColumn
from footydata.sources.tables.profiles import is_blank
from footydata.sources.tables.scores import written_score
from footydata.sources.tables.table_map import TableMap

BAD_COUNT = "no count"
BAD_FLAG = "neither yes nor no"
BAD_TEXT = "an error, a formula without a value, or a nested value"
NO_SCORE = "no score that can be read"

ERRORS = ("#", "=", "{", "[")
"""How the text of a cell with an error of a workbook, or with a formula that was never computed, begins."""

NEEDED_IDS = frozenset(("fixture_id", "home_id", "away_id", "league_id"))
"""The ids that every row of a frame of `db.fixtures()` has."""

_YES = frozenset(("true", "yes", "1", "y", "t", "ja", "oui", "sim", "si", "evet", "neutral"))
_NO = frozenset(("false", "no", "0", "n", "f", "nein", "non", "nao", "hayir"))
_COUNTS = {str(count): count for count in range(HIGHEST_COUNT + 1)}


class RowCells:
    """The cells of one row after another.

    Attributes:
        number: of the row. refused: the cells of it that were set aside.
        keeps_ids: whether the rows are those of a frame of fixtures, with their ids.
    """

    def __init__(self, names: Sequence[str], table_map: TableMap) -> None:
        places = {name: place for place, name in reversed(list(enumerate(names)))}
        taken = {
            meaning: places[name] for name, meaning in table_map.taken.items() if name in places
        }
        self._names = names
        self._places = {
            meaning: place for meaning, place in taken.items() if isinstance(meaning, str)
        }
        self.odds = {
            meaning: place for meaning, place in taken.items() if isinstance(meaning, OddsColumn)
        }
        self._is_away_first = table_map.first == Side.AWAY
        self.keeps_ids = self._places.keys() >= NEEDED_IDS
        self._width = 1 + max(taken.values())
        self.number = 0
        self.values: list[str] = []
        self.refused: list[Refusal] = []

    def begin(self, number: int, values: list[str]) -> None:
        """Go on to another row, which may have fewer cells than the header."""
        missing = self._width - len(values)
        self.values = values + [""] * missing if missing > 0 else values
        self.number, self.refused = number, []

    def of(self, meanings: Iterable[str]) -> tuple[str, ...]:
        """The meanings that have a column, of these."""
        return tuple(name for name in meanings if name in self._places)

    def has(self, meaning: str) -> bool:
        """Whether a meaning has a column."""
        return meaning in self._places

    def raw(self, meaning: str) -> str:
        """A cell as it is; empty if there is no such column."""
        place = self._places.get(meaning)
        return "" if place is None else self.values[place]

    def text(self, meaning: str) -> str | None:
        """The text of a cell, None if it says nothing."""
        text = self.raw(meaning)
        return None if not text or is_blank(text) else " ".join(text.split())

    def words(self, meaning: str) -> str | None:
        """The text of a cell that is taken as it is; None if it says nothing, or is an error."""
        text = self.text(meaning)
        if text is not None and text.startswith(ERRORS):
            self.set_aside(BAD_TEXT, meaning, text)
            return None
        return text

    def set_aside(self, reason: str, meaning: str, text: str) -> None:
        """Refuse one cell."""
        place = self._places.get(meaning)
        self.refused.append(
            Refusal(
                reason, self.number, shown(text), meaning if place is None else self._names[place]
            )
        )

    def flag(self, meaning: str) -> bool | None:
        """A cell of yes or no, None if it says neither."""
        text = self.text(meaning)
        if text is None:
            return None
        word = normalised(text)
        if word not in _YES and word not in _NO:
            self.set_aside(BAD_FLAG, meaning, text)
            return None
        return word in _YES

    def id(self, meaning: str) -> int | None:
        """An id of a remote service; those that footydata assigned are assigned again. Raises BadRow."""
        if not self.keeps_ids:
            return None
        text = self.text(meaning)
        if text is None and meaning in NEEDED_IDS:
            raise BadRow(f"{meaning} is missing")
        number = read_count(text or "", LARGEST_ID)
        if number is None and text is not None:
            raise BadRow(f"{meaning} is no id", text)
        return number if number is not None and 0 < number < OWN_IDS_FROM else None

    def count(self, meaning: str) -> int | None:
        """A count, which may have a per cent sign; None if there is none."""
        text = self.raw(meaning)
        known = _COUNTS.get(text)
        if known is not None or is_blank(text):
            return known
        count = read_count(text.strip().removesuffix("%"))
        if count is None:
            self.set_aside(BAD_COUNT, meaning, text.strip())
        return count

    def both(self, meaning: str) -> Score | None:
        """The counts of both sides in one cell, None if there are none."""
        text = self.text(meaning)
        if text is None:
            return None
        written = written_score(text)
        if written is None or written.half is not None or written.has_extra_time:
            figure = meaning.replace("_", " ")
            reason = (
                NO_SCORE
                if figure.endswith("score")
                else f"no {figure} of both sides that can be read, as 6-4"
            )
            self.set_aside(reason, meaning, text)
            return None
        return self.sides_of(written.score)

    def sides_of(self, score: Score) -> Score:
        """The home and the away count of two in a cell, of which the away side's may stand first."""
        return (score[1], score[0]) if self._is_away_first else score
