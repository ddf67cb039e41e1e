"""The phrase that a sentence puts in the place of the answer: 最も安いのは匙屋です, "The lowest is Brightspoon".

Owns the grammar of identification, so that a name that is only mentioned is told from the one that is named.
"""

import re

from bench.rules.names import names_sibling
from bench.rules.overlap import content_tokens, overlap
from bench.rules.phrases import says, wording, words_of
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
        for pattern in (_PREDICATE_JA, _PREDICATE_EN, _AGENT_EN):
            out += [m["name"].strip() for m in pattern.finditer(sentence.strip())]
        people += [m["name"].strip() for m in _PERSON_JA.finditer(sentence.strip())]
        subject = _SUBJECT_EN.match(sentence.strip())
        if subject and content_tokens(subject["rest"]) & content_tokens(question):
            out.append(subject["name"])
    asked = "" if says("CHOICE_ASKED", flatten(question)) else fold(question)
    named = [n for n in out if looks_like_name(n)] + people
    return [n for n in named if fold(n) not in asked]


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
        elif not says("BESIDE", clause) and (_PERSON.search(clause) or names_sibling(name, clause)):
            others = max(others, near)
    return others > mine >= 0


_PERSON = re.compile(
    r"(?<![.!?] )(?<!\A)(?<=\w )[A-Z][a-z]+(?: [A-Z][a-z]+)*\s*\Z|"
    r"[\u3040-\u30ff\u4e00-\u9fff]{2,8}(?:さん|先生|氏|様)|\Aは[\u30a1-\u30fa\u30fc]{2,}"
)


def looks_like_name(phrase: str) -> bool:
    """Capitals, katakana, quotes, or kanji that end like a shop, firm, person or office; never a figure."""
    if re.search(r"\d", phrase) or fold(phrase) in words_of("COMMON") | words_of("CALENDAR"):
        return False
    return bool(_NAMELIKE.search(phrase))


_NAMELIKE = re.compile(
    r"\A[A-Z][\w&'-]*|[\u30a1-\u30fa\u30fc]{2,}|\A[「『]|[\u4e00-\u9fff](?:屋|社|店|氏|部|課|会|館|園|寺|"
    r"院|校|山|川|島|荘|亭)\Z"
)
_NAME_EN = r"(?P<name>[A-Z][\w&'-]*(?: (?:(?:of|the|de) )?[A-Z&][\w&'-]*)*)"
_PREDICATE_JA = re.compile(
    r"(?:は|が|、|:|\A|の)[「『]?(?P<name>[^、。はがをに「」『』\s:]{1,30}?)[」』]?(?:さん|氏|様)?(?: "
    r"?\([^()]*\))?(?:です|でした|である|だ|になります|となります|でしょう)[。.]?\Z"
)
_PREDICATE_EN = re.compile(
    rf"\b(?:is|was|are|were)(?: called| named| definitely| probably| clearly)? (?:the "
    rf")?[\"']?{_NAME_EN}[\"']?(?=[.,;(!]|\Z| \(| at | with )"
)
_AGENT_EN = re.compile(rf"\bby {_NAME_EN}(?=[.,;(!]|\Z| on | in | at )")
_PERSON_JA = re.compile(
    r"\A(?:[^、。]{0,60}(?:は|が))?(?P<name>[^、。はがをに\s:]{2,12}?)(?:さん|氏|様|先生)(?:です|でした|"
    r"である|だ)[。.]?\Z"
)
_SUBJECT_EN = re.compile(
    rf"{_NAME_EN}(?<!'s)(?: \([^()]*\))? (?!is not\b|was not\b|did not\b|does not\b)(?P<rest>[a-z][^.]*)"
)
