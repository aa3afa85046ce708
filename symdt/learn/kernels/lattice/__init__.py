"""All 2^q local scores of a child in one pass over the lattice of its parent sets."""
