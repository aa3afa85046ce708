"""What decides the statements beyond the paper: each check computes or proves what is claimed."""
