"""The suite inside other tools, and their logs as runs: inspect_ai, lm-evaluation-harness.

Owns what both sides must agree on: the trials of a run by name, the prompts to the letter, the outcome of an answer.
Guarantees: everything that is asked, judged and decided is done by the same code as in `bench run`; neither tool is
imported before it is used.
"""
