"""An observer that remembers what it was told."""

from __future__ import annotations

from bench.campaign import Observer
from bench.records import Answer, Vote


class Watcher(Observer):
    def __init__(self) -> None:
        self.notices: list[str] = []
        self.answers: list[tuple[Answer, bool]] = []
        self.votes: list[tuple[Vote, bool]] = []
        self.wanted = (0, 0)

    def started(self, answers: int, votes: int) -> None:
        self.wanted = (answers, votes)

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        self.answers.append((answer, fresh))

    def voted(self, vote: Vote, *, fresh: bool) -> None:
        self.votes.append((vote, fresh))

    def notice(self, text: str) -> None:
        self.notices.append(text)
