"""The answers with known verdicts that a run tests its judges on, found again in what a server is asked."""

from __future__ import annotations

from functools import lru_cache

from bench.judge.probes import ProbeCase, every_case


def probe_in(prompt: str) -> ProbeCase | None:
    """The case that a prompt asks a judge about; None for any other prompt."""
    if not any(mark in prompt for mark in _by_answer()):
        return None
    return next(case for answer, case in _by_answer().items() if answer in prompt)


@lru_cache(maxsize=1)
def _by_answer() -> dict[str, ProbeCase]:
    return {case.answer.text or "": case for case in every_case()}
