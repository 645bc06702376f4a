"""A fixture: its figures, timeline and cup in rows and texts, which pages render too, and the lines made of them."""

from collections.abc import Sequence
from typing import NamedTuple

from footydata.faces.drawing.fixtures import is_live, live_minute, minute_of, pair
from footydata.faces.drawing.lines import (
    BLANK,
    UNKNOWN,
    Line,
    dotted,
    fitted,
    spaced,
    titled,
    wrapped,
)
from footydata.faces.drawing.odds import odds_view
from footydata.faces.drawing.views import view_lines
from footydata.faces.reading.fixture import FixtureContent
from footydata.faces.zone import ClockZone, long_date
from footydata.football.moments import is_overdue
from footydata.football.register import figures_by_name
from footydata.football.rows import TableHalf
from footydata.football.scores import end_doubt, tie_score, whole_score
from footydata.football.terms import STATISTICS, EventType, Part, Side, Status, card_count
from footydata.football.wording import safe
from footydata.odds.markets import MARKET_BY_KEY
from footydata.rules.stages import Kind, stage_of
from footydata.rules.ties import By


class ComparedFigure(NamedTuple):
    """A figure of both sides, of the whole fixture and of its first half; one without sides has its value as home."""

    name: str
    home: float | None
    away: float | None
    half_home: float | None = None
    half_away: float | None = None
    is_sided: bool = True

    @property
    def share(self) -> int | None:
        """The share of the home side, in percent."""
        both = (self.home or 0) + (self.away or 0)
        return round(100 * (self.home or 0) / both) if self.is_sided and both else None

    @property
    def half(self) -> str:
        """The count of the first half, empty if it is not known."""
        if self.half_home is None and self.half_away is None:
            return ""
        return f"{figure_text(self.half_home)}-{figure_text(self.half_away)}"


def figure_text(value: float | None) -> str:
    """A count as it is, a sum with two decimals."""
    if value is None:
        return UNKNOWN
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}"


def figures_of(content: FixtureContent) -> list[ComparedFigure]:
    """The figures that are known of both sides."""
    values = content.statistics._asdict() | content.fixture._asdict()
    names = COUNTED | {
        "Possession %" if name == "possession" else name.replace("_", " ").capitalize(): name
        for name in STATISTICS
    }
    figures = [
        ComparedFigure(
            label,
            values[f"home_{name}"],
            values[f"away_{name}"],
            values.get(f"half_home_{name}"),
            values.get(f"half_away_{name}"),
        )
        for label, name in names.items()
    ]
    return [figure for figure in figures if None not in (figure.home, figure.away)]


COUNTED = {"Goals": "goals", "Corners": "corners", "Yellow cards": "yellow", "Red cards": "red"}
"""What is counted of every fixture → its field, without its side."""


def further_of(content: FixtureContent) -> dict[str, list[ComparedFigure]]:
    """The figures that the contract does not carry, by source."""
    figures: dict[str, list[ComparedFigure]] = {}
    halves = {
        (row.source, row.figure): (row.home, row.away)
        for row in content.further
        if row.half == TableHalf.FIRST
    }
    for row in content.further:
        if row.half == TableHalf.FULL:
            label = row.figure.replace("_", " ").capitalize()
            half = halves.get((row.source, row.figure), (None, None))
            is_sided = figures_by_name()[row.figure].sided
            figure = ComparedFigure(label, row.home, row.away, *half, is_sided)
            figures.setdefault(row.source, []).append(figure)
    return figures


class Happening(NamedTuple):
    """An event in words. side: whose it is; empty for what divides the timeline, as the score at half-time."""

    minute: str
    side: str
    kind: str
    text: str


PERIODS = {1: "half-time", 2: "full time", 3: "half-time of extra time", 4: "after extra time"}
"""Half → what its score is called at its end."""

_OF_GOALS = {"penalty": " (pen.)", "own_goal": " (own goal)"}


def timeline_of(content: FixtureContent) -> list[Happening]:
    """The events in order, each goal with the score that it made."""
    goals = {Side.HOME.value: 0, Side.AWAY.value: 0}
    happenings: list[Happening] = []
    is_extra = False
    for event in content.events:
        if event.half > 2 and not is_extra:
            is_extra = True
            happenings.append(Happening("", "", EventType.PERIOD_SCORE, "extra time"))
        if event.type == EventType.PERIOD_SCORE:
            score = pair(event.home_score, event.away_score, started=True)
            name = PERIODS.get(event.half, "full time")
            happenings.append(Happening("", "", event.type, f"{name} {score}"))
            continue
        if event.type == EventType.GOAL and event.team in goals:
            goals[event.team] += 1
        player = event.player or ""
        words = {
            EventType.GOAL.value: f"Goal {goals[Side.HOME]}-{goals[Side.AWAY]} {player}"
            f"{_OF_GOALS.get(event.detail or '', '')}",
            EventType.CORNER.value: f"Corner {event.count or ''}",
            EventType.YELLOW_CARD.value: f"Yellow card {player}",
            EventType.RED_CARD.value: f"Red card {player}",
            EventType.MISSED_PENALTY.value: f"Penalty missed {player}",
            EventType.SUBSTITUTION.value: f"{event.player_in or '?'} for {event.player_out or '?'}",
        }
        text = words.get(event.type, event.type.replace("_", " ").capitalize()).strip()
        minute = minute_of(event.minute, event.stoppage)
        happenings.append(Happening(minute, event.team or "", event.type, text))
    return happenings


PARTS = {
    "timeline": Part.EVENTS,
    "figures": Part.STATISTICS,
    "odds": Part.ODDS | Part.ODDS_SUMMARY,
    "movement": Part.ODDS_HISTORY,
}
"""What a page shows → the part that a source was asked for."""


def why_missing(content: FixtureContent, name: str) -> str:
    """Why there is nothing of a part: it comes with the kickoff, was fetched and is empty, or was never fetched."""
    is_coming = content.fixture.status == Status.SCHEDULED and not content.fixture.state_detail
    if is_coming and name in ("timeline", "figures"):
        return f"No {name} before the kickoff."
    if content.fetched & PARTS[name]:
        return f"The sources of this fixture have no {name} of it."
    return f"No {name} of this fixture {'were' if name in ('figures', 'odds') else 'was'} loaded."


_NAMED = (By.REPLAY, By.PLAY_OFF, By.AWARDED, By.SOURCE)
"""What decided a tie without legs, where its score does not show it."""


def cup_texts(content: FixtureContent) -> list[str]:
    """The lines below a fixture's state; none of a sound fixture of a league without a venue."""
    row = content.fixture
    doubt = end_doubt(row.home_goals, row.away_goals, content.end)
    return [text for text in (_venue(content), _tie_text(content), doubt) if text]


def _venue(content: FixtureContent) -> str:
    """The ground, its city and country, whether it is neutral, and the number of the match."""
    venue = content.venue
    place = ", ".join(
        safe(each) for each in (venue.ground, venue.city, venue.venue_country) if each
    )
    number = content.end.number
    return dotted(
        place,
        "neutral ground" if venue.neutral else "",
        "" if number is None else f"match {number}",
    )


def _tie_text(content: FixtureContent) -> str:
    """The aggregate of the legs and who went through; why that is in doubt."""
    tie = content.tie
    if tie is None:
        return ""
    is_told = tie.aggregate or tie.decided_by in _NAMED
    parts = [tie_score(tie.aggregate, tie.decided_by if is_told else None)]
    if tie.through is not None:
        row = content.fixture
        name = row.home if tie.through is Side.HOME else row.away
        stage = stage_of(row.stage or "")
        is_last = stage.teams == 2 or stage.kind is Kind.THIRD_PLACE
        parts.append(f"{safe(name)} {'won' if is_last else 'went through'}")
    if tie.doubt and content.fixture.status == Status.FINISHED:
        parts.append(f"doubtful: {tie.doubt}")
    return dotted(*parts)


def fixture_page(content: FixtureContent, width: int, *, zone: ClockZone, now: int) -> list[Line]:
    """All of a fixture on one page. now: unix seconds."""
    parts = {
        "figures": [*figure_lines(content, width), *further_lines(content, width)],
        "timeline": timeline_lines(content, width),
        "odds": view_lines(odds_view(content), width),
    }
    missing = [why_missing(content, name) for name, lines in parts.items() if not lines]
    return [
        *fixture_head(content, width, zone, now=now),
        BLANK,
        *spaced(parts.values()),
        *(line for why in missing for line in wrapped(why, width)),
    ]


def preview_page(content: FixtureContent, width: int, *, zone: ClockZone, now: int) -> list[Line]:
    """The fixture under the cursor, beside a list."""
    head = [*fixture_head(content, width, zone, now=now), BLANK]
    return head + spaced(
        [figure_lines(content, width), corner_lines(content, width), timeline_lines(content, width)]
    )


def corner_lines(content: FixtureContent, width: int, *, bookmaker: str = "") -> list[Line]:
    """The quotes of the corner line, and which selection won."""
    view = odds_view(content, bookmaker=bookmaker, markets=[MARKET_BY_KEY["corner_line"]])
    return view_lines(view, width)


def fixture_head(content: FixtureContent, width: int, zone: ClockZone, *, now: int) -> list[Line]:
    """Where, when, the score between the names, the state with its figures, and what a cup adds. now: unix seconds."""
    row = content.fixture
    started = row.status != Status.SCHEDULED
    on = zone.date_of(row.kickoff_ts, time_known=row.time_known)
    time = f"{zone.time_of(row.kickoff_ts, time_known=row.time_known)} {zone.label(row.kickoff_ts)}"
    where = dotted(
        f"{content.country} · {safe(row.league)}",
        row.season,
        "" if row.round is None else f"round {row.round}",
        safe(row.stage or ""),
    )
    when = dotted(
        long_date(on),
        time if row.time_known else "time not known",
        f"referee {safe(row.referee)}" if row.referee else "",
    )
    score, whole = _scores(content, width) if started else ("v", "")
    name = (width - len(score) - 8) // 2
    state = _state(content, width, whole, now=now)
    doubts = [f"doubtful: {text}" for text in content.doubts]

    def centred(text: str, style: str = "muted") -> Line:
        return [(fitted(text, width, "centre"), style)]

    return [
        centred(where),
        centred(when),
        BLANK,
        [
            (fitted(safe(row.home), name, "right"), "strong"),
            ("   ", "plain"),
            (f" {score} ", "picked" if started else "muted"),
            ("   ", "plain"),
            (fitted(safe(row.away), name), "strong"),
        ],
        centred(state, "live" if is_live(row, now=now) else "muted"),
        *map(centred, cup_texts(content) + doubts),
    ]


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


def _state(content: FixtureContent, width: int, whole: str, *, now: int) -> str:
    """The state; corners and cards if there is room for them. whole: the score that has no room between the names."""
    row = content.fixture
    parts = [row.state_detail.replace("_", " ")] if row.state_detail else []
    if row.status == Status.LIVE:
        minute = live_minute(content.listed, now=now)
        live = "live" if is_live(row, now=now) else "no result, live when last seen"
        parts.append(f"{live}, {minute}" if minute else live)
    elif not parts:
        parts.append(
            "no result, though it should be over" if is_overdue(row, now=now) else row.status
        )
    if whole:
        parts.insert(0, whole)
    if row.half_home_goals is not None:
        parts.append(f"half-time {pair(row.half_home_goals, row.half_away_goals, started=True)}")
    if row.home_corners is not None and row.away_corners is not None:
        parts.append(f"corners {row.home_corners}-{row.away_corners}")
    cards = [card_count(row.home_yellow, row.home_red), card_count(row.away_yellow, row.away_red)]
    if None not in cards:
        parts.append(f"cards {cards[0]}-{cards[1]}")
    while len(parts) > 1 and len(dotted(*parts)) > width:
        parts.pop()
    return dotted(*parts)


MINUTE = 9
"""The width of a minute between the sides."""

STYLES: dict[str, str] = {
    EventType.GOAL: "live",
    EventType.CORNER: "muted",
    EventType.YELLOW_CARD: "warning",
    EventType.RED_CARD: "bad",
    EventType.SUBSTITUTION: "muted",
}


def timeline_lines(content: FixtureContent, width: int) -> list[Line]:
    """The events: the home side's left of the minute, the away side's right of it."""
    happenings = timeline_of(content)
    side = (width - MINUTE) // 2
    lines = [_happening(each, side) for each in happenings]
    return [titled("Timeline", width), *lines] if lines else []


def _happening(happening: Happening, side: int) -> Line:
    text = safe(happening.text)
    if not happening.side:
        return [(fitted(f"── {text} ──", 2 * side + MINUTE, "centre"), "rule")]
    if happening.kind == EventType.SUBSTITUTION and len(text) > side:
        text = " for ".join(map(_short, text.split(" for ")))
    style = STYLES.get(happening.kind, "plain")
    is_home = happening.side == Side.HOME
    return [
        (fitted(text if is_home else "", side, "right"), style),
        (fitted(happening.minute, MINUTE, "centre"), "muted"),
        (fitted("" if is_home else text, side), style),
    ]


def _short(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if rest else name


LABEL = 20


def figure_lines(content: FixtureContent, width: int) -> list[Line]:
    """The figures of the whole match with those of its first half; nothing if none is known."""
    figures = figures_of(content)
    return _block("Figures", figures, width) if figures else []


def further_lines(content: FixtureContent, width: int) -> list[Line]:
    """The figures that the contract does not carry, each source's under its name."""
    return [
        line
        for source, figures in further_of(content).items()
        for line in _block("Further figures", figures, width, source)
    ]


def _block(
    title: str, figures: Sequence[ComparedFigure], width: int, source: str = ""
) -> list[Line]:
    half = "first half" if any(figure.half for figure in figures) else ""
    remark = ", ".join(filter(None, (source, half)))
    return [titled(title, width, remark), *(_figure_line(figure, width) for figure in figures)]


def _figure_line(figure: ComparedFigure, width: int) -> Line:
    home, away = figure.home, figure.away
    if home is None or away is None:
        values = (home, away) if figure.is_sided else (home,)
        known = " - ".join("?" if value is None else figure_text(value) for value in values)
        return [(fitted(f"{figure.name} {known}", width - 9, "centre"), "plain")]
    bar = max(0, (width - LABEL - 2 * 5 - 10) // 2)
    most = max(home + away, 1)
    left, right = round(bar * home / most), round(bar * away / most)
    return [
        (f"{figure_text(home):>4} ", "strong" if home > away else "plain"),
        (" " * (bar - left) + "━" * left, "good"),
        (fitted(figure.name, LABEL, "centre"), "plain"),
        ("━" * right + " " * (bar - right), "away"),
        (f" {figure_text(away):<4}", "strong" if away > home else "plain"),
        (fitted(figure.half, 9, "right"), "muted"),
    ]
