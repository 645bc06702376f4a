"""Filters of frames: one value or several, by id, name, source's code, label or start year."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pandas as pd
import pytest

import footydata as fd
from footydata.football import declared_types
from footydata.football.errors import InvalidArgument, LeagueNotFound, SeasonNotFound, TeamNotFound
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import Side, Status, TableType
from footydata.odds.margins import METHODS
from footydata.odds.markets import ALL_MARKETS
from footydata.store.read.counts import BY, BY_PARTS
from footydata.store.read.seasons.season_course import STEPS
from footydata.views.arguments import arguments_of
from footydata.views.tables import positions_view
from footydata.views.teams import referees_view
from tests.conftest import NOW

ROWS = (
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG",
    "{0},10/08/2018,Man United,Leicester,2,1",
    "{0},09/08/2019,Liverpool,Norwich,4,1",
    "{0},12/09/2020,Fulham,Arsenal,0,3",
    "{0},13/08/2021,Brentford,Arsenal,2,0",
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[fd.Database]:
    """The Premier League from 2018 to 2021 and two seasons of La Liga, a fixture a season."""
    folder = tmp_path_factory.mktemp("filters")
    for place, row in enumerate(ROWS[1:]):
        (folder / f"E0-{place}.csv").write_text(
            f"{ROWS[0]}\n{row.format('E0')}\n", encoding="utf-8"
        )
    spanish = ("SP1,17/08/2018,Betis,Levante,0,3", "SP1,13/08/2021,Valencia,Getafe,1,0")
    for place, row in enumerate(spanish):
        (folder / f"SP1-{place}.csv").write_text(f"{ROWS[0]}\n{row}\n", encoding="utf-8")
    with fd.Database(folder / "football.db", clock=lambda: NOW) as database:
        database.load(folder)
        yield database


def seasons(frame: pd.DataFrame) -> list[str]:
    return frame["season"].tolist()


@pytest.mark.parametrize(
    ("season", "labels"),
    [
        (2018, ["18/19"]),
        ("2018", ["18/19"]),
        ("18/19", ["18/19"]),
        ("1819", ["18/19"]),
        ("2018-19", ["18/19"]),
        ("2018/2019", ["18/19"]),
        ("2021", ["21/22"]),
        (["18/19", 2020], ["18/19", "20/21"]),
    ],
)
def test_a_season_is_a_label_a_start_year_or_a_code(
    db: fd.Database, season: int | str | list[int | str], labels: list[str]
) -> None:
    assert seasons(db.fixtures(league="E0", season=season)) == labels


def test_a_season_alone_is_that_of_every_league_that_has_it(db: fd.Database) -> None:
    assert db.fixtures(season=2018)["home"].tolist() == ["Manchester United", "Real Betis"]
    assert db.fixtures(season=2019)["home"].tolist() == ["Liverpool"]


@pytest.mark.parametrize(
    "league", ["E0", "e0", "en.1", "Premier League", "england premier league", "England/Premier"]
)
def test_a_league_is_a_code_a_name_or_its_country_and_name(db: fd.Database, league: str) -> None:
    assert set(db.fixtures(league=league)["league"]) == {"Premier League"}


def test_a_season_of_two_digits_is_not_that_of_another_century(tmp_path: Path) -> None:
    header = "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral"
    rows = [
        "1900-02-03,Scotland,Wales,5,2,British Home Championship,Aberdeen,Scotland,FALSE",
        "1949-10-15,Wales,England,1,4,British Home Championship,Cardiff,Wales,FALSE",
        "1999-02-10,England,France,0,2,Friendly,London,England,FALSE",
    ]
    (tmp_path / "results.csv").write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as internationals:
        internationals.load(tmp_path / "results.csv")
        with pytest.raises(SeasonNotFound, match=r"season '99/00'; of 1999 there are: 1999$"):
            internationals.fixtures(season="99/00")
        assert seasons(internationals.fixtures(season="1899/1900")) == ["99/00"]
        assert seasons(
            internationals.fixtures(season="99/00", league="British Home Championship")
        ) == ["99/00"]
        assert seasons(internationals.fixtures(season="49/50")) == ["49/50"]


def test_several_leagues_teams_and_seasons_are_a_list_of_any_kind(db: fd.Database) -> None:
    ids = db.leagues()["league_id"]
    assert len(db.fixtures(league=["E0", "SP1"])) == len(db.fixtures(league=ids)) == 6
    assert db.fixtures(team=["Arsenal", "Betis"])["season"].tolist() == ["18/19", "20/21", "21/22"]
    assert (
        len(db.fixtures(league=["E0", "SP1"], season=[2018, 2019], team=("Betis", "Norwich"))) == 2
    )
    assert len(db.fixtures(status=["live", "scheduled"])) == 0
    assert len(db.statistics(league=["E0"], season={2018})) == 1
    assert len(db.team_fixtures(team=["Arsenal", "Betis"])) == 3
    assert set(db.averages("goals", team=["Arsenal", "Betis"])["team"]) == {"Arsenal", "Real Betis"}
    assert set(db.ratings(team=["Arsenal", "Betis"], history=True)["team"]) == {
        "Arsenal",
        "Real Betis",
    }


def test_the_fixtures_of_several_ids_are_those(db: fd.Database) -> None:
    ids = db.fixtures(season=2018)["fixture_id"]
    assert db.statistics(ids)["fixture_id"].tolist() == ids.tolist()


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"league": "Premir League"}, LeagueNotFound, "did you mean Premier League"),
        (
            {"league": "D1"},
            LeagueNotFound,
            r"'D1' is the Bundesliga \(DE\), which is not in the database",
        ),
        ({"league": ["E0", "Rugby"]}, LeagueNotFound, "no league is called 'Rugby'"),
        (
            {"season": 2022},
            SeasonNotFound,
            "no league has a season '2022'; there are: 21/22, 20/21, 19/20, 18/19",
        ),
        (
            {"league": "SP1", "season": "1920"},
            SeasonNotFound,
            "La Liga has no season '1920'; there are: 21/22, 18/19",
        ),
        ({"league": "E0", "season": ["18/19", "17/18"]}, SeasonNotFound, "17/18"),
        ({"team": ["Arsenal", "Arsenull"]}, TeamNotFound, "did you mean Arsenal"),
        ({"league": []}, InvalidArgument, "league is an empty list; leave it out, or name one"),
    ],
)
def test_an_unknown_filter_name_is_an_error_with_the_nearest_names(
    db: fd.Database, asked: dict[str, str], error: type[fd.FootydataError], said: str
) -> None:
    with pytest.raises(error, match=said):
        db.fixtures(**asked)  # type: ignore[arg-type]  # each row gives the keyword's own type


def test_an_empty_frame_has_its_columns_and_says_why(db: fd.Database) -> None:
    frame = db.fixtures(league="E0", season=2018, status="live")
    assert frame.columns.tolist() == db.fixtures().columns.tolist()
    assert frame.dtypes.astype(str).equals(db.fixtures().dtypes.astype(str))
    assert frame.attrs["reason"] == "no live fixtures in Premier League (England) match"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (declared_types.StatusName, Status),
        (declared_types.TableTypeName, TableType),
        (declared_types.VenueName, Venue),
        (declared_types.SideName, Side),
        (declared_types.HalfName, TableHalf),
        (declared_types.GroupName, BY),
        (declared_types.MethodName, METHODS),
        (declared_types.MarketName, [market.param for market in ALL_MARKETS]),
    ],
)
def test_the_declared_words_are_the_accepted_ones(words: object, meant: list[str]) -> None:
    assert set(get_args(words)) == {str(word) for word in meant}


@pytest.mark.parametrize(
    ("view", "name", "meant"),
    [
        (referees_view, "by", BY_PARTS),
        (positions_view, "by", STEPS),
    ],
)
def test_the_words_of_a_view_are_the_accepted_ones(
    view: Callable[..., object], name: str, meant: list[str]
) -> None:
    (argument,) = (each for each in arguments_of(view) if each.name == name)
    assert {*argument.choices} == {str(word) for word in meant}


def test_the_signature_and_the_help_show_the_filters() -> None:
    parameters = inspect.signature(fd.Database.events).parameters
    assert list(parameters)[:5] == ["self", "fixture_id", "league", "season", "team"]
    assert parameters["season"].kind is inspect.Parameter.KEYWORD_ONLY
    assert "digits that can be a year are one: 2021 is 21/22" in (fd.Database.events.__doc__ or "")


def test_an_unknown_filter_is_an_error(db: fd.Database) -> None:
    with pytest.raises(TypeError, match="'leage'"):
        db.events(leage="E0")  # type: ignore[call-arg]  # a slip
