"""What the YAML files of this folder name by `!function`: all of it stands in the package."""

from bench.interop.lm_eval_task import documents, process_results, share_scored

__all__ = ["documents", "process_results", "share_scored"]
