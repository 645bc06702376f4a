"""Which answers are kept, for whom and until when."""

import shutil

import pytest

from footydata.football.terms import FREE, PRO, ULTRA
from footydata.service import keys, reader
from tests.service.app.asking import ask, write

DAY = 86_400


async def test_the_second_answer_is_the_first_one_cached(app, service, key):
    first = await ask(app, "/v1/fixtures?status=live", key)
    second = await ask(app, "/v1/fixtures?status=live", key)
    assert (first.status, second.status, service.asked) == (200, 200, 1)
    assert second.body == first.body


async def test_a_cached_answer_has_the_headers_of_a_fresh_one(app, key):
    first = await ask(app, "/v1/fixtures?status=live", key)
    second = await ask(app, "/v1/fixtures?status=live", key)
    assert first.names == second.names
    assert first.headers[b"content-type"] == b"application/json"
    assert len(first.body) == int(first.headers[b"content-length"])


async def test_every_answer_has_its_own_request_id_and_window(app, key):
    sent = [await ask(app, "/v1/fixtures?status=live", key) for _ in range(4)]
    assert [answer.headers[b"x-ratelimit-remaining"] for answer in sent] == [
        b"39",
        b"38",
        b"37",
        b"36",
    ]
    assert len({answer.headers[b"x-request-id"] for answer in sent}) == 4


async def test_kept_answers_end_with_the_window(app, accounts, service, now):
    key = accounts.create(PRO, now=now)
    statuses = [(await ask(app, "/v1/fixtures?status=live", key)).status for _ in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    assert service.asked == 1
    refused = await ask(app, "/v1/fixtures?status=live", key)
    assert refused.headers[b"x-ratelimit-remaining"] == b"0"
    assert int(refused.headers[b"retry-after"]) > 0
    assert b"etag" not in refused.headers


async def test_a_write_by_another_is_seen_at_once(app, database, key):
    before = await ask(app, "/v1/leagues/39", key)
    write(database, "update league set name = 'Renamed League' where id = 39")
    after = await ask(app, "/v1/leagues/39", key)
    assert b"Renamed League" not in before.body
    assert b"Renamed League" in after.body
    assert before.headers[b"etag"] != after.headers[b"etag"]


async def test_a_name_on_a_list_is_the_one_that_was_written_last(app, database, key):
    before = await ask(app, "/v1/fixtures?status=live", key)
    write(database, "update team set name = 'Renamed ' || name")
    after = await ask(app, "/v1/fixtures?status=live", key)
    names = [
        [row["teams"]["home"]["name"] for row in answer.json["data"]] for answer in (before, after)
    ]
    assert names[0]
    assert names[1] == [f"Renamed {name}" for name in names[0]]


async def test_a_replaced_file_is_seen_at_once(app, database, tmp_path, key):
    await ask(app, "/v1/leagues/39", key)
    other = shutil.copy(database, tmp_path / "other.db")
    write(other, "update league set name = 'Renamed League' where id = 39")
    other.replace(database)
    assert b"Renamed League" in (await ask(app, "/v1/leagues/39", key)).body


async def test_today_is_not_cached_past_midnight(app, clock, key, now):
    today = await ask(app, "/v1/fixtures", key)
    clock.moment = (now // DAY + 1) * DAY - 1
    assert (await ask(app, "/v1/fixtures", key)).body == today.body
    clock.moment += 1
    tomorrow = await ask(app, "/v1/fixtures", key)
    assert tomorrow.json["data"] != today.json["data"]


async def test_a_clock_that_is_set_back_gets_nothing_that_was_cached_for_a_later_day(
    app, clock, key, now
):
    today = await ask(app, "/v1/fixtures", key)
    clock.moment = now + DAY
    await ask(app, "/v1/fixtures", key)
    clock.moment = now
    assert (await ask(app, "/v1/fixtures", key)).body == today.body


async def test_a_table_is_not_cached_past_the_moment_from_which_its_data_are_too_thin(
    app, database, clock, key, now
):
    season = "season_id = (select max(season_id) from fixture where league_id = 39)"
    write(
        database,
        f"update fixture set status = 'scheduled', kickoff_ts = {now + DAY} where {season}",
    )
    finished = f"status = 'finished', home_corners = null, kickoff_ts = {now - 3 * 3600}"
    write(
        database,
        f"update fixture set {finished} where id = (select min(id) from fixture where {season})",
    )
    assert (await ask(app, "/v1/standings?league=39&type=corner", key)).status == 200
    clock.moment += 1
    assert (await ask(app, "/v1/standings?league=39&type=corner", key)).status == 404


async def test_the_status_is_never_cached(app, service, key):
    used = [(await ask(app, "/v1/status", key)).json["data"]["usage"]["window"] for _ in range(3)]
    assert used == [1, 2, 3]
    assert service.asked == 3


async def test_errors_are_never_cached(app, service, key):
    sent = [await ask(app, "/v1/fixtures/999999999999", key) for _ in range(2)]
    assert [answer.status for answer in sent] == [404, 404]
    assert sent[0].json["error"]["request_id"] != sent[1].json["error"]["request_id"]
    assert service.asked == 2


async def test_what_is_cached_for_one_plan_is_not_given_to_another(app, accounts, key, now):
    free = accounts.create(FREE, now=now)
    assert (await ask(app, "/v1/fixtures?include=odds", key)).status == 200
    assert (await ask(app, "/v1/fixtures?include=odds", free)).status == 403


async def test_two_keys_of_the_same_rights_share_what_is_cached(app, accounts, service, key, now):
    await ask(app, "/v1/leagues", key)
    await ask(app, "/v1/leagues", accounts.create(ULTRA, now=now))
    assert service.asked == 1


async def test_a_key_with_its_own_history_shares_nothing_with_its_plan(app, accounts, service, now):
    path = f"/v1/fixtures?start_time={now - 200 * DAY}"
    assert (await ask(app, path, accounts.create(FREE, now=now, history_from_ts=0))).status == 200
    assert (await ask(app, path, accounts.create(FREE, now=now))).status == 403


@pytest.mark.parametrize("header", ["authorization", "x-api-key"])
async def test_a_revoked_key_gets_nothing_that_was_cached(app, accounts, key, now, header):
    value = f"bEARER {key}" if header == "authorization" else key
    assert (await ask(app, "/v1/leagues", **{header: value})).status == 200
    assert (await ask(app, "/v1/leagues", **{header: value})).status == 200
    accounts.revoke(key[:12], now)
    assert (await ask(app, "/v1/leagues", **{header: value})).status == 401


async def test_an_expired_key_gets_nothing_that_was_cached(app, accounts, clock, now):
    key = accounts.create(ULTRA, now=now, expires_ts=now + 60)
    assert (await ask(app, "/v1/leagues", key)).status == 200
    clock.moment = now + 60
    refused = await ask(app, "/v1/leagues", key)
    assert refused.json["error"]["code"] == "expired_api_key"


async def test_nobody_without_a_key_gets_what_was_cached(app, key):
    await ask(app, "/v1/leagues", key)
    refused = await ask(app, "/v1/leagues")
    assert (refused.status, refused.headers[b"www-authenticate"]) == (401, b"Bearer")
    assert (await ask(app, "/v1/leagues", "fd_wrong")).json["error"]["code"] == "invalid_api_key"


async def test_bearer_wins_over_the_other_header_for_cached_answers_too(app, accounts, key, now):
    free = accounts.create(FREE, now=now)
    await ask(app, "/v1/leagues", key)
    answer = await ask(app, "/v1/leagues", free, x_api_key=key)
    assert answer.headers[b"x-ratelimit-limit"] == b"60"
    other = await ask(app, "/v1/leagues", authorization="Basic dTpw", x_api_key=key)
    assert other.headers[b"x-ratelimit-limit"] == b"40"


async def test_a_client_that_has_the_answer_gets_304_and_is_counted(app, key):
    first = await ask(app, "/v1/leagues", key)
    tag = first.headers[b"etag"].decode()
    again = await ask(app, "/v1/leagues", key, if_none_match=tag)
    assert (again.status, again.body) == (304, b"")
    assert again.headers[b"etag"] == first.headers[b"etag"]
    assert again.headers[b"x-ratelimit-remaining"] == b"38"
    assert (await ask(app, "/v1/leagues", key, if_none_match='W/"x"')).status == 200


async def test_a_client_with_the_answer_gets_304_of_a_server_that_is_new(app, service, key):
    tag = (await ask(app, "/v1/leagues", key)).headers[b"etag"].decode()
    service._cache._drop()
    assert (await ask(app, "/v1/leagues", key, if_none_match=tag)).status == 304


def test_the_look_at_files_is_taken_at_most_every_50_ms():
    assert (reader.EVERY, keys.EVERY) == (0.05, 0.05)
