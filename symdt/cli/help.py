"""The example that each command's help ends with; the tests run every one of them.

>>> print(epilog("prove").splitlines()[-1])
  symdt prove "2*h > h" --assume "h > 0"
"""

from __future__ import annotations

#: What a new user may type as it stands, in the order given: the files come from `symdt new`.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "solve": (
        "symdt new table -o problem.toml",
        "symdt solve problem.toml --for p --certify",
        'symdt solve problem.toml --at "p=1/3,l01=2,l10=1"',
    ),
    "draw": ("symdt new tree -o umbrella.toml", "symdt draw umbrella.toml -o tree.svg"),
    "plot": (
        "symdt new table -o problem.toml",
        'symdt plot problem.toml --x p --at "l01=2,l10=1" -o lines.svg',
        "symdt plot problem.toml --x p --y l10 --at l01=1 -o map.svg",
    ),
    "explore": ("symdt new table -o problem.toml", "symdt explore problem.toml -o page.html"),
    "value": ("symdt new table -o problem.toml", 'symdt value problem.toml --at "l01=2,l10=1"'),
    "frontier": (
        "symdt new cost -o programmes.toml",
        "symdt frontier programmes.toml",
        "symdt frontier programmes.toml --at p=1/10 -o plane.svg",
    ),
    "policy": (
        "symdt new process -o machine.toml",
        "symdt policy machine.toml --for c",
        "symdt policy machine.toml --at c=3",
    ),
    "sensitivity": (
        "symdt new tree -o umbrella.toml",
        "symdt sensitivity umbrella.toml --at r=0.4",
        "symdt sensitivity umbrella.toml --at r=0.4 --range r=0.2:0.6 -o tornado.svg",
    ),
    "simulate": ("symdt new table -o problem.toml", "symdt simulate problem.toml --draws 10000"),
    "certify": (
        "symdt new table -o problem.toml",
        "symdt solve problem.toml --for p --json > rule.json",
        "symdt certify problem.toml rule.json --certificate proof.json",
        "symdt certify --check proof.json",
    ),
    "prove": ('symdt prove "2*h > h" --assume "h > 0"',),
    "verify": ("symdt verify --section 2",),
    "select": ('symdt select cases.csv --order "X3,X2,X1" --false-arc 2',),
    "new": ("symdt new table -o problem.toml", "symdt solve problem.toml --for p"),
    "report": ("symdt new table -o problem.toml", "symdt report problem.toml -o report"),
    "convert": ("symdt new tree -o umbrella.toml", "symdt convert umbrella.toml copy.toml"),
    "schema": ("symdt schema -o problem.schema.json",),
    "paper": ("symdt paper -o paper",),
}

#: Commands whose first line does not stand in the list of `symdt --help` as it is.
BRIEF: dict[str, str] = {
    "solve": "Solve a problem exactly: values, the best action, the rule.",
    "draw": "Draw the decision tree, folded back.",
    "plot": "Plot values along a parameter, or a region map of two.",
    "explore": "Make one interactive page: sliders, rule, lines, map, tree.",
    "value": "Value information: perfect, partial, samples, experiments.",
    "frontier": "Find the frontier of cost-effectiveness, ratios exact.",
    "policy": "Find the best policy of a repeated decision without end.",
    "sensitivity": "Find the exact thresholds of every letter around a point.",
    "simulate": "Draw the letters from their laws: what deciding now costs.",
    "certify": "Prove that a rule, ours or anybody's, is optimal.",
    "prove": "Prove a statement for all values of its letters, or refute it.",
    "verify": "Check every statement of the paper, or of a claims file.",
    "select": "Choose the Bayes network of least expected loss from data.",
    "new": "Print a commented problem file to start from.",
    "report": "Everything about one problem: rules, proofs, figures, page.",
    "convert": "Convert a problem file into another format.",
    "schema": "Print the JSON Schema of problem files.",
    "paper": "Make the paper again: rules, statements, figures, one report.",
}


def epilog(command: str) -> str:
    """The end of a command's help: its example, line by line."""
    lines = EXAMPLES.get(command, ())
    if not lines:
        return ""
    # the control character \b keeps the lines as they are
    return "Example" + "s" * (len(lines) > 1) + ":\n\n\b\n" + "\n".join(f"  {line}" for line in lines)
