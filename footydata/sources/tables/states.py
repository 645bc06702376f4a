"""What a word of a status means."""

from typing import NamedTuple

from footydata.football.register.naming import normalised
from footydata.football.terms import StateDetail, Status


class State(NamedTuple):
    """The state of a fixture; has_extra_time: whether extra time was played, so that the goals may include it."""

    status: Status
    detail: str | None = None
    has_extra_time: bool = False
    on_penalties: bool = False


_WORDS: tuple[tuple[State, str], ...] = (
    (
        State(Status.FINISHED),
        "finished;ft;full time;fulltime;complete;completed;played;ended;final;over;match finished",
    ),
    (
        State(Status.FINISHED, has_extra_time=True),
        "aet;after et;after extra time;extra time",
    ),
    (
        State(Status.FINISHED, has_extra_time=True, on_penalties=True),
        "pen;pens;ap;after pen;after pens;after penalties;penalties;penalty shootout;elfmeterschiessen;n e",
    ),
    (
        State(Status.SCHEDULED),
        "scheduled;ns;not started;upcoming;fixture;timed;tbd;incomplete;to be played",
    ),
    (State(Status.LIVE), "live;in play;inplay;1h;2h;first half;second half;half time;ht;et;break"),
    (
        State(Status.SCHEDULED, StateDetail.POSTPONED),
        "postponed;pst;ppd;p p;verlegt;verschoben;aplazado;adiado;reporte;rinviata",
    ),
    (State(Status.SCHEDULED, StateDetail.CANCELLED), "cancelled;canceled;canc"),
    (State(Status.SCHEDULED, StateDetail.ABANDONED), "abandoned;abd;suspended;interrupted"),
    (State(Status.FINISHED, StateDetail.AWARDED), "awarded;awd;wo;w o;walkover"),
)
_STATES = {word: state for state, words in _WORDS for word in words.split(";")}


def state_of(text: str) -> State | None:
    """The state that a word means, None if it is not known.

    >>> state_of("FT").status.value, state_of("Postponed").detail.value, state_of("who knows")
    ('finished', 'postponed', None)
    """
    words = normalised(text)
    return _STATES.get(words) or _STATES.get(words.removeprefix("match ").removeprefix("game "))
