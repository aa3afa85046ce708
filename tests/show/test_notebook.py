"""Notebook displays come through the registry, and only when they are asked for."""

import subprocess
import sys
from xml.etree import ElementTree

from symdt import Belief, Domain, LossTable, decision_regions, decision_rule, fold_back, to_tree
from symdt.display import Displayed
from symdt.networks.losses.disintegration import disintegrate
from symdt.networks.losses.identities import risk_identities
from symdt.networks.threshold_path import threshold_path
from symdt.paper import problems as paper
from symdt.problems.models.model import Model
from symdt.show.graphs.chosen import network_graph, path_plot
from symdt.show.rule import rule_picture
from symdt.typeset import names
from symdt.typeset.latex import to_latex


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


def test_a_rule_is_a_picture_of_its_cases():
    rule = decision_rule(paper.example_2(), "p")
    ElementTree.fromstring(rule._repr_svg_())
    picture = rule_picture(rule)
    drawn = [t.label.to_tex() for t in picture.texts("optimal")]
    assert sorted(drawn) == sorted(
        f"${names.to_latex(p.label.action)}$" for c in rule.cases for p in c.pieces
    )
    assert picture.overlaps() == []


def test_models_identities_and_paths_have_displays():
    loss = paper.example_3_loss()
    assert risk_identities(loss)._repr_latex_() is not None
    assert "residual" in disintegrate(paper.table_2())._repr_latex_()
    assert "false" in disintegrate(loss)._repr_latex_()
    assert r"\tau" in threshold_path({"x1": "1/3", "x2": "2/3"})._repr_latex_()
    ElementTree.fromstring(Model(["X2 -> X1"])._repr_svg_())
    assert Model(["X2 -> X1", "X3 -> X1"])._repr_latex_() == (
        r"$\displaystyle \{X_{2}, X_{3}\} \rightarrow X_{1}$"
    )


def test_a_network_from_data_is_a_graph_and_a_table():
    from symdt.paper.data_example import college_plans

    selection = college_plans(200)
    svg = ElementTree.fromstring(selection._repr_svg_())
    assert svg.tag.endswith("svg")
    assert selection._repr_latex_().count(r"\rightarrow") == len(selection.arcs)
    graph = network_graph(selection)
    assert set(graph.chosen) == set(selection.chosen)
    assert all(graph.probability[a.parent, a.child] == a.probability for a in selection.arcs if a.chosen)
    bars = {b.role for b in path_plot(selection).of_role("arc") if b.role != "arc"}
    assert bars == {f"arc {a.parent} {a.child}" for a in selection.arcs}


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
