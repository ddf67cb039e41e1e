"""What a question asks for: the unit it names, a number of percent, a price, a bound, a code, a list, a person.

Owns nothing about answers: everything is read from the wording of the question alone.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bench.rules.values import Value, read_values
from bench.rules.words import Words, words
from bench.text.fold import flatten
from bench.text.number_words import SCALE_WORDS, SCALES
from bench.text.quantities import Quantity
from bench.text.units import Unit, unit_at, unit_readings


@dataclass(frozen=True, slots=True)
class Demands:
    """The demands of a question. `units` are the readings of the unit it names, `scale` its 億 or "billions of".

    `per` is the period of a rate that it names ("monthly", 年額), as a unit; `values` are those that it states itself.
    """

    text: str
    lang: str
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
    code: bool = False
    who: bool = False
    figure: bool = False
    per: Unit | None = None
    values: tuple[Value, ...] = ()

    @property
    def words(self) -> Words:
        """The words of the question's language."""
        return words(self.lang)


@lru_cache(maxsize=512)
def read_question(question: str, lang: str) -> Demands:
    """The demands of `question`. An empty question demands nothing. Raises KeyError for an unknown language."""
    flat, table = flatten(question).strip(), words(lang)
    units, scale = _named_unit(flat)
    upper, lower = table.says("UPPER_ASKED", flat), table.says("LOWER_ASKED", flat)
    return Demands(
        text=flat,
        lang=lang,
        units=units,
        scale=scale,
        percent=table.says("PERCENT_ASKED", flat),
        price=table.says("PRICE_ASKED", flat),
        bounded=table.says("BOUND_ASKED", flat),
        upper=upper and not lower,
        lower=lower and not upper,
        listing=table.says("LIST_ASKED", flat),
        yes_no=bool(table.of("YES_NO_ASKED").match(flat)),
        version=table.says("VERSION_ASKED", flat),
        code=table.says("CODE_ASKED", flat),
        who=table.says("WHO_ASKED", flat),
        figure=table.says("FIGURE_ASKED", flat) or table.says("WHEN_ASKED", flat),
        per=next((unit for name, unit in _PERIODS.items() if table.says(name, flat)), None),
        values=read_values(flat),
    )


def rate_asked(asked: Demands, found: Value) -> bool:
    """Whether the question asks for a rate, by period or by the unit that the value has behind its slash."""
    named = [m[1] or m[2] for m in _RATE.finditer(asked.text)]
    units = {u.dimension for name in named for u in unit_readings(name)}
    per = found.data.per if isinstance(found.data, Quantity) else ()
    return asked.per is not None or bool(units & {u.dimension for u in per})


_RATE = re.compile(r"\b(?:per|an?|each) (\w+)|1 ?([A-Za-z\u3041-\u9fff]{1,6}?)(?:当たり|あたり|につき)")
_PERIODS = {
    "PER_MONTH": Unit("months", Fraction(1)),
    "PER_YEAR": Unit("months", Fraction(12)),
    "PER_DAY": Unit("time", Fraction(86400)),
    "PER_HOUR": Unit("time", Fraction(3600)),
}
_ASKED = re.compile(
    rf"(?:何|いく)(?P<ja>十億|百万|十万|[十百千万億兆])? ?|"
    rf"\b(?:how many|how much|in|number of|expressed in|\() ?(?:(?P<en>{'|'.join(SCALE_WORDS)})s?(?: of)? )?"
    r"(?:total |full |whole |more |calendar )?",
    re.I,
)


def _named_unit(flat: str) -> tuple[tuple[Unit, ...], Fraction]:
    for match in _ASKED.finditer(flat):
        end, units = unit_at(flat, match.end())
        if units and end > match.end():
            return units, Fraction(SCALES.get((match["ja"] or match["en"] or "").casefold(), 1))
    return (), Fraction(1)
