"""The published files, as for the tests of the dataset itself."""

from tests.dataset.conftest import example_world, expected_file, lit_folder

__all__ = ["example_world", "expected_file", "lit_folder"]
