"""Curves are left out only where nothing that ties on them is best in the domain."""

from sympy import symbols

from symdt.exact.domain import Domain
from symdt.exact.solver import Budget
from symdt.regions.contest import Question
from symdt.regions.sections.task import Task

p, h, k = symbols("p h k")


def task_of(functions, *conditions):
    domain = Domain(*conditions, symbols=[p, h, k])
    labelled = tuple((str(i), domain.field.element(f)) for i, f in enumerate(functions))
    return Task(Question(labelled, domain, p), Budget(60))


BOX = ("0 < p < 1", "-9 < h < 9", "-9 < k < 9")


def number(task, i, j):
    ((found, _),) = task.fibres.members(i, j)
    return found


def test_a_triple_that_a_fourth_hides_does_not_count():
    shown = task_of([h * p, k, p], *BOX)
    assert shown.fibres.common(number(shown, 0, 1), number(shown, 0, 2))
    hidden = task_of([h * p, k, p, h * p + k - 100 * p**2 - 300], *BOX)
    one, other = number(hidden, 0, 1), number(hidden, 0, 2)
    assert hidden.fibres.common(one, other) == ()
    assert hidden.basis.resultant(one, other, hidden.letter)


def test_a_double_root_outside_the_range_counts_for_numbers_of_roots_alone():
    square = task_of([(p + 3) ** 2 - 12 + h, 0 * p, k], *BOX)
    assert square.fibres.double(number(square, 1, 0)) == ()
    cubic = task_of([(p + 3) ** 2 * (p - 2) + h + k * p, 0 * p, k], *BOX)
    assert cubic.fibres.double(number(cubic, 1, 0))


def test_what_is_not_known_is_not_left_out():
    assert task_of([h**2 * p, k, p], *BOX).fibres.relevance is None  # not affine
    assert task_of([h * p, k, p], "p > 0", "h > 0", "k > 0").fibres.relevance is None  # no end
    assert (
        task_of([h * p, k, p], "p >= 0", "p**2 + h**2 + k**2 <= 1").fibres.relevance is None
    )  # two letters tied
    assert task_of([h * p, k, p], "0 < p < 1", "p*h != 1", "k > 0").fibres.relevance is None  # a hole
    assert task_of([h * p, k, p], "p >= 0", "p**2 <= 4 + h**2", "k > 0").fibres.relevance is None  # no end
    known = task_of([h * p, k, p], "p >= 0", "p**2 + h**2 <= 1", "k > 0").fibres.relevance
    assert (known.low, known.high) == (0, 2)
