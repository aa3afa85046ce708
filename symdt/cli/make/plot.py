"""`symdt plot`: risk lines with the optimal action underneath, or the region map of two parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from symdt.cli.arguments import parameter, read_point, read_problem
from symdt.cli.output import wrote
from symdt.cli.progress import working
from symdt.errors import DomainError, quote
from symdt.exact.polynomial import to_number

FORMATS = (".svg", ".pdf", ".png")


def plot(
    file: Annotated[Path, typer.Argument(help="A problem file; see `symdt new`.")],
    x: Annotated[str, typer.Option("--x", help="The parameter along the horizontal axis.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The picture: .svg .pdf .png")],
    y: Annotated[str | None, typer.Option("--y", help="A second parameter: draw the region map.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="Fix the others, for instance 'k=1'.")] = None,
    span: Annotated[
        str | None, typer.Option("--range", help="What an axis shows, for instance 'p=0:1/4,h=0:10'.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that symdt did not make.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
) -> int:
    """Plot the value of each alternative along a parameter, or where each is best in two."""
    from symdt.files import check_writable, write_whole
    from symdt.show.writers import figure_bytes, suffix_of

    suffix = suffix_of(output, FORMATS)
    check_writable(output, force=force)
    problem: Any = read_problem(file)
    point = read_point(at) if at is not None else {}
    wanted = [x] if y is None else [x, y]
    for name in (*wanted, *point):
        parameter(name, problem.symbols)
    if y == x:
        raise DomainError(f"--x and --y are both {quote(x)}: give two parameters")
    both = next((n for n in wanted if n in point), None)
    if both is not None:
        raise DomainError(f"the parameter {quote(both)} is on an axis and in --at: leave it out of --at")
    free = [s.name for s in problem.symbols if s.name not in wanted and s.name not in point]
    if free:
        values = ",".join(f"{n}=1" for n in free)
        raise DomainError(f"the parameter {quote(free[0])} has no value: fix it, for instance --at {values}")
    ranges = read_ranges(span, wanted) if span is not None else {}
    with working("plotting"):
        content = figure_bytes(axes_of(problem, x, y, point, ranges).figure, suffix)
    write_whole(output, content, force=force)
    wrote([output], as_json=as_json)
    return 0


def read_ranges(text: str, axes: list[str]) -> dict[str, tuple[Any, Any]]:
    """The ends of the axes from a text such as `p=0:1/4,h=0:10`."""
    ranges = {}
    for part in text.split(","):
        name, _, ends = (t.strip() for t in part.partition("="))
        low, colon, high = ends.partition(":")
        if name not in axes or not colon:
            raise DomainError(
                f"{quote(part)} is no range of an axis: write {axes[0]}=0:1, for {' or '.join(axes)}"
            )
        exact = (to_number(low.strip()), to_number(high.strip()))
        if exact[0] >= exact[1]:
            raise DomainError(f"the range {quote(part)} is empty: write the smaller end first")
        ranges[name] = exact
    return ranges


def axes_of(
    problem: Any,
    x: str,
    y: str | None,
    point: dict[str, Any],
    ranges: dict[str, tuple[Any, Any]] | None = None,
) -> Any:
    """The plot of a problem: risk lines, or a region map if `y` is given."""
    from symdt.regions.along import letter, window_of
    from symdt.show.lines import risk_lines
    from symdt.show.map import region_map
    from symdt.show.style import Palette
    from symdt.solve.alternatives import contest

    palette = Palette(problem.alternatives)
    asked = contest(problem, point)
    spans = [
        (ranges or {}).get(n) or window_of(asked, letter(asked, n)) for n in ([x] if y is None else [x, y])
    ]
    if y is None:
        return risk_lines(problem, x, at=point, palette=palette, window=spans[0] if ranges else None)
    window = (*spans[0], *spans[1]) if ranges else None
    return region_map(problem, x, y, at=point, palette=palette, window=window)
