"""Metrics: pure functions from outcomes to numbers, one definition for every number that the suite prints.

Guarantees: only scored trials (correct, wrong, abstained) enter a rate; an empty denominator gives None or a Rate
without a value, never 0, and never enters a mean.
"""
