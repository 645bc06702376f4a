"""Proposes how a table is read, by its header and its cells; what neither can decide is asked, never guessed."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from footydata.sources.day_orders import FoundOrder, orders_of
from footydata.sources.parsed import Refusal
from footydata.sources.tables.column_doubts import (
    check_football,
    check_goals,
    check_pairs,
    form_of_prices,
    odds_settings,
    order_of_scores,
    settle_country,
    side_of_handicaps,
    why_no_days,
    why_no_fixtures,
)
from footydata.sources.tables.columns import RecognisedColumns, plain
from footydata.sources.tables.header_words import candidates
from footydata.sources.tables.headers import Header, headers_in
from footydata.sources.tables.lacking_parts import open_lacking, why_lacking
from footydata.sources.tables.meanings import IGNORE
from footydata.sources.tables.questions import Question
from footydata.sources.tables.table import Row, TextTable
from footydata.sources.tables.table_map import CHOICES, OPEN, TableMap
from footydata.sources.tables.written_moments import written_moment

SAMPLE = 1_000
"""The rows of a table by which its columns are recognised; its days are all looked at."""


class Proposal(NamedTuple):
    """How a table would be read. map: with `?` for each question. missing: why it is no table of fixtures.

    sheet: the name of the table in its workbook, None for a file that is one table.
    """

    map: TableMap
    header: Header
    questions: tuple[Question, ...] = ()
    missing: str | None = None
    sheet: str | None = None


def propose(table: TextTable, *, has_league: bool = False) -> Proposal:
    """How a table would be read. has_league: whether the competition is known without a column of it."""
    sample = _sample(table)
    best: RecognisedColumns | None = None
    for header in headers_in(table):
        # Of nearly every row its words show that it is no better header; the cells below it need not be looked at.
        if best is not None and _highest_rank(header) <= _rank(best):
            continue
        columns = _columns(header, sample)
        if best is None or _rank(columns) > _rank(best):
            best = columns
    if best is None:
        return Proposal(
            TableMap({}), Header([], 0), missing="no row of it has two cells", sheet=table.name
        )
    return _proposal(best, table, has_league=has_league)


def propose_by(
    table: TextTable, header: Header, table_map: TableMap, *, has_league: bool
) -> Proposal:
    """How a table is read by a map, with what the map does not tell and the table does not show."""
    columns = _columns(header, _sample(table))
    columns.chosen = {name: table_map.columns.get(name, IGNORE) for name in columns.places}
    columns.questions = list(() if has_league else league_question(table_map))
    settings = {each.setting: OPEN for each in columns.questions}
    if table_map.days is None:
        settings |= _days_setting(columns, table)
    if table_map.first is None and (first := order_of_scores(columns)) is not None:
        settings["first"] = first
    if table_map.odds is None:
        settings |= form_of_prices(columns)
    if table_map.handicap is None and "odds" not in settings:
        settings |= side_of_handicaps(columns)
    agreed = replace(table_map, **settings)  # type: ignore[arg-type]  # texts
    return Proposal(agreed, header, tuple(columns.questions), sheet=table.name)


def _days_setting(columns: RecognisedColumns, table: TextTable) -> dict[str, str]:
    """That it is asked whether the day or the month is first, if every day fits both; else nothing."""
    order = _order(columns, table)
    if order is None or not order.is_open:
        return {}
    columns.questions.append(Question("days", "every day fits both orders", CHOICES["days"]))
    return {"days": OPEN}


def _sample(table: TextTable) -> list[Row]:
    return list(islice((row for row in table.rows() if not isinstance(row, Refusal)), SAMPLE))


def _columns(header: Header, sample: Sequence[Row]) -> RecognisedColumns:
    rows = [
        row.cells
        for row in sample
        if row.number > header.last_row and not is_header_of_fixtures(row)
    ]
    return RecognisedColumns(header, rows)


def is_header_of_fixtures(row: Row) -> bool:
    """Whether a row is a header: it has no number, and words for the day and for both teams."""
    if any(character.isdigit() for cell in row.cells for character in cell):
        return False
    meant = {meaning for name in row.cells for meaning in candidates(name)}
    return {"home", "away"} <= meant and bool({"date", "kickoff"} & meant)


def league_question(table_map: TableMap) -> tuple[Question, ...]:
    """What is asked of a map if a load has no competition: which one, unless a column or the map tells it."""
    if table_map.league is not None or table_map.name_of("league") is not None:
        return ()
    return (Question("league", "no column tells the competition"),)


def _rank(columns: RecognisedColumns) -> tuple[bool, int]:
    """The better the more is recognised, above all the teams and the day."""
    sure = sum(meaning not in (IGNORE, OPEN) for meaning in columns.chosen.values())
    return bool(columns.rows) and why_lacking(columns) is None, sure


def _highest_rank(header: Header) -> tuple[bool, int]:
    """The rank that the columns of a header have if their cells fit all of its words; no cells rank them higher."""
    names = [plain(name) for name in header.names if name]
    meant = {name: candidates(name) for name in names}
    words = {meaning for meanings in meant.values() for meaning in meanings}
    has_parts = bool({"date", "kickoff"} & words) and (
        "teams" in words or {"home", "away"} <= words
    )
    # Columns of one name may be of the teams left of them.
    return has_parts, sum(bool(meant[name]) or names.count(name) > 1 for name in names)


def _proposal(columns: RecognisedColumns, table: TextTable, *, has_league: bool) -> Proposal:
    settings: dict[str, str | None] = {}
    missing = _missing(columns)
    if missing is None:
        check_pairs(columns)
        check_goals(columns)
        check_football(columns)
        settle_country(columns, has_league=has_league)
        if not has_league and "league" not in columns.opened:
            asked = league_question(TableMap(columns.chosen))
            columns.questions += asked
            settings["league"] = OPEN if asked else None
        settings |= _days_setting(columns, table)
        settings["first"] = order_of_scores(columns)
        settings |= odds_settings(columns)
        if _is_utc(columns):
            settings["zone"] = "UTC"
    examples = {name: profile.example for name, profile in columns.profiles.items()}
    table_map = TableMap(columns.chosen, **settings, examples=examples)
    return Proposal(table_map, columns.header, tuple(columns.questions), missing, table.name)


def _missing(columns: RecognisedColumns) -> str | None:
    """Why the columns are no table of fixtures, None if they are, or seem to be; opens those that may be its parts."""
    if not columns.rows:
        return "its header has no rows"
    lacking = why_lacking(columns)
    if lacking is not None:
        return None if open_lacking(columns) else lacking
    return why_no_fixtures(columns) or why_no_days(columns)


def _is_utc(columns: RecognisedColumns) -> bool:
    """Whether the header of the times says that they are UTC."""
    name = columns.name("time") or columns.name("kickoff") or ""
    words = set(name.casefold().replace("(", " ").replace(")", " ").replace("_", " ").split())
    return bool({"utc", "gmt", "utcdate"} & words)


def _order(columns: RecognisedColumns, table: TextTable) -> FoundOrder | None:
    """The order of day and month in all rows; of a column too that may be the day."""
    open_days = (question.setting for question in columns.questions if "date" in question.choices)
    name = columns.name("kickoff") or columns.name("date") or next(open_days, None)
    if name is None:
        return None
    place = columns.places[name]
    texts = (
        row.cells[place]
        for row in table.rows()
        if not isinstance(row, Refusal) and place < len(row.cells)
    )
    moments = (written_moment(text) for text in texts)
    days = [("", moment.day) for moment in moments if moment is not None and moment.seconds is None]
    return orders_of([days])[0] if days else None
