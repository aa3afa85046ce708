"""The report: everything about one problem in a folder, from the same records as all other answers.

`report(problem)` gathers it in memory; `write(gathered, folder)` writes `index.html`, one page that needs
no network, the interactive `page.html`, `figures/` with every figure as .svg and .pdf, `latex/` with tables,
rules and TikZ sources, and `rules/` with every rule as JSON. It is the same in every run, byte for byte.
"""

from symdt.show.report.document import Report, Section, write
from symdt.show.report.sections import report

__all__ = ["Report", "Section", "report", "write"]
