"""What can be said of a text for certain without the suite's rules: surely so, surely not, or open.

Owns the certainty. The rules for final answers and citations are long and made for texts as models write them; writing
them down a second time would only make a second set of mistakes. What every reading of a text must agree on is short,
and is here. Guarantees: where an answer is True, False or a definite count, the rules say the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Marks:
    """The citation marks of a text. `cites` is None where it is not certain whether there is one at all.

    `numbers` are those of all marks, each once, and None where a mark may name more than can be told. `least` and
    `most` are, for each of them, in how many sentences it can stand.
    """

    cites: bool | None
    numbers: tuple[int, ...] | None
    least: tuple[int, ...] = ()
    most: tuple[int, ...] = ()


def is_reference(text: str, forms: Iterable[str], question: str = "") -> bool | None:
    """Whether the answer that `text` gives is one of `forms`, word for word; None where that is not certain.

    It surely is where the text is a form and nothing else. It surely is not where no form's letters and figures stand
    in the text in their order; nor, in a text of plain sentences, where no sentences of it, put together, are a form.
    """
    known = list(forms)
    if _PLAIN.fullmatch(_one_width(text).strip()) and _words(text) in {_words(form) for form in known}:
        return True
    keys = [_spine(form) for form in known]
    if not all(keys):
        return None
    whole = "".join(c for c in _one_width(text).casefold() if c.isalnum())
    left = [key for key in keys if _stands_in_order(key, whole)]
    if not left or (_is_plain_prose(text, question) and not any(_is_put_together(key, text) for key in left)):
        return False
    return None


@lru_cache(maxsize=4096)
def marks_of(text: str) -> Marks:
    """The citation marks of a text: figures alone in a bracket, or one behind the word Document or Source, are one;
    without a figure behind a bracket or any such word there is none."""
    loose = _one_width(text)
    if not _LOOSE.search(loose):
        return Marks(False, ())
    strict = _one_width("".join(c for c in text if not _is_index(c)))
    found = [
        (match.start(), match.end(), int(number))
        for match in _MARK.finditer(strict)
        for number in _FIGURES.findall(match[0])
    ]
    if not found:
        return Marks(None, None)
    if strict != loose or _LOOSE.search(_MARK.sub("\n", strict)) or _BETWEEN.search(strict):
        return Marks(True, None)
    numbers = tuple(dict.fromkeys(number for _, _, number in found))
    least, most = [], []
    for number in numbers:
        places = [(start, end) for start, end, named in found if named == number]
        pairs = list(pairwise(places))
        least.append(1 + sum(_ends_a_sentence(strict, end, start) for (_, end), (start, _) in pairs))
        most.append(1 + sum(_may_part(strict, place, start) for place, (start, _) in pairs))
    return Marks(True, numbers, tuple(least), tuple(most))


def quotes_nothing(text: str) -> bool:
    """Whether there is certainly no quotation in the text: no mark that could open one."""
    return not set(_one_width(text)) & set('"“”„‟«»「」『』〝〞〟')


def states_nothing(text: str) -> bool:
    """Whether there is certainly no amount, date or time in the text, its citation marks aside: no figure, no numeral
    of any script and no word for a number. Only texts without any are certain."""
    rest = _MARK.sub(" ", _one_width(text))
    figures = any(unicodedata.numeric(c, None) is not None for c in rest) or any(map(_is_index, text))
    return not figures and not _NUMBER_WORD.search(rest)


# An answer that is nothing but a form: words and figures in one line, no mark-up, no list label, no "Answer:".
_PLAIN = re.compile(r"(?:[^\W_]|(?<=[^\W_])(?:[ \-/]|[:.,](?=\d))(?=[^\W_])){1,80}[.。]?")
_LABEL = r"(?:文書|資料|文献|出典|ソース|チャンク|抜粋|doc|source|chunk|passage|ref|citation)"
_LOOSE = re.compile(rf"[\[【〔][^\]】〕\n]{{0,40}}\d|{_LABEL}[a-z.]{{0,8}}[^\w\n]{{0,4}}\d", re.I)
_IN_BRACKET = r"[\[【] ?\d{1,3}(?:[,、] ?\d{1,3}){0,9} ?[\]】](?!\()"
_BRACKET = re.compile(_IN_BRACKET)
_MARK = re.compile(rf"{_IN_BRACKET}|(?<![A-Za-z])(?:Document|Source) \d{{1,3}}(?= [a-z]{{2,}}| ?\n|[.)]?\Z|\. [A-Z])")
_BEFORE = re.compile(rf"(?:{_MARK.pattern}|{_LABEL}[a-z.]{{0,8}}|[\s,、;()])+\Z", re.I)
_FIGURES = re.compile(r"\d{1,3}")
# A run of documents may be written as two marks with a dash or a word between them.
_BETWEEN = re.compile(
    r"[\]】]\s*(?:[-~\u2010-\u2015\u2043\u207b\u208b\u2212\u223c\u2e3a\u2e3b\u301c\u3030ー]|から)\s*[\[【]"
)
_NUMBER_WORD = re.compile(
    r"\b(?:an?|per|every|each|couple|pair|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half"
    r"|halves|quarters?|thirds?|first|second|third|fourth|fifth|once|twice|noon|midnight|january|february|march|april"
    r"|may|june|july|august|september|october|november|december|\w+day)\b|半|倍|割|元年|正午|[月火水木金土日]曜|数",
    re.I,
)
# Between two marks: what ends a sentence for every reader, and what may end one for some.
_ENDS = re.compile(
    r"(?:[a-z]{7,}|[a-z]{2} \d{1,3})[.!?] +[A-Z][a-z]{2}|[a-z]{3}\n+[A-Za-z]{3}|[ぁ-ん0-9]。[ぁ-んァ-ヶ一-龠]{2}"
)
_ENDS_BEHIND_MARK = re.compile(r"[.!?] +[A-Z][a-z]{2}|。[ぁ-んァ-ヶ一-龠]{2}|[.。]?\n+[A-Za-zぁ-んァ-ヶ一-龠]{3}")
_MAY_END = re.compile(r"[.。!?｡\n]")
_NESTS = set('"“”„‟「」『』()（）')
_SENTENCE = re.compile(r"[\n.。!?:=;]")
_NOT_PROSE = set("<>{}()[]【】〔〕`|")
# Words behind or around which a text says of itself what its answer is, corrects itself, or says how sure it is.
_CUE = re.compile(
    rf"{_LABEL}[a-z.]{{0,8}} ?[\[【]|answer|result|conclu|wait|correct|scratch|mistake|error|actually|thought|misread"
    r"|misspoke|wrong|sorry|http|\bno,|confiden|certain|probab|sure|結論|答|解答|こたえ|訂正|正し|失礼|間違|いや|いえ|再計算|見直|改めて|確信|信頼|自信"
    r"|確度|確率",
    re.I,
)
_LONGEST = 20_000
"""Of a longer answer not all is read."""
_UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn"}
_FILLERS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u3164\uffa0") | {chr(c) for c in range(0xFE00, 0xFE10)}


def _one_width(text: str) -> str:
    seen = (c for c in text if c in "\n\t" or (unicodedata.category(c) not in _UNSEEN and c not in _FILLERS))
    return unicodedata.normalize("NFKC", "".join(seen))


def _is_index(char: str) -> bool:
    """Superscripts, circled figures and the like, which are a number to one reader and a label to another."""
    return unicodedata.category(char) == "No"


def _words(text: str) -> str:
    return "".join(_one_width(text).casefold().split()).rstrip(".。")


def _spine(text: str) -> str:
    """Letters and figures alone, without those that one reader takes for a mark or a dash."""
    kept = "".join(c for c in text if not _is_index(c))
    return "".join(c for c in _one_width(kept).casefold() if c.isalnum() and c != "ー")


def _stands_in_order(key: str, text: str) -> bool:
    rest = iter(text)
    return all(char in rest for char in key)


def _is_plain_prose(text: str, question: str) -> bool:
    """Whether nothing in the text, its marks aside, could be taken out of a sentence or make a part of one binding."""
    flat = _one_width(text)
    rest = _BRACKET.sub(" ", flat)
    if len(text) > _LONGEST or set(rest) & _NOT_PROSE or any(map(_is_index, text)) or _CUE.search(flat):
        return False
    return not question or _spine(question) not in _spine(rest)


def _is_put_together(key: str, text: str) -> bool:
    """Whether some of the sentences, in their order, have just these letters and figures."""
    reached = {0}
    for sentence in _SENTENCE.split(_BRACKET.sub(" ", _one_width(text))):
        spine = _spine(sentence)
        reached |= {at + len(spine) for at in reached if spine and key.startswith(spine, at)}
    return len(key) in reached


def _ends_a_sentence(text: str, start: int, end: int) -> bool:
    """Whether a sentence surely ends in this stretch between two marks, and another one begins with a word."""
    if set(text) & _NESTS:
        return False
    return bool(_ENDS.search(text, start, end) or _ENDS_BEHIND_MARK.match(text, start, end))


def _may_part(text: str, mark: tuple[int, int], after: int) -> bool:
    """Whether a mark and the next one may stand in two sentences: a stop lies between, or the first mark stands behind
    a stop, where it belongs to the sentence before."""
    before = _BEFORE.sub("", text[max(0, mark[0] - 200) : mark[0]])
    return bool(_MAY_END.search(text, mark[1], after)) or bool(before and not before[-1].isalnum())
