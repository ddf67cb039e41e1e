"""What a person sees while a run is at work, on stderr: rate, time left, failures, cost so far."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from bench.campaign import Run
from bench.prices import cost_usd
from bench.records import Answer, Vote
from bench.text.display import for_terminal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID

STARTING_S = 15.0
"""How often the start of a server is reported where no bar can show it."""


class Silent:
    """No bar; notices still reach the person."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._said_after = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def started(self, answers: int, votes: int) -> None:
        del answers, votes

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        del answer, fresh

    def voted(self, vote: Vote, *, fresh: bool) -> None:
        del vote, fresh

    def starting(self, seconds: float, line: str) -> None:
        """A server is being started: a sentence now and then, with its own last line."""
        if seconds >= self._said_after + STARTING_S:
            self._said_after = seconds
            self.notice(f"Starting the server, {seconds:.0f} s: {line or '…'}")

    def notice(self, text: str) -> None:
        self._console.print(f"bench: {for_terminal(text)}", markup=False, highlight=False)


class Progress(Silent):
    """Two bars, answers and votes. Where stderr is no terminal, a line at the end and no bar."""

    def __init__(self, console: Console, run: Run) -> None:
        super().__init__(console)
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        self._bars = Bars(
            TextColumn("{task.description:8}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[note]}"),
            console=console,
            disable=not console.is_terminal,
            expand=True,
        )
        self._run = run
        self._specs = {spec.spec: spec for spec in (run.model, *(j[0] for j in run.judges if j))}
        self._server: TaskID | None = None
        self._failed = self._logged = 0
        self._cost = 0.0

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()
        if self._logged:
            self.notice(f"{self._logged} answers were in the log already and were not asked again.")

    def starting(self, seconds: float, line: str) -> None:
        if not self._bars.console.is_terminal:
            super().starting(seconds, line)
            return
        from rich.markup import escape

        if self._server is None:
            self._server = self._bars.add_task("server", total=None, note="")
        self._bars.update(self._server, note=f"{seconds:.0f} s {escape(for_terminal(line, 60))}")

    def started(self, answers: int, votes: int) -> None:
        if self._server is not None:
            self._bars.remove_task(self._server)
            self._server = None
        self.notice(f"{self._run.model.title}: {answers} answers, log in {self._run.folder}")
        self._answers = self._bars.add_task("answers", total=answers, note="")
        self._votes = self._bars.add_task("votes", total=votes, note="")

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        self._logged += not fresh
        self._failed += answer.failure is not None
        if answer.failure is not None:
            self._bars.advance(self._votes, len(self._run.judges))
        self._count(answer, fresh)
        note = f"{self._failed} failed" if self._failed else ""
        self._bars.update(self._answers, advance=1, note=note)

    def voted(self, vote: Vote, *, fresh: bool) -> None:
        self._count(vote, fresh)
        self._bars.update(self._votes, advance=1, note=f"{self._cost:.2f} USD" if self._cost else "")

    def _count(self, call: Answer | Vote, fresh: bool) -> None:
        spec = self._specs.get(call.model)
        if fresh and spec:
            self._cost += cost_usd(call, spec) or 0.0
