"""The door for notebooks: frames with declared dtypes from a real file."""

import gc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import (
    FixtureNotFound,
    InvalidArgument,
    LeagueNotFound,
    SeasonNotFound,
    TeamNotFound,
)
from footydata.store.file.sqlite_files import DatabaseError
from footydata.store.typed_names import AmbiguousName
from footydata.views.fixtures import FIXTURE_COLUMNS
from footydata.views.recorded import MOVEMENT_COLUMNS
from tests.conftest import NOW


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def test_fixtures_have_the_declared_columns_and_dtypes(db: fd.Database) -> None:
    frame = db.fixtures()
    assert [(name, str(dtype)) for name, dtype in frame.dtypes.items()] == [
        (column.name, column.dtype) for column in FIXTURE_COLUMNS
    ]


def test_an_empty_frame_keeps_its_dtypes(db: fd.Database) -> None:
    frame = db.fixtures(date="1999-01-01")
    assert len(frame) == 0
    assert frame.dtypes["kickoff"] == "datetime64[us, UTC]"
    assert str(frame.dtypes["home_goals"]) == "Int64"


def test_an_unknown_figure_is_missing_and_not_zero(db: fd.Database) -> None:
    scheduled = db.fixtures(status="scheduled")
    assert scheduled["home_goals"].isna().all()
    assert len(scheduled) > 0


def test_a_day_has_the_fixtures_of_that_day(db: fd.Database) -> None:
    frame = db.fixtures(date="2026-03-14")
    assert set(frame["kickoff"].dt.date.astype(str)) == {"2026-03-14"}


def test_an_id_of_a_frame_is_an_id(sample: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sample, tmp_path / "mine.db"))
    with fd.Database(path, clock=lambda: NOW) as db:
        fixture_id = db.fixtures(status="finished")["fixture_id"].iloc[0]
        assert db.fixture(fixture_id).title == db.fixture(int(fixture_id)).title
        assert len(db.sources(fixture_id)) > 0
        assert db.unload(db.loads()["load_id"].iloc[0], backup=False).rows_changed > 0


def test_esports_never_mix(db: fd.Database) -> None:
    assert not db.fixtures()["esports"].any()
    assert db.fixtures(esports=True)["esports"].all()


def test_a_misspelt_filter_is_an_error_that_names_the_method(db: fd.Database) -> None:
    with pytest.raises(
        TypeError,
        match=r"Database\.fixtures\(\) got an unexpected keyword argument 'leage'; did you mean league",
    ):
        db.fixtures(leage="Crown League")  # type: ignore[call-arg]  # what is tested


def test_a_season_narrows_a_league(db: fd.Database) -> None:
    league = int(db.leagues().query("has_standings and not esports")["league_id"].iloc[0])
    frame = db.fixtures(league=league, season="24/25")
    assert set(frame["season"]) == {"24/25"}
    assert set(frame["league_id"]) == {league}


def test_teams_are_those_of_a_league_and_season(db: fd.Database) -> None:
    league = int(db.leagues().query("has_standings and not esports")["league_id"].iloc[0])
    table = db.standings(league, "24/25")
    assert set(db.teams(league=league, season="24/25")["team_id"]) == set(table["team_id"])
    assert len(db.teams(league=league)) >= len(table)


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"league": "no such league"}, LeagueNotFound),
        ({"league": "League"}, AmbiguousName),
        ({"date": "yesteryear"}, InvalidArgument),
        ({"date": ["2026-03-14"]}, InvalidArgument),
        ({"status": "played"}, InvalidArgument),
    ],
)
def test_a_question_that_can_not_be_answered_says_why(
    db: fd.Database, question: dict[str, str], error: type[fd.FootydataError]
) -> None:
    with pytest.raises(error):
        db.fixtures(**question)  # type: ignore[arg-type]  # each row gives the keyword's own type


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"type": "points"}, "type 'points' is not one of total, corner, card"),
        ({"venue": "hom"}, "venue 'hom' is not one of all, home, away"),
        ({"half": "second"}, "half 'second' is not one of full, first"),
    ],
    ids=["type", "venue", "half"],
)
def test_a_table_that_there_is_not_says_which_there_are(
    db: fd.Database, named: dict[str, str], said: str
) -> None:
    with pytest.raises(InvalidArgument, match=said):
        db.standings("Crown League", **named)  # type: ignore[arg-type]  # each row gives the keyword's own type


def test_an_unknown_season_lists_those_there_are(db: fd.Database) -> None:
    league = int(db.leagues()["league_id"].iloc[0])
    with pytest.raises(SeasonNotFound, match="there are"):
        db.fixtures(league=league, season="1901")


def test_events_of_a_fixture_come_in_order(db: fd.Database) -> None:
    fixture = int(db.fixtures(status="finished")["fixture_id"].iloc[-1])
    frame = db.events(fixture)
    assert frame["seq"].tolist() == list(range(1, len(frame) + 1))


def test_events_of_an_unknown_fixture_are_an_error(db: fd.Database) -> None:
    with pytest.raises(FixtureNotFound):
        db.events(1)


def test_statistics_have_a_row_for_each_fixture_asked_for(db: fd.Database) -> None:
    assert len(db.statistics(date="2026-03-14")) == len(db.fixtures(date="2026-03-14"))


def test_odds_of_one_market_are_named_by_its_selections(db: fd.Database) -> None:
    frame = db.odds(market="corner", date="2026-03-14")
    assert {"opening_line", "opening_over", "opening_under", "bookmaker"} <= set(frame.columns)
    assert not any("price_" in column for column in frame.columns)


def test_odds_of_a_market_without_a_line_have_none(db: fd.Database) -> None:
    assert not any("line" in column for column in db.odds(market="1x2", date="2026-03-14").columns)


def test_an_unknown_market_lists_those_there_are(db: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="corner_asian"):
        db.odds(market="throw-ins", date="2026-03-14")


def test_a_movement_is_a_step_between_two_recorded_quotes(db: fd.Database) -> None:
    live = int(db.fixtures(status="live")["fixture_id"].iloc[0])
    quote = db.odds(live, market="corner").iloc[0]
    steps = db.odds_movement(live, market="corner", bookmaker=quote["bookmaker"])
    assert steps[["before", "after"]].to_numpy().tolist() == [
        ["opening", "closing"],
        ["closing", "inplay"],
    ]
    assert steps["line"].tolist() == [
        quote["closing_line"] - quote["opening_line"],
        quote["inplay_line"] - quote["closing_line"],
    ]


def test_prices_move_as_chances_where_the_line_stands(db: fd.Database) -> None:
    steps = db.odds_movement(date="2026-03-14", method="multiplicative")
    stood = steps[(steps["line"] == 0).fillna(True)]
    sums = stood[["chance_1", "chance_2", "chance_3"]].sum(axis=1)
    assert len(stood) > 0
    assert sums.abs().max() < 1e-9
    assert steps[steps["line"] != 0]["chance_1"].isna().all()


@pytest.mark.parametrize("date", ["1999-01-01", "2026-03-14"])
def test_movements_have_the_declared_dtypes(db: fd.Database, date: str) -> None:
    frame = db.odds_movement(date=date)
    assert [str(dtype) for dtype in frame.dtypes] == [column.dtype for column in MOVEMENT_COLUMNS]


def test_odds_history_is_oldest_first(db: fd.Database) -> None:
    live = db.fixtures(status="live")["fixture_id"]
    frame = db.odds_history(int(live.iloc[0]), market="corner")
    assert len(frame) > 0
    assert frame["recorded"].is_monotonic_increasing


def test_standings_are_the_table_with_position_first(db: fd.Database) -> None:
    league = int(db.leagues().query("has_standings and not esports")["league_id"].iloc[0])
    table = db.standings(league, "24/25")
    assert table["position"].tolist() == list(range(1, len(table) + 1))
    assert table["points"].is_monotonic_decreasing
    assert list(table.columns[:3]) == ["position", "team_id", "team"]
    assert (table.attrs["notes"], table.attrs["doubts"]) == ([], [])


@pytest.mark.parametrize("type", ["total", "corner", "card"])
def test_every_type_of_table_is_a_frame(db: fd.Database, type: str) -> None:
    league = int(db.leagues().query("has_standings and not esports")["league_id"].iloc[0])
    assert isinstance(db.standings(league, type=type), pd.DataFrame)


def test_the_sample_is_one_call_away_and_leaves_nothing(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Building it takes seconds, and is tested by `footydata demo`.
    monkeypatch.setattr(
        "footydata.faces.sample.build.build", lambda path, now: shutil.copy(sample, path)
    )
    database = fd.Database.sample(now=1_773_502_200)
    path = database.path
    live = database.fixtures(status="live")
    assert len(live)
    assert (live["kickoff"].dt.year == 2026).all()
    database.close()
    del database
    gc.collect()
    assert not path.exists()


def test_the_sample_replaces_no_file(sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "sample.db"
    copy.write_bytes(sample.read_bytes())
    with pytest.raises(DatabaseError):
        fd.Database.sample(copy)


@pytest.mark.parametrize("ask", ["events", "statistics", "odds"])
def test_a_part_fetched_empty_differs_from_one_never_fetched(
    sample: Path, tmp_path: Path, ask: str
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    with fd.Database(copy) as database:
        played = [int(one) for one in database.fixtures(status="finished")["fixture_id"].iloc[-2:]]
        with database.connection:
            database.connection.execute(
                "update fixture_source set parts = 1 where fixture_id = ?", (played[0],)
            )
        frames = [getattr(database, ask)(fixture) for fixture in played]
    assert [frame.attrs["not_fetched"] for frame in frames] == [[played[0]], []]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda db: db.fixtures(league=10**22), LeagueNotFound),
        (lambda db: db.fixtures(league="\u2077"), LeagueNotFound),
        (lambda db: db.fixtures(team=10**22), TeamNotFound),
        (lambda db: db.events(10**22), FixtureNotFound),
        (lambda db: db.odds_history(10**22, market="corner"), FixtureNotFound),
        (lambda db: db.standings("Crown League", last=0), InvalidArgument),
        (lambda db: db.standings("Crown League", round=-1), InvalidArgument),
    ],
)
def test_an_unknown_id_is_an_error_of_its_kind(
    db: fd.Database, asked: Callable[[fd.Database], object], error: type[fd.FootydataError]
) -> None:
    with pytest.raises(error):
        asked(db)


@pytest.mark.parametrize(
    "ask",
    [
        lambda db: db.fixtures(),
        lambda db: db.standings(39),
        lambda db: db.load("E0.csv"),
        lambda db: db.unload(league=39),
        lambda db: db.export("out"),
        lambda db: db.connection,
    ],
    ids=["frame", "table", "load", "unload", "export", "connection"],
)
def test_a_closed_database_says_that_it_is_closed(
    sample: Path, ask: Callable[[fd.Database], object]
) -> None:
    with fd.Database(sample) as database:
        pass
    with pytest.raises(
        DatabaseError, match=r"sample\.db was closed; open it again: fd\.Database\('"
    ):
        ask(database)


def test_a_database_that_another_thread_closes_ends_a_read_first(sample: Path) -> None:
    def now() -> int:
        closing.start()
        # It waits for this read, so that it is not awaited here.
        closing.join(timeout=0.1)
        return NOW

    database = fd.Database(sample, clock=now)
    closing = Thread(target=database.close)
    assert not database.standings(39).empty
    closing.join()
    with pytest.raises(DatabaseError, match=r"sample\.db was closed"):
        database.standings(39)


@pytest.mark.parametrize(
    "ask",
    [
        lambda _: fd.Database("foot\0ball.db"),
        lambda _: fd.Client.embedded("foot\0ball.db"),
        lambda db: db.bets("foot\0ball.csv"),
        lambda db: db.load("foot\0ball.csv"),
        lambda db: db.export("foot\0ball"),
    ],
    ids=["database", "client", "bets", "load", "export"],
)
def test_a_path_with_a_nul_character_is_refused(
    db: fd.Database, ask: Callable[[fd.Database], object]
) -> None:
    with pytest.raises(
        fd.FootydataError,
        match=r"foot\0ball.*(can.t be opened|is not a folder|does not exist|name a CSV)",
    ):
        ask(db)


def test_the_report_of_a_load_shows_its_counts_in_one_line(tmp_path: Path) -> None:
    lines = [
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG",
        "E0,16/08/14,Arsenal,Crystal Palace,2,1",
        "E0,?,Stoke,Hull,1,1",
    ]
    (tmp_path / "E0.csv").write_text("\n".join(lines) + "\n")
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        shown = repr(database.load(tmp_path / "E0.csv"))
    assert shown.startswith(
        "LoadReport(files=1, files_refused=0, fixtures_new=1, fixtures_changed=0, rows_refused=1, seconds="
    )
