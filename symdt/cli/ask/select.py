"""`symdt select`: the Bayes network from data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from symdt.cli.arguments import FORCE, JSON
from symdt.cli.output import paragraph, print_json, say, width
from symdt.errors import FileError, ModelError, quote

TEXTS = (".csv", ".json", ".dot", ".bif")
COUNTS = ("count", "counts", "n", "freq", "frequency", "weight", "weights", "cases")
PICTURES = (".svg", ".pdf", ".png")


def select(  # noqa: C901 - one branch for each thing that can be given
    data: Annotated[Path | None, typer.Argument(help="A CSV or Parquet file, a row for each case.")] = None,
    order: Annotated[
        str | None,
        typer.Option("--order", help="Each variable after its candidate parents: 'A,B,C'; else all DAGs."),
    ] = None,
    false_arc: Annotated[str, typer.Option("--false-arc", help="The loss of a false arc.")] = "1",
    missed_arc: Annotated[str, typer.Option("--missed-arc", help="The loss of a missed arc.")] = "1",
    reversed_arc: Annotated[
        str | None,
        typer.Option("--reversed-arc", help="The loss of an arc in the wrong direction; else both together."),
    ] = None,
    prior: Annotated[str, typer.Option("--prior", help="bdeu, or k2 (every α_ijk is alpha).")] = "bdeu",
    alpha: Annotated[str, typer.Option("--alpha", help="The precision of the prior.")] = "1",
    structure_prior: Annotated[
        str | None,
        typer.Option("--structure-prior", help="Without an order: dags (every DAG alike), or orders."),
    ] = None,
    tiers: Annotated[
        str | None, typer.Option("--tiers", help="No arc from a later tier to an earlier: 'A,B;C'.")
    ] = None,
    probabilities: Annotated[
        Path | None,
        typer.Option("--probabilities", help="Instead of data: a CSV file with parent, child, probability."),
    ] = None,
    max_parents: Annotated[
        str | None, typer.Option("--max-parents", help="The most parents of a child.")
    ] = None,
    require: Annotated[str, typer.Option("--require", help="Arcs that must be: 'A->B,B->C'.")] = "",
    forbid: Annotated[str, typer.Option("--forbid", help="Arcs that must not be.")] = "",
    arc_prior: Annotated[
        str | None, typer.Option("--arc-prior", help="The prior probability of an arc.")
    ] = None,
    weights: Annotated[
        str | None, typer.Option("--weights", help="The column that says how many cases a row is.")
    ] = None,
    missing: Annotated[
        str, typer.Option("--missing", help="error, or drop the cases with a missing cell.")
    ] = "error",
    jobs: Annotated[str | None, typer.Option("--jobs", help="Threads; as many as cores unless said.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", help="A file that keeps finished children, half a minute old at most."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The network: .csv .json .bif .dot .svg .pdf .png")
    ] = None,
    path: Annotated[
        Path | None, typer.Option("--path", help="A plot of the network for every loss ratio: .svg .pdf .png")
    ] = None,
    path_seconds: Annotated[
        str, typer.Option("--path-seconds", help="Seconds of the processor for the path without an order.")
    ] = "10",
    compare_orders: Annotated[
        bool, typer.Option("--compare-orders", help="Beside --order: the probabilities without an order.")
    ] = False,
    show_alphas: Annotated[
        bool, typer.Option("--alpha-path", help="The probabilities for other precisions of the prior.")
    ] = False,
    as_json: JSON = False,
    force: FORCE = False,
) -> int:
    """Choose the network of least expected loss, given what a false and a missed arc cost."""
    from symdt.files import check_writable

    for target, formats in ((output, TEXTS + PICTURES), (path, PICTURES)):
        if target is not None:
            if target.suffix.lower() not in formats:
                raise FileError(f"{quote(target.name)} has no known suffix: use one of {', '.join(formats)}")
            check_writable(target, force=force)
    shared: dict[str, Any] = {
        "false": number(false_arc, "--false-arc"),
        "missed": number(missed_arc, "--missed-arc"),
        "reversed": None if reversed_arc is None else number(reversed_arc, "--reversed-arc"),
        "max_parents": None if max_parents is None else whole(max_parents, "--max-parents"),
        "required": parse_arcs(require),
        "forbidden": parse_arcs(forbid),
    }
    selection: Any
    if probabilities is not None:
        if data is not None or order is not None:
            raise ModelError("--probabilities stands instead of data and --order: give one or the other")
        from symdt.learn.acyclic.bayes import bayes_network

        selection = bayes_network(probabilities, **shared)
    else:
        if data is None:
            raise ModelError("no data: give a CSV or Parquet file, or --probabilities FILE.csv")
        from symdt.learn.selection import select_network

        if order is not None:  # under an order losses are floats, like all else
            shared |= {"false": float(shared["false"]), "missed": float(shared["missed"]), "order": order}
        selection = select_network(
            data,
            **shared,
            prior=prior,
            alpha=float(number(alpha, "--alpha")),
            structure_prior=structure_prior,
            tiers=tiers,
            arc_prior=None if arc_prior is None else float(number(arc_prior, "--arc-prior")),
            weights=weights,
            missing=missing,
            jobs=None if jobs is None else whole(jobs, "--jobs"),
            resume=resume,
        )
    seconds = number(path_seconds, "--path-seconds")
    if seconds <= 0:
        raise ModelError(f"--path-seconds is {quote(path_seconds)}: expected more than 0 seconds")
    if order is None:
        selection = replace(selection, path_seconds=float(seconds))
    if output is not None:
        _write(selection, output, "network", force)
    influence = None
    if compare_orders:
        if order is None:
            raise ModelError("--compare-orders compares with an order: give --order too")
        from symdt.learn.cautions.of_order import order_influence

        influence = order_influence(selection)
    alphas = None
    if show_alphas:
        if data is None:
            raise ModelError("--alpha-path asks the data again: give data instead of --probabilities")
        from symdt.learn.cautions.of_alpha import alpha_path

        alphas = alpha_path(selection)
    if as_json:
        more = {"compare_orders": influence.to_json()} if influence else {}
        print_json(selection.to_json() | more | ({"alpha_path": alphas.to_json()} if alphas else {}))
        if path is not None:
            _write(selection, path, "path", force)
        return 0
    say("\n".join(x if len(x) <= width() else paragraph(x) for x in str(selection).splitlines()))
    for more_text in (influence, alphas):
        if more_text is not None:
            say(more_text)
    if data is not None:
        from symdt.learn.cautions.few_cases import few_cases
        from symdt.learn.cautions.of_alpha import hangs_on_alpha

        for caution in (*few_cases(selection), *([] if alphas else hangs_on_alpha(selection))):
            say(paragraph(caution))
    for name in [] if data is None else _unused(data, [*selection.variables, weights]):
        note = f"column {quote(name)} is not used; if it says how many cases a row is, give --weights {name}"
        say(paragraph(note))
    if output is not None:
        say(f"wrote {output}")
    if path is not None:  # last: it may take long, or not be found in time
        _write(selection, path, "path", force)
        say(f"wrote {path}")
    return 0


def number(text: str, what: str) -> Fraction | float:
    """A number from text, a fraction allowed; exact unless its digits or its exponent are many.

    >>> number("1/4", "--alpha"), number("2.5e1", "--alpha")
    (Fraction(1, 4), Fraction(25, 1))
    """
    above, slash, below = text.partition("/")
    try:
        value = float(above) / (float(below) if slash else 1.0)
        if len(text) < 40 and 1e-30 < abs(value) < 1e30:
            return Fraction(above.strip()) / Fraction(below.strip() if slash else 1)
    except (ValueError, ZeroDivisionError):
        raise ModelError(f"{what} is {quote(text)}: expected a number, for instance 0.5 or 1/2") from None
    return value


def whole(text: str, what: str) -> int:
    """A whole number from text."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text.strip()):
        raise ModelError(f"{what} is {quote(text)}: expected a whole number")
    return int(text)


def parse_arcs(text: str) -> list[tuple[str, str]]:
    """Pairs (parent, child) from text.

    >>> parse_arcs("A -> B, B->C")
    [('A', 'B'), ('B', 'C')]
    """
    arcs: list[tuple[str, str]] = []
    for part in text.split(","):
        if not part.strip():
            continue
        parent, mark, child = part.partition("->")
        if not mark or not parent.strip() or not child.strip():
            raise ModelError(f"{quote(part.strip())} is no arc: write 'A->B', several parted by commas")
        arcs.append((parent.strip(), child.strip()))
    return arcs


def _unused(data: Path, used: Sequence[str | None]) -> list[str]:
    """The columns of a CSV file that look like numbers of cases and were left out."""
    if data.suffix.lower() not in (".csv", ".tsv", ".txt"):
        return []
    with data.open(encoding="utf-8-sig") as file:
        header = file.readline().strip()
    names = [n.strip().strip('"') for n in re.split("[,;\t]", header)]
    return [n for n in names if n not in used and n.lower() in COUNTS]


def _write(selection: Any, target: Path, what: str, force: bool) -> None:
    """The network or its path in the format of the suffix."""
    from symdt.files import write_whole
    from symdt.formats.network import write_network

    suffix = target.suffix.lower()
    if suffix in TEXTS:
        write_network(selection, target, force)
        return
    networks = import_module("symdt.show")
    make = networks.path_plot if what == "path" else networks.network_picture
    write_whole(target, import_module("symdt.show.writers").rendered(make(selection), suffix), force=force)
