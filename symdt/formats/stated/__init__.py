"""Stated: how each part of a problem file is read: expressions, tables, factors, diagrams, costs and effects."""
