"""Reading: the letters, conditions and expressions of a problem file, and the checks of its form."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sympy import Expr, Symbol

from symdt.errors import (
    ExpressionError,
    FileError,
    SymdtError,
    TableError,
    did_you_mean,
    quote,
)
from symdt.exact.domain import Domain
from symdt.exact.language.parser import RESERVED
from symdt.exact.language.syntax import field_of, is_letter, parse_condition, parse_element
from symdt.files import read_whole, toml_tables
from symdt.problems.net_benefit import WILLINGNESS, pair

#: What stands at the top of a file, above its sections.
HEAD = ("format", "title", "assume", "optimum", "sequence", "willingness", "source")

#: Files larger than this (in bytes) are refused.
MAX_BYTES = 4_000_000


#: Limits on what one file may hold; each keeps the work that follows within seconds.
MAX_PARAMETERS, MAX_CONDITIONS = 64, 512


MAX_STATES, MAX_ACTIONS, MAX_CELLS, MAX_EXPERIMENTS = 1024, 1024, 65_536, 64


#: An expression in a file may have this many terms, and numbers of this many binary digits.
MAX_TERMS, MAX_BITS, MAX_DEGREE = 400, 1_024, 64


def text_of(path: str | os.PathLike[str]) -> str:
    """The text of a file of reasonable size."""
    return read_whole(path, MAX_BYTES, "a problem file such as problem.toml")


def check_apart(names: Iterable[str]) -> None:
    """An error if two letters would be set alike in LaTeX and on the page, as `λ` and `lambda` would.

    names: of the letters of one file.
    """
    names = tuple(names)
    if all(n.isascii() and "_" not in n for n in names):  # what is plain is set as it is written
        return
    from symdt.typeset.names import to_latex

    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(to_latex(name), name)
        if other != name:
            raise FileError(
                f"the letters {quote(other)} and {quote(name)} would be printed alike: rename one of them"
            )


class Reader:
    """The parameters of a file, and the reader of its expressions.

    functions: whether these may be min, max and so on; folder: where data files are looked for.
    """

    def __init__(self, table: Mapping[str, Any], *, functions: bool = False, folder: Path = Path()) -> None:
        self.functions, self.folder = functions, folder
        given = section_of(table, "parameters", "[parameters]") if "parameters" in table else {}
        check_count(len(given), MAX_PARAMETERS, "the file", "parameters")
        for name in given:
            _refuse_head(name, given[name])
            if not is_letter(name):
                raise FileError(
                    f"the parameter {quote(name)} is no valid name: use letters and digits, "
                    f"and none of {' '.join(sorted(RESERVED))}"
                )
        self.has_pairs = False  # of a cost and an effect, so far
        self.willingness = willingness_of(table)
        if self.willingness and self.willingness not in given:
            given = {**given, self.willingness: f"{self.willingness} >= 0"}
        self.names = tuple(given)
        check_apart(self.names)
        whole = {n: _whole(c) for n, c in given.items()}
        given = {n: c if whole[n] is None else whole[n] for n, c in given.items()}
        self.field = field_of(n if whole[n] is None else Symbol(n, integer=True) for n in given)
        self.cache: dict[str, Expr] = {}
        assume = table.get("assume", [])
        if not isinstance(assume, list):
            raise FileError(f"assume is {quote(assume)}: give a list of conditions such as ['h < 100*k']")
        self.texts = [(f"the condition of parameter {quote(n)}", c) for n, c in given.items() if c != ""]
        self.texts += [("a condition in assume", c) for c in assume]
        check_count(len(self.texts), MAX_CONDITIONS, "the file", "conditions")

    def domain(self) -> Domain:
        """The domain that the parameters' conditions and `assume` state together."""
        conditions = []
        for where, text in self.texts:
            if not isinstance(text, str):
                raise FileError(f"{where} is {quote(text)}: write it as a text such as '0 < p < 1'")
            with Place(where):
                for condition in parse_condition(text, self.field.symbols):
                    check_size(text, condition.poly)
                    conditions.append(condition)
        by_name = {s.name: s for s in self.field.symbols}
        return Domain(*conditions, symbols=[by_name[n] for n in self.names])

    def expression(self, text: Any, where: str) -> Expr:
        """The expression that a text or a number of the file denotes; of a cost and an effect, their net benefit."""
        if isinstance(text, dict) and set(text) == {"cost", "effect"}:
            if not self.willingness:
                raise ExpressionError(
                    f"{where} has cost and effect: say willingness = 'λ' at the top of the file"
                )
            cost, effect = (self.expression(text[k], f"the {k} of {where}") for k in ("cost", "effect"))
            self.has_pairs = True
            return pair(cost, effect, self.willingness)
        if isinstance(text, bool) or not isinstance(text, str | int | Decimal):
            raise ExpressionError(f"{where} is {quote(text)}: write an expression in quotes or a number")
        if isinstance(text, int):
            if text.bit_length() > MAX_BITS:
                raise ExpressionError(f"{where} has too many digits: use a smaller number")
            text = str(text)
        found = self.cache.get(text)
        if found is None:
            with Place(where):
                element = parse_element(text, self.field, functions=self.functions)
                check_size(text, element.num)
                check_size(text, element.den)
                found = self.cache[text] = element.to_expr()
        return found

    def probabilities(self, row: Mapping[str, Any], where: str) -> dict[str, Any]:
        """The probabilities of a row, with "rest" left for the belief to fill in."""
        return {name: self.chance(text, f"{where} {quote(name)}") for name, text in row.items()}

    def chance(self, text: Any, where: str) -> Any:
        """A probability, with "rest" left as it stands."""
        return "rest" if text == "rest" else self.expression(text, where)


def _whole(conditions: Any) -> str | None:
    """What is said of a letter that is a whole number, without that word; None where it is none.

    >>> _whole("integer, 1 <= n <= 20"), _whole("integer"), _whole("n > 0")
    ('1 <= n <= 20', '', None)
    """
    if not isinstance(conditions, str) or not re.match(r"\s*integer\s*(,|$)", conditions):
        return None
    return conditions.partition("integer")[2].strip().removeprefix(",").strip()


def _refuse_head(name: str, told: Any) -> None:
    """An error where what belongs to the top of a file stands below `[parameters]`, as if it were a letter."""
    is_condition = isinstance(told, str) and (
        not told or any(mark in told for mark in "<>=") or "integer" in told
    )
    if name in HEAD and not is_condition:
        raise FileError(
            f"{quote(name)} stands below [parameters], where letters have their conditions: put it at the top of the file, "
            "above the first section"
        )


def willingness_of(table: Mapping[str, Any]) -> str:
    """The letter for the willingness to pay of a file with costs and effects; nothing for another."""
    if "willingness" not in table:
        return WILLINGNESS if "cost" in table or "effect" in table else ""
    letter = table["willingness"]
    if not is_letter(letter):
        raise FileError(f"the willingness is {quote(letter)}: give the name of a letter such as 'λ'")
    return str(letter)


class Place:
    """Errors inside say where in the file they arose."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, SymdtError):
            raise type(error)(f"{self.where}: {error}") from None


class Decimal(str):
    """A decimal number as it stands in the file, to be read exactly."""

    __slots__ = ()


def table_of(text: str) -> dict[str, Any]:
    """The tables of a TOML text, decimals as they stand in it."""
    return toml_tables(
        text, "see `symdt new` for an example", lambda digits: Decimal(digits.replace("_", ""))
    )


def section_of(table: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    """A table of the file, by its key."""
    if key not in table:
        raise FileError(f"the file has no {where}: give it, see `symdt new` for an example")
    section = table[key]
    if not isinstance(section, dict):
        raise FileError(f"{where} is {quote(section)}: make it a table of its own")
    return section


def check_keys(section: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """An error that names the nearest key, if a table has one that is not known."""
    for key in section:
        if key not in known:
            hint = "put it at the top of the file" if key in HEAD else did_you_mean(key, known)
            raise FileError(f"{where} has the unknown key {quote(key)}: {hint}")


def names_of(names: Any, what: str, limit: int) -> tuple[str, ...]:
    """A list of different names."""
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise TableError(f"{what} are {quote(names)}: give a list of names in quotes")
    check_count(len(names), limit, what, "names")
    if len(set(names)) < len(names):
        seen: set[str] = set()
        twice = next(n for n in names if n in seen or seen.add(n))  # type: ignore[func-returns-value]
        raise TableError(f"{what} name {quote(twice)} twice: name each once")
    return tuple(names)


def check_row(row: Any, names: tuple[str, ...], where: str, kind: str) -> None:
    """An error, if a row has not one entry for each name."""
    if not isinstance(row, list):
        raise TableError(f"{where} is {quote(row)}: give a list with one entry for each of the {kind}")
    if len(row) != len(names):
        raise TableError(f"{where} has {len(row)} entries for {len(names)} {kind}: give one each")


def check_states(
    found: Iterable[str], expected: Iterable[str], where: str, what: str, keys: tuple[str, ...] = ()
) -> None:
    """An error, if states are missing or unknown."""
    found, expected = list(found), list(expected)
    here, wanted = set(found), set(expected)
    missing = [s for s in expected if s not in here]
    extra = [s for s in found if s not in wanted]
    if extra:
        hint = did_you_mean(extra[0], [*(missing or expected), *keys])
        raise TableError(f"{where} names {quote(extra[0])}, which is no state of the problem: {hint}")
    if missing:
        raise TableError(f"{where} says nothing about state {quote(missing[0])}: give {what} of each state")


def check_count(found: int, limit: int, where: str, what: str) -> None:
    """An error, if there are more than the limit."""
    if found > limit:
        raise FileError(f"{where} has {found} {what}: use at most {limit}")


def check_size(text: str, poly: Any) -> None:
    """An error, if an expression is larger than files may hold."""
    if len(poly) > MAX_TERMS:
        raise ExpressionError(f"{quote(text)} expands to {len(poly)} terms: use at most {MAX_TERMS}")
    if poly.total_degree() > MAX_DEGREE:
        raise ExpressionError(f"{quote(text)} has degree {poly.total_degree()}: use at most {MAX_DEGREE}")
    for c in poly.coeffs():
        if c.p.bit_length() > MAX_BITS or c.q.bit_length() > MAX_BITS:
            raise ExpressionError(f"{quote(text)} has a number with too many digits: use a smaller one")


def check_alone(table: Mapping[str, Any], form: str, *more: str) -> None:
    """An error, if the file has the sections of another form as well."""
    for other in ("belief", "data", "loss", "utility", "cost", "effect", "experiment", "sequence", *more):
        if other in table:
            raise FileError(f"the file has both [{form}] and [{other}]: state the problem in one form")


def optimum_of(table: Mapping[str, Any], reader: Reader) -> Any:
    """The direction that a tree or diagram says; for a tree none is said aloud to be "min"."""
    optimum = table.get("optimum")
    if "optimum" in table and optimum not in ("min", "max"):
        raise FileError(f"the optimum is {quote(optimum)}: use 'min' for losses or 'max' for utilities")
    if reader.has_pairs:
        if optimum == "min":
            raise FileError(
                "the optimum is 'min', but a cost with its effect is a net benefit, which is made greatest: leave it out"
            )
        return "max"
    return optimum
