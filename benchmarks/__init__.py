"""Measurements against other packages, in one run on the same data; not part of the tests."""
