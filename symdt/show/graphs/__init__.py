"""Directed graphs: their DOT, where Graphviz puts them, and how they are drawn."""
