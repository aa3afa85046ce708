"""`symdt select`: the Bayes network from data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from symdt.cli.arguments import AT, FORCE, JSON, read_point
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
    false_arc: Annotated[
        str,
        typer.Option(
            "--false-arc", help="The loss of a false arc: a number, letters with --at, or 'A->B=2'."
        ),
    ] = "1",
    missed_arc: Annotated[str, typer.Option("--missed-arc", help="The loss of a missed arc.")] = "1",
    reversed_arc: Annotated[
        str | None,
        typer.Option("--reversed-arc", help="The loss of an arc in the wrong direction; else both together."),
    ] = None,
    prior: Annotated[str, typer.Option("--prior", help="bdeu, or k2 (every α_ijk is alpha).")] = "bdeu",
    alpha: Annotated[str, typer.Option("--alpha", help="The precision of the prior.")] = "1",
    structure_prior: Annotated[
        str | None,
        typer.Option(
            "--structure-prior",
            help="Without an order: dags (every DAG counts once, unless said), or orders (once for every order that "
            "agrees with it).",
        ),
    ] = None,
    tiers: Annotated[
        str | None, typer.Option("--tiers", help="No arc from a later tier to an earlier: 'A,B;C'.")
    ] = None,
    probabilities: Annotated[
        Path | None,
        typer.Option(
            "--probabilities",
            help="Instead of data: a CSV file of parent, child, probability, of bnlearn's strengths, or a matrix.",
        ),
    ] = None,
    max_parents: Annotated[
        str | None, typer.Option("--max-parents", help="The most parents of a child.")
    ] = None,
    require: Annotated[str, typer.Option("--require", help="Arcs that must be: 'A->B,B->C'.")] = "",
    forbid: Annotated[str, typer.Option("--forbid", help="Arcs that must not be.")] = "",
    arc_prior: Annotated[
        list[str] | None,
        typer.Option(
            "--arc-prior", help="The prior probability of an arc, of all, or 'A->B=0.2'; or a CSV file."
        ),
    ] = None,
    at: AT = None,
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
    point = None if at is None else {name: x for text in at for name, x in read_point(text).items()}
    shared: dict[str, Any] = {
        "false": arc_values([false_arc], "--false-arc", point),
        "missed": arc_values([missed_arc], "--missed-arc", point),
        "reversed": None if reversed_arc is None else arc_values([reversed_arc], "--reversed-arc", point),
        "point": point,
        "max_parents": None if max_parents is None else whole(max_parents, "--max-parents"),
        "required": parse_arcs(require),
        "forbidden": parse_arcs(forbid),
    }
    check_used(point or {}, [shared[what] for what in ("false", "missed", "reversed")])
    selection: Any
    if probabilities is not None:
        if data is not None or order is not None:
            raise ModelError("--probabilities stands instead of data and --order: give one or the other")
        for option, given in (
            ("--prior", prior != "bdeu"), ("--alpha", alpha != "1"), ("--structure-prior", structure_prior),
            ("--arc-prior", arc_prior), ("--weights", weights), ("--missing", missing != "error"),
            ("--resume", resume),
        ):  # fmt: skip
            if given:
                raise ModelError(
                    f"{option} is for data, and --probabilities stands instead of them: leave it out"
                )
        from symdt.learn.acyclic.bayes import bayes_network

        selection = bayes_network(probabilities, tiers=tiers, **shared)
    else:
        if data is None:
            raise ModelError("no data: give a CSV or Parquet file, or --probabilities FILE.csv")
        from symdt.learn.selection import select_network

        if order is not None:
            shared["order"] = order
            shared |= {k: float(shared[k]) for k in ("false", "missed") if isinstance(shared[k], Fraction)}
        selection = select_network(
            data,
            **shared,
            prior=prior,
            alpha=float(number(alpha, "--alpha")),
            structure_prior=structure_prior,
            tiers=tiers,
            arc_prior=None if arc_prior is None else arc_values(arc_prior, "--arc-prior", None),
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
    warnings = [] if data is None else warned(selection, has_alphas=alphas is not None)
    if as_json:
        more = {"compare_orders": influence.to_json()} if influence else {}
        more |= {"alpha_path": alphas.to_json()} if alphas else {}
        if data is not None:
            from symdt.learn.arcs import left_out

            warnings += left_out(selection.counts)  # which the text has already
        print_json(selection.to_json() | more | ({"warnings": warnings} if warnings else {}))
        if path is not None:
            _write(selection, path, "path", force)
        return 0
    say("\n".join(x if len(x) <= width() else paragraph(x) for x in str(selection).splitlines()))
    for more_text in (influence, alphas):
        if more_text is not None:
            say(more_text)
    for warning in warnings:
        say(paragraph(warning))
    if output is not None:
        say(f"wrote {output}")
    if path is not None:  # last: it may take long, or not be found in time
        _write(selection, path, "path", force)
        say(f"wrote {path}")
    return 0


def warned(selection: Any, *, has_alphas: bool) -> list[str]:
    """What a reader of the answer should know: few cases, a precision that decides, cases that may not be counted.

    has_alphas: the precisions are shown, and nothing more is said of them.
    """
    from symdt.learn.cautions.few_cases import few_cases
    from symdt.learn.cautions.of_alpha import hangs_on_alpha

    alphas = [] if has_alphas else hangs_on_alpha(selection)
    return [*few_cases(selection), *alphas, *uncounted(selection.counts)]


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
        letters = "; a letter takes its number from --at" if what.endswith("-arc") else ""
        raise ModelError(
            f"{what} is {quote(text)}: expected a number, for instance 0.5 or 1/2{letters}"
        ) from None
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


def arc_values(texts: Sequence[str], what: str, point: Any) -> Any:
    """One value for all arcs, or a mapping from (parent, child), from 'A->B=0.2, B->C=0.3' or a CSV file.

    texts: what an option was given, once or repeatedly. what: the option. point: where there is one, values may have letters.

    >>> arc_values(["1/4"], "--false-arc", None)
    Fraction(1, 4)
    >>> arc_values(["A->B=0.2", "B>C=L, C->D=2*L"], "--false-arc", {"L": 1})
    {('A', 'B'): Fraction(1, 5), ('B', 'C'): 'L', ('C', 'D'): '2*L'}
    """
    given = ", ".join(texts)
    if "=" in given:
        found: dict[tuple[str, str], Any] = {}
        for part in given.split(","):
            arc, equals, value = (piece.strip() for piece in part.partition("="))
            pairs = parse_arcs(arc if "->" in arc else arc.replace(">", "->")) if equals else []
            if len(pairs) != 1:
                raise ModelError(
                    f"{what} holds {quote(part.strip())}: write 'A->B=0.2', several parted by commas"
                )
            if pairs[0] in found:
                raise ModelError(f"{what} gives {quote(arc)} two values: give one")
            found[pairs[0]] = _value(value, what, point)
        return found
    if Path(given).suffix.lower() == ".csv":
        from symdt.learn.acyclic.arc_table import read_arc_values

        return {arc: _value(x, what, point) for arc, x in read_arc_values(Path(given)).items()}
    return _value(given, what, point)


def check_used(point: Mapping[str, Any], losses: Sequence[Any]) -> None:
    """Refuse a letter of a point that no loss has.

    point: the values of letters. losses: as `arc_values` reads them.
    """
    texts = [x for loss in losses for x in (loss.values() if isinstance(loss, dict) else [loss])]
    used = {name for text in texts if isinstance(text, str) for name in re.findall(r"[^\W\d]\w*", text)}
    for name in point:
        if name not in used and used <= set(point):  # of a letter without a value more is said elsewhere
            raise ModelError(
                f"--at gives a value to {quote(name)}, which no loss has: write --false-arc {name}, or leave it out"
            )


def _value(text: str, what: str, point: Any) -> Any:
    """A number, or where letters have numbers the text as it is."""
    try:
        return number(text, what)
    except ModelError:
        if point is None or what == "--arc-prior":
            raise
        return text


def uncounted(counts: Any) -> list[str]:
    """A line for each column that may be a number of cases, but was not asked for as one.

    >>> from symdt import tabulate
    >>> for line in uncounted(tabulate({"A": [0, 1], "n": [5, 6], "count": [8, 9]}, ["A", "n"])):
    ...     print(line)
    column 'count' is not used: if it says how many cases a row is, give --weights count
    column 'n' is taken as a variable: if it says how many cases a row is, give --weights n
    """
    found = dict.fromkeys(counts.unread, "not used")
    for name, labels in zip(counts.variables, counts.states, strict=True):
        if all(label.isdecimal() for label in labels):
            found[name] = "taken as a variable"
    return [
        f"column {quote(n)} is {how}: if it says how many cases a row is, give --weights {n}"
        for n, how in found.items()
        if n.lower() in COUNTS
    ]


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
