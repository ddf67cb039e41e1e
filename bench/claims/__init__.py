"""Checking the claims of a run's answers with a judge model: what is asserted, and whether the chunks shown say so.

Owns claims.jsonl. Guarantees: no answer is generated again and no outcome changes; a check that was killed goes on
where it was and pays no finished call twice; what a judge could not do is a record without a result.
"""

from bench.claims.checking import Checking, check

__all__ = ["Checking", "check"]
