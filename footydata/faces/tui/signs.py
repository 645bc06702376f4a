"""What the signs and short heads of each screen mean, as its help lists them: the sign as shown, then its meaning.

Colours alone mean nothing, so that each sign needs a word somewhere: this is the place.
"""

from collections.abc import Sequence
from typing import TypeAlias

Signs: TypeAlias = Sequence[tuple[str, str]]

FIXTURE_SIGNS: Signs = (
    ("74'", "the minute, as quotes of the last five minutes tell it"),
    ("≥74'", "the minute of the last event or of older quotes: it is that minute or a later one"),
    ("no res.", "over by now, and its result is not stored"),
    ("--:--", "the time of the kickoff is not known"),
    ("2-1?", "may include extra time, or other scores contradict it"),
    ("·", "not known"),
    ("★", "followed, or with a followed team"),
    ("AH", "Asian handicap of the home side"),
    ("Goal l.", "the line of goals over and under; Corner l., that of corners"),
    ("Fair", "our own line of corners"),
    ("2.5", "a line or prices at the close, at the opening if nothing later is stored"),
    ("2.5'", "a line or prices in play"),
)
"""Of lists of fixtures."""

PAGE_SIGNS: Signs = (
    ("move", "from opening to closing: L of the line; P of the first price, where the line stood"),
    ("▸", "our own line among those around it"),
    ("=", "ours and the recorded line are one"),
    (
        "Before",
        "what was known before the kickoff: goals, corners and cards are for and against, a fixture",
    ),
    ("≥74'", "that minute or a later one"),
    ("·", "not known"),
)
"""Of the page of a fixture."""

TABLE_SIGNS: Signs = (
    (
        "▁",
        "something is decided below this place: title, cups, promotion, relegation, or who goes through",
    ),
    ("22*", "with points that were given or taken; the reason is below the table"),
    ("?", "doubtful; the reason is below the table"),
    ("For, Ag", "corners or cards of the team, and of its opponents; with /g a fixture"),
    ("Booking", "10 points a yellow card, 25 a red one"),
    ("▴ ▾", "sorted by this column"),
    ("★", "followed"),
)
"""Of tables."""

BRACKET_SIGNS: Signs = (
    ("✓", "went through"),
    ("?", "doubtful; the reason is below the rounds"),
    ("aet", "the score after extra time"),
)
"""Of brackets."""
