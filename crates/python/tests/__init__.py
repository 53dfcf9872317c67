"""Tests of the package: `python -m unittest discover -s crates/python/tests -t crates/python`."""
