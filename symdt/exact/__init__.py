"""Exact numbers: polynomials and fractions in the letters, conditions on them, domains, and the doors to solvers.

Everything above stands on this floor; it knows nothing of decisions.
"""
