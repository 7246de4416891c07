"""What holds for every test: no screen, no leaked threads, long ones only when asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Windows that flash up and take the focus would make tests depend on the desktop.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Kernels compile on first use, so a deadline would be a matter of luck. The same commit gives the
# same answer; --thorough looks further, and elsewhere each time.
# A busy machine draws data slowly; that says nothing about the code.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", derandomize=True, **PATIENT)
settings.register_profile("thorough", max_examples=1000, **PATIENT)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="also run the tests that take long")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("thorough" if config.getoption("--thorough") else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--thorough"):
        return
    long = [item for item in items if item.get_closest_marker("thorough")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


@pytest.fixture(autouse=True)
def _no_leaked_threads() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    leaked = [thread.name for thread in set(threading.enumerate()) - before]
    assert not leaked, f"threads left running: {leaked}"
