"""Numbers in Japanese and English text, read by value.

Owns: digits with grouping, 万/億/千 mixtures, kanji and formal numerals, scale words, fractions and signs.
Guarantees: values are exact (`Fraction`); a number inside a word or a name (千葉県, 八王子市, E120, K-14, 3-2-1)
is no number.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from bench.text.fold import flatten
from bench.text.number_words import KANJI_DIGITS, MYRIADS, SCALE_WORDS, find_word_numbers
from bench.text.patterns import one_of
from bench.text.units import unit_at


@dataclass(frozen=True, slots=True)
class Number:
    """A number at [start, end) of the flattened text (the sign included).

    `step` is the value of the last printed digit (12.5 → 1/10, 1.5万 → 1000), 0 for an exact fraction.
    `digits` counts the printed digits from the first that is not 0.
    """

    start: int
    end: int
    value: Fraction
    step: Fraction
    digits: int
    ordinal: bool = False
    in_words: bool = False
    lone_word: bool = False


def find_numbers(text: str) -> list[Number]:
    """Every number of `text`, in order, none overlapping. Offsets are into `flatten(text)`. Empty text gives []."""
    flat = flatten(text)
    found: list[Number] = []
    pos = 0
    while match := _START.search(flat, pos):
        number = _fraction_at(flat, match.start()) or _number_at(flat, match.start())
        if number is None:
            # Step over the whole run: the inside of an identifier is not searched again.
            pos = _skip(flat, match.start())
            continue
        found.append(_with_sign(flat, number))
        pos = number.end
    return _add_words(flat, found)


def decimal_points(text: str, decimal: str = ".") -> str:
    """`text` with a point before the tenths of its numbers, for a text whose language writes `decimal` there.

    With the point, only amounts that can be nothing else are rewritten: 18,50 € and 1.234,50 €. Raises ValueError for
    a sign other than point and comma.
    """
    if decimal not in (".", ","):
        raise ValueError(f"decimal must be '.' or ',', not {decimal!r}")
    amount = _COMMA_AMOUNT if decimal == "." else _COMMA_NUMBER
    return amount.sub(lambda m: m[0].replace(".", "").replace(",", ".") if "," in m[0] else m[0].replace(".", ""), text)


_EURO_STYLE = r"(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{2}(?![\d,])|(?<![\d.,])\d{1,9},\d{2}(?![\d,])"
_COMMA_AMOUNT = re.compile(
    rf"(?:(?<=[€$£])|(?<=[€$£] )|(?<=EUR ))(?:{_EURO_STYLE})|(?:{_EURO_STYLE})(?= ?(?:[€$£]|EUR\b|euros?\b))"
)
_COMMA_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d,])|(?<![\d.,])\d+,\d+(?![\d,])")
_KANJI = KANJI_DIGITS | dict(zip("零壱壹弐貳参參肆伍陸漆捌玖", (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9), strict=True))
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_MYRIADS = MYRIADS | {"萬": 10**4}
_KANJI_SET = "".join(_KANJI)
_START = re.compile(rf"\d|\.\d|[{_KANJI_SET}{''.join(_SMALL)}]")
_ARABIC = re.compile(
    r"\d{1,3}(?:\.\d{3}){2,}(?![\d.]\d)|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,40}(?:\.\d{1,30})?|"
    r"\.\d{1,30}"
)
_DIGIT_RUN = re.compile(rf"[{_KANJI_SET}]{{1,20}}")
# 一・五 is 1.5; 一・二・三 counts up.
_KANJI_DECIMAL = re.compile(rf"(?<![・.])[{_KANJI_SET}]{{1,6}}[・.][{_KANJI_SET}]{{1,6}}(?![・.]?[{_KANJI_SET}十百千])")
# 18 200, but not the 2 300 of "in Hall 2 300 people".
_SPACED = re.compile(r"\d{1,3}(?: \d{3})+(?!\d|[.,/:-]\d)")
_LABEL_BEFORE = re.compile(
    r"(?:\b(?-i:[A-Z])[A-Za-z]*|\b(?:room|page|line|week|day|table|item|section|article|class|grade|hall|lane|zone|"
    r"step|stage|unit|part|no|number)|\d) \Z",
    re.I,
)
_SCALE = re.compile(
    r" ?(?:(thousand|million|billion|trillion|mn|bn|tn)(?![A-Za-z])|((?-i:[kKMB]))(?![A-Za-z0-9/]))", re.IGNORECASE
)
_SCALES = SCALE_WORDS | {"mn": 10**6, "bn": 10**9, "tn": 10**12, "k": 10**3, "m": 10**6, "b": 10**9}
_TEN_POWER = re.compile(r" ?[×x*] ?10\^([+-]?\d{1,2})(?!\d)|[eE]([+-]?\d{1,2})(?![\dA-Za-z])")
_BARE_POWER = re.compile(r"\^([+-]?\d{1,2})(?!\d)")
_PARTED = re.compile(r"(\d{1,6}|[一二三四五六七八九十百]{1,4})分の(\d{1,6}|[一二三四五六七八九十百]{1,4})")
_SLASHED = re.compile(r"(?:(\d{1,4}) )?(\d{1,4})/(\d{1,4})(?![\d/.年月])")
# "3 out of 8", "2 in 5", 5人に2人.
_SHARE_OF = re.compile(
    r"(\d{1,4}) (?:out of(?: every)?|in every|in(?= (?:\d|10|100)\b(?:[.,]|\Z| (?:people|respondents|users|"
    r"customers|residents|members)))) (\d{1,4})(?![\d,])"
)
_PEOPLE_IN = re.compile(r"(\d{1,4})人(?:中|のうち|に)(\d{1,4})人(?:に1人)?")
# Three parts and more joined by hyphens, colons or dots: an address, a telephone number, a version.
_CHAIN = re.compile(r"(?!\d{1,3}(?:\.\d{3}){2,}(?![\d.]\d))\d+(?:[-.:]\d+){2,}|\d+:\d+|0\d{1,4}-\d{2,4}")
_IDENTIFIER_TAIL = re.compile(r"[\w-]*")
_SPACED_MYRIAD = re.compile(r" (?:[万億兆]|百万)(?=[円トド人個台㎡k件]|ドル)")
# 半年 is half of its unit; 半 behind a number is read with that number.
_HALVES = re.compile(
    r"半分|半額|半数|(?<![\d年月日時間週一二三四五六七八九十前後上下大夜過])半(?=年(?!生)|日(?![休帰]))"
)
_SIGN = re.compile(
    r"(?:(?:^|(?<=[\s(\[「『:：=,、。はがをで約¥$£€|~<>*]))([-+])|([▲△]) ?|(マイナス|氷点下|プラス|minus|"
    r"negative) ?)\Z",
    re.I,
)
_SIGN_BEFORE_SYMBOL = re.compile(
    r"(?:^|(?<=[\s(\[「『:：=,、。はがをで約|~<>*]))([-+])(?=(?:US|A|C)?[¥$£€]\Z)|([▲△])(?=[¥$£€]\Z)"
)
_WORD_BEFORE = re.compile(r"[A-Za-z_#@][A-Za-z_]*[-_.]?\Z")
_CODE_BEFORE = re.compile(
    r"(?:JPY|USD|GBP|EUR|CNY|RMB|KRW|AUD|CAD|CHF|INR|US|AU|CA|No\.?|no\.?|"
    r"(?<![A-Za-z])v(?:er(?:sion)?)?\.?|Vol\.|p\.|x)\Z"
)
_HAN = re.compile(r"[\u3400-\u9fff々]")
_NUMBER_PREFIX = frozenset("間時分日月割約計金第全各毎額共満価税率量点差年同的値分比長高幅重合版末")
_SUFFIX_KANJI = frozenset("以未超間前後目内半余程弱強増減台分毎当相位税込約各計月年日時、等也の差引上下")
_KANA_AFTER_BARE = re.compile(r"[\s、。,.!?)\]」』:;]|です|だ|である|でし|でござ|と|が|は|を|に|も|より|\Z")
_BEFORE_BARE = re.compile(r"(?:^|[\s、。,.:;(\[「『=]|[はがをのと約計第])\Z")
# 数 means several, unless it ends a word for how many there are: 件数, 人数.
_VAGUE = frozenset("数何幾")
_COUNTED = frozenset("件回人個日台総点年")
# Words that begin like a numeral with a unit.
_WORDLIKE = re.compile(
    one_of(r"""
        十分(?![間前後以程経おごの]) | 一[時部般番方](?!間) | 一人[称前] | [一二三四五六七八九]十日町 | 二子 | 三重
        四国 | 九州 | 千葉 | 八百屋 | 一種の | 一部 | 一点張 | 一本化 | 一回り | 一体 | 一度に | 百貨 | 万一
        万が一 | 一つの | 一日中 | 一年中 | 十八番 | 五分五分
    """)
)


def _number_at(flat: str, start: int) -> Number | None:
    before = flat[max(0, start - 24) : start]
    chain = _CHAIN.match(flat, start)
    if chain or (before[-1:] in "-.:" and before[-2:-1].isdigit() and _CHAIN.match(flat, start - 2)):
        return None
    scanned = _scan(flat, start)
    if scanned is None:
        return None
    end, value, step, digits, has_arabic = scanned
    if not has_arabic:
        return Number(start, end, value, step, digits) if _kanji_stands(flat, start, end) else None
    if _WORD_BEFORE.search(before) and not _CODE_BEFORE.search(before):
        return None
    if before[-1:] in _VAGUE and not (before[-1:] == "数" and before[-2:-1] in _COUNTED):
        return None
    power = _TEN_POWER.match(flat, end) or (_BARE_POWER.match(flat, end) if value == 10 else None)
    if power:
        factor = Fraction(10) ** (int(power[1] or power[2]) if power.re is _TEN_POWER else int(power[1]) - 1)
        end, value, step = power.end(), value * factor, step * factor
    scale = _SCALE.match(flat, end)
    if scale and (scale[1] or flat[end] != " "):
        factor = Fraction(_SCALES[(scale[1] or scale[2]).casefold()])
        end, value, step = scale.end(), value * factor, step * factor
    elif flat[end : end + 1].isascii() and flat[end : end + 1].isalpha() and not unit_at(flat, end)[1]:
        return None
    if flat.startswith(" and a half ", end) or flat.startswith("と半", end):
        end += len(" and a half") if flat[end] == " " else len("と半")
        value, step = value + Fraction(1, 2), Fraction(0)
    ordinal = flat[end : end + 2].casefold() in ("st", "nd", "rd", "th")
    return Number(start, end, value, step, digits, ordinal=ordinal)


def _scan(flat: str, start: int) -> tuple[int, Fraction, Fraction, int, bool] | None:
    """Reads arabic and kanji digits with 十百千 and 万億兆: (end, value, step, digits, arabic digits present)."""
    total = section = Fraction(0)
    pending: Fraction | None = None
    step, digits, pos, has_arabic = Fraction(1), 0, start, False
    floor = Fraction(10**20)
    small_floor = 10**4
    while pos < len(flat) and pos - start < 60:
        arabic = _digits_at(flat, pos) if pending is None else None
        if has_arabic and pending is not None and _SPACED_MYRIAD.match(flat, pos):
            # "5.2 万トン": the space does not end the number.
            pos += 1
        char = flat[pos]
        if arabic:
            text = re.sub("[, ]", "", arabic[0]) if arabic[0].count(".") < 2 else arabic[0].replace(".", "")
            pending, has_arabic, pos = Fraction(text if text[0] != "." else "0" + text), True, arabic.end()
            step = Fraction(1, 10 ** len(text.partition(".")[2]))
            digits += len(text.replace(".", "").lstrip("0")) or 1
        elif pending is None and char in _KANJI:
            run = _KANJI_DECIMAL.match(flat, pos) or _DIGIT_RUN.match(flat, pos)
            assert run is not None
            text = "".join(str(_KANJI[c]) if c in _KANJI else "." for c in run[0])
            pending, step = Fraction(text), Fraction(1, 10 ** len(text.partition(".")[2]))
            digits, pos = digits + len(text.replace(".", "")), run.end()
        elif char in _SMALL and _SMALL[char] < small_floor:
            if pending is None:
                step, digits = Fraction(1), digits + 1
            section += (1 if pending is None else pending) * _SMALL[char]
            small_floor, step, pending, pos = _SMALL[char], step * _SMALL[char], None, pos + 1
        elif char in _MYRIADS and _MYRIADS[char] < floor and (pending is not None or section):
            floor = Fraction(_MYRIADS[char])
            total += (section + (pending or 0)) * floor
            section, pending, small_floor, step, pos = Fraction(0), None, 10**4, step * floor, pos + 1
            if flat[pos : pos + 1] == " " and re.match(r" \d[\d,.]*[万千百]", flat[pos : pos + 16]):
                pos += 1
        else:
            break
    if pos == start:
        return None
    return pos, total + section + (pending or 0), step, max(digits, 1), has_arabic


def _digits_at(flat: str, pos: int) -> re.Match[str] | None:
    spaced = _SPACED.match(flat, pos)
    return spaced if spaced and not _LABEL_BEFORE.search(flat, max(0, pos - 16), pos) else _ARABIC.match(flat, pos)


def _kanji_stands(flat: str, start: int, end: int) -> bool:
    """Whether a numeral in kanji alone is a number here and not the piece of a word or a name."""
    before = flat[start - 1 : start]
    # 勤続弐拾年, 勤続二十年: a numeral of several signs with a unit behind it needs no gap before it.
    long = end - start > 1 and bool(unit_at(flat, end)[1]) and not set(flat[start:end]).isdisjoint(_SMALL)
    if before and _HAN.match(before) and before not in _NUMBER_PREFIX and not long:
        return False
    if before in _VAGUE or (before and before.isascii() and before.isalnum()):
        return False
    if _WORDLIKE.match(flat, start):
        return False
    unit_end, readings = unit_at(flat, end)
    if not readings:
        if flat[end : end + 2] in ("月", "年度") or re.match(r"月[一二三四五六七八九十]", flat[end : end + 2]):
            return True
        return bool(_KANA_AFTER_BARE.match(flat, end)) and bool(_BEFORE_BARE.search(flat[max(0, start - 1) : start]))
    after = flat[unit_end : unit_end + 1]
    return not _HAN.match(after) or after in _SUFFIX_KANJI or after in _KANJI or after in _SMALL


def _fraction_at(flat: str, start: int) -> Number | None:
    parted = _PARTED.match(flat, start)
    if parted:
        below, above = (_plain(g) for g in parted.groups())
        return Number(start, parted.end(), Fraction(above, below), Fraction(0), 3) if below else None
    share = _SHARE_OF.match(flat, start) or _PEOPLE_IN.match(flat, start)
    if share:
        part, whole = (int(share[1]), int(share[2])) if share.re is _SHARE_OF else (int(share[2]), int(share[1]))
        if 0 < part < whole:
            return Number(start, share.end(), Fraction(part, whole), Fraction(0), 3)
    slashed = _SLASHED.match(flat, start)
    if slashed and flat[start - 1 : start] not in ("/", ".", "-") and int(slashed[3]):
        if re.search(r"[A-Za-z]\Z", flat[max(0, start - 1) : start]):
            return None
        value = Fraction(int(slashed[2]), int(slashed[3])) + int(slashed[1] or 0)
        return Number(start, slashed.end(), value, Fraction(0), 3)
    return None


def _plain(text: str) -> int:
    scanned = _scan(text, 0)
    return int(scanned[1]) if scanned else 0


def _skip(flat: str, start: int) -> int:
    if flat[start] in _KANJI_SET or flat[start] in _SMALL:
        scanned = _scan(flat, start)
        return scanned[0] if scanned and not scanned[4] else start + 1
    chain = _CHAIN.match(flat, start)
    if chain:
        return chain.end()
    tail = re.compile(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9]+)*").match(flat, start)
    return tail.end() if tail else start + 1


def _with_sign(flat: str, number: Number) -> Number:
    before = flat[max(0, number.start - 12) : number.start]
    match = _SIGN.search(before) or _SIGN_BEFORE_SYMBOL.search(before)
    if match is None:
        return number
    sign = next(g for g in match.groups() if g is not None).casefold()
    factor = 1 if sign in ("+", "プラス") else -1
    start = number.start - len(before) + match.start()
    return Number(start, number.end, number.value * factor, number.step, number.digits, number.ordinal)


def _add_words(flat: str, found: list[Number]) -> list[Number]:
    """Number words are added where no digits stand, so that "1.2 million" is read once."""
    found += [Number(m.start(), m.end(), Fraction(1, 2), Fraction(0), 3, in_words=True) for m in _HALVES.finditer(flat)]
    taken = bytearray(len(flat) + 1)
    for number in found:
        taken[number.start : number.end] = b"\1" * (number.end - number.start)
    for word in find_word_numbers(flat):
        if not any(taken[word.start : word.end]):
            whole = word.value.denominator == 1
            step, digits = (Fraction(1), len(str(word.value))) if whole else (Fraction(0), 3)
            found.append(Number(word.start, word.end, word.value, step, digits, word.ordinal, True, word.lone))
    return sorted(found, key=lambda n: n.start)
