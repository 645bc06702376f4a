"""The pages for people in a real browser: they draw themselves, and a request can be tried from them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.errors import ERRORS
from footydata.football.terms import ULTRA
from footydata.service.keys import Accounts
from tests.service.browser import COMMAND, Browser, browser
from tests.service.loopback import served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMMAND is None, reason="needs Chromium: the pages can't be looked at"),
]

FILL = """
(() => {
  const input = document.querySelector(SELECTOR);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, TEXT);
  input.dispatchEvent(new Event("input", {bubbles: true}));
})()
"""


@pytest.fixture(scope="module")
def page() -> Iterator[Browser]:
    with browser() as page:
        yield page


@pytest.fixture
def accounts() -> Accounts:
    return Accounts.in_memory()


@pytest.fixture
def address(sample: Path, accounts: Accounts, now: int, page: Browser) -> Iterator[str]:
    page.requested.clear()
    page.said.clear()
    with served(sample, accounts, now=now) as address:
        yield address


def click(page: Browser, selector: str) -> None:
    page.until(f"document.querySelector('{selector}')")
    page.ask(f"document.querySelector('{selector}').click()")


def fill(page: Browser, selector: str, text: str) -> None:
    page.until(f"document.querySelector('{selector}')")
    page.ask(FILL.replace("SELECTOR", f"'{selector}'").replace("TEXT", f"'{text}'"))


def test_a_request_is_tried_from_the_page_with_a_key(
    page: Browser, address: str, accounts: Accounts, now: int
) -> None:
    key = accounts.create(ULTRA, now=now)
    page.open(f"{address}/v1/docs")
    click(page, ".btn.authorize")
    fill(page, "#api_key_value", key)
    click(page, ".auth-container:last-child button[type=submit]")
    click(page, ".auth-container:last-child .btn-done")
    click(page, "#operations-status-status .opblock-summary-control")
    # The page looks the operation up while it opens; before that it can't be tried.
    page.until("ui.specSelectors.specResolvedSubtree(['paths', '/v1/status', 'get'])")
    click(page, "#operations-status-status .execute")
    page.until(
        "document.querySelector('#operations-status-status .live-responses-table .response')"
    )
    text = page.ask(
        "document.querySelector('#operations-status-status .live-responses-table').innerText"
    )
    assert "200" in text
    assert key[:12] in text
    assert "x-ratelimit-remaining: 39" in text


def test_the_page_asks_this_server_alone_and_does_not_complain(page: Browser, address: str) -> None:
    page.open(f"{address}/v1/docs")
    page.until("document.querySelectorAll('.opblock').length === 16")
    asked = [url for url in page.requested if not url.startswith("data:")]
    assert len(asked) >= 6
    assert all(url.startswith(f"{address}/v1/") for url in asked)
    assert page.said == []


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_page_is_as_dark_as_the_reader_has_it(
    page: Browser, address: str, is_dark: bool
) -> None:
    page.open(f"{address}/v1/docs", is_dark=is_dark)
    page.until("document.querySelectorAll('.opblock').length === 16")
    for part, is_ground in (
        ("body", True),
        (".opblock-summary-path", False),
        (".info .title", False),
    ):
        shade = page.ask(
            f"getComputedStyle(document.querySelector('{part}')).{'backgroundColor' if is_ground else 'color'}"
        )
        red, green, blue, *_ = map(float, re.findall(r"[\d.]+", shade))
        assert (red + green + blue < 3 * 128) is (is_dark is is_ground), (part, shade)


def test_the_error_reference_draws_every_code(page: Browser, address: str) -> None:
    page.open(f"{address}/v1/docs/errors#invalid_lang")
    assert page.ask("document.querySelectorAll('article').length") == len(ERRORS)
    assert page.ask("document.querySelector('article:target').id") == "invalid_lang"
    assert page.ask("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.said == []


def test_the_error_reference_fits_a_narrow_screen(page: Browser, address: str) -> None:
    page.open(f"{address}/v1/docs/errors", width=380)
    assert page.ask("document.documentElement.scrollWidth <= 380")
