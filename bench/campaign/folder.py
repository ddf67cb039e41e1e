"""A run's folder at work: its lock, its manifest, and the refusal to mix two configurations in one log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench import __version__
from bench.call_record import now
from bench.campaign.configure import PreparedRun, digest
from bench.errors import ConfigError, LogError
from bench.log import RunLock, write_whole
from bench.records import Manifest
from bench.run_folder import MANIFEST, read_manifest


@contextmanager
def opened(run: PreparedRun) -> Iterator[None]:
    """The run's folder, locked, with its manifest written or compared."""
    try:
        run.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"The run folder {run.folder} cannot be made: {error.strerror}.") from error
    with RunLock(run.folder):
        path = run.folder / MANIFEST
        if path.exists():
            _refuse_other_configuration(run, read_manifest(run.folder))
        else:
            write_whole(path, manifest_of(run, run.folder.name))
        yield


def manifest_of(run: PreparedRun, name: str) -> Manifest:
    """The manifest of a run that begins now."""
    return Manifest(
        run=name,
        digest=digest(run.config),
        config=run.config,
        suite_version=__version__,
        created=now(),
        trials=len(run.trials),
    )


def _refuse_other_configuration(run: PreparedRun, manifest: Manifest) -> None:
    old, new = manifest.config.model_dump(mode="json"), run.config.model_dump(mode="json")
    differing = [
        f"{name} ({old.get(name)!r} there, {new.get(name)!r} here)"
        for name in {**old, **new}
        if old.get(name) != new.get(name)
    ]
    if differing:
        raise ConfigError(
            f"{run.folder} was started with another configuration; it differs in {'; '.join(differing)}. "
            "Use the configuration it was started with, or another folder."
        )
