"""How referees judge, beside all referees of the same seasons, with what the averages rest on."""

from collections.abc import Iterator

import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument, NotFound
from tests.conftest import NOW

# Yellow 2 + 1, 0 + 1 | 4 + 2, 1 + 3 and one red; cards are not known of one of Dean's, nor fouls of another.
HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HF,AF,HY,AY,HR,AR,Referee"
ROWS = (
    "E0,17/08/02,Arsenal,Chelsea,2,1,10,20,2,1,0,0,M Dean",
    "E0,24/08/02,Chelsea,Arsenal,0,0,,,0,1,0,0,M Dean",
    "E0,31/08/02,Arsenal,Everton,1,1,12,14,,,,,M Dean",
    "E0,07/09/02,Everton,Arsenal,3,0,8,2,4,2,1,0,M Riley",
    "E0,14/09/02,Leeds,Everton,1,0,9,9,1,3,0,0,",
    "E0,21/04/27,Chelsea,Leeds,,,,,,,,,M Dean",
    "E1,17/08/02,Derby,Reading,1,0,5,5,0,0,0,0,M Dean",
)


@pytest.fixture(scope="module")
def football(tmp_path_factory: pytest.TempPathFactory) -> Iterator[fd.Database]:
    folder = tmp_path_factory.mktemp("referees")
    for code in ("E0", "E1"):
        rows = [row for row in ROWS if row.startswith(code)]
        (folder / f"{code}.csv").write_text("\n".join((HEADER, *rows)) + "\n")
    with fd.Database(folder / "football.db", clock=lambda: NOW) as opened:
        opened.load(folder / "E0.csv", folder / "E1.csv")
        yield opened


def values(frame: pd.DataFrame, *columns: str) -> list[list[object]]:
    return [
        [
            None if pd.isna(value) else round(value, 4) if isinstance(value, float) else value
            for value in row
        ]
        for row in frame[list(columns)].astype(object).to_numpy().tolist()
    ]


def test_a_referee_has_averages_and_the_fixtures_they_are_based_on(football: fd.Database) -> None:
    frame = football.referees(league="Premier League")
    assert values(frame, "referee", "country", "fixtures", "cards_known", "fouls_known") == [
        ["M Dean", "England", 3, 2, 2],
        ["M Riley", "England", 1, 1, 1],
    ]
    assert values(frame, "yellow", "home_yellow", "away_yellow", "red", "home_red", "cards") == [
        [2, 1, 1, 0, 0, 2],
        [6, 4, 2, 1, 1, 7],
    ]
    assert values(frame, "fouls", "home_fouls", "away_fouls") == [[28, 11, 17], [10, 8, 2]]


def test_the_leagues_average_is_of_all_referees_weighted_by_his_own_seasons(
    football: fd.Database,
) -> None:
    one = football.referees(league="Premier League", referee="M Dean")
    # Four fixtures of known cards: 3, 1, 7 and 4, the last without a referee; of fouls 30, 26, 10 and 18.
    assert values(one, "league_cards", "league_fouls") == [[15 / 4, 84 / 4]]
    both = football.referees(referee="M Dean")
    assert values(both, "fixtures", "cards_known", "league_cards") == [[4, 3, (15 / 4 * 2 + 0) / 3]]


def test_a_referees_fixtures_are_split_by_league_and_season(football: fd.Database) -> None:
    by_league = football.referees(by="league", referee="M Dean")
    assert values(by_league, "league", "fixtures", "cards") == [
        ["Championship", 1, 0],
        ["Premier League", 3, 2],
    ]
    assert "season" not in by_league
    by_season = football.referees(by=["league", "season"], referee="M Dean")
    assert values(by_season, "league", "season", "fixtures") == [
        ["Championship", "02/03", 1],
        ["Premier League", "02/03", 3],
    ]
    assert football.referees(by="season").columns.tolist() == by_season.columns.tolist()


def test_wrong_arguments_and_empty_frames_say_why(football: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="by 'team' is not one of league, season"):
        football.referees(by="team")  # type: ignore[arg-type]  # as a user without a type checker
    with pytest.raises(NotFound, match="M Dean"):
        football.referees(referee="M Deen")
    none = football.referees(team="Leeds", start="2002-09-01")
    assert none.attrs["reason"] == "no matching finished fixture has a referee recorded"
    assert none.dtypes.astype(str).to_dict() == football.referees().dtypes.astype(str).to_dict()
    assert "match" in football.referees(start="1990-01-01", end="1990-02-01").attrs["reason"]
