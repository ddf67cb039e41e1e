"""The server under a run: found running, or started for it and stopped after it, and what it counted meanwhile.

Guarantees: a server that was started here is stopped, with everything it started, whatever ends the run; a run with
nothing left to ask starts none; the record of every session is in the run's engine.json.
"""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace

from bench.call_record import now
from bench.campaign.configure import PreparedRun
from bench.campaign.due import Due
from bench.config import Endpoint, ModelSpec
from bench.engines import ENGINE, own_models
from bench.engines.arguments import command_line, value_of
from bench.engines.checks import clashes, require_build, require_model, sampling_trouble
from bench.engines.counts import added, counts_of
from bench.engines.lengths import Prompt, check_lengths, model_text
from bench.engines.process import OnProgress
from bench.engines.vllm import VllmServer, served_at, version_at
from bench.errors import ProviderError, UsageError
from bench.log import write_whole
from bench.records.engine import EngineCounts, EngineLog, EngineSession
from bench.run_folder import ENGINE as ENGINE_FILE
from bench.run_folder import ENGINE_LOG, read_engine_log
from bench.stage import Interrupted, Stop

WATCH_S = 0.5
SETTLE_S = 5.0
"""How long a server whose calls fail is given to turn out dead, so that its own words are the error."""


@dataclass(frozen=True)
class RunWithServer:
    """A run with the addresses of its servers in it, and the server that was started for it, if one was."""

    run: PreparedRun
    server: VllmServer | None = None

    @asynccontextmanager
    async def watched(self, stop: Stop) -> AsyncIterator[None]:
        """While inside, a server of one's own that ends by itself stops the run, and the end of its log says why."""
        if self.server is None:
            yield
            return
        watching = asyncio.create_task(_watch(self.server, stop))
        try:
            yield
        finally:
            watching.cancel()


def server_wanted(due: Due, notice: Callable[[str], None]) -> ModelSpec | None:
    """The model that a server must be started for; None where all are reached as they are. Checks before it starts.

    Raises UsageError where vLLM, the model or the room for its prompts is wanting.
    """
    run = due.run
    own = own_models(run.models)
    missing = [model for model, endpoint in own if run.engine_args or not _is_served(model, endpoint, notice)]
    if not missing or not work_for(due, missing):
        return None
    if len(missing) > 1:
        names = " and ".join(model.name for model in missing)
        raise UsageError(
            f"{names} need a vLLM server each, and the suite starts one: start the other yourself and give its "
            "address, as vllm:NAME@http://HOST:PORT/v1."
        )
    model = missing[0]
    build = require_build()
    for clash in (*clashes(build), *sampling_trouble(build, model.params)):
        notice(clash)
    arguments = command_line(model.engine, run.engine_args)
    require_model(model.name, value_of(arguments, "revision"))
    if model.name == run.model.name:
        notice("Reading the prompts with the model's own tokenizer, to see whether they fit.")
        short = check_lengths(_prompts(due), model_text(model.name, arguments, model.params), model.params)
        if short:
            notice(short)
    notice(f"vLLM {build.version}, {'on the CPU' if build.device == 'cpu' else 'for GPUs'}, will serve {model.name}.")
    return model


def work_for(due: Due, models: Iterable[ModelSpec]) -> bool:
    """Whether `models`, each the run's or a judge's, have an answer to give or a judge's call to make."""
    if due.more_than_logged or next(due.unanswered(), None) is not None:
        return True
    names = {model.name for model in models}
    judges = {number for number, judge in enumerate(due.run.judges) if judge and judge.model.name in names}
    return bool(judges) and any(
        not call.made and (call.judge in judges or call.log is due.intents) for call in due.judge_calls()
    )


def _prompts(due: Due) -> Iterator[Prompt]:
    """The prompts of the answers still to be asked for. One whose context needs embeddings first is not among them."""
    for trial in filter(due.can_prepare, due.unanswered()):
        yield Prompt(f"item {trial.item.id}, {trial.item.lang}, {trial.arm}", due.prepare(trial).messages)


@contextmanager
def served(
    run: PreparedRun, wanted: ModelSpec | None, notice: Callable[[str], None], progress: OnProgress
) -> Iterator[RunWithServer]:
    """`run` on its servers, one of them started for `wanted`. `progress` is called while it starts.

    Raises EngineError with the end of the server's log where it does not come up or ends before the run does.
    """
    if wanted is None:
        with _counted(run, [_session(model, endpoint.base_url) for model, endpoint in _addresses(run)]):
            yield RunWithServer(run)
        return
    arguments = command_line(wanted.engine, run.engine_args)
    server = VllmServer(wanted.name, arguments, run.folder / ENGINE_LOG)
    with terminable():
        try:
            notice(f"Starting a vLLM server for {wanted.name}; its log: {run.folder / ENGINE_LOG}")
            waited = server.start_and_wait(progress)
            notice(f"The server answers at {server.base_url} after {waited:.0f} s.")
            with _counted(run, [_session(wanted, server.base_url, started=True, arguments=arguments)]):
                yield RunWithServer(_at(run, wanted.name, server.base_url), server)
        except ProviderError as error:
            if _has_died(server):
                raise server.death("in mid-run") from error
            raise
        finally:
            server.stop()


@contextmanager
def terminable() -> Iterator[None]:
    """While inside, SIGTERM ends the work like Ctrl-C does, so that everything open is closed. Main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        del number, frame
        raise Interrupted("Ended by SIGTERM. Everything that came back is logged; the same command goes on from here.")

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


async def _watch(server: VllmServer, stop: Stop) -> None:
    while server.running:
        await asyncio.sleep(WATCH_S)
    stop.set(server.death("in mid-run"))


def _has_died(server: VllmServer) -> bool:
    until = time.monotonic() + SETTLE_S
    while server.running and time.monotonic() < until:
        time.sleep(WATCH_S)
    return not server.running


def _is_served(model: ModelSpec, endpoint: Endpoint, notice: Callable[[str], None]) -> bool:
    names = served_at(endpoint.base_url, _key(endpoint))
    if names is not None and model.name not in names:
        notice(f"The server at {endpoint.base_url} serves {', '.join(names) or 'nothing'}, not {model.name}.")
    return names is not None and model.name in names


def _at(run: PreparedRun, model: str, base_url: str) -> PreparedRun:
    """The run with the address of a server of its own wherever that model is asked."""

    def moved(spec: ModelSpec, endpoint: Endpoint) -> Endpoint:
        own = endpoint.name == ENGINE and not endpoint.given and spec.name == model
        return replace(endpoint, base_url=base_url) if own else endpoint

    judges = tuple(judge and judge._replace(endpoint=moved(judge.model, judge.endpoint)) for judge in run.judges)
    return replace(run, endpoint=moved(run.model, run.endpoint), judges=judges)


def _addresses(run: PreparedRun) -> list[tuple[ModelSpec, Endpoint]]:
    """The running vLLM servers of a run, each address once."""
    return list({e.base_url: (model, e) for model, e in reversed(run.models) if e.name == ENGINE}.values())


def _session(
    model: ModelSpec, address: str, *, started: bool = False, arguments: tuple[str, ...] = ()
) -> EngineSession:
    """A session that begins now, on a server that was running or has been `started` with these arguments."""
    return EngineSession(
        engine=ENGINE,
        version=version_at(address),
        started=started,
        address=address,
        model=model.name,
        arguments=arguments,
        at=now(),
    )


@contextmanager
def _counted(run: PreparedRun, sessions: Sequence[EngineSession]) -> Iterator[None]:
    """Write what each server counted meanwhile into engine.json, also where the run fails.

    A server that was running before and has no figures leaves no session: it is any server that speaks the wire.
    """
    before = [counts_of(session.address) for session in sessions]
    try:
        yield
    finally:
        after = [counts_of(session.address) if b else None for session, b in zip(sessions, before, strict=True)]
        counted = [
            session.model_copy(update={"counts": added(b, a)})
            for session, b, a in zip(sessions, before, after, strict=True)
            if session.started or (a and added(b, a) != EngineCounts(**dict.fromkeys(EngineCounts.model_fields, 0)))
        ]
        if counted:
            known = read_engine_log(run.folder).sessions
            write_whole(run.folder / ENGINE_FILE, EngineLog(sessions=(*known, *counted)))


def _key(endpoint: Endpoint) -> str:
    return endpoint.api_key.get_secret_value() if endpoint.api_key else ""
