"""What decides the statements, section by section: each check computes or proves what the paper says."""
