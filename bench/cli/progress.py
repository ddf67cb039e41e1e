"""What a person sees while a run is at work, on stderr: done and to do, rate, time left, failures by kind, cost.

Guarantees: on a terminal a few lines that are drawn in place and never wider than the terminal; anywhere else (a file,
a pipe, TERM=dumb) plain lines, one at the start, one a minute, one at the end, without a control code.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from bench.campaign import PreparedRun
from bench.campaign.execute import Notices
from bench.cascade import model_follows
from bench.prices import cost_usd
from bench.records import RULE, Answer, Vote
from bench.text.display import for_terminal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

LINE_S = 60.0
"""How often a plain line says how far the run is."""
RATE_S = 30.0
"""Over how many seconds the rate of calls is taken."""


class Progress(Notices):
    """Answers and votes as they come. `clock` gives seconds and is another one in tests.

    `announced` False leaves out the lines at the start and at the end, for a run that is done in many small parts.
    """

    def __init__(
        self, console: Console, run: PreparedRun, clock: Callable[[], float] = time.monotonic, *, announced: bool = True
    ) -> None:
        super().__init__(self._print)
        self._console, self._run, self._clock, self._announced = console, run, clock, announced
        self._specs = {model.spec: model for model, _ in run.models}
        self._answers, self._votes = Stage("answers", clock), Stage("votes", clock)
        self._failures: Counter[str] = Counter()
        self._logged = 0
        self._cost = 0.0
        self._server = ""
        self._begun = self._said = clock()
        self._running = False
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if can_draw(self._console):
            from rich.live import Live

            # It redraws by itself a few times a second, so that the time left goes on while a slow model is silent.
            self._live = Live(get_renderable=self._drawn, console=self._console, refresh_per_second=4, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
        if self._running and self._announced:
            self.notice(self._ending(complete=kind is None))

    def starting(self, seconds: float, line: str) -> None:
        if self._live is None:
            super().starting(seconds, line)
            return
        self._server = f"server   {seconds:.0f} s {for_terminal(line)}"

    def _print(self, text: str) -> None:
        # The terminal breaks long lines; in a file a notice is one line, and a path in it stays whole.
        self._console.print(f"bench: {for_terminal(text)}", markup=False, highlight=False, soft_wrap=True)

    def started(self, answers: int, votes: int) -> None:
        self._server = ""
        self._running = True
        self._begun = self._said = self._clock()
        if self._announced:
            self.notice(f"{self._run.model.title}: {answers} answers, log in {self._run.folder}")
        self._answers.begin(answers)
        self._votes.begin(votes)

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        self._logged += not fresh
        if answer.failure is not None:
            self._failures[answer.failure.kind] += 1
            self._votes.total -= len(self._run.judges)
        self._answers.step(fresh)
        self._count(answer, fresh)

    def voted(self, vote: Vote, *, fresh: bool) -> None:
        if vote.failure is not None:
            self._failures[f"judge {vote.failure.kind}"] += 1
        if vote.model == RULE and model_follows(vote):
            # A model of a cascade has this answer too.
            self._votes.total += sum(judge.rules is not None for judge in self._run.config.judges)
        self._votes.step(fresh)
        self._count(vote, fresh)

    def lines(self, width: int) -> list[str]:
        """What is drawn, each line at most `width` cells wide."""
        drawn = [self._server] if self._server else []
        if self._running:
            drawn += [stage.line(width) for stage in (self._answers, self._votes) if stage.total > 0]
            drawn += [said] if (said := self._so_far()) else []
        return [shortened(line, width) for line in drawn]

    def _drawn(self) -> Text:
        from rich.text import Text

        # One cell is left free: some terminals break the line when its last cell is written.
        return Text("\n".join(self.lines(self._console.width - 1)), no_wrap=True, overflow="crop")

    def _count(self, call: Answer | Vote, fresh: bool) -> None:
        spec = self._specs.get(call.model)
        if fresh and spec:
            self._cost += cost_usd(call, spec) or 0.0
        if self._live is None and self._clock() >= self._said + LINE_S:
            self._said = self._clock()
            parts = [stage.words() for stage in (self._answers, self._votes) if stage.total > 0]
            self.notice("; ".join([*parts, *filter(None, [self._so_far()])]))

    def _so_far(self) -> str:
        """Failures and cost, or '' where there are none."""
        parts = []
        if self._failures:
            kinds = ", ".join(f"{kind} {n}" for kind, n in self._failures.most_common())
            parts.append(f"{self._failures.total()} failed ({kinds})")
        if self._cost:
            parts.append(f"{self._cost:.2f} USD")
        return ", ".join(parts)

    def _ending(self, *, complete: bool) -> str:
        done = f"{self._answers.done} answers" if complete else f"{self._answers.done} of {self._answers.total} answers"
        parts = [done, f"{self._votes.done} votes", *filter(None, [self._so_far()])]
        took = duration(self._clock() - self._begun)
        logged = f" {self._logged} answers were in the log already and were not asked again." if self._logged else ""
        return f"{'Done' if complete else 'Stopped'} after {took}: {', '.join(parts)}.{logged}"


class Stage:
    """How far one of the two stages is, and how fast it goes."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self.name, self.total, self.done = name, 0, 0
        self._clock = clock
        self._begun = clock()
        self._lately: deque[float] = deque()

    def begin(self, total: int) -> None:
        self.total, self.done, self._begun = total, 0, self._clock()
        self._lately.clear()

    def step(self, fresh: bool) -> None:
        """One more is there. What was in the log already says nothing of how fast calls are."""
        self.done += 1
        if fresh:
            self._lately.append(self._clock())

    @property
    def rate(self) -> float | None:
        """Calls a second over the last RATE_S seconds; None before the first second and where none came."""
        now = self._clock()
        while self._lately and self._lately[0] <= now - RATE_S:
            self._lately.popleft()
        seconds = min(RATE_S, now - self._begun)
        return len(self._lately) / seconds if self._lately and seconds >= 1 else None

    def words(self) -> str:
        """`answers 120/456, 3.4/s, 1:39 left`."""
        return f"{self.name} {self._figures()}"

    def line(self, width: int) -> str:
        """The same with a bar, where at least ten cells are left for one. The bar never changes its length."""
        room = min(width - len(f"answers  {_WIDEST}"), 60)
        if room < 10:
            return self.words()
        filled = room * min(self.done, self.total) // max(self.total, 1)
        return f"{self.name:7} {'━' * filled}{'·' * (room - filled)} {self._figures()}"

    def _figures(self) -> str:
        rate = self.rate
        parts = [f"{self.done}/{self.total}"]
        if rate and self.done < self.total:
            parts += [f"{rate:.1f}/s", f"{duration((self.total - self.done) / rate)} left"]
        return ", ".join(parts)


_WIDEST = "1234/1234, 100.0/s, 1:39:00 left"
"""The longest figures that a bar leaves room for; longer ones are cut with the line."""


def can_draw(console: Console) -> bool:
    """Whether lines can be drawn in place: a real terminal that can move its cursor."""
    return console.is_terminal and not console.is_dumb_terminal and bool(getattr(console.file, "isatty", bool)())


def shortened(line: str, width: int) -> str:
    """`line` in at most `width` cells, a full-width character counting as two; … stands for what is cut."""
    from rich.cells import cell_len, set_cell_size

    return line if cell_len(line) <= width else set_cell_size(line, max(width - 1, 0)) + "…"


def duration(seconds: float) -> str:
    """`0:07`, `12:30`, `3:05:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
