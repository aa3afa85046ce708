"""A second opinion: what Z3 decided is put to cvc5, in SMT-LIB 2, where that solver is installed.

The question is written anew from the statement's text, sharing nothing with the door to Z3 but the parser:
no polynomial is multiplied out, quotients stay quotients, and min and max become `ite`.

>>> from symdt.exact.domain import Domain
>>> print(question("x > 1 implies x**2 > x", Domain("x > 0")))
(set-logic QF_NRA)
(declare-const x0 Real)
(assert (> x0 0))
(assert (not (=> (> (+ x0 (- 1)) 0) (> (+ (* x0 x0) (* (- 1) x0)) 0))))
(check-sat)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from sympy import Symbol

from symdt.errors import SymdtError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element
from symdt.exact.formula import AnyFormula, Comparison, Condition, Term, elements, symbols_of
from symdt.exact.language.syntax import parse_statement

#: Milliseconds of cvc5's own clock for one question.
MILLISECONDS = 10_000


def second_opinion(statement: str, domain: Domain, *, is_true: bool) -> tuple[str, ...]:
    """The solvers that agree about a statement on a domain: Z3, which decided it, and cvc5 if it is here and decides.

    `statement` is the text, `domain` its hypotheses, `is_true` what Z3 says. A disagreement is an error.
    """
    if find_spec("cvc5") is None:
        return ("Z3",)
    answer = ask_cvc5(question(statement, domain))
    if answer not in ("sat", "unsat"):  # unknown, or whatever it says where its time ended
        return ("Z3",)
    if (answer == "unsat") != is_true:
        raise SymdtError(
            f"Z3 says that {quote(statement)} is {str(is_true).lower()} and cvc5 that it is not: report this"
        )
    return ("Z3", "cvc5")


def ask_cvc5(text: str) -> str:
    """cvc5's answer to a question in SMT-LIB 2: `sat`, `unsat`, or something else where it does not decide."""
    import cvc5

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("tlimit-per", str(MILLISECONDS))
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, symbols))
    return said.strip()


def question(statement: str, domain: Domain) -> str:
    """The question whether the statement fails somewhere on the domain, in SMT-LIB 2."""
    formula = parse_statement(statement)
    letters = sorted({*domain.symbols, *symbols_of(formula)}, key=lambda s: s.name)
    names = {s: f"x{i}" for i, s in enumerate(letters)}
    lines = ["(set-logic QF_NRA)", *(f"(declare-const {n} Real)" for n in names.values())]
    lines += [f"(assert {_formula(c, names)})" for c in domain.conditions]
    lines += [f"(assert (not {_formula(formula, names)}))", "(check-sat)"]
    return "\n".join(lines)


def _formula(node: AnyFormula, names: Mapping[Symbol, str]) -> str:
    if isinstance(node, Condition):
        return _relate(node.op, _polynomial(node.field, node.poly, names), "0")
    if isinstance(node, Comparison):
        whole = _relate(node.op, _term(node.left, names), _term(node.right, names))
        divisors = [
            _polynomial(e.field, e.den, names)
            for side in (node.left, node.right)
            for e in elements(side)
            if not e.is_polynomial
        ]
        return f"(and {whole} {' '.join(f'(not (= {d} 0))' for d in divisors)})" if divisors else whole
    parts = " ".join(_formula(a, names) for a in node.args)
    if not node.args:
        return "true" if node.op == "and" else "false"
    return f"({ {'implies': '=>', 'iff': '='}.get(node.op, node.op) } {parts})".replace("( ", "(")


def _relate(op: str, left: str, right: str) -> str:
    if op == "!=":
        return f"(not (= {left} {right}))"
    return f"({'=' if op == '==' else op} {left} {right})"


def _term(term: Term | Element, names: Mapping[Symbol, str]) -> str:
    if isinstance(term, Element):
        top = _polynomial(term.field, term.num, names)
        return top if term.is_polynomial else f"(/ {top} {_polynomial(term.field, term.den, names)})"
    made, *others = (_term(a, names) for a in term.args)
    for other in others:
        if term.op in ("min", "max"):
            made = f"(ite ({'<' if term.op == 'min' else '>'} {other} {made}) {other} {made})"
        else:
            made = f"({term.op} {made} {other})"
    return made


def _polynomial(field: Any, poly: Any, names: Mapping[Symbol, str]) -> str:
    terms = []
    for monomial, coefficient in poly.to_dict().items():
        factors = [names[s] for s, e in zip(field.symbols, monomial, strict=True) for _ in range(int(e))]
        if coefficient != 1 or not factors:
            factors.insert(0, _number(int(coefficient.p), int(coefficient.q)))
        terms.append(f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0])
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else (terms[0] if terms else "0")


def _number(top: int, bottom: int) -> str:
    whole = str(abs(top)) if bottom == 1 else f"(/ {abs(top)} {bottom})"
    return f"(- {whole})" if top < 0 else whole
