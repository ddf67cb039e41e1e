"""Benchmark the generator of a RAG system: the question is held fixed and the context is controlled."""

__version__ = "0.1.0"
