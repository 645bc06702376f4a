"""The guide on Datasette's side: linked from the first page, each page safe and whole by itself."""

import re

import pytest
from datasette.app import Datasette

from footydata.faces.pages import guide_page
from footydata.guide import TOPICS, Topic


@pytest.fixture
async def started(pages):
    await pages.invoke_startup()
    return pages


async def test_the_first_page_leads_to_the_list_and_the_list_to_every_page(started):
    assert (
        '<a href="/-/footydata/guide">The guide</a>' in (await started.client.get("/football")).text
    )
    listed = (await started.client.get("/-/footydata/guide")).text
    paths = re.findall(r'<li><a href="([^"]+)"', listed)
    assert paths == [f"/-/footydata/guide/{topic.name}" for topic in TOPICS]
    pages = [await started.client.get(path) for path in paths]
    assert {page.status_code for page in pages} == {200}
    assert all("<h1>" in page.text and "[[[" not in page.text for page in pages)


async def test_what_is_wider_than_a_screen_scrolls_within_itself(started):
    page = (await started.client.get("/-/footydata/guide/columns")).text
    assert page.count("<table>") == page.count('aria-label="Table" tabindex="0"><table>') > 5
    assert page.count("<pre") == page.count('<pre tabindex="0">') > 0


async def test_pages_name_one_another_by_links_that_lead_somewhere(started):
    texts = [
        (await started.client.get(f"/-/footydata/guide/{topic.name}")).text for topic in TOPICS
    ]
    linked = {path for text in texts for path in re.findall(r'href="(/[^"]+)"', text)}
    assert linked
    assert {
        path: status
        for path in linked
        if (status := (await started.client.get(path)).status_code) != 200
    } == {}


async def test_the_links_stand_behind_the_prefix_of_the_server(database):
    pages = Datasette([str(database)], settings={"base_url": "/football/"})
    await pages.invoke_startup()
    assert '<a href="/football/-/footydata/guide">' in (await pages.client.get("/")).text
    assert (
        'href="/football/-/footydata/guide/lines"'
        in (await pages.client.get("/-/footydata/guide")).text
    )


async def test_a_page_that_is_not_there_names_the_nearest(started):
    missing = await started.client.get("/-/footydata/guide/standing")
    assert (missing.status_code, "did you mean standings" in missing.text) == (404, True)
    hostile = await started.client.get("/-/footydata/guide/%3Cscript%3E")
    assert (hostile.status_code, "<script>" in hostile.text, "&lt;script&gt;" in hostile.text) == (
        404,
        False,
        True,
    )


async def test_what_looks_like_html_in_a_page_is_text_and_no_script_may_run(started, monkeypatch):
    monkeypatch.setattr(
        guide_page, "page", lambda topic: "# A\n\n<script>x</script> & <b>bold</b>\n"
    )
    shown = guide_page.guide_page(Topic("made-up", "A page."), guide="/g", home="/")
    assert "&lt;script&gt;x&lt;/script&gt; &amp; &lt;b&gt;bold" in shown
    headers = (await started.client.get("/-/footydata/guide/start")).headers
    assert "script" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


async def test_the_pictures_of_a_page_are_in_it(started):
    shown = (await started.client.get("/-/footydata/guide/pictures")).text
    sources = re.findall(r'<img src="([^"]{0,30})', shown)
    assert len(sources) == 11
    assert all(source.startswith("data:image/png;base64,iVBOR") for source in sources)


async def test_a_clause_of_the_contract_has_an_address_of_its_own(started):
    shown = (await started.client.get("/-/footydata/guide/contract")).text
    assert (
        '<li id="4.2"><a href="#4.2"><strong>4.2</strong></a> Names of parameters are case-sensitive.</li>'
        in shown
    )
