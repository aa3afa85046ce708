"""Notebook displays come through the registry, and only when they are asked for."""

import subprocess
import sys
from xml.etree import ElementTree

from symdt import Belief, Domain, LossTable, decision_regions, decision_rule, fold_back, to_tree
from symdt.display import Displayed
from symdt.show import paper_problems as paper
from symdt.show.latex import to_latex


def test_every_answer_has_latex():
    problem = paper.example_2()
    things = [
        problem, problem.loss, problem.belief, problem.domain, decision_rule(problem, "p"),
        decision_regions(paper.zero_l()), fold_back(to_tree(problem), domain=problem.domain),
    ]  # fmt: skip
    for thing in things:
        text = thing._repr_latex_()
        assert text.startswith("$")
        assert text.endswith("$")
    assert to_latex(problem.loss) in problem.loss._repr_latex_()


def test_trees_are_pictures():
    tree = to_tree(paper.zero_one())
    ElementTree.fromstring(tree._repr_svg_())
    ElementTree.fromstring(fold_back(tree, domain=Domain("0 < p < 1"))._repr_svg_())
    assert LossTable.zero_one(["M0", "M1"])._repr_svg_() is None


def test_what_nobody_draws_shows_as_text():
    class Plain(Displayed):
        pass

    assert Plain()._repr_latex_() is None
    assert Plain()._repr_svg_() is None


def test_nouns_do_not_wake_the_show_wing():
    program = (
        "import sys, symdt; symdt.Belief({'a': 1}); symdt.LossTable.zero_one(['M0']);"
        "heavy = [m for m in ('matplotlib', 'symdt.show', 'pygraphviz', 'jinja2') if m in sys.modules];"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_rule_is_written_as_cases():
    text = to_latex(decision_rule(paper.zero_l(), "p"))
    assert text.splitlines() == [
        r"a^* = \begin{cases}",
        r"a_{0} & \text{if } 0 < p \leq \frac{l_{01}}{l_{01} + l_{10}} \\",
        r"a_{1} & \text{if } \frac{l_{01}}{l_{01} + l_{10}} < p < 1",
        r"\end{cases}",
    ]
    assert to_latex(Belief({"M0": 1})) == "p(M_{0}) = 1"
