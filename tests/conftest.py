"""Fixtures that any test may use: a real server on loopback."""

import gc
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.server import Server

# A busy machine is no fault of the code. The engines' own environments have no hypothesis.
if find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("suite", deadline=None)
    settings.register_profile("daily", deadline=None, max_examples=25)
    settings.load_profile("suite")


@pytest.fixture
def server() -> Iterator[Server]:
    """A running test server with an empty script: extend `server.script`, or set `server.answer`."""
    with Server() as running:
        yield running


@pytest.fixture(autouse=True)
def _nobodys_own_registry(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The models and addresses of whoever runs the tests are not theirs."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "no-config"))
    for variable in ("BENCH_REGISTRY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)


def pytest_collection_finish() -> None:
    """Thousands of tests and their modules stay until the end: looking for garbage among them costs 7 % of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test with many cases and the mark `daily(n)`, n cases spread over all run every day; the rest is slow."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("daily") and not item.get_closest_marker("slow"):
            cases[item.nodeid.split("[", 1)[0]].append(item)
    for of_one in cases.values():
        count = of_one[0].get_closest_marker("daily").args[0]  # type: ignore[union-attr]
        for at, item in enumerate(of_one):
            if at * count // len(of_one) == (at - 1) * count // len(of_one):
                item.add_marker(pytest.mark.slow)
