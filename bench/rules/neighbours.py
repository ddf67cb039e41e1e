"""The names beside a name: in "X and Y", "X or Y" and 「XとY」 neither alone is the answer.

Owns the telling of a second name from an apposition, the rest of a list, the question's own words and a new clause.
"""

import re

from bench.rules.overlap import content_tokens
from bench.rules.phrases import opens_with, says, wording
from bench.text.fold import fold
from bench.text.patterns import one_of


def stands_beside_rival(question: str, own: str, before: str, after: str, allowed: frozenset[str]) -> bool:
    """Whether the name `own`, with `before` and `after` around it, is one of several.

    `allowed` are folded names that may stand beside it.
    """
    neighbours = (_NEXT.match(after), _BEFORE.search(before))
    return any(m and not _is_of_another_sort(m, own) and _is_rival(m, question, fold(own), allowed) for m in neighbours)


# The neighbour of a name: "X and Y", "X or Y", "X, Y", before it and behind it.
_TITLE_JA = r"(?:さん|先生|氏|様)"
_GLOSS = r"(?:\([^()]{0,40}\))?"
# と joins two names, unless a verb of saying or thinking takes it.
_TO_JA = r"と(?![考思言呼判推見なさし書記い同比共とすみ定指結答理解はの、]|も(?:に|な))"
_BOTH = rf"(?P<both>,? and (?:also )?|,? as well as | & |及び|および|ならびに|並びに|{_TO_JA})"
_OR_JA = r"(?:または|又は|もしくは|若しくは|あるいは|或いは)"
_OR_NAME_JA = r"(?=[\u3041-\u9fffA-Za-z0-9]{2,12}(?:です|。|\Z|の(?:いずれ|どちら)))"
_EITHER = rf"(?P<either>,? or (?:possibly |perhaps |maybe )?|、?{_OR_JA}|か、?(?:{_OR_JA}|{_OR_NAME_JA}))"
_NAME_JA = r"[\u30a1-\u30fa\u30fc\u3400-\u9fff々A-Za-z0-9]{2,20}"
_FOLLOWING_NAME = one_of(rf"""
    [A-Z][\w-]*(?: [A-Z0-9][\w-]*){{0,3}} | [a-z][\w-]*(?: [\w-]+){{0,2}}(?=[.,;。]|\Z) | {_NAME_JA}
    [\u3041-\u309f]{{2,8}}?(?=です|。|\Z|の(?:いずれ|どちら|両))
""")
_NEXT = re.compile(
    rf"[\"'」』]?{_TITLE_JA}?{_GLOSS} ?(?:{_BOTH}|{_EITHER}|(?P<comma>, |、|/|・))[\"'「『]?(?:the )?"
    rf"(?P<name>{_FOLLOWING_NAME})"
)
_LEADING_NAME = rf"(?:[A-Z][\w-]*(?: [A-Z][\w-]*){{0,3}}|{_NAME_JA}|(?<=[はが、])(?!なく)[\u3041-\u309f]{{2,8}}?(?!、))"
_BEFORE = re.compile(
    rf"(?P<name>{_LEADING_NAME})[\"'」』]?{_GLOSS}"
    r"(?:(?P<both>,? and (?:also )?| & |及び|および|と)|(?P<either>,? or |または|又は|もしくは|あるいは|か)|"
    r"(?P<comma>、|・))[\"'「『]?(?:the )?\Z"
)


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
    return small and match.re is _NEXT and bool(re.match(r"[A-Z]", own)) and not (ends and " " not in match["name"])


def _is_rival(match: re.Match[str], question: str, own: str, allowed: frozenset[str]) -> bool:
    """Whether the neighbour in "X and Y" is another answer, and not a piece of the name, the list or the question."""
    name = fold(match["name"])
    if match["comma"] and match.re is _NEXT and wording("APPOSITION").match(match.string, match.start("comma")):
        # "Ines Valdemar, the maintenance lead": what she is.
        return False
    if match["comma"] and (says("ROLE_ENDS", own) or opens_with("PERSONAL_TITLE", name)):
        # "the depot manager, Ms. Hayami": the second says who the first is.
        return False
    if (
        match["comma"]
        and match.re is _NEXT
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
