"""What the tests with a real server start, and that nothing of it is left."""

from __future__ import annotations

import time
import uuid
from pathlib import Path

from tests.engines import living

MARK = f"BENCH_TEST_MARK={uuid.uuid4().hex}"
"""In the environment of everything that is started here, and so of everything that is left over."""
QUICK = {
    "OMP_NUM_THREADS": "2",
    # By itself the server binds its threads to all processors but one: of two that leaves one.
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "VLLM_CPU_KVCACHE_SPACE": "2",
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
}


def marked(words: str) -> list[int]:
    """Living processes that carry the mark and have `words` in their command line."""
    return living.marked(MARK, words)


def assert_nobody_left(within_s: float = 5) -> None:
    until = time.monotonic() + within_s
    while (left := marked("")) and time.monotonic() < until:
        time.sleep(0.2)
    assert not left, [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in left]
