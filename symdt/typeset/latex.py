r"""LaTeX of every answer: tables with rules, risks, identities, rules as `cases`.

`to_latex(thing)` gives what stands inside mathematics; `_repr_latex_` of the nouns comes here.

>>> from symdt.problems.loss import LossTable
>>> print(to_latex(LossTable.zero_one(["M0", "M1"])))
\begin{array}{c|cc}
 & a_{0} & a_{1} \\ \hline
M_{0} & 0 & 1 \\
M_{1} & 1 & 0
\end{array}
>>> from symdt.problems.belief import Belief
>>> from sympy import Symbol
>>> print(to_latex(Belief({"M0": 1 - Symbol("p"), "M1": Symbol("p")})))
p(M_{0}) = 1 - p,\quad p(M_{1}) = p
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sympy import Basic, Expr

from symdt.errors import SymdtError, quote
from symdt.exact.domain import Domain
from symdt.exact.formula import Condition
from symdt.networks.losses.disintegration import Disintegration
from symdt.networks.losses.identities import Identity, RiskIdentities
from symdt.networks.threshold_path import ThresholdPath
from symdt.problems.belief import Belief, label
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.models.arc import set_label
from symdt.problems.models.model import Model
from symdt.problems.table import DecisionProblem
from symdt.regions.ends import root
from symdt.solve.regions import DecisionRegions
from symdt.solve.risk import risks
from symdt.solve.risk_orderings import RiskOrderings
from symdt.solve.rule import DecisionRule
from symdt.solve.solved import Optimal, Solved
from symdt.typeset import formulas, names
from symdt.typeset.formulas import formula
from symdt.typeset.strategies import action, escaped, row, width

#: The line for which answers are laid out, in ems.
LINE = 40.0


def to_latex(thing: Any) -> str:
    """The thing as LaTeX, to stand inside mathematics."""
    for kind, write in _WRITERS:
        if isinstance(thing, kind):
            return write(thing)
    writer = _BY_NAME.get(type(thing).__name__)
    if writer is not None:
        return writer(thing)
    raise SymdtError(f"{quote(type(thing).__name__)} has no LaTeX form: use str() for its text")


def table(loss: LossTable) -> str:
    """The table with a rule under its head and one beside its states."""
    head = " & ".join(["", *map(names.to_latex, loss.actions)])
    rows = [
        " & ".join([names.to_latex(state), *map(formula, row)])
        for state, row in zip(loss.states, loss.entries, strict=True)
    ]
    body = " \\\\\n".join(rows)
    return f"\\begin{{array}}{{c|{'c' * len(loss.actions)}}}\n{head} \\\\ \\hline\n{body}\n\\end{{array}}"


def belief(probabilities: Belief, given: str = "") -> str:
    """The probability of each state."""
    return r",\quad ".join(
        f"{names.probability(label(s), given)} = {formula(e)}" for s, e in probabilities.items()
    )


def domain(conditions: Domain) -> str:
    """The conditions, in order."""
    return r",\quad ".join(map(formulas.condition, conditions.conditions)) or r"\text{all real values}"


def risk_table(values: Mapping[str, Any], data: str = r"\mathcal{D}", optimum: str = "min") -> str:
    """The risks (or expected utilities), one a line, aligned at the equals sign."""
    head = "R" if optimum == "min" else "U"
    lines = [f"{head}({names.to_latex(a)}, {data}) &= {formula(e)}" for a, e in values.items()]
    body = " \\\\\n".join(lines)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def problem(question: DecisionProblem) -> str:
    """Loss (or utility), belief, experiments and domain of a problem, and the expected values that follow."""
    head = "L" if question.optimum == "min" else "u"
    parts = [f"{head}(M, a) = {table(question.loss)}", belief(question.belief, r"\mathcal{D}")]
    parts += map(experiment, question.experiments)
    if question.domain.conditions:
        parts.append(domain(question.domain))
    parts.append(risk_table(risks(question), optimum=question.optimum))
    body = " \\\\[1ex]\n".join(parts)
    return f"\\begin{{gathered}}\n{body}\n\\end{{gathered}}"


def experiment(observed: Experiment) -> str:
    """P(outcome | state), a row for each state, and what it costs to see it."""
    head = " & ".join(["", *map(names.to_latex, observed.outcomes)])
    rows = [
        " & ".join([names.to_latex(state), *map(formula, row.values())])
        for state, row in observed.likelihood.items()
    ]
    body = " \\\\\n".join(rows)
    columns = "c" * len(observed.outcomes)
    price = "" if observed.cost.is_zero else rf",\quad \text{{cost }} {formula(observed.cost)}"
    return (
        rf"{names.to_latex(observed.name)}\colon\; \begin{{array}}{{c|{columns}}}"
        f"\n{head} \\\\ \\hline\n{body}\n\\end{{array}}{price}"
    )


def rule(answer: DecisionRule | RiskOrderings) -> str:
    """The rule (or the orderings of risks) as `cases`, one for each case of the other letters."""
    name = names.to_latex(answer.letter.name)
    head = "" if isinstance(answer, RiskOrderings) else "a^* = "
    blocks = []
    ties: Mapping[Any, Any] = answer.alternatives.ties if isinstance(answer, DecisionRule) else {}
    for case in answer.cases:
        told = [
            action(p.label, ties.get(p.label)) if head else ordering(p.label, answer.optimum)
            for p in case.pieces
        ]
        lines = [
            f"{what} & \\text{{if }} {interval(p, name)}" for what, p in zip(told, case.pieces, strict=True)
        ]
        body = " \\\\\n".join(lines)
        inner = f"{head}\\begin{{cases}}\n{body}\n\\end{{cases}}"
        wide = max(map(width, told)) + max(width(interval(p, name)) for p in case.pieces) + 8
        when = conditions(case.conditions, LINE)
        is_broken = wide > LINE or wide + width(when) > LINE  # the condition then has a line of its own
        after = r"\colon \\" if is_broken else r"\colon\quad"
        blocks.append(rf"\text{{if }} {when}{after} {inner}" if when else inner)
    if len(blocks) == 1 and r"\colon \\" not in blocks[0]:
        return blocks[0]
    body = " \\\\[1ex]\n".join(blocks)
    return f"\\begin{{gathered}}\n{body}\n\\end{{gathered}}"


def conditions(many: Sequence[Any], room: float) -> str:
    """Conditions joined by 'and', under one another where they do not fit into the room, in ems."""
    told = list(map(formulas.condition, many))
    joined = r" \text{ and } ".join(told)
    # the parts are known from other cases, the whole is not: where they alone are too wide it is not set
    if len(told) < 2 or (sum(map(width, told)) <= room and width(joined) <= room):
        return joined
    rows = r" \text{ and} \\ ".join(told)
    return rf"\begin{{array}}[t]{{@{{}}l@{{}}}} {rows} \end{{array}}"


def ordering(alternatives: Any, optimum: str) -> str:
    """The risks from the best to the worst; neighbours tie at the closed end of a piece."""
    return (r" \leq " if optimum == "min" else r" \geq ").join(names.risk_name(str(a)) for a in alternatives)


def interval(piece: Any, name: str) -> str:
    """The interval of a piece as a chain of comparisons, or one equation."""
    start, stop = piece.start.to_expr(), piece.stop.to_expr()
    if piece.is_point:
        return f"{name} = {formula(start)}"
    low, high = start.is_infinite, stop.is_infinite
    left = r"\leq" if piece.is_closed_left else "<"
    right = "<" if piece.is_open_right else r"\leq"
    if low and high:
        return rf"{name} \in \mathbb{{R}}"
    if low:
        return f"{name} {right} {formula(stop)}"
    if high:
        sign = r"\geq" if piece.is_closed_left else ">"
        return f"{name} {sign} {formula(start)}"
    return f"{formula(start)} {left} {name} {right} {formula(stop)}"


def regions(answer: DecisionRegions) -> str:
    """For each choice, its inequalities."""
    lines = []
    ties: Mapping[Any, Any] = answer.alternatives.ties
    told = [action(region.label, ties.get(region.label)) for region in answer.answer.regions]
    taken = max(map(width, told), default=0.0)
    for what, region in zip(told, answer.answer.regions, strict=True):
        when = conditions(region.conditions, LINE - taken - 8)
        lines.append(f"{what} & \\text{{if }} {when}" if when else f"{what} & ")
    body = " \\\\\n".join(lines)
    return f"a^* = \\begin{{cases}}\n{body}\n\\end{{cases}}"


def solved(answer: Solved) -> str:
    """The value of a tree folded back, and that of each branch of its first decision."""
    letter = r"\rho^*" if answer.optimum == "min" else "u^*"
    lines = [f"{letter} &= {formula(answer.value)}"]
    lines += [rf"{names.to_latex(b)}\colon\; & {formula(v)}" for b, v in answer.values.items()]
    body = " \\\\\n".join(lines)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def identity(answer: Identity) -> str:
    """A linear identity among risks, as its coefficients say: Σ c_a R_a = constant, positive terms on each side."""
    left: list[str] = []
    right: list[str] = []
    for name, coefficient in answer.coefficients.items():
        negative = bool(coefficient.could_extract_minus_sign())
        size = -coefficient if negative else coefficient
        inner = formula(size) if not size.is_Add else rf"\left({formula(size)}\right)"
        (right if negative else left).append(
            ("" if size == 1 else inner + r"\,") + names.risk_name(str(name))
        )
    if not answer.constant.is_zero:
        right.append(formula(answer.constant))
    return f"{' + '.join(left) or '0'} = {' + '.join(right) or '0'}"


def disintegration(answer: Disintegration) -> str:
    """The arc losses whose sum ⊕ a table is, or the cells that obstruct it."""
    if answer.is_disintegrable:
        head = r"\text{arc} & \text{false} & \text{missed} \\ \hline"
        rows = [f"{_arc(a.arc)} & {formula(a.false)} & {formula(a.missed)}" for a in answer.arcs]
        columns = "lcc"
    else:
        head = r"M & a & \text{found} & \text{expected} & \text{residual} \\ \hline"
        rows = [
            f"{names.to_latex(o.state)} & {names.to_latex(o.action)} & {formula(o.found)} & {formula(o.expected)}"
            f" & {formula(o.residual)}"
            for o in answer.obstructions
        ]
        columns = "llccc"
    body = " \\\\\n".join(rows)
    return f"\\begin{{array}}{{{columns}}}\n{head}\n{body}\n\\end{{array}}"


def path(answer: ThresholdPath) -> str:
    """The parent set for every loss ratio."""
    lines = [
        rf"{names.to_latex(set_label(arcs))} & \text{{if }} {formula(low)} \leq \tau < {formula(high)}"
        for low, high, arcs in answer.pieces
    ]
    body = " \\\\\n".join(lines)
    return f"\\begin{{cases}}\n{body}\n\\end{{cases}}"


def _arc(arc: Any) -> str:
    return rf"{names.to_latex(arc.parent)} \rightarrow {names.to_latex(arc.child)}"


def sequence(things: Sequence[Any]) -> str:
    """Several answers, one a line."""
    body = " \\\\\n".join(to_latex(t) for t in things)
    return f"\\begin{{gathered}}\n{body}\n\\end{{gathered}}"


def model(arcs: Model) -> str:
    """A model: each child with its parents."""
    children = arcs.children
    parts = [
        rf"\{{{', '.join(names.to_latex(p) for p in arcs.parents(c))}\}} \rightarrow {names.to_latex(c)}"
        for c in children
    ]
    return r",\; ".join(parts) or r"\emptyset"


def number(value: float) -> str:
    r"""Four digits of a number, a power of ten as one.

    >>> number(0.25), number(1.541e-40)
    ('0.25', '1.541 \\cdot 10^{-40}')
    """
    mantissa, e, exponent = f"{value:.4g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if e else mantissa


def selection(answer: Any) -> str:
    """Every candidate arc with its probability and threshold; those chosen have a mark."""
    mark = {True: r"\bullet", False: ""}
    rows = [
        rf"{names.to_latex(a.parent)} \rightarrow {names.to_latex(a.child)} & {number(a.probability)} & "
        rf"{'-' if a.threshold is None else number(a.threshold)} & {mark[bool(a.chosen)]}"
        for a in answer.arcs
    ]
    body = " \\\\\n".join(rows)
    head = r"\text{arc} & \pi_j & \tau_j & \text{chosen} \\ \hline"
    return f"\\begin{{array}}{{lccc}}\n{head}\n{body}\n\\end{{array}}"


def amount(found: Any) -> str:
    """The cases of the best amount as one formula."""
    rows = []
    for case in found.cases:
        if case.root is not None:
            letter = found.problem.amount
            of = case.root.poly.as_expr().subs(case.root.poly.gen, letter)
            told = rf"{case.root.evalf(6)}\ldots = {formula(root(of, letter, case.root.index))}"
        elif not isinstance(case.amount, Basic):
            told = between(case.amount)
        else:
            told = formula(case.amount)
        where = r",\; ".join(map(formulas.condition, case.conditions))
        rows.append(rf"{told} & \text{{if }} {where}" if where else told)
    cases = rows[0] if rows == [told] else r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"
    whole = f"{formula(found.problem.amount)}^* = {cases}"
    return whole + "".join(rf",\quad {_tie(tie, found.problem.amount)}" for tie in found.ties)


def _tie(tie: Any, letter: Any) -> str:
    """Between which amounts all are as good, and where."""
    above = "" if tie.high is None else rf" \leq {formula(tie.high)}"
    where = r" \text{ and } ".join(map(formulas.condition, tie.conditions))
    said = rf"\text{{as good: every }} {formula(tie.low)} \leq {formula(letter)}{above}"
    return said + (rf" \text{{ if }} {where}" if where else "")


def between(found: Any) -> str:
    """The root of a polynomial between two ends, in words and formulas."""
    ends = [formula(end) for end in (found.low, found.high) if end is not None]
    where = r"\text{ between }" if found.high is not None else r"\text{ above }"
    there = r" \text{ and } ".join(ends)
    return rf"\text{{the root of }} {formula(found.of)} \text{{ in }} {formula(found.letter)} {where} {there}"


_WRITERS: tuple[tuple[Any, Any], ...] = (
    (LossTable, table),
    (Belief, belief),
    (Domain, domain),
    (Condition, formulas.condition),
    (DecisionProblem, problem),
    (Experiment, experiment),
    ((DecisionRule, RiskOrderings), rule),
    (DecisionRegions, regions),
    (Solved, solved),
    (Basic, formula),
    (Identity, identity),
    (Disintegration, disintegration),
    (ThresholdPath, path),
    (Model, model),
    ((list, tuple, RiskIdentities), sequence),
)
#: Answers of rooms that are entered only when they are used, by the name of their type.
_BY_NAME = {"Selection": selection, "BestAmount": amount}


def optimal(answer: Optimal, optimum: str) -> str:
    """The optimum at a point: the value of each branch, and the strategy, one row a decision, where it has several."""
    values = values_latex(answer.values, optimum, chosen=answer.ties)
    if len(answer.strategy) < 2:
        return values
    rows = []
    for decision, branch in answer.strategy.items():
        others = [b for b in answer.strategy_ties.get(decision, ()) if b != branch]
        rows.append(row(decision, (branch, *others)))
    body = " \\\\\n".join([*rows[:-1], rows[-1] + r" \\"])
    return f"{values}\n\\begin{{array}}{{l}}\n{body}\n\\end{{array}}"


def values_latex(values: Mapping[str, Expr], optimum: str, chosen: Iterable[str] = ()) -> str:
    """An array of the values, the best of them in a frame.

    >>> from sympy import symbols
    >>> print(values_latex({"a0": symbols("h")}, "min"))
    \\begin{array}{ll}
    R(\\text{a0}) & h \\\\
    \\end{array}
    """
    letter, best = "R" if optimum == "min" else "U", set(chosen)
    lines = [r"\begin{array}{ll}"]
    for name, value in values.items():
        shown = rf"\boxed{{{formula(value)}}}" if name in best else formula(value)
        lines.append(rf"{letter}(\text{{{escaped(name)}}}) & {shown} \\")
    return "\n".join([*lines, r"\end{array}"])
