"""Formats: files that are read and written, one module for each format."""
