"""A rate that is searched for: it stays for a number of calls, then grows with each, and falls where it fails.

The more often it has failed at about the same value, the longer it stays below it: a limit that has been found is
tried again rarely, and one that was raised is found again (the idea of CUBIC, RFC 9438, for calls instead of bytes).
"""

from __future__ import annotations

import math

UNLIMITED = 2000.0
"""A rate above this is no limit."""
GENTLY, A_ROUND = 1.005, 1.03
"""By what factor the rate grows with each call, and at most with as many as are sent at once."""
FAST, A_FAST_ROUND = 1.03, 1.15
"""The same where it is past the value at which it failed, or has not failed for long."""
A_SECOND = 0.4
"""What it grows by in a second at most, as a part: a failure is known later than it happens."""
PAST, LONG = 1.06, 40
"""Past that value by so much; for so many calls."""
SAME = 0.12
"""Two values that differ by less, as a part, are about the same."""
STAYS, STAYS_BEFORE_PAUSES = (20, 80), (80, 160)
"""For how many calls the rate stays after it has failed, and at most after it has failed again and again."""
STAYS_AT_FIRST, STAYS_FAR = 120, 8
"""The same at first, when the rate follows from what the endpoint has said; and where it was far too high."""
SEARCHING, STEEPLY, UNTIL = 1.05, 1.3, 8
"""By what factor the rate grows with each call as long as it is only known to be too low, where each failure costs
little (after so many calls), and where it costs a pause, which ends the search."""
FALLEN, STAYED = 0.95, 0.99
"""To what part it falls that was growing, or was not."""
FAR_DOWN = 0.8
"""To what part it falls at most in one step where less was measured."""
PAUSE, SHORTER, LEAST = 0.05, 0.05, 0.6
"""By what part it falls at a pause, and more for each that soon followed another; to what part at most."""
SOON = 3
"""A pause follows soon where less than so many rounds lie in between."""
OF_MEASURED = 0.98


class SearchedRate:
    """`value`: calls a second, at most `most`; infinite as long as no limit is known."""

    def __init__(self, most: float = math.inf) -> None:
        self._most = self.value = most
        self.searching = False
        """Whether the rate is only known to be too low."""
        self._in_a_row = 0
        """Calls that were not turned away since it fell."""
        self._stays = STAYS_AT_FIRST
        self._failed = 0.0
        """At what value it failed last; 0 where it has not."""
        self._soon = 0

    def start(self, value: float) -> None:
        """Begin to search at `value`."""
        self._set(value)
        self.searching = True

    def learn(self, value: float, *, searching: bool) -> None:
        """Go on from what was measured."""
        self._set(value)
        self.searching, self._in_a_row = searching, 0

    def sent(self, at_once: int, *, steeply: bool) -> None:
        """A call was sent, one of as many as are sent at once."""
        self._in_a_row += 1
        if not self.searching:
            factor = self._growth(at_once)
        elif steeply:
            factor = min(STEEPLY, 1.0 + 1.0 / self.value)
        else:
            factor = min(SEARCHING, 1.0 + A_SECOND / self.value) if self._in_a_row > UNTIL else 1.0
        self._set(self.value * factor)
        if self.value > UNLIMITED:
            self.value = self._most

    def taken_back(self) -> None:
        """A call that was sent has been turned away."""
        self._in_a_row = max(0, self._in_a_row - 1)

    def stop_searching(self) -> None:
        """A call was turned away that costs a pause: one step less is right."""
        if self.searching:
            self._set(self.value / STEEPLY)
            self.searching = False

    def fall_far(self, measured: float, *, still_searching: float) -> None:
        """A call was turned away that costs little, and less was `measured` to be let through."""
        grown = self._grown
        self.searching = self.searching and still_searching >= self.value * FAR_DOWN
        self._set(max(measured, self.value * FAR_DOWN))
        self._stays = STAYS_FAR
        if grown:
            self._in_a_row = 0

    def fall(self, *, still_searching: float) -> None:
        """A call was turned away that costs little; the rate is about right."""
        self.searching = self.searching and still_searching >= self.value * FAR_DOWN
        grown = self._grown
        if grown:
            self._fail(STAYS)
        if not self.searching:
            self._set(self.value * (FALLEN if grown else STAYED))

    def fall_at_pause(self, passed: int, elapsed: float, share: float, at_once: int) -> None:
        """Calls were turned away, at the cost of a pause that is over: `passed` calls went in `elapsed` seconds before,
        and the `share` of the last ones that were sent at once was turned away."""
        undone = math.pow(self._growth(at_once), -2.0 * at_once)
        if share > 0.5 or self._grown:
            self._fail(STAYS_BEFORE_PAUSES)
        self._soon = self._soon + 1 if passed < SOON * at_once else 0
        part = min(undone, 1.0 - share * (PAUSE + SHORTER * self._soon))
        self._set(max(OF_MEASURED * passed / elapsed, self.value * max(LEAST, part)))

    @property
    def _grown(self) -> bool:
        return self._in_a_row > self._stays

    def _fail(self, stays: tuple[int, int]) -> None:
        """Remember at what value the rate failed, and stay the longer where that is no news."""
        known = abs(self._failed / self.value - 1.0) < SAME
        self._stays = min(stays[1], max(stays[0], 2 * self._stays)) if known else stays[0]
        self._failed, self._in_a_row = self.value, 0

    def _growth(self, at_once: int) -> float:
        """The factor of the next call."""
        over = self._in_a_row - self._stays
        if over <= 0:
            return 1.0
        if self.value > PAST * self._failed if self._failed else over > LONG:
            return min(FAST, math.pow(A_FAST_ROUND, 1.0 / at_once), 1.0 + A_SECOND / self.value)
        return min(GENTLY, math.pow(A_ROUND, 1.0 / at_once))

    def _set(self, value: float) -> None:
        self.value = min(self._most, value)
