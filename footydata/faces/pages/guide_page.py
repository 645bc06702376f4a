"""The pages of the guide as HTML, each self-contained: style and pictures are in the page."""

import re
from base64 import b64encode
from functools import cache
from html import escape
from importlib.resources import files

from footydata.guide import TOPICS, Topic, page, picture

GUIDE = "/-/footydata/guide"
"""The path of the list of pages; each page is below it."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
}
"""The headers of a page, which contains its style and runs no script."""

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<header class="bar"><strong><a href="{guide}">The guide</a></strong> <a href="{home}">Data</a></header>
<main class="page guide">
{body}
</main>
</body>
</html>
"""

_PICTURE = re.compile(r'src="(pictures/[a-z_]+\.png)"')
"""A reference to a picture, which is replaced by the picture itself."""

_NAMED = re.compile(r"<code>footydata guide ([a-z-]+)</code>")
"""A reference to another page of the guide, which becomes a link."""

_CLAUSE = re.compile(r"<li>\s*<strong>(\d+\.\d+)</strong>")
"""A clause of the contract, to which its number becomes a link."""

_SCROLLING = {
    "<table>": '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>',
    "</table>": "</table></div>",
    "<pre>": '<pre tabindex="0">',
}
"""What may be wider than a screen, and so scrolls within itself, by the keys too."""


def guide_page(topic: Topic, *, guide: str, home: str) -> str:
    """The page of a topic. guide, home: the addresses of the list of pages and of Datasette's first page."""
    body = _NAMED.sub(
        lambda match: f'<a href="{escape(guide)}/{match[1]}">{match[0]}</a>', _html(topic)
    )
    return _whole(topic.name.capitalize(), body, guide=guide, home=home)


def guide_list(*, guide: str, home: str) -> str:
    """The list of the pages."""
    rows = "\n".join(
        f'<li><a href="{escape(guide)}/{topic.name}">{topic.name}</a>: {escape(topic.line)}</li>'
        for topic in TOPICS
    )
    return _whole("The guide", f"<h1>The guide</h1>\n<ul>\n{rows}\n</ul>", guide=guide, home=home)


def guide_missing(message: str, *, guide: str, home: str) -> str:
    """The page that says why there is no page of a name."""
    return _whole(
        "Not in the guide",
        f"<h1>Not in the guide</h1>\n<p>{escape(message)}</p>",
        guide=guide,
        home=home,
    )


def _whole(title: str, body: str, *, guide: str, home: str) -> str:
    return _PAGE.format(
        title=escape(title), style=_style(), guide=escape(guide), home=escape(home), body=body
    )


@cache
def _html(topic: Topic) -> str:
    # Imported here: a server does not need it before somebody reads the guide.
    from markdown_it import MarkdownIt

    # html off: what looks like a tag in a page is text.
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(page(topic))
    for tag, within in _SCROLLING.items():
        html = html.replace(tag, within)
    html = _CLAUSE.sub(r'<li id="\1"><a href="#\1"><strong>\1</strong></a>', html)
    return _PICTURE.sub(
        lambda match: f'src="data:image/png;base64,{b64encode(picture(match[1])).decode()}"', html
    )


@cache
def _style() -> str:
    return files("footydata.service").joinpath("static", "pages.css").read_text(encoding="utf-8")
