"""Cells: the engine for functions that are polynomial in the letter solved for, by cylindrical decomposition."""
