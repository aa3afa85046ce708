"""Processes: repeated decisions in states that follow each other by chance."""
