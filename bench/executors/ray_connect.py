"""The cluster: the one that RAY_ADDRESS names, or one on this machine for as long as the run lasts."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.errors import ProviderError, UsageError

KNOCK_S = 10.0
OBJECTS_BYTES = 256 * 2**20
"""Shared memory of a cluster of one's own: it carries the dataset and batches of records, no more."""


@contextmanager
def connected(workers: int | None) -> Iterator[Any]:
    """Ray, connected to a cluster, which is left as it was found; one that was started here is stopped.

    `workers`: how many a cluster started here must have room for; None for one per CPU. Raises UsageError where Ray
    is not installed or the address is of a kind that does not serve, ProviderError where nobody answers there.
    """
    ray = require_ray()
    address = os.environ.get("RAY_ADDRESS", "").strip()
    if address.startswith("ray://"):
        raise UsageError(
            f"RAY_ADDRESS is {address}: records stream back only to a program inside the cluster. Run this command on "
            "a machine of the cluster with RAY_ADDRESS=HOST:6379 (or auto), or hand it in with `ray job submit`."
        )
    _knock(address)
    if ray.is_initialized():
        raise UsageError("This process is connected to a Ray cluster already: run one campaign at a time.")
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address or address == "local":
        cpus = max(workers or 0, os.cpu_count() or 1)
        settings |= {"num_cpus": cpus, "include_dashboard": False, "object_store_memory": OBJECTS_BYTES}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(address=address or "local", **settings)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        reason = " ".join(str(error).split())[:300]
        raise ProviderError(f"The Ray cluster at {address or 'this machine'} does not answer: {reason}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise ProviderError where nobody listens: Ray itself would wait for minutes, and then end the process."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK_S).close()
    except (OSError, ValueError, OverflowError) as error:
        raise ProviderError(
            f"No Ray cluster answers at RAY_ADDRESS={address} ({error}): give HOST:PORT of its head (port 6379, "
            "as a rule), or auto on a machine of the cluster."
        ) from error


def require_ray() -> Any:
    """The module. Raises UsageError that says how to install it."""
    try:
        import ray
    except ImportError as error:
        raise UsageError(
            "A run on a cluster needs Ray, which is not installed here: pip install 'rag-generator-bench[ray]'."
        ) from error
    return ray
