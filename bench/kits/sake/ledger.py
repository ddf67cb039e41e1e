"""The facts of one brewery group. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per brewery, and a start date that lies inside the months of the records, so that
  for every record "old edition" and "new edition" are both plausible and the deciding day decides;
- keys (slip, loan, lot, sample, batch) are unique in the whole ledger, values recur in the twins;
- no cask is lent or brought back on a day on which the brewery is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = (date(2025, 6, 1), date(2025, 9, 1), date(2025, 12, 1))
SIZES = (18, 36, 72)  # litres of a cask
JUDGES = "ABCDEF"


@dataclass(frozen=True)
class Milling:
    """Milling for others. `fees`: per band of the polishing ratio, yen a bag: table rice brought, fetched; brewing."""

    edition: int
    adopted: date
    bounds: tuple[int, ...]  # percent, falling
    lower_closed: bool  # exactly 70 % belongs to the band that begins at 70 %
    fees: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class DryRules:
    crop: int
    adopted: date
    limit: int  # tenths of a percent of moisture
    closed: bool  # exactly the limit is too moist


@dataclass(frozen=True)
class Lot:
    ref: str
    day: date
    variety: Name
    district: Name
    bags: int
    moisture: int
    trial: bool


@dataclass(frozen=True)
class Receipts:
    """One month of rice received, all of one crop."""

    first: date
    crop: int
    lots: tuple[Lot, ...]


@dataclass(frozen=True)
class CaskRules:
    edition: int
    adopted: date
    free: int  # days
    first_counts: bool  # is the day of lending day 1
    rates: tuple[int, ...]  # per started week, by SIZES
    caps: tuple[int, ...]
    cleaning: int


@dataclass(frozen=True)
class Loan:
    ref: str
    applied: date
    customer: Text
    size: int  # index of SIZES
    lent: date
    returned: date | None
    unrinsed: bool


@dataclass(frozen=True)
class Closures:
    year: int
    issued: date
    periods: tuple[tuple[date, date], ...]


@dataclass(frozen=True)
class Rates:
    """What is set aside for liquor tax. `rates`: per band of the polishing ratio: no spirit added, spirit added."""

    edition: int
    adopted: date
    bounds: tuple[int, ...]  # percent, rising
    upper_closed: bool
    rounding: str  # "down", "up", "half": litres of one slip
    samples_free: bool
    rates: tuple[tuple[int, int], ...]  # yen a litre


@dataclass(frozen=True)
class Product:
    code: str
    name: Name
    ratio: int
    spirit: bool
    ml: int
    per_case: int


@dataclass(frozen=True)
class Slip:
    ref: str
    ordered: date
    removed: date
    customer: Text
    product: Product
    cases: int
    loose: int
    note: str  # "export", "sample", "pallet" or empty


@dataclass(frozen=True)
class Correction:
    """A slip was entered wrongly. One of `cases` and `removed` is what it should say."""

    ref: str
    cases: int | None
    removed: date | None


@dataclass(frozen=True)
class Shipments:
    slips: tuple[Slip, ...]
    corrections: tuple[Correction, ...]
    issued: date  # of the corrections


@dataclass(frozen=True)
class PanelRules:
    """For sake pressed in one brewing year (July to June)."""

    year: int
    adopted: date
    dropped: str  # "both", "worst", "none"
    limit: int  # points; more is refused
    marks: int  # fault marks from which a sample is refused


@dataclass(frozen=True)
class Sample:
    ref: str
    tank: int
    pressed: date
    withdrawn: bool


@dataclass(frozen=True)
class Tasted:
    ref: str
    points: tuple[int, ...]
    faults: tuple[bool, ...]


@dataclass(frozen=True)
class Session:
    day: date
    samples: tuple[Sample, ...]
    sheet: tuple[Tasted, ...]


@dataclass(frozen=True)
class PressRules:
    year: int
    adopted: date
    alcohol: int  # tenths of a percent
    meter: int  # tenths of a degree of the sake meter


@dataclass(frozen=True)
class Reading:
    day: date
    temperature: int
    meter: int
    alcohol: int
    acidity: int


@dataclass(frozen=True)
class Batch:
    ref: str
    tank: int
    last_addition: date
    master: Name
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Brewery:
    key: str
    name: Name
    extension: int
    clerk: Name
    starts: tuple[date, date, date]  # of the new milling, cask, rates edition
    milling: tuple[Milling, Milling]
    dry_rules: tuple[DryRules, DryRules]
    receipts: tuple[Receipts, ...]
    cask_rules: tuple[CaskRules, CaskRules]
    loans: tuple[tuple[Loan, ...], ...]
    closures: tuple[Closures, ...]  # of fiscal 2024, 2025, 2026
    rates: tuple[Rates, Rates]
    products: tuple[Product, ...]
    shipments: tuple[Shipments, ...]
    panel_rules: tuple[PanelRules, PanelRules]
    sessions: tuple[Session, ...]
    press_rules: tuple[PressRules, PressRules]
    batches: tuple[tuple[Batch, ...], tuple[Batch, ...]]  # of the two brewing years


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    starts: tuple[tuple[date, date, date], ...]  # per brewery: milling, casks, rates


@dataclass(frozen=True)
class Ledger:
    group: Name
    breweries: tuple[Brewery, ...]
    circulars: tuple[Circular, ...]


def brewing_year(day: date) -> int:
    """July to June, by the year in which it begins."""
    return day.year - (day.month < 7)


def meter(tenths: int) -> str:
    """A value of the sake meter, as logs and rules write it: +1.5, -12.0."""
    return f"{'-' if tenths < 0 else '+'}{abs(tenths) // 10}.{abs(tenths) % 10}"


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/brewery/period."""
    docs = [Doc(f"circular/all/{c.starts[0][0].year}", "circular", (("circular", c),)) for c in ledger.circulars]
    for b in ledger.breweries:

        def add(kind: str, period: object, b: Brewery = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i in (0, 1):
            add("milling", b.milling[i].edition, rules=b.milling[i])
            add("dry_rules", b.dry_rules[i].crop, rules=b.dry_rules[i])
            add("cask_rules", b.cask_rules[i].edition, rules=b.cask_rules[i])
            add("rates", b.rates[i].edition, rules=b.rates[i])
            add("panel_rules", b.panel_rules[i].year, rules=b.panel_rules[i])
            add("press_rules", b.press_rules[i].year, rules=b.press_rules[i])
            add("batches", b.press_rules[i].year, batches=b.batches[i], year=b.press_rules[i].year)
            for batch in b.batches[i]:
                add("ferment", batch.ref, batch=batch)
        for closures in b.closures:
            add("closures", closures.year, closures=closures)
        for receipts in b.receipts:
            add("rice", f"{receipts.first:%Y-%m}", receipts=receipts)
        for i, loans in enumerate(b.loans):
            add("casks", i + 1, rows=loans, sheet=i + 1)
        for i, sheet in enumerate(b.shipments):
            add("shipments", i + 1, rows=sheet.slips, sheet=i + 1)
            add("corrections", i + 1, shipments=sheet, sheet=i + 1)
        for session in b.sessions:
            add("panel", f"{session.day}", session=session)
            add("samples", f"{session.day}", session=session)
        add("products", "2025")
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
