"""Longer fuzzing, guided by coverage: `make fuzz`, or `python -m fuzz.run NAME SECONDS`."""
