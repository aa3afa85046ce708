"""The JSON of a rule checked before it is believed: what is there, what is a text, what reads as an expression."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Symbol

from symdt.errors import FileError, SymdtError, did_you_mean, quote
from symdt.exact.language.syntax import field_of, parse_element
from symdt.formats.stated.reading import MAX_DEGREE, MAX_TERMS

#: More cases, or pieces of one case, than this are not read.
MAX_CASES = 2000


def check_answer(answer: Any, letters: Mapping[str, Symbol]) -> None:
    """An error unless the answer is made as CONTRACT says; its expressions are read, within their bounds.

    letters: those of the problem, by their names.
    """
    rule = _mapping(_mapping(answer, "the rule file").get("rule"), '"rule"')
    if not _is_letter(rule.get("for"), letters):
        raise FileError(
            f"the rule is solved for {quote(rule.get('for'))}: {did_you_mean(str(rule.get('for')), letters)}"
        )
    for side in ("from", "to"):
        if rule.get(side) is not None:
            _check_end(rule[side], letters)
    for number, case in enumerate(_sequence(rule.get("cases"), '"cases"')):
        _check_case(_mapping(case, f"case {number + 1}"), letters, f"case {number + 1}")
    if "never_optimal" in answer:
        _sequence(answer["never_optimal"], '"never_optimal"', empty=True)
    for name, value in _mapping(answer.get("values", {}), '"values"').items():
        inside = re.sub(r"^\s*(Min|Max)\((.*)\)\s*$", r"\2", _text(value, f"the value of {quote(name)}"))
        for part in parts_of(inside):
            _check_expression(part, letters)


def _check_case(case: Mapping[str, Any], letters: Mapping[str, Symbol], where: str) -> None:
    for condition in _sequence(case.get("if"), f'"if" of {where}', empty=True):
        _check_condition(condition, letters)
    for piece in _sequence(case.get("pieces"), f'"pieces" of {where}'):
        _check_piece(_mapping(piece, f"a piece of {where}"), letters, where)
    for name, value in _mapping(case.get("witness", {}), f'"witness" of {where}').items():
        if name not in letters:
            raise FileError(f"the witness of {where} has {quote(name)}: {did_you_mean(name, letters)}")
        if isinstance(value, Mapping):  # on a section: a root of a polynomial with numbers for coefficients
            _check_end(value, letters)
        elif not re.fullmatch(r"-?\d{1,300}(/0*[1-9]\d{0,299})?", str(value)):
            _check_expression(_text(value, f"the witness of {where}"), {})


def _check_piece(piece: Mapping[str, Any], letters: Mapping[str, Symbol], where: str) -> None:
    _text(piece.get("action"), f'"action" of a piece of {where}')
    for side in ("from", "to"):
        _check_end(piece.get(side), letters)
    for decision, branch in _mapping(piece.get("strategy", {}), '"strategy"').items():
        _text(branch, f"the branch at {quote(decision)}")
    for decision, branches in _mapping(piece.get("strategy_ties", {}), '"strategy_ties"').items():
        for branch in _sequence(branches, f"the ties at {quote(decision)}"):
            _text(branch, f"a branch that ties at {quote(decision)}")
    for flag in ("from_closed", "to_closed"):
        if not isinstance(piece.get(flag, True), bool):
            raise FileError(f"{quote(flag)} of a piece of {where} is {quote(piece[flag])}: use true or false")
    if "value" in piece:
        _check_expression(_text(piece["value"], "a value"), letters)


def _check_end(end: Any, letters: Mapping[str, Symbol]) -> None:
    if isinstance(end, Mapping):
        if not _is_letter(end.get("in"), letters) or not isinstance(end.get("root"), int) or end["root"] < 0:
            raise FileError(f'{quote(json.dumps(end))} is no root: give "root", "of" and "in"')
        _check_expression(_text(end.get("of"), '"of"'), letters)
    elif end not in ("oo", "-oo"):
        _check_expression(_text(end, "an end of a piece"), letters)


def _check_condition(condition: Any, letters: Mapping[str, Symbol]) -> None:
    if isinstance(condition, Mapping):
        if condition.get("op") not in ("<", "<=", ">", ">=", "==") or not _is_letter(
            condition.get("letter"), letters
        ):
            raise FileError(f'{quote(json.dumps(condition))} is no condition: give "letter", "op" and a root')
        _check_end({k: condition.get(k) for k in ("root", "of", "in")}, letters)
        return
    text = _text(condition, "a condition")
    call = re.fullmatch(r"\s*(Eq|Ne)\((.*)\)\s*", text)
    sides = parts_of(call[2]) if call else re.split(r"<=|>=|==|!=|<|>", text)
    if len(sides) != 2:
        raise FileError(
            f"the condition {quote(text)} is not one comparison: join two expressions by < <= > >= or =="
        )
    for side in sides:
        _check_expression(side, letters)


def _check_expression(text: str, letters: Mapping[str, Symbol]) -> None:
    """The expression, without the names of radicals, is one of the language, within its bounds."""
    plain = _plain(re.sub(r"\b(sqrt|Abs)\s*\(", "(", text))
    has_power = re.search(r"\*\*\s*\(?[^\W\d]", plain) is not None
    try:
        element = parse_element(
            plain, field_of(letters.values()), functions="m" in plain or "piecewise(" in plain or has_power
        )
    except SymdtError as error:
        raise FileError(f"the rule has an expression that cannot be read: {error}") from None
    for poly in (element.num, element.den):
        if len(poly) > MAX_TERMS or poly.total_degree() > MAX_DEGREE:
            raise FileError(
                f"the rule has {quote(text)}, which expands to {len(poly)} terms of degree {poly.total_degree()}: "
                f"use at most {MAX_TERMS}, and degree {MAX_DEGREE}"
            )


def _plain(text: str) -> str:
    """An expression with the functions of answers as the language has them.

    >>> _plain("h*Piecewise((Max(1, h), (h < 1) & Ne(p, h)), (0, True))")
    'h*piecewise(max(1, h), (h < 1) and not (p == h), 0)'
    """
    text = re.sub(r"\b(Max|Min)\s*\(", lambda word: word[1].lower() + "(", text)
    before, name, rest = text.partition("Piecewise(")
    if not name:
        return text
    depth, end = 1, 0
    while end < len(rest) and depth:
        depth += {"(": 1, ")": -1}.get(rest[end], 0)
        end += 1
    args: list[str] = []
    for pair in parts_of(rest[: end - 1]):
        args += [part.strip() for part in parts_of(pair.strip()[1:-1])]
    if len(args) % 2 or args[-1:] != ["True"]:
        raise FileError(f"{quote(text)} has no value where all conditions fail: end it with (value, True)")
    return f"{before}piecewise({', '.join([*map(_word, args[:-1])])}){_plain(rest[end:])}"


def _word(part: str) -> str:
    """A value or a condition with the words of the language."""
    part = re.sub(r"\bEq\(([^()]*),([^()]*)\)", r"(\1 ==\2)", part)
    part = re.sub(r"\bNe\(([^()]*),([^()]*)\)", r"not (\1 ==\2)", part)
    return _plain(part).replace("&", "and").replace("|", "or").replace("~", "not ")


def parts_of(text: str) -> list[str]:
    """A text at its outer commas, as the checker of certificates splits it."""
    from symdt.solve.proofs.check.reader import split

    return split(text)


def _is_letter(name: Any, letters: Mapping[str, Symbol]) -> bool:
    return isinstance(name, str) and name in letters


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise FileError(
            f"{what} is {quote(value)}: an object was expected, as `symdt solve --for P --json` prints it"
        )
    return value


def _sequence(value: Any, what: str, *, empty: bool = False) -> Sequence[Any]:
    if not isinstance(value, list) or not (value or empty) or len(value) > MAX_CASES:
        raise FileError(
            f"{what} is {quote(value)}: a list was expected, as `symdt solve --for P --json` prints it"
        )
    return value


def _text(value: Any, what: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise FileError(f"{what} is {quote(value)}: a text was expected")
    return value
