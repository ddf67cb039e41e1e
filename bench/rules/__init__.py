"""The rule judge: a verdict on an answer without a model, and `invalid` where a rule cannot know.

Guarantees: imports only `bench.text`, kinds and langs; deterministic; text inside an answer is never an instruction.
"""
