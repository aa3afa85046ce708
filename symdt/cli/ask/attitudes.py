"""The answers of `symdt solve` for a file with an attitude to risk: along the tolerance or the wealth, and at one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard

from symdt.cli.arguments import read_point
from symdt.cli.bounds import for_a_search
from symdt.cli.output import decimal, figures, paragraph, print_json, say, say_head, texts
from symdt.cli.progress import working
from symdt.errors import BudgetError, DomainError, FileError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from symdt.analysis.attitude.attitude_problem import AttitudeProblem
    from symdt.analysis.attitude.utility import Exponential, Logarithmic
    from symdt.problems.problem import Problem


def with_attitude(problem: Any, text: str | None) -> Any:
    """The problem with the attitude to risk that a text such as `exponential R` gives it; itself without one.

    problem: its values are amounts; text: the attitude, and the letter of its tolerance or wealth.

    >>> from symdt import Decision, TreeProblem
    >>> with_attitude(TreeProblem(Decision("d", {"a": 1, "b": 2}), optimum="max"), "logarithmic w").letter
    'w'
    """
    from symdt.analysis.attitude.attitude_problem import AttitudeProblem
    from symdt.exact.language.syntax import is_letter

    if text is None:
        return problem
    if problem.attitude is not None:
        raise FileError(f"the file has {problem.attitude} utility already: leave out --attitude")
    kind, _, letter = text.strip().partition(" ")
    letter = letter.strip()
    if letter and not is_letter(letter):
        example = "logarithmic w" if kind == "logarithmic" else "exponential R"
        is_number = letter.replace(".", "", 1).replace("/", "", 1).isdigit()
        value = f", and its value as --at {example[-1]}={letter}" if is_number else ""
        raise FileError(f"--attitude has {quote(letter)} for a letter: write '{example}'{value}")
    return AttitudeProblem(problem, kind, letter)  # type: ignore[arg-type] # which refuses other kinds


def told_by(problem: Any) -> Any:
    """How the answers of a problem with an attitude to risk are told; None of another."""
    if problem.attitude is None:
        return None
    from symdt.analysis.attitude.spoken import spoken

    return spoken(problem)


def is_about_attitude(problem: Any, for_: str | None, at: Iterable[str] | None) -> TypeGuard[AttitudeProblem]:
    """Whether the tolerance or the wealth is asked about, and not the letter in which the problem is a polynomial."""
    if problem.attitude is None:
        return False
    named = {for_, *(name for text in at or () for name in read_point(text))}
    if chance_letter(problem, for_, named) is not None:
        return True
    if problem.attitude == "logarithmic":  # with letters of the amounts left free it is a rule like any other
        is_asked = for_ in (None, problem.letter) and {s.name for s in problem.money.symbols} <= named
        return is_asked and (problem.letter in named - {for_} or _is_plain(problem.money))
    if problem.letter in named:
        return True
    return not named & ({s.name for s in problem.symbols} - {s.name for s in problem.money.symbols})


def chance_letter(problem: AttitudeProblem, for_: str | None, named: AbstractSet[str | None]) -> str | None:
    """The letter of the probabilities along which a rule is asked for, the tolerance or wealth and all others fixed."""
    from symdt.problems.tree import Chance

    free = {s.name for s in problem.money.symbols} - (named - {for_})
    if problem.letter not in named - {for_} or len(free) != 1 or (for_ is not None and for_ not in free):
        return None
    (letter,) = free
    chances = (p for n in problem.money.tree.nodes() if isinstance(n, Chance) for _, p, _ in n.branches)
    return letter if any(letter == s.name for p in chances for s in p.free_symbols) else None


def _is_plain(money: Problem) -> bool:
    """Whether each action has its own outcomes, so that the rule of the wealth needs no polynomials."""
    from symdt.problems.table import DecisionProblem

    return isinstance(money, DecisionProblem) and not money.experiments


def solve_attitude(
    problem: AttitudeProblem,
    for_: str | None,
    at: Iterable[str] | None,
    digits: int | None,
    *,
    as_json: bool,
    certify: bool = False,
) -> int:
    """Where the best choice changes with the letter of the attitude, or what is best at one value of it."""
    point: dict[str, Any] = {}
    for text in at or ():
        point |= read_point(text)
    value = point.pop(problem.letter, None)
    known = {s.name for s in problem.money.symbols}
    odd = next((n for n in point if n not in known), None)
    if odd is not None:
        raise DomainError(
            f"{quote(odd)} is no letter of the problem: use {', '.join(sorted({*known, problem.letter}))}"
        )
    along = chance_letter(problem, for_, {for_, *point, *([problem.letter] * (value is not None))})
    if for_ not in (None, problem.letter) and along is None:
        raise FileError(
            f"--for {for_} is asked of a problem with {problem.attitude} utility: solve for {problem.letter}, "
            "or leave the attitude out of the file"
        )
    with working("solving"):
        answer, text = (
            _along(problem, point, digits)
            if value is None
            else _along_chance(problem, point, along, value, digits)
            if along is not None
            else _best(problem, point, value, digits)
        )
    told, status = _certified(problem.at(point)) if certify and value is None else ("", None)
    if as_json:
        more = {} if not told else {"certified": {0: True, 1: False}.get(status or 0)}
        print_json({"title": problem.title, "attitude": problem.attitude, **answer, **more})
        return status or _decided(answer, problem.letter)
    given = {**point, **({problem.letter: value} if value is not None else {})}
    say_head(problem.title, given)
    say("\n".join(map(paragraph, text.splitlines())))
    if told:
        say(paragraph(told))
    return status or _decided(answer, problem.letter)


def _decided(answer: Mapping[str, Any], letter: str) -> int:
    """The status of an answer; an error where it may not be all: what is not excluded is not decided."""
    if answer.get("complete") is False:
        raise BudgetError(
            f"that there is no other change along {letter} is not proved: what is told of it is right, and --at gives the "
            "best choice at a value"
        )
    return 0


def _certified(problem: AttitudeProblem) -> tuple[str, int]:
    """The certificate of the rule in the letter in which the problem is a polynomial, in words, and the exit status."""
    from symdt.exact.verdict import Proved, Refuted
    from symdt.solve.alternatives import SECONDS as RULE
    from symdt.solve.certificate import certificate_of_rule
    from symdt.solve.proofs.proving import SECONDS as PROOF
    from symdt.solve.rule import decision_rule

    letter = problem.domain.symbols[-1]
    with working("certifying"):
        rule = decision_rule(problem, letter, seconds=for_a_search(RULE))
        found = certificate_of_rule(rule, seconds=for_a_search(PROOF))
    status = {Proved: 0, Refuted: 1}.get(type(found.verdict), 3)
    where = f" of the rule in {letter} = exp(-{problem.unit}/{problem.letter})"
    return f"certificate{where if problem.attitude == 'exponential' else ''}: {found}", status


def _along(problem: AttitudeProblem, point: dict[str, Any], digits: int | None) -> tuple[dict[str, Any], str]:
    from sympy import Symbol

    from symdt.analysis.attitude.switching import switching_tolerances
    from symdt.analysis.attitude.wealth import wealth_rule
    from symdt.analysis.profile import profiles
    from symdt.exact.formula import number_json

    fixed = problem.money.at(point)
    if problem.attitude == "exponential":
        found = switching_tolerances(fixed)
        if digits is not None:  # so many after the point, and those before it
            before = max((len(str(int(s.high))) for s in found.switches), default=1)
            found = switching_tolerances(fixed, digits=digits + before + 1)
        note = "" if found.is_complete else "\nother switches are not excluded: the outcomes span many units"
        return found.to_json(), f"{found.told(digits)}{note}"
    rule = wealth_rule(profiles(fixed), problem.letter)  # type: ignore[arg-type]
    wealth = Symbol(problem.letter)
    pieces = [
        {"action": a, "from": number_json(x, wealth), "to": number_json(y, wealth)} for a, x, y in rule.pieces
    ]
    return {"pieces": pieces, "complete": rule.is_exact}, rule.told(partial(_end, digits=digits))


def _along_chance(
    problem: AttitudeProblem, point: dict[str, Any], letter: str, value: Any, digits: int | None
) -> tuple[dict[str, Any], str]:
    from symdt.analysis.attitude.chance_rule import chance_rule
    from symdt.exact.language.board import board

    rule = chance_rule(problem.money.at(point), letter, _utility(problem, value))
    pieces = [{"action": a, "from": str(x), "to": str(y)} for a, x, y in rule.pieces]
    where = "".join(
        f"\nthe threshold {_end(x, digits)} is {board(x)}" for x in rule.thresholds if not x.is_Rational
    )
    exact = [str(x) for x in rule.thresholds]
    answer = {"for": letter, "pieces": pieces, "thresholds": exact, "complete": rule.is_exact}
    return answer, rule.told(partial(_end, digits=digits)) + where


def _utility(problem: AttitudeProblem, value: Any) -> Exponential | Logarithmic:
    """The utility of a problem's attitude at one tolerance or wealth."""
    from symdt.analysis.attitude.utility import Exponential, Logarithmic

    return Exponential(value) if problem.attitude == "exponential" else Logarithmic(value)


def _end(number: Any, digits: int | None) -> str:
    """An end for eyes: a fraction with its decimals beside it, another number by its digits."""
    return decimal(number, digits) if number.is_Rational else figures(number, digits)


def _best(
    problem: AttitudeProblem, point: dict[str, Any], value: Any, digits: int | None
) -> tuple[dict[str, Any], str]:
    from symdt.analysis.attitude.optimal_under import optimal_under
    from symdt.solve.written.rule_text import ties_json

    best = optimal_under(problem.money, _utility(problem, value), point)
    answer = {
        "optimum": problem.money.optimum,
        "action": best.action,
        "ties": list(best.ties),
        "strategy": best.strategy,
        "value": str(best.expression),
        "values": texts(best.values),
        "certainty_equivalent": str(best.value),
        **ties_json(best.strategy_ties),
    }
    return answer, best.told(partial(figures, digits=digits))
