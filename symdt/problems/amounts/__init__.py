"""Amounts: decisions that are a number, how much."""
