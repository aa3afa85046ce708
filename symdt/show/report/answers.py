"""The answers in a report: the problem as stated, the rule of each letter with its proof, the regions."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any

from symdt.analysis.attitude.attitude_problem import AttitudeProblem
from symdt.analysis.attitude.attitude_rule import told as in_line
from symdt.analysis.attitude.switching import switching_tolerances
from symdt.analysis.sensitivity import one_way
from symdt.errors import BudgetError, SymdtError
from symdt.exact.language.numerals import as_written
from symdt.exact.solver import Budget
from symdt.exact.verdict import Proved, Undecided
from symdt.problems.kinks.kinked import KinkedProblem
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import outline
from symdt.show.page.record import is_timed
from symdt.show.report.asked import PROOFS, QUESTION, RULES, Asked
from symdt.show.report.document import Report, Section
from symdt.solve.proofs import coq, lean, smt2
from symdt.solve.proofs.outcome import Certificate
from symdt.solve.regions import DecisionRegions, decision_regions
from symdt.solve.rule import DecisionRule, decision_rule
from symdt.solve.why import invariants, why
from symdt.solve.written.derivation import Derivation, explain
from symdt.typeset import html as blocks
from symdt.typeset import latex
from symdt.typeset.derivation import derivation_latex
from symdt.typeset.mathml import to_mathml

#: What is said of an answer that the budget ended. It says nothing of how far the search came, so that two runs in which
#: the same answers were ended write the same bytes.
ENDED = "the budget of computing time was spent before"
#: A derivation of more lines than this is folded.
OPEN = 30


def stated(asked: Asked, made: Report) -> Section:
    """The problem in words and tables."""
    problem: Problem = asked.problem
    notes = asked.presets.get("notes", {})
    parts: list[str] = []
    if problem.symbols:
        parts += [blocks.heading("Letters"), _letters(asked)]
        if notes:
            meant = [(blocks.name_html(str(n)), blocks.prose(str(v))) for n, v in notes.items()]
            parts.append(blocks.cells(("letter", "meaning"), meant))
    parts += attitude(asked)
    known = asked.problem.numerals
    problem = problem.money if isinstance(problem, AttitudeProblem) else problem
    if isinstance(problem, KinkedProblem):
        problem = problem.stated  # as it is written, its functions in their places
    if isinstance(problem, DecisionProblem):
        word = "Loss" if problem.optimum == "min" else "Utility" if asked.told is None else "Amounts"
        parts += [blocks.heading(word), blocks.loss_table(problem.loss, known)]
        parts += [blocks.heading("Belief"), blocks.belief(problem.belief, given=False, known=known)]
        parts += from_data(asked.presets.get("data"))
        made.latex("table", f"The table of {word.lower()}", latex.table(problem.loss))
        made.latex("belief", "The belief", latex.belief(problem.belief))
        for experiment in problem.experiments:
            head = ["state", *map(blocks.name_html, experiment.outcomes)]
            lines = [
                (blocks.name_html(s), *(to_mathml(as_written(e, known)) for e in row.values()))
                for s, row in experiment.likelihood.items()
            ]
            name, cost = blocks.name_html(experiment.name), to_mathml(as_written(experiment.cost, known))
            parts += [f"<h3>Before acting: {name}, cost {cost}</h3>", blocks.cells(head, lines)]
    else:
        parts += [
            blocks.heading("The tree as it is stated"),
            blocks.lines(outline(problem.tree, partial(as_written, known=known))),
        ]
    values = dict(asked.choices.values)
    kind = asked.kind
    if asked.told is not None:  # the values are what is compared, which is no certainty equivalent yet
        kind = (
            "expected disutility"
            if asked.is_told
            else "product of the wealths, each as often as it is likely,"
        )
    parts += [blocks.heading(f"The {kind} of each action"), _values(values)]
    made.latex("values", f"The {kind} of each action", latex.values_latex(values, asked.problem.optimum))
    return Section("problem", "The problem", parts)


def from_data(data: Mapping[str, Any] | None) -> list[str]:
    """Where a belief that was learnt comes from, as the file's `[data]` says."""
    if not data:
        return []
    prior, alpha = str(data.get("prior", "bdeu")), data.get("alpha", 1)
    name = {"bdeu": "BDeu prior", "k2": "K2 prior"}.get(prior, f"prior {prior}")
    child, *candidates = (blocks.name_html(str(n)) for n in (data["child"], *data["candidates"]))
    return [
        f"<p>The exact posterior of the sets of parents of {child} among {', '.join(candidates)}, from the cases in "
        f"<code>{html.escape(str(data['file']))}</code>: {name}, <i>α</i>&nbsp;=&nbsp;{html.escape(str(alpha))}, "
        "all sets equally probable before.</p>"
    ]


def _letters(asked: Asked) -> str:
    """The conditions of the letters, the tolerance among them instead of y."""
    conditions = asked.problem.domain.conditions
    if asked.told is None or not asked.is_told:
        return blocks.domain(asked.problem.domain)
    kept = [to_mathml(c) for c in conditions if asked.told.inner not in {s.name for s in c.symbols}]
    told = f"{blocks.name_html(asked.told.letter)} &gt; 0"
    return f'<p class="wide">{", &ensp;".join([*kept, told])}</p>'


def attitude(asked: Asked) -> list[str]:
    """What the letter of a problem with an attitude to risk means, and where the best action changes with it."""
    told = asked.told
    if told is None:
        return []
    name = blocks.name_html(told.letter)
    if not asked.is_told:
        said = f"Logarithmic utility of the wealth {name}: expected logarithms are compared by products of wealths."
        return [blocks.heading("Attitude to risk"), f"<p>{said}</p>"]
    said = f"<p>Exponential utility with the risk tolerance {name}. {meaning(asked)[3:]}"
    return [blocks.heading("Attitude to risk"), said, tolerances(asked)]


def meaning(asked: Asked) -> str:
    """What y stands for, in a paragraph."""
    told = asked.told
    if told is None:
        return ""
    y, name = blocks.name_html(told.inner), blocks.name_html(told.letter)
    return (
        f"<p>In {y} = exp(−{told.unit}/{name}) expected disutilities are polynomials, and what is best is decided "
        f"exactly; tolerances and certainty equivalents stand by their first digits.</p>"
    )


def tolerances(asked: Asked) -> str:
    """What is best along the tolerance, every switch by its proved digits; nothing where other letters are left."""
    problem, told = asked.problem, asked.told
    if not isinstance(problem, AttitudeProblem) or told is None or not asked.is_told or problem.money.symbols:
        return ""
    found = switching_tolerances(problem.money)
    name = blocks.name_html(told.letter)
    ends = ["0", *(s.digits.replace("...", "…") for s in found.switches)]
    best = [in_line(found.best, found.strategy)]
    best += [in_line(s.after, s.strategies[1]) for s in found.switches]
    where = [f"if {a} &lt; {name} &lt; {b}" for a, b in pairwise(ends)] + [f"if {name} &gt; {ends[-1]}"]
    rows = "".join(
        f"<tr><td>{html.escape(a)}</td><td>{w}</td></tr>" for a, w in zip(best, where, strict=True)
    )
    note = (
        "" if found.is_complete else "<p>Other switches are not excluded: the outcomes span many units.</p>"
    )
    return f'<div class="wide"><table class="rule">{rows}</table></div>{note}'


def rules(asked: Asked, made: Report) -> Section | None:
    """The rule for each letter, with its derivation and certificate."""
    if not asked.problem.symbols:
        return None
    parts: list[str] = []
    share, proofs = RULES / len(asked.problem.symbols), Budget(PROOFS)
    for symbol in asked.problem.symbols:
        name = symbol.name
        own = blocks.name_html(asked.letter(name))
        parts.append(f'<h3 id="rule-{html.escape(name)}">Solved for {own}</h3>')
        try:
            rule = decision_rule(asked.problem, symbol, seconds=share)
            if is_timed(rule):
                raise BudgetError("its cases do not yet cover the domain")
            # each may take half of what is left: far more than most need, so that the clock decides nothing
            proof = explain(rule, seconds=proofs.left() / 2)
            verdict = type(proof.certificate.verdict).__name__.lower()
        except SymdtError as error:
            made.cut += [f"the rule for {name}"] * isinstance(error, BudgetError)
            parts.append(blocks.paragraph(f"No rule within the budget: {ended(error)}."))
            continue
        asked.found[name], asked.verdicts[name] = rule, verdict
        made.cut += [f"the proof of the rule for {name}"] * (verdict == "undecided")
        made.files[f"rules/for-{name}.json"] = _json(rule)
        made.latex(f"rule-{name}", f"The rule solved for {name}", latex.rule(rule))
        is_own = asked.letter(name) == name
        parts += [] if is_own else [tolerances(asked), "<details><summary>Exactly, and proved</summary>"]
        parts += [meaning(asked)] if asked.is_told else []
        parts.append(blocks.rule(rule))
        parts.append(blocks.paragraph(f"Independent check of this rule: {verdict}."))
        parts += reasons(asked, rule)
        parts += derivation(proof, name, made)
        saved = {"JSON": f"rules/for-{name}.json", "LaTeX": f"latex/rule-{name}.tex"}
        saved |= {"derivation": f"latex/derivation-{name}.tex"} | certificates(proof.certificate, name, made)
        links = " ".join(f'<a href="{html.escape(p)}" download>{t}</a>' for t, p in saved.items())
        parts.append(
            f'<p class="quiet">{links} '
            f"{blocks.command(f'symdt solve {asked.file} --for {name} --certify --explain')}</p>"
        )
        parts += [] if is_own else ["</details>"]
    return Section("rules", "The rules", parts)


def derivation(proof: Derivation, name: str, made: Report) -> list[str]:
    """Why the rule is right, line by line; a long derivation is folded, and whole in its LaTeX."""
    if isinstance(proof.certificate.verdict, Undecided):
        made.latex(f"derivation-{name}", f"Why the rule for {name} is right", f"{ENDED}.\n", is_formula=False)
        return [blocks.paragraph(f"No proof: {ENDED}.")]
    made.latex(
        f"derivation-{name}", f"Why the rule for {name} is right", derivation_latex(proof), is_formula=False
    )
    shown = blocks.lines(str(proof))
    if len(proof.steps) <= OPEN:
        return [blocks.paragraph("Why it is right:"), shown]
    return [f"<details><summary>Why it is right, in {len(proof.steps)} lines</summary>{shown}</details>"]


def ended(error: SymdtError) -> str:
    """Why there is no answer; nothing of how far a search came, which hangs on the machine."""
    return ENDED if isinstance(error, BudgetError) else str(error)


def certificates(certificate: Certificate, name: str, made: Report) -> dict[str, str]:
    """The proof as files that others check: by multiplying polynomials, by an SMT solver, by Coq, by Lean."""
    if not isinstance(certificate.verdict, Proved):
        return {}
    place = f"certificates/for-{name}"
    made.files[f"{place}.json"] = (json.dumps(certificate.data, indent=1) + "\n").encode()
    for suffix, write in ((".smt2", smt2.to_smt2), (".v", coq.to_coq), (".lean", lean.to_lean)):
        made.files[f"{place}{suffix}"] = write(certificate.data).encode()
    kinds = {"certificate": ".json", "SMT-LIB": ".smt2", "Coq": ".v", "Lean": ".lean"}
    return {kind: f"{place}{suffix}" for kind, suffix in kinds.items()}


def reasons(asked: Asked, rule: DecisionRule) -> list[str]:
    """Why the rule is as it is: what it depends on, what is never optimal, what binds at the point."""
    found = list(map(blocks.monomial, invariants(rule)))
    depends = " ".join(
        f'<span class="one">{text}{"," if i + 1 < len(found) else "."}</span>' for i, text in enumerate(found)
    )
    parts = [f"<p>It depends on the letters only through {depends}</p>"] if depends else []
    parts += [blocks.paragraph(f"Never optimal: {reason}.") for reason in rule.never_reasons]
    if isinstance(asked.problem, KinkedProblem):
        return parts  # what binds at the point is told by the thresholds: its margins are of one part alone
    with suppress(SymdtError):  # a partial rule has no case for the point
        parts.append(blocks.lines(str(why(rule, asked.point))))
    return parts


def regions(asked: Asked, made: Report) -> Section | None:
    """Where each action is optimal: inequalities, lines, a map."""
    letters = [s.name for s in asked.problem.symbols]
    if not letters:
        return None
    parts: list[str] = []
    try:
        answer = decision_regions(asked.problem, seconds=QUESTION)
        parts += inequalities(answer)
        made.latex("regions", "Where each action is optimal", latex.regions(answer))
        made.cut += [f"the region of {label}" for label in answer.answer.undecided]
    except SymdtError as error:
        made.cut += ["the inequalities of the regions"] * isinstance(error, BudgetError)
        parts.append(blocks.paragraph(f"The inequalities are not found within the budget: {ended(error)}."))
    show = import_module("symdt.show")
    gallery = []
    letters = asked.drawn
    if len(letters) > 1:
        x, y = asked.axes()
        others = asked.others(x, y)
        shown: Any = (*asked.ranges[x], *asked.ranges[y])
        if (asked.letter(x), asked.letter(y)) != (x, y):
            x, y, shown = asked.letter(x), asked.letter(y), None
        drawn = show.region_map(asked.problem, x, y, point=others, palette=asked.palette, window=shown)
        names = dict.fromkeys(i.role.removeprefix("region ") for i in drawn.of_role("region"))
        gallery.append(
            made.figure(
                "map", f"The optimal action by {x} and {y}{asked.fixed(*asked.axes())}.", drawn,
                says=f"Map of the plane of {x} and {y}: where each of {', '.join(names)} is optimal{asked.fixed(*asked.axes())}.",
                command=asked.plot(f"--x {x} --y {y}", others, "map", {n: asked.ranges[n] for n in (x, y)} if shown is not None else None),
            )
        )  # fmt: skip
    for name in letters:
        own = asked.letter(name)
        window = asked.window(name) if own == name else None
        drawn = show.risk_lines(
            asked.problem, own, point=asked.others(name), palette=asked.palette, window=window
        )
        gallery.append(
            made.figure(
                f"lines-{own}", f"The {asked.kind} of each action along {own}{asked.fixed(name)}.", drawn,
                says=f"The {asked.kind} of each action along {own}{asked.fixed(name)}. {along(asked, name)}",
                command=asked.plot(f"--x {own}", asked.others(name), f"lines-{own}", {name: window} if window else None),
            )
        )  # fmt: skip
    return Section("regions", "Where each action is optimal", [*parts, blocks.gallery(gallery)])


def inequalities(answer: DecisionRegions) -> list[str]:
    """Each choice with its inequalities and a point where it is optimal; then what is optimal nowhere."""
    lines = []
    for region in answer.answer.regions:
        where = " and ".join(map(blocks.breaking, region.conditions))
        point = " ".join(
            f'<span class="one">{blocks.name_html(s.name)} = {to_mathml(v)}{"," * (i + 1 < len(region.witness))}</span>'
            for i, (s, v) in enumerate(region.witness)
        )
        shown = f'<span class="note">for instance at {point}</span>' if point else ""
        lines.append((blocks.choice(region.label), (f"if {where}" if where else "everywhere") + shown))
    parts = [blocks.cells(("choice", "is optimal"), lines)]
    parts += [blocks.paragraph(f"Never optimal: {reason}.") for reason in answer.answer.nowhere]
    return parts + [blocks.paragraph(f"Undecided: {label}.") for label in answer.answer.undecided]


def along(asked: Asked, name: str) -> str:
    """The optimal action along a letter, in words."""
    way = one_way(asked.problem, name, asked.point, seconds=QUESTION)
    own = asked.letter(name)
    # where a later decision alone switches, it is named
    is_later = any(a.choice.action == b.choice.action for a, b in way.changes)
    told = [
        str(s.choice) if is_later else str(s.choice.action)
        for s in (*(a for a, _ in way.changes), way.stretches[-1])
    ]
    parts = [
        f"{what} {'below' if s.is_open_right else 'up to'} {own} = {asked.number(name, s.stop)}".replace(
            "= ≈", "≈"
        )
        for what, (s, _) in zip(told, way.changes, strict=False)
    ]
    return "Optimal: " + ", then ".join([*parts, told[-1]]) + "."


def _json(rule: DecisionRule) -> bytes:
    return (json.dumps(rule.to_json(), indent=2, ensure_ascii=False, default=str) + "\n").encode()


def _values(values: Mapping[str, Any]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{blocks.name_html(a)}</th><td>{blocks.extremum(v)}</td></tr>'
        for a, v in values.items()
    )
    return f'<div class="wide" tabindex="0"><table>{rows}</table></div>'
