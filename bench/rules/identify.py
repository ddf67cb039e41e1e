"""The phrase that a sentence puts in the place of the answer: 最も安いのは匙屋です, "The lowest is Brightspoon".

Owns the grammar of identification, so that a name that is only mentioned is told from the one that is named.
"""

import re

from bench.rules.names import names_sibling
from bench.rules.overlap import content_tokens, overlap
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
    asked = "" if CHOICE.search(flatten(question)) else fold(question)
    named = [n for n in out if looks_like_name(n)] + people
    return [n for n in named if fold(n) not in asked]


def nearer_clause_names_another(question: str, name: str, sentence: str) -> bool:
    """Whether another clause of the sentence names something else than `name` and is nearer to the question.

    "The Thursday course is taught by A, the Tuesday one by B", "Gate 4 is for visitors and gate 3 for deliveries".
    """
    forms = name_variants(question, name)
    mine, others = -1.0, -1.0
    for clause in _CLAUSES.split(flatten(sentence)):
        near = overlap(question, clause)
        if any(fold(f) in fold(clause) for f in forms):
            mine = max(mine, near)
        elif not _BESIDE.search(clause) and (_PERSON.search(clause) or names_sibling(name, clause)):
            others = max(others, near)
    return others > mine >= 0


_CLAUSES = re.compile(r"[,;、。]|\b(?:and|while|whereas)\b")
_BESIDE = re.compile(
    r"\A\s*(?:as|because|since|while|whereas|although|though|not|unlike|but|after|according)\b|ではな|"
    r"ません|ない|\b(?:not|never)\b|n't\b|ため|ので|によ",
    re.I,
)
_PERSON = re.compile(
    r"(?<![.!?] )(?<!\A)(?<=\w )[A-Z][a-z]+(?: [A-Z][a-z]+)*\s*\Z|"
    r"[\u3040-\u30ff\u4e00-\u9fff]{2,8}(?:さん|先生|氏|様)|\Aは[\u30a1-\u30fa\u30fc]{2,}"
)


def looks_like_name(phrase: str) -> bool:
    """Capitals, katakana, quotes, or kanji that end like a shop, firm, person or office; never a figure."""
    if re.search(r"\d", phrase) or fold(phrase) in COMMON_WORDS | CALENDAR_WORDS:
        return False
    return bool(_NAMELIKE.search(phrase))


CHOICE = re.compile(r"\bwhich of\b|\bor\b|どちら|どれ|のうち|それとも|どの", re.I)
CALENDAR_WORDS = frozenset(
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday jan feb mar apr jun jul aug sep oct nov dec".split()
)
# Words that open English sentences with a capital and name nothing.
COMMON_WORDS = frozenset(
    "the this that these those it its according based therefore thus hence so in on at for from as since "
    "because if when "
    "while however also and but or yes no not a an to by with we you he she they there here what which "
    "who where please note "
    "overall my our your i im sorry unfortunately regrettably nothing none neither both either all each "
    "every some any one "
    "two three four five six seven eight nine ten eleven twelve half "
    "first second third finally next then after before under of among between since although though "
    "given looking checking "
    "reading only document documents context source sources passage passages text answer final result "
    "conclusion reason "
    "probably likely perhaps maybe approximately about around roughly up within during without never now "
    "today can could "
    "would should may might must will is are was were does did has have another other step total apologies".split()
)
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
