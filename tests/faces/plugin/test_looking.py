"""Datasette as a place to look: names in place of ids, the newest first, queries that are ready."""

import re
import sqlite3

import pytest
from datasette.app import Datasette
from markupsafe import escape

from footydata.store.page_sql import OF_A_FIXTURE, READY, TITLES


@pytest.fixture
async def started(pages):
    await pages.invoke_startup()
    return pages


@pytest.fixture
def asked(database):
    """What SQL gives of the same file."""

    def rows(sql, *values):
        connection = sqlite3.connect(database)
        found = connection.execute(sql, values).fetchall()
        connection.close()
        return found

    return rows


def heading(text):
    return re.search(r"<h1[^>]*>(.*?)</h1>", text, re.DOTALL)[1].strip()


async def test_a_fixture_is_called_by_its_teams_score_and_league(started, asked):
    page = (await started.client.get("/football/fixture/880001")).text
    home, away = asked(
        "select h.name, a.name from fixture f join team h on h.id = home_id join team a on a.id = away_id "
        "where f.id = 880001"
    )[0]
    score = "-".join(
        str(goals)
        for goals in asked("select home_goals, away_goals from fixture where id = 880001")[0]
    )
    season, day = asked("select season, substr(kickoff_utc, 1, 10) from match where id = 880001")[0]
    assert heading(page) == f"fixture: {home} {score} {away}, Crown League (GB-ENG) {season}, {day}"
    assert f"<title>{home} {score} {away}" in page
    assert '<a href="/football/league/39">Crown League (GB-ENG)</a>' in page


async def test_a_part_of_a_fixture_is_called_by_the_fixture_and_leads_to_it(started):
    page = (await started.client.get("/football/event/880001,1")).text
    assert heading(page).startswith("event: ")
    assert re.search(r", \d{4}-\d\d-\d\d, 1$", heading(page))
    assert '<a href="/football/fixture/880001">the fixture</a>' in page


@pytest.mark.parametrize("table", [*TITLES, *OF_A_FIXTURE])
async def test_a_row_of_every_table_that_has_names_has_a_page(started, asked, table):
    keys = [row[1] for row in asked(f"pragma table_info({table})") if row[5]]
    rows = asked(f"select {', '.join(keys)} from {table} limit 1")
    for row in rows:
        assert (
            await started.client.get(f"/football/{table}/{','.join(map(str, row))}")
        ).status_code == 200


async def test_a_row_that_is_not_there_is_missing(started):
    assert (await started.client.get("/football/fixture/1")).status_code == 404


async def test_rows_name_the_fixture_that_they_are_of(started, asked):
    ((fixture, home, away),) = asked(
        "select f.id, h.name, a.name from fixture f join team h on h.id = home_id join team a on a.id = away_id "
        "where f.id = (select min(fixture_id) from odds)"
    )
    assert re.search(
        rf">{home} (\d+-\d+|v) {away}</a>",
        (await started.client.get(f"/football/odds?_size=1&fixture_id={fixture}")).text,
    )


async def test_the_name_of_a_team_is_text_on_its_fixtures_page(database):
    connection = sqlite3.connect(database)
    with connection:
        connection.execute("update team set name = '<b>' || name")
    connection.close()
    pages = Datasette([str(database)])
    await pages.invoke_startup()
    odds = "odds?_size=9&fixture_id=880001"
    for path in ("fixture/880001", odds, "match?_size=9", "today?day=2026-03-14"):
        assert "<b>" not in (await pages.client.get(f"/football/{path}")).text.replace("<body", "")


async def test_the_page_of_the_file_leads_to_the_newest(started, asked):
    assert (
        '<a href="/football/match?_sort_desc=kickoff_utc">'
        in (await started.client.get("/football")).text
    )
    path = "/football/match.json?_shape=objects&_size=3&_sort_desc=kickoff_utc"
    newest = asked("select kickoff_utc from fixture order by kickoff_utc desc limit 3")
    rows = (await started.client.get(path)).json()["rows"]
    assert [row["kickoff_utc"] for row in rows] == [kickoff for (kickoff,) in newest]


@pytest.mark.parametrize("table", ["match", "fixture"])
async def test_a_long_list_is_not_sorted_by_itself_as_its_stream_would_be_for_each_page(
    started, table
):
    assert "sorted by" not in (await started.client.get(f"/football/{table}")).text


async def test_the_match_view_leads_to_the_fixture(started):
    assert re.search(
        r'<a href="/football/-/fixture/(\d+)">\1</a>',
        (await started.client.get("/football/match")).text,
    )


async def test_a_facet_of_narrowed_fixtures_counts_these_alone(started, asked):
    page = await started.client.get("/football/match.json?league=Crown+League&_facet=status")
    counted = page.json()["facet_results"]
    shown = {
        each["value"]: each["count"]
        for each in counted.get("results", counted)["status"]["results"]
    }
    assert shown == dict(
        asked("select status, count(*) from match where league = 'Crown League' group by 1")
    )


async def test_quotes_are_counted_only_when_the_reader_asks(started):
    page = "/football/odds?_size=1&fixture_id=880432"
    assert 'id="facet-market"' not in (await started.client.get(page)).text
    assert 'id="facet-market"' in (await started.client.get(f"{page}&_facet=market")).text


async def test_a_team_is_found_by_its_list(started, asked):
    ((name,),) = asked("select home from match order by id limit 1")
    found = (
        await started.client.get(f"/football/match.json?home={name}&_shape=objects&_size=max")
    ).json()["rows"]
    assert len(found) == asked("select count(*) from match where home = ?", name)[0][0]
    both = f"/football/match.json?home={name}&away={name}&_shape=objects"
    assert (await started.client.get(both)).json()["rows"] == []


async def test_every_ready_query_has_rows_without_being_asked_for_anything(started):
    for name in READY:
        answer = await started.client.get(f"/football/{name}.json?_shape=objects")
        assert answer.status_code == 200, answer.text
        assert answer.json()["rows"], name


@pytest.mark.parametrize("name", READY)
async def test_a_ready_query_without_rows_says_why(started, name):
    nothing = "since=2099-01-01" if name == "referees" else "day=1999-01-01"
    page = (await started.client.get(f"/football/{name}?{nothing}")).text
    assert f"<strong>{escape(READY[name].no_rows)}</strong>" in page
    some = (await started.client.get(f"/football/{name}")).text
    assert escape(READY[name].no_rows) not in some


async def test_a_day_after_which_nothing_is_quoted_leaves_the_last_prices_on_their_page(database):
    connection = sqlite3.connect(database)
    with connection:
        ((last,),) = connection.execute(
            "select max(substr(kickoff_utc, 1, 10)) from fixture where kickoff_utc < date('now', '+1 day')"
        )
        connection.execute(
            "delete from odds where fixture_id in (select id from fixture where kickoff_utc > date(?, '-20 days'))",
            [last],
        )
    connection.close()
    pages = Datasette([str(database)])
    await pages.invoke_startup()
    for name in ("price_movers", "corner_lines"):
        rows = (await pages.client.get(f"/football/{name}.json?_shape=objects")).json()["rows"]
        assert rows, name
        assert max(row["kickoff_utc"] for row in rows) < last


async def test_referees_of_one_league_are_found_by_either_of_its_names(started):
    path = "/football/referees.json?_shape=objects&since=2025-01-01&league="
    short, whole = [
        (await started.client.get(path + name)).json()["rows"]
        for name in ("crown+league", "Crown+League+(GB-ENG)")
    ]
    assert short == whole
    assert {row["league"] for row in whole} == {"Crown League (GB-ENG)"}


@pytest.mark.parametrize("path", ["/", "/football"])
async def test_the_first_pages_lead_to_every_ready_query(started, path):
    text = (await started.client.get(path)).text
    paths = re.findall(r'<a href="(/football/[a-z_]+)">', text)
    assert {f"/football/{name}" for name in READY} <= set(paths)
    assert {(await started.client.get(f"/football/{name}")).status_code for name in READY} == {200}


async def test_a_day_without_fixtures_named_is_the_last_one_that_has_some(started, asked):
    rows = (await started.client.get("/football/today.json?_shape=objects")).json()["rows"]
    ((last,),) = asked(
        "select max(substr(kickoff_utc, 1, 10)) from fixture where kickoff_utc < date('now', '+1 day')"
    )
    assert (
        len(rows)
        == asked("select count(*) from fixture where substr(kickoff_utc, 1, 10) = ?", last)[0][0]
    )
    assert {row["kickoff_utc"][:10] for row in rows} == {last}


async def test_a_kickoff_of_a_day_names_its_hour_only_if_it_is_known(database):
    connection = sqlite3.connect(database)
    with connection:
        connection.execute(
            "update fixture set kickoff_ts = kickoff_ts / 86400 * 86400, time_known = 0 where id = 880001"
        )
        ((whole,),) = connection.execute("select kickoff_utc from fixture where id = 880001")
    connection.close()
    pages = Datasette([str(database)])
    await pages.invoke_startup()
    rows = (await pages.client.get(f"/football/today.json?_shape=objects&day={whole[:10]}")).json()[
        "rows"
    ]
    kickoffs = {row["fixture_id"]: row["kickoff_utc"] for row in rows}
    assert kickoffs.pop(880001) == whole[:10]
    assert all(re.fullmatch(rf"{whole[:10]} \d\d:\d\d", kickoff) for kickoff in kickoffs.values())


async def test_the_users_own_query_of_a_name_wins(database):
    own = {
        "databases": {
            "football": {"queries": {"today": {"sql": "select 'mine' as own where :all <> 'no'"}}}
        }
    }
    try:
        pages = Datasette([str(database)], config=own)
    except TypeError:
        pages = Datasette([str(database)], metadata=own)
    await pages.invoke_startup()
    assert (await pages.client.get("/football/today.json?_shape=objects")).json()["rows"] == [
        {"own": "mine"}
    ]
    assert (
        escape(READY["today"].no_rows)
        not in (await pages.client.get("/football/today?all=no")).text
    )


async def test_a_league_and_a_fixture_lead_to_the_tables(started, asked):
    ((league_id, season_id),) = asked("select league_id, season_id from fixture where id = 880001")
    for path in (f"league/{league_id}", "fixture/880001"):
        page = (await started.client.get(f"/football/{path}")).text
        assert re.search(rf'<a href="/football/season/{season_id}">Tables \d\d/\d\d</a>', page), (
            path
        )
    season = (await started.client.get(f"/football/season/{season_id}")).text
    assert (
        f'<a href="/football/-/league/{league_id}?season={season_id}">Tables in words</a>' in season
    )
