"""Tests of the page: its exact modules under Node, its types, its record, and the page in a browser."""
