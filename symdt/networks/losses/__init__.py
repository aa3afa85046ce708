"""Losses on arcs and what follows from them: sums, what obstructs them, identities among risks, look-ahead."""
