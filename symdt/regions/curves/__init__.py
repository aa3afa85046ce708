"""Curves: where functions that are affine in two letters change their order, told by polynomials of the first letter."""
