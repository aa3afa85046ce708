"""`symdt draw`: the decision tree of a problem, folded back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symdt.cli.arguments import parameter, read_point, read_problem
from symdt.cli.output import wrote
from symdt.cli.progress import working

if TYPE_CHECKING:
    from symdt.problems.problem import Problem

FORMATS = (".svg", ".pdf", ".png", ".dot", ".tex")
#: No picture shows more leaves than this; a tree whose nodes are entered from many sides may have billions.
MAX_DRAWN = 2_000


def draw(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture: .svg .pdf .png .dot .tex")],
    at: Annotated[str | None, typer.Option("--at", help="Fix parameters, for instance 'h=2,k=1'.")] = None,
    leaves: Annotated[
        int, typer.Option("--leaves", min=1, max=MAX_DRAWN, help="Collapse a tree with more leaves.")
    ] = 64,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that symdt did not make.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
) -> int:
    """Draw the decision tree, folded back, with values and the optimal branches."""
    from symdt.files import check_writable, write_whole
    from symdt.show.writers import suffix_of

    suffix = suffix_of(output, FORMATS)
    check_writable(output, force=force)
    problem = read_problem(file)
    if at is not None:
        point = read_point(at)
        for name in point:
            parameter(name, problem.symbols)
        problem = problem.at(point)
    with working("drawing"):
        content = picture_of(problem, suffix, leaves)
    write_whole(output, content, force=force)
    wrote([output], as_json=as_json)
    return 0


def picture_of(problem: Problem, suffix: str, leaves: int) -> bytes | str:
    """The folded-back tree of a problem in one of the formats."""
    from symdt.problems.problem import to_tree
    from symdt.show.graph import tree_dot
    from symdt.show.picture import draw as draw_picture
    from symdt.show.sketch import sketch_tree
    from symdt.show.style import Palette
    from symdt.show.tikz import to_tikz
    from symdt.show.tree import tree_picture
    from symdt.show.writers import figure_bytes
    from symdt.solve.foldback import fold_back

    solved = fold_back(to_tree(problem), domain=problem.domain, optimum=problem.optimum, check=False)
    palette = Palette(problem.alternatives)
    if suffix == ".dot":
        return tree_dot(solved, palette, max_leaves=leaves)
    picture = tree_picture(sketch_tree(solved, max_leaves=leaves), palette)
    if suffix == ".tex":
        return to_tikz(picture)
    return figure_bytes(draw_picture(picture).figure, suffix)
