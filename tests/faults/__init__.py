"""Faults: what a machine, a shell or a user does to a command while it runs."""
