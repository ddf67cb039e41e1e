"""The phrase that a sentence puts in the place of the answer: 最も安いのは匙屋です, "The lowest is Brightspoon".

Owns the grammar of identification, so that a name that is only mentioned is told from the one that is named.
"""

import re

from bench.rules.names import names_sibling
from bench.rules.overlap import content_tokens, overlap
from bench.rules.phrases import filled, phrases, says, wording, words_of
from bench.rules.spellings import name_variants
from bench.text.fold import flatten, fold
from bench.text.sentences import split_sentences


def identified_names(question: str, text: str) -> list[str]:
    """What the sentences of `text` identify, in order; only what looks like a name and is not from the question.

    Where the question offers the candidates, they count as well. No identification gives [].
    """
    out: list[str] = []
    people: list[str] = []
    for sentence in split_sentences(flatten(text)):
        out += _named("IDENTIFIES", sentence.strip()) + _named("IDENTIFIES_AGENT", sentence.strip())
        people += _named("IDENTIFIES_PERSON", sentence.strip())
        for subject in filter(None, (p.match(sentence.strip()) for p in phrases("IDENTIFIES_SUBJECT"))):
            if content_tokens(subject["rest"]) & content_tokens(question):
                out.append(subject["name"])
    known = "" if says("CHOICE_ASKED", flatten(question)) else fold(question)
    named = [n for n in out if looks_like_name(n)] + people
    return [n for n in named if fold(n) not in known]


def _named(how: str, sentence: str) -> list[str]:
    return [m["name"].strip() for pattern in phrases(how) for m in pattern.finditer(sentence)]


def nearer_clause_names_another(question: str, name: str, sentence: str) -> bool:
    """Whether another clause of the sentence names something else than `name` and is nearer to the question.

    "The Thursday course is taught by A, the Tuesday one by B", "Gate 4 is for visitors and gate 3 for deliveries".
    """
    forms = name_variants(question, name)
    mine, others = -1.0, -1.0
    for clause in wording("NAME_CLAUSES").split(flatten(sentence)):
        near = overlap(question, clause)
        if any(fold(f) in fold(clause) for f in forms):
            mine = max(mine, near)
        elif not says("BESIDE", clause) and (filled(_PERSON, 0).search(clause) or names_sibling(name, clause)):
            others = max(others, near)
    return others > mine >= 0


def looks_like_name(phrase: str) -> bool:
    """Capitals, katakana, quotes, or kanji that end like a shop, firm, person or office; never a figure."""
    if re.search(r"\d", phrase) or fold(phrase) in words_of("COMMON") | words_of("CALENDAR"):
        return False
    return bool(filled(_NAMELIKE, 0).search(phrase))


_NAMELIKE = r"\A[A-Z][\w&'-]*|[\u30a1-\u30fa\u30fc]{2,}|\A[「『]|{NAME_ENDS}"
_PERSON = (
    r"(?<![.!?] )(?<!\A)(?<=\w )[A-Z][a-z]+(?: [A-Z][a-z]+)*\s*\Z|"
    r"[\u3040-\u30ff\u4e00-\u9fff]{2,8}{PERSON_SUFFIX}|\Aは[\u30a1-\u30fa\u30fc]{2,}"
)
