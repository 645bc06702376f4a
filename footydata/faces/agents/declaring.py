"""Tools: what they take, read from the signature of a view or of a function of their own, and how a view answers."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from footydata.database import Database
from footydata.faces.agents.answers import Rows, ToolAnswer, bounded
from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant
from footydata.views.arguments import LONGEST_TEXT, Argument, Clock, Says, arguments_of
from footydata.views.view import View

MOST_ROWS = 200
"""The most rows that a client may ask for."""

_KINDS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(argument: Argument) -> dict[str, object]:
    """An argument in JSON Schema."""
    says = argument.says
    text = (says.brief or says.text).strip()
    bounds = {"minimum": says.least, "maximum": says.most}
    return {
        "type": _KINDS[argument.kind],
        **({"description": text} if text else {}),
        **({"enum": list(argument.choices)} if argument.choices else {}),
        **{name: bound for name, bound in bounds.items() if bound is not None},
    }


@dataclass(frozen=True, slots=True)
class Tool:
    """A question that a file answers.

    Attributes:
        name: what a client calls.
        text: one sentence on what it answers.
        arguments: what it takes, in order.
        function: answers it, given a Database, the present and the arguments by name.
    """

    name: str
    text: str
    arguments: tuple[Argument, ...]
    function: Callable[..., Any]

    def schema(self) -> dict[str, object]:
        """What it takes, in JSON Schema."""
        needed = [each.name for each in self.arguments if each.is_needed]
        return {
            "type": "object",
            "properties": {each.name: schema_of(each) for each in self.arguments},
            **({"required": needed} if needed else {}),
            "additionalProperties": False,
        }

    def read(self, sent: Mapping[str, object]) -> dict[str, object]:
        """The arguments that a client sent, by name; what is null is as left out. Raises InvalidArgument."""
        by_name = {each.name: each for each in self.arguments}
        for name in sent:
            if name not in by_name:
                raise InvalidArgument(
                    f"{self.name} takes no {name[:LONGEST_TEXT]!r}; {meant(name[:LONGEST_TEXT], by_name)}",
                    parameter=name,
                    value=sent[name],
                )
        for each in self.arguments:
            if each.is_needed and sent.get(each.name) is None:
                text = each.says.brief or each.says.text
                raise InvalidArgument(
                    f"{self.name} needs {each.name}: {text}", parameter=each.name, value=None
                )
        return {
            name: by_name[name].sent(value) for name, value in sent.items() if value is not None
        }


def tool(function: Callable[..., Any]) -> Tool:
    """The tool of a function: its docstring is the sentence, its keyword-only parameters are the arguments."""
    text = " ".join(cleandoc(function.__doc__ or "").split())
    return Tool(function.__name__, text, arguments_of(function), function)


def view_tool(
    name: str,
    view: Callable[..., View],
    *,
    limit: int | None = None,
    hidden: Iterable[str] = ("lang", "esports"),
    about: Iterable[str] = (),
    notes: Iterable[str] = (),
) -> Tool:
    """The tool that answers with a view.

    limit: the rows without one named, None: MOST_ROWS, and no limit is taken. hidden: the arguments that it does not
    take. about: the facts of the view that it tells. notes: what it says besides.
    """
    arguments = [each for each in arguments_of(view) if each.name not in (*hidden, "limit")]
    if limit is not None:
        says = Says("Most rows.", least=1, most=MOST_ROWS)
        arguments.append(Argument("limit", int, says, int, limit))
    takes_limit = any(each.name == "limit" for each in arguments_of(view))

    def answer(db: Database, now: int, **values: Any) -> ToolAnswer:
        most = MOST_ROWS if limit is None else values.pop("limit", limit)
        if takes_limit:
            values["limit"] = most
        shown = view(db.connection, Clock(now), **values)
        return answer_of(shown._replace(notes=[*notes, *shown.notes]), most=most, about=about)

    text = " ".join((view.__doc__ or "").split("\n\n", maxsplit=1)[0].split())
    return Tool(name, text, tuple(arguments), answer)


def answer_of(view: View, *, most: int, about: Iterable[str]) -> ToolAnswer:
    """A view as a tool answers it: at most so many rows, doubts, notes, and on how many fixtures it rests.

    about: the facts that it tells, in place of columns of the same names.
    """
    told = {name: view.about[name] for name in about if name in view.about}
    answer = ToolAnswer(
        fixture_ids=view.fixture_ids,
        fixtures=view.rests_on,
        as_of_ts=view.as_of_ts,
        about=told,
        doubts=view.all_doubts,
    )
    answer.notes = [*view.about.get("decisions", ()), *view.all_notes]
    answer.notes += [f"no table of {name}: {why}" for name, why in view.left_out.items()]
    answer.notes += [view.reason] if view.reason and not view.rows else []
    bounded(answer, "rows", rows_of(view, without=told), most=most)
    if (count := view.about.get("matching", 0)) > len(view.rows):
        answer.left_out["rows"] = count - min(len(view.rows), most)
    return answer


def rows_of(view: View, *, without: Collection[str] = ()) -> Rows:
    """The rows of a view by column; a value that is not known is left out."""
    names = [each.name for each in view.columns]
    return [
        {
            name: value
            for name, value in zip(names, row, strict=True)
            if value is not None and name not in without
        }
        for row in view.values()
    ]
