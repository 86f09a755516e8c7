"""What all tests share."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from abaculus import Game

collect_ignore = ["mutation.py"]  # it imports Cosmic Ray, which `make mutation` installs

CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    f"No browser was found ({', '.join(BROWSERS)}), so the browser tests did not run. "
    "Install Chromium to run them, on Debian: apt-get install chromium"
)

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
# A first call compiles a kernel, which no deadline should count.
hypothesis.settings.register_profile("local", deadline=None)
hypothesis.settings.load_profile("ci" if CI else "local")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium or Chrome. Without one the test is skipped, in CI it fails."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if CI:
        pytest.fail(NO_BROWSER, pytrace=False)
    pytest.skip(NO_BROWSER)


@pytest.fixture(scope="session")
def connect_four() -> type[Game]:
    """The example of a game from outside the package, registered."""
    game: type[Game] = example("connect_four").ConnectFour
    return game


@pytest.fixture(scope="session")
def pig() -> type[Game]:
    """The example of a game with chance and options, registered."""
    game: type[Game] = example("pig").Pig
    return game


def example(name: str) -> Any:
    """A module of the examples."""
    examples = str(Path(__file__).parent.parent / "examples")
    if examples not in sys.path:
        sys.path.append(examples)
    return importlib.import_module(name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Playwright leaves an event loop running in the main thread: what runs asyncio there must come before it.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if any(NO_BROWSER in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())):
        terminalreporter.section("browser", sep="-")
        terminalreporter.write_line(NO_BROWSER)
