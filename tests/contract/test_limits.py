"""Every limit of docs/limits.md has its message, and the page has the right numbers."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from sympy import Add, Rational, symbols

from symdt import (
    ArmsProblem,
    Belief,
    Chance,
    Decision,
    Domain,
    LossTable,
    Move,
    ProcessProblem,
    SequentialProblem,
    TreeProblem,
    certify,
    decision_rule,
    evpi,
    fold_back,
    risk_orderings,
    select_network,
    stationary_rule,
)
from symdt.cli import main
from symdt.errors import SymdtError
from symdt.exact.language.syntax import parse, parse_statement
from symdt.formats.foreign.letters import put_in
from symdt.formats.foreign.silver import read_silver
from symdt.formats.problem import load_problem, loads
from symdt.learn.exact import belief_from_data
from symdt.networks.sample import Sample
from symdt.problems.sequential import sequential_tree
from symdt.problems.tree import Value
from symdt.show.plots.lines import risk_lines

PAGE = (Path(__file__).parent.parent.parent / "docs" / "limits.md").read_text()
LISTED = {name: int(n) for name, n in re.findall(r"`(symdt[\w.]+)` \| (\d+) \|", PAGE)}
LETTERS = ("a", "b", "c", "d", "e", "f")
WHOLE = '[parameters]\nn = "integer, 1 <= n <= 300"\n[belief]\na = "1"\n[loss]\nactions = ["x", "y"]\na = ["n", "9"]\n'
P = symbols("p")


def table(parameters: str = 'p = "0 < p < 1"', entry: str = "1", more: str = "") -> str:
    return (
        f'[parameters]\n{parameters}\n[belief]\nM = "1"\n[loss]\nactions = ["a"]\nM = ["{entry}"]\n{more}\n'
    )


def states(n: int, actions: int = 1) -> str:
    names = ", ".join(f'"a{i}"' for i in range(actions))
    row = "[" + ", ".join(['"0"'] * actions) + "]"
    rows = "\n".join(f"s{i} = {row}" for i in range(n))
    belief = "\n".join(f's{i} = "{"rest" if i == 0 else 0}"' for i in range(n))
    return f"[belief]\n{belief}\n[loss]\nactions = [{names}]\n{rows}\n"


def arms() -> object:
    return ArmsProblem({"a": ("x", (1, 1)), "b": ("y", (1, 1))}, 40, optimum="max")


def events() -> object:
    thirds = {s: (Rational(1, 3), Chance("y", {t: (Rational(1, 3), 0) for t in "abc"})) for s in "abc"}
    return evpi(TreeProblem(Chance("x", thirds), optimum="max"))


def squares(many):
    values = {f"a{i}": i * symbols("x") ** 2 for i in range(many)}
    risk_orderings(TreeProblem(Decision("d", values), Domain("0 < x < 1"), "min"), "x")


def policies(n: int) -> object:
    moves = {str(i): {a: Move(0, {str(i): 1}) for a in "ab"} for i in range(n)}
    process = ProcessProblem(moves, "0", discount=P, domain=Domain("0 < p < 1"), optimum="max")
    return stationary_rule(process, P)


def nodes(n: int, branches: int = 1) -> str:
    lines = ["[tree]", 'root = "n0"']
    for i in range(n):
        lines.append(f"[tree.decision.n{i}]")
        lines += [f'b{j} = "{f"n{i + 1}" if i < n - 1 else 0}"' for j in range(branches)]
    return "\n".join(lines)


def big_file(folder: Path) -> None:
    (folder / "big.toml").write_text("#" * 4_000_001)
    load_problem(folder / "big.toml")


def deep() -> None:
    tree: Any = Value(0)
    for i in range(201):
        tree = Decision(f"n{i}", {"a": tree})


def chances(n: int) -> Chance:
    """A chance node behind each branch of which two choices cross."""
    choice = {
        f"{i}": ("rest" if i == 0 else P / n, Decision(f"d{i}", {"a": P * (i + 1), "b": 1 - P}))
        for i in range(n)
    }
    return Chance("c", choice)


def certified(_: Path) -> None:
    tree = Decision("first", {"go": chances(3), "stay": 1})
    verdict = certify(decision_rule(tree, P, domain=Domain("0 < p < 1")))
    raise SymdtError(str(verdict))


def sequence() -> None:
    loss = LossTable.arc("X2", "X1", false=1, missed=1)
    other = LossTable.arc("X3", "X2", false=1, missed=1)
    belief = [Belief({"{}": "rest", "{X2}": P}), Belief({"{}": "rest", "{X3}": P})]
    sequential_tree(SequentialProblem.of([loss, other], belief))


def sums() -> None:
    loss = LossTable.arc("X2", "X1", false=1, missed=1)
    for i in range(3, 13):
        loss = loss @ LossTable.arc(f"X{i}", "X1", false=1, missed=1)


def tabulated(folder: Path, text: str, **more: Any) -> None:
    from symdt import tabulate

    (folder / "cases.csv").write_text(text)
    tabulate(folder / "cases.csv", **more)


def many_digits(folder: Path) -> None:
    (folder / "p.toml").write_text(
        '[parameters]\np = ""\n[belief]\nM = "1"\n[loss]\nactions = ["a"]\nM = ["p**3"]'
    )
    # a number is read with at most 300 digits, so the limit is lowered by the test
    assert main(["solve", str(folder / "p.toml"), "--at", "p=" + "9" * 290]) == 2
    raise SymdtError("digits")


def symbolic(folder: Path) -> None:
    (folder / "c.csv").write_text("A,B\n" + "0,1\n1,0\n" * 101)
    belief_from_data(folder / "c.csv", child="A", candidates=["B"], alpha=symbols("alpha"))


def many_variables(structure_prior: str, n: int) -> None:
    from symdt import select_network

    select_network({f"X{i}": [0, 1] for i in range(n)}, structure_prior=structure_prior, memory=1 << 50)


def large_class() -> None:
    from symdt import select_network

    complete = [(f"X{i}", f"X{j}") for j in range(5) for i in range(j)]
    select_network({f"X{i}": [0, 1] for i in range(5)}).posterior.class_probability(complete)


def arc_probabilities(folder: Path, rows: int) -> None:
    from symdt import bayes_network

    (folder / "arcs.csv").write_text(
        "parent,child,probability\n" + "".join(f"A,B{i},0.5\n" for i in range(rows))
    )
    bayes_network(folder / "arcs.csv")


def refused_by_the_parser(arguments: list[str]) -> None:
    """The one line that a command says, as an error."""
    err = io.StringIO()
    with contextlib.redirect_stderr(err):
        assert main(arguments) in (2, 3)
    raise SymdtError(err.getvalue().strip())


def never_ending() -> None:
    """A command that would go on for ever."""

    def burn(*_: object, **_options: object) -> None:
        while True:
            pass

    assert main(["prove", "x == x"]) == 0  # all modules are read: none is left half by what ends the next one
    with mock.patch("symdt.exact.proof.prove", burn):
        refused_by_the_parser(["prove", "x > 0", "--seconds", "0.01"])


def too_much_memory() -> None:
    """A process whose bound is 1 GB, and which wants more."""
    script = (
        "import symdt.cli, symdt.cli.bounds as b, symdt.exact.proof as p; b.MEMORY = 1 << 30; "
        "p.prove = lambda *_, **_options: bytearray(3 << 30); import sys; sys.argv = ['symdt', 'prove', 'x > 0']; "
        "sys.exit(symdt.cli.main())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    raise SymdtError(done.stderr.strip())


Beyond = Callable[[Path], object]
#: The constant, what goes beyond it, what is said, and the smaller limit to set where the real one takes long.
#: A function that calls another twice, thirty times over.
CALLING = {
    "code": "f0(x) = x\n" + "\n".join(f"f{i}(x) = f{i - 1}(x) + f{i - 1}(x)" for i in range(1, 31)),
    "trees": [
        {
            "type": "decision",
            "name": "d",
            "childEdges": [{"name": "a", "payoff": "f30(1)", "childNode": {"type": "terminal"}}],
        }
    ],
}

CASES: list[tuple[str, Beyond, str, int | None]] = [
    (
        "learn.dags.over_dags.MOST_DAGS",
        lambda _: many_variables("dags", 23),
        "23 variables without an order: sums over all dags are for at most 22",
        None,
    ),
    (
        "learn.dags.over_dags.MOST_ORDERS",
        lambda _: many_variables("orders", 26),
        "26 variables without an order: sums over all orders are for at most 25",
        None,
    ),
    (
        "learn.kernels.family.MOST_CANDIDATES",
        lambda _: select_network({f"V{i}": [0, 1] for i in range(6)}, order=[f"V{i}" for i in range(6)]),
        "5 candidate parents: all their sets are scored for at most 4",
        4,
    ),
    ("learn.acyclic.equivalence.MOST_MEMBERS", lambda _: large_class(), "has more than 100 DAGs", 100),
    (
        "learn.acyclic.arc_table.MOST_VARIABLES",
        lambda folder: arc_probabilities(folder, 1000),
        "1001 variables: expected from 1 to 1000",
        None,
    ),
    (
        "learn.acyclic.arc_table.LARGEST",
        lambda folder: arc_probabilities(folder, 3),
        "at most 30 bytes",
        30,
    ),
    (
        "exact.language.parser.MAX_WORK",
        lambda _: parse_statement("(a+b+c+d+e+f)**20" + " + 1" * 50 + " > 0"),
        "expands to too many terms",
        None,
    ),
    (
        "exact.language.parser.MAX_NESTING",
        lambda _: parse_statement(" iff ".join(["p > 0"] * 130)),
        "nests more than 128",
        None,
    ),
    (
        "show.plots.maps.at_numbers.MAX_NUMBERS",
        lambda _: risk_lines(loads(WHOLE), "n"),
        "has 300 numbers, of which at most 200 are drawn",
        None,
    ),
    ("files.MAX_PARTS", lambda _: loads("a" + ".a" * 16 + " = 1"), "more than 16 parts", None),
    (
        "learn.columns.MAX_WHOLE",
        lambda folder: tabulated(folder, "A\n9007199254740992\n1\n"),
        r"2\^53 or beyond",
        None,
    ),
    (
        "cli.make.draw.MAX_DRAWN",
        lambda folder: refused_by_the_parser(["draw", "t.toml", "-o", "t.svg", "--leaves", "2001"]),
        "less than or equal to 2000",
        None,
    ),
    (
        "cli.bounds.SECONDS",
        lambda _: never_ending(),
        "seconds of the processor",
        None,
    ),
    ("cli.bounds.MEMORY", lambda _: too_much_memory(), "too large for this machine", None),
    (
        "exact.language.tokens.MAX_LENGTH",
        lambda _: parse("1" + "+1" * 10_000, ()),
        "20001 characters: use at most 20000",
        None,
    ),
    (
        "exact.language.parser.MAX_DEPTH",
        lambda _: parse("(" * 65 + "1" + ")" * 65, ()),
        "nested more than 64 deep",
        None,
    ),
    ("exact.language.parser.MAX_DIGITS", lambda _: parse("9" * 301, ()), "use at most 300 digits", None),
    (
        "exact.language.syntax.MAX_TERMS",
        lambda _: parse("(a+b+c+d)**40", LETTERS),
        "terms: use at most 5000",
        None,
    ),
    ("exact.polynomial.MAX_EXPONENT", lambda _: parse("a**65", LETTERS), "an exponent above 64", None),
    (
        "exact.polynomial.MAX_DEGREE",
        lambda _: parse("((a**64)**5)", LETTERS),
        "too large|too many|smaller",
        None,
    ),
    ("exact.polynomial.MAX_TERMS", lambda _: parse("(a+b+c+d+e+f)**40", LETTERS), "too many terms", None),
    (
        "exact.polynomial.MAX_BITS",
        lambda _: parse("((9**64)**64)**2", ()),
        "too large|smaller|too many",
        None,
    ),
    ("formats.stated.reading.MAX_BYTES", big_file, "use at most 4000000 bytes", None),
    (
        "formats.stated.reading.MAX_PARAMETERS",
        lambda _: loads(table("\n".join(f'p{i} = ""' for i in range(65)))),
        "65 parameters: use at most 64",
        None,
    ),
    (
        "formats.stated.reading.MAX_CONDITIONS",
        lambda _: loads("assume = [" + '"p < 2", ' * 512 + "]\n" + table()),
        "513 conditions: use at most 512",
        None,
    ),
    (
        "formats.stated.reading.MAX_STATES",
        lambda _: loads(states(1025)),
        "1025 states: use at most 1024",
        None,
    ),
    (
        "formats.stated.reading.MAX_ACTIONS",
        lambda _: loads(states(1, 1025)),
        "1025 names: use at most 1024",
        None,
    ),
    (
        "formats.stated.reading.MAX_CELLS",
        lambda _: loads(states(300, 300)),
        "90000 cells: use at most 65536",
        None,
    ),
    (
        "exact.language.parser.MAX_KINKS",
        lambda _: loads(table(entry="+".join(f"abs(p - {i})" for i in range(33)))),
        "more than 32 functions",
        None,
    ),
    (
        "problems.kinks.cut.MAX_PARTS",
        lambda _: loads(table(entry="+".join(f"abs(p - {i}/9)" for i in range(1, 9)))),
        "more than 4 parts",
        4,
    ),
    (
        "formats.stated.reading.MAX_EXPERIMENTS",
        lambda _: loads(
            table(more="\n".join(f'[experiment.e{i}]\noutcomes = ["+"]\nM = ["1"]' for i in range(65)))
        ),
        "65 experiments: use at most 64",
        None,
    ),
    (
        "formats.stated.reading.MAX_TERMS",
        lambda _: loads(table("\n".join(f'{x} = ""' for x in LETTERS), "(a+b+c+d+e+f)**10")),
        "terms: use at most 400",
        None,
    ),
    (
        "formats.stated.reading.MAX_BITS",
        lambda _: loads(table(entry="(10**60)**10")),
        "too many digits",
        None,
    ),
    (
        "formats.stated.reading.MAX_DEGREE",
        lambda _: loads(table(entry="(p**33)**2")),
        "degree 66: use at most 64",
        None,
    ),
    ("formats.tree.MAX_NODES", lambda _: loads(nodes(20_001)), "20001 nodes .* use at most 20000", None),
    (
        "formats.tree.MAX_BRANCHES",
        lambda _: loads(nodes(3, 100)),
        "300 branches: use at most 20000 and 200",
        200,
    ),
    ("problems.tree.MAX_DEPTH", lambda _: deep(), "more than 200 levels", None),
    (
        "solve.foldback.MAX_ALTERNATIVES",
        lambda _: fold_back(Decision("d", {"a": P, "b": 1 - P, "c": 2 * P - 1}), domain=Domain("0 < p < 1")),
        "undominated strategies: use at most 1",
        1,
    ),
    (
        "solve.foldback.MAX_COMBINATIONS",
        lambda _: fold_back(chances(3), domain=Domain("0 < p < 1")),
        "strategies: use at most 3",
        3,
    ),
    ("solve.proofs.check.values.MAX_STRATEGIES", certified, "more than 4 strategies", 4),
    ("problems.sequential.MAX_LEAVES", lambda _: sequence(), "at most 8 are written out", 8),
    (
        "problems.conjugates.arms_problem.MAX_TABLES",
        lambda _: arms(),
        "more than 5000 tables of counts",
        None,
    ),
    ("analysis.knowing.events.MAX_WORLDS", lambda _: events(), "more than 8 joint states", 8),
    (
        "analysis.stationary.MAX_POLICIES",
        lambda _: policies(9),
        "more than 256 stationary policies",
        None,
    ),
    ("solve.ordered_sums.MOST", lambda _: squares(5), "at most 4 of them are ordered", None),
    ("problems.loss_sum.MAX_CELLS", lambda _: sums(), "at most 262144 are written out", None),
    (
        "networks.sample.MAX_CELLS",
        lambda _: Sample.symbolic({f"X{i}": (0, 1) for i in range(17)}),
        "at most 65536",
        None,
    ),
    (
        "learn.counts.MAX_CASES",
        lambda f: tabulated(f, "A,n\n0,2147483647\n1,1\n", weights="n"),
        "2147483648 cases: expected at most 2147483647",
        None,
    ),
    (
        "learn.counts.MAX_STATES",
        lambda f: tabulated(f, "A,B\n" + "".join(f"x{i},0\n" for i in range(65_537))),
        "65537 states: expected a category",
        None,
    ),
    (
        "learn.exact.MOST_SETS",
        lambda _: belief_from_data("x.csv", child="A", candidates=[f"X{i}" for i in range(13)]),
        "8192 parent sets: .* at most 4096",
        None,
    ),
    ("learn.exact.MOST_SYMBOLIC", symbolic, "202 cases with a symbolic alpha: expected at most 200", None),
    ("cli.MAX_DIGITS", many_digits, "digits", 640),
    (
        "formats.foreign.letters.MAX_PARTS",
        lambda _: put_in(symbols("x"), {symbols("x"): Add(*symbols("y:2001"))}, "a payoff"),
        "a payoff grows to more than 2000 terms and factors",
        2000,
    ),
    (
        "formats.foreign.silver.MAX_CALLS",
        lambda _: read_silver(json.dumps(CALLING)),
        "are more than 2000 calls: use fewer functions",
        None,
    ),
]


@pytest.mark.parametrize(("constant", "beyond", "says", "lowered"), CASES, ids=[c[0] for c in CASES])
def test_each_limit_has_its_message(
    constant: str, beyond: Beyond, says: str, lowered: int | None, tmp_path: Path, monkeypatch, capsys
) -> None:
    room, _, name = constant.rpartition(".")
    if lowered is not None:
        monkeypatch.setattr(import_module(f"symdt.{room}"), name, lowered)
    with pytest.raises(SymdtError, match=says) as caught:
        beyond(tmp_path)
    assert "\n" not in str(caught.value)


def test_the_page_lists_every_limit_with_its_number() -> None:
    assert set(LISTED) == {f"symdt.{c[0]}" for c in CASES}
    for name, number in LISTED.items():
        room, _, constant = name.rpartition(".")
        assert getattr(import_module(room), constant) == number, name
