"""`symdt draw`: the decision tree of a problem, folded back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from symdt.cli.arguments import AT, FORCE, JSON, TREE, read_points_as_written, read_problem
from symdt.cli.make.sizes import DPI, OUTLINES, read_room
from symdt.cli.notes import caption
from symdt.cli.output import wrote
from symdt.cli.progress import working

FORMATS = (".svg", ".pdf", ".png", ".dot", ".tex")
#: No picture shows more leaves than this; a tree whose nodes are entered from many sides may have billions.
MAX_DRAWN = 2_000


def draw(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture: .svg .pdf .png .dot .tex")],
    at: AT = None,
    leaves: Annotated[
        int, typer.Option("--leaves", min=1, max=MAX_DRAWN, help="Collapse a tree with more leaves.")
    ] = 64,
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Only branches that are somewhere optimal.")
    ] = False,
    paths: Annotated[
        bool, typer.Option("--paths", help="At every leaf the probability of its path.")
    ] = False,
    width: Annotated[str | None, typer.Option("--width", help="Lay out for this width: 3.3in, 85mm.")] = None,
    dpi: DPI = 200,
    title: Annotated[str, typer.Option("--title", help="A title over the tree.")] = "",
    outlines: OUTLINES = False,
    force: FORCE = False,
    as_json: JSON = False,
    tree: TREE = None,
) -> int:
    """Draw the decision tree, folded back, with values and the optimal branches; what each amount earns."""
    from symdt.files import check_writable, write_whole
    from symdt.show.writers import Options, rendered, suffix_of

    suffix = suffix_of(output, FORMATS)
    check_writable(output, force=force)
    wide = read_room(width)
    problem = read_problem(file, tree)
    problem, point = read_points_as_written(at, problem)
    with working("drawing"):
        picture = picture_of(
            problem,
            leaves,
            point=point,
            width=wide,
            title=title or caption(),
            chosen_only=strategy,
            paths=paths,
        )
        content = rendered(picture, suffix, Options(dpi, outlines))
    write_whole(output, content, force=force)
    wrote([output], as_json=as_json)
    return 0


def picture_of(
    problem: Any,
    leaves: int = 64,
    *,
    point: dict[str, Any] | None = None,
    width: float | None = None,
    title: str = "",
    chosen_only: bool = False,
    paths: bool = False,
) -> Any:
    """The folded-back tree of a problem as a picture; of a choice of an amount what each amount earns."""
    from symdt.problems.amounts.amount_problem import AmountProblem
    from symdt.problems.kinks.kinked import KinkedProblem
    from symdt.problems.tree_problem import to_tree
    from symdt.show.plots.captions import point_note
    from symdt.show.style import Palette
    from symdt.show.tree import draw_tree
    from symdt.solve.foldback import fold_back

    if isinstance(problem, AmountProblem):  # which has no tree: what each amount earns, at a point
        from symdt.show.picture import COLUMN
        from symdt.show.plots.payoff import payoff_curve
        from symdt.show.report.amount_asked import AmountAsked

        here = {**AmountAsked(problem, {}, "").point, **(point or {})}
        return payoff_curve(problem, point=here, title=title, width=COLUMN if width is None else width)
    palette = Palette(problem.alternatives)
    fixed = problem.at(point) if point else problem
    if isinstance(fixed, KinkedProblem):
        from symdt.solve.parts.folded import folded

        solved = folded(fixed)
    else:
        solved = fold_back(
            to_tree(fixed, data=False), domain=fixed.domain, optimum=fixed.optimum, check=False
        )
    shown: dict[str, Any] = {
        "max_leaves": leaves,
        "chosen_only": chosen_only,
        "has_data": False,
        "paths": paths,
    }
    made = draw_tree(solved, palette=palette, width=width, numerals=problem.numerals, **shown)
    return made.with_foot(point_note(point, problem.numerals)).with_title(title)
