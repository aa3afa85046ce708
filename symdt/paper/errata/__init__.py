"""The errata to the paper, fit to be sent to its authors: `items.toml` has the items, `document` makes of them a LaTeX
document, a section of the page and a text."""
