"""What the shell can complete: models, arms, languages, presets, judges and run folders.

Guarantees: reads nothing but the registry and the names of folders, loads no SDK, and never fails in the middle of
somebody's typing: what cannot be read gives nothing to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.arms import ARMS
from bench.options import LANGS, PRESETS

RUNS = Path("results/runs")


def models(incomplete: str) -> list[str]:
    """Aliases of the registry, the built-in baselines, and providers with their colon."""
    return _starting(incomplete, _models())


def judges(incomplete: str) -> list[str]:
    """The same for a list with commas, and `rule`."""
    return _listed(incomplete, ["rule", *(name for name in _models() if not name.startswith("baseline:"))])


def arms(incomplete: str) -> list[str]:
    """Arms, for a list with commas: none is offered twice."""
    return _listed(incomplete, ARMS)


def arm(incomplete: str) -> list[str]:
    """One arm."""
    return _starting(incomplete, ARMS)


def langs(incomplete: str) -> list[str]:
    """Languages, for a list with commas."""
    return _listed(incomplete, LANGS)


def presets(incomplete: str) -> list[str]:
    """Presets of `bench run`."""
    return _starting(incomplete, PRESETS)


def runs(incomplete: str) -> list[str]:
    """Paths of run folders: those in results/runs, and those in the folder that is being typed."""
    typed = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    paths = dict.fromkeys(str(folder) for above in (RUNS, typed) for folder in _run_folders(above))
    return _starting(incomplete, paths)


def _models() -> list[str]:
    from bench.config import BASELINES, load_registry
    from bench.errors import ConfigError

    try:
        registry = load_registry()
    except ConfigError:
        return []
    providers = [f"{name}:" for name in registry.endpoints if name != "baseline"]
    return [*registry.models, *(f"baseline:{name}" for name in BASELINES), *providers]


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _listed(incomplete: str, names: Iterable[str]) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    used = before.split(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last) and name not in used]


def _run_folders(above: Path) -> Iterator[Path]:
    from bench.run_folder import MANIFEST

    try:
        yield from sorted(path.parent for path in above.glob(f"*/{MANIFEST}"))
    except OSError:
        return
