"""The guide: pages of Markdown on commands, columns, endpoints and rules, which are read without a network.

A page is TOPIC.md in this folder. Its tables of declarations, and the outputs that it shows, are written by cog.
"""

import re
from importlib.resources import files
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.football.wording import meant


class Topic(NamedTuple):
    """A page of the guide.

    name: of its file, and in the command; line: what it is about.
    """

    name: str
    line: str


TOPICS: tuple[Topic, ...] = (
    Topic("start", "From an empty folder to tables, lines and a service."),
    Topic("commands", "Every command, its exit codes, and what it prints where."),
    Topic("loading", "Sources, the matching of clubs, conflicts, and the books of a load."),
    Topic("own-file", "A table of your own: from any header to tables and lines."),
    Topic("plugin", "A source of your own in a package: one class, one file."),
    Topic("sources", "Who says what, where sources differ, whom to believe."),
    Topic("columns", "Columns and units of frames and tables."),
    Topic("standings", "Rules, formats, deductions and doubts of tables."),
    Topic("markets", "What each market settles on, and how."),
    Topic("lines", "Fair lines: the models, the evidence, the limits."),
    Topic("outlook", "Before a fixture, and how a season may end."),
    Topic("pictures", "Pictures of frames, each drawn from the sample."),
    Topic("bets", "Your own bets: the file, the ends, closing line value."),
    Topic("browser", "The terminal browser: screens, keys, what it keeps."),
    Topic("replay", "A stored day again, as if it were live."),
    Topic("service", "Serving v1: from Python, in tests, beyond this machine."),
    Topic("agents", "Tools for agents over MCP: set-up, answers, what they never do."),
    Topic("contract", "The v1 contract: requests, parameters, lists, errors."),
    Topic("endpoints", "The v1 endpoints, and every field that they answer."),
    Topic("plans", "Keys, plans and rate limits."),
    Topic("scaling", "What is fast, measured, and what to do with more."),
    Topic("contributing", "The gate, and where a source, a market or an endpoint goes."),
)
"""The pages, in the order in which they are listed."""

BY_NAME: dict[str, Topic] = {topic.name: topic for topic in TOPICS}

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def topic_named(name: str) -> Topic:
    """The topic of a name, whatever its case. Raises NotFound."""
    topic = BY_NAME.get(name.casefold())
    if topic is None:
        raise NotFound(f"the guide has no page {name!r}; {meant(name, BY_NAME)}")
    return topic


def page(topic: Topic) -> str:
    """The page of a topic as Markdown, without the comments that generate its tables."""
    text = files(__name__).joinpath(f"{topic.name}.md").read_text(encoding="utf-8")
    return _COMMENT.sub("", text)


def picture(path: str) -> bytes:
    """A picture of a page, a PNG. path: as the page names it, below this folder. Raises FileNotFoundError."""
    return files(__name__).joinpath(*path.split("/")).read_bytes()
