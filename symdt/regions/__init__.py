"""Which of these labelled functions is least, and where? This wing knows nothing of decisions.

A `Contest` is a set of labelled functions on a domain; a `Question` asks it along one letter, and its answer is
a `Rule`: cases in the other letters, and in each case intervals of the letter with the label that attains the
optimum there. An `Engine` answers the questions that it accepts; the first of `ENGINES` that accepts one is
asked, and the rule names it. A new engine is a new module and its line here.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.regions.contest import Contest
>>> p, h = symbols("p h")
>>> domain = Domain("0 < p < 1", "0 < h < 1")
>>> f = domain.field.element
>>> answer(Contest((("wait", f(p)), ("act", f(h))), domain).along(p), Budget(60)).engine
'envelope'
>>> answer(Contest((("wait", f(p**2)), ("act", f(h))), domain).along(p), Budget(60)).engine
'sections'
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from symdt.errors import DomainError, quote
from symdt.exact.solver import Budget

if TYPE_CHECKING:
    from symdt.regions.contest import Question
    from symdt.regions.rule import Rule

#: The engines, in the order in which they are asked: a name and the module that answers under it.
ENGINES = {
    "envelope": "symdt.regions.affine.envelope",
    "chains": "symdt.regions.affine.chains",
    "walks": "symdt.regions.walks.walked",
    "sections": "symdt.regions.sections.complete",
}
#: Where an engine says what it accepts, if not in its own module: it is not loaded in order to be asked.
DOORS = {"chains": "symdt.regions.affine.bounded", "walks": "symdt.regions.walks.parabolas"}
#: The part of what is left of a budget that an engine may spend: where another for the same questions follows, and
#: where only the last one does. The former has these seconds at most, and so many questions with one, two and more other letters,
#: which are some half a second: what a cover has not found out by then the chains find out sooner. Questions are counted, so that a
#: busy machine gives the same answer.
FIRST_SHARE, SHARE, FIRST_QUESTIONS, FIRST_SECONDS = 0.15, 0.7, (240, 60, 40), 3.0
#: What the walks and the chains leave open in their time a decomposition seldom settles in the rest of it; with less than
#: this part of the whole it is not begun, if there are cases to tell: one step of it may take longer than that.
SHARES, TOO_LITTLE = {"walks": 0.95, "chains": 0.9}, 0.5


class Engine(Protocol):
    """What answers questions: it says which ones it accepts."""

    def accepts(self, question: Question[Any]) -> bool:
        """Whether this engine can answer the question."""

    def solve(self, question: Question[Any], budget: Budget | None = None) -> Rule[Any]:
        """The rule that answers the question, as far as the budget goes."""


def engine(name: str) -> Engine:
    """The engine of this name."""
    return cast(Engine, import_module(ENGINES[name]))


def accepts(name: str, question: Question[Any]) -> bool:
    """Whether the engine of this name can answer the question; asking loads no engine before its turn."""
    return bool(import_module(DOORS.get(name, ENGINES[name])).accepts(question))


def answer(question: Question[Any], budget: Budget) -> Rule[Any]:
    """The rule that answers a question, by the first engine that accepts it and answers it completely.

    Where the first does not, the question is put again without what all functions share: a posterior's
    denominator, for instance, whose sign the domain settles; and without a letter that is a mere scale or shift of others.
    An engine has its share of the budget, so that there is something left for those that follow it.
    """
    from symdt.regions.reduced.shared import reduced
    from symdt.regions.rule import INTERRUPTED

    first = next(iter(ENGINES))
    if not question.parts and not accepts(first, question):
        question = replace(question, functions=reduced(question.functions, question.domain, budget))
        told = simpler(question, budget)
        if told is not None:
            return told
    partial: Rule[Any] | None = None
    whole, letters = budget.left(), len(question.domain.symbols)
    *early, last = ENGINES
    willing = [name for name in early if accepts(name, question)]
    for name in (*willing, last):  # a room that is not needed is not entered
        if name != last or accepts(last, question):
            left = budget.left()
            if partial is not None and partial.cases and left < TOO_LITTLE * whole:
                break
            given = budget if name == last else share_of(name, left, 0 if name in willing[-1:] else letters)
            rule = engine(name).solve(question, given)
            rule = replace(rule, cases=tuple(case.settled() for case in rule.cases), engine=name)
            if rule.is_complete:
                return rule
            partial = max(
                partial or rule, rule, key=lambda r: len(r.cases)
            )  # the first, where they say as much
            if rule.note == INTERRUPTED:  # what is known, at once
                return replace(partial, note=INTERRUPTED)
    if partial is not None:
        return partial
    raise DomainError(f"no engine takes the question in {quote(question.letter)}: use {', '.join(ENGINES)}")


def share_of(name: str, left: float, letters: int) -> Budget:
    """What an engine has of the seconds that are left.

    letters: how many there are, if another engine for the same questions follows; else 0.
    """
    if letters:
        questions = FIRST_QUESTIONS[min(max(letters - 2, 0), len(FIRST_QUESTIONS) - 1)]
        return Budget(min(FIRST_SHARE * left, FIRST_SECONDS), questions)
    return Budget(SHARES.get(name, SHARE) * left)


def simpler(question: Question[Any], budget: Budget) -> Rule[Any] | None:
    """The rule told from that of a question in one letter less, where only ratios or differences count; None elsewhere."""
    from symdt.regions.reduced.ratios import scaling_of
    from symdt.regions.reduced.shifts import shift_of

    scaling = scaling_of(question, budget)
    if scaling is not None:
        return scaling.rule(answer(scaling.reduced, budget))
    shift = shift_of(question)
    return shift.rule(answer(shift.reduced, budget)) if shift is not None else None
