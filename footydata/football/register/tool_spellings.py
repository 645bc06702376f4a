"""How other tools spell teams: the spelling that a tool's own files had last, as far as it was seen in them.

tool_spellings.csv has a row for each team and a column for each tool; an empty cell: not seen.
Source: football-data.co.uk's files up to 2025/26; openfootball's football.json, worldcup.json and Football.TXT up to
2026 (CC0); FBref's league tables of France, Germany, Italy and Spain, 2009/10 to 2018/19, by way of
ryanvmenezes/futbol: FBref may spell some of these otherwise today.
"""

from collections.abc import Mapping
from functools import cache

from footydata.football.register import rows


def spelling_of_tool(team_id: int, tool: str) -> str | None:
    """How a tool spells the team of a register's id, None if that is not known.

    >>> [spelling_of_tool(1000010114, tool) for tool in ("football-data", "openfootball", "fbref")]
    ['Ath Bilbao', 'Athletic Club', 'Athletic Bilbao']
    >>> spelling_of_tool(1000010281, "fbref")
    """
    return spellings_of_tools().get(team_id, {}).get(tool)


@cache
def spellings_of_tools() -> Mapping[int, Mapping[str, str]]:
    """Id of a team → tool → spelling."""
    return {
        int(row["id"]): {tool: text for tool, text in row.items() if tool not in ("country", "id") and text}
        for row in rows("tool_spellings.csv")
    }
