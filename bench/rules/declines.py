"""Whether a clause or an answer says that the documents do not give what is asked.

Owns the structure of declining: a word of not being able beside one of finding out, or a denial beside a word of
stating or of the material. Two denials cancel, and a rule ("may not be used") is none.
"""

import re
from dataclasses import dataclass

from bench.rules.answer import Clause, clauses
from bench.rules.asked import Demands
from bench.rules.circumstances import other_case, other_side
from bench.rules.switches import rule
from bench.rules.tokens import content, fresh_runs
from bench.rules.values import Value, read_values
from bench.text.number_words import find_word_numbers


def is_refusal(asked: Demands, clause: str) -> bool:
    """Whether a clause declines."""
    text = _without_double_denial(asked, clause) or clause
    if text != clause and not text.strip():
        return False
    return (
        _is_bare(asked, text) or _cannot_find_out(asked, text) or _is_not_given(asked, text) or _is_unknown(asked, text)
    )


@rule("")
def _without_double_denial(asked: Demands, clause: str) -> str:
    """Takes out denials that deny another ("not unstated", ないわけではない)."""
    return asked.words.of("NOT_MISSING").sub(" ", clause) + " "


@rule(False)
def _is_bare(asked: Demands, clause: str) -> bool:
    """Reads "unknown", "n/a", 記載なし as a refusal where they are the whole statement."""
    return bool(re.fullmatch(rf"\W*(?:{asked.words.of('BARE').pattern})\W*", clause.strip(), re.I))


@rule(False)
def _cannot_find_out(asked: Demands, clause: str) -> bool:
    """Reads not being able to answer, find or decide as a refusal."""
    table = asked.words
    cannot, find = table.of("CANNOT").pattern, table.of("FIND_OUT").pattern
    order = rf"(?:{cannot})[^.;]{{0,30}}?(?:{find})" if table.spaced else rf"(?:{find})[^。、]{{0,12}}?(?:{cannot})"
    return bool(re.search(order, clause, re.I)) and not table.says("NO_RULE", clause)


@rule(False)
def _is_not_given(asked: Demands, clause: str) -> bool:
    """Reads a denial beside a word of stating, or of giving with the material, as a refusal."""
    table = asked.words
    deny = table.of("DENY").pattern
    if not table.spaced:
        return bool(
            re.search(rf"(?:{table.of('STATING').pattern})[^。]{{0,24}}?(?:{deny})", clause)
        ) and not _rules_only(asked, clause)
    words = [f"(?:{table.of('STATING').pattern})"]
    if table.says("MATERIAL", clause):
        words.append(f"(?:{table.of('SEEKING').pattern})")
    if table.says("MATERIAL", clause) or (
        content(clause, asked.lang) & content(asked.text, asked.lang) and not asked.yes_no
    ):
        words.append(f"(?:{table.of('GIVING').pattern})")
    stating = "|".join(words)
    near = rf"(?:{deny})[^.;]{{0,70}}?(?:{stating})|(?:{stating})[^.;]{{0,70}}?(?:{deny})"
    return bool(re.search(near, clause, re.I)) and not _rules_only(asked, clause)


@rule(False)
def _is_unknown(asked: Demands, clause: str) -> bool:
    """Reads unknown, cut off, 不明, 途切れ as a refusal."""
    return asked.words.says("UNKNOWN", clause)


def _rules_only(asked: Demands, clause: str) -> bool:
    return asked.words.says("NO_RULE", clause) and not asked.words.says("UNKNOWN", clause)


@dataclass(frozen=True, slots=True)
class Declining:
    """`whole`: it declines what is asked; `detail`: only something else. `guess`: a guess stands beside the refusal.

    `rest` are the clauses that do not decline; `facts` says that one of them holds something that could answer,
    `denies` that one of them denies something, `several` that they hold two values or more; `beside`: a figure stands
    within a clause that declines.
    """

    whole: bool
    detail: bool
    guess: bool
    facts: bool
    rest: tuple[Clause, ...]
    shown: str
    denies: bool
    several: bool
    beside: bool = False


def read_declining(asked: Demands, text: str) -> Declining:
    """How a cleaned text declines. Empty text declines nothing."""
    parts = clauses(text, asked.lang)
    refusals = [c for c in parts if is_refusal(asked, c.text)]
    rest = tuple(c for c in parts if c not in refusals)
    whole = [c for c in refusals if not _is_detail(asked, c.text)]
    if not whole and not asked.yes_no and not any(could_answer(asked, c.text) for c in rest):
        # What declines in other words than the question's, and gives nothing, declines the question.
        whole = refusals
    first = refusals[0].sentence if refusals else 0
    guess = any(_is_guess(asked, c, parts) for c in parts if refusals and c.sentence >= first)
    answering = [c for c in rest if could_answer(asked, c.text) and not _is_related(asked, c.text)]
    explicit = [c for c in whole if _takes_up(asked, c.text)]
    facts = any(not explicit or parts.index(c) > parts.index(explicit[-1]) for c in answering)
    if leads(asked, text):
        return Declining(True, False, False, False, rest, parts[0].text, False, False)
    beside = any(asked.figure and could_answer(asked, c.text) for c in whole)
    facts = facts or bool(whole and any(_announces(asked, c.text) for c in rest))
    if facts and whole and all(asked.words.says("SOFT", c.text) for c in whole):
        guess = True
    shown = (whole or refusals)[0].text if refusals else ""
    harmless = asked.words.of("HARMLESS_NEGATION")
    denies = any(asked.words.says("NEGATION", harmless.sub(" ", c.text)) for c in rest)
    printed = {_print(c.text, v) for c in rest for v in read_values(c.text) if v.kind != "range"}
    several = len({p for p in printed if p not in asked.text}) > 1
    return Declining(bool(whole), bool(refusals) and not whole, guess, facts, rest, shown, denies, several, beside)


@rule(False)
def _takes_up(asked: Demands, clause: str) -> bool:
    """A refusal in the question's own words declines it, whatever facts led up to it."""
    return bool(content(clause, asked.lang) & content(asked.text, asked.lang))


@rule(False)
def leads(asked: Demands, text: str) -> bool:
    """A reply that opens with declining explains it in what follows, unless it says that it guesses."""
    opening = re.match(rf"\W*(?:{asked.words.of('LEADING').pattern})\W*(?P<end>[:.,。、])", text, re.I)
    if opening is None or _guesses(asked, text):
        return False
    rest = text[opening.end() :]
    explains = opening["end"] == ":" or any(
        asked.words.says(name, rest) for name in ("CONFLICT", "CUT_OFF", "UNDECIDED")
    )
    return explains or is_refusal(asked, rest)


def _print(text: str, value: Value) -> str:
    return text[value.start : value.end]


@rule(False)
def _is_guess(asked: Demands, clause: Clause, parts: tuple[Clause, ...]) -> bool:
    """A guess behind a refusal is an attempt."""
    table = asked.words
    around = " ".join(c.text for c in parts if c.sentence == clause.sentence and not is_refusal(asked, c.text))
    if not table.says("GUESS", around) or is_refusal(asked, clause.text) or table.says("NEGATION", clause.text):
        return False
    figure = any(_not_echo(asked, clause.text, v.start, v.end) for v in read_values(clause.text))
    known = f"{asked.text} {' '.join(m[0] for m in table.of('GUESS').finditer(clause.text))}"
    named = fresh_runs(clause.text, known, asked.lang) or re.search(r"「[^」]+」", clause.text)
    return figure or (not asked.figure and bool(named))


@rule(False)
def _announces(asked: Demands, clause: str) -> bool:
    """Words of guessing beside a refusal may announce an answer, in whatever words it stands."""
    return _guesses(asked, clause) and bool(fresh_runs(clause, asked.text, asked.lang))


def _guesses(asked: Demands, text: str) -> bool:
    """Whether words of guessing stand in a text that are not the question's own ("must be finished")."""
    question = asked.text.casefold()
    found = (m[0].casefold().split() for m in asked.words.of("STRONG_GUESS").finditer(text))
    return any(not all(word in question for word in words) for words in found)


def is_bare(asked: Demands, text: str) -> bool:
    """Whether a text is a few words that deny nothing: then it is an answer, whatever they are."""
    short = len(text.split()) <= 4 if asked.words.spaced else len(text) <= 16
    return short and not any(asked.words.says(name, text) for name in ("NEGATION", "DENY", "UNKNOWN"))


def could_answer(asked: Demands, clause: str) -> bool:
    """Whether a clause holds something of the kind that is asked for: a figure, else words the question lacks."""
    clause = asked.words.of("COURTESY").sub(" ", clause)
    if asked.figure and not asked.who:
        figure = any(_not_echo(asked, clause, v.start, v.end) for v in read_values(clause))
        return figure or asked.words.says("WEEKDAY", clause)
    runs = fresh_runs(clause, asked.text, asked.lang)
    if asked.who and asked.words.spaced:
        opens = not any(asked.words.says(n, clause) for n in ("DENY", "CANNOT", "UNKNOWN")) and " " in clause
        return any(clause[s].isupper() and (s > 0 or opens or " " in clause[s:e]) for s, e in runs)
    return bool(runs) and not asked.words.says("SETTING", clause)


def _not_echo(asked: Demands, clause: str, start: int, end: int) -> bool:
    """Whether a value is neither the question's own, nor a year or a label beside the point."""
    text = clause[start:end]
    if re.fullmatch(r"[A-Za-z]+", text) and find_word_numbers(text) and find_word_numbers(text)[0].ordinal:
        return False
    year = re.fullmatch(r"(?:19|20)\d\d年?度?", text) and not asked.words.says("YEAR_ASKED", asked.text)
    aside = year or _LABEL.search(clause[:start])
    return text not in asked.text and (not aside or len(text) == len(clause.strip(" .。です")))


_LABEL = re.compile(
    r"(?:document|step|page|rule|section|row|line|item|table|part|stage|article|clause|no\.?|文書|資料|第|店番|規則|表|"
    r"別紙) ?\Z",
    re.I,
)


@rule(False)
def _is_related(asked: Demands, clause: str) -> bool:
    """Facts that are only reported beside a refusal are no answer."""
    return asked.words.says("RELATED", clause) or other_side(asked, clause) or other_case(asked, clause, False)


@rule(False)
def _is_detail(asked: Demands, clause: str) -> bool:
    """A refusal of something that the question does not ask leaves its answer standing."""
    if other_case(asked, clause, False):
        return True
    if asked.words.says("CUT_OFF", clause):
        return False
    vocabulary = asked.words.of("BECAUSE").sub(" ", clause)
    for name in (
        "COURTESY",
        "GENERIC",
        "STATING",
        "SEEKING",
        "GIVING",
        "MATERIAL",
        "FIND_OUT",
        "CANNOT",
        "DENY",
        "UNKNOWN",
    ):
        vocabulary = asked.words.of(name).sub(" ", vocabulary)
    about, known = content(vocabulary, asked.lang), content(asked.text, asked.lang)
    return bool(about and known) and len(about & known) * 4 <= len(about)
