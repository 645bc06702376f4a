"""A fixture's head, timeline and figures, notes on what is missing, and the pages made of them."""

from textwrap import wrap
from typing import TypeAlias

from footydata.faces.drawing.cup_end import cup_texts
from footydata.faces.drawing.fair_lines import line_tab
from footydata.faces.drawing.fixtures import FRESH, UNKNOWN, is_live, minute_of, pair
from footydata.faces.drawing.lines import BLANK, Line, Span, beside, fitted, spaced, titled
from footydata.faces.drawing.odds import corner_lines, odds_tab
from footydata.faces.reading.fixture import FixtureContent
from footydata.faces.zone import ClockZone, long_date
from footydata.football.cards import card_count
from footydata.football.records import EventRecord
from footydata.football.register.figures import figures_by_name
from footydata.football.scores import whole_score
from footydata.football.table_rows import TableHalf
from footydata.football.terms import STATISTICS, EventType, Part, Side, Status
from footydata.football.wording import safe


def fixture_page(
    content: FixtureContent, width: int, *, zone: ClockZone, now: int, bookmaker: str = ""
) -> list[Line]:
    """All of a fixture on one page. now: unix seconds. bookmaker: the slug of the one whose quotes are first."""
    odds = odds_tab(content, width, bookmaker=bookmaker)
    figures = spaced(
        [
            figure_lines(content, width),
            further_lines(content, width),
            timeline_lines(content, width),
        ]
    )
    lines = [*fixture_head(content, width, zone, now=now), BLANK, *figures, *odds]
    lines += line_tab(content, width, zone=zone, bookmaker=bookmaker)
    return lines + _missing_parts(content, has_odds=bool(odds or content.fair_lines))


def _missing_parts(content: FixtureContent, *, has_odds: bool) -> list[Line]:
    """Which parts are missing: fetched and empty, or never fetched. Before kickoff timeline and statistics are not."""
    to_come = content.fixture.status == Status.SCHEDULED
    parts = (
        ("timeline", Part.EVENTS, bool(content.events) or to_come),
        (
            "statistics",
            Part.STATISTICS,
            any(figure is not None for figure in content.statistics[1:]) or to_come,
        ),
        ("odds", Part.ODDS | Part.ODDS_SUMMARY, has_odds),
    )
    absent = [(name, bool(content.fetched & part)) for name, part, has in parts if not has]
    empty = [name for name, fetched in absent if fetched]
    unasked = [name for name, fetched in absent if not fetched]
    lines: list[Line] = []
    if empty:
        lines.append([(f" Nothing recorded for this fixture: {', '.join(empty)}.", "muted")])
    if unasked:
        lines.append([(f" Not fetched for this fixture: {', '.join(unasked)}.", "muted")])
    return lines


def preview_page(content: FixtureContent, width: int, *, zone: ClockZone, now: int) -> list[Line]:
    """The fixture under the cursor, beside a list."""
    head = [*fixture_head(content, width, zone, now=now), BLANK]
    return head + spaced(
        [figure_lines(content, width), corner_lines(content, width), timeline_lines(content, width)]
    )


def absent_lines(content: FixtureContent, name: str, part: Part, width: int) -> list[Line]:
    """Why a tab is empty: its part was fetched and has nothing, was never fetched, or comes with the kickoff."""
    if not part:
        why = f"No {name} are stored for this fixture; 'footydata lines' computes those of coming ones."
    elif _is_coming(content) and part & (Part.EVENTS | Part.STATISTICS):
        why = f"No {name} before the kickoff."
    elif content.fetched & part:
        why = f"Nothing recorded for this fixture: {name}."
    else:
        why = f"Not fetched for this fixture: {name}."
    return [[(f" {line}", "muted")] for line in wrap(why, max(20, width - 2))]


def _is_coming(content: FixtureContent) -> bool:
    return content.fixture.status == Status.SCHEDULED and not content.fixture.state_detail


def fixture_head(content: FixtureContent, width: int, zone: ClockZone, *, now: int) -> list[Line]:
    """Where, when, the score between the names, the state with its figures, and what a cup adds. now: unix seconds."""
    row = content.fixture
    started = row.status != Status.SCHEDULED
    on = zone.date_of(row.kickoff_ts, time_known=row.time_known)
    time = f"{zone.time_of(row.kickoff_ts, time_known=row.time_known)} {zone.label(row.kickoff_ts)}"
    when = [long_date(on), time if row.time_known else "time not known"]
    when += [f"referee {safe(row.referee)}"] if row.referee else []
    score = _scores(content, width)[0] if started else "v"
    name = (width - len(score) - 8) // 2
    lines: list[Line] = [
        [(fitted(" · ".join(_where(content)), width, "centre"), "muted")],
        [(fitted(" · ".join(when), width, "centre"), "muted")],
        BLANK,
        [
            (fitted(safe(row.home), name, "right"), "strong"),
            ("   ", "plain"),
            (f" {score} ", "picked" if started else "muted"),
            ("   ", "plain"),
            (fitted(safe(row.away), name), "strong"),
        ],
        [
            (
                fitted(_state(content, width, now=now), width, "centre"),
                "live" if is_live(row, now=now) else "muted",
            )
        ],
    ]
    return lines + [[(fitted(text, width, "centre"), "muted")] for text in cup_texts(content)]


LEAST_NAME = 14
"""The width that a whole score leaves for each name."""


def _scores(content: FixtureContent, width: int) -> tuple[str, str]:
    """The score between the names, and what has no room there: all that came after ninety minutes."""
    row = content.fixture
    ninety = pair(row.home_goals, row.away_goals, started=True)
    sides = safe(row.home), safe(row.away)
    whole = whole_score(row.home_goals, row.away_goals, content.end, sides=sides) or ninety
    has_room = (width - len(whole) - 8) // 2 >= LEAST_NAME or whole == ninety
    return (whole, "") if has_room else (ninety, whole)


def _where(content: FixtureContent) -> list[str]:
    row = content.fixture
    where = [f"{content.country} · {safe(row.league)}"]
    where += [row.season] if row.season else []
    where += [f"round {row.round}"] if row.round is not None else []
    return where + ([safe(row.stage)] if row.stage else [])


def _state(content: FixtureContent, width: int, *, now: int) -> str:
    """The state; corners and cards if there is room for them."""
    row = content.fixture
    parts = [row.state_detail.replace("_", " ")] if row.state_detail else []
    if row.status == Status.LIVE:
        minute = _last_seen(content, now=now)
        live = "live" if is_live(row, now=now) else "no result, live when last seen"
        parts.append(f"{live}, {minute}" if minute else live)
    elif not row.state_detail:
        parts.append(row.status)
    whole = _scores(content, width)[1]
    if whole:
        parts.insert(0, whole)
    if row.half_home_goals is not None:
        parts.append(f"half-time {pair(row.half_home_goals, row.half_away_goals, started=True)}")
    if row.home_corners is not None and row.away_corners is not None:
        parts.append(f"corners {row.home_corners}-{row.away_corners}")
    cards = [card_count(row.home_yellow, row.home_red), card_count(row.away_yellow, row.away_red)]
    if None not in cards:
        parts.append(f"cards {cards[0]}-{cards[1]}")
    while len(parts) > 1 and len(" · ".join(parts)) > width:
        parts.pop()
    return " · ".join(parts)


def _last_seen(content: FixtureContent, *, now: int) -> str:
    """The minute of a live fixture, from its last quotes or events; empty without both."""
    tick_minute, tick_ts = content.last_tick
    last = content.events[-1] if content.events else None
    is_break = last is not None and last.type == EventType.PERIOD_SCORE
    at_event = 45 if last and is_break and last.half == 1 else (last.minute if last else None) or 0
    if tick_minute is not None and tick_ts is not None and tick_minute > at_event:
        return f"{tick_minute}'" if now <= tick_ts + FRESH else f"last quote {tick_minute}'"
    if last is None:
        return ""
    if is_break:
        return PERIODS.get(last.half, "full time")
    return f"last event {minute_of(last.minute, last.stoppage)}"


MINUTE = 9
PERIODS = {1: "half-time", 2: "full time", 3: "half-time of extra time", 4: "after extra time"}
"""Half → what its score is called at its end."""
OF_GOALS = {"penalty": " (pen.)", "own_goal": " (own goal)"}


def timeline_lines(content: FixtureContent, width: int) -> list[Line]:
    """The events: the home side's left of the minute, the away side's right of it."""
    if not content.events:
        return []
    lines: list[Line] = [titled("Timeline", width)]
    goals = {Side.HOME.value: 0, Side.AWAY.value: 0}
    side = (width - MINUTE) // 2
    is_extra = False
    for event in content.events:
        if event.half > 2 and not is_extra:
            is_extra = True
            lines.append(_rule("extra time", 2 * side + MINUTE))
        if event.type == EventType.PERIOD_SCORE:
            name = PERIODS.get(event.half, "full time")
            score = pair(event.home_score, event.away_score, started=True)
            lines.append(_rule(f"{name} {score}", 2 * side + MINUTE))
            continue
        if event.type == EventType.GOAL and event.team in goals:
            goals[event.team] += 1
        text, style = _event(event, f"{goals[Side.HOME]}-{goals[Side.AWAY]}", side)
        minute = minute_of(event.minute, event.stoppage)
        home = event.team == Side.HOME
        lines.append(
            [
                (fitted(text if home else "", side, "right"), style),
                (fitted(minute, MINUTE, "centre"), "muted"),
                (fitted("" if home else text, side), style),
            ]
        )
    return lines


def _rule(text: str, width: int) -> Line:
    return [(fitted(f"── {text} ──", width, "centre"), "rule")]


def _event(event: EventRecord, score: str, width: int) -> Span:
    player = safe(event.player or "")
    words: dict[str, Span] = {
        EventType.GOAL: (f"GOAL {score} {player}{OF_GOALS.get(event.detail or '', '')}", "live"),
        EventType.CORNER: (f"corner {event.count or ''}", "muted"),
        EventType.YELLOW_CARD: (f"yellow card {player}", "warning"),
        EventType.RED_CARD: (f"RED CARD {player}", "bad"),
        EventType.MISSED_PENALTY: (f"missed penalty {player}", "plain"),
        EventType.SUBSTITUTION: (_substitution(event, width), "muted"),
    }
    text, style = words.get(event.type, (safe(event.type).replace("_", " "), "plain"))
    return text.strip(), style


def _substitution(event: EventRecord, width: int) -> str:
    """Who came for whom; first names as initials if there is no room."""
    came, went = safe(event.player_in or "?"), safe(event.player_out or "?")
    names = f"{came} for {went}"
    return names if len(names) <= width else f"{_short(came)} for {_short(went)}"


def _short(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if rest else name


LABEL = 20
SIDE_BY_SIDE_FROM = 118
GAP = 2


def statistics_tab(content: FixtureContent, width: int) -> list[Line]:
    """The whole match, the first half, and the further figures of the sources; side by side if there is room."""
    half = half_lines(content, width)
    if half and width >= SIDE_BY_SIDE_FROM:
        column = (width - GAP) // 2
        blocks = [
            beside(
                figure_lines(content, column),
                half_lines(content, column),
                left_width=column,
                gap=GAP,
            )
        ]
    else:
        blocks = [figure_lines(content, width), half]
    return spaced([*blocks, further_lines(content, width)])


_Figure: TypeAlias = tuple[str, float | None, float | None, float | None, float | None]
"""A figure's name, home and away count, and those of the first half."""


def figure_lines(content: FixtureContent, width: int) -> list[Line]:
    """The figures of the whole match; nothing if none is known."""
    known = [figure for figure in _figures(content) if None not in figure[1:3]]
    if not known:
        return []
    lines = [
        titled(
            "Figures",
            width,
            "first half" if any(None not in figure[3:] for figure in known) else "",
        )
    ]
    return lines + [_figure_line(figure, width) for figure in known]


def half_lines(content: FixtureContent, width: int) -> list[Line]:
    """The figures of the first half; nothing if none is known."""
    halves: list[_Figure] = [
        (name, home, away, None, None) for name, _, _, home, away in _figures(content)
    ]
    known = [figure for figure in halves if None not in figure[1:3]]
    return (
        [titled("First half", width), *[_figure_line(figure, width) for figure in known]]
        if known
        else []
    )


def _figures(content: FixtureContent) -> list[_Figure]:
    row, statistics = content.fixture, content.statistics._asdict()
    figures: list[_Figure] = [
        ("Goals", row.home_goals, row.away_goals, row.half_home_goals, row.half_away_goals),
        (
            "Corners",
            row.home_corners,
            row.away_corners,
            row.half_home_corners,
            row.half_away_corners,
        ),
        ("Yellow cards", row.home_yellow, row.away_yellow, None, None),
        ("Red cards", row.home_red, row.away_red, None, None),
    ]
    for name in STATISTICS:
        whole = [statistics[f"{side}_{name}"] for side in Side]
        half = [statistics[f"half_{side}_{name}"] for side in Side]
        label = name.replace("_", " ").capitalize()
        figures.append(
            (
                "Possession %" if name == "possession" else label,
                whole[0],
                whole[1],
                half[0],
                half[1],
            )
        )
    return figures


def _figure_line(figure: _Figure, width: int) -> Line:
    name, home, away, half_home, half_away = figure
    if home is None or away is None:
        return BLANK
    half = (
        ""
        if half_home is None and half_away is None
        else f"{_value(half_home)}-{_value(half_away)}"
    )
    bar = max(0, (width - LABEL - 2 * 5 - 10) // 2)
    most = max(home + away, 1)
    left, right = round(bar * home / most), round(bar * away / most)
    return [
        (f"{_value(home):>4} ", "strong" if home > away else "plain"),
        (" " * (bar - left) + "━" * left, "good"),
        (fitted(name, LABEL, "centre"), "plain"),
        ("━" * right + " " * (bar - right), "away"),
        (f" {_value(away):<4}", "strong" if away > home else "plain"),
        (fitted(half, 9, "right"), "muted"),
    ]


def _value(value: float | None) -> str:
    """A count as it is, a sum with two decimals."""
    if value is None:
        return UNKNOWN
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def further_lines(content: FixtureContent, width: int) -> list[Line]:
    """The figures that the contract does not carry, each source's under its name."""
    lines: list[Line] = []
    for source in dict.fromkeys(row.source for row in content.further):
        by_figure = {(row.figure, row.half): row for row in content.further if row.source == source}
        halves = any(half == TableHalf.FIRST for _, half in by_figure)
        lines.append(
            titled("Further figures", width, f"{source}, first half" if halves else source)
        )
        for (figure, half), row in by_figure.items():
            if half != TableHalf.FULL:
                continue
            name = figure.replace("_", " ").capitalize()
            first = by_figure.get((figure, TableHalf.FIRST))
            if row.home is not None and row.away is not None:
                sides = (first.home, first.away) if first else (None, None)
                lines.append(_figure_line((name, row.home, row.away, *sides), width))
            else:
                known = [
                    f"{value:,}" if value is not None else "?" for value in (row.home, row.away)
                ]
                text = known[0] if not figures_by_name()[figure].sided else " - ".join(known)
                lines.append([(fitted(f"{name} {text}", width - 9, "centre"), "plain")])
    return lines
