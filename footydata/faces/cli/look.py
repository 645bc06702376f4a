"""The commands that print a view and no more: one function each, which makes the command from the view.

A command imports its own views when it is made: those of all commands take half a second.
"""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import Text, Typed, command, stored_remark
from footydata.faces.cli.printing import Output, print_page, say_lines
from footydata.faces.cli.read_command import read_command
from footydata.football.errors import NotFound
from footydata.football.terms import Status
from footydata.football.wording import plural
from footydata.guide import BY_NAME, TOPICS, page, topic_named
from footydata.views.arguments import Argument, Says, arguments_of
from footydata.views.view import View


def info() -> click.Command:
    from footydata.views.contents import contents_view, parts_view

    says = Typed(
        "Each part of this fixture: its source, and when it was fetched.",
        metavar="ID",
        flag="--fixture",
    )
    return read_command(
        "info",
        contents_view,
        """Show what is in DB: counts, dates, sources with their fixtures, freshness, schema version.

        With --fixture: each part of the fixture with its source and time. A part that was fetched without anything in it
        is 'empty'; one that was never fetched has no source.

        \b
        Examples:
          footydata info football.db
          footydata info football.db --format json
          footydata info football.db --fixture 880001
        """,
        extra=[Argument("fixture_id", int, says, int)],
        fixture_id=parts_view,
    )


def loads() -> click.Command:
    from footydata.views.contents import loads_view

    return read_command(
        "loads",
        loads_view,
        """List the loads of DB, the newest first: each file, each downloaded file, each pull.

        new, changed, same and conflicting count rows of fixtures, as the load reported them. 'footydata unload DB ID'
        deletes what a load brought.

        \b
        Examples:
          footydata loads football.db
          footydata loads football.db --format csv
        """,
    )


def sources() -> click.Command:
    from footydata.views.quality import disagreements_view, sources_view

    def chosen(values: dict[str, Any]) -> dict[str, Any]:
        return values | {"by": "fixture"} if values.pop("is_list") else values

    (one,) = arguments_of(sources_view)
    one = replace(one, default=None, says=replace(one.says, metavar="FIXTURE"))
    text = "The differing values themselves, the newest fixture first."
    return read_command(
        "sources",
        disagreements_view,
        """Show who says what of a fixture; without one, count where sources differ.

        Of a fixture, contradictions come first, then what several sources say alike, then what only one gives; a load that
        contradicts another one of its own source has a row as well. Without one, by league, season and figure:
        'fixtures' are those of which both sources give the figure, 'differ' those where they contradict each other,
        'share' is the one over the other, and 'gap' by how much both sides of a count then differ on average. Figures from
        before the end of a fixture are left out, and a day without a time contradicts no time of it. 'footydata trust' sets
        which source is believed.

        \b
        Examples:
          footydata sources football.db 880432
          footydata sources football.db --league "La Liga" --figure corners
          footydata sources football.db --between football-data,openfootball --figure kickoff --list
        """,
        hidden=("by",),
        extra=[one, Argument("is_list", bool, Typed(text, flag="--list"), bool, False)],
        prepare=chosen,
        fixture_id=sources_view,
    )


def fixtures() -> click.Command:
    from footydata.football.register import further_figures
    from footydata.football.terms import STATISTICS
    from footydata.store.read.conditions import FIGURES, FURTHER
    from footydata.views.fixtures import fixtures_view

    def today(values: dict[str, Any]) -> dict[str, Any]:
        """Today's, where nothing narrows the list but its order, its length and the status; those of now are live."""
        is_narrowed = values.keys() - {"newest_first", "limit", "status"}
        if is_narrowed or values.get("status") == (Status.LIVE,):
            return values
        return values | {"date": clock.read_date("today").isoformat()}

    stored = [name for name in FIGURES if name not in FURTHER]
    further = [
        figure.name if figure.unit == "count" else f"{figure.name} ({figure.unit})"
        for figure in further_figures()
    ]
    command = read_command(
        "fixtures",
        fixtures_view,
        """List fixtures by kickoff; by default today's.

        score, half (half-time), corners and cards (yellow + red) are those of the home and the away side in ninety
        minutes. What came after stands beside the score: 1-1 (2-1 aet), 0-0, 4-2 on penalties; 2-1? may include extra time.
        A condition compares figures and numbers (< <= > >= = !=), adds and subtracts them, and joins comparisons by and,
        or, not and parentheses; the figures are listed at the end. Cards are yellow + red; card points are yellow + 2 x red,
        as the card markets count.

        \b
        Examples:
          footydata fixtures football.db --date 2026-03-14
          footydata fixtures football.db --league "Premier League" --season 25/26 --status finished
          footydata fixtures football.db --team Arsenal --against Chelsea
          footydata fixtures football.db --where 'corners > 12 and card_points <= 3' --limit 20
          footydata fixtures football.db --status live --format json
        """,
        texts={
            "date": "A day: 2026-03-14, today, yesterday or tomorrow.",
            "limit": "The most fixtures: the first by kickoff, with --newest-first the last.",
        },
        prepare=today,
    )
    command.epilog = (
        f"The figures: {', '.join(stored)}; where a source has them (home_ and away_ of each but attendance): "
        f"{', '.join((*STATISTICS, *further))}. half_ is of the first half alone."
    )
    return command


def standings() -> click.Command:
    from footydata.views.tables import reach_view, rounds_view, table_view

    return read_command(
        "standings",
        table_view,
        """Print a league table by the rules of its competition, including points taken by decision.

        Of a tournament that is played in groups, all groups are printed, stage by stage, and the table of third places
        where some of them go on: --stage "Third places" prints it alone. Cards of a card table are yellow + red; booking
        points are 10 a yellow, 25 a red.

        \b
        Examples:
          footydata standings football.db --league "Premier League"
          footydata standings football.db --league "Serie A" --season 22/23 --at 2023-02-01
          footydata standings football.db --league 39 --type corner --venue home --last 10
          footydata standings football.db --league "World Cup" --season 2026 --stage "Group A"
          footydata standings football.db --league "Premier League" --as-it-stands
        """,
        reach=reach_view,
        by_round=rounds_view,
    )


def bracket() -> click.Command:
    from footydata.views.bracket import bracket_view

    return read_command(
        "bracket",
        bracket_view,
        """Print the knock-out rounds of a season, ties that meet next together, and who goes through by what.

        A tie that no score explains is doubtful, with the reason; nobody goes through then.

        \b
        Examples:
          footydata bracket football.db --league "World Cup" --season 2026
          footydata bracket football.db --league "Champions League" --format csv
        """,
    )


def averages() -> click.Command:
    from footydata.views.averages import averages_view

    return read_command(
        "averages",
        averages_view,
        """Average figures per finished fixture, by team, league or referee, the highest 'both' first.

        By team: own and opponents' averages; by league or referee: those of the home and the away sides; 'both' is their
        sum. With --line, how often the figure of both sides was over and under; with --market, how often a side of it won
        by settlement (card points in the card markets: yellow + 2 x red), one bet a fixture; a team counts as the home side
        of all its fixtures: home_corners are its own. 'share' is the part of the decided ones, 'price' the one at which
        they would have broken even. Few fixtures prove little: the 95 % interval contains the true share in 95 of 100 such
        samples.

        \b
        Examples:
          footydata averages football.db --figure fouls --figure cards --by referee --league "Premier League"
          footydata averages football.db --figure corners --line 9.5 --league "Premier League" --season 25/26
          footydata averages football.db --market corner_asian --line -1.25 --league 39 --venue home
          footydata averages football.db --market cards --line 4.5 --by referee --league "Premier League"
        """,
    )


def ratings() -> click.Command:
    from footydata.views.outlook import ratings_view

    return read_command(
        "ratings",
        ratings_view,
        """Rate how strong each team is by the results of all its fixtures, best first: its Elo rating.

        A team starts with the average (1500), so its rating means little before some 30 fixtures. Teams of leagues that
        never meet can't be compared.

        \b
        Examples:
          footydata ratings football.db --league "Premier League"
          footydata ratings football.db --league 39 --at 2025-12-31
          footydata ratings football.db --league 39 --history --format csv
        """,
    )


def project() -> click.Command:
    from footydata.forecast.projecting import store
    from footydata.views.seasons import project_view

    remark = "Chances by a model of past scores alone; there is no evidence that betting on them makes a profit."

    def then(database: Path, view: View, out: Output, chosen: frozenset[str]) -> None:
        """Store a projection of now; says so, or why it was not stored."""

        def write(connection: Any) -> str:
            store(connection, view.made_of)
            return "Stored."

        stored = "" if "at" in chosen else stored_remark(database, write)
        out.remark(f"{remark} {stored}".rstrip())

    return read_command(
        "project",
        project_view,
        """How a season may end: each team's chance of each place, of the title, promotion and relegation.

        The remaining fixtures are drawn many times from a model of the league's past scores, and each ending is ordered by
        the rules of its competition: tie-breaks, points taken by decision, splits and play-offs; a note says which of these
        are drawn. Four endings in five are within 'range'. A projection as of now is stored in DB, where the terminal
        browser reads it. One as of a past date uses nothing later, and is not stored. json and csv have the chance of
        every place.

        \b
        Examples:
          footydata project football.db --league "Premier League"
          footydata project football.db --league "La Liga" --season 18/19 --at 2019-01-31
          footydata project football.db --league 39 --places
        """,
        then=then,
    )


def lines() -> click.Command:
    from footydata.forecast.pricing import Pricing, store
    from footydata.views.doubts import NO_PROFIT
    from footydata.views.lines import WHOLE_MATCH, lines_view

    (every,) = (each.words for each in arguments_of(lines_view) if each.name == "market")

    def chosen(values: dict[str, Any]) -> dict[str, Any]:
        """With the days and markets of this command: today's, and the lines of the whole match."""
        days, markets = values.pop("days"), values.get("market", WHOLE_MATCH)
        values["market"] = every if "all" in markets else markets
        if not {"start", "end"} & values.keys():
            first = date.fromisoformat(values.pop("date", clock.read_date("today").isoformat()))
            last = first + timedelta(days=days - 1)
            values |= {"start": first.isoformat(), "end": last.isoformat()}
        return values

    def then(database: Path, view: View, out: Output, _: frozenset[str]) -> None:
        """Store the lines of coming fixtures; says so, and what the prices are worth."""
        moment, rows = clock.now(), list(view.blocks[0].rows)
        remark = ""
        coming = (row.fixture for row in rows if row.fixture.status == Status.SCHEDULED)
        if any(fixture.kickoff_ts >= moment for fixture in coming):
            priced = Pricing(rows, {})
            remark = stored_remark(
                database,
                lambda opened: f"{plural(store(opened, priced, now=moment), 'line')} stored.",
            )
        out.remark(f"{NO_PROFIT} {remark}".rstrip())

    markets = f"{', '.join(every)} or all; may be repeated.  [default: lines of the whole match]"
    says = Says("How many days, from --date on.", least=1, most=60)
    return read_command(
        "lines",
        lines_view,
        """Fair lines and prices of a day's fixtures beside the recorded ones, with the edge of each recorded price.

        A fixture is priced from the results of its league known at the start of its day, corners and cards also from
        recorded result prices ('with'), so a past day shows what could have been known then. Prices are in the order of the
        market's selections (over under, home away); 'edge' is the recorded price over our fair one at its line, less one.
        Lines of coming fixtures are stored in DB, where the terminal browser reads them. If the default bookmaker does not
        quote a market, the quote is that of the bookmaker with the most recorded fixtures, named under 'by'.

        \b
        Examples:
          footydata lines football.db
          footydata lines football.db --league "Premier League" --date 2025-05-04 --market corner --market cards
          footydata lines football.db --days 7 --market all --format csv
        """,
        texts={"date": "The day, UTC; past ones too; today by default.", "market": markets},
        hidden=("fixture_id", "markets", "esports"),
        extra=[Argument("days", int, says, int, 1)],
        prepare=chosen,
        then=then,
    )


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
