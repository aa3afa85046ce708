"""Networks: models of a child and its candidate parents, their evidence, and the laws of losses on arcs (§3, §4)."""
