"""The stages of a season that have a table of their own: its groups, in the order of their names."""

import re
import sqlite3
from collections import defaultdict

from footydata.rules.stages import TABLED, stage_of


def table_stages(connection: sqlite3.Connection, season_id: int) -> list[str]:
    """The stages of a season that have a table: those before others with the same teams first, then by name.

    A stage has one if its name says so, as that of a group does; else if each of its teams meets several others, and it
    is not a knock-out round by its name.
    """
    sql = """
    select stage, home_id, away_id from fixture
    where season_id = :season_id and stage is not null and in_table = 1 order by kickoff_ts, id
    """
    opponents: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for stage, home, away in connection.execute(sql, {"season_id": season_id}):
        opponents[stage][home].add(away)
        opponents[stage][away].add(home)
    before: dict[str, int] = {}
    for stage, met in opponents.items():
        named = stage_of(stage)
        if named.kind in TABLED or (not named.is_knock_out and min(map(len, met.values())) > 1):
            earlier = [order for name, order in before.items() if opponents[name].keys() & met.keys()]
            before[stage] = max(earlier, default=0) + 1
    return sorted(before, key=lambda stage: (before[stage], _in_order(stage)))


def _in_order(stage: str) -> list[tuple[int, str]]:
    """What orders names with numbers in them.

    >>> sorted(["Group 10", "Group 2", "Group 1"], key=_in_order)
    ['Group 1', 'Group 2', 'Group 10']
    """
    return [(int(number or 0), text) for text, number in re.findall(r"(\D+)(\d*)|$", stage.casefold())]
