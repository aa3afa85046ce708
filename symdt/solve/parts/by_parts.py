"""What is asked by parts of the domain: values with functions of their own, and letters that are whole numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symdt.exact.domain import Domain
from symdt.exact.optimum import Optimum


def has_kinks(answer: Mapping[str, Any], optimum: Optimum) -> bool:
    """Whether a value that an answer shows has max, min or piecewise in it, other than the best of later decisions.

    >>> [has_kinks({"rule": {"cases": []}, "values": {"a": text}}, "min") for text in ("Min(p, 2*p - 1)", "p*Max(1, p)", "Max(Min(1, p), p)")]
    [False, True, True]
    """
    shown = [str(text).strip() for text in answer.get("values", {}).values()]
    best = "Min(" if optimum == "min" else "Max("
    inside = [text.removeprefix(best) if text.endswith(")") else text for text in shown]
    pieces = [str(p.get("value", "")) for case in answer["rule"]["cases"] for p in case["pieces"]]
    return any(re.search(r"\b(Max|Min|max|min|abs|Piecewise|piecewise)\s*\(", t) for t in inside + pieces)


def whole_ranges(domain: Domain) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of each letter that is a whole number with bounds."""
    found = {}
    for place in domain.whole:
        low, high, low_in, high_in = domain.box[place]
        if low is not None and high is not None and low.q == high.q == 1:
            found[domain.field.names[place]] = (int(low.p) + (not low_in), int(high.p) - (not high_in))
    return found
