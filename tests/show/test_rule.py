"""Figure 3: the orderings of the risks, as they are at every witness."""

from sympy import Rational

from symdt.paper import problems as paper
from symdt.paper.figures import figure_3
from symdt.solve.alternatives import contest


def test_figure_3_lists_the_orderings_at_every_witness():
    problem = paper.example_2_without("a2")
    from symdt.solve.risk_orderings import risk_orderings

    rule = risk_orderings(problem, "p")
    drawn = [t.label.to_tex() for t in figure_3().texts("ordering")]
    wanted = []
    for case in rule.cases:
        at = dict(case.witness)
        for piece in case.pieces:
            full = {**{s.name: v for s, v in at.items()}, "p": 0}
            values = rule.domain.field.values(full)
            middle = (piece.start.value(values) + piece.stop.value(values)) / 2
            c = contest(problem, {s.name: Rational(int(v.p), int(v.q)) for s, v in at.items()})
            risk = c.values_at((middle,))
            chain = " < ".join(f"R_{{{a[1:]}}}" for a in sorted(risk, key=risk.__getitem__))
            wanted.append(f"${chain}$")
    assert sorted(drawn) == sorted(wanted)
    assert figure_3().overlaps() == []
