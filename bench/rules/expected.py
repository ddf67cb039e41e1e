"""What a reference asks of an answer: one value, a code, a labelled number, a name, a list, a ruling, or a sentence.

Owns the taking apart of references and of further accepted forms. The question's own words are not asked again.
"""

import re
from dataclasses import dataclass
from typing import Literal

from bench.rules.asked import Demands
from bench.rules.switches import remembered
from bench.rules.tokens import content, plain_letters
from bench.rules.values import Value, read_values
from bench.text.fold import flatten
from bench.text.numbers import decimal_points
from bench.text.quantities import Quantity
from bench.text.weekdays import days_spelled_out, only_days

Kind = Literal["value", "code", "labelled", "name", "list", "ruling", "sentence"]


@dataclass(frozen=True, slots=True)
class Expected:
    """One right form taken apart.

    `value` is that of a value, and of a ruling with a figure; `names` are the spellings of a name; `label` and `number`
    those of "Dock 7"; `parts` those of a list; `rulings` the matters ruled, each with whether it holds. A `bare` form
    counts only where it is the whole answer ("7" for "Dock 7").
    """

    text: str
    kind: Kind
    value: Value | None = None
    names: tuple[str, ...] = ()
    label: str = ""
    number: str = ""
    parts: tuple["Expected", ...] = ()
    rulings: tuple[tuple[str, bool], ...] = ()
    bare: bool = False

    @property
    def united(self) -> bool:
        """Whether a figure with a unit is expected."""
        return self.value is not None and is_united(self.value)

    @property
    def dated(self) -> bool:
        """Whether a date, a time or a day of the week is expected."""
        timed = self.value is not None and self.value.kind in ("date", "time")
        return timed or "曜" in self.text or self.text.endswith("day")


@remembered
def read_expected(asked: Demands, form: str, reference: str = "") -> Expected:
    """`form` taken apart; `reference` is the fuller form that it may be a piece of ("" for none). Not empty."""
    text = _tidy(decimal_points(flatten(asked.words.in_figures(form)), asked.words.decimal))
    bare = bool(reference) and len(text) < len(_tidy(flatten(reference))) and _is_piece(text, reference)
    if asked.listing or only_days(days_spelled_out(text)):
        text = days_spelled_out(text) if only_days(days_spelled_out(text)) else text
    whole = whole_value(asked, text)
    if _is_code(asked, text, whole):
        return Expected(text, "code", names=(code_key(text),), bare=bare and not re.search(r"\d\D|\D\d|\d\d", text))
    if labelled := _labelled(text, whole):
        return labelled
    if whole is not None:
        # "The second pier" for "Pier 2", and "number 8" for "Bollard 8": as figures they would be two piers and any 8.
        named = read_expected(asked, reference) if reference else None
        of_label = named is not None and named.kind in ("labelled", "code") and not named.text.isdigit()
        plain = bare and isinstance(whole.data, Quantity) and not whole.data.units
        return Expected(text, "value", value=whole, bare=plain or of_label)
    parts = _parts(asked, text)
    if len(parts) > 1:
        return Expected(text, "list", parts=tuple(read_expected(asked, p) for p in parts))
    rulings = _rulings(asked, text)
    value = next((v for v in read_values(text) if not _echoes(asked, v)), None)
    if rulings and (value is not None or not _rest(asked, text, rulings)):
        return Expected(text, "ruling", value=value, rulings=rulings)
    if _is_name(asked, text):
        return Expected(text, "name", names=name_forms(asked, text), bare=bare and len(text) < 2)
    return Expected(text, "sentence", value=value, rulings=rulings)


def name_forms(asked: Demands, name: str) -> tuple[str, ...]:
    """The ways to write one name: as given, without an article, title, company form or aside, surname first."""
    table = asked.words
    flat = plain_letters(name)
    forms = [flat, re.sub(r" ?\([^()]*\)", "", flat)]
    forms += [re.sub(r"^(?:(?:in|at|on|from|by|to|for) )?(?:the |an? )?", "", f, flags=re.I) for f in forms]
    forms += [table.of("COMPANY").sub("", f).strip(" ,.") for f in forms]
    titles = table.listed("title")
    forms += [" ".join(w for w in f.split() if w.casefold().strip(".") not in titles) for f in forms]
    forms += [
        f.removesuffix(t) for f in forms for t in titles if not table.spaced and f.endswith(t) and len(f) > len(t) + 1
    ]
    forms += [re.sub(r"(?<=[A-Za-z])[- ](?=[A-Za-z])", joint, f) for f in forms for joint in " -" if "-" in f]
    forms += [f"{m[2]} {m[1]}" for f in forms if (m := re.fullmatch(r"([A-Z][a-z]+),? ([A-Z][a-z]+)", f))]
    forms += [f.removesuffix("日") for f in forms if f.endswith("曜日")]
    forms += [f.removesuffix("色") for f in forms if f.endswith("色") and "色" in asked.text]
    return tuple(dict.fromkeys(f for f in (f.strip(" .,'\"「」『』") for f in forms) if f))


def is_united(value: Value) -> bool:
    """Whether a value is a figure with a unit."""
    return isinstance(value.data, Quantity) and bool(value.data.units)


def code_key(text: str) -> str:
    """A code without the blanks and hyphens that nobody reads out, in one case; zeros and dots stay."""
    key = re.sub(r"(?<=\w)[ -](?=\w)", "", plain_code(text))
    return re.sub(r"^V(?:ER(?:SION)?)?\.? ?(?=\d)|(?<=\d)(?:\.0)+\Z", "", key)


def plain_code(text: str) -> str:
    """A code in one case, its groups joined by hyphens."""
    key = re.sub(r"[番号]\Z", "", text.strip(" .。「」'\"").upper())
    return re.sub(r"(?<=\d) ?[( )]+ ?(?=\d)", "-", key)


def _tidy(text: str) -> str:
    text = re.sub(r"(?:です|である|でした|になります|となります)?[。.]?\s*\Z", "", text.strip())
    return text.strip(' 「」『』"')


def _is_piece(text: str, reference: str) -> bool:
    return plain_letters(text).casefold() in plain_letters(reference).casefold()


def whole_value(asked: Demands, text: str) -> Value | None:
    """The one value that a text consists of, its unit, the question's words and words of degree aside."""
    found: tuple[Value, ...] = ()
    for like in ("", "date", "time"):
        found = tuple(v for v in read_values(text, like=like) if not (like == "" and _in_parentheses(text, v)))
        if len(found) == 1:
            rest = f"{text[: found[0].start]} {_COUNTED.sub('', text[found[0].end :])}"
            if found[0].kind == "date":
                rest = _WEEKDAY.sub(" ", rest)
            if not _rest(asked, re.sub(r"\([^()]*\)", " ", rest), ()):
                return found[0]
    return None


# What a bare number counts, in a word that is no unit: 12.50 crowns, 12脚.
_COUNTED = re.compile(r"\A(?: [a-z]{3,12}|[\u3400-\u9fff])\Z")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|[月火水木金土日]曜日?")


def _in_parentheses(text: str, value: Value) -> bool:
    return text.rfind("(", 0, value.start) > text.rfind(")", 0, value.start)


def _rest(asked: Demands, text: str, rulings: tuple[tuple[str, bool], ...]) -> frozenset[str]:
    """What content a text has beyond the question's words, words of degree and direction, and its rulings."""
    for matter, _ in rulings:
        holds, denied = asked.words.rulings[matter]
        text = holds.sub(" ", denied.sub(" ", text))
    for name in ("UP", "DOWN", "NEARLY", "BY_BEFORE", "OFF_AFTER", "PER_MONTH", "PER_YEAR", "PER_DAY", "PER_HOUR"):
        text = asked.words.of(name).sub(" ", text)
    text = re.sub(
        r"[月年日]額|税込|税抜|約|以[上下内]|まで|から|(?<![\u3400-\u9fff])毎?[月年日週](?![\u3400-\u9fff])|分\Z|入り\Z",
        " ",
        text,
    )
    return content(text, asked.lang) - content(asked.text, asked.lang) - {"about", "every", "age", "from", "free"}


def _echoes(asked: Demands, value: Value) -> bool:
    return any(type(v.data) is type(value.data) and _print(v) == _print(value) for v in asked.values)


def _print(value: Value) -> tuple[object, ...]:
    data = value.data
    if isinstance(data, Quantity):
        return (data.number.value, frozenset(u.dimension for u in data.units))
    return tuple(getattr(data, name, None) for name in ("year", "month", "day", "minutes", "low", "high"))


def _is_code(asked: Demands, text: str, whole: Value | None) -> bool:
    key = plain_code(text)
    if re.fullmatch(r"0\d+|[A-Z]{1,6}[- ]?\d+[A-Z]?(?:-\d+)*|\d+(?:-\d+)+", key):
        return not re.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}", key) and not (key[0].isalpha() and " " in key)
    plain_number = whole is None or (
        isinstance(whole.data, Quantity) and {u.dimension for u in whole.data.units} <= {"rank", "article"}
    )
    return asked.code and plain_number and bool(re.fullmatch(r"(?:V(?:ER)?\.? ?)?[A-Z]{0,4}[-.]?\d[\dA-Z.\-]*", key))


_LABELLED_EN = re.compile(
    r"(?:the )?(?!(?:under|over|about|from|until|than|least|most|only|every|after|before|exactly) )"
    r"([A-Za-z][a-z]{2,}(?: [a-z]+)?) (?:no\.? ?)?(\d{1,4}[A-Za-z]?|[A-Z])",
    re.I,
)
_LABELLED_JA = re.compile(
    r"(?:第?(\d{1,4})([\u3400-\u9fff\u30a1-\u30fc]{2,8})|([A-Z甲乙丙丁])([\u3400-\u9fff\u30a1-\u30fc]{1,8}))"
)


def _labelled(text: str, whole: Value | None) -> Expected | None:
    """ "Dock 7", "3rd floor", 第2ホール, 7番桟橋, 乙班: a number or letter that tells one thing from others alike."""
    plain = plain_letters(text)
    if whole is not None and not isinstance(whole.data, Quantity):
        return None
    if match := _LABELLED_EN.fullmatch(plain):
        return Expected(text, "labelled", label=match[1].casefold(), number=match[2].upper())
    if match := re.fullmatch(r"(?:the )?(\d{1,3}) (floor|week|lane|gate|platform|row)", plain, re.I):
        return Expected(text, "labelled", label=match[2].casefold(), number=match[1])
    match = _LABELLED_JA.fullmatch(plain)
    if match and (match[3] or plain.startswith("第") or whole is None):
        return Expected(text, "labelled", label=match[2] or match[4], number=match[1] or match[3])
    return None


_CODE = re.compile(r"[A-Z]{1,4}-?\d{1,6}[A-Z]?(?:-\d+)?|0\d+")


def _parts(asked: Demands, text: str) -> list[str]:
    """The parts of a list; one where the text is a single name, or a sentence."""
    if re.search(r"[a-z]\. [A-Z]|[。]", text):
        return [text]
    codes = [piece for piece in re.split(r"[\s,、;・と]+|\band\b", text) if piece]
    if len(codes) > 1 and all(_CODE.fullmatch(piece) for piece in codes):
        return codes
    plain = re.sub(r"^(?:the )?[^:]{0,40}: ?", "", text)
    strict = r"\s*(?:;|、|, (?:and )?|\n)\s*"
    pieces = re.split(strict, plain)
    if len(pieces) > 1 or asked.listing:
        joint = r"\s+(?:and|as well as)\s+" if asked.words.spaced else r"(?<=\S)(?:と|および|及び|ならびに|・)(?=\S)"
        pieces = [q for p in pieces for q in re.split(joint, p)]
    elif re.fullmatch(r"(?:[A-Z][\w.]+ ){1,2}[\w.]+ and (?:[A-Z][\w.]+ ){1,2}[\w.]+|\S{2,8}[^\W\d]と\S{2,8}", plain):
        pieces = re.split(r" and |と", plain)
    pieces = [p.strip(" 「」\"'") for p in pieces if p.strip()]
    return pieces if all(len(p.split()) <= 5 and len(p) <= 40 for p in pieces) else [text]


def _rulings(asked: Demands, text: str) -> tuple[tuple[str, bool], ...]:
    return tuple((matter, held) for matter in asked.words.rulings if (held := ruled(asked, matter, text)) is not None)


def ruled(asked: Demands, matter: str, text: str) -> bool | None:
    """How a text rules a matter: True affirmed, False denied, None not at all or both ways."""
    holds, denied = asked.words.rulings[matter]
    without = denied.sub(" ", text)
    affirmed = bool(holds.search(without))
    if affirmed and asked.words.says("NEGATION", asked.words.of("HARMLESS_NEGATION").sub(" ", without)):
        return None
    return None if affirmed == (without != text) else affirmed


def _is_name(asked: Demands, text: str) -> bool:
    if len(read_values(text)) > 1:
        return False
    if asked.words.spaced:
        return len(text.split()) <= 6
    return len(text) <= 24 and not re.search(r"[るたい]\Z|[、。]|(?:ため|から|れば|場合)", text)
