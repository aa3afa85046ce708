"""The table in a problem file: `[belief]` or `[data]`, `[loss]` or `[utility]`, and what may be observed first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import Any

from sympy import Expr

from symdt.errors import (
    DataError,
    FileError,
    TableError,
    quote,
)
from symdt.formats.stated.factors import chance_lines
from symdt.formats.stated.joint_states import starred, with_joint_states
from symdt.formats.stated.reading import (
    MAX_ACTIONS,
    MAX_CELLS,
    MAX_EXPERIMENTS,
    MAX_STATES,
    Reader,
    check_count,
    check_keys,
    check_row,
    check_states,
    names_of,
    section_of,
)
from symdt.formats.stated.toml_text import key, row, text
from symdt.problems.belief import Belief
from symdt.problems.experiment import Experiment
from symdt.problems.loss import LossTable
from symdt.problems.net_benefit import net_benefit, taken_apart
from symdt.problems.table import DecisionProblem

_DATA = ("file", "child", "candidates", "prior", "alpha")


def read(table: Mapping[str, Any], reader: Reader, title: str) -> DecisionProblem:
    """The table problem that a file states."""
    if "optimum" in table:
        raise FileError("optimum is for trees: write [loss] to minimise or [utility] to maximise")
    kinds = [k for k in ("loss", "utility") if k in table]
    both = [k for k in ("cost", "effect") if k in table]
    if len(both) == 1 or (both and kinds):
        found = f"[{both[0]}] alone" if len(both) == 1 else f"both [cost] and [{kinds[0]}]"
        raise FileError(f"the file has {found}: give [cost] and [effect] together, or [loss] or [utility]")
    kinds = kinds or both[:1]
    if len(kinds) != 1:
        if kinds:
            raise FileError("the file has both [loss] and [utility]: state the problem once")
        raise FileError(
            "the file has no [loss], no [utility] and no [tree]: state the problem as one of them, as [cost] and [effect], "
            "[diagram], [process] or [amount]; `symdt new` writes one to start from"
        )
    sources = [k for k in ("belief", "data", "factor") if k in table]
    if len(sources) != 1:
        found = f"both [{sources[0]}] and [{sources[1]}]" if sources else "no [belief] and no [data]"
        raise FileError(f"the file has {found}: say once where the probabilities come from")
    belief, joint = None, None
    if sources == ["factor"]:
        table, joint = with_joint_states(table, reader.chance)
        belief = joint.belief
    loss = _loss(section_of(table, kinds[0], f"[{kinds[0]}]"), kinds[0], reader)
    if both:
        effect = _loss(section_of(table, "effect", "[effect]"), "effect", reader)
        loss = net_benefit(loss, effect, reader.willingness)
    domain = reader.domain()
    if sources[0] == "belief":
        given = section_of(table, "belief", "[belief]")
        check_count(len(given), MAX_STATES, "[belief]", "states")
        check_states(given, loss.states, "[belief]", "the probability")
        belief = Belief(reader.probabilities(given, "the belief in"))
    elif belief is None:
        belief = _belief_from_data(section_of(table, "data", "[data]"), reader)
        check_states(loss.states, [str(s) for s in belief.states], f"[{kinds[0]}]", "the row")
    experiments = section_of(table, "experiment", "[experiment]") if "experiment" in table else {}
    check_count(len(experiments), MAX_EXPERIMENTS, "the file", "experiments")
    return DecisionProblem(
        loss,
        belief,
        domain,
        tuple(
            _experiment(name, section_of(experiments, name, f"[experiment.{name}]"), loss, reader)
            for name in experiments
        ),
        title,
        table.get("sequence", 1),
        tuple(joint.factors.values()) if joint is not None else (),
    )


def _loss(section: Mapping[str, Any], kind: str, reader: Reader) -> LossTable:
    if "actions" not in section:
        raise TableError(f"[{kind}] has no actions: give actions = ['a0', 'a1']")
    actions = names_of(section["actions"], f"the actions of [{kind}]", MAX_ACTIONS)
    rows = {state: row for state, row in section.items() if state != "actions"}
    check_count(len(rows), MAX_STATES, f"[{kind}]", "states")
    check_count(len(rows) * len(actions), MAX_CELLS, f"[{kind}]", "cells")
    entries = []
    for state, given in rows.items():
        where = f"[{kind}], row {quote(state)}"
        check_row(given, actions, where, "actions")
        entries.append(
            [
                reader.expression(text, f"{where}, action {quote(action)}")
                for action, text in zip(actions, given, strict=True)
            ]
        )
    return LossTable(
        tuple(rows), actions, tuple(map(tuple, entries)), optimum="min" if kind in ("loss", "cost") else "max"
    )


def _experiment(name: str, section: Mapping[str, Any], loss: LossTable, reader: Reader) -> Experiment:
    what = f"the experiment {quote(name)}"
    if "outcomes" not in section:
        raise TableError(f"{what} has no outcomes: give outcomes = ['+', '-']")
    outcomes = names_of(section["outcomes"], f"the outcomes of {what}", MAX_STATES)
    rows = {state: row for state, row in section.items() if state not in ("cost", "outcomes")}
    check_count(len(rows), MAX_STATES, what, "rows")
    check_states(rows, loss.states, what, "the row", ("cost", "outcomes"))
    check_count(len(rows) * len(outcomes) * len(loss.actions), MAX_CELLS, f"the tree of {what}", "leaves")
    likelihood = {}
    for state in loss.states:
        where = f"{what}, row {quote(state)}"
        check_row(rows[state], outcomes, where, "outcomes")
        likelihood[state] = reader.probabilities(
            dict(zip(outcomes, rows[state], strict=True)), f"{where}, outcome"
        )
    return Experiment(name, likelihood, reader.expression(section.get("cost", 0), f"the cost of {what}"))


def _belief_from_data(section: Mapping[str, Any], reader: Reader) -> Belief:
    from symdt.learn.exact import belief_from_data  # the numeric wing is entered only where data are read

    check_keys(section, _DATA, "[data]")
    for needed in ("file", "child", "candidates"):
        if needed not in section:
            raise DataError(f"[data] has no {needed}: give file, child and candidates")
    if not isinstance(section["file"], str) or not isinstance(section["child"], str):
        raise DataError("[data] wants file and child as texts: write them in quotes")
    options: dict[str, Any] = {}
    if "prior" in section:
        options["prior"] = section["prior"]
    if "alpha" in section:
        options["alpha"] = reader.expression(section["alpha"], "alpha in [data]")
    candidates = names_of(section["candidates"], "the candidates of [data]", 16)
    return belief_from_data(
        reader.folder / section["file"], child=section["child"], candidates=candidates, **options
    )


def lines(problem: DecisionProblem) -> Iterator[str]:
    """The belief, the losses or utilities, and the experiments."""
    loss = problem.loss
    for state in loss.states:
        if state == "actions" or (problem.experiments and state in ("cost", "outcomes")):
            raise FileError(f"a state named {quote(state)} has no place in a file: rename it")
    if problem.factors:
        for factor in problem.factors:
            yield from [f"[factor.{key(factor.name)}]", *chance_lines(factor)]
    else:
        yield "[belief]"
        for state in loss.states:
            yield f"{key(state)} = {text(problem.belief[state])}"
    for name, entries in _tables(problem).items():
        yield f"[{name}]"
        yield f"actions = {row(loss.actions)}"
        yield from _rows(problem, dict(zip(loss.states, map(row, entries), strict=True)))
    for experiment in problem.experiments:
        yield f"[experiment.{key(experiment.name)}]"
        yield f"cost = {text(experiment.cost)}"
        yield f"outcomes = {row(experiment.outcomes)}"
        yield from _rows(problem, {s: row(chances.values()) for s, chances in experiment.likelihood.items()})


def _tables(problem: DecisionProblem) -> dict[str, list[list[Expr]]]:
    """The losses or utilities; the costs and the effects where the problem was stated with both."""
    loss, apart = problem.loss, taken_apart(problem)
    both = [[apart(e) for e in entries] for entries in loss.entries]
    if all(found is not None for found in chain(*both)):
        return {
            name: [[found[i] for found in entries if found is not None] for entries in both]
            for i, name in enumerate(("cost", "effect"))
        }
    return {"loss" if loss.optimum == "min" else "utility": [list(entries) for entries in loss.entries]}


def _rows(problem: DecisionProblem, rows: Mapping[str, str]) -> Iterator[str]:
    """A row for each state; where states are combinations, a star for a factor on which nothing hangs."""
    if problem.factors:
        combined = product(*(f.states for f in problem.factors))
        rows = starred({states: rows[", ".join(states)] for states in combined})
    for state, entries in rows.items():
        yield f"{key(state)} = {entries}"
