"""Whether facts have a common point, decided by cells that cover the space, each with a fact that fails on it."""
