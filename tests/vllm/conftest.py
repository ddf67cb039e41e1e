from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.vllm.processes import MARK, QUICK


@pytest.fixture(scope="session", autouse=True)
def environment() -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(QUICK, **dict([MARK.split("=")]))
    yield
    os.environ.clear()
    os.environ.update(before)
