"""What each rule of the rule judge decides: switched off in turn, on the labelled parts.

Run as `python -m bench.judge_eval.ablation`, or `make judge-ablation`. A rule that changes no verdict decides nothing
and goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.judge_eval.labelled import load
from bench.records import LANGS, Lang
from bench.records.judging import JudgeCase
from bench.rules.switches import RULES, heard, without
from bench.rules.verdict import judge_by_rule

Cases = Sequence[tuple[Lang, JudgeCase]]
Kind = str
"""agrees, undecided, false_correct, false_incorrect, or other_flag (right verdict, wrong about declining)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What switching one rule off changes: verdicts by (kind with it, kind without it), equal ones left out."""

    rule: str
    says: str
    changed: Counter[tuple[Kind, Kind]]

    @property
    def prevented(self) -> int:
        """Errors that come up without the rule."""
        return sum(n for (_, after), n in self.changed.items() if after in ERRORS)


ERRORS = ("false_correct", "false_incorrect", "other_flag")


def ablation(cases: Cases) -> list[Effect]:
    """The effect of every rule on the verdicts of `cases`, in the order of the rules. No cases: no changes."""
    whole = _heard(cases)
    effects = []
    for name, says in RULES.items():
        with without(name):
            changed = Counter(pair for pair in _pairs(name, whole) if pair[0] != pair[1])
        effects.append(Effect(name, says, changed))
    return effects


def idle(cases: Cases) -> list[str]:
    """Rules that decide no verdict of `cases`; a rule that does is known by the first. No cases: every rule."""
    whole = _heard(cases)
    found = []
    for name in RULES:
        with without(name):
            if all(before == after for before, after in _pairs(name, whole)):
                found.append(name)
    return found


def _heard(cases: Cases) -> list[tuple[Lang, JudgeCase, Kind, set[str]]]:
    """Each case with what the rules make of it, and which of them said anything about it."""
    found = []
    for lang, case in cases:
        with heard() as names:
            found.append((lang, case, kind_of(lang, case), names))
    return found


def _pairs(name: str, whole: Sequence[tuple[Lang, JudgeCase, Kind, set[str]]]) -> Iterator[tuple[Kind, Kind]]:
    """(kind with the rule, kind now) of the cases about which it says something: it changes no other."""
    return ((kind, kind_of(lang, case)) for lang, case, kind, names in whole if name in names)


def kind_of(lang: Lang, case: JudgeCase) -> Kind:
    """What the rules, as they are switched, make of a labelled answer."""
    got = judge_by_rule(
        question=case.question,
        reference=case.reference,
        accept=case.accept,
        answer=case.answer,
        kind=case.kind,
        lang=lang,
    )
    if got.verdict == "invalid":
        return "undecided"
    if got.verdict != case.label.verdict:
        return "false_correct" if got.verdict == "correct" else "false_incorrect"
    flagged = got.abstained == case.label.abstained or case.label.conflict_named
    return "agrees" if flagged else "other_flag"


def lines(effects: Iterable[Effect]) -> list[str]:
    """One line a rule, those that prevent most errors first; then those that decide nothing."""
    out = ["errors  decided  undecided  rule"]
    for effect in sorted(effects, key=lambda e: (-e.prevented, -e.changed.total(), e.rule)):
        lost = sum(n for (_, after), n in effect.changed.items() if after == "undecided")
        gained = sum(n for (before, after), n in effect.changed.items() if before == "undecided" and after == "agrees")
        out.append(f"{effect.prevented:6}  {lost:7}  {gained:9}  {effect.rule}: {effect.says}")
    return out


def main(folder: Path | None = None) -> None:
    """Prints the effects on every part that there is, and which rules decide nothing."""
    labelled = load(folder, LANGS)
    cases = [(lang, case) for (_, lang), part in labelled.cases.items() for case in part]
    effects = ablation(cases)
    print(f"Rules switched off one by one, {len(cases)} labelled answers. errors: come up without the rule; decided:")
    print("become undecided without it; undecided: become decided and right without it.")
    print("\n".join(lines(effects)))
    idle = [effect.rule for effect in effects if not effect.changed]
    print(f"Rules that decide nothing: {', '.join(idle) or 'none'}.")


if __name__ == "__main__":
    main()
