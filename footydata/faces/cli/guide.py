"""footydata guide: the pages of the guide on the terminal."""

from typing import Annotated

import click

from footydata.faces.cli.arguments import Text, Typed, command
from footydata.faces.cli.printing import print_page, say_lines
from footydata.football.errors import NotFound
from footydata.guide import BY_NAME, TOPICS, page, topic_named


@command()
def guide(topic: Annotated[str | None, Typed("", read=Text(words=lambda: BY_NAME))] = None) -> None:
    """Show a page of the guide; without TOPIC, list the pages.

    On a terminal a page is drawn, and paged where it is longer than the screen. Into a pipe, and where NO_COLOR is
    set, it is plain Markdown. 'footydata serve' shows the same pages at /-/footydata/guide.

    \b
    Examples:
      footydata guide
      footydata guide loading
      footydata guide columns | less
    """
    if topic is None:
        widest = max(len(each.name) for each in TOPICS)
        say_lines(f"{each.name:{widest}}  {each.line}" for each in TOPICS)
        return
    try:
        print_page(page(topic_named(topic)))
    except NotFound as error:
        raise click.BadParameter(str(error), param_hint="TOPIC") from error
