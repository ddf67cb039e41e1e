"""Citations of an answer against the chunks that its request showed: four checks, by rule, without a model.

Owns the reading of citation marks in both languages and the four checks of ERG: the number is one that was shown, what
stands in quotation marks is verbatim in the cited chunk, so is every amount, percentage and date by value, and the
source may be used for this question. Guarantees: no network, no clock; the answer and the chunks are hostile text and
only ever compared; nothing here says whether the answer is right.
"""

from bench.citations.checks import Checked, Finding, check_answer
from bench.citations.eligible import Eligibility, Sources

__all__ = ["Checked", "Eligibility", "Finding", "Sources", "check_answer"]
