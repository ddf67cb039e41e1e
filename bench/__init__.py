"""Benchmark the generator of a RAG system: the question is held fixed and the context is controlled.

From Python: `from bench import run, score, compare` (see `bench.api`). Guarantees: importing the package loads
nothing; the API is loaded when one of its names is first asked for.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.api import check_claims, compare, rates, run, score, trials

__version__ = "0.1.0"
__all__ = ["__version__", "check_claims", "compare", "rates", "run", "score", "trials"]

_API = frozenset({"check_claims", "compare", "rates", "run", "score", "trials"})


def __getattr__(name: str) -> Any:
    if name not in _API:
        raise AttributeError(f"module 'bench' has no attribute {name!r}")
    from bench import api

    return getattr(api, name)
