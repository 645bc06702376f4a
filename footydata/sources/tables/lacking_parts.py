"""The day and the teams of a table whose header does not tell them: which columns may be them, by their cells."""

from itertools import combinations

from footydata.sources.tables.column_doubts import are_known_teams
from footydata.sources.tables.columns import RecognisedColumns
from footydata.sources.tables.meanings import IGNORE, TEAM_COLUMNS
from footydata.sources.tables.profiles import ColumnProfile

LISTED = 8
"""How many columns of a table that is none of fixtures are named."""


def why_lacking(columns: RecognisedColumns) -> str | None:
    """Which of the day and the teams no column was recognised as, None if there are all."""
    lacking = _lacking_parts(columns)
    if not lacking:
        return None
    each = "; each row seems to be of one team" if _is_of_one_team(columns) else ""
    names = list(columns.places)
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return f"{_not_recognised(lacking)} among {', '.join(names[:LISTED])}{more}{each}"


def open_lacking(columns: RecognisedColumns) -> bool:
    """Open the columns that may be the day and the teams; whether the table seems to be one of fixtures by them.

    It does if its cells tell it beside these: by scores, by a team on both sides, or by teams that are known. A side
    that is recognised without the other is open too: of `Team A` and `Team B` the first is not the away team.
    """
    if _is_of_one_team(columns):
        return False
    lacking = _lacking_parts(columns)
    sides = [part for part in lacking if part != "day"]
    has_day = "day" not in lacking or _open_days(columns)
    has_sides, are_of_teams = _open_sides(columns, sides) if sides else (True, True)
    pairs = [name for name in _unread(columns) if _may_be_scores(columns.profiles[name])]
    columns.open(pairs, "its cells look like scores, or the counts of both sides, as of corners")
    return (
        has_day
        and has_sides
        and (are_of_teams or any(map(_may_be_scores, columns.profiles.values())))
    )


def _open_days(columns: RecognisedColumns) -> bool:
    """Open the columns of days; whether there are any."""
    days = [name for name in _unread(columns) if columns.profiles[name].is_moments]
    columns.open(days, _not_recognised(["day"]), ("date", IGNORE))
    return bool(days)


def _open_sides(columns: RecognisedColumns, lacking: list[str]) -> tuple[bool, bool]:
    """Open the columns that may be the teams; whether they are enough, and whether their cells seem to be teams."""
    words = [name for name in _unread(columns) if columns.profiles[name].is_words]
    both = [name for name in words if columns.profiles[name].is_teams]
    shared = _of_shared_teams(columns, words)
    likely = [name for name in words if name in shared or name in both] or words
    recognised = [name for side in TEAM_COLUMNS if likely and (name := columns.name(side))]
    teams = [name for name in columns.places if name in likely or name in recognised]
    are_known = any(are_known_teams(set(columns.profiles[name].texts)) for name in teams)
    for name in teams:
        choices = (*(("teams",) if name in both else ()), *TEAM_COLUMNS, IGNORE)
        columns.open((name,), _not_recognised(lacking), choices)
    return len(teams) >= len(TEAM_COLUMNS) or bool(both), bool(shared) or are_known


def _lacking_parts(columns: RecognisedColumns) -> list[str]:
    has = {*columns.chosen.values(), *columns.opened} | (
        {"home", "away"} if columns.name("teams") else set()
    )
    lacking = [] if {"date", "kickoff"} & has else ["day"]
    return lacking + [f"{side} team" for side in TEAM_COLUMNS if side not in has]


def _not_recognised(parts: list[str]) -> str:
    return f"no column was recognised as the {' nor the '.join(parts)}"


def _is_of_one_team(columns: RecognisedColumns) -> bool:
    return {"opponent", "team"} <= {
        word for name in columns.places for word in name.casefold().split()
    }


def _unread(columns: RecognisedColumns) -> list[str]:
    """The columns without a meaning that have cells."""
    return [
        name
        for name, each in columns.chosen.items()
        if each == IGNORE and columns.profiles[name].texts
    ]


def _of_shared_teams(columns: RecognisedColumns, words: list[str]) -> set[str]:
    """The columns of words that have a cell in common with another one, or with a known side's."""
    sides = [name for side in TEAM_COLUMNS if (name := columns.name(side))]
    pairs = combinations([*words, *sides], 2)
    texts = {name: set(columns.profiles[name].texts) for name in (*words, *sides)}
    return {name for pair in pairs if texts[pair[0]] & texts[pair[1]] for name in pair}


def _may_be_scores(profile: ColumnProfile) -> bool:
    return (
        bool(profile.texts) and profile.is_scores and not (profile.is_moments or profile.is_clocks)
    )
