"""In the copy of the house: does anybody notice? `python -m tests.mutations.notice MODULE` prints who, or nobody.

Exit status 3: a claim noticed; 4: a law, a test or a doctest; 0: nobody. Anything else, an error on import or the end
of the CPU budget for instance, is noticed too.
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path


def noticing_claim() -> str:
    """The first claim whose verdict is not the recorded one, or that cannot be judged at all."""
    from symdt.claims.claim import judge
    from symdt.paper.statements import all_claims

    for claim in all_claims():
        try:
            result = judge(claim)
        except Exception as error:  # whatever it is, it is noticed
            return f"{claim.id} ({type(error).__name__})"
        if not result.is_expected:
            return f"{claim.id} ({result.verdict})"
    return ""


def rooms_of(module: str) -> list[str]:
    """The tests of the module's room, the laws, and the module's own doctests."""
    room, name = module.split("/", 1)
    own = sorted(map(str, Path("tests", room).glob(f"test_{name.split('/')[0]}*.py")))
    return [f"symdt/{module}.py", *(own or [f"tests/{room}"]), "tests/laws"]


def main() -> int:
    """Ask the claims, then the tests."""
    claim = noticing_claim()
    if claim:
        print(f"claim {claim}")
        return 3
    import pytest

    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *rooms_of(sys.argv[1])])
    if status != 0:
        failed = [line for line in out.getvalue().splitlines() if line.startswith(("FAILED", "ERROR"))]
        print(failed[0].split(" - ")[0] if failed else f"pytest ended with {status}")
        return 4
    print("nobody")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
