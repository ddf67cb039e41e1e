"""A run as a record of Every Eval Ever: one JSON file with its figures, and beside it a line for each scored trial.

The shape is version 0.3.0 of the schemas of https://github.com/evaleval/every_eval_ever, read on 2026-11-30 in the
package every-eval-ever 0.3.0; the folder is laid out as that project's data are. Guarantees: the same run gives the
same bytes and names; an undefined figure is left out, never 0; so is one of which neither direction is better, as the
schema has no word for it.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bench import __version__
from bench.cascade import all_members
from bench.config.registry import LOCAL_SERVERS
from bench.export.every_eval_samples import SCHEMA, result_id, samples
from bench.export.settings import Settings
from bench.export.source import Source
from bench.export.tables import Number, numbers_of
from bench.export.writing import json_document, json_lines
from bench.kinds import KINDS
from bench.prompts import load
from bench.records import RULE, ArmResult, ModelRef

LIBRARY = "rag-generator-bench"


def every_eval_ever(sources: Sequence[Source], settings: Settings) -> dict[str, bytes]:
    """data/COLLECTION/DEVELOPER/MODEL/UUID.json for each run, and UUID_samples.jsonl where texts may go out.

    COLLECTION is the dataset. UUID is made of the run's digest and name. A trial that could not be scored has no line,
    because a line needs a score; how many there are is told.
    """
    files: dict[str, bytes] = {}
    for source in sources:
        record = _record(source, settings)
        place = f"data/{_part(source.summary.dataset.name)}/{record['model_info']['id']}/{_name(source)}"
        lines = samples(source, record["evaluation_id"], record["model_info"]["id"]) if settings.texts else []
        if settings.texts and len(lines) < len(source.trials):
            settings.tell(
                f"{source.log.manifest.run}: {len(source.trials) - len(lines)} of {len(source.trials)} trials have no "
                "line of their own: they are not scored, or of a kind that no accuracy counts."
            )
        if lines:
            files[f"{place}_samples.jsonl"] = data = json_lines(lines)
            record["detailed_evaluation_results"] = {
                "format": "jsonl",
                "file_path": f"{place}_samples.jsonl",
                "hash_algorithm": "sha256",
                "checksum": hashlib.sha256(data).hexdigest(),
                "total_rows": len(lines),
            }
        files[f"{place}.json"] = json_document(record)
    return files


def _record(source: Source, settings: Settings) -> dict[str, Any]:
    summary, manifest = source.summary, source.log.manifest
    model = _model(summary.model, source)
    made = _epoch(max((call.at for call in (*source.log.answers, *source.log.votes) if call.at), default=""))
    made = made or _epoch(manifest.created)
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"{LIBRARY}.{_part(summary.dataset.name)}.{manifest.digest[:12]}/{model['id']}/{made}",
        "evaluation_timestamp": manifest.created,
        "retrieved_timestamp": made,
        "source_metadata": {
            "source_name": LIBRARY,
            "source_type": "evaluation_run",
            "source_organization_name": settings.by or "unknown",
            # Nothing in a run says how whoever ran it stands to the model's maker.
            "evaluator_relationship": "other",
        },
        "eval_library": {
            "name": LIBRARY,
            "version": manifest.suite_version,
            "additional_details": _strings(
                exported_by=__version__,
                run_digest=manifest.digest,
                complete=summary.complete,
                missing_trials=summary.missing,
                asked_by=manifest.config.imported.tool if manifest.config.imported else None,
                note=summary.judge.note,
            ),
        },
        "model_info": model,
        "evaluation_results": [
            _result(source, result, number)
            for result in summary.results
            for number in numbers_of(result)
            if number.value is not None and number.figure.better
        ],
    }


def _result(source: Source, result: ArmResult, number: Number) -> dict[str, Any]:
    return {
        "evaluation_result_id": result_id(result.lang, result.arm, number.name),
        "evaluation_name": f"{LIBRARY}.{_part(source.summary.dataset.name)}.{result.lang}.{result.arm}",
        "source_data": _dataset(source, result.trials),
        "metric_config": _metric(source, number, result.lang),
        "score_details": _score(number, result),
        "generation_config": _generation(source),
    }


def _dataset(source: Source, trials: int) -> dict[str, Any]:
    data = source.summary.dataset
    facts = _strings(version=data.version, sha256=data.sha256, licence=data.licence, trials=trials)
    return {"dataset_name": data.name, "source_type": "other", "additional_details": facts}


def _metric(source: Source, number: Number, lang: str) -> dict[str, Any]:
    figure = number.figure
    named = next((part.words["en"] for part in figure.parts if part.key == number.key), number.key)
    cost = float(number.key) if figure.unit == "qualities" and number.key else None
    sizes = figure.unit == "reach"
    metric: dict[str, Any] = {
        "metric_id": f"{LIBRARY}.{number.name}",
        "metric_name": f"{figure.words['en']}: {named}" if named else figure.words["en"],
        "metric_kind": {"qualities": "utility", "reach": "size"}.get(figure.unit, "rate"),
        "metric_unit": "count" if sizes else "points" if cost is not None else "proportion",
        "lower_is_better": figure.better == "lower",
        "score_type": "continuous",
        # Q(k) and V(k, u) are at best 1 and, where everything is wrong, -k.
        "min_score": -cost if cost is not None else 0,
        "max_score": "Infinity" if sizes else 1,
        "additional_details": {"defined_in": f"docs/metrics.md, {figure.anchor}"},
    }
    if cost is not None:
        metric["metric_parameters"] = {"k": cost}
    models = [judge for judge in all_members(source.log.manifest.config.judges) if judge.spec != RULE]
    if models:
        metric["llm_scoring"] = {
            "judges": [{"model_info": _model(judge)} for judge in models],
            "input_prompt": _judge_prompt(source, lang),
            **({"aggregation_method": "majority_vote"} if len(source.log.manifest.config.judges) > 1 else {}),
        }
    return metric


def _score(number: Number, result: ArmResult) -> dict[str, Any]:
    counts = _strings(k=number.k, n=number.n, questions=number.questions, lang=result.lang, arm=result.arm)
    ends = number.ci95_questions or number.ci95
    sure: dict[str, Any] = {"num_samples": number.n} if number.n is not None else {}
    if ends:
        method = "bootstrap over questions" if number.k is None else "Wilson, by independent questions"
        interval = {"lower": ends[0], "upper": ends[1], "confidence_level": 0.95, "method": method}
        sure |= {"confidence_interval": interval}
    return {"score": number.value, "details": counts, **({"uncertainty": sure} if sure else {})}


def _generation(source: Source) -> dict[str, Any]:
    config = source.log.manifest.config
    params = dict(config.model.params)
    known: dict[str, Any] = {"reasoning": config.model.reasoning}
    for name in ("temperature", "top_p", "top_k"):
        if isinstance(params.get(name), int | float):
            known[name] = params.pop(name)
    for name in ("max_tokens", "max_completion_tokens"):
        if isinstance(params.get(name), int) and params[name] > 0:
            known["max_tokens"] = params.pop(name)
    rest = _strings(params=params or None, prompts=config.prompts or None, seed=config.seed, repeats=config.repeats)
    return {"generation_args": known, "additional_details": rest}


def _model(model: ModelRef, source: Source | None = None) -> dict[str, Any]:
    """What a model is called there. Of a model in a folder of this machine only the folder's own name goes out."""
    endpoint, _, name = model.spec.partition("@http")[0].partition(":")
    own_folder = name.startswith(("/", ".", "~"))
    name = name.rstrip("/").rpartition("/")[2] if own_folder else name
    parts = [_part(part) for part in name.split("/") if part]
    owner, *rest = parts if len(parts) > 1 else [_part(endpoint), *parts]
    sessions = source.engine.sessions if source else ()
    mine = bool(sessions) or endpoint in LOCAL_SERVERS
    served = "self_deployed" if mine else "externally_managed" if model.weights == "closed" else "unknown"
    weights = {"open": "open_weights", "closed": "closed_weights"}.get(model.weights, "unknown")
    info: dict[str, Any] = {
        "name": name if own_folder else model.title,
        "id": f"{owner}/{'_'.join(rest) or 'unknown'}",
        "inference_platform": endpoint,
        "additional_details": {
            "deployment_type": served,
            "model_availability": weights,
            **_strings(family=model.family, reasoning=model.reasoning),
        },
    }
    if sessions:
        info["inference_engine"] = {"name": sessions[-1].engine, "version": sessions[-1].version or "unknown"}
    return info


def _judge_prompt(source: Source, lang: str) -> str:
    """The texts of the prompts that judged, where the suite still has them; else their names and fingerprints."""
    asked = source.log.manifest.config.prompts
    told = []
    for role in dict.fromkeys(kind.judge_prompt for kind in KINDS.values()):
        if (wanted := asked.get(f"{role}.{lang}")) is None:
            continue
        shipped = load(role, lang)
        same = shipped.fingerprint == wanted
        told.append(f"{shipped.system}\n\n{shipped.user}" if same else f"{role}.{lang}, fingerprint {wanted}")
    return "\n\n".join(told) or "unknown"


def _strings(**facts: object) -> dict[str, str]:
    """Details as the schema wants them, all text; what is not known or empty is left out."""
    told = {name: fact for name, fact in facts.items() if fact is not None and fact != ""}
    return {n: f if isinstance(f, str) else json.dumps(f, ensure_ascii=False, sort_keys=True) for n, f in told.items()}


def _name(source: Source) -> uuid.UUID:
    """A random-looking name that the same run always gets: of version 4, as the schema asks."""
    known = f"{source.log.manifest.digest}|{source.log.manifest.run}"
    return uuid.UUID(bytes=hashlib.sha256(known.encode()).digest()[:16], version=4)


def _epoch(at: str) -> str:
    """Seconds since 1970 of an ISO 8601 time, which is UTC where it names no zone; empty for none."""
    if not at:
        return ""
    moment = datetime.fromisoformat(at)
    return str(int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()))


def _part(name: str) -> str:
    """One part of a path on any machine, made of letters, digits, dots, hyphens and underscores."""
    safe = re.sub(r"[^A-Za-z0-9._+-]", "_", name)[:80].strip(". ") or "unknown"
    reserved = safe.partition(".")[0].upper() in _DEVICES or safe == "data"
    return f"_{safe}" if reserved else safe


_DEVICES = frozenset({"CON", "PRN", "AUX", "NUL", *(f"{device}{n}" for device in ("COM", "LPT") for n in range(1, 10))})
