"""Completion of names in the shell: leagues, seasons, teams and referees of the database on the line."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from footydata.faces.cli.text import Text
from footydata.football.errors import FootydataError
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.fixtures import referees
from footydata.store.read.seasons.leagues import every_season, find_league, leagues, seasons
from footydata.store.read.teams.teams import teams
from footydata.store.typed_names import folded, typed_forms

MOST = 100
"""How many names a shell is given."""

League = str | tuple[str, ...] | None
"""What is typed for --league before the word to complete."""


class Name(Text):
    """A text that is the name of something in the database, which the shell completes.

    names: those that there are, given the connection and the leagues that are typed before.
    """

    def __init__(self, names: Callable[[sqlite3.Connection, list[int]], Iterable[str]]) -> None:
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin with what is typed, then those with a later word that does; none without a database."""
        # Behind an option without its value, click leaves the arguments of the line where they are.
        database = ctx.params.get("database") or next(iter(ctx.args), None)
        if database is None:
            return []
        try:
            with reading(Path(database)) as connection:
                league_ids = _league_ids(connection, ctx.params.get("league") or ctx.params.get("leagues"))
                names = list(dict.fromkeys(self._names(connection, league_ids)))
        except (FootydataError, sqlite3.Error, OSError):
            # A message would stand in the middle of the line that is being typed.
            return []
        return [CompletionItem(name) for name in beginning(incomplete, names)[:MOST]]


def beginning(text: str, names: Iterable[str]) -> list[str]:
    """The names that begin with a text, then those of which a later word does, without case and accents.

    >>> beginning("ma", ["Real Madrid", "Malaga", "Getafe"]), beginning("koeln", ["1. FC Köln"])
    (['Malaga', 'Real Madrid'], ['1. FC Köln'])
    """
    plain = folded(text)
    firsts, others = [], []
    for name in names:
        forms = typed_forms(name)
        if any(form.startswith(plain) for form in forms):
            firsts.append(name)
        elif any(word.startswith(plain) for form in forms for word in re.split(r"\W+", form)):
            others.append(name)
    return firsts + others


def _league_ids(connection: sqlite3.Connection, typed: League) -> list[int]:
    texts = [typed] if isinstance(typed, str) else typed or ()
    return [find_league(connection, text).id for text in texts]


def _leagues(connection: sqlite3.Connection, _: list[int]) -> list[str]:
    """The names of leagues, each with its country where several have the name."""
    rows = leagues(connection)
    names = [row.name for row in rows]
    return sorted(row.name if names.count(row.name) == 1 else f"{row.country} {row.name}" for row in rows)


def _seasons(connection: sqlite3.Connection, league_ids: list[int]) -> list[str]:
    rows = [row for each in league_ids for row in seasons(connection, each)] or every_season(connection)
    return sorted({row.label for row in rows}, reverse=True)


def _teams(connection: sqlite3.Connection, league_ids: list[int]) -> list[str]:
    rows = [row for each in league_ids for row in teams(connection, league_id=each)] or teams(connection)
    return sorted(row.name for row in rows)


def _referees(connection: sqlite3.Connection, _: list[int]) -> list[str]:
    return referees(connection)


LEAGUE, SEASON, TEAM, REFEREE = map(Name, (_leagues, _seasons, _teams, _referees))


class _Bash(BashComplete):
    """Completion in bash, which takes a word as it is: blanks and quotes in names are escaped."""

    source_template = BashComplete.source_template.replace("read type value", "read -r type value")

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one to complete, and that one: of --league=cro, which bash parts at the sign, cro."""
        args, incomplete = super().get_completion_args()
        signs = {place for place in range(1, len(args)) if args[place] == "=" and args[place - 1].startswith("--")}
        return [word for place, word in enumerate(args) if place not in signs], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """The line that click's script reads."""
        if item.type == "plain":
            pattern, escape = _ESCAPES[self._quote()]
            item = CompletionItem(re.sub(pattern, escape, item.value), help=item.help)
        return super().format_completion(item)

    def _quote(self) -> str:
        """The quote with which the word to complete begins, empty if there is none."""
        words, place = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
        first = words[place][:1] if place < len(words) else ""
        return first if first in _ESCAPES else ""


_ESCAPES = {
    "": (r"([^\w./:@%+=,-])", r"\\\1"),
    '"': (r'(["$`\\])', r"\\\1"),
    "'": (r"(')", r"\1\\\1\1"),
}
"""Quote before a word of bash → what has a meaning behind it, and what stands for it there."""


class _WholeWord(ShellComplete):
    """Completion in a shell that puts a value in place of the whole word, with the option in it: --league=cro."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """As of click, each value with the option and the sign before it if they are part of the word."""
        items = super().get_completions(args, incomplete)
        option, sign, _ = incomplete.partition("=")
        if not sign or not option.startswith("--"):
            return items
        return [CompletionItem(f"{option}={item.value}", type=item.type, help=item.help) for item in items]


class _Zsh(_WholeWord, ZshComplete):
    """Completion in zsh."""


class _Fish(_WholeWord, FishComplete):
    """Completion in fish; a name may have a comma, by which click's script parts type and value."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


add_completion_class(_Bash)
add_completion_class(_Zsh)
add_completion_class(_Fish)
