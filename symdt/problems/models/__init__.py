"""Models as sets of arcs: the arcs, their sum ⊎, and the names that the paper gives them."""
