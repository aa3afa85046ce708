"""What knowing more is worth: perfect and imperfect information, experiments, samples, when to stop."""
