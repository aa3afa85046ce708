"""The checker, by itself: from problem and rule to what must be shown, and its proofs multiplied out; standard library only."""
