"""Solve: risks, trees folded back, exact rules and regions, and their independent proofs."""
