"""The Datasette plugin: /v1 under plain `datasette football.db`, shut doors, pages that say what they show."""

import json
import logging
import shutil
import sqlite3
from pathlib import Path

import datasette_footydata
import pytest
from click.testing import CliRunner
from datasette.app import Datasette
from datasette.cli import cli
from datasette.database import Database
from datasette.utils import StartupError

from footydata.football.terms import FREE
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path

ROOT = Path(__file__).parents[3]


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


def configured(file, *more, **settings):
    """Datasette with settings of the plugin, which 1.0 takes in config and 0.65 in metadata."""
    plugins = {"plugins": {"footydata": settings}}
    files = [str(file), *map(str, more)]
    try:
        return Datasette(files, config=plugins)
    except TypeError:
        return Datasette(files, metadata=plugins)


@pytest.fixture
def other(tmp_path, sample):
    return Path(shutil.copy(sample, tmp_path / "other.db"))


async def test_v1_answers_ahead_of_datasette(pages, key):
    response = await pages.client.get("/v1/fixtures?status=live", headers=bearer(key))
    assert response.status_code == 200
    assert response.json()["success"] == 1
    assert response.json()["data"]


@pytest.mark.parametrize(
    ("path", "code"),
    [("/v1", "missing_api_key"), ("/v1/", "missing_api_key"), ("/v1/nowhere", "missing_api_key")],
)
async def test_everything_below_v1_is_json(pages, path, code):
    response = await pages.client.get(path)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == code


async def test_an_unknown_path_below_v1_is_json_with_a_key(pages, key):
    response = await pages.client.get("/v1/nowhere", headers=bearer(key))
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "resource_not_found"


async def test_another_method_is_refused_in_json(pages, key):
    response = await pages.client.post("/v1/fixtures", headers=bearer(key))
    assert response.status_code == 405
    assert response.json()["error"]["code"] == "method_not_allowed"


@pytest.mark.parametrize(
    ("asked", "logged"),
    [
        ("/v1/fixtures?status=live&api_key=fd_secret", "/v1/fixtures?..."),
        ("/v1/fixtures?fd_secret", "/v1/fixtures?..."),
        ("//v1/fixtures?api_key=fd_secret", "//v1/fixtures?..."),
        ("/v1?fd_secret", "/v1?..."),
        ("/v1/fixtures", "/v1/fixtures"),
        ("/football/team?id=5&_sort=name", "/football/team?id=5&_sort=name"),
        ("/v10?x=%2F", "/v10?x=%2F"),
        ("/football/c%C3%B4t%C3%A9", "/football/c%C3%B4t%C3%A9"),
    ],
)
def test_no_query_of_v1_reaches_the_access_log(pages, asked, logged):
    pages.app()
    pages.app()
    assert _logged_of(asked) == [f'127.0.0.1:5 - "GET {logged} HTTP/1.1" 400']


def test_no_query_of_v1_below_a_prefix_reaches_the_access_log(database):
    Datasette([str(database)], settings={"base_url": "/ds/"}).app()
    assert _logged_of("/ds/v1/fixtures?api_key=fd_secret") == [
        '127.0.0.1:5 - "GET /ds/v1/fixtures?... HTTP/1.1" 400'
    ]


def _logged_of(asked):
    """The lines that the access log has of a request."""
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    log = logging.getLogger("uvicorn.access")
    log.addHandler(handler)
    record = log.makeRecord(
        log.name, logging.INFO, "", 0, '%s - "%s %s HTTP/%s" %d', _line_of(asked), None
    )
    log.handle(record)
    log.removeHandler(handler)
    return lines


def _line_of(path):
    """What uvicorn tells its access log of a request."""
    return "127.0.0.1:5", "GET", path, "1.1", 400


async def test_a_head_request_has_no_body(pages, key):
    response = await pages.client.request("HEAD", "/v1/fixtures?status=live", headers=bearer(key))
    assert (response.status_code, response.content) == (200, b"")
    assert int(response.headers["content-length"]) > 100


@pytest.mark.parametrize(
    "path", ["/", "/football", "/football/league", "/football/match?_size=1", "/v10"]
)
async def test_other_paths_are_datasettes(pages, path):
    response = await pages.client.get(path, follow_redirects=True)
    assert response.status_code == (404 if path == "/v10" else 200)
    assert "text/html" in response.headers["content-type"]


async def test_without_a_football_database_v1_is_datasettes(tmp_path):
    empty = tmp_path / "empty.db"
    connection = sqlite3.connect(empty)
    connection.execute("create table t (a)")
    connection.close()
    response = await Datasette([str(empty)]).client.get("/v1")
    assert response.status_code == 404
    assert "text/html" in response.headers["content-type"]


async def test_the_first_football_database_is_served(other, database, key):
    response = await Datasette([str(other), str(database)]).client.get(
        "/v1/status", headers=bearer(key)
    )
    assert response.json()["error"]["code"] == "invalid_api_key"


async def test_the_setting_names_the_database(other, database, key):
    pages = configured(other, database, database="football")
    response = await pages.client.get("/v1/status", headers=bearer(key))
    assert response.json()["success"] == 1


async def test_the_setting_names_the_accounts(other, database, key):
    pages = configured(other, accounts=str(accounts_path(database)))
    response = await pages.client.get("/v1/status", headers=bearer(key))
    assert response.json()["success"] == 1


async def test_a_setting_that_names_nothing_stops_the_start(database):
    with pytest.raises(StartupError, match="'rugby', which is not attached"):
        await configured(database, database="rugby").invoke_startup()


async def test_a_setting_that_names_another_kind_of_file_stops_the_start(database, tmp_path):
    connection = sqlite3.connect(tmp_path / "rugby.db")
    connection.execute("create table t (a)")
    connection.close()
    with pytest.raises(StartupError, match="'rugby', which is not a footydata file"):
        await configured(database, tmp_path / "rugby.db", database="rugby").invoke_startup()


async def test_a_failure_of_v1_is_the_contracts_error(database, other):
    pages = configured(other, database, database="football")
    await pages.invoke_startup()
    pages.remove_database("football")
    response = await pages.client.get("/v1/status")
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal_error"


async def test_attached_accounts_stop_the_start(database, key):
    with pytest.raises(StartupError, match="API keys"):
        await Datasette([str(database), str(accounts_path(database))]).invoke_startup()


async def test_another_sqlite_in_the_process_stops_the_start(pages, monkeypatch):
    monkeypatch.setattr(datasette_footydata, "using_pysqlite3", True)
    with pytest.raises(StartupError, match="start it where pysqlite3 is not installed"):
        await pages.invoke_startup()


def test_attached_accounts_are_refused_on_the_command_line(database, key):
    result = CliRunner().invoke(cli, ["serve", str(accounts_path(database)), "--get", "/"])
    assert result.exit_code == 1
    assert "holds footydata's API keys" in result.output


def test_accounts_under_another_name_are_refused_in_a_folder(database, tmp_path):
    disguised = Accounts.open(database.parent / "keys.db")
    disguised.create(FREE, now=0)
    disguised.close()
    files = [str(path) for path in database.parent.glob("*.db")]
    result = CliRunner().invoke(cli, ["serve", *files, "--get", "/"])
    assert result.exit_code == 1
    assert "keys.db" in result.output


def test_a_folder_does_not_attach_accounts(database, key):
    result = CliRunner().invoke(cli, ["serve", str(database.parent), "--get", "/-/databases.json"])
    assert result.exit_code == 0, result.output
    attached = json.loads(result.output)
    names = [
        entry["name"]
        for entry in (attached if isinstance(attached, list) else attached["databases"])
    ]
    assert "football" in names
    assert not [entry for entry in names if "accounts" in entry]


async def test_accounts_that_are_attached_later_shut_every_page(pages, database, key):
    assert (await pages.client.get("/")).status_code == 200
    pages.add_database(Database(pages, path=str(accounts_path(database))), name="keys")
    for path in ("/", "/keys", "/keys/account.json", "/keys.json?sql=select+1"):
        response = await pages.client.get(path)
        assert response.status_code == 403
        assert "account" not in response.headers.get("location", "")
    assert (await pages.client.get("/v1/status", headers=bearer(key))).status_code == 200


async def test_v1_writes_nothing_to_the_database(pages, database, key):
    before = database.read_bytes()
    for path in ("/v1/fixtures", "/v1/leagues", "/v1/teams", "/v1/status", "/v1/nowhere"):
        await pages.client.get(path, headers=bearer(key))
    assert database.read_bytes() == before
    wal = database.with_name("football.db-wal")
    assert not wal.exists() or wal.stat().st_size == 0


async def test_a_competition_outside_the_plan_is_hidden_under_v1_alone(pages, database):
    accounts = Accounts.open(accounts_path(Path(database)))
    free = accounts.create(FREE, now=0)
    accounts.close()
    listed = (await pages.client.get("/v1/leagues", headers=bearer(free))).json()["data"]
    assert "Linden League" not in {league["name"] for league in listed}
    assert "Linden League" in (await pages.client.get("/football/league")).text


async def test_pages_say_what_they_show(pages):
    await pages.invoke_startup()
    text = (await pages.client.get("/football/odds?_size=1")).text
    assert "Lines and prices of a fixture" in text
    assert "unix seconds UTC" in (await pages.client.get("/football/fixture?_size=9")).text
    home = (await pages.client.get("/football")).text
    assert '<a href="/football/match?_sort_desc=kickoff_utc">match</a>' in home
    assert '<a href="/v1/docs">/v1</a>' in home


async def test_rows_refer_to_others_by_name(pages):
    await pages.invoke_startup()
    text = (await pages.client.get("/football/season")).text
    assert "Crown League" in text
    assert "Crown League" in (await pages.client.get("/football/fixture?_size=9")).text


async def test_leagues_of_one_name_are_told_apart_by_their_country(database):
    connection = sqlite3.connect(database)
    with connection:
        connection.execute("update league set name = 'Super League'")
    code, country = connection.execute(
        "select code, country.name from league join country on code = country_code where league.id = 39"
    ).fetchone()
    connection.close()
    pages = Datasette([str(database)])
    await pages.invoke_startup()
    assert f"Super League ({code})</a>" in (await pages.client.get("/football/season")).text
    assert (
        f"Super League ({code})</a>" in (await pages.client.get("/football/fixture?_size=9")).text
    )
    match = (await pages.client.get("/football/match?_size=9")).text
    assert f'<td class="col-country type-str">{country}</td>' in match
    assert f">{country} · Super League</a>" in match


async def test_what_datasette_copies_for_the_rights_of_each_table_is_little(pages):
    await pages.invoke_startup()
    assert datasette_footydata.get_metadata(datasette=pages, key="tables") == {}
    assert datasette_footydata.get_metadata(datasette=pages, key="databases") != {}


async def test_the_page_of_the_file_says_what_is_served(pages):
    await pages.invoke_startup()
    text = (await pages.client.get("/football")).text
    assert "<h1>Football</h1>" in text
    assert '<a href="/football/match?_sort_desc=kickoff_utc">match</a>' in text


async def test_beside_other_databases_the_first_page_is_datasettes_and_says_which_is_behind_v1(
    database, tmp_path
):
    sqlite3.connect(tmp_path / "rugby.db").execute("create table t (a)").connection.close()
    pages = Datasette([str(tmp_path / "rugby.db"), str(database)])
    await pages.invoke_startup()
    text = (await pages.client.get("/")).text
    assert "Football</h1>" not in text
    assert "One person's football" not in text
    assert (
        '<a href="/v1/docs">/v1</a> serves the database <a href="/football">football</a>.' in text
    )


async def test_of_several_football_databases_each_page_says_which_is_behind_v1(database, other):
    pages = configured(other, database, database="football")
    await pages.invoke_startup()
    text = '<a href="/v1/docs">/v1</a> serves the database <a href="/football">football</a>.'
    first, behind, beside = [
        (await pages.client.get(path)).text for path in ("/", "/football", "/other")
    ]
    assert [text in page for page in (first, behind, beside)] == [True, False, True]
    assert 'The same data are served as JSON at <a href="/v1/docs">/v1</a>' in behind
    assert '<a href="/other/match?_sort_desc=kickoff_utc">match</a>' in beside


async def test_the_name_of_a_database_is_text_on_the_page(database, tmp_path):
    other = shutil.copy(database, tmp_path / "<b>a b.db")
    pages = Datasette([str(other), str(database)])
    await pages.invoke_startup()
    text = (await pages.client.get("/")).text
    assert '<a href="/~3Cb~3Ea+b">&lt;b&gt;a b</a>.' in text


async def test_the_users_own_words_win(database):
    own = {
        "title": "Mine",
        "description": "My first page",
        "databases": {"football": {"description": "My file"}},
    }
    pages = Datasette([str(database)], metadata=own)
    await pages.invoke_startup()
    first, second = (await pages.client.get("/")).text, (await pages.client.get("/football")).text
    assert ("<h1>Mine</h1>" in first, "My first page" in first, "My file" in second) == (
        True,
        True,
        True,
    )
    assert "One person's football" not in first + second


async def test_machinery_is_hidden(pages):
    await pages.invoke_startup()
    tables = (await pages.client.get("/football.json")).json()["tables"]
    hidden = {table["name"] for table in tables if table["hidden"]}
    assert {"taken_page", "fixture_source", "_sqlite_migrations"} <= hidden
    assert "fixture" not in hidden


async def test_a_moment_is_readable(pages):
    await pages.invoke_startup()
    assert " UTC (" in (await pages.client.get("/football/fixture?_size=9")).text


@pytest.mark.parametrize("value", [None, 1.5, "x", True, 10**30])
async def test_a_cell_that_is_no_moment_is_left_as_it_is(pages, value):
    await pages.invoke_startup()
    assert shown(pages, value, "kickoff_ts") is None


async def test_cells_of_other_databases_are_left_as_they_are(pages):
    await pages.invoke_startup()
    assert shown(pages, 1, "a_ts", database="other") is None
    assert shown(pages, 1, "round") is None
    assert shown(pages, 1, None) is None


def shown(pages, value, column, database="football"):
    """What the plugin makes of a cell of a table."""
    return datasette_footydata.render_cell(
        value=value, column=column, table="fixture", database=database, datasette=pages
    )


async def test_every_table_of_the_schema_is_described(pages, sample):
    from footydata.faces.pages.metadata import TABLES

    connection = sqlite3.connect(sample)
    names = {
        name
        for (name,) in connection.execute(
            "select name from sqlite_master where type in ('table', 'view')"
        )
    }
    columns = {
        name: {row[1] for row in connection.execute(f"pragma table_xinfo([{name}])")}
        for name in names
    }
    connection.close()
    assert names - {"sqlite_stat1"} == set(TABLES)
    for name, table in TABLES.items():
        assert {*table.columns, *table.facets, *([table.label] if table.label else [])} <= columns[
            name
        ]
