"""Check the certificate in a file: `python -m check CERT.json` in the folder that holds this one."""

import json
import sys

from .polynomials import RejectedError
from .proofs import verify


def main() -> int:
    """Check the certificate in a file and say so."""
    with open(sys.argv[1], encoding="utf-8") as file:
        certificate = json.load(file)
    try:
        identities, by_solver = verify(certificate)
    except RejectedError as reason:
        print(f"rejected: {reason}")
        return 1
    left = f"; {by_solver} questions were left to a solver" if by_solver else ""
    print(f"accepted: {identities} identities, checked by multiplication{left}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
