"""Is the stored proof the one that Coq accepted? Its file, the transcript of its compilation, and its axioms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from symdt.claims.claim import Triple

#: What Coq's real numbers assume, and nothing else may.
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}


@lru_cache(maxsize=1)
def proof() -> tuple[str, str]:
    """The proof and the transcript of its compilation."""
    here = files("symdt.paper.beyond.every_q")
    return (here / "any_q.v").read_text(encoding="utf-8"), (here / "transcript.txt").read_text(
        encoding="utf-8"
    )


def accepted(theorems: tuple[str, ...]) -> Iterator[Triple]:
    """Coq accepted this very file, in which these theorems are proved from the axioms of the reals alone."""
    source, transcript = proof()
    yield {"file": "any_q.v"}, f"sha256 {sha256(source.encode()).hexdigest()}", transcript.split("\n")[0]
    bare = re.sub(r"\(\*.*?\*\)", "", source, flags=re.DOTALL)
    loose = re.findall(r"\b(?:Axiom|Parameter|Hypothesis|Variable|Conjecture|Admitted|admit|Abort)\b", bare)
    yield {"file": "any_q.v", "left open": loose}, [], loose
    found = set(re.findall(r"^([A-Z]\w+\.\w+)$", transcript, re.MULTILINE))
    yield {"axioms": sorted(found)}, True, bool(found) and found <= AXIOMS
    yield {"error": "none"}, False, "Error" in transcript
    for name in theorems:
        yield {"theorem": name}, True, re.search(rf"^Theorem {name}\b", bare, re.MULTILINE) is not None
