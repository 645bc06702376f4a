"""What the tables and columns of a football database mean, a sentence each, for the guide and as Datasette's metadata."""

from dataclasses import dataclass, field
from html import escape
from typing import Any

from footydata.faces.pages.guide_page import GUIDE
from footydata.faces.pages.private_datasette import local_metadata
from footydata.faces.pages.words.addresses import words_at
from footydata.service.docs import DOCS
from footydata.store.page_sql import READY

TITLE = "Football"

ABOUT_HTML = (
    '<p>One person\'s football in one file. <a href="{words}">Pages in words</a> show its days, fixtures, leagues and '
    'teams; these are its tables, and <a href="{match}">match</a> is the one to begin with. {served}. '
    "Times are unix seconds UTC; an empty cell is unknown, never zero; figures are of regulation time. "
    "{guide}</p><p>Ready to look at: {queries}. League tables stand in words on the page of each league."
    "</p>"
)
"""For the database's page, and for the first page if it is the only database.

`words`, `match`: addresses; `queries`: links.
"""

GUIDE_HTML = '<a href="{guide}">The guide</a> explains columns, markets and the rules of tables.'
"""`guide`: the address of its list of pages."""

SERVED_HTML = 'The same data are served as JSON at <a href="{docs}">/v1</a>'
"""For the database that /v1 serves. `docs`: the address of its documents."""

SERVED_ELSE_HTML = '<a href="{docs}">/v1</a> serves the database <a href="{address}">{name}</a>'
"""For other databases, and the first page of several; name and address are those of the one that /v1 serves."""

_PRICES = "Prices 1, 2, 3 are decimal, of the selections in order: home, draw, away; home, away; over, under; yes, no."


@dataclass(frozen=True, slots=True)
class Description:
    """What a table or view holds.

    Attributes:
        text: what a row is.
        columns: column → its meaning, where the name does not say it.
        facets: the columns to count.
        label: the column that names a row where others refer to it.
        hidden: whether it is internal, and left out of the pages and the guide.
        newest: the column that it is sorted by, the highest first.
        is_aside: whether it is left out of the pages and yet explained in the guide.
    """

    text: str
    columns: dict[str, str] = field(default_factory=dict)
    facets: tuple[str, ...] = ()
    label: str | None = None
    hidden: bool = False
    newest: str | None = None
    is_aside: bool = False


_MACHINERY = {
    "fixture_referee": "What a source called the referee, where he goes by another name.",
    "told_member": "Members of seasons of which a service told.",
    "former_fixture": "What ids of fixtures named before.",
    "default_lead": "Until when the default bookmaker need not be counted again.",
    "claim": "What each load said of a fixture.",
    "claim_again": "Which later loads said the same.",
    "register_state": "To which register the stored rows were updated.",
    "fetched_season": "Seasons that were asked for of public sites.",
    "waiting_detail": "Details of fixtures that are not known yet.",
    "team_fixture": "The fixtures of each team, for quick lists.",
    "fixture_source": "What a fixture has from a source, as bits; see fixture_part.",
    "taken_page": "Pages and files that were loaded whole.",
    "pull": "Pulls of a remote service, and what was asked for.",
    "pulled_page": "Pages that pulls brought.",
    "_sqlite_migrations": "The schema's migrations.",
}
"""Table of the machinery, which is hidden → what a row is."""

TABLES: dict[str, Description] = {
    "match": Description(
        "Fixtures in words: league, season, teams, score, corners, cards. The place to begin.",
        {
            "kickoff_utc": "Kickoff in UTC; 00:00:00 also where the source has the day alone.",
            "home_cards": "Yellow and red, one each.",
            "away_cards": "Yellow and red, one each.",
            "competition": "The league with its country: leagues of several countries may have one name.",
        },
        ("competition", "season", "status"),
    ),
    "fixture": Description(
        "One row per fixture, with its goals, corners and cards; half_ is the first half alone.",
        {
            "kickoff_ts": "Kickoff, unix seconds UTC.",
            "kickoff_utc": "The same as text.",
            "time_known": "0: the source has the date alone, and kickoff_ts is 00:00 UTC of it.",
            "state_detail": "What status leaves open: postponed, cancelled, abandoned, awarded, removed, in_play.",
            "esports": "1: e-football; never mixed with real football.",
            "in_table": "0: it counts in no league table, as a play-off.",
        },
        ("league_id", "status"),
    ),
    "league": Description(
        "One row per competition.",
        {
            "has_standings": "0: a cup, without a league table.",
            "esports": "1: e-football.",
            "min_plan": "The lowest plan that covers it at /v1.",
            "rules": "Which rules break its ties.",
            "full_name": "With the country, as other pages name it.",
        },
        ("country_code",),
        label="full_name",
    ),
    "season": Description(
        "One row per season of a league; its page leads to the tables of points, corners and cards.",
        {"label": "25/26, or 2026."},
        ("league_id",),
        label="label",
        newest="start_year",
    ),
    "team": Description("One row per team.", facets=("country_code",), label="name"),
    "country": Description(
        "Countries, home nations and regions by code.", facets=("type",), label="name"
    ),
    "bookmaker": Description(
        "One row per bookmaker.",
        {"slug": "How requests name it.", "is_default": "1: the default one."},
        label="name",
    ),
    "event": Description(
        "The timeline of a fixture in order: goals, corners, cards, substitutions, period scores.",
        {
            "seq": "Its place in the fixture.",
            "count": "The running number of that type for that team.",
            "team": "The side it counts for.",
            "stoppage": "Minutes past the end of the half.",
            "detail": "Of a goal: penalty or own_goal.",
        },
        ("type", "team"),
    ),
    "extra_event": Description(
        "The timeline of extra time, halves 3 and 4; no figure of a fixture counts it.",
        {"count": "The running number of that type for that team, of all four halves."},
        ("type", "team"),
    ),
    "knockout": Description(
        "How a fixture ended beyond ninety minutes, and its place in a tournament.",
        {
            "extra_home_goals": "After extra time, ninety minutes included.",
            "final_home_goals": "At the end, where the source does not say whether extra time is in it.",
            "through": "Who went through or won the shootout, where the source names it.",
            "on_penalties": "1: a shootout decided, as a source says that may not have its score.",
            "number": "Of the fixture in its tournament.",
            "home_from": "What the side was before it was known: W73, 1A.",
        },
        ("through",),
    ),
    "venue": Description(
        "Where a fixture was played; neutral: 1 if neither side was at home.", facets=("neutral",)
    ),
    "fixture_figure": Description(
        "Figures that sources have and /v1 does not: fouls, shots, attendance, expected goals and others.",
        {
            "half": "0: the whole fixture; 1: its first half.",
            "home": "Of a figure without sides (attendance) the value itself.",
        },
        ("figure", "source_id"),
    ),
    "statistics": Description("In-play statistics of a fixture; half_ is the first half alone."),
    "odds": Description(
        "Lines and prices of a fixture by bookmaker and market, at opening, closing and in play. Lines are the home "
        f"side's. {_PRICES}",
    ),
    "odds_line": Description(f"Lines of a market beside the main one, which is in odds. {_PRICES}"),
    "odds_ladder": Description(
        f"All lines of a market: the main one of odds and those beside it. {_PRICES}"
    ),
    "odds_tick": Description(
        f"How a market moved; empty prices: it was suspended. {_PRICES}",
        facets=("market",),
    ),
    "fair_line": Description(
        "Our own fair line of a coming fixture, with its moment and evidence.",
        {
            "home_mean": "Expected count of the home side.",
            "away_mean": "Expected count of the away side.",
            "fixtures_used": "How many finished fixtures of the league it was computed from.",
            "home_seen": "How many of them the home side played.",
            "away_seen": "How many of them the away side played.",
            "sample": "The sum of the weights of both sides' fixtures, newer ones counting more.",
            "price_1_low": "The true price lies between low and high with a chance of 80 %, by the fit.",
        },
        ("market",),
    ),
    "projection": Description(
        "How a season may end, as 'footydata project' computed it: when, from what."
    ),
    "projected_team": Description(
        "A team of a projection: its place and points then; its points, places and zones at the end."
    ),
    "points_adjustment": Description(
        "Points given or taken by a decision, with its reason and source."
    ),
    "default_bookmaker": Description(
        "Which bookmaker a person or a service made the default.", is_aside=True
    ),
    "season_rules": Description(
        "Competition rules of a season where they differ from its league's.", is_aside=True
    ),
    "season_team": Description("Which teams are members of a season.", is_aside=True),
    "source": Description(
        "Where data came from; of two sources the higher trust wins.", label="name", is_aside=True
    ),
    "load": Description(
        "One row per load or pull, with its counts.", label="place", is_aside=True, newest="id"
    ),
    "placeholder": Description(
        "Coming fixtures of which a side is not known yet, as each load tells them.", is_aside=True
    ),
    "table_map": Description(
        "How tables are read that no source knows, by their headers.", is_aside=True
    ),
    "refused_row": Description(
        "What a load refused, by file, row and reason.", is_aside=True, newest="load_id"
    ),
    "fixture_part": Description(
        "Which parts of a fixture are known from which source.",
        facets=("part", "source"),
        is_aside=True,
    ),
    "external_id": Description(
        "Ids and spellings of other providers; they never resolve at /v1.",
        {"base_id": "The team that a name means before anything is decided."},
        facets=("kind",),
        is_aside=True,
    ),
    "team_alias": Description(
        "How sources may call a team, by your own word ('footydata teams alias').",
        {"source": "Empty: every source.", "spelling": "Without case, accents and punctuation."},
        is_aside=True,
    ),
    "team_edit": Description(
        "Merges and aliases of teams, by your own word; 'footydata teams undo' takes one back.",
        {
            "team_id": "The team that names mean since.",
            "gone_id": "The team whose names mean it since a merge.",
            "undone_ts": "When it was undone, unix seconds.",
            "reason": "The evidence for a merge that no person made.",
            "scope": "The team's country; of an alias, that of the competitions.",
            "source": "Of an alias: the source that calls it so; empty for all.",
            "points": "The decisions on points that a merge moved, as JSON.",
        },
        is_aside=True,
        newest="id",
    ),
    "country_name": Description(
        "Countries in other languages.", facets=("lang",), label="name", is_aside=True
    ),
    "league_name": Description(
        "Competitions in other languages.", facets=("lang",), label="name", is_aside=True
    ),
    "team_name": Description(
        "Teams in other languages.", facets=("lang",), label="name", is_aside=True
    ),
    "retired_league": Description("League ids that were merged into others.", is_aside=True),
    **{name: Description(text, hidden=True) for name, text in _MACHINERY.items()},
}
"""Table or view → what it holds."""


def page_metadata(datasette: Any) -> dict[str, Any]:
    """The metadata of all pages, in the form of Datasette before 1.0; the user's own texts win."""
    own = local_metadata(datasette)
    tables = {name: _table_metadata(described) for name, described in TABLES.items()}
    databases = {
        name: {
            **unless_given(
                database_page(datasette, name), (own.get("databases") or {}).get(name) or {}
            ),
            "tables": tables,
        }
        for name in getattr(datasette, "_footydata", [])
    }
    return {**unless_given(first_page(datasette), own), "databases": databases}


def first_page(datasette: Any) -> dict[str, str]:
    """The title and text of the first page: those of the only database, or which of several /v1 serves."""
    football = getattr(datasette, "_footydata", [])
    files = [name for name, database in datasette.databases.items() if database.path]
    if not football:
        return {}
    if len(files) == 1:
        return database_page(datasette, football[0])
    title = {"title": TITLE} if files == football else {}
    words = ", ".join(
        f'<a href="{escape(words_at(datasette, name).start)}">{escape(name)}</a>'
        for name in football
    )
    text = f"<p>In words: {words}. {_served_html(datasette)}. {_guide_html(datasette)}</p>"
    return {**title, "description_html": text}


def database_page(datasette: Any, name: str) -> dict[str, str]:
    """The title and text of the page of a football database."""
    docs = datasette.urls.path(DOCS)
    served = (
        SERVED_HTML.format(docs=docs)
        if name == datasette._footydata_behind_v1
        else _served_html(datasette)
    )
    queries = ", ".join(
        f'<a href="{escape(datasette.urls.query(name, query))}">{escape(ready.title)}</a>'
        for query, ready in READY.items()
    )
    # Sorted by the link: sort_desc in the metadata would sort again for each page of a CSV stream.
    match = f"{datasette.urls.table(name, 'match')}?_sort_desc=kickoff_utc"
    words = words_at(datasette, name).start
    about = ABOUT_HTML.format(
        words=words,
        match=match,
        served=served,
        guide=_guide_html(datasette),
        queries=queries,
    )
    return {"title": TITLE, "description_html": about}


def _served_html(datasette: Any) -> str:
    """Which database /v1 serves, as a sentence with links."""
    name = datasette._footydata_behind_v1
    address = datasette.urls.database(name)
    return SERVED_ELSE_HTML.format(
        docs=datasette.urls.path(DOCS), address=address, name=escape(name)
    )


def _guide_html(datasette: Any) -> str:
    """Where the guide is, as a sentence with a link."""
    return GUIDE_HTML.format(guide=datasette.urls.path(GUIDE))


def unless_given(defaults: dict[str, str], own: dict[str, Any]) -> dict[str, str]:
    """Our texts without those that the user has given; a description of either kind replaces ours."""
    is_described = bool({"description", "description_html"} & own.keys())
    return {
        key: text
        for key, text in defaults.items()
        if key not in own and not (is_described and key != "title")
    }


def _table_metadata(described: Description) -> dict[str, Any]:
    metadata: dict[str, Any] = {"description": described.text, **table_config(described)}
    return {**metadata, "columns": dict(described.columns)} if described.columns else metadata


def table_config(described: Description) -> dict[str, Any]:
    """The facets, label and order of a table, and whether it is hidden."""
    config: dict[str, Any] = {
        "facets": list(described.facets),
        "label_column": described.label,
        "hidden": described.hidden or described.is_aside,
        "sort_desc": described.newest,
    }
    return {key: value for key, value in config.items() if value}


def configure_tables(datasette: Any, name: str) -> None:
    """Facets, labels and hidden tables, for Datasette from 1.0 on; the user's own settings win."""
    config = getattr(datasette, "config", None)
    if isinstance(config, dict):
        tables = config.setdefault("databases", {}).setdefault(name, {}).setdefault("tables", {})
        for table, described in TABLES.items():
            tables[table] = {**table_config(described), **tables.get(table, {})}


async def describe_tables(datasette: Any, name: str) -> None:
    """The descriptions of tables, for Datasette from 1.0 on; the user's own win."""
    for key, text in unless_given(
        database_page(datasette, name), await datasette.get_database_metadata(name)
    ).items():
        await datasette.set_database_metadata(name, key, text)
    for table, description in TABLES.items():
        if "description" not in await datasette.get_resource_metadata(name, table):
            await datasette.set_resource_metadata(name, table, "description", description.text)
        for column, text in description.columns.items():
            if "description" not in await datasette.get_column_metadata(name, table, column):
                await datasette.set_column_metadata(name, table, column, "description", text)
