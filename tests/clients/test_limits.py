"""Concurrency stays within what the process may open."""

import resource
from collections.abc import Iterator

import pytest

from bench.clients.limits import concurrency_within_limits


@pytest.fixture
def low_limit() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("low_limit")
def test_more_than_the_limit_is_lowered_with_a_notice_that_names_it() -> None:
    allowed, notice = concurrency_within_limits(5000)
    assert allowed == 192
    assert notice is not None
    assert "256 open files" in notice
    assert "ulimit -n" in notice


@pytest.mark.usefixtures("low_limit")
def test_what_fits_is_left_alone() -> None:
    assert concurrency_within_limits(192) == (192, None)
    assert concurrency_within_limits(1) == (1, None)
