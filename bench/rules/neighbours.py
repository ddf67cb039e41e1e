"""The names beside a name: in "X and Y", "X or Y" and 「XとY」 neither alone is the answer.

Owns the telling of a second name from an apposition, the rest of a list, the question's own words and a new clause.
"""

import re

from bench.rules.overlap import content_tokens
from bench.rules.phrases import filled, opens_with, says, wording
from bench.text.fold import fold
from bench.text.patterns import one_of


def stands_beside_rival(question: str, own: str, before: str, after: str, allowed: frozenset[str]) -> bool:
    """Whether the name `own`, with `before` and `after` around it, is one of several.

    `allowed` are folded names that may stand beside it.
    """
    neighbours = (filled(_BEHIND, 0).match(after), filled(_BEFORE, 0).search(before))
    return any(m and not _is_of_another_sort(m, own) and _is_rival(m, question, fold(own), allowed) for m in neighbours)


_GLOSS = r"(?:\([^()]{0,40}\))?"
_NAME_JA = r"[\u30a1-\u30fa\u30fc\u3400-\u9fff々A-Za-z0-9]{2,20}"
_FOLLOWING_NAME = one_of(rf"""
    [A-Z][\w-]*(?: [A-Z0-9][\w-]*){{0,3}} | [a-z][\w-]*(?: [\w-]+){{0,2}}(?=[.,;。]|\Z) | {_NAME_JA}
    [\u3041-\u309f]{{2,8}}?(?=です|。|\Z|の(?:いずれ|どちら|両))
""")
_BEHIND = (
    rf"[\"'」』]?{{PERSON_SUFFIX}}?{_GLOSS} ?(?:(?P<both>{{AND_NAME}})|(?P<either>{{OR_NAME}})|(?P<comma>, |、|/|・))"
    rf"[\"'「『]?(?:the )?(?P<name>{_FOLLOWING_NAME})"
)
_LEADING_NAME = rf"(?:[A-Z][\w-]*(?: [A-Z][\w-]*){{0,3}}|{_NAME_JA}|(?<=[はが、])(?!なく)[\u3041-\u309f]{{2,8}}?(?!、))"
_BEFORE = (
    rf"(?P<name>{_LEADING_NAME})[\"'」』]?{_GLOSS}"
    r"(?:(?P<both>{AND_BEFORE})|(?P<either>{OR_BEFORE})|(?P<comma>、|・))[\"'「『]?(?:the )?\Z"
)


def _is_behind(match: re.Match[str]) -> bool:
    return match.re is filled(_BEHIND, 0)


def _is_of_another_sort(match: re.Match[str], own: str) -> bool:
    """Whether the neighbour cannot be a second name: no number beside Gate 4, or small letters that go on as a clause.

    "Fill in Form L-22 and hand it in", "for visitors and gate 4 for deliveries"; "Kawauso and mozu" are two names.
    """
    if match["either"]:
        return False
    small = bool(re.match(r"[a-z]", match["name"]))
    if small and re.search(r"\d\Z", own) and not re.search(r"\d", match["name"]):
        return True
    ends = re.match(r"[.,;。]|\Z", match.string[match.end() :])
    return small and _is_behind(match) and bool(re.match(r"[A-Z]", own)) and not (ends and " " not in match["name"])


def _is_rival(match: re.Match[str], question: str, own: str, allowed: frozenset[str]) -> bool:
    """Whether the neighbour in "X and Y" is another answer, and not a piece of the name, the list or the question."""
    name = fold(match["name"])
    if match["comma"] and _is_behind(match) and wording("APPOSITION").match(match.string, match.start("comma")):
        # "Ines Valdemar, the maintenance lead": what she is.
        return False
    if match["comma"] and (says("ROLE_ENDS", own) or opens_with("PERSONAL_TITLE", name)):
        # "the depot manager, Ms. Hayami": the second says who the first is.
        return False
    if (
        match["comma"]
        and _is_behind(match)
        and not re.match(r"[」』\"']?(?: ?[,、.。;・]|,? and |,? or |と|です|\Z)", match.string[match.end() :])
    ):
        return False
    if any(name in a or a in name for a in allowed) or name in own:
        return False
    if match["either"] and not match["comma"]:
        return True
    if name.isascii() and opens_with("NO_NAME", name):
        return False
    tokens = content_tokens(name)
    return bool(tokens or re.match(r"[\u3041-\u309f]", name)) and not (tokens and tokens <= content_tokens(question))
