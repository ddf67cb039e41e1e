"""Citations of an answer against the chunks that its request showed: four checks, by rule, without a model.

Owns the reading of citation marks in both languages and the four checks of ERG: the number is one that was shown, what
stands in quotation marks is verbatim in the cited chunk, so is every amount, percentage and date by value, and the
source may be used for this question. Guarantees: no network, no clock; the answer and the chunks are hostile text and
only ever compared; nothing here says whether the answer is right. Whether a cited chunk carries what the sentence says
is asked of a judge model (bench.claims), about the sentences that are found here.
"""

from bench.citations.checks import Checked, Finding, check_answer
from bench.citations.eligible import Eligibility, Sources
from bench.citations.sentences import Citing, citing_sentences, without_marks

__all__ = [
    "Checked",
    "Citing",
    "Eligibility",
    "Finding",
    "Sources",
    "check_answer",
    "citing_sentences",
    "without_marks",
]
