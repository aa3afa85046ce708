"""Forms: the ways in which a file states a problem, each with the room that reads and writes it.

A room has `read(table, reader, title)`, the problem that the tables of a file state, and `lines(problem)`, its
sections; it is entered where a file has its form. A new kind of problem is one new room and one entry here.

>>> form_of({"tree": {}}).kind, form_of({"belief": {"θ": "Beta(a, b)"}}).kind, form_of({"loss": {}}).kind
('TreeProblem', 'SamplingProblem', 'DecisionProblem')
>>> form_of({"belief": {"μ": "Normal(0, 2)"}}).kind, form_of({"experiment": {"trial": {"sample": "arms"}}}).kind
('NormalProblem', 'ArmsProblem')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symdt.formats.stated.reading import Reader
    from symdt.problems.problem import Problem


@dataclass(frozen=True)
class Form:
    """One way to state a problem in a file.

    kind: the class of the problem; room: the module here that reads and writes it; is_in: whether a file has it;
    head: what its file says before the parameters; functions: whether expressions may be min, max and so on, which
    where something is differentiated or integrated they may not.
    """

    kind: str
    room: str
    is_in: Callable[[Mapping[str, Any]], bool]
    head: Callable[[Any], list[str]] = lambda _: []
    functions: bool = True

    def read(self, table: Mapping[str, Any], reader: Reader, title: str) -> Problem:
        """The problem that the tables of a file state."""
        return self._entered.read(table, reader, title)

    def lines(self, problem: Problem) -> Iterable[str]:
        """The sections of a problem, as `read` reads them."""
        return self._entered.lines(problem)

    @property
    def _entered(self) -> Any:
        return import_module(f"symdt.formats.stated.{self.room}")


def _laws(table: Mapping[str, Any], law: str) -> bool:
    """Whether a belief of the file is written as a law, such as Beta(a, b)."""
    belief = table.get("belief")
    texts = belief.values() if isinstance(belief, dict) else ()
    return any(isinstance(v, str) and re.fullmatch(law, v) for v in texts)


def _has_arms(table: Mapping[str, Any]) -> bool:
    given = table.get("experiment")
    own = given.values() if isinstance(given, dict) else ()
    return any(isinstance(e, dict) and e.get("sample") == "arms" for e in own)


def _optimum(problem: Any) -> list[str]:
    return [f'optimum = "{problem.optimum}"']


def _sequence(problem: Any) -> list[str]:
    return [f"sequence = {problem.most}"] if problem.most > 1 else []


#: Every form, the first that a file has; a table is what is left.
FORMS = (
    Form("InfluenceDiagram", "diagram_sections", lambda t: "diagram" in t, _optimum),
    Form("ProcessProblem", "process_sections", lambda t: "process" in t, _optimum),
    Form("TreeProblem", "tree_sections", lambda t: "tree" in t, _optimum),
    Form("AmountProblem", "amount_sections", lambda t: "amount" in t, functions=False),
    Form("ArmsProblem", "arms_sections", _has_arms, functions=False),
    Form("NormalProblem", "normal_sections", lambda t: _laws(t, "(?s).*Normal.*")),
    Form(
        "SamplingProblem",
        "conjugate_sections",
        lambda t: _laws(t, r"\s*(Beta|Dirichlet|Gamma)\s*\(.*\)\s*"),
        functions=False,
    ),
    Form("DecisionProblem", "table_sections", lambda _: True, _sequence),
)


def form_of(table: Mapping[str, Any]) -> Form:
    """The form in which the tables of a file state their problem."""
    return next(form for form in FORMS if form.is_in(table))


def form_for(problem: Problem) -> Form:
    """The form in which a problem is written: its own, or that of a tree."""
    kinds = [kind.__name__ for kind in type(problem).__mro__]
    own = (form for form in FORMS if form.kind in kinds)
    return next(own, next(form for form in FORMS if form.kind == "TreeProblem"))
