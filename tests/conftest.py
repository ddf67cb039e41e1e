"""Fixtures that any test may use: a real server on loopback."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.server import Server

# A busy machine is no fault of the code. The engines' own environments have no hypothesis.
if find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("suite", deadline=None)
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
