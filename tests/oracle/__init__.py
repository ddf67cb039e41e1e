"""An audit: every figure of a summary or submission again, without a line of the code that computed it.

Guarantees: this package reads files into the shapes of bench.records and the dataset with bench.dataset, and imports
nothing else of the suite but its errors; tests/test_layers.py holds it to that. So an error in the scoring code, a
changed file and a changed figure all show as a difference. Whatever the files hold, it ends in an Audit or in one
sentence. What rules for texts decide it holds to bounds and names (wording.py).
"""

from tests.oracle.audit import Audit
from tests.oracle.runs import recompute_run
from tests.oracle.submissions import recompute_submission

__all__ = ["Audit", "recompute_run", "recompute_submission"]
