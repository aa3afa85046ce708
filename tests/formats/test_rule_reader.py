"""Texts of rules that nobody printed: refused in one line, when they are read or when they are asked."""

from __future__ import annotations

import time

import pytest

from symdt.errors import ExpressionError, SymdtError
from symdt.formats.rule_reader import parse_rule


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a* =\n  in  if p <= root(x**2 - 2, x, 2)", "no root number 2"),
        ("a* =\n  in  if p <= root(x**2 - 2, x)", "is no root"),
        ("a* =\n  in  if p <= root(x**2 - 2, x, -1)", "is no root"),
        ("a* =\n  in  if p <= root(x**2 - 2, 1, 0)", "is no root"),
        ("a* =\n  in  if p <= root(x**2 - 2, x, 1/2)", "is no root"),
        ("a* =\n  in  if p <= root(x**25 - 2, x, 0)", "degree at most 24"),
        ("a* =\n  in  if p <= q", "no value for 'q'"),
        ("a* =\n  in  if p <= root(x**2 - q, x, 0)", "no value for 'q'"),
        ("a* =\n  in  if p <= sqrt(p - 1)", "no value at the point"),
        ("a* =\n  in  if p <= min(p, 1)", "more than comparisons|no value"),
        ("a* =\n  in  if p <= 1/(3*p - 1)", "no value at the point"),
        ("nothing", "is no rule"),
        ("", "is no rule"),
    ],
)
def test_one_line(text: str, says: str) -> None:
    with pytest.raises(SymdtError, match=says) as caught:
        parse_rule(text)(p="1/3")
    assert "\n" not in str(caught.value)


def test_connectives_other_than_and_are_refused() -> None:
    with pytest.raises(SymdtError, match="more than comparisons"):
        parse_rule("a* =\n  in  if p < 1/4 or p > 3/4\n  out  if not (p < 1/4 or p > 3/4)")


def test_a_line_ends_at_a_line_feed_alone() -> None:
    rule = parse_rule("a* =\n  in\u2029side  if p < 1\n  out  if p >= 1")
    assert rule(p=0) == "in\u2029side"


@pytest.mark.parametrize("end", ["(h+k+m+n)**64", "sqrt((h+k+m+n)**64)", "1/(h+k+m+n)**64"])
def test_what_expands_to_tens_of_thousands_of_terms_is_refused_at_once(end: str) -> None:
    begin = time.process_time()
    with pytest.raises(ExpressionError, match=r"expands to 4790\d terms"):
        parse_rule(f"a* =\n  x  if p <= {end}\n  y  if p > {end}")
    assert time.process_time() - begin < 2
