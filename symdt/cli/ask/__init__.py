"""Commands that answer a question: a value, a rule, a proof, a network."""
