"""A run, from the request to a finished log. The same request goes on where it was and pays nothing twice."""

from bench.campaign.configure import PreparedRun, digest, prepare, run_name
from bench.campaign.execute import CostLimit, Observer, Watch, execute

__all__ = ["CostLimit", "Observer", "PreparedRun", "Watch", "digest", "execute", "prepare", "run_name"]
