"""Typeset: names, formulas and tables as text, LaTeX, MathML and HTML; every name is escaped here and only here."""
