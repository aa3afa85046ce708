"""What a reader of a selection should know before trusting it: few cases, and the order."""
