"""§4, the sum ⊕ of loss functions: its states, actions and table, and what it charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sympy import Add, Integer, Symbol, symbols

from symdt.claims.claim import Triple
from symdt.networks.losses.disintegrable import globally_disintegrable, locally_disintegrable
from symdt.networks.space import ModelSpace
from symdt.paper.statements.checks.section_3_models import space
from symdt.problems.loss import LossTable
from symdt.problems.loss_sum import direct_sum
from symdt.problems.models.model import Model

l0j, lj0, l0l, ll0 = symbols("l0j lj0 l0l ll0")
#: The arcs j and l of the paper, from X2 and X3.
LJ = LossTable.arc("X2", "X1", false=l0j, missed=lj0, names="paper")
LL = LossTable.arc("X3", "X1", false=l0l, missed=ll0, names="paper")
SUM_TABLE = (
    (0, l0j, l0l, l0j + l0l),
    (lj0, 0, l0l + lj0, l0l),
    (ll0, ll0 + l0j, 0, l0j),
    (lj0 + ll0, ll0, lj0, 0),
)


def arcs_loss(
    q: int, false: Sequence[object] | None = None, missed: Sequence[object] | None = None
) -> LossTable:
    """L_1 ⊕ … ⊕ L_q, with letters where no losses are given."""
    here = space(q)
    return locally_disintegrable(
        here,
        None if false is None else dict(zip(here.candidates, false, strict=True)),
        None if missed is None else dict(zip(here.candidates, missed, strict=True)),
    )


def check_pair(wrong: bool) -> Iterator[Triple]:
    """L_j has 0 and l_0j in the row of M_0, l_j0 and 0 in the row of M_j."""
    printed = ((0, lj0), (l0j, 0)) if wrong else ((0, l0j), (lj0, 0))
    yield {"table": "L_j"}, printed, LJ.entries


def check_action_set(second: str) -> Iterator[Triple]:
    """The actions of L_j ⊕ L_l are {a_0, a_j} ⊎ {a_0, a_l}."""
    a0, aj, al = Model(), Model.into("X1", "X2"), Model.into("X1", "X3")
    other = {"a_l, a_jl": (al, aj | al), "a_0, a_l": (a0, al), "a_0, a_j": (a0, aj)}[second]
    printed = {x | y for x in (a0, aj) for y in other}
    names = sorted(m.name.replace("M", "a") for m in printed)
    yield {"set": f"{{a_0, a_j}} ⊎ {{{second}}}"}, names, sorted(a for a in direct_sum(LJ, LL).actions)


def check_states_set(printed: int) -> Iterator[Triple]:
    """{M_0, M_j} ⊎ {M_0, M_l} are the four states of the sum."""
    made = {x | y for x in LJ.models[0] for y in LL.models[0]}
    yield {"states": len(made)}, (printed, set(direct_sum(LJ, LL).models[0])), (len(made), made)


def check_table(swapped: bool) -> Iterator[Triple]:
    """The 4 × 4 table of L_j ⊕ L_l, cell by cell."""
    table = direct_sum(LJ, LL)
    for i, state in enumerate(table.states):
        for j, action in enumerate(table.actions):
            entry = SUM_TABLE[j][i] if swapped else SUM_TABLE[i][j]
            yield {"M": state, "a": action}, Integer(0) + entry, table[state, action]


def check_blocks(repeated: bool) -> Iterator[Triple]:
    """The table is made of blocks: the entry of L_l plus the whole table L_j."""
    table = direct_sum(LJ, LL)
    for x, y in product(range(2), repeat=2):
        for i, j in product(range(2), repeat=2):
            inner = LL.entries[i][j] if repeated else LJ.entries[i][j]
            yield (
                {"block": (x, y), "cell": (i, j)},
                LL.entries[x][y] + inner,
                table.entries[2 * x + i][2 * y + j],
            )


def check_iterated(power: int) -> Iterator[Triple]:
    """The sum of q arc losses, in any order of summing, is defined on M^i × A^i with 2^q rows and columns."""
    for q in (1, 2, 3, 4):
        table = arcs_loss(q)
        yield {"q": q}, (power**q, power**q), (len(table.states), len(table.actions))
        yield {"q": q, "states": "M^i"}, set(space(q)), set(table.models[0])
    a, b, c = (LossTable.arc(f"Z{i}", "Y", false=Symbol(f"f{i}"), missed=Symbol(f"m{i}")) for i in (1, 2, 3))
    yield {"sum": "associative"}, True, (a @ b) @ c == a @ (b @ c)


def check_differences(count: str) -> Iterator[Triple]:
    """The loss of choosing T instead of S sums the losses of the arcs in which they differ."""
    for q in (1, 2, 3):
        table = arcs_loss(q)
        false = {a: table["{}", f"{{{a.parent}}}"] for a in table.arcs}
        missed = {a: table[f"{{{a.parent}}}", "{}"] for a in table.arcs}
        for (s, S), (t, T) in product(
            zip(table.states, table.models[0], strict=True), zip(table.actions, table.models[1], strict=True)
        ):
            terms = [false[a] for a in T - S] + [missed[a] for a in (S - T if count == "both" else S)]
            yield {"q": q, "M": s, "a": t}, Add(*terms), table[s, t]


def check_same_child(other: str) -> Iterator[Triple]:
    """Both models that are compared belong to M^i: L^i has a row and a column for each."""
    local = arcs_loss(2)
    second = space(2, "Y" if other == "i" else "V")
    for model in second:
        yield {"instead of": model}, True, model in local.models[0]


def check_m2_for_m3(terms: tuple[tuple[str, str], ...]) -> Iterator[Triple]:
    """Choosing M2 instead of M3 costs as much as M2 instead of M0 and M0 instead of M3 together."""
    table = direct_sum(LL, LJ)  # arcs from X3 and X2
    yield {"M": "M3", "a": "a2"}, Add(*(table[cell] for cell in terms)), table["M3", "a2"]
    for name in ("M3", "M2"):
        yield {"arcs of": name}, 1, len(dict(zip(table.states, table.models[0], strict=True))[name])


def check_global(exponent: str) -> Iterator[Triple]:
    """L is a table of Π_i 2^{q_i} rows and columns, one letter pair for each arc."""
    for n in (2, 3):
        whole = ModelSpace.from_order([f"X{i}" for i in range(n, 0, -1)])
        table = globally_disintegrable(whole)
        size = 1
        for local in whole.locals:
            size *= 2 ** len(local.candidates) if exponent == "2^q" else 1 + len(local.candidates)
        yield {"variables": n}, (size, size), (len(table.states), len(table.actions))
        yield {"variables": n, "letters": True}, 2 * len(whole.arcs), len(table.symbols)


def check_last_actions(last: str) -> Iterator[Triple]:
    """A^I = {a_0, …, a_last} has an action for each of the 2^q models of M^I."""
    for q in (1, 2, 3):
        end = q if last == "q" else 2**q - 1
        yield {"q": q, "actions": f"a_0 … a_{end}"}, end + 1, len(arcs_loss(q).actions)
