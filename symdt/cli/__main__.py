"""`python -m symdt.cli` is the command `symdt`."""

import sys

from symdt.cli import main

if __name__ == "__main__":
    sys.exit(main())
