"""The tables of the guide: what the package declares, as lines of Markdown.

Used by the cog blocks of footydata/guide/*.md, and by the test that the guide holds each of them as it is now.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from footydata.faces.agents.tools import SQL_TOOL, TOOLS
from footydata.faces.cli.main import COMMANDS, group
from footydata.faces.pages.metadata import TABLES
from footydata.faces.tui.app import all_screens
from footydata.faces.tui.keys import EVERYWHERE, Key, key_symbols
from footydata.faces.tui.signs import PLAIN
from footydata.football.errors import ERRORS
from footydata.football.markets import MARKETS, Market
from footydata.football.records import columns_of
from footydata.football.register import further_figures
from footydata.football.terms import PLANS
from footydata.frames.viewed import Frame
from footydata.odds.markets import OWN_MARKETS
from footydata.rules.regulations import CompetitionRules, TieBreaker, competitions
from footydata.service.endpoints import ENDPOINTS
from footydata.service.params import EQUIVALENTS, Param
from footydata.sources.protocol import SOURCES, Sources
from footydata.sources.tables.meanings import DERIVED, meanings
from footydata.sources.tables.table_map import MEANT
from footydata.store.read.checking import CHECKS
from footydata.store.read.conditions import FIGURES, FURTHER
from footydata.store.read.finding import Severity
from footydata.views.columns import Column
from tests.frames.declared_frames import BY_CALL, EXPORTED
from tests.service.parameter_schemas import schema_of


def commands() -> list[str]:
    """Every command with its line; those below a command too."""
    rows = []
    for name, (_, line, _) in COMMANDS.items():
        rows.append((f"`footydata {name}`", line))
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            rows += [
                (f"`footydata {name} {below}`", each.get_short_help_str(100))
                for below, each in command.commands.items()
            ]
    return table("command | does", rows)


def agent_tools() -> list[str]:
    """Every tool of `footydata mcp` with its arguments, the needed ones first."""
    rows = [
        (
            f"`{each.name}`",
            each.text,
            ", ".join(
                f"**`{one.name}`**" if one.is_needed else f"`{one.name}`"
                for one in sorted(each.arguments.values(), key=lambda one: not one.is_needed)
            ),
        )
        for each in (*TOOLS, SQL_TOOL)
    ]
    return table("tool | answers | arguments (needed ones in bold)", rows)


def endpoints() -> list[str]:
    """Every endpoint with its parameters."""
    rows = [
        (
            f"`GET {one.path}`",
            one.summary,
            ", ".join(f"`{param.name}`" for param in one.params) or "none",
        )
        for one in ENDPOINTS
    ]
    return table("endpoint | answers | parameters", rows)


def params() -> list[str]:
    """Every request parameter; one that means something else at another endpoint has a row of its own."""
    seen: dict[tuple[str, str], Param] = {}
    for endpoint in ENDPOINTS:
        for param in endpoint.params:
            seen.setdefault((param.name, param.doc), param)
    rows = [
        (f"`{name}`", doc, _values(schema_of(param)), f"`{param.error.code}`")
        for (name, doc), param in sorted(seen.items())
    ]
    return table("parameter | means | values, the default first | refused with", rows)


def _values(schema: Mapping[str, Any]) -> str:
    """The values that a parameter takes, if they are few enough to be listed, its default first."""
    values = schema.get("items", schema).get("enum", ())
    default = [str(schema["default"])] if "default" in schema else []
    return ", ".join(f"`{value}`" for value in dict.fromkeys([*default, *values]))


def equivalents() -> list[str]:
    """What is suggested for the names that are often sent instead."""
    return table(
        "unknown | send instead",
        [(f"`{name}`", f"`{instead}`") for name, instead in EQUIVALENTS.items()],
    )


def errors() -> list[str]:
    """Every error code with its condition."""
    rows = [
        (str(one.status), f"`{code}`", one.type, _one_line(one.__doc__ or ""))
        for code, one in ERRORS.items()
    ]
    return table("status | code | type | when", sorted(rows, key=lambda row: row[0]))


def wire_markets() -> list[str]:
    """Every market as it stands in requests and answers."""
    rows = [
        (
            f"`{one.param}`",
            f"`{one.key}`",
            ", ".join(
                f"`{name}`"
                for name in (*(["line"] if one.shape.has_line else []), *one.shape.selections)
            ),
            ", ".join(one.summary_periods) if one.in_summary else "none",
            "every bookmaker" if one.everywhere else "the default",
        )
        for one in MARKETS
    ]
    return table(
        "parameter | key | a period in `/odds` | periods in the summary | carried by", rows
    )


def markets() -> list[str]:
    """Every market of the service."""
    rows = [
        (
            one.title,
            f"`{one.param}`",
            f"`{one.key}`",
            " / ".join(one.shape.selections),
            _settled_on(one),
            "every bookmaker" if one.everywhere else "the default",
        )
        for one in MARKETS
    ]
    return table("market | parameter | key | prices | settles on | carried by", rows)


def own_markets() -> list[str]:
    """Every market that the service does not name."""
    rows = [
        (one.title, f"`{one.param}`", " / ".join(one.shape.selections), _settled_on(one))
        for one in OWN_MARKETS
    ]
    return table("market | name | prices | settles on", rows)


def _settled_on(market: Market) -> str:
    whose = f"{market.team} " if market.team else ""
    return f"{whose}{market.figure.replace('_', ' ')}{', first half' if market.half else ''}"


def plans() -> list[str]:
    """Every plan."""
    rows = [
        (
            plan.title,
            f"{plan.rate.limit} in {plan.rate.seconds} s",
            f"{plan.history_months} months" if plan.history_months else "back to 2014",
            *map(_yes, (plan.odds_on_lists, plan.all_bookmakers, plan.odds_history)),
        )
        for plan in PLANS.values()
    ]
    return table(
        "plan | requests | history of `/v1/fixtures` | odds on lists | every bookmaker | odds history",
        rows,
    )


def sources() -> list[str]:
    """Every source of the package: what is read, and its trust."""
    rows = []
    for name, module, kind in SOURCES:
        source = next(one for one in Sources(name) if type(one).__name__ == kind)
        rows.append((f"`{name}`", str(source.trust), _one_line(type(source).__doc__ or "")))
        assert type(source).__module__ == module
    return table("source | trust | reads", rows)


def meanings_of_columns() -> list[str]:
    """Every meaning that a map may give a column, by what its cells are."""
    of_kind: dict[str, list[str]] = {}
    for name, kind in meanings().items():
        if (
            kind is not DERIVED
            and not name.startswith("half_away_")
            and not name.startswith("away_")
        ):
            of_kind.setdefault(kind.what, []).append(f"`{name}`")
    return table("cells | meanings", [(kind, ", ".join(names)) for kind, names in of_kind.items()])


def settings_of_maps() -> list[str]:
    """Every setting of a map."""
    return table(
        "setting | what", [(f"`{name}`", MEANT[name].replace("|", "or")) for name in MEANT]
    )


def checks() -> list[str]:
    """Every kind of thing that `footydata check` looks for."""
    by_severity = {
        severity: ", ".join(f"`{one.kind}`" for one in CHECKS if one.severity is severity)
        for severity in Severity
    }
    return [f"- {severity}: {kinds}" for severity, kinds in by_severity.items()]


def figures() -> list[str]:
    """The figures that conditions know; those that hang on a fixture where a source has them apart."""
    own = [name for name in FIGURES if name not in FURTHER]
    return [f"- {', '.join(f'`{name}`' for name in names)}" for names in (own, FURTHER)]


def further() -> list[str]:
    """The further figures, in what they are counted, and which sources have them."""
    rows = []
    for figure in further_figures():
        of_sources = (
            [f"football-data ({', '.join(figure.football_data)})"] if figure.football_data else []
        )
        of_sources += ["statsbomb (half_ too)"] if figure.statsbomb else []
        rows.append((f"`{figure.name}`", figure.title, figure.unit, ", ".join(of_sources)))
    return table("figure | what | unit | from", rows)


def rules() -> list[str]:
    """Every competition's rules, era by era."""
    lines: list[str] = []
    for key, eras in competitions().items():
        lines.append(f"- **{key}**")
        for place, era in enumerate(eras):
            since = (
                f"from {era.since}"
                if era.since
                else "from the first season"
                if len(eras) > 1
                else "always"
            )
            parts = [
                f"{since}: {_order(era)}",
                *([f"{era.win} points for a win"] if era.win != 3 else []),
                *_played(era),
            ]
            lines.append(f"  - {'; '.join(parts)} *({era.source})*")
            assert place == 0 or era.since
    return lines


def frames() -> list[str]:
    """The columns of every frame, by what gives it."""
    return _columns_of(BY_CALL)


def exported() -> list[str]:
    """The columns of the tables of an export that no frame is like."""
    return _columns_of(EXPORTED)


def _columns_of(declared: Mapping[str, Frame]) -> list[str]:
    lines: list[str] = []
    seen: dict[tuple[Column, ...], str] = {}
    for call, each in declared.items():
        heading = call if " `" in call else f"`{call}`"
        like = seen.setdefault(each.columns, heading)
        if like != heading:
            lines += ["", f"### {heading}", "", f"{each.row} The columns are those of {like}."]
            continue
        rows = [
            (
                f"`{one.name}`",
                f"`{one.dtype}`",
                one.unit,
                "yes" if one.is_optional else "",
                one.text,
            )
            for one in each.columns
        ]
        lines += [
            "",
            f"### {heading}",
            "",
            each.row,
            "",
            *table("column | dtype | unit | may be empty | holds", rows),
        ]
    return lines[1:]


def tables() -> list[str]:
    """Every table and view of the file that is not of the machinery."""
    rows = []
    for name, described in TABLES.items():
        if not described.hidden:
            notes = " ".join(
                f"`{column}`: {_end(text)}" for column, text in described.columns.items()
            )
            rows.append((f"`{name}`", f"{described.text} {notes}".strip()))
    return table("table | holds", rows)


def columns_of_tables() -> list[str]:
    """The columns of every table that is not of the machinery."""
    names = [name for name, described in TABLES.items() if not described.hidden]
    rows = []
    for name in names:
        try:
            rows.append((f"`{name}`", ", ".join(f"`{column}`" for column in columns_of(name))))
        except KeyError:  # a view: its columns are those of its tables
            continue
    return table("table | columns", rows)


def layers() -> list[str]:
    """The rooms of the package from the top down, as import-linter holds them."""
    project = tomllib.loads(
        (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    )
    contracts = project["tool"]["importlinter"]["contracts"]
    rooms = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return ["```text", *(line for line in rooms if line != "__main__"), "```"]


def table(head: str, rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown; a bar inside a cell is escaped."""
    width = head.count("|") + 1
    lines = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return [f"| {head} |", "|" + "---|" * width, *lines]


def browser_keys() -> list[str]:
    """The keys of the terminal browser, those of every screen first."""
    sections = [
        ("Everywhere", EVERYWHERE),
        *((screen.NAME, screen.KEYS) for screen in all_screens()),
    ]
    return [line for name, keys in sections for line in _keys_of(name, keys)]


def browser_plain() -> list[str]:
    """The commands that print the screens of the terminal browser."""
    return table("screen | as text", [(screen, f"`{text}`") for screen, text in PLAIN.items()])


def _keys_of(name: str, keys: Sequence[Key]) -> list[str]:
    rows = [
        f"| {' '.join(f'`{one}`' for one in key_symbols(key, {}))} | {key.does} | `{key.name}` |"
        for key in keys
        if key.does
    ]
    return [f"**{name}**", "", "| key | does | name |", "|---|---|---|", *rows, ""]


DECLARED: dict[str, Callable[[], list[str]]] = {
    made.__name__: made
    for made in (
        commands,
        agent_tools,
        endpoints,
        params,
        equivalents,
        errors,
        wire_markets,
        markets,
        own_markets,
        plans,
        sources,
        checks,
        figures,
        further,
        rules,
        frames,
        exported,
        tables,
        columns_of_tables,
        layers,
        browser_keys,
        browser_plain,
        meanings_of_columns,
        settings_of_maps,
    )
}
"""Name → what makes the lines, for the blocks of the guide."""


def show(name: str) -> None:
    """Print what is declared into the page that cog is writing."""
    import cog  # type: ignore[import-not-found]  # cog puts itself there while it runs a block

    cog.outl("\n".join(DECLARED[name]()))


def _order(rules: CompetitionRules) -> str:
    steps = [_step(breaker) for step in rules.tie_breakers for breaker in step]
    return ", ".join([*(["points per game first"] if rules.per_game else []), *steps])


def _step(breaker: TieBreaker) -> str:
    own = breaker.measure.replace("_", " ")
    scope = (
        ""
        if breaker.scope in ("own", "cards")
        else f"{breaker.scope}: ".replace("opponents", "of the opponents")
    )
    limits = [
        *(["two teams alone"] if breaker.two_only else []),
        *(["where a place hangs on it"] if breaker.decisive else []),
    ]
    return f"{scope}{own}{f' ({chr(44).join(limits)})' if limits else ''}"


def _played(rules: CompetitionRules) -> list[str]:
    """How the season is played, where the rules say more than a table of all fixtures."""
    parts = []
    if rules.tournaments:
        parts.append(f"two tournaments, each with its table ({' and '.join(rules.tournaments)})")
    if rules.split:
        groups = ", ".join(
            f"{group.name} {group.teams}{f', points halved and rounded {group.halving}' if group.halving else ''}"
            for group in rules.split.groups
        )
        parts.append(f"divides after {rules.split.meetings} meetings of each pair ({groups})")
    return parts


def _one_line(doc: str) -> str:
    return re.sub(r"\s+", " ", cleandoc(doc).split("\n\n")[0])


def _end(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _yes(allowed: bool) -> str:
    return "yes" if allowed else "no"
