"""Whether an answer declines: says that it cannot answer and offers no answer beside that.

Owns the weighing of refusal and claim. A refusal followed by related facts is an abstention; a refusal of one
detail beside the answer, a guess after a refusal and an apology before the answer are attempts.
"""

from dataclasses import dataclass
from functools import lru_cache

from bench.rules.clauses import Clause, about_another_year, can_answer, is_refusal, labelled_clauses
from bench.rules.cleaning import clean_answer
from bench.rules.final_answer import final_answer
from bench.rules.overlap import content_tokens, focus_tokens, overlap, tokens_of
from bench.rules.phrases import opens_with, says, wording
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Declination:
    """Whether an answer declines, and the clause that shows it ("" where none does)."""

    abstained: bool
    clause: str
    reason: str


@lru_cache(maxsize=512)
def declines(answer: str, question: str = "") -> Declination:
    """Whether `answer` declines to answer, in any language that has phrases.

    With the `question` a refusal of the thing asked is told from a refusal of a detail. An empty answer did not
    decline: it said nothing.
    """
    marked = next((r for r in final_answer(answer, question) if r.kind == "marked"), None)
    if marked is not None:
        if is_refusal(_first_line(marked.text)) or is_refusal("回答は" + _first_line(marked.text)):
            return Declination(True, _first_line(marked.text), "the marked answer is a refusal")
        return Declination(False, "", "the marked answer is not a refusal")
    clauses = labelled_clauses(clean_answer(answer), question)
    refusals = [c for c in clauses if c.role == "refusal"]
    if not refusals:
        return _by_hints(clauses, question)
    return _weigh(clauses, refusals, question)


def _by_hints(clauses: list[Clause], question: str) -> Declination:
    """A clause that only sounds like a refusal counts where no other clause could be the answer."""
    hints = [c for c in clauses if c.role != "guess" and says("HINTS", c.text)]
    rest = [c for c in clauses if c not in hints]
    hints = [c for c in hints if not can_answer(c, question)]
    answers = [c for c in rest if c.role in ("claim", "guess") and can_answer(c, question, guessing=c.role == "guess")]
    if not hints or answers:
        return Declination(False, "", "nothing in it declines")
    return Declination(True, hints[0].text, "it only says what the material lacks")


def _first_line(text: str) -> str:
    return split_sentences(text)[0].strip() if text.strip() else ""


def _weigh(clauses: list[Clause], refusals: list[Clause], question: str) -> Declination:
    first = clauses.index(refusals[0])
    shown = refusals[0].text
    guesses = [c for c in clauses if c.role == "guess"]
    if guesses and can_answer(guesses[-1], question, guessing=True):
        return Declination(False, shown, "a guess stands beside the refusal")
    claims = [(i, c) for i, c in enumerate(clauses) if c.role == "claim"]
    if not claims:
        return Declination(True, shown, "it declines and claims nothing")
    for index, claim in claims:
        later = index > first and not (claim.sentence == refusals[0].sentence and refusals[0].leads)
        if (
            later
            and says("DERIVES", claim.text)
            and not about_another_year(claim.text, question)
            and not says("LEAVES_OPEN", claim.text)
        ):
            return Declination(False, shown, "an answer is worked out after the refusal")
    if _answers_after_soft_refusal(clauses, refusals, question):
        return Declination(False, shown, "what is not stated in so many words is answered")
    if question:
        return _weigh_with_question(clauses, refusals, claims, question)
    if any(opens_with("SIDE_NOTES", r.text) for r in refusals) and first > claims[0][0]:
        return Declination(False, shown, "an answer with a remark on a missing detail")
    return Declination(True, shown, "it declines; the rest are related facts")


def _weigh_with_question(
    clauses: list[Clause], refusals: list[Clause], claims: list[tuple[int, Clause]], question: str
) -> Declination:
    whole = [r for r in refusals if not about_another_year(r.text, question) and not _is_detail(r.text, question)]
    explained = {r.sentence for r in refusals if r.leads}
    ends_refusing = clauses[-1] in refusals
    on_topic = [
        (i, c)
        for i, c in claims
        if not about_another_year(c.text, question)
        and c.sentence not in explained
        and not (ends_refusing and says("REPORTED", c.text) and c.sentence == clauses[-1].sentence)
    ]
    shown = refusals[0].text
    if not on_topic:
        return Declination(True, shown, "it declines; the rest is about something else")
    if not whole and _claim_is_nearer(clauses, refusals, on_topic, question):
        return Declination(False, shown, "only a detail is declined, the question is answered")
    if not whole:
        return Declination(True, shown, "it declines; the rest are related facts")
    refused = focus_tokens(question) & content_tokens(whole[0].text)
    if refused and not any(refused <= content_tokens(c.text) for _, c in on_topic):
        return Declination(True, shown, "what the question asks for is declined")
    refused_at = clauses.index(whole[0])
    for index, claim in on_topic:
        side_note = opens_with("SIDE_NOTES", whole[0].text) and index < refused_at
        stronger = overlap(question, claim.text) > overlap(question, whole[0].text) + _CLEARLY
        narrow = bool(_object_tokens(whole[0].text)) and stronger
        if side_note or (narrow and can_answer(claim, question)):
            return Declination(False, shown, "the question is answered beside the refusal")
    return Declination(True, shown, "it declines; the rest are related facts")


def _answers_after_soft_refusal(clauses: list[Clause], refusals: list[Clause], question: str) -> bool:
    """ "It is not mentioned specifically, but the band pays 48,000 yen": only the wording is missed."""
    for index, clause in enumerate(clauses[:-1]):
        following = clauses[index + 1]
        same = following.sentence == clause.sentence
        if clause in refusals and says("SOFT", clause.text) and same and following.role == "claim":
            return can_answer(following, question) and not about_another_year(following.text, question)
    return False


def _claim_is_nearer(
    clauses: list[Clause], refusals: list[Clause], on_topic: list[tuple[int, Clause]], question: str
) -> bool:
    """Whether a claim takes up more of the question than the refusal does, or as much and before it.

    One that takes up most of the question and adds something answers it, whatever kind of thing is asked for.
    """
    refused = max(
        (overlap(question, r.text) for r in refusals if not about_another_year(r.text, question)), default=-1.0
    )
    first = clauses.index(refusals[0])
    for index, claim in on_topic:
        near = overlap(question, claim.text)
        if can_answer(claim, question) and (near > refused or (near == refused and index < first)):
            return True
        # "It is kept …" takes up the subject of the question without its words.
        much = _SOME if opens_with("PRONOUN", claim.text) and refused <= 0 else _MOST
        fresh = content_tokens(claim.text) - content_tokens(question)
        if near >= much > refused and says("PLACE_ASKED", question) and fresh:
            return True
    return False


_CLEARLY = 0.2
_MOST, _SOME = 0.6, 0.3


def _object_tokens(clause: str) -> frozenset[str]:
    """What a refusal is about, beyond the words that every refusal has."""
    about = content_tokens(wording("BECAUSE").sub("", clause)) - tokens_of("REFUSAL")
    return frozenset(t for t in about if (len(t) > 1 or t.isascii()) and "'" not in t)


def _is_detail(clause: str, question: str) -> bool:
    """Whether a refusal speaks of something that the question did not ask."""
    about = _object_tokens(clause)
    if not about or says("CUT_OFF", clause):
        return False
    return len(about & content_tokens(question)) / len(about) < _MOSTLY_FOREIGN


_MOSTLY_FOREIGN = 0.25
