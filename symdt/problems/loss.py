"""LossTable: the loss of each action in each state (§2, table (1)); rows are states, columns actions.

>>> from sympy import symbols
>>> l01, l10 = symbols("l01 l10")
>>> L = LossTable(["M0", "M1"], ["a0", "a1"], [[0, l01], [l10, 0]])
>>> print(L)
     a0   a1
M0    0  l01
M1  l10    0
>>> L["M1", "a0"]
l10

A table of utilities is maximised instead; it says so itself.

>>> LossTable(["rain"], ["take"], [[70]], optimum="max").optimum
'max'

The 0-1 loss penalises every wrong choice alike; the general table (1) has a letter in every
cell off the diagonal.

>>> print(LossTable.zero_one(["M0", "M1", "M2"]))
    a0  a1  a2
M0   0   1   1
M1   1   0   1
M2   1   1   0
>>> LossTable.general(2)["M1", "a2"]
l12
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from sympy import Expr, Symbol

from symdt.display import Displayed
from symdt.errors import TableError, did_you_mean, quote
from symdt.exact.field import Element, Field, all_equal
from symdt.exact.kink import lifted
from symdt.exact.optimum import Optimum
from symdt.exact.polynomial import Written, as_expr, letters_of, replacements, substituted
from symdt.problems.expressions import changed, expressions
from symdt.problems.models.arc import Arc, as_arc
from symdt.problems.models.model import Model
from symdt.problems.models.model_names import model_label, models_from_names

Names = Literal["sets", "paper"]


@dataclass(frozen=True, eq=False, repr=False)
class LossTable(Written, Displayed):
    """The table `entries[state][action]`; `optimum` is "min" for losses and "max" for utilities.

    >>> from sympy import symbols
    >>> h = symbols("h")
    >>> loss = LossTable(["well", "sick"], ["wait", "treat"], [[0, 1], [h, 0]])
    >>> loss.entries
    ((0, 1), (h, 0))
    >>> print(loss)
          wait  treat
    well     0      1
    sick     h      0
    """

    states: tuple[str, ...]
    actions: tuple[str, ...]
    entries: tuple[tuple[Expr, ...], ...]
    optimum: Optimum = "min"
    # What a state or an action stands for, where it stands for more than its name: a model, a set of arcs.
    meaning: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        states, actions = tuple(map(str, self.states)), tuple(map(str, self.actions))
        for kind, names in (("state", states), ("action", actions)):
            if not names:
                raise TableError(f"the table has no {kind}s: give at least one")
            twice = (
                next((n for n in names if names.count(n) > 1), None) if len(set(names)) < len(names) else None
            )
            if twice is not None:
                raise TableError(f"the {kind} {quote(twice)} is named twice: name each {kind} once")
        if self.optimum not in ("min", "max"):
            raise TableError(
                f"the optimum is {quote(self.optimum)}: use 'min' for losses or 'max' for utilities"
            )
        given: Any = self.entries
        if hasattr(given, "columns"):
            raise TableError("the entries are a frame: give LossTable.of(frame), which takes its names too")
        rows = given.tolist() if hasattr(given, "tolist") and getattr(given, "ndim", 0) == 2 else list(given)
        if len(rows) != len(states):
            raise TableError(
                f"the table has {len(rows)} rows for {len(states)} states: give one row for each state"
            )
        for state, row in zip(states, rows, strict=True):
            if isinstance(row, str) or not isinstance(row, Sequence):
                raise TableError(f"the row of state {quote(state)} is {quote(row)}: give a list of entries")
            if len(row) != len(actions):
                raise TableError(
                    f"the row of state {quote(state)} has {len(row)} entries for {len(actions)} actions: give one each"
                )
        object.__setattr__(self, "states", states)
        object.__setattr__(self, "actions", actions)
        object.__setattr__(self, "entries", tuple(tuple(lifted(as_expr(e)) for e in row) for row in rows))

    @classmethod
    def of(cls, frame: Any, *, optimum: Optimum = "min", states: str | None = None) -> LossTable:
        """The table of a data frame: its columns are the actions, its index or one column the states.

        frame: of pandas, polars or any library that narwhals knows; entries are numbers or expressions.
        optimum: "min" for losses, "max" for utilities. states: the column of the states; the index unless said.

        >>> import pandas
        >>> frame = pandas.DataFrame({"wait": [0, 10], "treat": [0.25, 0]}, index=["well", "sick"])
        >>> print(LossTable.of(frame))
              wait  treat
        well     0    1/4
        sick    10      0
        """
        if not hasattr(frame, "columns"):
            raise TableError(
                "an array has no names: give LossTable(states, actions, array), or a frame with an index and columns"
            )
        columns = [str(c) for c in frame.columns]
        if states is None:
            if not hasattr(frame, "index"):
                raise TableError(
                    f"the frame has no index: say which column names the states, such as states={columns[0]!r}"
                )
            names = [str(s) for s in frame.index]
        elif states in columns:
            names = [str(s) for s in frame[states]]
        else:
            raise TableError(f"the frame has no column {quote(states)}: {did_you_mean(states, columns)}")
        actions = [c for c in frame.columns if str(c) != states]
        entries = zip(*(list(frame[a]) for a in actions), strict=True)
        return cls(tuple(names), tuple(map(str, actions)), tuple(entries), optimum=optimum)

    @classmethod
    def zero_one(cls, states: Sequence[str], actions: Sequence[str] | None = None) -> LossTable:
        """Loss 0 for the right choice and 1 for every wrong one (§2.1, Theorem 1)."""
        n = len(states)
        names = actions if actions is not None else action_names(states)
        return cls(tuple(states), tuple(names), tuple(tuple(int(i != j) for j in range(n)) for i in range(n)))

    @classmethod
    def zero_l(
        cls, states: Sequence[str], false: Any, missed: Any, actions: Sequence[str] | None = None
    ) -> LossTable:
        """The 0-L loss of two models (§2.1): `false` for an arc too many, `missed` for one too few."""
        names = actions if actions is not None else action_names(states)
        return cls(tuple(states), tuple(names), ((0, false), (missed, 0)))

    @classmethod
    def general(cls, g: int, letter: str = "l") -> LossTable:
        """Table (1) of §2.2 for g+1 models: zeros on the diagonal and a letter everywhere else."""
        if g < 0:
            raise TableError(f"g is {g}: use 0 or more")
        separator = "" if g < 10 else "_"
        rows = [
            [0 if i == j else Symbol(f"{letter}{i}{separator}{j}") for j in range(g + 1)]
            for i in range(g + 1)
        ]
        return cls(
            tuple(f"M{i}" for i in range(g + 1)),
            tuple(f"a{j}" for j in range(g + 1)),
            tuple(map(tuple, rows)),
        )

    @classmethod
    def arc(cls, parent: str, child: str, *, false: Any, missed: Any, names: Names = "sets") -> LossTable:
        """The 0-L loss of one arc (§4): `false` where it is chosen and absent, `missed` where it is left out.

        States and actions are named by parent sets, `{}` and `{X3}`, or with `names="paper"` as
        M0, M3 and a0, a3.

        >>> print(LossTable.arc("X3", "X1", false=2, missed=5))
              {}  {X3}
        {}     0     2
        {X3}   5     0
        """
        arc = as_arc((parent, child))
        losses = as_expr(false), as_expr(missed)
        for kind, loss in zip(("false", "missed"), losses, strict=True):
            if loss.is_negative:
                raise TableError(
                    f"the loss of a {kind} arc {arc} is {quote(loss)}, which is negative: give 0 or more"
                )
        return table_of_models(
            [Model(), Model([arc])], (arc,), ((0, losses[0]), (losses[1], 0)), names, "min"
        )

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """The letters that occur."""
        return frozenset(letters_of(expressions(self.entries)))

    @cached_property
    def elements(self) -> tuple[tuple[Element, ...], ...]:
        """The entries as elements of the field of the table's letters."""
        common = Field.of(self.symbols)
        known: dict[Expr, Element] = {}  # a sum ⊕ repeats its entries often
        for _, _, entry in self.cells():
            if entry not in known:
                known[entry] = common.element(entry)
        return tuple(tuple(known[e] for e in row) for row in self.entries)

    @cached_property
    def models(self) -> tuple[tuple[Model, ...], tuple[Model, ...]]:
        """The models that states and actions stand for: as given in `meaning`, or read from names such as M23."""
        found: list[tuple[Model, ...]] = []
        for kind, names in (("state", self.states), ("action", self.actions)):
            meaning = self.meaning if all(n in self.meaning for n in names) else models_from_names(names)
            if meaning is None:
                odd = next(n for n in names if models_from_names([n]) is None)
                raise TableError(
                    f"the {kind} {quote(odd)} names no model: use names such as M0, M23 or {{}}, {{X2,X3}}, "
                    "or say which arcs it has"
                )
            models = tuple(meaning[n] for n in names)
            if len(set(models)) < len(models):
                raise TableError(f"two {kind}s of the table stand for the same model: name each once")
            found.append(models)
        return found[0], found[1]

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs that the table's models speak of, in order of appearance."""
        states, actions = self.models
        return tuple(dict.fromkeys(arc for model in (*states, *actions) for arc in model))

    def __matmul__(self, other: LossTable) -> LossTable:
        """The sum ⊕ of two losses."""
        from symdt.problems.loss_sum import direct_sum

        return direct_sum(self, other) if isinstance(other, LossTable) else NotImplemented

    def row(self, state: str) -> dict[str, Expr]:
        """The losses of all actions in one state."""
        return dict(zip(self.actions, self.entries[self._index("state", state)], strict=True))

    def column(self, action: str) -> dict[str, Expr]:
        """The losses of one action in all states."""
        j = self._index("action", action)
        return {state: row[j] for state, row in zip(self.states, self.entries, strict=True)}

    def __getitem__(self, cell: tuple[str, str]) -> Expr:
        state, action = cell
        return self.entries[self._index("state", state)][self._index("action", action)]

    def cells(self) -> Iterator[tuple[str, str, Expr]]:
        """Every (state, action, loss)."""
        for state, row in zip(self.states, self.entries, strict=True):
            for action, entry in zip(self.actions, row, strict=True):
                yield state, action, entry

    def _index(self, kind: str, name: str) -> int:
        names = self.states if kind == "state" else self.actions
        try:
            return names.index(name)
        except ValueError:
            raise TableError(
                f"the table has no {kind} {quote(name)}: {did_you_mean(str(name), names)}"
            ) from None

    def negated(self) -> LossTable:
        """The same preferences with the other sign: losses as utilities, utilities as losses."""
        entries = tuple(tuple(-e for e in row) for row in self.entries)
        return replace(self, entries=entries, optimum="max" if self.optimum == "min" else "min")

    def subs(self, *what: Any) -> LossTable:
        """The table with letters replaced by expressions or numbers, as SymPy's `subs`."""
        new = replacements(self.symbols, *what)
        return replace(self, entries=changed(self.entries, lambda e: substituted(e, new)))

    @property
    def free_symbols(self) -> set[Symbol]:
        """The letters, as SymPy asks for them."""
        return set(self.symbols)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LossTable):
            return NotImplemented
        if (self.states, self.actions, self.optimum) != (other.states, other.actions, other.optimum):
            return False
        return all_equal((e for *_, e in self.cells()), (e for *_, e in other.cells()))

    def __hash__(self) -> int:
        return hash((self.states, self.actions, self.optimum))

    def __str__(self) -> str:
        texts = [
            ["", *self.actions],
            *([s, *map(str, row)] for s, row in zip(self.states, self.entries, strict=True)),
        ]
        widths = [max(len(row[j]) for row in texts) for j in range(len(texts[0]))]
        lines = [
            "  ".join(
                [row[0].ljust(widths[0]), *(t.rjust(w) for t, w in zip(row[1:], widths[1:], strict=True))]
            )
            for row in texts
        ]
        return "\n".join(lines)


def action_names(states: Sequence[str]) -> tuple[str, ...]:
    """The paper's names of the actions "choose model": a0 for M0, a23 for M23; `choose …` otherwise.

    >>> action_names(["M0", "M23"]), action_names(["ill"])
    (('a0', 'a23'), ('choose ill',))
    """
    plain = all(len(s) > 1 and s[0] == "M" for s in states)
    return tuple(f"a{s[1:]}" if plain else f"choose {s}" for s in states)


def table_of_models(
    states: Sequence[Model],
    arcs: Sequence[Arc],
    entries: Sequence[Sequence[Any]],
    names: Names,
    optimum: Optimum,
    actions: Sequence[Model] | None = None,
) -> LossTable:
    """A table whose states and actions stand for models, named by parent sets or as in the paper."""
    chosen = states if actions is None else actions
    if names == "paper":
        state_names = [m.name for m in states]
        action_labels = ["a" + m.name[1:] for m in chosen]
    else:
        state_names = [model_label(m, arcs) for m in states]
        action_labels = [model_label(m, arcs) for m in chosen]
    meaning = dict(zip(state_names, states, strict=True)) | dict(zip(action_labels, chosen, strict=True))
    rows = tuple(tuple(row) for row in entries)
    return LossTable(tuple(state_names), tuple(action_labels), rows, optimum, meaning)
