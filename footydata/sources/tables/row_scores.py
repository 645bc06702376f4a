"""The figures of a row, and what is known of a knock-out's end."""

from collections.abc import Iterator

from footydata.football.records import KnockoutRecord, StatisticsRecord
from footydata.football.register.figures import further_figures, names_of_sides
from footydata.football.register.leagues import registered_league
from footydata.football.terms import Side
from footydata.rules.ties import By
from footydata.sources.parsed import NO_ID, Figures, LeagueKey, ParsedFigure
from footydata.sources.refusing import ONE_SIDES_GOALS, BadRow
from footydata.sources.tables.meanings import pairs
from footydata.sources.tables.profiles import RESULTS, is_blank, read_crowd, read_decimal
from footydata.sources.tables.row_cells import BAD_COUNT, NO_SCORE, RowCells
from footydata.sources.tables.scores import written_score
from footydata.sources.tables.states import state_of

BAD_NUMBER = "no number, or one that is too large"
HALF_ABOVE_FULL = "more goals at half time than at full time"
RESULT_CONTRADICTS = "the result contradicts the goals"

_FURTHER = {
    name: (figure, side, half)
    for figure in further_figures()
    for half in (0, 1)
    for side, name in enumerate(
        names_of_sides(figure, half=bool(half))[1:] or names_of_sides(figure, half=bool(half))
    )
}
"""Meaning of a column → the further figure in it, its side (0 home, 1 away) and half."""

_SOURCES_WORD = ("", By.SOURCE.value)
"""What decided a tie, in a frame of fixtures, where the source names who went through."""


class ScoreReader:
    """Reads the figures of the rows under one header.

    Attributes:
        has_final_scores: whether the goals of a row so far were taken for its final score, of ninety minutes or more.
    """

    def __init__(self, cells: RowCells, scores: str | None) -> None:
        """scores: as of TableMap."""
        self._cells = cells
        # Beside a column of the final score, as in a frame of fixtures, the goals are those of ninety minutes.
        self._setting = (
            "ninety minutes" if scores is None and cells.has("final_home_goals") else scores
        )
        self._figures = cells.of(Figures._fields)
        self._statistics = cells.of(StatisticsRecord._fields[1:])
        self._knockout = cells.of(KnockoutRecord._fields[1:])
        self._further = cells.of(_FURTHER)
        self.has_final_scores = False
        self._pairs = {name: pairs()[name] for name in cells.of(pairs())}

    def figures(self, league: LeagueKey) -> tuple[Figures, KnockoutRecord | None]:
        """The figures of ninety minutes, and what is known of a knock-out's end. Raises BadRow."""
        cells = self._cells
        values = {name: cells.count(name) for name in self._figures}
        values.update(self._of_pairs(Figures._fields))
        end = dict(self._end())
        self._add_score(values, end)
        if (half := cells.both("half_score")) is not None:
            values["half_home_goals"], values["half_away_goals"] = half
        figures = self._checked(Figures(**values))
        home, away = figures.home_goals, figures.away_goals
        if (
            home is not None
            and away is not None
            and "extra_home_goals" not in end
            and self._may_have_extra_time(league)
        ):
            end["final_home_goals"], end["final_away_goals"] = home, away
            self.has_final_scores = True
            figures = figures._replace(home_goals=None, away_goals=None)
        return figures, KnockoutRecord(NO_ID, **end) if end else None  # type: ignore[arg-type]  # by the record's fields

    def statistics(self) -> StatisticsRecord | None:
        """The in-play statistics, None if there are none."""
        values = {name: self._cells.count(name) for name in self._statistics}
        values.update(self._of_pairs(StatisticsRecord._fields))
        known = {name: value for name, value in values.items() if value is not None}
        return StatisticsRecord(NO_ID, **known) if known else None

    def further(self) -> tuple[ParsedFigure, ...]:
        """The figures that the contract does not have."""
        values: dict[tuple[str, int], list[float | None]] = {}
        for name in self._further:
            figure, side, half = _FURTHER[name]
            text = self._cells.raw(name)
            if not text or is_blank(text):
                continue
            value = read_decimal(text) if figure.sided else read_crowd(text)
            if value is None or not 0 <= value <= figure.highest:
                self._cells.set_aside(BAD_NUMBER, name, text.strip())
            else:
                values.setdefault((figure.name, half), [None, None])[side] = value
        for name, count in self._of_pairs(_FURTHER):
            figure, side, half = _FURTHER[name]
            values.setdefault((figure.name, half), [None, None])[side] = count
        return tuple(
            ParsedFigure(name, home, away, half) for (name, half), (home, away) in values.items()
        )

    def _of_pairs(self, names: object) -> Iterator[tuple[str, int]]:
        """Meaning and count of each side, of the columns with both, where these names have them."""
        for name, sides in self._pairs.items():
            if sides[0] in names and (score := self._cells.both(name)) is not None:  # type: ignore[operator]  # a collection
                yield from zip(sides, score, strict=True)

    def _add_score(self, values: dict[str, int | None], end: dict[str, int | str]) -> None:
        """Add the score in one cell. Raises BadRow."""
        if (text := self._cells.text("score")) is None:
            return
        written = written_score(text)
        if written is None:
            raise BadRow(NO_SCORE, text)
        if written.half is not None:
            values["half_home_goals"], values["half_away_goals"] = self._cells.sides_of(
                written.half
            )
        score = self._cells.sides_of(written.score)
        if written.has_extra_time:
            end["extra_home_goals"], end["extra_away_goals"] = score
        else:
            values["home_goals"], values["away_goals"] = score

    def _checked(self, figures: Figures) -> Figures:
        """The figures without those that contradict others. Raises BadRow for the goals of one side alone."""
        cells, home, away = self._cells, figures.home_goals, figures.away_goals
        if (home is None) != (away is None):
            wrong = next((one.text for one in cells.refused if one.reason == BAD_COUNT), None)
            raise BadRow(ONE_SIDES_GOALS, wrong)
        if home is None or away is None:
            return figures
        half_home, half_away = figures.half_home_goals, figures.half_away_goals
        if (
            half_home is not None
            and half_away is not None
            and (half_home > home or half_away > away)
        ):
            column = "half_score" if cells.has("half_score") else "half_home_goals"
            cells.set_aside(HALF_ABOVE_FULL, column, f"{half_home}-{half_away}, {home}-{away}")
            figures = figures._replace(half_home_goals=None, half_away_goals=None)
        letter = (cells.text("result") or "").upper()
        if letter in RESULTS and RESULTS[letter] != (
            "home" if home > away else "away" if away > home else "draw"
        ):
            cells.set_aside(RESULT_CONTRADICTS, "result", f"{letter} {home}-{away}")
        return figures

    def _may_have_extra_time(self, league: LeagueKey) -> bool:
        """Whether extra time may be in the goals of a row: as the map says, else in cups, and by the status."""
        if self._setting is not None:
            return self._setting == "final"
        status = self._cells.text("status")
        if status is not None and (state := state_of(status)) is not None and state.has_extra_time:
            return True
        registered = registered_league(league.country, league.name)
        return registered is not None and not registered.has_standings

    def _end(self) -> Iterator[tuple[str, int | str]]:
        """The columns of a knock-out's end that have a value."""
        for name in self._knockout:
            text = self._cells.text(name)
            if text is None:
                continue
            if name == "through":
                # In a frame of fixtures the tie's winner stands there, whatever tells it; without a tie, the source's.
                if (
                    self._cells.text("tie") is not None
                    and (self._cells.text("decided_by") or "") not in _SOURCES_WORD
                ):
                    continue
                if text in tuple(Side):
                    yield name, text
                else:
                    self._cells.set_aside("neither home nor away", name, text)
            elif name in ("home_from", "away_from"):
                if words := self._cells.words(name):
                    yield name, words
            elif name == "on_penalties":
                if (flag := self._cells.flag(name)) is not None:
                    yield name, int(flag)
            elif (count := self._cells.count(name)) is not None:
                yield name, count
