"""What gets through a limit on the rate: at least nine tenths of what it allows, and under half is turned away.

Everything runs on a clock that jumps, with dice of their own: the figures are the same on every machine. `slow` tests
go over more seeds of what the fast ones hold. The walls and how long everything takes are in tests/clients/walls.py.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.clients.walls import Bucket, Changing, Passage, Says, Sliding, Wall, Way, Window, through_wall

KINDS: dict[str, Callable[[int], Wall]] = {
    "bucket": lambda rate: Bucket(rate, rate),
    "window": Window,
    "sliding": Sliding,
}
SAID: tuple[Says, ...] = ("nothing", "whole seconds", "exactly")
NEAR = Way()
FAR = Way(refusal_s=0.05)
THINKING = Way(0.02, 0.06, reply_s=3.0, refusal_s=0.08)
BUSY = Way(0.002, 0.08, refusal_s=0.05, stalls=0.05)
ENDLESS = 1_000_000
all_walls = pytest.mark.parametrize("kind", KINDS)
all_said = pytest.mark.parametrize("says", SAID)


def held(passage: Passage, allowed: float, least: float = 0.9) -> None:
    """Under half is turned away, and `least` of what was allowed gets through."""
    assert passage.turned_away < 0.5
    assert passage.calls >= least * allowed


@all_said
@all_walls
@pytest.mark.parametrize("rate", [2, 5])
def test_behind_a_wall_nine_tenths_of_what_it_allows_get_through(rate: int, kind: str, says: Says) -> None:
    for in_flight, way in ((32, NEAR), (128, FAR), (512, NEAR)):
        passage = through_wall(KINDS[kind](rate), 20 * rate, in_flight, says, way)
        assert passage.calls == 20 * rate, "nothing is lost"
        held(passage, passage.seconds * rate)


@pytest.mark.slow
@all_said
@all_walls
@pytest.mark.parametrize("rate", [2, 5])
def test_whatever_the_dice_say(rate: int, kind: str, says: Says) -> None:
    for way in (NEAR, FAR):
        passages = [through_wall(KINDS[kind](rate), 40 * rate, 128, says, way, seed=seed) for seed in range(12)]
        for passage in passages:
            held(passage, passage.seconds * rate, 0.87)
        held(passages[0], passages[0].seconds * rate)
        assert sum(passage.rate for passage in passages) / len(passages) >= 0.9 * rate


@all_said
@all_walls
def test_behind_a_model_that_thinks_for_seconds(kind: str, says: Says) -> None:
    held(through_wall(KINDS[kind](5), ENDLESS, 128, says, THINKING, seconds=30), 30 * 5)


@all_said
@all_walls
def test_on_a_busy_machine_that_holds_calls_up(kind: str, says: Says) -> None:
    """A call that is late takes its place in a sliding window late: that part of what the wall allows is gone."""
    held(through_wall(KINDS[kind](5), ENDLESS, 64, says, BUSY, seconds=30), 30 * 5, 0.82)


@all_said
@all_walls
def test_a_limit_that_is_halved_is_found(kind: str, says: Says) -> None:
    wall = Changing(KINDS[kind](10), KINDS[kind](5), 20)
    held(through_wall(wall, ENDLESS, 64, says, FAR, seconds=40), 20 * 10 + 20 * 5, 0.87)


@all_said
@all_walls
def test_a_limit_that_is_doubled_is_found_within_40_seconds(kind: str, says: Says) -> None:
    def until(seconds: float) -> Passage:
        wall = Changing(KINDS[kind](5), KINDS[kind](10), 20)
        return through_wall(wall, ENDLESS, 64, says, FAR, seconds=seconds)

    # How many go at once is learned once: behind a window that has grown that is too few after each pause.
    least = 0.8 if says == "whole seconds" else 0.9
    early, late = until(60), until(90)
    assert late.calls - early.calls >= least * 30 * 10
    assert late.turned_away < 0.5


@all_said
@all_walls
def test_two_processes_share_a_wall(kind: str, says: Says) -> None:
    held(through_wall(KINDS[kind](5), ENDLESS, 32, says, FAR, seconds=40, processes=2), 40 * 5, 0.85)


@pytest.mark.parametrize("depth", [3, 20])
def test_a_wall_with_a_burst_of_its_own(depth: int) -> None:
    held(through_wall(Bucket(5, depth), ENDLESS, 128, "nothing", FAR, seconds=40), 40 * 5 + depth)


@pytest.mark.parametrize(("says", "least"), [("nothing", 0.85), ("exactly", 0.8), ("whole seconds", 0.6)])
def test_a_wall_that_allows_no_two_calls_at_once(says: Says, least: float) -> None:
    """What comes a little early costs its whole place; with seconds to wait after each, no client gets all of it."""
    held(through_wall(Bucket(5, 1), ENDLESS, 128, says, FAR, seconds=60), 60 * 5, least)


@all_said
@all_walls
def test_a_wall_that_allows_many_a_second(kind: str, says: Says) -> None:
    held(through_wall(KINDS[kind](30), ENDLESS, 256, says, FAR, seconds=20), 20 * 30, 0.85)


@all_said
@pytest.mark.parametrize("kind", ["bucket", "window", "sliding"])
def test_a_limit_by_the_minute(kind: str, says: Says) -> None:
    walls: dict[str, Wall] = {"bucket": Bucket(20 / 60, 20), "window": Window(20, 60.0), "sliding": Sliding(20, 60.0)}
    held(through_wall(walls[kind], ENDLESS, 32, says, THINKING, seconds=300), 5 * 20)


def test_without_a_wall_the_number_asked_for_is_soon_in_flight_and_nothing_waits() -> None:
    free = through_wall(Window(100_000), 2000, 256, "nothing", Way(0.01, 0.01, reply_s=0.5))
    assert free.peak == 256
    assert free.sent == free.calls
    assert free.seconds < 2000 / 256 * 0.51 + 1.0, "eight rounds of half a second, and what the start takes"
