"""The Bayes DAG and its path against all DAGs; probabilities from anybody."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symdt import bayes_network, select_network
from symdt.errors import BudgetError, DataError, FileError, ModelError, ProbabilityError
from symdt.learn.acyclic import ratio_path
from symdt.learn.acyclic.arc_table import _square, read_probabilities
from symdt.learn.acyclic.equivalence import is_acyclic
from tests.learn.dags.enumeration import all_dags

NAMES = "ABCD"
DAGS = all_dags(4)


def mixture(weights: dict[int, int]):
    """The arc probabilities of a distribution over DAGs: exact, and coherent by construction."""
    total = sum(weights.values())
    return [
        [Fraction(sum(w for d, w in weights.items() if DAGS[d][j] >> i & 1), total) for j in range(4)]
        for i in range(4)
    ]


def loss_of(chosen, truth, f, m, r):
    """The loss of one DAG where another is true, pair by pair, straight from the words."""
    total = Fraction(0)
    for j in range(4):
        for i in range(4):
            has, true = chosen[j] >> i & 1, truth[j] >> i & 1
            back, true_back = chosen[i] >> j & 1, truth[i] >> j & 1
            if has and not true:
                total += r[i][j] if true_back else f[i][j]
            if true and not has and not back:
                total += m[i][j]
    return total


beliefs = st.dictionaries(st.integers(0, len(DAGS) - 1), st.integers(1, 9), min_size=1, max_size=7)
fractions = st.fractions(0, 3, max_denominator=4)
matrices = st.lists(st.lists(fractions, min_size=4, max_size=4), min_size=4, max_size=4)


def by_arc(matrix):
    return {(NAMES[i], NAMES[j]): matrix[i][j] for i in range(4) for j in range(4) if i != j}


@given(beliefs, matrices, matrices, matrices)
@settings(max_examples=30, deadline=None, derandomize=True)
def test_no_dag_has_less_expected_loss(belief, f, m, r) -> None:
    pi = mixture(belief)
    network = bayes_network(
        np.array(pi, dtype=object), variables=NAMES[0] + "," + ",".join(NAMES[1:]),
        false=by_arc(f), missed=by_arc(m), reversed=by_arc(r),
    )  # fmt: skip
    total = sum(belief.values())

    def expected(dag):
        return sum(w * loss_of(dag, DAGS[d], f, m, r) for d, w in belief.items()) / Fraction(total)

    assert is_acyclic(network.dag)
    losses = [expected(d) for d in DAGS]
    least = min(losses)
    assert network.bayes_risk == expected(network.dag) == least
    assert network.gap == 0
    fewest = min(sum(P.bit_count() for P in d) for d, loss in zip(DAGS, losses, strict=True) if loss == least)
    assert len(network.chosen) == fewest


@given(beliefs, st.sampled_from([None, 1, 2]), st.booleans())
@settings(max_examples=30, deadline=None, derandomize=True)
def test_the_path_is_the_best_dag_for_every_ratio(belief, most, constrained) -> None:
    pi = mixture(belief)
    options = {"required": [("A", "C")], "forbidden": [("D", "B")]} if constrained else {}
    network = bayes_network(pi, variables=list(NAMES), max_parents=most, **options)
    admissible = [
        d
        for d in DAGS
        if all(P.bit_count() <= (most or 4) for P in d)
        and not (constrained and (not d[2] & 1 or d[1] >> 3 & 1))
    ]

    def value(dag, tau):
        return sum((pi[i][j] - tau for j in range(4) for i in range(4) if dag[j] >> i & 1), Fraction(0))

    path = network.path
    assert path[0].low == 0
    assert path[-1].high == 1
    sizes = [len(s.arcs) for s in path]
    assert sizes == sorted(set(sizes), reverse=True)  # every end is a true breakpoint
    for before, after in pairwise(path):
        assert before.high == after.low
    for step in path:
        dag = tuple(sum(1 << NAMES.index(u) for u, v in step.arcs if v == c) for c in NAMES)
        for tau in (step.low, (step.low + step.high) / 2, step.high):
            assert value(dag, tau) == max(value(d, tau) for d in admissible)
    here = bayes_network(pi, variables=list(NAMES), max_parents=most, false=1, missed=1, **options)
    at_half = next(s for s in path if s.low <= Fraction(1, 2) < s.high)
    assert len(at_half.arcs) == len(here.chosen)


def test_floats_choose_as_fractions_do() -> None:
    g = np.random.default_rng(4)
    for _ in range(20):
        weights = {int(d): int(w) for d, w in zip(g.integers(0, 543, 5), g.integers(1, 9, 5), strict=True)}
        pi = mixture(weights)
        exact = bayes_network(pi, variables=list(NAMES), false=1, missed=2)
        floats = bayes_network(np.array(pi, dtype=float), variables=list(NAMES), false=1, missed=2)
        assert floats.chosen == exact.chosen
        assert float(exact.bayes_risk) == pytest.approx(floats.bayes_risk, abs=1e-14)
        assert [float(s.low) for s in exact.path] == pytest.approx([s.low for s in floats.path], abs=1e-12)


def test_probabilities_along_a_cycle_sum_to_less_than_its_length() -> None:
    """So τ ≥ (n−1)/n needs no care for cycles; and a smallest example where less does not do."""
    for weights in ({3: 1, 100: 2, 542: 1}, {7: 1, 8: 1}, dict.fromkeys(range(543), 1)):
        pi = mixture(weights)
        assert pi[0][1] + pi[1][2] + pi[2][3] + pi[3][0] <= 3
        network = bayes_network(pi, variables=list(NAMES), false=3, missed=1)
        above = {
            (u, v) for i, u in enumerate(NAMES) for j, v in enumerate(NAMES) if pi[i][j] > Fraction(3, 4)
        }
        assert set(network.chosen) == above
    # two variables: no pair of arcs exceeds 1/2 together; three: each arc of a cycle may have 2/3
    third = Fraction(2, 3)
    network = bayes_network({("A", "B"): third, ("B", "C"): third, ("C", "A"): third})
    assert network.cycles_avoided == (("C", "A"),)
    assert "left out" in str(network)


def test_tables_from_anybody(tmp_path) -> None:
    wanted = bayes_network({("A", "B"): "0.7", ("C", "B"): "0.6"})
    rows = tmp_path / "arcs.csv"
    rows.write_text("parent,child,probability,note\nA,B,0.7,x\nC,B,0.6,y\n")
    square = tmp_path / "square.csv"
    square.write_text(",A,B,C\nA,0,0.7,0\nB,0,0,0\nC,0,0.6,0\n")
    strength = tmp_path / "strength.csv"
    strength.write_text("from,to,strength,direction\nA,B,0.7,1\nB,A,0.7,0\nC,B,1,0.6\n")
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"child": ["B", "B"], "parent": ["A", "C"], "probability": ["0.7", "0.6"]})
    for source in (rows, str(square), strength, frame, [("A", "B", "0.7"), ("C", "B", "0.6")]):
        found = bayes_network(source)
        assert (found.variables, found.chosen, found.probabilities) == (
            wanted.variables, wanted.chosen, wanted.probabilities,
        )  # fmt: skip
    assert bayes_network(np.eye(3, k=1) * 0.75).chosen == (("X1", "X2"), ("X2", "X3"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a,b\n1,2\n", "expected parent, child, probability"),
        ("parent,child,probability\nA,B\n", "line 2, has 2 cells"),
        ("parent,child,probability\nA,B,x\n", "is 'x': expected a number"),
        ("parent,child,probability\nA,B,0.5\nA,B,0.5\n", "two probabilities"),
        ("parent,child,probability\n", "expected a header and a row"),
    ],
)
def test_a_wrong_file_is_one_clear_line(text, says, tmp_path) -> None:
    file = tmp_path / "arcs.csv"
    file.write_text(text)
    with pytest.raises((DataError, ModelError)) as caught:
        bayes_network(file)
    assert says in str(caught.value)


def test_wrong_questions() -> None:
    with pytest.raises(FileError, match="cannot be read"):
        bayes_network("nowhere.csv")
    with pytest.raises(ProbabilityError, match="no DAG holds both"):
        bayes_network({("A", "B"): 0.7, ("B", "A"): 0.6})
    with pytest.raises(ProbabilityError, match="expected a probability"):
        bayes_network({("A", "B"): 1.5})
    with pytest.raises(ModelError, match="from 0 on"):
        bayes_network({("A", "B"): 0.5}, false=-1)
    with pytest.raises(ModelError, match="names the arc"):
        bayes_network({("A", "B"): 0.5}, missed={("A", "Z"): 1})
    with pytest.raises(ModelError, match="form the cycle 'A -> B -> A'"):
        bayes_network({("A", "B"): 0.5}, required=[("A", "B"), ("B", "A")])
    with pytest.raises(DataError, match="no variable"):
        bayes_network({("A", "B"): 0.5}, variables="A,C")


def test_letters_get_their_numbers_at_the_end() -> None:
    from sympy import symbols

    f, m, r = symbols("f m r")
    found = bayes_network(
        {("A", "B"): "0.6", ("B", "A"): "0.3"}, false=f, missed=m + f, reversed={("A", "B"): r},
        point={f: 2, m: "1/2", "r": 1},
    )  # fmt: skip
    assert found.gain("A", "B") == Fraction(5, 2) * Fraction(9, 10) - 2 * Fraction(1, 10) - Fraction(3, 10)
    with pytest.raises(ModelError, match="with the letter f: give its number in point"):
        bayes_network({("A", "B"): 0.5}, false=f)


def test_forty_variables_by_cuts() -> None:
    """A posterior that is sure of most arcs leaves small components; one large ring needs the cuts."""
    n = 40
    ring = {(f"X{i}", f"X{(i + 1) % n}"): Fraction(n - 1, n) for i in range(n)}
    found = bayes_network(ring, variables=[f"X{i}" for i in range(n)])
    assert len(found.chosen) == n - 1
    assert found.gap == 0
    assert [len(s.arcs) for s in found.path] == [n - 1, 0]


def test_every_dag_lacks_an_arc_of_every_cycle() -> None:
    """So probabilities along a cycle of k arcs sum to at most k − 1, by linearity, for every belief."""
    from itertools import permutations

    for k in (2, 3, 4):
        for cycle in permutations(range(4), k):
            arcs = [(cycle[i], cycle[(i + 1) % k]) for i in range(k)]
            most = max(sum(d[v] >> u & 1 for u, v in arcs) for d in DAGS)
            assert most == k - 1
    # with two variables a threshold of 1/2 and more never closes a cycle; with three 2/3 is the least
    for tau, closes in ((Fraction(2, 3), False), (Fraction(13, 20), True)):
        third = Fraction(2, 3)
        network = bayes_network(
            {("A", "B"): third, ("B", "C"): third, ("C", "A"): third}, false=tau, missed=1 - tau
        )
        assert bool(network.cycles_avoided) is closes


def test_the_rule_for_one_pair_by_our_own_engine() -> None:
    """Three decisions in the letters a, b, f, m, r: derived, proved for all values, and what is chosen."""
    from pathlib import Path

    from symdt import Proved, certify, decision_rule, load_problem

    problem = load_problem(Path(__file__).parents[3] / "examples" / "arc_direction.toml")
    rule = decision_rule(problem, "a")
    assert isinstance(certify(rule), Proved)
    g = np.random.default_rng(5)
    for _ in range(40):
        a, b, rest, f, m, r = (Fraction(int(x), 12) for x in g.integers(1, 12, 6))
        a, b = a / (a + b + rest), b / (a + b + rest)
        point = {"a": a, "b": b, "f": f, "m": m, "r": r}
        network = bayes_network({("i", "j"): a, ("j", "i"): b}, false=f, missed=m, reversed=r)
        gains = {
            "choose i -> j": network.gain("i", "j"),
            "choose j -> i": network.gain("j", "i"),
            "choose none": 0,
        }
        best = max(gains.values())
        if list(gains.values()).count(best) == 1:
            said = rule(**{k: float(x) for k, x in point.items()})
            assert gains[str(said)] == best
            assert {("i", "j"): "choose i -> j", ("j", "i"): "choose j -> i"}.get(
                network.chosen[0] if network.chosen else None, "choose none"
            ) == str(said)


def test_a_table_of_arcs_with_any_names_is_read_as_it_was_written(tmp_path) -> None:
    """A cell may hold commas, quotes and line ends; an apostrophe before a formula is the writer's own."""
    file = tmp_path / "arcs.csv"
    file.write_text('parent,child,probability\n"a\nb","c, ""d""",1/4\n\'=x+y,"a\nb",1/2\n', encoding="utf-8")
    names, table = read_probabilities(file)
    assert names == ("=x+y", "a\nb", 'c, "d"')
    assert table[1][2] == Fraction(1, 4)
    assert table[0][1] == Fraction(1, 2)


@pytest.mark.parametrize("text", ['parent,child,probability\n"A,B,1\n', "parent\0,\0\n", 'a"b"c,"x"y\n1,2,3'])
def test_a_file_that_is_no_table_is_refused_in_one_line(text, tmp_path) -> None:
    file = tmp_path / "arcs.csv"
    file.write_text(text)
    with pytest.raises((FileError, DataError)):
        read_probabilities(file)


def test_a_device_is_no_table_of_arcs() -> None:
    with pytest.raises(FileError, match="is no file"):
        read_probabilities("/dev/zero")


def test_a_path_keeps_its_budget_and_the_answer_stays(monkeypatch) -> None:
    """Beyond its seconds a path ends with a sentence that says what to do; the network and its JSON do not need it."""
    arcs = {("A", "B"): "0.5", ("B", "A"): "0.3"}
    monkeypatch.setattr(ratio_path, "process_time", count().__next__)  # a second for every look at the clock
    network = bayes_network(arcs, path_seconds=1)
    with pytest.raises(BudgetError, match=r"within 1 s .* --path-seconds"):
        network.path  # noqa: B018 - asking is the point
    answer = network.to_json()
    assert answer["path"] is None
    assert "--path-seconds" in answer["undecided"]
    whole = bayes_network(arcs, path_seconds=1000)
    assert whole == network
    assert whole.to_json()["arcs"] == answer["arcs"]
    assert "undecided" not in whole.to_json()


MATRICES = {
    "names on two sides": ",A,B,C\nA,0,0.6,0.1\nB,0.3,0,0\nC,0,0,0\n",
    "rows in another order": "x,A,B,C\nC,0,0,0\nA,0,0.6,0.1\nB,0.3,0,0\n",
    "names above alone": "A,B,C\n0,0.6,0.1\n0.3,0,0\n0,0,0\n",
    "numbered rows": ",A,B,C\n0,0,0.6,0.1\n1,0.3,0,0\n2,0,0,0\n",
    "as R writes it": '"A" "B" "C"\n"A" 0 0.6 0.1\n"B" 0.3 0 0\n"C" 0 0 0\n',
    "as R writes it, with commas": '"A","B","C"\n"A",0,0.6,0.1\n"B",0.3,0,0\n"C",0,0,0\n',
    "semicolons": "A;B;C\n0;0.6;0.1\n0.3;0;0\n0;0;0\n",
    "a table": "from;to;p\nA;B;0.6\nB;A;0.3\nA;C;0.1\n",
}


@pytest.mark.parametrize("text", MATRICES.values(), ids=list(MATRICES))
def test_matrices_are_read_as_they_are_written(text, tmp_path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text(text)
    wanted = bayes_network({("A", "B"): "0.6", ("B", "A"): "0.3", ("A", "C"): "0.1"})
    assert bayes_network(file) == wanted


def test_square_frames_are_matrices() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows = {"A": [0.0, 0.25, 0.0], "B": [0.5, 0.0, 0.0], "C": [0.125, 0.0, 0.0]}
    wanted = bayes_network({("A", "B"): 0.5, ("B", "A"): 0.25, ("A", "C"): 0.125, ("B", "C"): 0.0})
    named = pandas.DataFrame(rows, index=list("ABC"))
    for frame in (named, named.loc[["C", "A", "B"]], pandas.DataFrame(rows), polars.DataFrame(rows)):
        assert bayes_network(frame).probabilities == wanted.probabilities
    with pytest.raises(DataError, match="with the row 'D', its columns are 'A, B, C'"):
        bayes_network(pandas.DataFrame(rows, index=list("ABD")))


def test_a_square_of_other_names_is_told() -> None:
    with pytest.raises(DataError, match="expected the same variables on both sides"):
        _square(["", "A", "B"], [["A", "0", "1"], ["X", "0", "0"]], "it")


def test_names_that_are_numbers_are_names() -> None:
    """Rows 0, 1, 2 below columns 1, 2, 3 are no numbering: the row 1 is not the variable 2."""
    rows = [["0", "0", "1/2", "0"], ["1", "0", "0", "0"], ["2", "0", "0", "0"]]
    with pytest.raises(DataError, match="row '0'"):
        _square(["", "1", "2", "3"], rows, "it")


@pytest.mark.parametrize("order", [None, "A,B"])
def test_letters_of_losses_take_their_numbers_at_the_end(order) -> None:
    data = {"A": [0, 0, 0, 0, 1, 1, 1, 1], "B": [0, 0, 0, 1, 0, 1, 1, 1]}
    how = {} if order is None else {"order": order}
    said = select_network(
        data, **how, false={("A", "B"): "L"}, missed="1 + L/2", point={"L": "1/4"}, progress=False
    )
    put = select_network(data, **how, false={("A", "B"): 0.25}, missed=1.125, progress=False)
    assert said.arc("A", "B").false == 0.25
    assert said.arc("A", "B").missed == 1.125
    assert float(said.bayes_risk) == pytest.approx(float(put.bayes_risk), rel=1e-12)
    with pytest.raises(ModelError, match="with the letter K"):
        select_network(data, **how, false="K", point={"L": 1}, progress=False)
    with pytest.raises(ModelError, match=r"from point \(--at\)"):
        select_network(data, **how, false="K", progress=False)


def test_letters_of_given_probabilities_and_nothing_else_that_text_may_hold() -> None:
    two = {("A", "B"): "0.6"}
    assert bayes_network(two, false="2*L", point={"L": "1/4"}).bayes_risk == Fraction(1, 5)
    for text in ("__import__('os')", "L.x", "L L", "lambda: 0"):
        with pytest.raises(ModelError):
            bayes_network(two, false=text, point={"L": 1})
