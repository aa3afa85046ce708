"""Surfaces: where the polynomials of a walk vanish, told by fewer letters, and what is seen from them."""
