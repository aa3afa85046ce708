"""Cases: all cases of a rule in one covering, their pieces along the rule's letter."""
