"""Which value a text claims as its answer, and whether it is the reference's.

Owns the choice among several candidates: "A or B" claims nothing, so it never equals the reference; else the chosen
one, the one nearest to the question, the one behind the verb.
"""

import re

from bench.rules.candidates import MOST_CANDIDATES, candidate_values
from bench.rules.circumstances import clause_bounds
from bench.rules.overlap import content_tokens, overlap
from bench.rules.phrases import opens_with, says, wording
from bench.rules.question import read_question
from bench.rules.same_value import Match, same_value
from bench.rules.values import Value, read_values
from bench.text.fold import flatten, fold
from bench.text.sentences import split_sentences


def claimed_match(question: str, reference: Value, text: str, basis: str = "") -> Match | None:
    """Compares the value that `text` claims with the reference's; None where it claims no comparable value.

    `basis` is the wording of the reference.
    """
    values = candidate_values(question, reference, text, basis)
    if not values:
        return None
    flat = flatten(text)
    if len(values) > MOST_CANDIDATES and len({flat[v.start : v.end] for v in values}) > 1:
        return Match.DIFFERENT
    results = [_compare(question, reference, v) for v in values]
    if len(set(results)) == 1:
        return results[0]
    if _are_alternatives(flat, values, results):
        return Match.DIFFERENT
    main = _main_value(flat, question, values)
    return _compare(question, reference, main)


def _compare(question: str, reference: Value, value: Value) -> Match:
    return same_value(read_question(question), read_values(question), reference, value)


def _are_alternatives(flat: str, values: list[Value], results: list[Match]) -> bool:
    if says("CHOSEN", flat):
        return False
    for (left, a), (right, b) in zip(
        zip(values, results, strict=True), zip(values[1:], results[1:], strict=True), strict=False
    ):
        gap = flat[left.end : right.start]
        if a is not b and len(gap) < 60 and says("OR_ELSE", gap):
            return True
    return says("OPEN_CHOICE", flat)


def _main_value(flat: str, question: str, values: list[Value]) -> Value:
    """The value of the sentence that answers: a chosen one, the nearest to the question, else the first or last."""
    chosen = list(wording("CHOSEN").finditer(flat))
    if chosen:
        cue = chosen[-1].end()
        behind = [v for v in values if v.start >= cue]
        if behind:
            return behind[0]
        return max((v for v in values if v.end <= cue), key=lambda v: v.end)
    groups = _by_sentence(flat, values)
    if len(groups) > 1:
        scored = sorted(groups, key=lambda g: -overlap(question, g[0]))
        if question and overlap(question, scored[0][0]) > overlap(question, scored[1][0]) + 0.05:
            return _main_in_sentence(question, *scored[0])
        working = opens_with("FIRST_STEP", groups[0][0])
        return _main_in_sentence(question, *(groups[-1] if working else groups[0]))
    return _main_in_sentence(question, *groups[0])


def _by_sentence(flat: str, values: list[Value]) -> list[tuple[str, list[tuple[int, Value]]]]:
    groups: list[tuple[str, list[tuple[int, Value]]]] = []
    pos = 0
    for sentence in split_sentences(flat):
        inside = [(v.start - pos, v) for v in values if pos <= v.start < pos + len(sentence)]
        if inside:
            groups.append((sentence, inside))
        pos += len(sentence)
    return groups


def _main_in_sentence(question: str, sentence: str, inside: list[tuple[int, Value]]) -> Value:
    clauses = [(overlap(question, _clause_at(sentence, at)), at, v) for at, v in inside]
    best = max(c[0] for c in clauses)
    nearest = [(at, v) for score, at, v in clauses if score == best]
    if best > 0 and len(nearest) == 1 and len({c[0] for c in clauses}) > 1 and content_tokens(question):
        return nearest[0][1]
    earliest = _earliest_asked(question, sentence, inside)
    if earliest is not None:
        return earliest
    if re.search(r"[\u3040-\u30ff]", sentence):
        return inside[-1][1]
    for at, value in inside:
        if wording("CLAIMS").search(sentence, max(0, at - 30), at):
            return value
    return inside[0][1]


def _earliest_asked(question: str, sentence: str, inside: list[tuple[int, Value]]) -> Value | None:
    """Among clauses equally near, the one that has the word which the question names first: its subject."""
    if re.search(r"[\u3040-\u30ff]", sentence):
        return None
    folded = fold(question)
    own = [content_tokens(_clause_at(sentence, at)) & content_tokens(question) for at, _ in inside]
    common = frozenset.intersection(*own)
    first = [min((folded.find(t) for t in tokens - common), default=len(folded)) for tokens in own]
    lead = min(first)
    leaders = [value for (_, value), at in zip(inside, first, strict=True) if at == lead]
    return leaders[0] if lead < len(folded) and len(leaders) == 1 else None


def _clause_at(sentence: str, at: int) -> str:
    bounds = clause_bounds(sentence)
    start = max(b for b in bounds if b <= at)
    end = min((b for b in bounds if b > at), default=len(sentence))
    return sentence[start:end]
