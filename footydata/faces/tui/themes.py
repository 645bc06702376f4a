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

TERMINAL = Theme(
    name="footydata-terminal",
    ansi=True,
    primary="ansi_green",
    secondary="ansi_cyan",
    accent="ansi_yellow",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        # Textual's own style sheets want these.
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "border-blurred": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-text-style": "reverse",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "muted": "ansi_default",
        "away": "ansi_magenta",
        "cursor": "ansi_default",
    },
)
"""The terminal's own colours, as its user has set them; its background may be dark or light."""

THEMES = {theme.name: theme for theme in (DARK, LIGHT, TERMINAL)}
"""In the order of the key."""


@cache
def line_styles(theme: str) -> dict[str, Style]:
    """The styles of lines by name, in a theme; none of them is the only sign of anything."""
    of = THEMES[theme]
    own = of.variables
    return {
        "plain": Style.null(),
        "muted": Style(color=_colour(own["muted"]), dim=of.ansi or None),
        "strong": Style(bold=True),
        "heading": Style(color=_colour(of.primary), bold=True),
        "rule": Style(color=_colour(of.secondary)),
        "accent": Style(color=_colour(of.accent), bold=True),
        "picked": Style(color=_colour(of.primary), bold=True, reverse=True),
        "cursor": Style(reverse=True) if of.ansi else Style(bgcolor=own["cursor"]),
        "live": Style(color=_colour(of.success), bold=True),
        "warning": Style(color=_colour(of.warning)),
        "good": Style(color=_colour(of.success)),
        "bad": Style(color=_colour(of.error)),
        "away": Style(color=_colour(own["away"])),
    }


def _colour(name: str | None) -> str | None:
    """A colour as Rich names it: those of the terminal without Textual's prefix."""
    return name.removeprefix("ansi_") if name else name
