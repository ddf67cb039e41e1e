"""What the clause around a mention says beyond it: anything that neither question nor reference accounts for.

Owns the positive evidence of `correct`. A mention answers for certain only where every other word of its clause is the
question's, the reference's, or one that changes nothing (PREDICATE). Words of relation (per, except, above, 除, 返) are
never of the last sort, nor is what is written on to the mention (以下, 建て). What is left over may turn the value into
another one, so the answer is handed over.
"""

import re

from bench.rules import circumstances as about
from bench.rules.asked import Demands
from bench.rules.role import CHANGED
from bench.rules.switches import rule
from bench.rules.tokens import content, fresh_runs, plain_letters, stem


@rule(False)
def says_more(asked: Demands, form: str, clause: str, spans: list[tuple[int, int]]) -> bool:
    """A clause that says more than question and reference may turn its value into another one."""
    known = f"{asked.text} {form}".casefold()
    rest = _conclusion(asked, _outside(clause, spans), spans[0][0])
    if turns(asked, form, rest):
        return True
    behind = (asked.words.of("ADJACENT").match(clause[end : end + 16].lstrip()) for _, end in spans)
    if any(m is not None and not _accounted(asked, m[0], known) for m in behind):
        return True
    return bool(asked.text) and _has_fresh_content(asked, _bare(asked, rest, spans[0][0]), known)


@rule(False)
def turns(asked: Demands, form: str, text: str) -> bool:
    """A word of relation (per, except, 除) that neither question nor reference has may turn what it stands by."""
    known = f"{asked.text} {form}".casefold()
    text = re.sub(r"\bno\. ?(?=\d)", " ", text, flags=re.I)
    way = about.direction(asked, known)
    found = (m[0] for m in asked.words.of("RELATION").finditer(text))
    return any(not _accounted(asked, w, known) and not (way and about.direction(asked, w) == way) for w in found)


@rule(False)
def loses_negation(asked: Demands, clause: str, spans: list[tuple[int, int]]) -> bool:
    """What is asked with a negation is not answered by a clause that says something without one."""
    table = asked.words
    harmless = table.of("HARMLESS_NEGATION")
    if not table.says("NEGATION", harmless.sub(" ", asked.text)) or table.says("NEGATION", clause):
        return False
    return bool(content(table.of("PREDICATE").sub(" ", _outside(clause, spans)), asked.lang))


def _conclusion(asked: Demands, rest: str, start: int) -> str:
    """The text with what leads to a conclusion blanked, where one is announced before `start` (= or "comes to")."""
    changed = CHANGED.match(rest[start:].lstrip())
    if changed:
        at = rest.index(changed[0], start)
        return " " * (at + len(changed[0])) + rest[at + len(changed[0]) :]
    cues = [m.end() for p in (asked.words.of("RESULT"), _EQUALS) for m in p.finditer(rest[:start])]
    return " " * max(cues, default=0) + rest[max(cues, default=0) :]


_EQUALS = re.compile("=")


def _outside(clause: str, spans: list[tuple[int, int]]) -> str:
    """The clause with the mentions blanked, so that places stay."""
    chars = list(clause)
    for start, end in spans:
        chars[start:end] = " " * (end - start)
    return "".join(chars)


def _accounted(asked: Demands, wording: str, known: str) -> bool:
    """Whether a word of relation is the question's or the reference's own; of "per X" X will do."""
    wording = wording.strip().casefold()
    lead, last = (re.escape(wording.split(" ")[n]) for n in (0, -1))
    if wording in known or (lead != last and re.search(rf"\b{lead}(?: [\w-]+){{0,3}} {last}", known)):
        return True
    about = content(wording, asked.lang)
    return bool(about) and about <= content(known, asked.lang) and not re.search(rf"\b{lead} ", known)


def _bare(asked: Demands, rest: str, start: int) -> str:
    """The text without asides, without what stands behind a comma, and without words that change nothing."""
    table = asked.words
    head, tail = rest[:start], re.split(r", |、|\(", rest[start:])[0]
    if not _dated(asked):
        head, tail = (_TIME.sub(" ", part) for part in (head, tail))
    # "A、B、Cの3つ": what is counted stands before the count.
    head = "" if re.search(r"、[^、]+の\Z", head) else head
    head = re.sub(rf"\A\W*(?:{table.of('PREAMBLE').pattern})", " ", head, flags=re.I)
    rest = re.sub(r"\([^()]*\)?", " ", f"{head} {tail}")
    for name in ("COURTESY", "RESULT", "ATTEMPT", "ANNOUNCED", "UP", "DOWN", "SETTING", "MATERIAL"):
        rest = table.of(name).sub(" ", rest)
    return rest


def _dated(asked: Demands) -> bool:
    return asked.words.says("WHEN_ASKED", asked.text) or any(v.kind in ("date", "time") for v in asked.values)


# When something came about changes no answer to a question without a date.
_TIME = re.compile(
    r"\b(?:in|since|from|on) (?:(?:early|late|spring|summer|autumn|winter|the) )*(?:[A-Z][a-z]{2,8} )?(?:19|20)\d\d\b|"
    r"(?:令和|平成|昭和)(?:\d{1,2}|元)年(?:度|\d{1,2}月(?:\d{1,2}日)?|の[春夏秋冬])?(?:に|から|より)|"
    r"(?:19|20)\d\d年(?:度|\d{1,2}月(?:\d{1,2}日)?|の[春夏秋冬])?(?:に|から|より)"
)


def _has_fresh_content(asked: Demands, rest: str, known: str) -> bool:
    table, old = asked.words, content(known, asked.lang)
    if table.spaced:
        plain = {stem(w, asked.lang) for w in re.findall(r"[a-z]+", str(table.table["PREDICATE"]))}
        rest = _VERB.sub(" ", rest)
        return any(not t.isdigit() for t in content(rest, asked.lang) - old - plain)
    rest = plain_letters(rest)
    runs = [rest[s:e] for s, e in fresh_runs(rest, known, asked.lang) if not _is_verb(rest, s, e)]
    runs = [table.of("PREDICATE").sub(" ", run) for run in runs if not content(run, asked.lang) <= old]
    return any(not t.isdigit() for run in runs for t in content(run, asked.lang) - old)


# A participle behind "be", an infinitive behind "to" or "must": what is done, which changes no value by itself.
_VERB = re.compile(
    r"\b(?:be|been|is|are|was|were)(?: [a-z]+ly)? [a-z]+(?:ed|en)\b(?: (?:up|out|down|off))?|"
    r"\b(?:to|must|can|may|will|shall|should) (?!be\b)[a-z]+\b"
)


def _is_verb(rest: str, start: int, end: int) -> bool:
    """A single sign before its ending is a verb or an adjective; those that turn a value are words of relation."""
    return end - start == 1 and bool(re.match(r"[\u3041-\u3096]", rest[end : end + 1]))
