"""symdt: symbolic decision analysis."""

__version__ = "0.1.0"
