"""The sequential problem of §3: one decision for each child, its model revealed before the next one (Figure 4).

ν1 offers the parent sets of the first child, then Nature reveals which is true, then ν2 offers
those of the second child, and so on; a leaf bears the loss of the sum of the actions taken when
the truth is the sum of the models revealed.

>>> from sympy import symbols
>>> p1, p2, f, m = symbols("p1 p2 f m")
>>> L1 = LossTable.arc("X2", "X1", false=f, missed=m)
>>> L2 = LossTable.arc("X3", "X2", false=f, missed=m)
>>> b1, b2 = Belief({"{}": "rest", "{X2}": p1}), Belief({"{}": "rest", "{X3}": p2})
>>> problem = SequentialProblem.of([L1, L2], [b1, b2])
>>> print(sequential_tree(problem).child("D").child("{}").child("{X2}").child("{X3}"))
(M2 | {X3})
  {} [1 - p2]: f + m
  {X3} [p2]: m
>>> problem.is_factorised, problem.is_disintegrable
(True, True)

Its value is found by `fold_back`; when the stages may be solved one by one is the subject of
`look_ahead`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar

from sympy import Add, Expr, Integer

from symdt.errors import BudgetError, TableError, quote
from symdt.exact.domain import Domain
from symdt.exact.field import Element, Field, all_equal
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Written, as_expr, letters_of
from symdt.problems.belief import Belief, State
from symdt.problems.expressions import expressions
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import set_label
from symdt.problems.models.model import Model
from symdt.problems.problem import Problem, domain_with
from symdt.problems.tree import Chance, Decision, Tree, Value

#: Trees with more leaves than this are not written out.
MAX_LEAVES = 1 << 16

Branch = tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class SequentialProblem(Written, Problem):
    """Stages, a posterior over the joint states, and the loss of every (joint state, joint action).

    `local` are the losses of the stages where the loss is their sum ⊕, as §4 supposes, or else
    those of its generating cells: what one stage costs when nothing goes on in the others.

    >>> from sympy import Rational
    >>> from symdt import Belief, LossTable
    >>> first = LossTable.arc("X2", "X1", false=1, missed=2)
    >>> second = LossTable.arc("X3", "X2", false=1, missed=1)
    >>> beliefs = [Belief({"{}": "rest", "{X2}": Rational(1, 2)}), Belief({"{}": "rest", "{X3}": Rational(1, 3)})]
    >>> len(SequentialProblem.of([first, second], beliefs).stages)
    2
    """

    stages: tuple[Branch, ...]
    belief: Belief
    loss: Mapping[tuple[Branch, Branch], Expr]
    local: tuple[LossTable, ...]
    domain: Domain = None  # type: ignore[assignment]
    title: str = ""

    kind: ClassVar[str] = "a sequential problem"

    def __post_init__(self) -> None:
        object.__setattr__(self, "loss", {cell: as_expr(e) for cell, e in self.loss.items()})
        object.__setattr__(
            self, "domain", domain_with(self.domain, letters_of(expressions((self.belief, self.loss))))
        )

    @property
    def optimum(self) -> Optimum:
        """Losses are made least."""
        return "min"

    @cached_property
    def tree(self) -> Tree:
        """The explicit tree of Figure 4; see `sequential_tree`."""
        return sequential_tree(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SequentialProblem):
            return NotImplemented
        same = (self.stages, self.belief, self.local, self.domain, self.title, list(self.loss))
        if same != (other.stages, other.belief, other.local, other.domain, other.title, list(other.loss)):
            return False
        return all_equal(self.loss.values(), other.loss.values())

    def __hash__(self) -> int:
        return hash((self.stages, self.domain, self.title))

    def __str__(self) -> str:
        stages = [f"stage {i}: {', '.join(stage)}" for i, stage in enumerate(self.stages, 1)]
        return "\n".join([self.headline, *stages, str(self.belief)])

    @classmethod
    def of(
        cls,
        tables: Sequence[LossTable],
        beliefs: Belief | Sequence[Belief],
        domain: Domain | None = None,
    ) -> SequentialProblem:
        """The problem with a globally disintegrable loss: the sum ⊕ of one table for each stage.

        One belief for each stage makes the posterior factorise; one belief about joint states need not.
        """
        parts = tuple(tables)
        if not parts:
            raise TableError("a sequential problem has no stages: give one loss table for each child")
        for table in parts:
            if table.optimum != "min" or len(table.states) != len(table.actions):
                raise TableError("a stage needs a table of losses with an action for each state")
        stages = tuple(table.states for table in parts)
        if isinstance(beliefs, Belief):
            belief = beliefs
        else:
            if len(beliefs) != len(parts):
                raise TableError(
                    f"{len(beliefs)} beliefs are given for {len(parts)} stages: give one for each"
                )
            belief = beliefs[0]
            for other in beliefs[1:]:
                belief = belief @ other
        _check_size(stages)
        loss = {
            (s, a): Add(
                *(
                    t.entries[t.states.index(x)][t.states.index(y)]
                    for t, x, y in zip(parts, s, a, strict=True)
                )
            )
            for s in product(*stages)
            for a in product(*stages)
        }
        return cls(stages, _joint(belief, stages), loss, parts, domain)  # type: ignore[arg-type]

    @classmethod
    def from_table(cls, table: LossTable, belief: Belief, children: Sequence[str] = ()) -> SequentialProblem:
        """The problem with any loss about models of several children; `belief` is about the table's states."""
        order = tuple(children) or tuple(dict.fromkeys(arc.child for arc in table.arcs))
        names: list[list[Branch]] = [
            [tuple(_stage_label(model, c, table) for c in order) for model in models]
            for models in table.models
        ]
        stages = tuple(tuple(dict.fromkeys(label[i] for label in names[0])) for i in range(len(order)))
        _check_size(stages)
        loss = {(s, a): table.entries[i][j] for i, s in enumerate(names[0]) for j, a in enumerate(names[1])}
        if set(loss) != {(s, a) for s in product(*stages) for a in product(*stages)}:
            raise TableError(
                "the table lacks some sums of the stages' models: give a row and a column for each sum"
            )
        joint = Belief({label: belief[state] for label, state in zip(names[0], table.states, strict=True)})
        null = tuple(_stage_label(Model(), c, table) for c in order)
        local = []
        for i, stage in enumerate(stages):
            rows = [[loss[_put(null, i, s), _put(null, i, a)] for a in stage] for s in stage]
            local.append(LossTable(stage, stage, tuple(map(tuple, rows))))
        return cls(stages, _joint(joint, stages), loss, tuple(local))

    def chance(self, revealed: Branch, state: str) -> Expr:
        """p(M^i = state | D, what was revealed before); the marginal after what has probability 0."""
        return self.conditional(revealed)[state].to_expr()

    def conditional(self, revealed: Branch) -> dict[str, Element]:
        """p(M^i | D, what was revealed before), as elements of the field of the belief's letters."""
        ring = Field.of(self.belief.symbols)
        i = len(revealed)
        totals = dict.fromkeys(self.stages[i], ring.number(0))
        for state, p in self.belief.elements(ring).items():
            if state[:i] == revealed:
                part = str(state[i])
                totals[part] = totals[part] + p
        whole = sum(totals.values(), ring.number(0))
        if whole.is_zero:
            return {s: ring.element(self.marginal(i)[s]) for s in self.stages[i]}
        return {s: t / whole for s, t in totals.items()}

    def marginal(self, stage: int) -> Belief:
        """p(M^i | D)."""
        ring = Field.of(self.belief.symbols)
        totals = dict.fromkeys(self.stages[stage], ring.number(0))
        for state, p in self.belief.elements(ring).items():
            part = str(state[stage])
            totals[part] = totals[part] + p
        return Belief({s: t.to_expr() for s, t in totals.items()})

    def local_risks(self, stage: int) -> dict[str, Expr]:
        """R^i of every action of one stage under p(M^i | D), by the stage's own loss."""
        ring = self.domain.field
        chances = self.marginal(stage).elements(ring)
        table = self.local[stage]
        return {
            action: sum(
                (
                    chances[s] * ring.element(row[j])
                    for s, row in zip(table.states, table.entries, strict=True)
                ),
                ring.number(0),
            ).to_expr()
            for j, action in enumerate(self.stages[stage])
        }

    @property
    def is_factorised(self) -> bool:
        """Whether the joint posterior is the product of its marginals."""
        parts = [self.marginal(i) for i in range(len(self.stages))]
        whole = parts[0]
        for other in parts[1:]:
            whole = whole @ other
        return _joint(whole, self.stages) == self.belief

    @property
    def is_disintegrable(self) -> bool:
        """Whether the loss is the sum ⊕ of the stages' losses."""
        ring = self.domain.field
        return all(
            ring.element(entry)
            == ring.element(Add(*(t[x, y] for t, x, y in zip(self.local_costs, s, a, strict=True))))
            for (s, a), entry in self.loss.items()
        )

    @property
    def local_costs(self) -> list[dict[tuple[str, str], Expr]]:
        """For each stage the loss of (state, action)."""
        return [
            {(s, a): row[j] for s, row in zip(t.states, t.entries, strict=True) for j, a in enumerate(stage)}
            for t, stage in zip(self.local, self.stages, strict=True)
        ]


def sequential_tree(problem: SequentialProblem) -> Tree:
    """The explicit tree of Figure 4: ν0 (data), ν1, the models of the first child, ν2, …; losses at the leaves.

    >>> from sympy import Rational
    >>> from symdt import Belief, LossTable
    >>> first = LossTable.arc("X2", "X1", false=1, missed=2)
    >>> second = LossTable.arc("X3", "X2", false=1, missed=1)
    >>> beliefs = [Belief({"{}": "rest", "{X2}": Rational(1, 2)}), Belief({"{}": "rest", "{X3}": Rational(1, 3)})]
    >>> sequential_tree(SequentialProblem.of([first, second], beliefs)).leaves
    16
    """

    def grow(revealed: Branch, chosen: Branch) -> Tree:
        i = len(revealed)
        if i == len(problem.stages):
            return Value(problem.loss[revealed, chosen])
        chances = {s: e.to_expr() for s, e in problem.conditional(revealed).items()}
        return Decision(
            f"ν{i + 1}",
            {
                a: Chance(
                    f"M{i + 1} | {a}",
                    {s: (chances[s], grow((*revealed, s), (*chosen, a))) for s in problem.stages[i]},
                )
                for a in problem.stages[i]
            },
        )

    return Chance("ν0", {"D": (1, grow((), ()))})


def _joint(belief: Belief, stages: Sequence[Branch]) -> Belief:
    """The belief over tuples, one component for each stage, every tuple named."""
    given: dict[State, Expr] = {((s,) if isinstance(s, str) else s): e for s, e in belief.items()}
    every = list(product(*stages))
    extra = next((s for s in given if s not in set(every)), None)
    if extra is not None:
        raise TableError(
            f"the belief speaks of {quote(extra)}, which is no state of the stages: use their names"
        )
    return Belief({s: given.get(s, Integer(0)) for s in every})


def _check_size(stages: Sequence[Branch]) -> None:
    leaves = 1
    for stage in stages:
        leaves *= len(stage) ** 2
    if leaves > MAX_LEAVES:
        raise BudgetError(
            f"the tree has {leaves} leaves: at most {MAX_LEAVES} are written out; "
            "with a disintegrable loss each stage can be solved alone"
        )


def _stage_label(model: Model, child: str, table: LossTable) -> str:
    return set_label(a.parent for a in table.arcs if a.child == child and a in model)


def _put(null: Branch, i: int, label: str) -> Branch:
    return (*null[:i], label, *null[i + 1 :])
