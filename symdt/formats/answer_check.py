"""The JSON of a rule checked before it is believed: what is there, what is a text, what reads as an expression."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from symdt.errors import FileError, SymdtError, did_you_mean, quote
from symdt.exact.language.syntax import field_of, parse_element
from symdt.formats.stated.reading import MAX_DEGREE, MAX_TERMS

#: More cases, or pieces of one case, than this are not read.
MAX_CASES = 2000


def check_answer(answer: Any, letters: Sequence[str]) -> None:
    """An error unless the answer is made as CONTRACT says; its expressions are read, within their bounds."""
    rule = _mapping(_mapping(answer, "the rule file").get("rule"), '"rule"')
    if rule.get("for") not in letters:
        raise FileError(
            f"the rule is solved for {quote(rule.get('for'))}: {did_you_mean(str(rule.get('for')), letters)}"
        )
    for side in ("from", "to"):
        if side in rule:
            _check_end(rule[side], letters)
    for number, case in enumerate(_sequence(rule.get("cases"), '"cases"')):
        _check_case(_mapping(case, f"case {number + 1}"), letters, f"case {number + 1}")
    if "never_optimal" in answer:
        _sequence(answer["never_optimal"], '"never_optimal"', empty=True)
    for name, value in _mapping(answer.get("values", {}), '"values"').items():
        inside = re.sub(r"^\s*(Min|Max)\((.*)\)\s*$", r"\2", _text(value, f"the value of {quote(name)}"))
        for part in parts_of(inside):
            _check_expression(part, letters)


def _check_case(case: Mapping[str, Any], letters: Sequence[str], where: str) -> None:
    for condition in _sequence(case.get("if"), f'"if" of {where}', empty=True):
        _check_condition(condition, letters)
    for piece in _sequence(case.get("pieces"), f'"pieces" of {where}'):
        _check_piece(_mapping(piece, f"a piece of {where}"), letters, where)
    for name, value in _mapping(case.get("witness", {}), f'"witness" of {where}').items():
        if name not in letters:
            raise FileError(f"the witness of {where} has {quote(name)}: {did_you_mean(name, letters)}")
        if isinstance(value, Mapping):  # on a section: a root of a polynomial with numbers for coefficients
            _check_end(value, letters)
        elif not re.fullmatch(r"-?\d{1,300}(/\d{1,300})?", str(value)):
            _check_expression(_text(value, f"the witness of {where}"), ())


def _check_piece(piece: Mapping[str, Any], letters: Sequence[str], where: str) -> None:
    _text(piece.get("action"), f'"action" of a piece of {where}')
    for side in ("from", "to"):
        _check_end(piece.get(side), letters)
    for decision, branch in _mapping(piece.get("strategy", {}), '"strategy"').items():
        _text(branch, f"the branch at {quote(decision)}")
    for flag in ("from_closed", "to_closed"):
        if not isinstance(piece.get(flag, True), bool):
            raise FileError(f"{quote(flag)} of a piece of {where} is {quote(piece[flag])}: use true or false")
    if "value" in piece:
        _check_expression(_text(piece["value"], "a value"), letters)


def _check_end(end: Any, letters: Sequence[str]) -> None:
    if isinstance(end, Mapping):
        if end.get("in") not in letters or not isinstance(end.get("root"), int) or end["root"] < 0:
            raise FileError(f'{quote(json.dumps(end))} is no root: give "root", "of" and "in"')
        _check_expression(_text(end.get("of"), '"of"'), letters)
    elif end not in ("oo", "-oo"):
        _check_expression(_text(end, "an end of a piece"), letters)


def _check_condition(condition: Any, letters: Sequence[str]) -> None:
    if isinstance(condition, Mapping):
        if condition.get("op") not in ("<", "<=", ">", ">=", "==") or condition.get("letter") not in letters:
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


def _check_expression(text: str, letters: Sequence[str]) -> None:
    """The expression, without the names of radicals, is one of the language, within its bounds."""
    if "Piecewise(" in text:
        return  # a value with a kink, of which nothing is believed
    plain = re.sub(r"\b(sqrt|Abs)\s*\(", "(", text)
    plain = re.sub(r"\b(Max|Min)\s*\(", lambda word: word[1].lower() + "(", plain)
    try:
        element = parse_element(plain, field_of(letters), functions="m" in plain)
    except SymdtError as error:
        raise FileError(f"the rule has an expression that cannot be read: {error}") from None
    for poly in (element.num, element.den):
        if len(poly) > MAX_TERMS or poly.total_degree() > MAX_DEGREE:
            raise FileError(
                f"the rule has {quote(text)}, which expands to {len(poly)} terms of degree {poly.total_degree()}: "
                f"use at most {MAX_TERMS}, and degree {MAX_DEGREE}"
            )


def parts_of(text: str) -> list[str]:
    """A text at its outer commas, as the checker of certificates splits it."""
    from symdt.solve.proofs.check.texts import split

    return split(text)


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
