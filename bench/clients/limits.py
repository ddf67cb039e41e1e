"""What this machine allows: how many calls may be in flight before it runs out of file descriptors."""

from __future__ import annotations

RESERVE = 64
"""Descriptors kept for everything that is not a connection: logs, data files, the loop, imports, name look-ups."""


def concurrency_within_limits(wanted: int) -> tuple[int, str | None]:
    """(concurrency to use, a notice or None). Each call in flight takes one file descriptor.

    The soft limit of open files, less a reserve, bounds the result; it is at least 1 and at most `wanted`. The notice
    names the limit and says how to raise it. Where the system has no such limit, `wanted` comes back.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted, None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted, None
    # A very low limit cannot give up 64: half of it is then kept.
    room = max(1, soft - min(RESERVE, soft // 2))
    if wanted <= room:
        return wanted, None
    return room, (
        f"Concurrency {wanted} is lowered to {room}: this shell allows {soft} open files. "
        f"Raise the limit (ulimit -n {wanted + RESERVE}) to use more."
    )
