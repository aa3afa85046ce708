"""Commands that make a file: a figure, a problem to start from, the report on the paper."""
