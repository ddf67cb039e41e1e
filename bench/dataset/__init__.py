"""The dataset: read, checked, sampled and counted.

`load` reads the suite's own data, LIT-RAGBench, or any source that an importer knows, and either returns a whole
`Dataset` or raises one `DataError` that lists every fault. Nothing is dropped silently, and chunks are stored as
they are. Importing this package reads nothing.
"""

from bench.dataset.shapes import Dataset, LangData, pair_id
from bench.dataset.sources import load

__all__ = ["Dataset", "LangData", "load", "pair_id"]
