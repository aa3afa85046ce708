"""Analysis: what an answer is worth and how far it can be trusted: information, sensitivity, simulation, utility."""
