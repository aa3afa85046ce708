"""A choice of an amount in a problem file: `[amount]`, and what it earns: `[demand]`, states, or `[growth]`.

>>> sorted(WAYS)
['belief', 'demand', 'growth']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symdt.errors import FileError, TableError, quote
from symdt.exact.language.syntax import is_letter
from symdt.formats.stated.reading import Reader, check_keys, section_of
from symdt.formats.stated.toml_text import key, row, text
from symdt.problems.amounts.amount_problem import AmountProblem, Demand, Growth, States

#: The sections that say what an amount earns.
WAYS = ("demand", "growth", "belief")
_ALLOWED = (
    "format",
    "title",
    "source",
    "assume",
    "optimum",
    "parameters",
    "amount",
    *WAYS,
    "loss",
    "utility",
    "explore",
)


def read(table: Mapping[str, Any], reader: Reader, title: str) -> AmountProblem:
    """The choice of an amount that a file states."""
    other = next((k for k in table if k not in _ALLOWED), None)
    if other is not None:
        raise FileError(f"the file has both [amount] and [{other}]: state the problem in one form")
    section = section_of(table, "amount", "[amount]")
    check_keys(section, ("letter", "from", "to"), "[amount]")
    letter = _letter(section, "[amount]", reader, "q")
    low = reader.expression(section.get("from", 0), "from of [amount]")
    high = reader.expression(section["to"], "to of [amount]") if "to" in section else None
    kinds = [k for k in ("loss", "utility") if k in table]
    if "growth" in table:
        if kinds or "demand" in table or table.get("optimum", "max") != "max":
            raise FileError(
                "[growth] is made greatest: leave out [loss], [utility], [demand] and optimum = 'min'"
            )
        returns = section_of(table, "growth", "[growth]")
        staked = [s for s, e in returns.items() if letter in re.findall(r"[^\W\d]\w*", str(e))]
        if staked:
            raise FileError(
                f"[growth], {quote(staked[0])}, holds the amount {quote(letter)}: give what a unit staked returns, such as 'b' or "
                f"'-1'; 1 + {letter}*return is made of it"
            )
        gains = {s: reader.expression(e, f"[growth], {quote(s)}") for s, e in returns.items()}
        earned: Demand | States | Growth = Growth(_belief(table, reader), gains)
        return AmountProblem(letter, low, high, earned, reader.domain(), "max", title)
    if len(kinds) != 1:
        raise FileError(
            "[amount] needs [loss] or [utility], one of them, or [growth]: say what an amount earns"
        )
    optimum: Any = "min" if kinds[0] == "loss" else "max"
    if table.get("optimum", optimum) != optimum:
        raise FileError(
            f"the optimum is {quote(table['optimum'])}, but [{kinds[0]}] is made {optimum}imal: leave it out"
        )
    payoffs = section_of(table, kinds[0], f"[{kinds[0]}]")
    if "demand" in table:
        demand = section_of(table, "demand", "[demand]")
        check_keys(demand, ("letter", "uniform"), "[demand]")
        check_keys(payoffs, ("over", "under"), f"[{kinds[0]}]")
        unknown = _letter(demand, "[demand]", reader, "x")
        both = {
            k: _in(reader, letter, unknown).expression(payoffs.get(k, 0), f"[{kinds[0]}], {k}")
            for k in ("over", "under")
        }
        earned = Demand(unknown, _intervals(demand, reader), **both)
    else:
        own = _in(reader, letter)
        polynomials = {s: own.expression(e, f"[{kinds[0]}], {quote(s)}") for s, e in payoffs.items()}
        earned = States(_belief(table, reader), polynomials)
    return AmountProblem(letter, low, high, earned, reader.domain(), optimum, title)


def _letter(section: Mapping[str, Any], where: str, reader: Reader, usual: str) -> str:
    letter = section.get("letter", usual)
    if not is_letter(letter) or letter in reader.names:
        raise FileError(f"{where} has letter = {quote(letter)}, which is a parameter or no name: use another")
    return str(letter)


def _in(reader: Reader, *letters: str) -> Reader:
    """The reader of expressions that may hold the amount as well."""
    return Reader({"parameters": dict.fromkeys((*reader.names, *letters), "")})


def _belief(table: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    if "belief" not in table:
        raise FileError(
            "[amount] needs [demand], or [belief] with a probability for each state: give one of them"
        )
    belief = section_of(table, "belief", "[belief]")
    return {s: reader.chance(p, f"[belief], {quote(s)}") for s, p in belief.items()}


def _intervals(demand: Mapping[str, Any], reader: Reader) -> list[tuple[Any, Any, Any]]:
    given = demand.get("uniform")
    if not isinstance(given, list) or not all(isinstance(part, list) and len(part) == 3 for part in given):
        raise TableError(
            f"uniform of [demand] is {quote(given)}: give [from, to, probability] for each interval, "
            "such as [['0', '50', '1/2'], ['50', '200', 'rest']]"
        )
    read = reader.expression
    return [
        (
            read(a, "from in [demand]"),
            read(b, "to in [demand]"),
            reader.chance(p, "a probability in [demand]"),
        )
        for a, b, p in given
    ]


def lines(problem: AmountProblem) -> list[str]:
    """The sections of a choice of an amount, as `read` reads them."""
    lines = ["[amount]", f"letter = {text(problem.letter)}", f"from = {text(problem.low)}"]
    lines += [] if problem.high is None else [f"to = {text(problem.high)}"]
    kind = "[loss]" if problem.optimum == "min" else "[utility]"
    earned = problem.earned
    if isinstance(earned, Demand):
        parts = ", ".join(row(part) for part in earned.intervals)
        lines += ["[demand]", f"letter = {text(earned.letter)}", f"uniform = [{parts}]", kind]
        return [*lines, f"over = {text(earned.over)}", f"under = {text(earned.under)}"]
    lines += ["[belief]", *(f"{key(s)} = {text(p)}" for s, p in earned.belief.items())]
    lines.append("[growth]" if isinstance(earned, Growth) else kind)
    return [*lines, *(f"{key(s)} = {text(e)}" for s, e in earned.payoffs.items())]
