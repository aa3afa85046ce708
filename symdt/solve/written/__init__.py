"""What an answer reads like: text, JSON, source code, the steps of a derivation."""
