"""Measurements: `python -m benchmarks [name …] [--write]` runs them and prints what they found."""
