"""What a question asks for: the unit it names, whether it wants a number of percent, a price, a bound, a list.

Owns nothing about answers. Everything is read from the wording of the question alone.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bench.text.fold import flatten
from bench.text.patterns import one_of, words
from bench.text.units import Unit, unit_at


@dataclass(frozen=True, slots=True)
class Asked:
    """The demands of a question. `units` are the readings of the unit it names, `scale` its 億 or "billions of"."""

    units: tuple[Unit, ...] = ()
    scale: Fraction = Fraction(1)
    percent: bool = False
    price: bool = False
    bounded: bool = False
    upper: bool = False
    lower: bool = False
    listing: bool = False
    yes_no: bool = False
    version: bool = False
    per: Unit | None = None
    """The period of a rate that the question names ("monthly", 年額), as a unit."""


@lru_cache(maxsize=512)
def read_question(question: str) -> Asked:
    """The demands of `question`. An empty question demands nothing."""
    flat = flatten(question)
    units, scale = _named_unit(flat)
    return Asked(
        units=units,
        scale=scale,
        percent=bool(_PERCENT.search(flat)),
        price=bool(_PRICE.search(flat)),
        bounded=bool(_BOUNDED.search(flat)),
        upper=bool(_UPPER.search(flat)) and not _LOWER.search(flat),
        lower=bool(_LOWER.search(flat)) and not _UPPER.search(flat),
        listing=bool(_LISTING.search(flat)),
        version=bool(_VERSION.search(flat)),
        per=next((unit for pattern, unit in _PERIODS if pattern.search(flat)), None),
        yes_no=bool(_YES_NO_EN.search(flat) or (_YES_NO_JA.search(flat) and not _WH_JA.search(flat))),
    )


_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "十万": 10**5, "百万": 10**6, "億": 10**8, "十億": 10**9,
    "兆": 10**12,
           "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}  # fmt: skip
_ASKED_JA = re.compile(r"(?:何|いく)(十億|百万|十万|[十百千万億兆])?")
_ASKED_EN = re.compile(
    r"\b(?:how many|how much|in|number of|expressed in|\() ?(?:(thousand|million|billion|trillion)s?(?: "
    r"of)? )?(?:total |full |whole |more |calendar )?",
    re.I,
)
_UNIT_PAREN = re.compile(r"\((?:単位 ?[:：]? ?)?(百万|千|万|億)?([^()\d]{1,14})\)")
_UNIT_ORDER = re.compile(r"(百万|千|万|億)?([^\s、。0-9]{1,8}?)(?:単位)?で(?:答え|お答え|教え|示し|表し|回答)")
_VERSION = re.compile(r"\bversions?\b|\breleases? number|\brevision\b|バージョン|版番号|リビジョン|ヴァージョン", re.I)
_PERCENT = re.compile(r"何 ?(?:%|パーセント)|percent|per cent|\(%\)|パーセント|how many %|%で|in %", re.I)
# Words of money: where one is asked for, a bare number can be an amount.
_PRICE = re.compile(
    words(r"""
        how much | prices? | costs? | fees? | charges? | fares? | salar(?:y|ies) | wages? | rents? | revenues?
        profits? | budgets? | amounts? | pays? | paid | rates? | deposits? | subsid(?:y|ies) | premiums? | bills?
    """)
    + "|"
    + one_of(r"""
        いくら | 料金 | 金額 | 価格 | 値段 | 費用 | 代金 | 運賃 | 家賃 | 賃料 | 給与 | 給料 | 月給 | 年収 | 初任給
        時給 | 手当 | 売上 | 利益 | 予算 | 総額 | 単価 | 負担金 | 補助金 | 助成額
    """),
    re.I,
)
# Questions about a bound: the answer may say "at most" although the reference does not.
_BOUNDED = re.compile(
    words(r"""
        at least | at most | up to | within | minimum | maximum | limit | required? | need(?:ed)? | threshold
        longest | shortest | deadline
        (?:reply|response|answer\w*|delivery|turnaround|lead|processing|waiting|notice) (?:time|period)s?
        allow(?:ed|able)? | permitted | cap | must | has to | have to | may | can
    """)
    + "|"
    + one_of(r"""
        以上 | 以下 | 以内 | 未満 | 上限 | 下限 | 最低 | 最大 | 最小 | 最長 | 最短 | 最高 | 限度 | まで | 必要
        超え | 少なくとも | られますか | られる | できますか | できる | なければ | 期限 | 納期 | 締め?切
        (?:応答|回答|対応|返信)時間 | 何日前
    """),
    re.I,
)
_PERIODS = (
    (
        re.compile(r"\b(?:monthly|per month|a month|each month)\b|月額|月会費|毎月|月々|月給|1か月あたり|月に", re.I),
        Unit("months", Fraction(1)),
    ),
    (
        re.compile(r"\b(?:yearly|annual(?:ly)?|per year|a year|each year)\b|年額|年会費|毎年|年収|年間", re.I),
        Unit("months", Fraction(12)),
    ),
    (re.compile(r"\b(?:daily|per day|a day|each day)\b|日額|毎日|1日あたり|日給", re.I), Unit("time", Fraction(86400))),
    (re.compile(r"\b(?:hourly|per hour|an hour)\b|時給|毎時|1時間あたり", re.I), Unit("time", Fraction(3600))),
)
# Which end of the bound is asked for: "at least 10" is no upper limit.
_UPPER = re.compile(
    r"以下|以内|上限|最大|最長|最高|超えて(?:は|なら)|まで|\b(?:exceed|at most|up to|within|maximum|"
    r"limit|longest|no more than)\b",
    re.I,
)
_LOWER = re.compile(r"以上|下限|最低|最小|最短|少なくとも|\b(?:at least|minimum|shortest|no less than)\b", re.I)
# Questions that ask for several things: 鳥居製作所と奏 are then two.
_LISTING = re.compile(
    words(r"""
        (?:which|what) (?:two|three|four|five|six) | all | list | respectively | each | both
    """)
    + "|"
    + one_of(r"""
        (?:[2-9二三四五六]つ?(?:社|人|名|店|校|駅|か所|件|個|つ|種類)?)(?:は|を|が)(?:何|どこ|誰|どれ|教え|すべて|挙げ)
        すべて | 全て | 列挙 | リストアップ | それぞれ | ともに | いくつか | どれとどれ | 誰と誰
    """),
    re.I,
)
_YES_NO_EN = re.compile(
    r"(?:^|[.?!\n,] ?)(?:is|are|was|were|does|do|did|can|could|may|will|would|should|has|have|must) "
    r"(?!not sure)[^.?!]{3,400}\?",
    re.I,
)
_YES_NO_JA = re.compile(
    r"(?:です|ます|でしょう|ません|でした|ました|可能|いい|よい|良い)か(?:[?。]|\s*\Z)|ですか|ますか"
)
_WH_JA = re.compile(r"何|いつ|どこ|誰|だれ|どれ|どの|どちら|どう|いくら|いくつ|なぜ|どんな|それとも|教えて|なに")


def _named_unit(flat: str) -> tuple[tuple[Unit, ...], Fraction]:
    for match in _ASKED_JA.finditer(flat):
        _, units = unit_at(flat, match.end() + (flat[match.end() : match.end() + 1] == " "))
        if units:
            return units, Fraction(_SCALES.get(match[1] or "", 1))
    for pattern in (_UNIT_PAREN, _UNIT_ORDER):
        for match in pattern.finditer(flat):
            end, units = unit_at(match[2], 0)
            if units and end == len(match[2]):
                return units, Fraction(_SCALES.get(match[1] or "", 1))
    for match in _ASKED_EN.finditer(flat):
        end, units = unit_at(flat, match.end())
        if units and end > match.end():
            return units, Fraction(_SCALES.get((match[1] or "").casefold(), 1))
    return (), Fraction(1)
