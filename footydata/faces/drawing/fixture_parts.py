"""The parts of a fixture as rows and texts, which screens draw and pages render: figures, timeline, cup, what is missing."""

from typing import NamedTuple

from footydata.faces.drawing.fixtures import UNKNOWN, minute_of, pair
from footydata.faces.reading.fixture import FixtureContent
from footydata.football.register import figures_by_name
from footydata.football.rows import TableHalf
from footydata.football.scores import end_doubt, tie_score
from footydata.football.terms import STATISTICS, EventType, Part, Side, Status
from footydata.football.wording import safe
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
    return f"No {name} of this fixture {'was' if name != 'figures' else 'were'} loaded."


_NAMED = (By.REPLAY, By.PLAY_OFF, By.AWARDED, By.SOURCE)
"""What decided a tie without legs, where its score does not show it."""


def cup_texts(content: FixtureContent) -> list[str]:
    """The lines below a fixture's state; none of a sound fixture of a league without a venue."""
    error = f"doubtful: {content.error}" if content.error else ""
    row = content.fixture
    doubt = end_doubt(row.home_goals, row.away_goals, content.end) or ""
    return [text for text in (_venue(content), _tie_text(content), doubt, error) if text]


def _venue(content: FixtureContent) -> str:
    """The ground, its city and country, whether it is neutral, and the number of the match."""
    venue = content.venue
    place = ", ".join(
        safe(each) for each in (venue.ground, venue.city, venue.venue_country) if each
    )
    number = content.end.number
    parts = [
        place,
        "neutral ground" if venue.neutral else "",
        "" if number is None else f"match {number}",
    ]
    return " · ".join(part for part in parts if part)


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
    return " · ".join(part for part in parts if part)
