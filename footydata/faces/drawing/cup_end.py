"""What a fixture's page says of a cup: where it was played, its tie, and what is doubtful about its score."""

from footydata.faces.reading.fixture import FixtureContent
from footydata.football.scores import end_doubt, tie_score
from footydata.football.terms import Side, Status
from footydata.football.wording import safe
from footydata.rules.stages import Kind, stage_of
from footydata.rules.ties import By
from footydata.store.read.seasons.brackets import FixtureTie

_NAMED = (By.REPLAY, By.PLAY_OFF, By.AWARDED, By.SOURCE)
"""What decided a tie without legs, where its score does not show it."""


def cup_texts(content: FixtureContent) -> list[str]:
    """The lines below a fixture's state; none of a sound fixture of a league without a venue."""
    error = f"doubtful: {content.error}" if content.error else ""
    return [text for text in (_venue(content), _tie(content), _doubt(content), error) if text]


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


def _tie(content: FixtureContent) -> str:
    """The aggregate of the legs and who went through; why that is in doubt."""
    tie = content.tie
    if tie is None:
        return ""
    parts = [_decision(tie)]
    if tie.through is not None:
        row = content.fixture
        name = row.home if tie.through is Side.HOME else row.away
        stage = stage_of(row.stage or "")
        is_last = stage.teams == 2 or stage.kind is Kind.THIRD_PLACE
        parts.append(f"{safe(name)} {'won' if is_last else 'went through'}")
    if tie.doubt and content.fixture.status == Status.FINISHED:
        parts.append(f"doubtful: {tie.doubt}")
    return " · ".join(part for part in parts if part)


def _decision(tie: FixtureTie) -> str:
    """The aggregate, the home side's goals first, and what decided."""
    return tie_score(
        tie.aggregate, tie.decided_by if tie.aggregate or tie.decided_by in _NAMED else None
    )


def _doubt(content: FixtureContent) -> str:
    """Why a score is doubtful."""
    return end_doubt(content.fixture.home_goals, content.fixture.away_goals, content.end) or ""
