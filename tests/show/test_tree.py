"""Trees, graphs and lattices as drawn agree with the objects they are drawn from."""

import time
from xml.etree import ElementTree

import pytest
from sympy import Rational, Symbol

from symdt import Chance, Decision, Domain, Experiment, fold_back, load_problem, to_tree
from symdt.cli.make.draw import picture_of
from symdt.errors import ModelError, TreeError
from symdt.paper import problems as paper
from symdt.paper.figures import figure_1, figure_1_solved, figure_2, figure_4
from symdt.problems.sequential import sequential_tree
from symdt.problems.tree import Value
from symdt.show.graphs.dots import Graph, graph_dot, tree_dot
from symdt.show.graphs.graph import draw_graph, graph_picture
from symdt.show.graphs.lay import lay_out
from symdt.show.label import Label
from symdt.show.picture import Line, Shape
from symdt.show.sketch import sketch_tree
from symdt.show.tree import draw_tree, tree_picture
from symdt.show.writers import rendered
from symdt.show.writers.tikz import to_tikz
from symdt.typeset.metrics import in_face
from tests.typeset.test_names import NASTY, balanced


def survey():
    problem = paper.example_2()
    rows = {"M0": Rational(1, 10), "M3": Rational(1, 2), "M2": Rational(1, 2), "M23": Rational(9, 10)}
    experiment = Experiment("survey", {s: {"+": v, "-": "rest"} for s, v in rows.items()}, cost=Symbol("T"))
    return type(problem)(
        problem.loss, problem.belief, Domain("0 < p < 1/4", "h > 0", "k > 0", "T > 0"), (experiment,)
    )


def solved(problem):
    return fold_back(to_tree(problem), domain=problem.domain, optimum=problem.loss.optimum)


def test_figure_1_is_the_tree_of_the_paper():
    picture = figure_1()
    kinds = [i.role for i in picture.items if isinstance(i, Shape)]
    assert kinds.count("decision") == 1
    assert kinds.count("chance") == 3
    assert kinds.count("value") == 4
    leaves = [t.label.to_tex() for t in sorted(picture.texts("leaf"), key=lambda t: -t.at[1])]
    assert leaves == ["$0$", "$1$", "$1$", "$0$"]
    assert [t.label.to_tex() for t in picture.texts("name")] == [
        r"$\nu_{0}$", r"$\nu_{1}$", r"$\nu_{20}$", r"$\nu_{21}$",
    ]  # fmt: skip
    assert all(i.fill == i.colour for i in picture.items if isinstance(i, Shape) and i.role == "value")


def test_figure_1_solved_marks_the_branch_that_is_optimal():
    tree = solved(paper.zero_one("p > 1/2"))
    sketch = sketch_tree(tree)
    marks = {b.label: b.mark for b in sketch.branches if b.mark}
    assert marks == {"a0": "pruned", "a1": "optimal"}
    lines = {i.role: i for i in figure_1_solved().items if isinstance(i, Line)}
    assert lines["optimal"].width > lines["branch"].width > lines["pruned"].width
    assert "cut" in lines


def test_every_value_and_probability_is_drawn_as_computed():
    tree = solved(survey())
    sketch = sketch_tree(tree)
    nodes = list(tree.tree.nodes())
    assert sorted(str(n.value) for n in sketch.nodes) == sorted(str(tree.value_at(n)) for n in nodes)
    chances = [str(q) for n in nodes if isinstance(n, Chance) for _, q, _ in n.branches]
    assert sorted(str(b.probability) for b in sketch.branches if b.probability is not None) == sorted(chances)
    decisions = [n for n in nodes if isinstance(n, Decision)]
    by_mark = sorted(b.label for b in sketch.branches if b.mark in ("optimal", "sometimes"))
    assert by_mark == sorted(b for d in decisions for b in tree.optimal_branches(d))


@pytest.mark.parametrize(
    "make",
    [figure_1, figure_1_solved, figure_2, figure_4, lambda: tree_picture(sketch_tree(solved(survey())))],
)
def test_no_label_lies_on_another(make):
    assert make().overlaps() == []


def test_what_is_behind_a_cut_branch_is_dim():
    sketch = sketch_tree(solved(survey()))
    dim = {n.id for n in sketch.nodes if n.is_dim}
    pruned = {b.target for b in sketch.branches if b.mark == "pruned"}
    assert pruned
    assert pruned <= dim
    for branch in sketch.branches:
        assert (branch.target in dim) == (branch.source in dim or branch.mark == "pruned")


def big(depth, fan=10, count=None):
    count = count if count is not None else [0]
    if depth == 0:
        count[0] += 1
        return Value(count[0] % 17)
    below = {f"b{i}": big(depth - 1, fan, count) for i in range(fan)}
    if depth % 2 == 0:
        return Decision(f"d{depth}", below)
    return Chance(f"c{depth}", {b: (Rational(1, fan), node) for b, node in below.items()})


def test_ten_thousand_leaves_are_collapsed_and_drawn_in_time():
    tree = big(4)
    assert tree.leaves == 10_000
    start = time.process_time()
    ready = fold_back(tree)
    svg = rendered(draw_tree(ready), ".svg")
    assert time.process_time() - start < 5.0
    ElementTree.fromstring(svg)
    sketch = sketch_tree(ready)
    drawn = sum(n.kind == "value" for n in sketch.nodes)
    assert drawn + sketch.hidden == 10_000
    assert len(sketch.nodes) < 200


def test_a_wide_node_shows_its_best_branch():
    tree = Decision("d", {f"a{i}": 1000 - i for i in range(1000)})
    sketch = sketch_tree(fold_back(tree))
    assert len(sketch.nodes) < 20
    assert [b.label for b in sketch.branches if b.mark == "optimal"] == ["a999"]
    assert sketch.hidden + sum(n.kind == "value" for n in sketch.nodes) == 1000


def test_a_typical_branch_opens_one_path_only():
    tree = paper.paper_tree(paper.sequential_problem())
    sketch = sketch_tree(tree, along=["D", "a1_1", "M1_0", "a2_1", "M2_1"])
    assert sketch.hidden + sum(n.kind == "value" for n in sketch.nodes) == tree.leaves == 16
    assert sum(n.kind == "value" for n in sketch.nodes) == 2
    with pytest.raises(TreeError, match="use one of"):
        sketch_tree(tree, along=["E"])


def test_the_papers_names_change_nothing_in_the_sequential_tree():
    problem = paper.sequential_problem()
    one, other = sequential_tree(problem), paper.paper_tree(problem)
    domain = Domain("0 < pi1 < 1", "0 < pi2 < 1", "l01 > 0", "l02 > 0", "l10 > 0", "l20 > 0")
    assert fold_back(one, domain=domain).value == fold_back(other, domain=domain).value
    assert [str(n.value) for n in one.nodes() if isinstance(n, Value)] == [
        str(n.value) for n in other.nodes() if isinstance(n, Value)
    ]


@pytest.mark.parametrize("label", NASTY)
def test_nasty_names_in_every_picture_format(label):
    import pygraphviz

    tree = Decision(label or " ", {label: Chance(label + "c", {label: (1, 3)}), "other": 2})
    ready = fold_back(tree)
    picture = tree_picture(sketch_tree(ready))
    ElementTree.fromstring(rendered(picture, ".svg"))
    assert rendered(picture, ".pdf").startswith(b"%PDF")
    assert rendered(picture, ".png").startswith(b"\x89PNG")
    assert balanced(to_tikz(picture))
    for source in (tree_dot(ready), graph_dot(Graph((label, "Y"), ((label, "Y"),)))):
        graph = pygraphviz.AGraph(source)
        graph.layout(prog="dot")
        ElementTree.fromstring(graph.draw(format="svg"))
        graph.close()


def test_dot_says_what_the_tree_says():
    import pygraphviz

    ready = solved(paper.zero_one("p > 1/2"))
    sketch = sketch_tree(ready)
    graph = pygraphviz.AGraph(tree_dot(ready))
    assert {(str(a), str(b)) for a, b in graph.edges()} == {(b.source, b.target) for b in sketch.branches}
    marked = {(str(e[0]), str(e[1])): e.attr["class"] for e in graph.edges() if e.attr["class"]}
    assert marked == {(b.source, b.target): b.mark for b in sketch.branches if b.mark}
    shapes = {str(n): n.attr["shape"] for n in graph.nodes()}
    wanted = {"decision": "box", "chance": "ellipse", "value": "plaintext"}
    assert shapes == {n.id: wanted[n.kind] for n in sketch.nodes}
    graph.close()


def test_figure_2_has_the_arcs_of_the_models():
    arcs = [i for i in figure_2().items if isinstance(i, Line)]
    assert len(arcs) == 0 + 1 + 1 + 2
    assert [t.label.to_tex() for t in figure_2().texts("caption")] == [
        "$M_{0}$", "$M_{2}$", "$M_{3}$", "$M_{23}$",
    ]  # fmt: skip


def test_arcs_are_as_wide_as_they_are_probable():
    probability = {("A", "C"): 0.9, ("B", "C"): 0.2, ("A", "B"): 0.5}
    graph = Graph(("A", "B", "C"), tuple(probability), probability, frozenset({("A", "C")}))
    lines = [i for i in graph_picture(graph).items if isinstance(i, Line)]
    widths = dict(zip(graph.arcs, [line.width for line in lines], strict=True))
    assert widths["A", "C"] > widths["A", "B"] > widths["B", "C"]
    assert [bool(line.dashes) for line in lines] == [False, True, True]
    assert graph_picture(graph).overlaps() == []
    assert draw_graph(graph) == graph_picture(graph)
    with pytest.raises(ModelError, match="no node"):
        Graph(("A",), (("A", "B"),))


def test_the_layout_is_graphvizs_and_keeps_nodes_apart():
    sizes = dict.fromkeys("ABCD", (10.0, 8.0))
    place = lay_out(sizes, [("A", "B"), ("A", "C"), ("B", "D"), ("C", "D")]).place
    assert place["A"][1] > place["B"][1] == place["C"][1] > place["D"][1]
    assert abs(place["B"][0] - place["C"][0]) >= 10.0


def test_tikz_names_every_label():
    source = to_tikz(figure_1())
    for text in (r"$\nu_{20}$", "$a_{0}$", "$M_{1}$", r"$\mathcal{D}$"):
        assert text in source
    assert source.count(r"\node") == len(list(figure_1().texts()))


def test_labels_add_up():
    label = Label.of("a23") + Label.words(" & ") + Label.math("p")
    assert label.to_tex() == r"$a_{23}$ \& $p$"
    assert not Label()


@pytest.mark.parametrize("file", ["oil_wildcatter_letters", "catalogue/anderson_pittsburgh", "umbrella"])
@pytest.mark.parametrize("face", ["stix", "cm"])
def test_lines_of_a_branch_do_not_meet_and_a_tree_is_as_wide_as_asked(file, face):
    with in_face(face):
        made = picture_of(load_problem(f"examples/{file}.toml"), width=81.82)
        left, _, right, _ = made.box(0.0)
        assert right - left <= 81.82 + 1e-6
        assert made.overlaps() == []


def test_numbers_that_were_found_beside_decimals_are_decimals_too():
    texts = [
        t.label.to_text()
        for t in picture_of(load_problem("examples/catalogue/anderson_pittsburgh.toml")).texts()
    ]
    assert any("0.65 p + 0.25" in text for text in texts)  # 0.9 p + 0.25 (1 - p)
    assert not any(r"\frac" in text and "." in text for text in texts)
