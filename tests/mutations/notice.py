"""In the copy of the house: does anybody notice? `python -m tests.mutations.notice MODULE [REACH FUNCTION]` prints who.

With the map of `reach` the claims that enter the function are asked first. Exit status 3: a claim noticed; 4: a law, a test or a doctest; 0: nobody. Anything else, an error on import or the end
of the CPU budget for instance, is noticed too.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.mutations.reach import order


def noticing_claim(first: Mapping[str, tuple[bool, float]]) -> str:
    """The first claim whose verdict is not the recorded one, or that cannot be judged at all.

    first: what to sort the claims by, by their ids.
    """
    from symdt.claims.claim import judge
    from symdt.paper.statements import all_claims

    for claim in sorted(all_claims(), key=lambda c: first.get(c.id, (True, 0.0))):
        try:
            result = judge(claim)
        except Exception as error:  # whatever it is, it is noticed
            return f"{claim.id} ({type(error).__name__})"
        if not result.is_expected:
            return f"{claim.id} ({result.verdict})"
    return ""


def rooms_of(module: str) -> list[str]:
    """The module's own doctests, the tests that mirror it, those of its folder and its room, and the laws."""
    *folders, name = module.split("/")
    asked = [f"symdt/{module}.py"]
    for depth in range(len(folders), 0, -1):
        room = Path("tests", *folders[:depth])
        own = sorted(map(str, room.glob(f"test_{[*folders, name][depth]}*.py")))
        asked += [*own, *([str(room)] if room.is_dir() else [])]
    return list(dict.fromkeys([*asked, "tests/laws"]))


def main() -> int:
    """Ask the claims, then the tests."""
    reach = sys.argv[2:]
    claim = noticing_claim(
        order(json.loads(Path(reach[0]).read_text(encoding="utf-8")), reach[1]) if reach else {}
    )
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
