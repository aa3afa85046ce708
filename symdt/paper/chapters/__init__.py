"""The chapters of the report: each adds its sections, figures and sources to it."""
