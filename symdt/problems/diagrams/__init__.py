"""Influence diagrams: nodes with tables, the diagram, and the tree that it stands for."""
