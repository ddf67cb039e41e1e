"""Whether the models of a submission can be what it says: their names, prices, and what they called themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from bench.cascade import PREFIX, all_members, members
from bench.config import BASELINES, ModelEntry, Registry, load_registry
from bench.config.price_list import listed_rates
from bench.config.registry import VENDOR_HOSTS
from bench.errors import UsageError
from bench.metrics.answered_by import is_asked_for
from bench.model_values import parameters
from bench.records import RULE, ModelRef
from bench.records.answered_by import AnsweredByReport
from bench.records.submission import SubmissionBase
from bench.report.submission import provider_of
from bench.rules.version import RULE_VERSION
from bench.schema import Fault
from bench.text.names import borrowed, name_faults, skeleton

SPEC = re.compile(r"[a-z0-9][a-z0-9._-]*:\S(.*\S)?", re.DOTALL)
"""`endpoint:name`, as runs write it; the address is left out."""
DAY = timedelta(days=1)
"""How far the day of a price or a shutdown may lie from that of a run: a run lasts, and clocks differ."""
RULES = re.compile(r"rule/[1-9][0-9]{0,2}")
MOST_PARAMS = 10_000
"""Characters of all parameters of a model as JSON."""


def model_faults(s: SubmissionBase) -> Iterator[Fault]:
    """What the model and the judges of a run cannot be, whoever made it."""
    registry, day = load_registry(), _day(s.date)
    for path, model in _models(s):
        yield from _names(path, model)
        yield from _params(path, model)
        yield from _listed(path, model, registry)
        yield from _named_like_another(path, model, registry)
        yield from _price(path, model, registry, day)
    yield from _for_nothing(s, registry, day)
    yield from _baseline(s)
    yield from _panel(s)
    yield from _provider(s, registry, day)
    yield from _answered(s)


def as_listed(model: ModelRef) -> ModelRef:
    """The model under the title and maker that the registry has for it, or as it is where that does not list it."""
    entries = _entries(model.spec, load_registry())
    if not entries or (model.title, model.family) in [(entry.title, entry.family) for entry in entries]:
        return model
    return model.model_copy(update={"title": entries[0].title, "family": entries[0].family})


def _models(s: SubmissionBase) -> Iterator[tuple[str, ModelRef]]:
    yield "config.model", s.config.model
    yield from ((f"config.judges[{number}]", members(judge)[-1]) for number, judge in enumerate(s.config.judges))


def _names(path: str, model: ModelRef) -> Iterator[Fault]:
    for name in ("spec", "title", "family", "alias"):
        text = getattr(model, name)
        yield from ((f"{path}.{name}", fault) for fault in name_faults(text or ""))
        if name in ("spec", "title") and not text:
            yield f"{path}.{name}", "is empty"
    if model.spec and model.spec != RULE and not SPEC.fullmatch(model.spec):
        yield f"{path}.spec", f"{model.spec[:60]!r} is no name of a model: it is written ENDPOINT:NAME"
    if "@http" in model.spec:
        yield f"{path}.spec", "holds the address of a server: leave that out"
    if others := borrowed(model.spec):
        yield f"{path}.spec", f"holds {others[:10]!r}, which passes for plain letters or digits: write those"


def _params(path: str, model: ModelRef) -> Iterator[Fault]:
    try:
        parameters()(model.params, f"{path}.params")
    except UsageError as error:
        yield f"{path}.params", str(error)
    for name in model.params:
        yield from ((f"{path}.params", f"a name {fault}") for fault in name_faults(name))
    if (length := len(repr(model.params))) > MOST_PARAMS:
        yield f"{path}.params", f"have {length:,} characters; at most {MOST_PARAMS:,} are taken"


def _entries(spec: str, registry: Registry) -> list[ModelEntry]:
    return [entry for entry in registry.models.values() if entry.spec == spec]


def _listed(path: str, model: ModelRef, registry: Registry) -> Iterator[Fault]:
    """What is so of a model, whoever ran it. Its title and maker are shown as they are listed (see `as_listed`)."""
    entries = _entries(model.spec, registry)
    for name in ("weights", "reasoning"):
        known = [getattr(entry, name) for entry in entries]
        if known and getattr(model, name) not in known:
            yield f"{path}.{name}", f"is {getattr(model, name)!r}, but the registry has {known[0]!r} for {model.spec}"
    if model.alias in registry.models and registry.models[model.alias].spec != model.spec:
        yield f"{path}.alias", f"is the alias of {registry.models[model.alias].spec}, not of {model.spec[:60]}"


def _named_like_another(path: str, model: ModelRef, registry: Registry) -> Iterator[Fault]:
    """Names that a reader takes for those of a listed model."""
    if _entries(model.spec, registry):
        return
    own = model.spec.partition(":")[2]
    for entry in registry.models.values():
        name = entry.spec.partition(":")[2]
        if skeleton(model.spec) == skeleton(entry.spec) and model.spec.casefold() != entry.spec.casefold():
            yield f"{path}.spec", f"looks like {entry.spec} and is written otherwise"
        if skeleton(model.title) == skeleton(entry.title) and not is_asked_for(name, own):
            yield f"{path}.title", f"{model.title[:60]!r} is the name of {entry.spec}, and this is {model.spec[:60]}"


def _price(path: str, model: ModelRef, registry: Registry, day: date | None) -> Iterator[Fault]:
    """A listed model costs what its provider takes: never less than that on the day of the run.

    Before the day for which the registry states a price nobody knows it here; it was not nothing.
    """
    prices = [entry for entry in _entries(model.spec, registry) if entry.price]
    if not prices or day is None or model.price_input is None or model.price_output is None:
        return
    rates = [entry.rates(when) for entry in prices for when in (day - DAY, day, day + DAY)]
    stated = min(date.fromisoformat(entry.price.as_of) for entry in prices if entry.price)
    for name in ("input", "output", "cached"):
        given = getattr(model, f"price_{name}")
        # Without a price of its own a cached token costs what the others do.
        least = min(r.input if (rate := getattr(r, name)) is None else rate for r in rates if r)
        if given is not None and given < least and (given == 0 or day >= stated - DAY):
            yield f"{path}.price_{name}", f"is {given:g}, but {model.spec} costs {least:g} USD per million tokens"


def _for_nothing(s: SubmissionBase, registry: Registry, day: date | None) -> Iterator[Fault]:
    """A price of 0 at a provider, for a model that the registry does not list: only where the price list has it so."""
    model, home = s.config.model, provider_of(s.config.model)
    prices = {name: getattr(model, f"price_{name}") for name in ("input", "output", "cached")}
    if s.served != "provider" or 0 not in prices.values() or _entries(model.spec, registry) or home is None or not day:
        return
    endpoint, _, name = model.spec.partition(":")
    rates = listed_rates(name, home or f"https://{VENDOR_HOSTS.get(endpoint, '')}", day)
    for part, price in prices.items():
        if price == 0 and (rates is None or getattr(rates, part) != 0):
            yield f"config.model.price_{part}", f"is 0, and no price list has {model.spec[:60]} for nothing"


def _baseline(s: SubmissionBase) -> Iterator[Fault]:
    model = s.config.model
    endpoint, _, name = model.spec.partition(":")
    if endpoint == "baseline" and (model.weights != "none" or name not in BASELINES):
        yield "config.model", f"{model.spec[:60]} with weights {model.weights!r} is none of the built-in baselines"
    if model.spec == RULE:
        yield "config.model.spec", f"{RULE!r} is a judge and answers nothing"


def _panel(s: SubmissionBase) -> Iterator[Fault]:
    judges = s.config.judges
    asked = [members(judge)[-1].spec for judge in judges]
    for looks, times in Counter(map(skeleton, asked)).items():
        if times > 1:
            spec = next(spec for spec in asked if skeleton(spec) == looks)
            yield "config.judges", f"{spec[:60]} stands {times} times: each judge has one vote"
    for number, judge in enumerate(judges):
        path = f"config.judges[{number}]"
        if judge.spec.partition(":")[0] == "baseline":
            yield f"{path}.spec", f"{judge.spec[:60]}: a built-in baseline judges nothing"
        if (judge.spec == RULE) != (judge.weights == "none"):
            yield f"{path}.weights", f"{judge.weights!r} does not fit {judge.spec[:60]}: only the rule judge has none"
        if (judge.rules is not None) != judge.spec.startswith(PREFIX):
            yield (
                f"{path}.rules",
                f"{judge.rules!r} does not fit {judge.spec[:60]}: a judge {PREFIX}MODEL has a version",
            )
        elif judge.rules is not None and not RULES.fullmatch(judge.rules):
            yield f"{path}.rules", f"{judge.rules[:20]!r} is no version of the rules, such as {RULE_VERSION}"


def _provider(s: SubmissionBase, registry: Registry, day: date | None) -> Iterator[Fault]:
    model = s.config.model
    if s.served != "provider":
        return
    if provider_of(model) is None:
        yield "served", f"{model.spec[:60]} names no provider: an endpoint of one's own is served 'own'"
    for entry in _entries(model.spec, registry):
        if entry.shutdown and day and day > entry.shutdown + DAY:
            yield "served", f"cannot be 'provider': its maker shut {model.spec} down on {entry.shutdown}"


def _answered(s: SubmissionBase) -> Iterator[Fault]:
    known = [("model", s.config.model.spec), *(("judge", judge.spec) for judge in all_members(s.config.judges))]
    asked = {"model": s.usage.calls, "judge": s.judge_usage.calls}
    seen = Counter((one.role, one.spec) for one in s.answered_by)
    for number, one in enumerate(s.answered_by):
        path = f"answered_by[{number}]"
        if (one.role, one.spec) not in known:
            yield path, f"is of {one.role[:20]} {one.spec[:60]}, which is none of this run"
            continue
        if seen[one.role, one.spec] > 1:
            yield path, f"{one.spec[:60]} stands {seen[one.role, one.spec]} times"
        yield from ((f"{path}.{name}", fault) for name, fault in _counts(one, asked[one.role]))


def _counts(one: AnsweredByReport, asked: int) -> Iterator[Fault]:
    if one.calls > asked:
        yield "calls", f"is {one.calls}, more than the {asked} calls that were made"
    counted: dict[str, dict[str, int]] = {n: getattr(one, n) for n in ("models", "fingerprints", "providers")}
    for name, counts in counted.items():
        if (total := sum(counts.values())) > one.calls:
            yield name, f"count {total} replies, more than the {one.calls} that came back"
    if one.cut > one.calls or (one.cut and one.role != "model"):
        yield "cut", f"is {one.cut} of {one.calls} prompts of the {one.role}"
    name_asked = one.spec.partition(":")[2]
    unsaid = [name for name in one.models if not is_asked_for(name_asked, name) and name not in one.others]
    if unsaid or not set(one.others) <= set(one.models):
        yield "others", f"must name those of `models` that are not {name_asked[:60]}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
