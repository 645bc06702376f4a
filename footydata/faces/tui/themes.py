"""The themes, and the named styles of lines in each.

Styles are resolved once for each theme here: a component class for each style and widget took a fifth of the start.
"""

from functools import cache

from rich.style import Style
from textual.theme import Theme

DARK = Theme(
    name="footydata-dark",
    dark=True,
    primary="#3fb37f",
    secondary="#2b6b50",
    accent="#e8b339",
    warning="#e8b339",
    error="#ff7a70",
    success="#4cc38a",
    foreground="#dfe7e2",
    background="#101513",
    surface="#151c19",
    panel="#1d2723",
    variables={"muted": "#8d9a93", "away": "#8f7bd8", "cursor": "#20402f"},
)

LIGHT = Theme(
    name="footydata-light",
    dark=False,
    primary="#12724a",
    secondary="#7fb89e",
    accent="#8a5a00",
    warning="#8a5a00",
    error="#b3261e",
    success="#12724a",
    foreground="#1b2420",
    background="#fbfcfa",
    surface="#f1f5f2",
    panel="#e4ece7",
    variables={"muted": "#5c6862", "away": "#6a55b5", "cursor": "#cfe8da"},
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}


@cache
def line_styles(theme: str) -> dict[str, Style]:
    """The styles of lines by name, in a theme; none of them is the only sign of anything."""
    of = THEMES[theme]
    own = of.variables
    return {
        "plain": Style.null(),
        "muted": Style(color=own["muted"]),
        "strong": Style(bold=True),
        "heading": Style(color=of.primary, bold=True),
        "rule": Style(color=of.secondary),
        "accent": Style(color=of.accent, bold=True),
        "picked": Style(color=of.primary, bold=True, reverse=True),
        "cursor": Style(bgcolor=own["cursor"]),
        "live": Style(color=of.success, bold=True),
        "warning": Style(color=of.warning),
        "good": Style(color=of.success),
        "bad": Style(color=of.error),
        "away": Style(color=own["away"]),
    }
