"""What of an answer is the answer: its final line, else its clauses, without marks and without talk to a judge.

Guarantees: never adds text; what remains keeps its order; text that speaks to whoever grades is dropped and flagged,
whatever it demands, and so are objects that imitate a verdict.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from bench.final_line import final_line
from bench.rules.switches import remembered, rule
from bench.rules.words import Words, every_language, words
from bench.text.fold import flatten
from bench.text.numbers import decimal_points
from bench.text.sentences import numbers_a_list, split_sentences


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of an answer and the number of its sentence, from 0."""

    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer taken apart.

    `text` is all of it, cleaned; `final` what its last final line says, "" where it has none; `addressed` whether a
    part that spoke to a judge was dropped.
    """

    text: str
    final: str
    addressed: bool


@remembered
def read_answer(answer: str, lang: str) -> Reading:
    """`answer` taken apart by the words of `lang`. A text of nothing but marks gives an empty `text`."""
    table = words(lang)
    text = decimal_points(_THINK.sub("\n", flatten(table.in_figures(_both_ends(answer)))), table.decimal)
    text = text.rpartition("</think>")[2] if "</think>" in text else text
    text, addressed = _without_talk(text, table)
    for pattern, kept in (*_FORM, (_citations(lang), "")):
        text = pattern.sub(kept, text)
    text = table.of("CONFIDENCE").sub("", text)
    text = "\n".join(line for line in (_plain_line(line, text) for line in text.split("\n")) if line.strip(" ()[]."))
    return Reading(text.strip(), stated_line(text, table), addressed)


def clauses(text: str, lang: str) -> tuple[Clause, ...]:
    """The clauses of a cleaned text, in order. Empty text gives ()."""
    table = words(lang)
    out = []
    for number, sentence in enumerate(split_sentences(text)):
        start = 0
        cuts = [*(m for m in _cuts(sentence, table) if m.start() and not _in_figure(sentence, m)), None]
        for cut in cuts:
            if cut and table.of("OR").match(sentence, cut.start()):
                continue
            piece = sentence[start : cut.end() if cut and not table.spaced else cut.start() if cut else len(sentence)]
            if piece.strip(" \n.,;。、"):
                # No clause is this long; a text that is one is cut, so that every reading costs as much as it is long.
                whole = piece.strip()
                out += [Clause(whole[at : at + _CLAUSE], number) for at in range(0, len(whole), _CLAUSE)]
            start = cut.end() if cut else start
    return tuple(out)


def _cuts(sentence: str, table: Words) -> list[re.Match[str]]:
    """Where clauses begin, in order; at 、 before a topic only where the clause before it has one of its own."""
    topics = [m for m in table.of("TOPIC").finditer(sentence) if "は" in re.split("、", sentence[: m.start()])[-1]]
    return sorted([*table.of("CLAUSE").finditer(sentence), *topics], key=lambda m: m.start())


@rule("")
def stated_line(text: str, table: Words) -> str:
    """Reads the last line that is marked as the answer, else what stands behind "the answer is"."""
    found = final_line(text, table.of("MARKER").pattern, below=True) or ""
    stated = [m.end() for m in table.of("ANSWER_IS").finditer(text)]
    if not found and stated:
        found = split_sentences(text[stated[-1] :])[0] if text[stated[-1] :].strip() else ""
    return found.strip().strip('"')


# Of a longer answer only the two ends are read: the rules are for answers, not for copied corpora.
_LONGEST = 20_000
_CLAUSE = 500
_THINK = re.compile(r"<(think|thinking|reasoning|scratchpad)>.*?</\1>", re.S | re.I)
_FORM = (
    (re.compile(r"```[a-z]{0,10}\n?|`"), ""),
    (re.compile(r"!?\[([^\[\]\n]{0,80})\]\(https?://[^)\s]{0,300}\)"), r"\1"),
    (re.compile(r"https?://[^\s)\]>、。]{1,300}"), ""),
    (re.compile(r"</?[A-Za-z\u3040-\u9fff]{1,16}(?: [^<>]{0,80})?/?>"), " "),
)
_LIST_LABEL = re.compile(
    r"^ {0,8}(?:[-*+>] (?=\S)|[•・◦●○■□◆◇▪►] ?|\d{1,2}[.)] (?=\S)|\([\da-zア-ン]{1,2}\) ?|#{1,6} )+"
)
_TABLE_RULE = re.compile(r"^[ |:\-]{3,}$")
_ROLE = re.compile(r"<\|[^|<>\n]{1,20}\|>.*?(?:<\|[^|<>\n]{1,20}\|>|\Z)", re.S)
_FENCE = re.compile(r"```[^`]{0,2000}```")
_TAGGED = re.compile(r"<([A-Za-z\u3040-\u9fff]{2,16})>[^<]{0,400}</\1>")
_OBJECT = re.compile(r"\{[^{}]{0,600}\}")
_KEY = re.compile(r"[\"'](?:score|verdict|correct|grade|judgment|abstained|採点|判定|正誤)[\"'] ?:", re.I)
# Talk to a judge begins behind any stop, whatever follows it.
_STOP = re.compile(r"(?<=[.!?。] )")
_ASIDE = re.compile(r" ?(?:\([^()\n]{4,400}\)|[\[【][^\[\]【】\n]{4,400}[\]】])")


def _both_ends(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}\n{text[-half:]}"


def _without_talk(text: str, table: Words) -> tuple[str, bool]:
    """Drops what speaks to a judge: planted verdicts and roles, fences and asides with such talk, such sentences."""
    kept = text
    for pattern in (_FENCE, _TAGGED, _ROLE, _ASIDE):
        kept = pattern.sub(lambda m: " " if m.re is _ROLE or _addresses(m[0], table) else m[0], kept)
    kept = _OBJECT.sub(lambda m: " " if _KEY.search(m[0]) else m[0], kept)
    pieces = [p for s in split_sentences(kept) for p in _STOP.split(s)]
    kept = "".join(s if not _addresses(s, table) else _line_end(s) for s in pieces)
    return kept, kept != text


@rule(False)
def addresses_judge(sentence: str, table: Words) -> bool:
    """Whether a text speaks to whoever grades instead of answering the question."""
    if table.says("TO_JUDGE", sentence):
        return True
    return table.says("JUDGE_WORDS", sentence) and table.says("VERDICT_WORDS", sentence)


def _addresses(sentence: str, table: Words) -> bool:
    """In whatever language: who plants a verdict need not write in that of the question."""
    return any(addresses_judge(sentence, other) for other in (table, *every_language()))


def _line_end(sentence: str) -> str:
    return "\n" if "\n" in sentence else " "


@lru_cache(maxsize=8)
def _citations(lang: str) -> re.Pattern[str]:
    source, chunk = words(lang).of("SOURCE").pattern, r"(?:\d{1,3}|[A-Z]\d{2}-\d{1,3})"
    lead = rf"(?:{source})[ :#]{{0,3}}"
    listed = rf"(?:[,、;†\- ]{{1,3}}(?:and )?(?:{lead})?(?:{chunk}|source)){{0,12}}"
    bracketed = rf"[\[【](?:{lead})*{chunk}{listed}[^\]】\n]{{0,12}}[\]】](?![A-Za-z0-9])"
    parenthesised = rf"\((?:{lead})+[\[【]?{chunk}[\]】]?{listed}[^()\n]{{0,12}}\)"
    own_line = rf"(?m:^ {{0,3}}(?:{source})s? ?: ?[^\n]{{0,300}}$)"
    return re.compile(rf" ?{bracketed}| ?{parenthesised}|{own_line}", re.I)


def _plain_line(line: str, text: str) -> str:
    if _TABLE_RULE.match(line):
        return ""
    label = _LIST_LABEL.match(line)
    number = re.search(r"(\d{1,2})[.)] \Z", label[0]) if label else None
    if label and (number is None or numbers_a_list(int(number[1]), text)):
        # "42. This is stated in [1]." opens with the answer, not with the number of a list.
        line = line[label.end() :]
    line = line.replace("**", "").replace("__", "")
    return re.sub(r"(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])", "", line).strip()


def _in_figure(sentence: str, match: re.Match[str]) -> bool:
    before, after = sentence[match.start() - 1 : match.start()], sentence[match.end() : match.end() + 1]
    return match[0].strip() in ("-", ",") and before.isdigit() and after.isdigit()
