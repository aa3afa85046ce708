"""Reduced questions: what decides nothing is left out before an engine is asked, and told again in its answer."""
