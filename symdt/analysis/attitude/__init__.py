"""Attitudes to risk: utility, certainty equivalents, rules in the tolerance or the wealth of who decides."""
