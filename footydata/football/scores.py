"""How people write the score of a knock-out: extra time in brackets, then the shootout."""

from footydata.football.records import KnockoutRecord
from footydata.football.terms import Side

Score = tuple[int, int]
"""Goals of the home side, or of the side that is named first, and of the other."""


def score_text(score: Score) -> str:
    """A plain score, as 2-1."""
    return f"{score[0]}-{score[1]}"


def knock_out_score(
    ninety: Score | None,
    *,
    extra: Score | None = None,
    shootout: Score | None = None,
    final: Score | None = None,
) -> str:
    """The score of a fixture with how it went on after ninety minutes; empty if nothing is known.

    extra: the whole score after extra time, left out where it brought no goal and a shootout followed. final: the score
    at the end, where ninety minutes are unknown; a question mark says that extra time may be in it.

    >>> knock_out_score((1, 1), extra=(2, 1)), knock_out_score((0, 0), extra=(0, 0), shootout=(4, 2))
    ('1-1 (2-1 aet)', '0-0, 4-2 on penalties')
    >>> knock_out_score((2, 2), extra=(3, 3), shootout=(4, 2)), knock_out_score(None, extra=(3, 1))
    ('2-2 (3-3 aet), 4-2 on penalties', '3-1 aet')
    >>> knock_out_score(None, final=(2, 1)), knock_out_score(None, final=(1, 1), shootout=(4, 1))
    ('2-1?', '1-1?, 4-1 on penalties')
    """
    text = score_text(ninety) if ninety else ""
    if extra and not (ninety == extra and shootout):
        text = f"{text} ({score_text(extra)} aet)" if text else f"{score_text(extra)} aet"
    if final and not text:
        text = f"{score_text(final)}?"
    if not shootout:
        return text
    return (
        f"{text}, {score_text(shootout)} on penalties"
        if text
        else f"{score_text(shootout)} on penalties"
    )


def whole_score(
    home: int | None,
    away: int | None,
    end: KnockoutRecord,
    *,
    sides: tuple[str, str] = ("home side", "away side"),
) -> str:
    """The score of a fixture with all that is recorded of its end; empty if nothing is known.

    home, away: the goals of ninety minutes. Who went through is named where no score of the fixture tells it; sides:
    what the sides are called then.

    >>> whole_score(1, 1, KnockoutRecord(1, 2, 1)), whole_score(0, 0, KnockoutRecord(1, through="away"))
    ('1-1 (2-1 aet)', '0-0, away side through')
    >>> whole_score(1, 1, KnockoutRecord(1, through="home", on_penalties=1), sides=("Italy", "France"))
    '1-1, Italy on penalties'
    """
    extra, shootout, final = end_scores(end)
    text = knock_out_score(score_of(home, away), extra=extra, shootout=shootout, final=final)
    last = last_score(home, away, end)
    if end.through and (_is_unscored_shootout(end) or last is None or last[0] == last[1]):
        side = sides[0] if end.through == Side.HOME else sides[1]
        how = "on penalties" if _is_unscored_shootout(end) else "through"
        return f"{text}, {side} {how}".removeprefix(", ")
    return text


def end_score(home: int | None, away: int | None, end: KnockoutRecord) -> str:
    """What came after ninety minutes, in few characters; empty if nothing did.

    home, away: the goals of ninety minutes, which are not repeated before a shootout.

    >>> end_score(1, 1, KnockoutRecord(1, 2, 1)), end_score(2, 2, KnockoutRecord(1, 3, 3, 4, 2))
    ('2-1 aet', '3-3, 4-2 pen.')
    """
    extra, shootout, _ = end_scores(end)
    if end.through and _is_unscored_shootout(end):
        before = f"{score_text(extra)}, " if extra and extra != score_of(home, away) else ""
        return f"{before}{end.through} on pen."
    if shootout:
        before = f"{score_text(extra)}, " if extra and extra != score_of(home, away) else ""
        return f"{before}{score_text(shootout)} pen."
    if extra:
        return f"{score_text(extra)} aet"
    return f"{end.through} through" if end.through else ""


def end_scores(end: KnockoutRecord) -> tuple[Score | None, Score | None, Score | None]:
    """The score after extra time, of the shootout, and the final score where ninety minutes are unknown."""
    return (
        score_of(end.extra_home_goals, end.extra_away_goals),
        score_of(end.shootout_home_goals, end.shootout_away_goals),
        score_of(end.final_home_goals, end.final_away_goals),
    )


UNKNOWN_END = "ninety minutes are not known: the score at the end may include extra time"
"""The doubt of a fixture of which a source has the final score alone."""


def end_doubt(home: int | None, away: int | None, end: KnockoutRecord) -> str | None:
    """Why the score of a fixture is doubtful, None if it is not.

    home, away: the goals of ninety minutes; once they are known, a final score is doubtful only if it is another one.

    >>> end_doubt(1, 1, KnockoutRecord(1, final_home_goals=2, final_away_goals=1))
    'another source has 2-1 at the end'
    >>> end_doubt(1, 1, KnockoutRecord(1, 2, 1, final_home_goals=2, final_away_goals=1))
    """
    extra, _, final = end_scores(end)
    ninety = score_of(home, away)
    if final is None or final == (extra or ninety):
        return None
    return f"another source has {score_text(final)} at the end" if ninety else UNKNOWN_END


def winner_of(home: int | None, away: int | None, end: KnockoutRecord) -> Side | None:
    """The side that won a fixture by what was played last; None if it was drawn or is not known."""
    last = last_score(home, away, end)
    if _is_unscored_shootout(end) or last is None or last[0] == last[1]:
        return Side(end.through) if end.through else None
    return Side.HOME if last[0] > last[1] else Side.AWAY


def _is_unscored_shootout(end: KnockoutRecord) -> bool:
    """Whether a shootout decided of which the score is not known."""
    return bool(end.on_penalties) and end_scores(end)[1] is None


def last_score(home: int | None, away: int | None, end: KnockoutRecord) -> Score | None:
    """The score of what was played last: the shootout, else with extra time, else of ninety minutes, else the final."""
    extra, shootout, final = end_scores(end)
    return shootout or extra or score_of(home, away) or final


def score_of(home: int | None, away: int | None) -> Score | None:
    """The score of both sides' goals, None unless both are known."""
    return None if home is None or away is None else (home, away)


def tie_score(aggregate: Score | None, decided_by: str | None) -> str:
    """The score of a tie of several fixtures, with what decided it where the aggregate does not show it.

    >>> tie_score((3, 3), "away goals"), tie_score((4, 2), "aggregate"), tie_score(None, "replay")
    ('agg. 3-3, away goals', 'agg. 4-2', 'replay')
    """
    parts = [
        f"agg. {score_text(aggregate)}" if aggregate else "",
        "" if decided_by == "aggregate" else decided_by or "",
    ]
    return ", ".join(part for part in parts if part)
