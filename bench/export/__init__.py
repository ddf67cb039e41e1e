"""Finished runs as tables for other programs: Parquet files that `datasets.load_dataset` reads.

Above the log: everything is computed from logs and datasets, nothing is asked.
"""
