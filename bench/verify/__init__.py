"""The audit of a run or a submission: are its files what they were when it was scored, and do they give its figures?

Guarantees: everything is derived again with the suite's own code and compared: digests, keys, seeds, prompts, what
replies say, figures. So a changed file and a changed figure show as a difference. An error in the scoring itself does
not: that is for tests/oracle, which computes every figure by other code. Nothing is called and nothing is written.
Whatever the files hold, an audit ends in an Audit or in one sentence.
"""

from bench.verify.audit import Audit
from bench.verify.runs import verify_run, verify_submission

__all__ = ["Audit", "verify_run", "verify_submission"]
