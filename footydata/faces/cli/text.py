"""The type of texts on the command line."""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem


class Text(click.types.StringParamType):
    """A text that every database can hold, and not an empty one: that is a variable of a script without a value.

    An argument may have bytes that can't be decoded.
    """

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The text."""
        text: str = super().convert(value, param, ctx)
        if not text:
            self.fail("it is empty; give a value, or leave it out", param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} has characters that are not text", param, ctx)
        return text


class Word(Text):
    """A text that is one of some words, which the shell completes; the command says which they are if it is none.

    words: those that there are.
    """

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self._words = words

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that begin with what is typed."""
        return [
            CompletionItem(word) for word in self._words() if word.startswith(incomplete.casefold())
        ]
