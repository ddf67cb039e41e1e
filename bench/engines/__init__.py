"""Servers of the suite's own: what they need, how they are started, watched and ended, and what they counted."""

from bench.engines.choose import ENGINE, check_engine_args, own_models

__all__ = ["ENGINE", "check_engine_args", "own_models"]
