"""Lost property: the last day of keeping, and who signs for a repair of the ship that a thing was found on."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Name, Question
from bench.kits.days import DAY, half_year
from bench.kits.ferry import names
from bench.kits.ferry.ledger import Article, Branch, Found, Ledger
from bench.kits.ferry.programs import LOST, PROGRAMS, in_force, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import day, person

SUPERINTENDENT = person("Superintendent", "工務監督")


def last_day(
    b: Branch,
    article: Article,
    other_edition: bool = False,
    both_ends: bool = False,
    handed_in: bool = False,
    other_class: bool = False,
    one_edition: int | None = None,
) -> date:
    edition = in_force(b, LOST, article.found, other_edition)
    rules = b.lost[edition if one_edition is None else one_edition]
    start = article.handed_in if handed_in else article.found
    length = rules.days[(article.cls + other_class) % len(rules.days)]
    return start + DAY * (length - (rules.first_day_counts != both_ends))


def other_days(found: Found, article: Article) -> list[date]:
    """Days on which the article could have been found as well, given the order of the ledger."""
    i = found.articles.index(article)
    first = found.articles[max(i - 1, 0)].found
    last = min(found.articles[min(i + 1, len(found.articles) - 1)].found, article.handed_in)
    return [first + DAY * n for n in range((last - first).days + 1) if first + DAY * n != article.found]


@PROGRAMS.add(2, "conceptual_inclusion", "csv", hops=3)
def keep_until(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        last_day,
        {
            "other_edition": {"other_edition": True},
            "counted_both_ends": {"both_ends": True},
            "neighbouring_row": {"other_class": True},
            "day_handed_in": {"handed_in": True},
        },
    )
    cases = [
        (b, article)
        for b in ledger.branches
        for found in b.found
        for article in found.articles
        if article.handed_in != article.found and other_days(found, article)
    ]
    case = b, article = subject(rng, cases, lambda c: last_day(*c), slips, lambda c: c[1].found < c[0].starts[LOST])
    edition = in_force(b, LOST, article.found)
    found = next(f for f in b.found if article in f.articles)
    doc, rules = f"lost_ledger/{b.key}/{found.first:%Y-%m}", f"lost_rules/{b.key}/{b.lost[edition].edition}"
    other = replace(article, found=rng.choice(other_days(found, article)))
    beside = found.articles[found.articles.index(article) - 1]
    return Question(
        ask=ask(
            """
            What is the last day on which the owner can claim the article with slip {slip}?
            Until which day, that day included, is the article of slip {slip} kept?
            The article entered under slip {slip} has not been claimed. On which day does its keeping end?""",
            """
            伝票番号{slip}の品物を持ち主が受け取ることのできる最後の日はいつか。
            伝票番号{slip}の品物は、何年何月何日まで保管されますか。
            伝票{slip}の品物について、持ち主がまだ現れていません。保管期間の末日はいつですか。""",
            slip=article.slip,
        ),
        evidence=((doc, f"slip:{article.slip}"), (rules, f"class:{article.cls}"), (rules, "first"), *starts(b, LOST)),
        copied=doc,
        rival=swap(ledger, article, other),
        harmless=swap(ledger, beside, replace(beside, service=article.service + 1)),
        cut=(doc, f"slip:{article.slip}"),
        older=edition == 0,
        **outcome(day, last_day(*case), {name: slip(case) for name, slip in slips.items()}, last_day(b, other)),
    )


def yard_group(b: Branch, found: Found, article: Article, other_third: bool = False, other_row: bool = False) -> str:
    """The yard group of the ship that ran the service on the day of finding."""
    services = [service for service, _ in found.ships]
    row = (services.index(article.service) + other_row) % len(services)
    third = min((article.found.day - 1) // 10, 2)
    ship = found.ships[row][1][(third + other_third) % 3]
    return next(group for name, group, *_ in b.ships if name == ship)


def superintendent(
    ledger: Ledger, b: Branch, found: Found, article: Article, other_half: bool = False, **slip: bool
) -> Name:
    group, half = yard_group(b, found, article, **slip), half_year(article.found)
    index = next(i for i, (start, _) in enumerate(ledger.docks) if start == half) - other_half
    return next(head for name, head, _ in ledger.docks[index][1] if name == group)


@PROGRAMS.add(4, "multi_hop", "csv", hops=4)
def who_signs(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        superintendent,
        {
            "other_edition": {"other_half": True},
            "neighbouring_column": {"other_third": True},
            "neighbouring_row": {"other_row": True},
        },
    )
    cases = [
        (ledger, b, found, article)
        for b in ledger.branches
        for found in b.found
        for article in found.articles
        if article.found.month == found.first.month
        and (article.found - half_year(article.found)).days >= 9  # well inside a half-year
    ]
    case = _, b, found, article = subject(
        rng, cases, lambda c: superintendent(*c), slips, lambda c: c[3].found.month < 10
    )
    half = half_year(article.found)
    period, yard = f"{b.key}/{found.first:%Y-%m}", f"docks/all/{half:%Y-%m}"
    ship = dict(found.ships)[article.service][min((article.found.day - 1) // 10, 2)]
    rows = next(rows for start, rows in ledger.docks if start == half)
    row = next(r for r in rows if r[0] == yard_group(b, found, article))
    other = rng.choice([p for p in names.PEOPLE if p not in [r[1] for r in rows]])
    beside = rows[rows.index(row) - 1]
    return Question(
        ask=ask(
            """
            The thing on slip {slip} was found on board. Had that vessel needed a repair that day, who would have ordered it?
            In whose name would a repair have been ordered for the vessel on which the thing of slip {slip} was found, on that day?
            Slip {slip}: suppose that the vessel on which the thing was found had to be repaired that day. Who would have signed for the work?""",
            """
            伝票{slip}の忘れ物が見つかった船を、仮にその日に修理に出したとすれば、誰の名で発注することになったか。
            伝票{slip}の品が見つかった日に、その船の修理が必要であったとすれば、誰が発注することになりましたか。
            伝票{slip}の品は船内にありました。この船の修理をその日に頼むとすれば、誰の名で頼むことになりましたか。""",
            slip=article.slip,
        ),
        evidence=(
            (f"lost_ledger/{period}", f"slip:{article.slip}"),
            (f"deployment/{period}", f"service:{article.service}"),
            (f"ships/{b.key}/2025", f"ship:{ship.en}"),
            (yard, f"yard:{row[0]}"),
        ),
        copied=yard,
        rival=swap(ledger, row, (row[0], other, row[2])),
        harmless=swap(ledger, beside, (beside[0], other, beside[2])),
        cut=(f"deployment/{period}", f"service:{article.service}"),
        older=half == date(2025, 4, 1),
        **outcome(SUPERINTENDENT, superintendent(*case), {name: slip(case) for name, slip in slips.items()}, other),
    )
