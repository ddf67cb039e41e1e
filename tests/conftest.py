"""Fixtures that any test may use: a real server on loopback."""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain

import pytest

from tests.server import Server

# A busy machine is no fault of the code. The engines' own environments have no hypothesis.
if find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("suite", deadline=None)
    settings.load_profile("suite")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes share the tests (pytest-xdist), those with a fixture in common run in one of them.

    So the fixture is made once: the tests of a file that share one of the file's, of a folder those of the folder.
    """
    for item in items:
        definitions = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
        shared = [made for made in chain(*definitions) if made.scope != "function" and made.baseid.startswith("tests")]
        if shared:
            file = item.nodeid.split("::")[0]
            wide = any(made.scope != "module" for made in shared)
            item.add_marker(pytest.mark.xdist_group("/".join(file.split("/")[:2]) if wide else file))


@pytest.fixture
def server() -> Iterator[Server]:
    """A running test server with an empty script: extend `server.script`, or set `server.answer`."""
    with Server() as running:
        yield running
