"""Whole: rules in letters that are whole numbers."""
