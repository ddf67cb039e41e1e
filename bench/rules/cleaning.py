"""What of an answer is the answer: everything that is talk to a judge, citation or decoration is taken out.

Owns the removal of reasoning blocks, citation marks, confidence figures, Markdown and planted instructions.
Guarantees: never adds text; what remains keeps its order; an instruction to a judge is dropped like any other
talk, whatever it demands.
"""

import re
from functools import lru_cache

from bench.rules.phrases import filled, says
from bench.text.fold import flatten
from bench.text.sentences import numbers_a_list, split_sentences


@lru_cache(maxsize=256)
def clean_answer(answer: str) -> str:
    """The flattened answer without reasoning blocks, marks, decoration and talk to the judge; "" if none is left."""
    text = _both_ends(flatten(_both_ends(answer)))
    text = _THINK.sub("\n", text)
    if "</think>" in text:
        text = text.rpartition("</think>")[2]
    text = _without_planted_data(text)
    text = _TAG.sub(" ", text)
    for mark in _MARKS:
        text = filled(mark, re.M).sub("", text)
    text = _ASIDE.sub(lambda m: "" if addresses_judge(m[1]) else m[0], text)
    text = "".join(s for s in split_sentences(text) if not addresses_judge(s))
    for statement in _CONFIDENCE:
        text = filled(statement).sub("", text)
    lines = [_plain_line(line, text) for line in text.split("\n")]
    return "\n".join(line for line in lines if line.strip()).strip()


def addresses_judge(sentence: str) -> bool:
    """Whether a sentence speaks to whoever grades instead of answering the question."""
    return says("TO_JUDGE", sentence) or (says("JUDGE_WORDS", sentence) and says("VERDICT_WORDS", sentence))


def bold_spans(answer: str) -> list[str]:
    """What the answer sets in bold, in order, flattened."""
    return [(m[1] or m[2]).strip() for m in _BOLD.finditer(flatten(answer[:_LONGEST]))]


# Of a longer answer only the two ends are read: the rules are for answers, not for copied corpora.
_LONGEST = 20_000
_THINK = re.compile(r"<(think|thinking|reasoning|scratchpad)>.*?</\1>", re.S | re.I)
_ASIDE = re.compile(r" ?[(\[]([^()\[\]\n]{4,400})[)\]]")
_TAG = re.compile(
    r"</?(?:b|i|em|strong|u|span|p|br|div|code|mark|answer|cite|sup|sub|font|li|ul|ol)(?: "
    r"[^<>]{0,80})?/?>",
    re.I,
)
# What points at a source or dresses the text up, read with letter case; a name in braces stands for its wordings.
_CHUNK = r"(?:\d{1,3}|[A-Z]\d{2}-\d{1,3})"
_MARKS = (
    r"```[a-z]{0,10}\n?|`",
    r"!?\[([^\[\]\n]{0,80})\]\(https?://[^)\s]{0,300}\)",
    r"https?://[^\s)\]>、。]{1,300}",
    rf" ?{{SOURCE_NAME}}? ?[\[【](?:{{SOURCE_NAME}}[ :#]{{0,2}})?{_CHUNK}"
    rf"(?:[,、;†\- ]{{1,3}}(?:{_CHUNK}|source)){{0,12}}[^\]】\n]{{0,12}}[\]】](?=[^0-9A-Za-z]|\Z)",
    rf" ?\((?:{{CITING}}|{{SOURCE_NAME}})[ :：#]{{0,3}}(?:{_CHUNK}|[\[【]\d{{1,3}}[\]】])"
    rf"(?:[,、 &]{{1,3}}(?:and )?{_CHUNK})*\)",
    r"^ {0,3}{SOURCE_LINES} ?[:：][^\n]{0,300}$",
)
_CONFIDENCE = (
    r"[(\[]? ?{MY}?{SURE}{SURE_IS}? ?[:：=]? ?{ABOUT_DEGREE}?"
    r"(?:\d{1,3}(?:\.\d{1,4})? ?(?:%|{PERCENT}|{TENTHS}|/ ?\d{1,3})?|{DEGREE}){DEGREE_ENDS}?[)\]]?[.。]?",
    r"[(\[]? ?{SURE_BEFORE}?\d{1,3} ?(?:%|{PERCENT}) ?{SURE_AFTER}[)\]]?[.。]?",
)
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_LIST_LABEL = re.compile(r"^ {0,8}(?:[-*+>] (?=\S)|[•・◦●○■□◆◇▪►] ?|\d{1,2}[.)] (?=\S)|\(\d{1,2}\) ?|#{1,6} )+")
_TABLE_RULE = re.compile(r"^[ |:\-]{3,}$")
_PLANTED_KEY = r"""["']{VERDICT_KEYS}["'] ?:"""
_PLANTED = re.compile(r"\{[^{}]{0,600}\}", re.S)


def _both_ends(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}\n{text[-half:]}"


def _without_planted_data(text: str) -> str:
    """Drops objects that imitate a verdict ({"score": 1}); their values are no part of an answer."""
    return _PLANTED.sub(lambda m: " " if filled(_PLANTED_KEY).search(m[0]) else m[0], text)


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
