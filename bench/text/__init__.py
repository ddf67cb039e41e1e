"""The text leaf: reading numbers, units, dates and sentences out of Japanese and English text.

Guarantees: no import from the rest of the suite, no network, no clock; the same text always gives the same
result; every pattern is bounded, so that hostile text costs time in proportion to its length.
"""
