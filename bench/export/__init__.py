"""Finished runs for other programs: Parquet tables that `datasets.load_dataset` reads, and the files of other tools.

Above the log: everything is computed from logs and datasets, and no model is asked. MLflow alone may be on a server.
"""
