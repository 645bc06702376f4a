"""Methods of Database that return a view as a frame: their keywords, help and checks are of its arguments."""

import sqlite3
from collections.abc import Callable, Sequence
from functools import wraps
from html import escape
from inspect import cleandoc
from types import MethodType
from typing import Any, Concatenate, ParamSpec, TypeVar

import pandas as pd

from footydata.football.declared_types import checked
from footydata.frames.columns import FRAMES, column_list
from footydata.frames.framing import framed
from footydata.views.arguments import Clock, arguments_of, expanded, readable, within
from footydata.views.view import View

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")


def to_frame(view: View) -> pd.DataFrame:
    """The frame of a view: its rows for programs. attrs: what the view says of them."""
    return with_facts(framed(view.columns, view.rows, [each.field for each in view.columns]), view)


def with_facts(frame: pd.DataFrame, view: View) -> pd.DataFrame:
    """The frame with what the view says of its rows in its attrs."""
    frame.attrs |= {"notes": view.all_notes, "doubts": view.all_doubts}
    frame.attrs |= {"left_out": dict(view.left_out)}
    frame.attrs.update(view.about)
    if view.reason and frame.empty:
        frame.attrs["reason"] = view.reason
    return frame


def with_reason(answer: T) -> T:
    """The answer; an empty frame that knows why it is empty says it in a notebook too."""
    if isinstance(answer, pd.DataFrame) and answer.empty and "reason" in answer.attrs:
        object.__setattr__(answer, "_repr_html_", MethodType(_reason_html, answer))
    return answer


def _reason_html(frame: pd.DataFrame) -> str:
    return f"<div>{escape(str(frame.attrs['reason']))}</div>{frame.to_html()}"


def viewed(
    view: Callable[Concatenate[sqlite3.Connection, Clock, P], View],
    name: str,
    *frames: str,
    about: str = "",
    make: Callable[[View], pd.DataFrame] = to_frame,
    columnar: Callable[..., pd.DataFrame | None] | None = None,
) -> Callable[Concatenate[Any, P], pd.DataFrame]:
    """A method of Database that returns a view as a frame.

    name: of the method, and of its first frame in FRAMES; frames: its further ones. about: what its help says besides.
    columnar: reads the frame without the rows of the view, or returns None where it can't.
    """
    listed = [column_list(FRAMES[each], has_name=bool(frames)) for each in (name, *frames)]
    return made_of(
        view,
        name,
        make,
        returns="pd.DataFrame",
        about=[cleandoc(about), *listed],
        columnar=columnar,
    )


def framed_by(
    frame: Callable[Concatenate[sqlite3.Connection, Clock, P], pd.DataFrame],
    name: str,
    *,
    about: str = "",
) -> Callable[Concatenate[Any, P], pd.DataFrame]:
    """A method of Database that returns what a function reads, which takes what a view does. name, about: of viewed."""
    listed = [column_list(FRAMES[name], has_name=False)] if name in FRAMES else []
    return made_of(frame, name, lambda made: made, returns="pd.DataFrame", about=[about, *listed])


def made_of(
    view: Callable[Concatenate[sqlite3.Connection, Clock, P], V],
    name: str,
    make: Callable[[V], T],
    *,
    returns: str,
    about: Sequence[str] = (),
    columnar: Callable[..., T | None] | None = None,
) -> Callable[Concatenate[Any, P], T]:
    """A method of Database that returns what is made of a view, all its reads of one snapshot.

    returns: the name of its type. about: what its help says after the arguments. columnar: as of viewed.
    """

    @wraps(view)
    def read(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            values = called.bind(self, *args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{method.__qualname__}() {error}") from None
        values.pop("self")
        with self._file.reading():
            values, clock = within(view, values), Clock.of(self.connection, self.now)
            frame = columnar(self.connection, clock, **values) if columnar else None
            if frame is not None:
                return with_reason(frame)
            return with_reason(make(view(self.connection, clock, **values)))  # type: ignore[call-arg]  # bound

    called = expanded(view, returns=returns)
    read.__name__, read.__qualname__ = name, f"Database.{name}"
    read.__annotations__ = {"return": returns}
    method = checked(read, called)
    method.__dict__["__signature__"] = readable(called)
    parts = [cleandoc(view.__doc__ or ""), arguments_text(view), *about]
    method.__doc__ = "\n\n".join(filter(None, parts))
    return method


def arguments_text(view: Callable[..., object]) -> str:
    """What the arguments of a view mean, a line each."""
    said = ((each.name, each.says.text.strip()) for each in arguments_of(view))
    return "\n".join(f"{name}: {text}" for name, text in said if text)
