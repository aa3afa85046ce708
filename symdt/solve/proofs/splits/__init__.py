"""Proofs by the two sides of polynomials: forms of a rule, and trees that points tell how to grow."""
