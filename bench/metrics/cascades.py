"""A cascade of judges (bench.cascade): how much the rules settled, and how far the model agrees where it was audited.

Nothing here changes an outcome: the rules' verdict on an audited answer stands, and a disagreement is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bench import panel
from bench.cascade import audit_due, audit_vote, certain, votes_of
from bench.dataset.as_shown import item_of
from bench.kinds import kind_of
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import Answer, Item, Kind, Lang, ModelRef, Rate, RunConfig, Vote
from bench.records.panel import AuditDisagreement, CascadeReport

Log = Mapping[str, Mapping[str, Vote]]
"""The counting votes by answer and who cast them."""


def settled_by_rule(outcomes: Sequence[Outcome]) -> Rate:
    """Answers that the rules of a cascade settled / answers that it graded (METRICS §13). No cascade: undefined."""
    return rate((o.cluster, o.settled == "rule") for o in outcomes if o.settled)


def audit_agreement(outcomes: Sequence[Outcome]) -> Rate:
    """Audited answers of which model and rules say the same outcome / audited answers with a usable vote of the model.

    Undefined where nothing was audited.
    """
    return rate((o.cluster, o.audit) for o in outcomes if o.audit is not None)


def marked(o: Outcome, judges: Iterable[ModelRef], cast: Mapping[str, Vote]) -> Outcome:
    """The outcome with what the first cascade among the judges made of its answer."""
    cascade = next((judge for judge in judges if judge.rules is not None), None)
    votes = votes_of(cascade, cast) if cascade else []
    if cascade is None or not votes:
        return o
    rules, model = _audited(cascade, cast, o.kind)
    agree = rules == model if rules and model else None
    return replace(o, settled="rule" if certain(votes[0]) else "model", audit=agree)


def section(
    config: RunConfig, items: Mapping[tuple[Lang, str], Item], answers: Iterable[Answer], votes: Log
) -> tuple[CascadeReport, ...]:
    """One report for each cascade among the judges, over all answers that judges are asked about."""
    cascades = [judge for judge in config.judges if judge.rules is not None]
    graded = [(a, item) for a in answers if cascades and a.text is not None and (item := item_of(a, items)) is not None]
    return tuple(_report(judge, graded, votes) for judge in cascades)


@dataclass(frozen=True, slots=True)
class _Audit:
    """One audited answer: the outcomes by the rules and by the model; "" where the model's vote cannot be used."""

    answer: Answer
    cluster: str
    rules: str
    model: str


def _report(judge: ModelRef, graded: Sequence[tuple[Answer, Item]], votes: Log) -> CascadeReport:
    read: list[tuple[str, bool]] = []
    audits: list[_Audit] = []
    asked = due = 0
    for answer, item in graded:
        cast = votes.get(answer.key, {})
        own = votes_of(judge, cast)
        due += audit_due(judge, cast)
        if not own:
            continue
        read.append((item.cluster, certain(own[0])))
        asked += len(own) - 1
        rules, model = _audited(judge, cast, item.kind)
        if rules:
            audits.append(_Audit(answer, item.cluster, rules, model))
    usable = [audit for audit in audits if audit.model]
    return CascadeReport(
        judge=judge.spec,
        settled=rate(read),
        asked=asked,
        audited=len(audits),
        agreement=rate((audit.cluster, audit.rules == audit.model) for audit in usable),
        invalid=len(audits) - len(usable),
        due=due,
        disagreements=tuple(_disagreement(audit) for audit in usable if audit.rules != audit.model),
    )


def _audited(judge: ModelRef, cast: Mapping[str, Vote], kind: Kind) -> tuple[str, str]:
    """The outcomes by the rules and by the model of an audited answer; "" for the model's where its vote cannot be
    used, two empty ones where there was no audit."""
    model = audit_vote(judge, cast)
    if model is None:
        return "", ""
    return _outcome(votes_of(judge, cast)[0], kind), _outcome(model, kind)


def _outcome(vote: Vote, kind: Kind) -> str:
    label = panel.read(vote, kind).label
    return kind_of(kind).by_label(label).outcome if label else ""


def _disagreement(audit: _Audit) -> AuditDisagreement:
    a = audit.answer
    return AuditDisagreement(
        item=a.item,
        lang=a.lang,
        arm=a.arm,
        repeat=a.repeat,
        answer_key=a.key,
        rules=audit.rules,
        model=audit.model,
    )
