"""Which seasons the settings for corners and cards are chosen on, and which judge them once; written before any choice.

Leagues and seasons are files of football-data.co.uk, SEASON/LEAGUE.csv. Nothing of FROZEN or SET_ASIDE is looked at
while settings are chosen. A league is walked through week by week: each fixture is forecast from the fixtures of its
league in the three years before its week, as fair lines are, if there are enough of these. E0, E1, SC0 of the choice
and E0, E2, E3, EC, SC1 of the judgement name referees, in most of their seasons.
"""

from typing import TypeAlias

Seasons: TypeAlias = dict[str, tuple[str, ...]]
"""League → its seasons, oldest first."""

CHOICE: Seasons = {
    "B1": ("1718", "2324", "2425"),
    "D1": ("1011", "1213", "1415", "1516", "1617", "2425"),
    "E0": ("1112", "1314", "1415", "1516", "1617", "2324", "2425"),
    "E1": ("1011", "1213", "1415", "1617", "1819", "2122"),
    "G1": ("1819", "2122"),
    "N1": ("1819", "2425", "2526"),
    "SC0": ("1011", "1213", "1718", "2223", "2425"),
    "SP1": ("1112", "1415", "1516", "1617", "2122", "2324", "2425"),
    "SP2": ("1819", "2425"),
}
"""The seasons that settings are chosen on."""

FROZEN: Seasons = dict.fromkeys(("D1", "E0", "SP1"), ("1718", "1819", "1920"))
"""The frozen split; the seasons from 1415 on are the past of its first fixtures."""

SET_ASIDE: Seasons = {
    "E2": ("1213", "1718", "1920", "2223", "2425"),
    "E3": ("1112", "1415"),
    "EC": ("1314", "1819"),
    "F1": ("1011", "1819", "1920"),
    "I1": ("1011", "1112", "1718", "2223"),
    "P1": ("1920", "2425"),
    "SC1": ("2526",),
    "T1": ("1920",),
}
"""The leagues that were set aside: no season of theirs is part of the choice."""
