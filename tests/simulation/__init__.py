"""A simulated campaign whose every answer, vote and failure is planted, so that what is reported can be held to it.

python -m tests.simulation --questions 1000
"""
