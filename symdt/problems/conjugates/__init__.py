"""Conjugates: unknown rates with conjugate laws, and the samples that teach about them."""
