"""Problem files: both forms, read and written; every wrong input is one clear error of the right class."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from symdt.errors import (
    DomainError,
    ExpressionError,
    FileError,
    ProbabilityError,
    SymdtError,
    TableError,
    TreeError,
)
from symdt.exact.domain import Domain
from symdt.formats.problem import dump, load_problem, loads
from symdt.formats.problem_writer import save_problem
from symdt.problems.table import DecisionProblem
from symdt.problems.tree import Chance, Decision
from symdt.problems.tree_problem import TreeProblem
from tests.random_problems import table_problems, tree_problems

TABLE = """\
format = 1
title = "Example 2"
assume = ["h < 100*k"]
[parameters]
p = "0 < p < 1/4"
h = "h > 0"
k = "k > 0"
T = "T > 0"
[belief]
M0 = "1 - 4*p"
M3 = "p"
M2 = "p"
M23 = "rest"
[loss]
actions = ["a0", "a3", "a2", "a23"]
M0 = ["0", "2*k", "3*k", "5*k"]
M3 = ["h", "0", "5*k", "2*k"]
M2 = ["h", "5*k", "0", "3*k"]
M23 = ["2*h", "h", "h", "0"]
[experiment.survey]
cost = "T"
outcomes = ["+", "-"]
M0 = ["1/10", "rest"]
M3 = ["1/2", "rest"]
M2 = ["1/2", "rest"]
M23 = ["9/10", "rest"]
"""

TREE = """\
title = "Umbrella"
optimum = "max"
[parameters]
r = "0 < r < 1"
[tree]
root = "umbrella?"
[tree.decision."umbrella?"]
take = "rain, with"
leave = "rain, without"
[tree.chance."rain, with"]
rain = ["r", "70"]
dry = ["rest", "20"]
[tree.chance."rain, without"]
rain = ["r", "0"]
dry = ["rest", "100"]
"""


def test_the_table_of_the_contract() -> None:
    problem = loads(TABLE)
    p, h, k, T = symbols("p h k T")
    assert isinstance(problem, DecisionProblem)
    assert problem.title == "Example 2"
    assert problem.symbols == (p, h, k, T)
    assert problem.domain == Domain("0 < p < 1/4", "h > 0", "k > 0", "T > 0", "h < 100*k")
    assert problem.belief["M23"] == 2 * p
    assert problem.loss["M2", "a3"] == 5 * k
    assert problem.experiments[0].cost == T
    assert problem.experiments[0].of("-")["M0"] == Rational(9, 10)
    assert problem.alternatives == ("a0", "a3", "a2", "a23", "survey")


def test_the_tree_of_the_contract() -> None:
    problem = loads(TREE)
    r = symbols("r")
    assert isinstance(problem, TreeProblem)
    assert (problem.optimum, problem.title, problem.alternatives) == ("max", "Umbrella", ("take", "leave"))
    assert problem.tree == Decision(
        "umbrella?",
        {
            "take": Chance("rain, with", {"rain": (r, 70), "dry": (1 - r, 20)}),
            "leave": Chance("rain, without", {"rain": (r, 0), "dry": (1 - r, 100)}),
        },
    )


def test_a_utility_is_maximised_and_numbers_may_stand_without_quotes() -> None:
    problem = loads(
        """
        [belief]
        rain = 0.17
        dry = "rest"
        [utility]
        actions = ["take", "leave"]
        rain = [70, 1.5e-1]
        dry = [2_0, 100]
        """
    )
    assert isinstance(problem, DecisionProblem)
    assert problem.optimum == "max"
    assert problem.belief["rain"] == Rational(17, 100)
    assert problem.loss["rain", "leave"] == Rational(3, 20)
    assert problem.loss["dry", "take"] == 20


def test_a_node_may_be_entered_from_several_branches() -> None:
    problem = loads(
        """
        [tree]
        root = "d"
        [tree.decision.d]
        a = "c"
        b = "c"
        [tree.chance.c]
        x = ["1/2", "1"]
        y = ["rest", "3"]
        """
    )
    assert isinstance(problem, TreeProblem)
    first, second = problem.tree.children()
    assert first is second


@pytest.mark.parametrize("text", [TABLE, TREE])
def test_reading_what_was_written_gives_the_same_problem(text: str) -> None:
    problem = loads(text)
    assert loads(dump(problem)) == problem
    assert dump(loads(dump(problem))) == dump(problem)


@settings(deadline=None, max_examples=60)
@given(table_problems())
def test_table_problems_come_back(problem: DecisionProblem) -> None:
    assert loads(dump(problem)) == problem


@settings(deadline=None, max_examples=60)
@given(tree_problems())
def test_tree_problems_come_back(problem: TreeProblem) -> None:
    assert loads(dump(problem)) == problem


def test_names_of_any_kind_come_back() -> None:
    names = ["a.b", 'quo"te', "back\\slash", "tab\there", "line\nbreak", "ν1", "", "\x7f", "'", "70"]
    tree = Decision("d", {n: Chance(f"c{n}", {n: (1, 70)}) for n in names})
    problem = TreeProblem(tree, title="70")
    assert loads(dump(problem)) == problem
    values = TreeProblem(Decision("70", {"a": 70, "b": Chance("x", {"y": (1, 70)})}))
    assert loads(dump(values)) == values


def test_what_has_no_place_in_a_file_is_refused() -> None:
    x, r = symbols("x r")
    positive = symbols("q", positive=True)
    with pytest.raises(FileError, match="!="):
        dump(TreeProblem(Decision("d", {"a": symbols("x", nonzero=True)})))
    with pytest.raises(FileError, match="both a node and a parameter"):
        dump(TreeProblem(Decision("r", {"a": r})))
    with pytest.raises(FileError, match="no name"):
        dump(TreeProblem(Decision("d", {"a": symbols("p(M0)", cls=type(x))})))
    back = loads(dump(TreeProblem(Decision("d", {"a": positive}))))
    assert str(back.domain) == "q > 0"  # assumptions come back as conditions


def test_different_nodes_of_one_name_get_a_number_and_equal_ones_are_one() -> None:
    inner = [Decision("d", {"b": 1, "c": value}) for value in (2, 3, 2)]
    problem = TreeProblem(Decision("d", dict(zip("xyz", inner, strict=True))), optimum="max")
    again = loads(dump(problem))
    assert [again.tree.child(branch).name for branch in "xyz"] == ["d 2", "d 3", "d 2"]
    assert [again.tree.child(branch).branches for branch in "xyz"] == [node.branches for node in inner]
    assert loads(dump(again)) == again


def test_files_are_read_and_saved_whole(tmp_path) -> None:
    problem = loads(TABLE)
    place = tmp_path / "problem.toml"
    save_problem(problem, place)
    assert load_problem(place) == problem
    save_problem(problem, place)  # symdt made it, so it may replace it
    place.write_text(TABLE)
    with pytest.raises(FileError, match="did not make it"):
        save_problem(problem, place)
    assert place.read_text() == TABLE
    save_problem(problem, place, force=True)
    assert load_problem(place) == problem
    assert [f.name for f in tmp_path.iterdir()] == ["problem.toml"]


# (what to change in the table or the tree, the class of the error, a part of its one line)
DEEP = "(" * 5000 + "p" + ")" * 5000
WRONG = [
    (TABLE, '"Example 2"', "Example 2", FileError, "not TOML"),
    (TABLE, "format = 1", "format = 2", FileError, "format 1"),
    (TABLE, "format = 1", "formt = 1", FileError, "did you mean 'format'"),
    (TABLE, "title = ", "title = 3 #", FileError, "title"),
    (TABLE, "[belief]", "[bleief]", FileError, "did you mean 'belief'"),
    (TABLE, "[experiment.survey]", "[experiments.survey]", FileError, "did you mean 'experiment'"),
    (TABLE, "[loss]", "[belief2]\n[loss]", FileError, "unknown key 'belief2'"),
    (TABLE, "[loss]", "[utility]\nactions=['a']\n[loss]", FileError, "both"),
    (TABLE, "[loss]", "[tree]\nroot='a'\n[loss]", FileError, "both [tree] and"),
    (TABLE, "format = 1", "optimum = 'max'", FileError, "[utility]"),
    (TABLE, 'M0 = "1 - 4*p"\n', "", TableError, "says nothing about state 'M0'"),
    (TABLE, 'M0 = "1 - 4*p"', 'M0 = "1 - 4*p"\nM4 = "0"', TableError, "'M4'"),
    (TABLE, 'M23 = ["2*h", "h", "h", "0"]\n', "", TableError, "'M23', which is no state"),
    (TABLE, 'M23 = ["2*h", "h", "h", "0"]', 'M23 = ["2*h", "h", "h"]', TableError, "3 entries for 4 actions"),
    (TABLE, 'M23 = ["2*h",', 'M23 = ["1", "2*h",', TableError, "5 entries for 4 actions"),
    (TABLE, '"a0", "a3"', '"a0", "a0"', TableError, "'a0' twice"),
    (TABLE, '["+", "-"]', '["+", "+"]', TableError, "'+' twice"),
    (TABLE, "[experiment.survey]", "[experiment.a0]", TableError, "'a0' names two alternatives"),
    (TABLE, 'M0 = ["0"', 'M0 = ["0"]\nM0 = ["0"', FileError, "not TOML"),
    (TABLE, '"2*k", "3*k"', '"2*c", "3*k"', ExpressionError, "'c', which is no parameter"),
    (TABLE, '"2*k", "3*k"', "true, 1", ExpressionError, "True"),
    (TABLE, '"2*k", "3*k"', '["2*k"], "3*k"', ExpressionError, "write an expression"),
    (TABLE, 'M23 = "rest"', 'M23 = "p"', ProbabilityError, "not 1"),
    (TABLE, 'M3 = "p"', 'M3 = "rest"', ProbabilityError, "'rest' twice"),
    (TABLE, "0 < p < 1/4", "0 < p < 1/2", ProbabilityError, "is negative at"),
    (TABLE, '["1/10", "rest"]', '["11/10", "rest"]', ProbabilityError, "is negative"),
    (TABLE, '["1/10", "rest"]', '["1/10", "1/10"]', ProbabilityError, "sums to 1/5"),
    (TABLE, "0 < p < 1/4", "1 < p < 1/4", DomainError, "empty"),
    (TABLE, '"h < 100*k"', '"h < -k"', DomainError, "empty"),
    (TABLE, '"h < 100*k"', '"h"', ExpressionError, "not a condition"),
    (TABLE, '"h < 100*k"', "7", FileError, "'7'"),
    (TABLE, 'k = "k > 0"', "k = 3", FileError, "condition of parameter 'k'"),
    (TABLE, 'k = "k > 0"', 'iff = "k > 0"', FileError, "'iff' is no valid name"),
    (TABLE, 'k = "k > 0"', 'pi = "pi > 0"', FileError, "'pi' is no valid name"),
    (TABLE, "5*k", "5*k/0", ExpressionError, "divides by zero"),
    (TABLE, "5*k", "5*k/(h-h)", ExpressionError, "divides by zero"),
    (TABLE, "5*k", "9**9**9**9", ExpressionError, "exponent"),
    (TABLE, "5*k", "k**k", ExpressionError, "exponent"),
    (TABLE, "5*k", DEEP, ExpressionError, "deep"),
    (TABLE, "5*k", "-" * 15000 + "k", None, ""),
    (TABLE, "5*k", "__import__('os')", ExpressionError, "unexpected character"),
    (TABLE, "5*k", "__import__", ExpressionError, "no parameter"),
    (TABLE, "5*k", "k.real", ExpressionError, "unexpected character"),
    (TABLE, "5*k", "lambda: 0", ExpressionError, "unexpected character"),
    (TABLE, "5*k", "lambda", ExpressionError, "no parameter"),
    (TABLE, "5*k", "exp(k)", ExpressionError, "calls 'exp'"),
    (TABLE, "5*k", "oo", ExpressionError, "'oo', which is no parameter"),
    (TABLE, "5*k", "nan", ExpressionError, "'nan', which is no parameter"),
    (TABLE, "5*k", "I", ExpressionError, "'I', which is no parameter"),
    (TABLE, '"2*k", "3*k"', "nan, inf", ExpressionError, "'nan', which is no parameter"),
    (TABLE, "5*k", "(p+h+k+T+1)**30", ExpressionError, "terms"),
    (TABLE, "5*k", "(2**64)**64", ExpressionError, "digits"),
    (TABLE, "5*k", "+".join(f"k/(h+{i})" for i in range(900)), ExpressionError, "terms"),
    (TABLE, "5*k", "1e999999999", ExpressionError, "too long"),
    (TABLE, '"2*k", "3*k"', "1" * 9000 + ', "k"', FileError, "too many digits"),
    (TABLE, '"2*k", "3*k"', "0x" + "f" * 9000 + ', "k"', ExpressionError, "digits"),
    (TABLE, 'title = "Example 2"', "title = " + "[" * 9000, FileError, "deep"),
    (TABLE, 'title = "Example 2"', "a" + ".a" * 100000 + " = 1", FileError, "more than 16 parts"),
    (TABLE, 'T = "T > 0"', "\n".join(f'x{i} = ""' for i in range(100)), FileError, "103 parameters"),
    (TREE, "[tree]", "[tree]\nroots = 1", TreeError, "did you mean 'root'"),
    (TREE, 'root = "umbrella?"', "", TreeError, "no root"),
    (TREE, 'root = "umbrella?"', 'root = "umbrela?"', TreeError, "did you mean 'umbrella?'"),
    (TREE, '"rain, with"\n', '"rain, wiht"\n', TreeError, "did you mean 'rain, with'"),
    (TREE, '"100"', '"umbrella?"', TreeError, "cycle"),
    (
        TREE,
        'leave = "rain, without"',
        'leave = "0"',
        TreeError,
        "no branch leads to the node 'rain, without'",
    ),
    (TREE, 'r = "0 < r < 1"', 'r = "0 < r < 1"\nx = ""', None, ""),
    (TREE, '"rain, with"', '"r"', TreeError, "both a node and a parameter"),
    (TREE, '["r", "70"]', '["r"]', TreeError, "give [probability, value or node]"),
    (TREE, '["r", "70"]', '"70"', TreeError, "give [probability, value or node]"),
    (TREE, '["r", "70"]', '["2*r", "70"]', ProbabilityError, "negative at"),
    (TREE, '["rest", "20"]', '["r", "20"]', ProbabilityError, "sums to 2*r, not 1"),
    (TREE, '["r", "70"]', '["1/r", "70"]', ProbabilityError, "negative"),
    (TREE, '["r", "70"]', '["r", "s"]', ExpressionError, "'s', which is no parameter"),
    (TREE, 'optimum = "max"', 'optimum = "most"', FileError, "'most'"),
    (TREE, '[tree.decision."umbrella?"]', '[tree.decision."rain, with"]', TreeError, "both a decision and a"),
    (
        TREE,
        '[tree.chance."rain, with"]\nrain = ["r", "70"]\ndry = ["rest", "20"]',
        "",
        TreeError,
        "rain, with",
    ),
]


@pytest.mark.parametrize(("text", "old", "new", "error", "part"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_input_is_one_clear_error(
    text: str, old: str, new: str, error: type | None, part: str
) -> None:
    assert old in text
    changed = text.replace(old, new)
    begin = time.process_time()
    if error is None:
        loads(changed)
    else:
        with pytest.raises(SymdtError) as caught:
            loads(changed)
        assert type(caught.value) is error, caught.value
        assert part in str(caught.value)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 400
    assert time.process_time() - begin < 10


def test_a_huge_file_is_refused(tmp_path) -> None:
    place = tmp_path / "huge.toml"
    place.write_text("#" * 5_000_000)
    with pytest.raises(FileError, match="bytes"):
        load_problem(place)
    place.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="UTF-8"):
        load_problem(place)
    with pytest.raises(FileError, match="no file"):
        load_problem(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        load_problem(tmp_path / "absent.toml")
    with pytest.raises(FileError, match="cannot be read"):
        load_problem("nul\0byte")


def test_a_deep_tree_with_shared_nodes_is_folded_and_printed_at_once() -> None:
    from symdt.solve.foldback import fold_back

    levels = 150  # 2^150 paths
    lines = ["[parameters]", 'x = "0 < x < 1"', "[tree]", 'root = "n0"']
    for i in range(levels):
        target = f"n{i + 1}" if i + 1 < levels else "x"
        lines += [f"[tree.decision.n{i}]", f'a = "{target}"', f'b = "{target}"']
    begin = time.process_time()
    problem = loads("\n".join(lines))
    assert isinstance(problem, TreeProblem)
    solved = fold_back(problem.tree, domain=problem.domain)
    assert str(solved.value) == "x"
    assert len(solved.strategy(solved.alternatives[0])) == levels
    assert str(problem.tree).count("\n") < 4 * levels
    assert loads(dump(problem)) == problem
    assert time.process_time() - begin < 10


def test_many_unrelated_cells_are_refused_by_number() -> None:
    actions = ", ".join(f'"a{j}"' for j in range(300))
    row = "[" + ", ".join(["0"] * 300) + "]"
    states = "\n".join(f"s{i} = {row}" for i in range(300))
    beliefs = "\n".join(f's{i} = "1/300"' for i in range(300))
    with pytest.raises(FileError, match="90000 cells"):
        loads(f"[belief]\n{beliefs}\n[loss]\nactions = [{actions}]\n{states}")


DATA = """\
[parameters]
h = "h > 0"
A = "A > 0"
[data]
file = "cases.csv"
child = "X1"
candidates = ["X2", "X3"]
prior = "bdeu"
alpha = "A/2"
[loss]
actions = ["none", "all"]
"{}" = ["0", "1"]
"{X2}" = ["h", "1"]
"{X3}" = ["h", "1"]
"{X2,X3}" = ["2*h", "0"]
"""


def test_data_in_place_of_a_belief(monkeypatch, tmp_path) -> None:
    """The reader hands on what the file says; the belief itself is the data wing's matter."""
    import symdt.learn.exact
    from symdt.problems.belief import Belief

    asked = {}

    def belief_from_data(data, **options):
        asked.update(options, data=data)
        return Belief(
            {"{}": "rest", "{X2}": Rational(1, 4), "{X3}": Rational(1, 8), "{X2,X3}": Rational(1, 2)}
        )

    monkeypatch.setattr(symdt.learn.exact, "belief_from_data", belief_from_data)
    problem = loads(DATA, folder=tmp_path)
    assert asked == {
        "data": tmp_path / "cases.csv",
        "child": "X1",
        "candidates": ("X2", "X3"),
        "prior": "bdeu",
        "alpha": symbols("A") / 2,
    }
    assert problem.belief["{}"] == Rational(1, 8)
    assert loads(dump(problem)) == problem
    for old, new, part in (
        ('"{X3}" =', '"{X4}" =', "'{X4}'"),
        ('"{X3}" = ["h", "1"]', "", "says nothing about state '{X3}'"),
        ('child = "X1"', "", "no child"),
        ('child = "X1"', "child = 1", "in quotes"),
        ('prior = "bdeu"', 'prio = "bdeu"', "did you mean 'prior'"),
        ('["X2", "X3"]', '["X2", "X2"]', "twice"),
    ):
        with pytest.raises(SymdtError, match=part.replace("{", "\\{")):
            loads(DATA.replace(old, new), folder=tmp_path)


@st.composite
def damaged(draw) -> str:
    """A good file with a few pieces cut out, doubled, or replaced."""
    text = draw(st.sampled_from([TABLE, TREE]))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 12)))
        pieces = st.sampled_from(
            ["", text[begin:end] * 2, '"', "[", "]", "=", "\n", "0", "p", "*", "rest", "-1", "true"]
        )
        text = text[:begin] + draw(pieces) + text[end:]
    return text


@settings(deadline=None, max_examples=150)
@given(damaged())
def test_a_damaged_file_is_read_or_refused(text: str) -> None:
    try:
        problem = loads(text)
    except SymdtError as error:
        problem, message = None, str(error)
    else:
        message = ""
    assert "\n" not in message
    if problem is not None:
        assert loads(dump(problem)) == problem


def test_data_beside_the_file(tmp_path) -> None:
    """From cases to a rule with letters: the posterior of the parent sets is exact and sums to one."""
    from symdt.solve.risk import risks

    (tmp_path / "cases.csv").write_text("X1,X2,X3\n0,0,0\n1,1,0\n1,1,1\n0,0,1\n1,1,0\n0,1,1\n")
    (tmp_path / "problem.toml").write_text(DATA.replace('"A/2"', '"1"'))
    problem = load_problem(tmp_path / "problem.toml")
    assert isinstance(problem, DecisionProblem)
    assert sum(problem.belief.values()) == 1
    assert all(e.is_Rational and e > 0 for e in problem.belief.values())
    assert risks(problem)["all"] == 1 - problem.belief["{X2,X3}"]
    (tmp_path / "cases.csv").unlink()
    with pytest.raises(SymdtError, match="no such file"):
        load_problem(tmp_path / "problem.toml")


def test_arms_without_a_belief_are_refused_in_one_line() -> None:
    text = '[experiment.trial]\nsample = "arms"\nn = 3\narms = {old = "x", new = "y"}\n'
    with pytest.raises(FileError, match=r"no \[belief\]"):
        loads(text)
