"""The engine for functions that are quadratic in the letter: one walk along it, told by signs of the other letters."""
