"""Foreign files: what other programs write, read with letters and written such that they still read it.

| suffix | program | what |
|---|---|---|
| `.bifxml`, `.xml` | pyAgrum, SamIam, AISpace | influence diagrams |
| `.xdsl` | GeNIe, SMILE, pyAgrum | influence diagrams |
| `.efg` | Gambit, pygambit | trees: games of one player |
| `.silver.json` | SilverDecisions | trees, its variables are letters |
| `.csv`, `.tsv`, `.xlsx`, `.ods` | spreadsheets | tables |

A program that knows no letters is given the numbers at one point of the domain, and beside them, where it
does not look, the exact expressions; reading gives these back (see `exactly`).
"""
