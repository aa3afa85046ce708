"""Proofs of rules: what must be shown, identities that show it, files that carry them elsewhere."""
