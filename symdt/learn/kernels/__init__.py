"""Kernels: compiled counting and scoring of families; nothing here knows of networks."""
