"""A door takes what it declares: anything else is an error that names the value and what would be right."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument
from tests.conftest import NOW

Ask = Callable[[Any], object]

WRONG: dict[str, tuple[Ask, str]] = {
    "a text for a number": (
        lambda db: db.standings(39, round="5"),
        "round '5' is a text; round is a whole number",
    ),
    "half a round": (
        lambda db: db.standings(39, round=5.5),
        "round 5.5 is a number; round is a whole number",
    ),
    "true for a number": (
        lambda db: db.standings(39, round=True),
        "round True is True or False; round is a whole",
    ),
    "a list for one league": (
        lambda db: db.standings([39]),
        r"league \[39\] is not a single value; league is a whole",
    ),
    "endings as a text": (
        lambda db: db.project(39, runs="50"),
        "runs '50' is a text; runs is a whole number",
    ),
    "half a seed": (
        lambda db: db.project(39, seed=1.5),
        "seed 1.5 is a number; seed is a whole number",
    ),
    "a text for a truth": (
        lambda db: db.fixtures(esports="yes"),
        "esports 'yes' is a text; esports is True or False",
    ),
    "one of several": (
        lambda db: db.fixtures(team=[2608, None]),
        "team None is of type NoneType; team is a whole",
    ),
    "a mapping": (
        lambda db: db.fixtures(league={"a": 1}),
        "league is a whole number or a text, or several",
    ),
    "a number for a name": (
        lambda db: db.odds(bookmaker=5),
        "bookmaker 5 is a whole number; bookmaker is a text",
    ),
    "a text for an id": (
        lambda db: db.preview("x"),
        "fixture_id 'x' is a text; fixture_id is a whole number",
    ),
    "no path": (
        lambda db: db.load("E0.csv", 5),
        "paths 5 is a whole number; paths is a text or a path",
    ),
    "a list for bets": (
        lambda db: db.bets([[1, 2], [3]]),
        "a list is no frame of pandas",
    ),
    "a path to evaluate": (
        lambda db: fd.evaluate(str(db.path), market="corner"),
        r"db '.*' is not a Database; open one: ",
    ),
    "a path to backtest": (
        lambda db: fd.backtest(str(db.path), lambda quotes: quotes, market="corner"),
        "is not a Database",
    ),
    "a mapping to evaluate": (
        lambda db: fd.evaluate(db, market="corner", league={"a": 1}),
        "league is a whole",
    ),
    "another file": (lambda db: type(db)(5), "path 5 is a whole number; path is a text or a path"),
}


@pytest.fixture(scope="module")
def db(sample: Path) -> fd.Database:
    return fd.Database(sample, clock=lambda: NOW)


@pytest.mark.parametrize(("ask", "message"), WRONG.values(), ids=WRONG)
def test_arguments_of_other_types_are_refused(db: fd.Database, ask: Ask, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        ask(db)


RIGHT: dict[str, Ask] = {
    "a number of NumPy": lambda db: db.standings(np.int64(39), round=np.int64(3)),
    "a series of names": lambda db: db.fixtures(team=pd.Series(["Kingsvale", "Ashmere United"])),
    "an array of ids": lambda db: db.fixtures(league=np.array([39, 140])),
    "names one by one": lambda db: db.fixtures(league=(name for name in ["Crown League"])),
    "a year for a season": lambda db: db.project(39, 2025, runs=10),
    "a name that a row lacks": lambda db: db.resolve_teams(pd.Series(["Kingsvale", float("nan")])),
}


@pytest.mark.parametrize("ask", RIGHT.values(), ids=RIGHT)
def test_numbers_of_numpy_and_pandas_are_accepted(db: fd.Database, ask: Ask) -> None:
    found = ask(db)
    assert isinstance(found, pd.DataFrame)
    assert not found.empty


def test_missing_and_unknown_arguments_raise_pythons_own_error(db: fd.Database) -> None:
    with pytest.raises(TypeError, match="most"):
        db.fixtures(most=5)  # type: ignore[call-arg]  # as asked
    with pytest.raises(TypeError, match="league"):
        db.standings()  # type: ignore[call-arg]  # as asked


def test_a_bet_on_a_text_is_refused() -> None:
    with pytest.raises(fd.FootydataError, match=r"'9\.5' is not a line of corner"):
        fd.settle("corner", line="9.5", side="over", home=6, away=4)  # type: ignore[arg-type]  # as asked
    with pytest.raises(fd.FootydataError, match="'6' is not a count"):
        fd.settle("corner", line=9.5, side="over", home="6", away=4)  # type: ignore[arg-type]  # as asked


def test_a_league_in_the_place_of_an_id_is_taken_for_what_it_is(db: fd.Database) -> None:
    with pytest.raises(
        fd.InvalidArgument,
        match=r"fixture_id 'Crown League' .*, or several; did you mean league='Cr",
    ):
        db.fair_lines("Crown League")  # type: ignore[arg-type]  # as asked
    with pytest.raises(fd.InvalidArgument, match=r"fixture_id 'x' is a text; .*, or several$"):
        db.fair_lines(fixture_id="x")  # type: ignore[arg-type]  # as asked


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda db: db.averages(market="corner", lines=9.5),
            r"Database.averages\(\) got an unexpected keyword argument 'lines'; did ",
        ),
        (
            lambda db: fd.evaluate(db, markt="corner"),
            r"evaluate\(\) got an unexpected .* 'markt'; did you mean market",
        ),
        (
            lambda db: fd.settle("corner", lin=9.5),
            r"^settle\(\) got an unexpected .* 'lin'; did you mean line\?",
        ),
        (
            lambda db: fd.implied_probabilities([2, 2], metod=""),
            r"implied_.*\(\) got .* 'metod'; did you mean method",
        ),
        (
            lambda db: fd.Client(api_kee="x"),
            r"^Client\(\) got an unexpected .* 'api_kee'; did you mean api_key\?",
        ),
        (
            lambda db: fd.Client.embedded(db.path, plann="pro"),
            r"^embedded\(\) got .* 'plann'; did you mean plan\?",
        ),
        (
            lambda db: type(db)(db.path, clok=None),
            r"Database\(\) got an unexpected .* 'clok'; did you mean clock\?",
        ),
        (
            lambda db: db.fixtures("E0"),
            r"Database.fixtures\(\) takes 0 arguments without a name, and by name newest_first, limit, lang, league.*; "
            r"did you mean league='E0' or team='E0'\?",
        ),
        (
            lambda db: fd.evaluate(db, "corner"),
            r"evaluate\(\) takes 1 argument .*; did you mean market='corner'\?",
        ),
        (
            lambda db: db.standings(),
            r"Database.standings\(\) missing a required argument: 'league'",
        ),
    ],
    ids=[
        "a method",
        "a function",
        "settle",
        "a margin",
        "a client",
        "embedded",
        "the class",
        "no name",
        "a word",
        "no league",
    ],
)
def test_a_wrong_call_names_what_is_called_and_what_is_meant(
    db: fd.Database, ask: Ask, message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        ask(db)


@pytest.mark.parametrize(
    "function", [fd.backtest, fd.evaluate, fd.Database.odds, fd.Database.fair_lines]
)
def test_help_names_a_market_by_its_type(function: Callable[..., object]) -> None:
    assert "MarketName" in str(inspect.signature(function).parameters["market"])


def test_a_text_without_a_name_is_taken_for_filters_that_the_method_has(db: fd.Database) -> None:
    with pytest.raises(TypeError, match=r"league='Kingsvale' or team='Kingsvale'\?"):
        db.team_fixtures("Kingsvale")  # type: ignore[call-arg]  # as asked
    with pytest.raises(TypeError, match=r"did you mean league='E0'\?"):
        db.disagreements("E0")  # type: ignore[call-arg]  # as asked
