"""The figures of a summary or a submission computed by other code, to find errors in the scoring.

Guarantees: this package reads files into the shapes of bench.records and the dataset with bench.dataset, and imports
nothing else of the suite but its errors and the few rooms below those; test_runs.py holds it to that. What rules for
texts decide it holds to bounds and names (wording.py).
"""

from tests.oracle.audit import Audit
from tests.oracle.runs import recompute_run
from tests.oracle.submissions import recompute_submission

__all__ = ["Audit", "recompute_run", "recompute_submission"]
