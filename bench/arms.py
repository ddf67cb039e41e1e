"""The context arms, one entry each: what the model is shown beside the question.

An arm is added by its entry here. Which chunks an arm shows for an item works out `bench.contexts` from the entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench.kinds import kind_of


@dataclass(frozen=True, slots=True)
class ContextArm:
    """One way to choose the context of an item.

    | field         | what is shown                                                                     |
    | `evidence`    | the item's gold chunks as its kind leaves them: whole, beside a rival, or cut     |
    | `distractors` | the item's own negative chunks; the layout options of a run apply to this arm     |
    | `retrieval`   | what the retriever returns from the whole corpus as the item's overlay leaves it  |

    `words`: name and explanation by language, for tables and pages; `help` is for the command line.
    """

    id: str
    help: str
    words: Mapping[str, str]
    evidence: bool = False
    distractors: bool = False
    retrieval: bool = False

    @property
    def documents(self) -> bool:
        """Whether anything is shown at all. Where nothing is, only what is answerable is asked."""
        return self.evidence or self.distractors or self.retrieval

    def prompt(self, *, final_line: bool) -> str:
        """Role of the template that asks the question; one that wants a final line has a template of its own."""
        return f"{'answer' if self.documents else 'closed-book'}{'-line' if final_line else ''}"

    def shows(self, kind: str) -> bool:
        """Whether an item of this kind can be asked in this arm; an item may still lack the chunks for it."""
        if not self.documents:
            return kind_of(kind).answerable
        return self.distractors or self.retrieval or kind_of(kind).has_evidence


GOLD, SHUFFLED, RETRIEVED, NONE = "gold", "shuffled", "retrieved", "none"

ARMS: dict[str, ContextArm] = {
    arm.id: arm
    for arm in (
        ContextArm(
            id=GOLD,
            help="the evidence alone",
            words={"en": "gold", "ja": "gold（根拠のみ）"},
            evidence=True,
        ),
        ContextArm(
            id=SHUFFLED,
            help="evidence among distractors",
            words={"en": "shuffled", "ja": "shuffled（根拠＋妨害文書）"},
            evidence=True,
            distractors=True,
        ),
        ContextArm(
            id=RETRIEVED,
            help="what BM25 finds",
            words={"en": "retrieved", "ja": "retrieved（検索結果）"},
            retrieval=True,
        ),
        ContextArm(
            id=NONE,
            help="no documents",
            words={"en": "none", "ja": "none（文書なし）"},
        ),
    )
}
"""By id, in the order of tables and pages."""

HEADLINE = SHUFFLED
"""The arm whose figures are quoted: the protocol that LIT-RAGBench published."""

CONTRASTS: tuple[tuple[str, str], ...] = (
    (GOLD, SHUFFLED),
    (GOLD, RETRIEVED),
    (SHUFFLED, RETRIEVED),
    (NONE, GOLD),
)
"""Pairs of arms whose difference has a meaning of its own, before and after: what distractors do, what retrieval does
instead, what retrieval does to a reader used to distractors, and what the evidence adds to knowledge."""


def arm_of(name: str) -> ContextArm:
    """The entry of an arm. Raises KeyError for one that there is not."""
    return ARMS[name]


def with_documents(names: Iterable[str]) -> list[str]:
    """Those of the arms that show documents, in the order given."""
    return [name for name in names if ARMS[name].documents]


def headline_of(names: Iterable[str]) -> str:
    """The arm to quote among `names`, which must not be empty: the headline arm, or the first where it is not there."""
    asked = list(names)
    return HEADLINE if HEADLINE in asked else asked[0]
