"""Plots: records of the analysis laid out as pictures with axes. No plot computes: each draws one record."""
