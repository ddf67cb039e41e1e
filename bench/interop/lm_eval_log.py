"""Logs of lm-evaluation-harness as what the suite imports: `samples_*.jsonl`, and the results file beside them.

Guarantees: samples of another task are refused in one sentence; model and version come from the results file, because
samples do not name them; a prompt that was not sent as a conversation is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bench.errors import DataError
from bench.interop.foreign import ForeignLog, LoggedTrial, sha256_of, utc
from bench.interop.lm_eval_task import PARAMS, reply_of
from bench.records import Arm, Item, Message, ModelRef, RunConfig

_SAMPLES = re.compile(r"samples_.+_(?P<date>\d{4}-\d{2}-\d{2}T.+)\.jsonl")
_ENDPOINTS = {"local-chat-completions": "openai-compatible", "openai-chat-completions": "openai"}
_PATH = "/chat/completions"


def read_lm_eval(paths: Sequence[Path], model: str | None = None) -> ForeignLog:
    """Read the samples of one evaluation, one file for each language and arm.

    `model`: what the suite calls the model, where the results file does not say it. Raises DataError, with every
    fault, where a file is no log of the suite's tasks, or where they are not of one evaluation.
    """
    rows = [row for path in paths for row in _rows(path)]
    if not rows:
        raise DataError(f"{', '.join(path.name for path in paths)} holds no sample.")
    configs = [_config(*row) for row in rows]
    results = _results(paths)
    spec, endpoint = _model(results, paths[0], model)
    config = _joined(configs, (row["doc"]["arm"] for _, row in rows), spec)
    return ForeignLog(
        tool="lm-eval",
        version=str(results.get("lm_eval_version", "")),
        sha256=sha256_of(paths),
        config=config,
        suite_version=str(json.loads(rows[0][1]["doc"]["suite"]).get("suite_version", "")),
        endpoint=endpoint,
        created=utc(results.get("date")),
        trials=tuple(_trial(*row) for row in rows),
    )


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(where, sample) of each line. Raises DataError for a line that is no sample of the suite's tasks."""
    try:
        lines = path.read_bytes().decode("utf-8").split("\n")
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8 at byte {error.start + 1}.") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            doc = row["doc"]
            known = {"id", "item", "key", "suite", "repeat"} <= doc.keys() and isinstance(doc["arm"], str)
            known = known and row["arguments"] is not None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            known = False
        if not known:
            raise DataError(
                f"{path}:{number} is not a sample of this suite's tasks: give the samples_*.jsonl that lm_eval writes "
                "with --log_samples."
            )
        yield f"{path.name}:{number}", row


def _config(where: str, row: Mapping[str, Any]) -> RunConfig:
    try:
        return RunConfig.model_validate(json.loads(row["doc"]["suite"])["config"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise DataError(f"{where} holds no configuration of this version of the suite ({reason}).") from error


def _joined(configs: Sequence[RunConfig], arms: Iterable[Arm], spec: str) -> RunConfig:
    """One configuration for all tasks of an evaluation, which may differ in language alone.

    Where nothing was sampled, its arms are those in the log; a sample depends on the arms that it was drawn for.
    """
    apart = {config.model_copy(update={"langs": (), "prompts": {}}).model_dump_json() for config in configs}
    if len(apart) != 1:
        raise DataError("The samples are of several evaluations with different options: import each by itself.")
    first, arms_logged = configs[0], set(arms)
    whole = first.preset == "full" and first.limit is None
    return first.model_copy(
        update={
            "langs": tuple(dict.fromkeys(lang for config in configs for lang in config.langs)),
            "arms": tuple(arm for arm in first.arms if arm in arms_logged or not whole),
            "prompts": {name: value for config in configs for name, value in config.prompts.items()},
            "model": ModelRef(spec=spec, title=spec, weights="unknown", params=PARAMS),
        }
    )


def _results(paths: Sequence[Path]) -> dict[str, Any]:
    """The results file of the evaluation. Raises DataError where it is missing or the samples are of several."""
    names = set()
    for path in paths:
        match = _SAMPLES.fullmatch(path.name)
        names.add(path.with_name(f"results_{match['date']}.json") if match else path.with_name("results_….json"))
    if len(names) != 1:
        raise DataError("The samples are of several evaluations: give the files of one, which end in the same date.")
    path_of_results = names.pop()
    try:
        results = json.loads(path_of_results.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(
            f"{path_of_results} cannot be read, and the samples do not say which model answered: keep it beside them."
        ) from error
    if not isinstance(results, dict):
        raise DataError(f"{path_of_results} is no results file of lm_eval.")
    return results


def _model(results: Mapping[str, Any], path: Path, name_here: str | None) -> tuple[str, str]:
    """(what the suite calls the model, its address)."""
    config = results.get("config") or {}
    arguments = (config.get("model_args") or {}) if isinstance(config, dict) else None
    if isinstance(arguments, str):
        arguments = dict(pair.partition("=")[::2] for pair in arguments.split(","))
    if not isinstance(arguments, dict):
        raise DataError(f"The results beside {path.name} are no results file of lm_eval: `config` is of another form.")
    address = str(arguments.get("base_url") or "").removesuffix(_PATH)
    name = arguments.get("model") or arguments.get("pretrained")
    endpoint = _ENDPOINTS.get(str(config.get("model")))
    if name_here:
        return name_here, address
    if not endpoint or not name:
        raise DataError(
            f"The results beside {path.name} are of {config.get('model')!r}, for which the suite has no name: say "
            "which model it was with --model PROVIDER:NAME."
        )
    return f"{endpoint}:{name}", address


def _trial(where: str, row: Mapping[str, Any]) -> LoggedTrial:
    doc = row["doc"]
    try:
        Item.model_validate_json(doc["item"])
        call = row["arguments"]["gen_args_0"]
        conversation, options = call["arg_0"], dict(call["arg_1"])
        text = conversation[0] if isinstance(conversation, list) else conversation
        messages = tuple(Message.model_validate(message) for message in json.loads(text))
        reply = reply_of(row["resps"][0][0])
        # Half of a surrogate pair can be written to no log; it fails here.
        json.dumps(row["resps"], ensure_ascii=False).encode()
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise DataError(
            f"{where} does not hold a conversation and its reply ({type(error).__name__}): run lm_eval with a chat "
            "model and --apply_chat_template."
        ) from error
    return LoggedTrial(
        trial_id=str(doc["id"]),
        messages=messages,
        sent=_sent(options),
        expected=lambda params: {**params, "until": []},
        reply=reply,
    )


def _sent(options: dict[str, Any]) -> dict[str, Any]:
    """generation_kwargs in the suite's words."""
    renamed = {"max_gen_toks": "max_tokens"}
    return {renamed.get(name, name): value for name, value in options.items() if name != "do_sample"}
