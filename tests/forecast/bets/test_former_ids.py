"""Bets that name fixtures by ids which have come to mean others."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from tests.conftest import NOW
from tests.new_databases import new_database

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
AUGUST = "SC0,10/08/2024,Celtic,Hearts,1,0"
SEPTEMBER = "SC0,14/09/2024,Celtic,Hearts,0,2"
APRIL = "SC0,05/04/2025,Celtic,Hearts,3,0"
OTHERS = "SC0,15/09/2024,Aberdeen,Dundee,1,1"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as opened:
        yield opened


def load(database: fd.Database, folder: Path, *rows: str) -> None:
    path = folder / f"{len(rows)}.csv"
    path.write_text("\n".join((HEADER, *rows)) + "\n")
    assert database.load(path).refusals == []


def bet_on(fixture_id: int, folder: Path) -> Path:
    path = folder / "bets.csv"
    path.write_text(f"fixture,market,side,price,stake\n{fixture_id},1x2,home,2.0,10\n")
    return path


def test_a_bet_by_an_id_that_now_means_an_earlier_meeting_is_refused(
    database: fd.Database, tmp_path: Path
) -> None:
    load(database, tmp_path, APRIL)
    (april,) = database.fixtures()["fixture_id"]
    bets = bet_on(april, tmp_path)
    assert list(database.bets(bets)["profit"]) == [10.0]
    load(database, tmp_path, OTHERS, SEPTEMBER)
    with pytest.warns(UserWarning, match="2025-04-05"):
        assert database.bets(bets).empty
    fair = pd.DataFrame(
        {
            "fixture_id": [april],
            "side": ["home"],
            "fair_price": [2.0],
            "fitted_until": ["2025-04-01"],
        }
    )
    with pytest.raises(fd.InvalidArgument, match="2025-04-05"):
        fd.backtest(database, lambda quotes: quotes, market="1x2", fair=fair)


def test_an_id_that_has_meant_three_meetings_is_refused_for_the_first(
    database: fd.Database, tmp_path: Path
) -> None:
    load(database, tmp_path, APRIL)
    (april,) = database.fixtures()["fixture_id"]
    bets = bet_on(april, tmp_path)
    load(database, tmp_path, OTHERS, SEPTEMBER)
    load(database, tmp_path, OTHERS, SEPTEMBER, AUGUST)
    with pytest.warns(UserWarning, match="2025-04-05"):
        assert database.bets(bets).empty


def test_a_bet_by_an_id_that_is_gone_follows_its_fixture(
    database: fd.Database, tmp_path: Path
) -> None:
    load(database, tmp_path, OTHERS, SEPTEMBER)
    load(database, tmp_path, OTHERS, SEPTEMBER, APRIL)
    april = int(database.fixtures(start="2025-04-01")["fixture_id"].iloc[0])
    assert list(database.bets(bet_on(april, tmp_path))["profit"]) == [10.0]
    for number in (1, 2):
        database.unload(number)
    load(database, tmp_path, APRIL)
    assert list(database.bets(bet_on(april, tmp_path))["profit"]) == [10.0]
