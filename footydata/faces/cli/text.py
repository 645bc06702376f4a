"""The type of texts on the command line."""

import click


class Text(click.types.StringParamType):
    """A text that every database can hold, and not an empty one: that is a variable of a script without a value.

    An argument may have bytes that can't be decoded.
    """

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text."""
        text: str = super().convert(value, param, ctx)
        if not text:
            self.fail("it is empty; give a value, or leave it out", param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} has characters that are not text", param, ctx)
        return text
