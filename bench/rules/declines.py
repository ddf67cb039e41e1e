"""Whether an answer declines: says that it cannot answer and offers no answer beside that.

Owns the weighing of refusal and claim. A refusal followed by related facts is an abstention; a refusal of one
detail beside the answer, a guess after a refusal and an apology before the answer are attempts.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bench.rules.cleaning import clean_answer
from bench.rules.conflict import CONFLICT
from bench.rules.decline_phrases import (
    DECLINES_EN,
    DECLINES_EN_WHOLE,
    DECLINES_JA,
    DERIVES,
    GUESSES,
    GUESSES_JA,
    SIDE_NOTES,
)
from bench.rules.final_answer import final_answer
from bench.rules.overlap import content_tokens, focus_tokens, overlap
from bench.rules.values import read_values
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.quantities import Quantity
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Declination:
    """Whether an answer declines, and the clause that shows it ("" where none does)."""

    abstained: bool
    clause: str
    reason: str


@lru_cache(maxsize=512)
def declines(answer: str, lang: str, question: str = "") -> Declination:
    """Whether `answer` declines to answer. Both languages are read whatever `lang` ("en", "ja") is.

    With the `question` a refusal of the thing asked is told from a refusal of a detail. An empty answer did not
    decline: it said nothing.
    """
    del lang
    marked = next((r for r in final_answer(answer, question) if r.kind == "marked"), None)
    if marked is not None:
        if is_refusal(_first_line(marked.text)):
            return Declination(True, _first_line(marked.text), "the marked answer is a refusal")
        return Declination(False, "", "the marked answer is not a refusal")
    clauses = _labelled(clean_answer(answer), question)
    refusals = [c for c in clauses if c.role == "refusal"]
    if not refusals:
        return Declination(False, "", "nothing in it declines")
    return _weigh(clauses, refusals, question)


def is_refusal(text: str) -> bool:
    """Whether one sentence or clause says that the question cannot be answered from what is there."""
    flat = flatten(text)
    return bool(DECLINES_EN_WHOLE.match(flat) or DECLINES_EN.search(flat) or DECLINES_JA.search(flat)) and not _BOAST.search(flat)


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    role: Literal["refusal", "guess", "claim", "talk"]
    sentence: int
    leads: bool = False
    """True for a refusal that opens its sentence and is explained behind a colon."""


_BOAST = re.compile(r"no (?:doubt|problem|question)|間違いありません|相違ありません|問題ありません|言うまでもありません", re.I)
_SPLIT = re.compile(
    r"(?<=[a-z0-9%)])[,;:]? (?:but|however|although|though|yet|while|whereas|nevertheless|nonetheless|so|and so|therefore)\b,? |; |: (?-i:(?=[A-Z]))|"
    r"(?<=[るたいすんだ])(?:が|ものの|けれども|けれど|けど|一方で?|のに対し|ため|ので|から)、|(?<=[らり])ず、|(?<=ておらず)、|(?<=だけで)、|(?<=なく)、|しかし、?|、ただし、?",
    re.I,
)
_ASIDES = re.compile(r"\([^()]{6,300}\)")
_BECAUSE = re.compile(r",? \b(?:as|because|since|given that)\b.*", re.S | re.I)
_LEADING = re.compile(r"[^:。]{3,120}: ?\S")
OPEN_CHOICE = re.compile(r"\beither\b|いずれか|どちらか|のどちら|のいずれ|\bwhich of\b|とも[^。]{1,20}とも", re.I)
_META = re.compile(
    r"\b(?:sorry|apolog\w+|thank|please|let me know|feel free|you (?:may|might|can|could|should) (?:want to |wish to )?(?:check|contact|consult|ask|refer|provide|share|look|find|try)|"
    r"i recommend|can only (?:say|confirm|tell|see|state|note)|only (?:say|know) that|i (?:would )?suggest|contact|consult|refer to|happy to|would need|need(?:ed)? (?:the|to|more)|if you (?:can|could|have|provide|share)|as an ai)\b|"
    r"申し訳|恐れ入り|お問い合わせ|お問合せ|ご確認|ご参照|ご了承|ご提供|ご提示|確認してください|問い合わせ|参照してください|をご覧|いただければ|頂ければ|必要です|必要があり|必要となり|おすすめ|お勧め|推奨|追加(?:の)?(?:情報|資料)",
    re.I,
)
_STATES_NOTHING = re.compile(r"^(?:based on|according to|from|after|in) [^,]{0,80}\Z|^(?:提供された|与えられた|提示された)[^。]{0,30}(?:では|からは|には|によると|限り)?\Z", re.I)


def _first_line(text: str) -> str:
    return split_sentences(text)[0].strip() if text.strip() else ""


def _labelled(text: str, question: str) -> list[_Clause]:
    out: list[_Clause] = []
    for number, sentence in enumerate(split_sentences(text)):
        asides = [a for a in _ASIDES.findall(sentence) if is_refusal(a)]
        for aside in asides:
            sentence = sentence.replace(aside, " ", 1)
        pieces = [*_SPLIT.split(sentence), *asides]
        for piece in pieces:
            clause = piece.strip(" \n,、。.")
            if clause:
                leads = piece is pieces[0] and bool(_LEADING.match(sentence))
                out.append(_Clause(clause, _role(clause, question), number, leads))
    return out


def _role(clause: str, question: str) -> Literal["refusal", "guess", "claim", "talk"]:
    if is_refusal(clause):
        return "guess" if _guesses_after_refusing(clause) else "refusal"
    if (GUESSES.search(clause) or GUESSES_JA.search(clause)) and _says_something(clause, question):
        return "guess"
    if _META.search(clause) or _STATES_NOTHING.match(clause) or CONFLICT.search(clause):
        return "talk"
    return "claim" if _says_something(clause, question) else "talk"


def _guesses_after_refusing(clause: str) -> bool:
    """ "As it is not listed, one would have to assume 14 days": the value of the guess stands at the end."""
    guess = max((m.end() for p in (GUESSES, GUESSES_JA) for m in p.finditer(clause)), default=-1)
    refusal = max((m.start() for p in (DECLINES_EN, DECLINES_JA) for m in p.finditer(clause)), default=-1)
    return guess > refusal >= 0 and bool(read_values(clause[guess:]))


def _says_something(clause: str, question: str) -> bool:
    return bool(content_tokens(clause) - content_tokens(question)) or bool(read_values(clause))


def _weigh(clauses: list[_Clause], refusals: list[_Clause], question: str) -> Declination:
    first = clauses.index(refusals[0])
    shown = refusals[0].text
    guesses = [c for c in clauses if c.role == "guess"]
    if guesses and _can_answer(guesses[-1], question):
        return Declination(False, shown, "a guess stands beside the refusal")
    claims = [(i, c) for i, c in enumerate(clauses) if c.role == "claim"]
    if not claims:
        return Declination(True, shown, "it declines and claims nothing")
    for index, claim in claims:
        later = index > first and not (claim.sentence == refusals[0].sentence and refusals[0].leads)
        if later and DERIVES.search(claim.text) and not _about_another(claim.text, question) and not OPEN_CHOICE.search(claim.text):
            return Declination(False, shown, "an answer is worked out after the refusal")
    if question:
        return _weigh_with_question(clauses, refusals, claims, question)
    after = [c for i, c in claims if i > clauses.index(refusals[-1])]
    if any(SIDE_NOTES.match(r.text) for r in refusals) and first > claims[0][0]:
        return Declination(False, shown, "an answer with a remark on a missing detail")
    del after
    return Declination(True, shown, "it declines; the rest are related facts")


def _weigh_with_question(
    clauses: list[_Clause], refusals: list[_Clause], claims: list[tuple[int, _Clause]], question: str
) -> Declination:
    whole = [r for r in refusals if not _about_another(r.text, question) and not _is_detail(r.text, question)]
    explained = {r.sentence for r in refusals if r.leads}
    on_topic = [(i, c) for i, c in claims if not _about_another(c.text, question) and c.sentence not in explained]
    shown = refusals[0].text
    if not on_topic:
        return Declination(True, shown, "it declines; the rest is about something else")
    if not whole and _claim_is_nearer(clauses, refusals, on_topic, question):
        return Declination(False, shown, "only a detail is declined, the question is answered")
    if not whole:
        return Declination(True, shown, "it declines; the rest are related facts")
    focus = focus_tokens(question)
    in_focus = bool(focus & content_tokens(whole[0].text)) and not any(focus & content_tokens(c.text) for _, c in on_topic)
    if in_focus:
        return Declination(True, shown, "what the question asks for is declined")
    refused_at = clauses.index(whole[0])
    for index, claim in on_topic:
        side_note = bool(SIDE_NOTES.match(whole[0].text)) and index < refused_at
        stronger = overlap(question, claim.text) > overlap(question, whole[0].text) + _CLEARLY
        narrow = bool(_object_tokens(whole[0].text)) and stronger
        if side_note or (narrow and _can_answer(claim, question)):
            return Declination(False, shown, "the question is answered beside the refusal")
    return Declination(True, shown, "it declines; the rest are related facts")


def _claim_is_nearer(
    clauses: list[_Clause], refusals: list[_Clause], on_topic: list[tuple[int, _Clause]], question: str
) -> bool:
    """Whether a claim takes up more of the question than the refusal does, or as much and before it."""
    refused = max((overlap(question, r.text) for r in refusals if not _about_another(r.text, question)), default=-1.0)
    first = clauses.index(refusals[0])
    return any(
        overlap(question, c.text) > refused or (overlap(question, c.text) == refused and i < first) for i, c in on_topic
    )


_CLEARLY = 0.2
# Words of a refusal that say nothing about what is refused.
_REFUSAL_WORDS = content_tokens(
    "document documents information provided context source sources material materials text passages available given stated state mention mentioned specify specified find found "
    "answer question determine unable cannot explicit explicitly specific details detail data record records based sufficient enough contain include provide confirm know unclear unknown exact clear sorry "
    "文書 資料 情報 記載 提供 記述 回答 判断 質問 内容 明記 不明 確認 特定 該当 見当 不足 提示 与えられた 具体的 明示的 直接 本文 文脈 申し訳 存在 必要 根拠 言及 算出 含まれ 関する 正確 明確 今回 現時点"
)


def _object_tokens(clause: str) -> frozenset[str]:
    """What a refusal is about, beyond the words that every refusal has."""
    about = content_tokens(_BECAUSE.sub("", clause)) - _REFUSAL_WORDS
    return frozenset(t for t in about if len(t) > 1 or t.isascii())


def _is_detail(clause: str, question: str) -> bool:
    """Whether a refusal speaks of something that the question did not ask."""
    about = _object_tokens(clause)
    if len(about) < 2 or _CUT_OFF.search(clause):
        return False
    return len(about & content_tokens(question)) / len(about) < _MOSTLY_FOREIGN


_CUT_OFF = re.compile(r"\b(?:cuts?|breaks?) off|truncated|incomplete|途切れ|途中で|切れて", re.I)
_MOSTLY_FOREIGN = 0.25


def _about_another(clause: str, question: str) -> bool:
    """Whether a clause speaks of another year or date than the question does."""
    asked, here = _years(question), _years(clause)
    return bool(asked and here and not asked & here)


def _years(text: str) -> set[int]:
    years = {v.data.year for v in read_values(text) if isinstance(v.data, Date) and v.data.year}
    return years | {int(y) for y in re.findall(r"(?<![\d,.])(?:19|20)\d\d(?![\d,])", flatten(text))}


def _can_answer(clause: _Clause, question: str) -> bool:
    """Whether a clause holds the kind of thing a question like this wants: a value, or a word of its own."""
    if re.search(r"何|いくら|いくつ|いつ|how (?:many|much|long|old|far|often)|\bwhen\b|percent|rate\b|%", question, re.I):
        return any(not isinstance(v.data, Quantity) or not v.data.number.lone_word for v in read_values(clause.text))
    return True
