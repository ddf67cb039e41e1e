"""Answers from open weights on the GPUs of a Ray cluster: no server, every prompt in one batch through Ray Data.

The prompts, keys and records are those of any other run; only the call is another. Judging comes after it, by the
usual way. Guarantees: an answer is logged as soon as its batch comes back, and is not asked again.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from bench.campaign import Observer, PreparedRun
from bench.campaign.configure import opened
from bench.campaign.due import Due
from bench.campaign.serving import terminable
from bench.clients import Reply
from bench.clients.reading import Content, settle, storable
from bench.config import ModelSpec
from bench.engines import ENGINE
from bench.engines.arguments import as_number, command_line
from bench.errors import EngineError, UsageError
from bench.executors.ray import connected, require_ray
from bench.generate import answer_of
from bench.plan import PreparedTrial
from bench.records import Usage
from bench.stage import Interrupted, Stop

NAME = "ray-vllm"
BATCH = 32
"""Prompts that an engine is handed at a time: small enough that a lost one costs little."""
SAMPLING = frozenset(
    {"temperature", "top_p", "top_k", "min_p", "seed", "max_tokens", "min_tokens", "stop"}
    | {"presence_penalty", "frequency_penalty", "repetition_penalty"}
)
"""The parameters that are the same word for a server and for the engine itself."""
_SERVER_ONLY = frozenset({"reasoning_parser", "tool_call_parser", "enable_auto_tool_choice", "chat_template"})
_TOO_LONG = re.compile(r"long(er)?\b.*\b(model|context)|(model|context) length", re.IGNORECASE | re.DOTALL)

Row = dict[str, Any]


def answer_offline(run: PreparedRun, observer: Observer) -> PreparedRun:
    """Answer what the log does not have yet; the run that comes back asks only for the judging of what is answered.

    Raises UsageError where the model, Ray, vLLM or a GPU is wanting, EngineError where the engine fails as a whole,
    Interrupted on Ctrl-C; the log then holds every answer that came back.
    """
    _refuse_unfit(run)
    kwargs = engine_kwargs(run.model, run.engine_args)
    sampling_of(run.model.params)  # says what cannot be passed on before anything is started
    due = Due(run)
    with opened(run), terminable(), _interruptible(), ExitStack() as stack:
        asyncio.run(due.embed(Stop(), observer.notice))
        every = [due.prepare(trial) for trial in due.unanswered()]
        unanswered = [one for one in every if one.failure is None]
        if unanswered:
            require_build()
            ray = stack.enter_context(connected(None))
            for text in due.answers.open(stack):
                observer.notice(text)
            gpus = int(ray.cluster_resources().get("GPU", 0))
            config = processor_config(run.model, kwargs, engines_that_fit(gpus, kwargs))
            observer.notice(f"{len(unanswered)} prompts go to {run.model.name} on {gpus} GPUs of the cluster.")
            nowhere = replace(run.endpoint, base_url="")
            for number, reply in _replies(ray, config, unanswered):
                due.answers.append(answer_of(unanswered[number], run.model, nowhere, reply), settled=False)
    done = (trial for trial in run.trials if due.prepare(trial).failure or due.prepare(trial).key in due.answers)
    return replace(run, trials=tuple(done))


def engine_kwargs(model: ModelSpec, overrides: Sequence[str] = ()) -> dict[str, Any]:
    """What the engine is built with: the settings that a server of this model would be started with.

    What concerns only a server (parsers of its replies) is left out. Raises UsageError as `command_line` does, and for
    an argument with several values.
    """
    kwargs: dict[str, Any] = {}
    for word in command_line(model.engine, overrides):
        if not word.startswith("--"):
            raise UsageError(f"The engine argument {word!r} cannot be given to {NAME}: write it as NAME=VALUE.")
        name, equals, value = word[2:].partition("=")
        name = name.replace("-", "_")
        if name not in _SERVER_ONLY:
            kwargs[name] = _value(name, value) if equals else not name.startswith("no_")
            if not equals and name.startswith("no_"):
                kwargs[name.removeprefix("no_")] = kwargs.pop(name)
    return kwargs


def sampling_of(params: Mapping[str, Any]) -> dict[str, Any]:
    """A request's parameters as the engine names them; the chat template's own are not among them.

    Raises UsageError for one that a server understands and the engine does not.
    """
    sampling = {name: value for name, value in params.items() if name != "chat_template_kwargs" and value is not None}
    if "max_completion_tokens" in sampling:
        sampling["max_tokens"] = sampling.pop("max_completion_tokens")
    strangers = sorted(set(sampling) - SAMPLING)
    if strangers:
        raise UsageError(
            f"{NAME} cannot pass on the parameter{'s' if len(strangers) > 1 else ''} {', '.join(strangers)}: leave out "
            f"with --param {strangers[0]}=, or use a server."
        )
    return sampling


def processor_config(model: ModelSpec, kwargs: Mapping[str, Any], engines: int) -> Any:
    """The configuration of Ray Data's processor for this model, on at most `engines` engines at once.

    No hub token is in it: Ray would write it into its own logs. Each machine has its own.
    """
    from ray.data.llm import vLLMEngineProcessorConfig

    template: dict[str, Any] = {"enabled": True}
    if extra := model.params.get("chat_template_kwargs"):
        template["chat_template_kwargs"] = dict(extra)
    return vLLMEngineProcessorConfig(
        model_source=model.name,
        engine_kwargs=dict(kwargs),
        batch_size=BATCH,
        concurrency=(1, engines),
        should_continue_on_error=True,
        log_engine_metrics=False,
        chat_template_stage=template,
    )


def engines_that_fit(gpus: int, kwargs: Mapping[str, Any]) -> int:
    """How many engines the GPUs of a cluster carry. Raises UsageError where they do not carry one."""
    each = int(kwargs.get("tensor_parallel_size", 1)) * int(kwargs.get("pipeline_parallel_size", 1))
    if gpus < each:
        raise UsageError(
            f"The model needs {each} GPU{'s' if each > 1 else ''} and the cluster has {gpus}: set RAY_ADDRESS to a "
            "cluster with GPUs, lower --engine-arg tensor_parallel_size, or ask a server instead (leave --engine out)."
        )
    return gpus // each


def require_build() -> None:
    """Raise UsageError that names what is not installed."""
    require_ray()
    missing = [name for name in ("vllm", "transformers") if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageError(
            f"--engine {NAME} needs {' and '.join(missing)} here and on every machine of the cluster: "
            "pip install 'rag-generator-bench[ray,vllm]'."
        )


def rows_of(prepared: Iterable[PreparedTrial]) -> list[Row]:
    """What Ray Data is given: a number to know the prompt by, its messages, how to sample."""
    return [
        {
            "number": number,
            "messages": [{"role": m.role, "content": m.content} for m in one.messages],
            "sampling_params": sampling_of(one.request.params),
        }
        for number, one in enumerate(prepared)
    ]


def kept(row: Row) -> Row:
    """What comes back of a row: the columns that a reply is made of."""
    wanted = ("number", "generated_text", "num_input_tokens", "num_generated_tokens", "time_taken_llm")
    return {name: row[name] for name in wanted}


def reply_of(row: Row, max_tokens: int | None) -> Reply:
    """The reply in a row. A row that failed is a failure: one for good where the prompt is too long, else one that may
    pass. The engine's output has no finish reason here: a reply of `max_tokens` tokens counts as cut."""
    if fault := row.get("__inference_error__"):
        line = " ".join(str(fault).split())[:500]
        return Reply(failure="too_long" if _TOO_LONG.search(line) else "server", message=line)
    made = int(row["num_generated_tokens"])
    cut = max_tokens is not None and made >= max_tokens
    raw = storable(str(row["generated_text"]))
    usage = Usage(prompt_tokens=int(row["num_input_tokens"]), completion_tokens=made)
    reply = settle(
        Content(raw, None, "length" if cut else None, usage), latency_s=max(0.0, float(row["time_taken_llm"]))
    )
    if not cut:
        return reply
    message = f"The reply is as long as was allowed ({made} tokens), so it counts as cut."
    return replace(reply, finish_reason=None, message=message)


def _replies(ray: Any, config: Any, due: Sequence[PreparedTrial]) -> Iterator[tuple[int, Reply]]:
    from ray.data.llm import build_processor

    try:
        processor = build_processor(config, preprocess=_as_is, postprocess=kept)
        for row in processor(ray.data.from_items(rows_of(due))).iter_rows():
            number = int(row["number"])
            yield number, reply_of(row, sampling_of(due[number].request.params).get("max_tokens"))
    except (ray.exceptions.RayError, OSError, RuntimeError, ValueError) as error:
        line = next((line.strip() for line in reversed(str(error).splitlines()) if line.strip()), type(error).__name__)
        raise EngineError(
            f"The engine failed on the cluster: {line[:300]}. Every answer that came back is logged; the same command "
            "goes on from here."
        ) from error


def _as_is(row: Row) -> Row:
    return row


def _refuse_unfit(run: PreparedRun) -> None:
    require_ray()
    if run.endpoint.name != ENGINE or run.endpoint.given:
        raise UsageError(
            f"--engine {NAME} loads open weights itself: name a model of vllm (an alias or vllm:ORG/NAME), and leave "
            "--base-url out."
        )


def _value(name: str, text: str) -> Any:
    if name == "max_model_len" and (number := as_number(text)) is not None:
        return number
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


@contextmanager
def _interruptible() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(
            "Interrupted. Every answer that came back is logged; the same command goes on from here."
        ) from None
