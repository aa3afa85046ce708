"""Rules with one thing changed, as they are told in JSON, and what is said of all their cases."""

from __future__ import annotations

from copy import deepcopy

from sympy import Symbol

from symdt.errors import SymdtError
from symdt.exact.solver import Budget
from symdt.solve.proofs.check.obligations import Statement
from symdt.solve.proofs.check.polynomials import RejectedError
from symdt.solve.proofs.coverings.cases.together import Together
from symdt.solve.proofs.coverings.covering import Covering
from symdt.solve.proofs.source import written


def together(problem, rule, decide=None, seconds=60):
    """The cases of a rule as they are looked at together, the signs of denominators left open; decide: by whom, if by no covering."""
    letters = [s.name for s in problem.domain.symbols]
    statement = Statement({"letters": letters, "problem": written(problem), "answer": {"rule": rule}})
    items = list(statement.questions())
    return Together(statement, items, Covering(statement.ring, Symbol, Budget(seconds)), decide)


def answer_of(problem, rule, decide=None, seconds=20):
    """What is said of all cases of a rule; None where the rule cannot be read."""
    try:
        asked = together(problem, rule, decide, seconds)
    except (RejectedError, SymdtError):
        return None
    return asked.answer


def mutants(rule, actions):
    """The rule made wrong in one spot at a time: a strictness, a root's number, an action, a case that is missing."""
    turned = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": ">=", "!=": ">"}
    for c, case in enumerate(rule["cases"]):
        for i, told in enumerate(case["if"]):
            if isinstance(told, dict):
                changes = [told | {"op": turned[told["op"]]}]
                changes += [told | {"root": told["root"] + d} for d in (-1, 1) if told["root"] + d >= 0]
            else:
                words = told.split(" ")
                ops = [n for n, word in enumerate(words) if word in turned]
                changes = [" ".join([*words[:n], turned[words[n]], *words[n + 1 :]]) for n in ops]
            for change in changes:
                new = deepcopy(rule)
                new["cases"][c]["if"][i] = change
                yield new
        for i, piece in enumerate(case["pieces"]):
            for action in actions:
                if action != piece["action"] and "strategy" not in piece:
                    new = deepcopy(rule)
                    new["cases"][c]["pieces"][i]["action"] = action
                    yield new
            if isinstance(piece["to"], dict):
                for d in (-1, 1):
                    new = deepcopy(rule)
                    pieces = new["cases"][c]["pieces"]
                    pieces[i]["to"] = pieces[i + 1]["from"] = piece["to"] | {"root": piece["to"]["root"] + d}
                    yield new
            new = deepcopy(rule)
            new["cases"][c]["pieces"][i]["to_closed"] = not piece.get("to_closed", True)
            yield new
        new = deepcopy(rule)
        del new["cases"][c]
        yield new
