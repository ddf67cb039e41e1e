"""A kit of one page, for tests of the machinery: shops with price lists in two editions, and a notice of the first days.

It has what a kit needs (twins, editions, a rival, a false premise) and a world large enough for tier 1 alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random

from bench.kits.base import Doc, Kit, Name, Programs, Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.pools import names, texts
from bench.kits.questions import ask, both, outcome, premise, slips_of, subject
from bench.kits.shapes import yen

SHOPS = names("""
柚町 ゆずまち Yuzumachi; 蓼原 たではら Tadehara; 楢坂 ならさか Narasaka; 榎戸 えのきど Enokido
椋本 むくもと Mukumoto; 櫨畑 はぜばた Hazebata; 茅場 かやば Kayaba; 蕗沢 ふきざわ Fukizawa
""")
GOODS = texts(
    "copper kettle | 銅のやかん; bamboo ladle | 竹の柄杓; iron trivet | 鉄の五徳; cedar box | 杉の箱; horn comb | 角の櫛"
)
OFFICES = texts("Sales Section | 販売課; Accounts Section | 経理課")
PROGRAMS = Programs()


@dataclass(frozen=True)
class Line:
    code: str
    what: Text
    price: int


@dataclass(frozen=True)
class Prices:
    edition: int
    adopted: date
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Shop:
    name: Name
    start: date
    prices: tuple[Prices, Prices]


@dataclass(frozen=True)
class Ledger:
    shops: tuple[Shop, ...]


def draw(rng: Random) -> Ledger:
    shops = []
    for number, name in enumerate(rng.sample(SHOPS, len(SHOPS))):
        prices = [
            Prices(
                edition + 3,
                date(2024 + edition, 2, rng.randrange(3, 28)),
                tuple(
                    Line(
                        f"{'QRSTUVWX'[number]}{row:02}",
                        rng.choice(GOODS),
                        rng.randrange(300 + 400 * edition, 700 + 400 * edition),
                    )
                    for row in range(1, 61)
                ),
            )
            for edition in (0, 1)
        ]
        shops.append(Shop(name, date(2025, 6, rng.choice((1, 11, 21))), (prices[0], prices[1])))
    return Ledger(tuple(shops))


def plan(ledger: Ledger) -> list[Doc]:
    docs = [Doc("notice/all/2025", "notice", (("shops", ledger.shops),))]
    for shop in ledger.shops:
        for prices in shop.prices:
            key = shop.name.en.lower()
            docs.append(Doc(f"prices/{key}/{prices.edition}", "prices", (("shop", shop), ("prices", prices))))
    return docs


def price(shop: Shop, row: int, day: date, other_edition: bool = False, other_row: bool = False) -> int:
    prices = shop.prices[int((day >= shop.start) != other_edition)]
    return prices.lines[(row + other_row) % len(prices.lines)].price


SLIPS = {"other_edition": {"other_edition": True}, "neighbouring_row": {"other_row": True}}


def _case(ledger: Ledger, rng: Random) -> tuple[Shop, int, date]:
    cases = [
        (shop, row, shop.start + DAY * shift) for shop in ledger.shops for row in range(2, 60) for shift in (-9, 9)
    ]
    return subject(rng, cases, lambda c: price(*c), slips_of(price, SLIPS), lambda c: c[2] < c[0].start)


@PROGRAMS.add(1, "markdown", hops=2)
def price_of(ledger: Ledger, rng: Random) -> Question:
    case = shop, row, day = _case(ledger, rng)
    prices = shop.prices[day >= shop.start]
    doc, line, beside = f"prices/{shop.name.en.lower()}/{prices.edition}", prices.lines[row], prices.lines[row - 1]
    return Question(
        ask=ask(
            """
            What does article {code} cost at the {shop} shop on {day}, in yen?
            How many yen are asked for {code} at {shop} on {day}?
            On {day} somebody buys {code} at {shop}. For how many yen?""",
            """
            {day}に{shop}店で商品{code}を買うと何円か。
            {shop}店における{code}の{day}の価格は何円ですか。
            {day}、{shop}店で{code}を１点求めた客が支払う額はいくらですか。""",
            code=line.code,
            shop=shop.name,
            day=both("d", day),
        ),
        evidence=((doc, f"line:{line.code}"), ("notice/all/2025", f"start:{shop.name.en}")),
        copied=doc,
        rival=swap(ledger, line, replace(line, price=line.price + 30)),
        harmless=swap(ledger, beside, replace(beside, price=beside.price + 30)),
        cut=(doc, f"line:{line.code}"),
        older=prices is shop.prices[0],
        **outcome(
            yen, price(*case), {name: slip(case) for name, slip in slips_of(price, SLIPS).items()}, line.price + 30
        ),
    )


@PROGRAMS.add(1, "markdown", hops=2, kind="false_premise")
def price_said(ledger: Ledger, rng: Random) -> Question:
    case = shop, row, day = _case(ledger, rng)
    prices = shop.prices[day >= shop.start]
    doc, line, beside = f"prices/{shop.name.en.lower()}/{prices.edition}", prices.lines[row], prices.lines[row - 1]
    wrong = price(*case, other_edition=True)
    facts = {"code": line.code, "shop": shop.name, "day": both("d", day)}
    return Question(
        ask=ask(
            """
            Why does {code} cost {wrong} at {shop} on {day}?
            Which edition sets the {wrong} that {code} costs at {shop} on {day}?
            On {day} {shop} sells {code} for {wrong}. Since when?""",
            """
            {day}に{shop}店の{code}が{wrong}であるのはなぜか。
            {shop}店で{day}に{code}が{wrong}と定められているのは、どの版によりますか。
            {day}、{shop}店は{code}を{wrong}で売っています。いつからの価格ですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=((doc, f"line:{line.code}"), ("notice/all/2025", f"start:{shop.name.en}")),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, price=beside.price + 30)),
        **premise(
            yen,
            price(*case),
            wrong,
            "{code} costs {right} at {shop} on {day}, not {refuted}.",
            "{day}の{shop}店の{code}は{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


KIT = Kit(
    name="toy",
    trade=Text("Household goods", "荒物"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(OFFICES[0], OFFICES[1]),
    snapshot="2025-12-01",
    folder=Path(__file__).parent,
)
