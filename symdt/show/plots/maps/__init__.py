"""Maps: which alternative is best in a plane of two letters, and what is drawn over it."""
