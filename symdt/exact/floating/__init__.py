"""Guesses in floating point: places where conditions may hold, and multipliers that may prove; whoever asks makes them exact."""
