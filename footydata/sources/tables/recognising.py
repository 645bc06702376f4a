"""The columns under a header: words propose what each means, its cells decide, and what has no word is found by cells."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise, permutations, takewhile
from operator import eq
from statistics import mean

from footydata.football.register import registered_bookmakers
from footydata.football.register.teams import registered_team
from footydata.sources.cells import read_number, state_of, written_score
from footydata.sources.days import short_day, weekdays_in
from footydata.sources.tables.cell_readers import (
    read_price,
    read_usual_count,
    results_in,
)
from footydata.sources.tables.columns import GOALS, HALF, PLACE, WORD, Columns, TableColumn, plain
from footydata.sources.tables.header_words import candidates, tells_no_goals
from footydata.sources.tables.meanings import (
    ID_COLUMNS,
    IGNORE,
    LINE,
    MOST,
    TEAM_COLUMNS,
    UNNAMED,
    Meaning,
    OddsColumn,
    meaning_text,
)
from footydata.sources.tables.table_map import OPEN

LEAST_SHARED = 0.3
"""The share of a column's names that another column has, or the register knows, where both are of teams."""

LEAST_EVIDENCE = 8
"""The rows in which letters of results must agree with goals."""

USUAL_GOALS = (0.3, 6.0)
"""Within these the mean of goals of a fixture lies; cards and corners have more."""

MOST_DIFFERENT = 0.02
"""The share of rows in which two columns may contradict each other."""

_ONCE = frozenset((*TEAM_COLUMNS, "teams", "date", "kickoff", *GOALS, "half_score", "season"))
"""Meanings of which a second column is asked for; of others the first column is taken."""

Scores = Mapping[int, tuple[float, float]]
"""Place of a row → two counts in it."""


def scores_in(column: TableColumn) -> Scores:
    """The scores of the rows of a column."""
    return {
        row: written.score
        for row, text in enumerate(column.cells)
        if (written := written_score(text))
    }


def counts_in(home: TableColumn, away: TableColumn) -> Scores:
    """The numbers of the rows of two columns, of rows that have both."""
    pairs = zip(map(read_number, home.cells), map(read_number, away.cells), strict=True)
    return {
        row: (first, second)
        for row, (first, second) in enumerate(pairs)
        if first is not None and second is not None
    }


def witnesses(columns: Columns) -> Iterator[tuple[TableColumn, Mapping[int, str]]]:
    """The columns that tell results by letters or by the winners' names, each with row → H, D or A."""
    sides = [column.cells for side in TEAM_COLUMNS if (column := columns.of(side))]
    for column in columns.columns:
        letters = results_in(set(column.texts))
        if column.meaning in TEAM_COLUMNS or (letters is None and len(sides) < 2):
            continue
        rows = enumerate(zip(column.cells, *sides, strict=True))
        yield (
            column,
            {
                row: letter
                for row, (text, *names) in rows
                if (letter := (letters or dict(zip(names, "HA", strict=False))).get(text)) and text
            },
        )


def by_words(columns: Columns) -> None:
    """Give each column without a meaning the first one of its header that its cells fit."""
    for column in columns.columns:
        if column.by:
            continue
        known = [each for each in candidates(plain(column.name)) if each not in ID_COLUMNS]
        fitting = (each for most in (MOST, HALF) for each in known if column.fits(each, most))
        column.meaning = next(fitting, IGNORE)
        if column.meaning == IGNORE and column.texts and column.are(read_price):
            odds = (each for each in known if isinstance(each, OddsColumn))
            column.meaning = next((each for each in odds if each.selection != LINE), IGNORE)
        meaning = column.meaning
        # A price by its header alone, which no cell shows, needs a bookmaker that is known.
        if (
            isinstance(meaning, OddsColumn)
            and not column.texts
            and meaning.bookmaker != UNNAMED
            and meaning.bookmaker not in registered_bookmakers()
        ):
            column.meaning = IGNORE
        if column.meaning == IGNORE and weekdays_in(set(column.texts)):
            column.meaning = "weekday"
        column.by = WORD if column.meaning != IGNORE else ""
    _by_neighbours(columns)
    _settle(columns)


def _by_neighbours(columns: Columns) -> None:
    """Two columns of one name, beside the teams or left and right of the score, are of home and away."""
    by_name = {column.name: column for column in columns.columns}
    by_place = {column.place: column for column in columns.columns}
    score = columns.of("score")
    for first in columns.columns:
        second = by_name.get(f"{first.name} #2")
        if second is None or first.meaning != IGNORE or f"{first.name} #3" in by_name:
            continue
        left = [by_place.get(column.place - 1) for column in (first, second)]
        sides = [str(column.meaning) for column in left if column]
        if sorted(sides) != sorted(TEAM_COLUMNS):
            if score is None or not first.place < score.place < second.place:
                continue
            sides = list(TEAM_COLUMNS)
        for column, side in zip((first, second), sides, strict=True):
            meaning = next(iter(candidates(f"{side} {first.name}")), IGNORE)
            if column.fits(meaning) and meaning != IGNORE:
                columns.take(column, meaning, PLACE)


def _settle(columns: Columns) -> None:
    """Leave one column to each meaning: the goals of each side rather than a score, the kickoff rather than the day."""
    home, away, score = (columns.of(name) for name in ("home_goals", "away_goals", "score"))
    if home and away and score:
        goals, scores = counts_in(home, away), scores_in(score)
        rows = goals.keys() & scores.keys()
        score.meaning = IGNORE
        if sum(goals[row] != scores[row] for row in rows) > MOST_DIFFERENT * len(rows):
            columns.ask(
                (home, away, score), "the score contradicts the goals", (*GOALS[:3], IGNORE)
            )
    kickoff, day = columns.of("kickoff"), columns.of("date")
    if kickoff and kickoff.fits("time"):
        kickoff.meaning = "time"
    elif kickoff and day:
        fewer = len(kickoff.texts) < len(day.texts)
        (kickoff if fewer else day).meaning = IGNORE
    for first, column in list(_repeated(columns)):
        texts = column.texts
        if not first.texts:
            first.meaning = IGNORE
        elif first.texts == texts or not texts:
            column.meaning = IGNORE
        elif first.meaning in _ONCE:
            why = (
                f"{first.name!r} and {column.name!r} both look like {meaning_text(column.meaning)}"
            )
            columns.ask((first, column), why, (meaning_text(column.meaning), IGNORE))
        else:
            column.meaning = IGNORE
            columns.looks.append(f"{column.name!r} is not read: it says what {first.name!r} says")


def _repeated(columns: Columns) -> Iterator[tuple[TableColumn, TableColumn]]:
    """Each column whose meaning another one has before it, after that one."""
    owners: dict[Meaning, TableColumn] = {}
    for column in columns.columns:
        if column.meaning not in (IGNORE, OPEN):
            first = owners.setdefault(column.meaning, column)
            if first is not column:
                yield first, column


def by_cells(columns: Columns) -> None:
    """Find what no header says by cells alone: day, teams, score, goals, a state, letters of results."""
    is_day_open = any(
        "date" in each.choices or "kickoff" in each.choices for each in columns.questions
    )
    if not columns.has_day and not is_day_open:
        _find_day(columns)
    if not columns.has_sides:
        _find_sides(columns)
    if not columns.has_goals and OPEN not in [each.meaning for each in columns.columns]:
        _find_score(columns)
    _ask_for_exchanged(columns)
    _find_state(columns)


def _find_day(columns: Columns) -> None:
    # Days without a year are days where something tells the season.
    has_season = columns.of("season") or columns.agreed.season
    days = [
        (column,)
        for column in columns.free()
        if not column.are(read_number)
        and (column.fits("date") or (has_season and column.are(short_day)))
    ]
    columns.choose(days, ("date",), "its cells are days, and no header says of what")


def _find_sides(columns: Columns) -> None:
    """The teams: a known side with the column that shares its names, the only pair that does, or one column of both."""
    known = [column for side in TEAM_COLUMNS if (column := columns.of(side))]
    words = [column for column in columns.free() if column.fits("home")]
    if known and any(_are_alike(plain(known[0].name), plain(column.name)) for column in words):
        # Of Team A and Team B the first is not the away team.
        known[0].meaning, known[0].by = IGNORE, ""
        words, known = [*words, *known], []
    both = [(column,) for column in words if column.fits("teams")]
    if len(both) == 1 and not known:
        columns.choose(both, ("teams",), "")
        return
    pairs = {
        pair: shared
        for pair in combinations(sorted([*known, *words], key=lambda column: column.place), 2)
        if all(side in pair for side in known) and (shared := _shared(*pair)) >= LEAST_SHARED
    }
    if pairs:
        best = [pair for pair, shared in pairs.items() if shared >= max(pairs.values()) - 0.2]
        if known and len(best) == 1:
            # What the header says of one side stands.
            missing = next(side for side in TEAM_COLUMNS if columns.of(side) is None)
            others = [column for column in best[0] if column not in known]
            columns.choose([others], (missing,), "")
        else:
            columns.choose(best, TEAM_COLUMNS, "several columns share names")
        return
    has_scores = any(column.fits("score") for column in columns.free())
    if len(words) + len(known) > 1 and columns.has_day and has_scores:
        choices = ("teams", *TEAM_COLUMNS, IGNORE)
        columns.ask(words, "no column was recognised as the teams", choices)


def _shared(first: TableColumn, second: TableColumn) -> float:
    """How much two columns seem to be of teams: the share of names that both have; 0 if a row has one name twice."""
    rows = [pair for pair in zip(first.cells, second.cells, strict=True) if all(pair)]
    if not rows or sum(one == other for one, other in rows) > MOST_DIFFERENT * len(rows):
        return 0.0
    names = [{row[side] for row in rows} for side in (0, 1)]
    if min(map(len, names)) < 2 and len(rows) > 2:
        return 0.0
    known = min(
        sum(registered_team(None, name) is not None for name in side) / len(side) for side in names
    )
    share = len(names[0] & names[1]) / min(map(len, names))
    return max(share, 0.9 * known)


def _find_score(columns: Columns) -> None:
    scores = {
        column: found
        for column in columns.free()
        if column.fits("score")
        and not (column.fits("date") or column.fits("time"))
        and not tells_no_goals(plain(column.name))
        and _is_usual(found := scores_in(column))
    }
    if not scores:
        if not columns.of("half_score"):
            _find_goals(columns)
        return
    for half, full in permutations(scores, 2) if len(scores) == 2 else ():
        rows = scores[half].keys() & scores[full].keys()
        both = [(scores[half][row], scores[full][row]) for row in rows]
        if (
            len(both) > 1
            and all(first[side] <= second[side] for first, second in both for side in (0, 1))
            and any(first != second for first, second in both)
        ):
            columns.take(full, "score")
            columns.take(half, "half_score")
            return
    why = "its cells look like scores, and no header says of what"
    columns.choose([(column,) for column in scores], ("score",), why)


def _is_usual(scores: Scores) -> bool:
    lowest, highest = USUAL_GOALS
    return bool(scores) and lowest <= mean(map(sum, scores.values())) <= highest


def _find_goals(columns: Columns) -> None:
    """Two counts side by side as the goals: by the letters of results, or by names that differ in one part."""
    counts = [
        column
        for column in columns.free()
        if column.are(read_usual_count) and not tells_no_goals(plain(column.name))
    ]
    pairs = {
        (first, second): counts_in(first, second)
        for first, second in pairwise(counts)
        if (second.place - first.place == 1 or _are_alike(first.name, second.name))
        and first.cells != second.cells
    }
    agreeing = [
        (pair, column)
        for column, results in witnesses(columns)
        for pair, scores in pairs.items()
        if _agree(scores, results)
    ]
    if agreeing:
        # Those of the first half agree with their letters too, and are fewer.
        pair, column = max(agreeing, key=lambda found: sum(map(sum, pairs[found[0]].values())))
        columns.choose([pair], ("home_goals", "away_goals"), "")
        if column.meaning == IGNORE and column.is_letters:
            columns.take(column, "result")
        return
    usual = [pair for pair, scores in pairs.items() if _is_usual(scores)]
    alike = [pair for pair in usual if _are_alike(pair[0].name, pair[1].name)]
    if len(alike) == 1:
        columns.choose(alike, ("home_goals", "away_goals"), "")
    else:
        why = "two counts side by side, which may be the goals"
        open_columns = [column for column in counts if any(column in pair for pair in usual)]
        columns.ask(open_columns, why, ("home_goals", "away_goals", IGNORE))


def _ask_for_exchanged(columns: Columns) -> None:
    """Ask for goals that a column which nobody reads contradicts throughout, as the names of winners."""
    sides = [columns.of(name) for name in ("home_goals", "away_goals")]
    score = columns.of("score")
    goals = [column for column in (*sides, score) if column]
    if len(goals) != (1 if score else 2):
        return
    scores = scores_in(score) if score else counts_in(goals[0], goals[1])
    exchanged = {row: (away, home) for row, (home, away) in scores.items()}
    for column, results in witnesses(columns):
        if column.meaning != IGNORE or _agree(scores, results):
            continue
        if _agree(exchanged, results):
            columns.ask(goals, f"{column.name!r} tells the results of exchanged goals", GOALS[:3])
        elif (
            len(results) >= LEAST_EVIDENCE
            and not column.is_letters
            and {"H", "A"} <= {*results.values()}
        ):
            columns.looks.append(f"{column.name!r} names other winners than the goals")


def _agree(scores: Scores, letters: Mapping[int, str]) -> bool:
    rows = scores.keys() & letters.keys()
    results = {row: "DHA"[(home > away) - (away > home)] for row, (home, away) in scores.items()}
    wrong = sum(results[row] != letters[row] for row in rows)
    return len(rows) >= LEAST_EVIDENCE and wrong <= MOST_DIFFERENT * len(rows)


def _are_alike(first: str, second: str) -> bool:
    """Whether two names differ in one part alone, as result1 and result2.

    >>> _are_alike("result1", "result2"), _are_alike("Tore Heim", "Tore Gast"), _are_alike("1", "2")
    (True, True, False)
    """
    starts = sum(takewhile(bool, map(eq, first, second)))
    backwards = first[starts:][::-1], second[starts:][::-1]
    ends = sum(takewhile(bool, map(eq, *backwards)))
    return starts + ends >= 2 and first != second


_OF_OTHERS = re.compile(
    r"(?:wom[ae]n|female|ladies|u\d\d|youth|juniors?|reserves?|friendl(?:y|ies))\b", re.IGNORECASE
)
"""How a cell begins that tells of fixtures of other teams than those of a league."""


def _find_state(columns: Columns) -> None:
    """A column whose cells are all states, as Match Postponed; a look where one that is not read tells of other fixtures."""
    if columns.of("status") is not None:
        return
    for column in columns.free():
        texts = set(column.texts)
        states = [state_of(text) for text in texts]
        tells = any(state.detail or state.has_extra_time for state in states if state)
        if all(states) and tells:
            columns.take(column, "status")
            return
        for text in texts:
            state = state_of(text.partition(" ")[0])
            if (state is not None and state.detail) or _OF_OTHERS.match(text):
                columns.looks.append(f"{column.name!r} is not read, though it says {text[:60]!r}")
                break
