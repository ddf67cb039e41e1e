"""Judges by their names: looked up, held to each other, and as a manifest names them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.campaign.judging import Reached, ReachedJudge
from bench.cascade import PREFIX, cascade_ref, rule_ref
from bench.config import Endpoint, ModelSpec, Registry, first_judge, resolve
from bench.errors import ConfigError
from bench.judge.rule import SPEC as RULE
from bench.records import ModelRef
from bench.rules.version import RULE_VERSION

RULE_REF = rule_ref(RULE_VERSION)


def default_judge(endpoint: Endpoint, registry: Registry | None = None) -> str:
    """The judge when none is named: a cascade with the registry's first judge whose key is set and that still answers.

    Without one it is the rule judge alone, and so for a built-in baseline: it costs nothing to run and should cost
    nothing to judge.
    """
    model = None if endpoint.wire == "baseline" else first_judge(registry)
    return f"{PREFIX}{model}" if model else RULE


def resolve_judge(name: str, *, base_url: str | None = None, registry: Registry | None = None) -> ReachedJudge:
    """The judge that `name` stands for, at `base_url` where the name carries no address; None is the rule judge.

    `rule+NAME` is a cascade: the rules, and the model NAME for what they leave. Raises UsageError or ConfigError.
    """
    if name == RULE:
        return None
    bare = name.removeprefix(PREFIX)
    if not bare or bare == RULE:
        raise ConfigError(
            f"{name} is no judge: name the model that judges what the rules leave, as in `{PREFIX}MODEL`."
        )
    model, endpoint = resolve(bare, base_url=base_url, registry=registry)
    if endpoint.wire == "baseline":
        raise ConfigError(f"{bare} cannot judge: name a model, or `rule` for the deterministic judge.")
    return Reached(model, endpoint, after_rules=bare != name)


def models_of(judges: Iterable[ReachedJudge]) -> list[tuple[ModelSpec, Endpoint]]:
    """Those of the judges that are models, or cascades with one, each with its endpoint."""
    return [(judge.model, judge.endpoint) for judge in judges if judge]


def refuse_repeated(judges: Sequence[ReachedJudge]) -> None:
    """Raise ConfigError where one judge would have two votes."""
    specs = [judge.model.spec if judge else RULE for judge in judges]
    twice = sorted({spec for spec in specs if specs.count(spec) > 1})
    if twice:
        raise ConfigError(f"Each judge has one vote: name {', '.join(twice)} once.")
    if RULE in specs and any(judge and judge.after_rules for judge in judges):
        raise ConfigError(f"Each judge has one vote: the rules vote in `{PREFIX}MODEL` already, so leave out `{RULE}`.")


def judge_ref(judge: ReachedJudge) -> ModelRef:
    """A judge as a manifest names it."""
    if judge is None:
        return RULE_REF
    ref = model_ref(judge.model)
    return cascade_ref(ref, RULE_VERSION) if judge.after_rules else ref


def model_ref(model: ModelSpec) -> ModelRef:
    """A model as a manifest names it."""
    return ModelRef.model_validate(model, from_attributes=True)
