"""Keys: their names in keys.toml, the actions they run, and their texts in help and key bar.

A screen declares its keys once; bindings, help and key bar are made from that.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, format_key, key_to_character

from footydata.faces.drawing.lines import Span

SYMBOLS = {"escape": "Esc", "enter": "Enter", "pageup": "PgUp", "pagedown": "PgDn"}
"""Keys that are not shown by Textual's name of them."""


class Key(NamedTuple):
    """A key of a screen.

    name: in keys.toml; keys: as Textual names them, separated by commas; action: Textual's; does: the text in the help.
    bar: the word in the key bar, empty if the key is not in it; keys with the same word are shown together.
    """

    name: str
    keys: str
    action: str
    does: str
    bar: str = ""


Keymap = Mapping[str, str]
"""Name of a key → the keys that run it instead of its own."""

EVERYWHERE: tuple[Key, ...] = (
    Key("down", "down,j", "step(1)", "the next line"),
    Key("up", "up,k", "step(-1)", "the line before"),
    Key("page-down", "pagedown", "page(1)", "a screenful down"),
    Key("page-up", "pageup", "page(-1)", "a screenful up"),
    Key("half-page-down", "ctrl+d", "half_page(1)", "half a screenful down"),
    Key("half-page-up", "ctrl+u", "half_page(-1)", "half a screenful up"),
    Key("first", "home,g", "edge(-1)", "the first line"),
    Key("last", "end,G", "edge(1)", "the last line"),
    Key(
        "palette",
        "ctrl+p",
        "palette",
        "go to a team, a league, a season or a command by name",
        "go to",
    ),
    Key("leagues", "c", "leagues", "all leagues by country"),
    Key("find", "F,ctrl+f", "find", "find fixtures in all days"),
    Key("export", "e", "export", "write the view to a file: CSV, JSON or Markdown"),
    Key("copy", "y", "copy", "copy the line under the cursor, with tabs between its cells"),
    Key("copy-id", "Y", "copy_id", "copy its id"),
    Key("reload", "r", "reload", "read the file again"),
    Key("pause", "space", "pause", "pause, or go on: show changes of the file as they come"),
    Key("zone", "z", "zone", "local time or UTC"),
    Key("language", "l", "language", "names in the next stored language"),
    Key("bookmaker", "b", "bookmaker", "the lines and prices of the next bookmaker", "bookmaker"),
    Key("theme", "T", "theme", "dark or light colours, or the terminal's own"),
    Key("help", "question_mark,f1", "help", "the keys, and what the signs mean", "keys"),
    Key("back", "escape", "back", "back", "back"),
    Key("close", "q", "close", "back; on a day, leave the browser", "quit"),
    Key(
        "suspend",
        "ctrl+z",
        "app.suspend_process",
        "back to the shell for now; there, fg comes back",
    ),
    Key("quit", "ctrl+q", "app.quit", "leave the browser"),
)
"""The keys of every screen; each screen chooses which of them its key bar has."""

_BY_NAME = {key.name: key for key in EVERYWHERE}


def bar_of(keys: Iterable[Key], *everywhere: str) -> tuple[Key, ...]:
    """The key bar of a screen's keys, the most important first: three words, keys of every screen, the other words.

    everywhere: the names of those of every screen.
    """
    own = [key for key in keys if key.bar]
    first = [*dict.fromkeys(key.bar for key in own)][:3]
    return (
        *(key for key in own if key.bar in first),
        *(_BY_NAME[name] for name in everywhere),
        *(key for key in own if key.bar not in first),
    )


MODIFIERS = {"ctrl", "alt", "shift", "super", "meta", "hyper"}
"""What can stand before the + of a key."""

WITHOUT_SIGN = {key.value for key in Keys} | {"enter", "backspace"}
"""Keys that write no character, as Textual names them."""


def is_key(text: str) -> bool:
    """Whether a text is Textual's name of a key.

    >>> is_key("ctrl+g"), is_key("Z"), is_key("question_mark"), is_key("pageup"), is_key("contrl+g"), is_key("esc")
    (True, True, True, True, False, False)
    """
    *modifiers, last = text.split("+")
    sign = key_to_character(KEY_NAME_REPLACEMENTS.get(last, last)) or ""
    is_name = len(last) == 1 or last in WITHOUT_SIGN or (sign != "" and sign.isprintable())
    return is_name and MODIFIERS.issuperset(modifiers)


def bindings(keys: Iterable[Key]) -> list[BindingType]:
    """The bindings of keys.

    All have priority over those of widgets, so that the application runs each to its end before it reads the next key:
    a key that is pressed before a new screen is open still reaches that screen.
    """
    return [Binding(key.keys, key.action, show=False, priority=True, id=key.name) for key in keys]


def key_symbols(key: Key, keymap: Keymap) -> list[str]:
    """Each of a Key's keys as it is shown."""
    return [symbol(one.strip()) for one in keymap.get(key.name, key.keys).split(",") if one.strip()]


def symbol(key: str) -> str:
    """A key as people write it.

    >>> symbol("question_mark"), symbol("ctrl+d"), symbol("left"), symbol("G"), symbol("shift+tab"), symbol("f1")
    ('?', 'Ctrl+D', '←', 'G', 'Shift+Tab', 'F1')
    """
    *modifiers, last = key.split("+")
    name = SYMBOLS.get(last) or format_key(last)
    if modifiers or len(name) > 1:
        name = name[0].upper() + name[1:]
    return "+".join([*[one.capitalize() for one in modifiers], name])


Part: TypeAlias = list[tuple[Span, str]]
"""A part of the key bar: each of its texts with the key that a click on it presses."""


def bar_parts(keys: Iterable[Key], keymap: Keymap) -> list[Part]:
    """The parts of the key bar in the order of the keys, of each Key its first; those with the same word are one."""
    by_word: dict[str, list[str]] = {}
    for key in keys:
        if key.bar:
            first, *_ = keymap.get(key.name, key.keys).split(",")
            by_word.setdefault(key.bar, []).append(first.strip())
    parts: list[Part] = []
    for word, presses in by_word.items():
        # Arrows and brackets stand side by side, letters apart.
        apart = " " if all(symbol(press).isalnum() for press in presses) else ""
        texts = [f"{apart if place else ' '}{symbol(press)}" for place, press in enumerate(presses)]
        part: Part = [((text, "accent"), press) for text, press in zip(texts, presses, strict=True)]
        parts.append([*part, ((f" {word} ", "muted"), presses[-1])])
    return parts
