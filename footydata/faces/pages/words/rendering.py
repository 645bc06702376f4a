"""Pages as HTML, each self-contained: style, pictures and scripts are in the page."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from operator import attrgetter
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from footydata.faces.drawing.fixture_page import figure_text
from footydata.faces.drawing.views import cell_text
from footydata.faces.pages.guide_page import HEADERS
from footydata.football.wording import plural, safe
from footydata.views.view import Shown, known

_LETTERS = {letter: f'<span class="is-{letter}">{letter}</span>' for letter in "WDL"} | {
    "?": "<span>?</span>"
}
REFRESHED = 20
"""Seconds between two looks of a page at what is played now."""


def render(template: str, *, refreshes: bool, **content: Any) -> str:
    """The page of a template. refreshes: whether its script asks again for what is played now."""
    script = Markup(_script(refreshes=refreshes))
    own = {"style": Markup(_style()), "script": script, "refreshes": refreshes}
    return _environment().get_template(template).render(own, **content)


def headers_of(*, refreshes: bool) -> dict[str, str]:
    """The headers of a page: those of a page of the guide, and its script, which may ask again for what refreshes."""
    digest = b64encode(sha256(_script(refreshes=refreshes).encode()).digest()).decode()
    policy = f"{HEADERS['Content-Security-Policy']}; script-src 'sha256-{digest}'"
    if refreshes:
        policy = f"{policy}; connect-src 'self'"
    # A form of ours asks for a page of ours.
    policy = policy.replace("form-action 'none'", "form-action 'self'")
    return {**HEADERS, "Content-Security-Policy": policy, "Cache-Control": "no-cache"}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("footydata.faces.pages.words"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["form"] = form
    environment.filters["plural"] = plural
    environment.filters["sentence"] = sentence
    environment.filters["figure"] = figure_text
    environment.filters["opens"] = opens
    environment.filters["cell"] = cell_text
    environment.globals["known"] = known
    return environment


def form(letters: str) -> Markup:
    """The letters of a form, each with the class of its colour; ? is a fixture of which the goals are not known.

    >>> print(form("W?"))
    <span class="form"><span class="is-W">W</span><span>?</span></span>
    """
    return Markup(f'<span class="form">{"".join(_LETTERS[letter] for letter in letters)}</span>')


def opens(column: Shown, row: Any) -> int | None:
    """The id of what a row's cell of a column with a link opens, None if that is not known."""
    target: int | None = attrgetter(column.link[1])(row) if column.link else None
    return target


def sentence(clause: str) -> str:
    """A clause as a sentence.

    >>> sentence("none is named"), sentence("did you mean season?")
    ('None is named.', 'Did you mean season?')
    """
    return f"{clause[:1].upper()}{clause[1:]}{'' if clause.endswith('?') else '.'}"


def _shown(value: Any) -> Any:
    """A text of a file as one line of printable characters; what is not known as nothing."""
    if value is None:
        return ""
    return safe(value) if type(value) is str else value


@cache
def _style() -> str:
    service = files("footydata.service").joinpath("static", "pages.css").read_text(encoding="utf-8")
    return service + _own("words.css")


@cache
def _script(*, refreshes: bool) -> str:
    return _own("zone.js") + (
        _own("refresh.js").replace("REFRESHED", str(REFRESHED)) if refreshes else ""
    )


def _own(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")
