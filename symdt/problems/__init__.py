"""Problems: what a person writes down — beliefs, losses, experiments, trees, diagrams — as frozen records."""
