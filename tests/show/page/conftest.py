"""The browser that the tests of the page share: one for each module of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.show.page.tools import FLAGS, PATIENCE, browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Chromium, steered by Playwright; skipped, with the reason, where either is missing."""
    programme = browser()
    api = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: the page is not looked at"
    )
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=programme, args=FLAGS, timeout=PATIENCE)
        yield found
        found.close()
