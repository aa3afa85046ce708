"""`symdt certify`: a rule, ours or anybody's, proved optimal on the whole domain of a problem, or its counter-example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symdt.cli import ANSWERED, NO, UNDECIDED
from symdt.cli.arguments import FORCE, JSON, TREE, read_problem
from symdt.cli.bounds import for_a_search
from symdt.cli.output import json_text, painted, paragraph, print_json, say, say_head
from symdt.cli.progress import working
from symdt.errors import FileError, quote
from symdt.files import read_whole

if TYPE_CHECKING:
    from symdt.solve.proofs.outcome import Certificate

#: A certificate larger than this (in bytes) is not read.
MAX_BYTES = 50_000_000


def certify(
    file: Annotated[Path | None, typer.Argument(help="A problem file.")] = None,
    rule: Annotated[Path | None, typer.Argument(help="The rule: our JSON, or a text.")] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", help="Write the proof: .json, .smt2, .v or .lean.")
    ] = None,
    check: Annotated[Path | None, typer.Option("--check", help="Check a certificate instead.")] = None,
    as_json: JSON = False,
    tree: TREE = None,
    force: FORCE = False,
) -> int:
    """Prove that a rule is optimal on the whole domain, or find where it is not."""
    if check is not None:
        if file is not None or rule is not None or certificate is not None:
            raise FileError("--check is given with other files: give it the certificate alone")
        return _checked(check, as_json=as_json)
    if file is None or rule is None:
        raise FileError("a problem file and a rule are needed: write `symdt certify FILE RULE`")
    from symdt.files import check_writable
    from symdt.formats.shown_rule import read_rule
    from symdt.solve.certificate import certificate_of
    from symdt.solve.proofs.proving import SECONDS

    if certificate is not None:
        if certificate.suffix not in (".json", ".smt2", ".v", ".lean"):
            raise FileError(f"{quote(certificate)} has no known suffix: use .json, .smt2, .v or .lean")
        check_writable(certificate, force=force)
    problem = read_problem(file, tree)
    answer = read_rule(rule, problem)
    point = answer.get("at", {})
    problem = problem.at(point)  # a rule that was solved there says nothing elsewhere
    with working("certifying"):
        found = certificate_of(problem, answer, seconds=for_a_search(SECONDS))
    status = {"Proved": ANSWERED, "Refuted": NO, "Undecided": UNDECIDED}[type(found.verdict).__name__]
    if certificate is not None and status == 0:
        write(found, certificate, force=force)
    if as_json:
        print_json(answer_json(found, point))
    else:
        say_head("", point)
        first, blank, more = paragraph(str(found)).partition(" ")
        typer.echo(painted(first, ("green", "red", "", "yellow")[status]) + blank + more)
        if status == UNDECIDED:
            say("allow more with --seconds")
        if certificate is not None:
            say(
                f"wrote {certificate}" if status == 0 else "no certificate is written: the rule is not proved"
            )
    return status


def answer_json(found: Certificate, fixed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The answer as CONTRACT has it; `fixed` are letters that have a value."""
    from sympy import Rational, Symbol

    from symdt.exact.formula import number_json

    point = getattr(found.verdict, "counterexample", None)
    if point is not None:
        point = {Symbol(n): Rational(v) for n, v in (fixed or {}).items()} | point
    return {
        "verdict": type(found.verdict).__name__.lower(),
        "counterexample": None if point is None else {s.name: number_json(v, s) for s, v in point.items()},
        "why": found.why,
        "questions": found.questions,
        "identities": found.identities,
    }


def write(found: Certificate, place: Path, *, force: bool) -> None:
    """Write a certificate in the form that the name asks for."""
    from symdt.files import write_whole
    from symdt.solve.proofs import coq, lean, smt2

    writers = {".smt2": smt2.to_smt2, ".v": coq.to_coq, ".lean": lean.to_lean}
    text = json_text(found.data) + "\n" if place.suffix == ".json" else writers[place.suffix](found.data)
    write_whole(place, text, force=force)


def _checked(place: Path, *, as_json: bool) -> int:
    from symdt.solve.proofs.check.polynomials import RejectedError
    from symdt.solve.proofs.check.proofs import verify

    text = read_whole(place, MAX_BYTES, "a certificate")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FileError(f"the file {quote(place)} is no JSON: give a certificate") from None
    if not isinstance(data, dict) or data.get("kind") != "certificate":
        raise FileError(
            f"the file {quote(place)} is no certificate: make one with `symdt certify --certificate`"
        )
    try:
        identities, by_solver = verify(data)
    except RejectedError as reason:
        if as_json:
            print_json({"verdict": "rejected", "identities": 0, "by_solver": 0, "why": str(reason)})
        else:
            say(paragraph(f"rejected: {reason}"))
        return NO
    if as_json:
        print_json({"verdict": "accepted", "identities": identities, "by_solver": by_solver})
    else:
        left = (
            f"; {by_solver} questions were left to a solver, whose word is not checked" if by_solver else ""
        )
        say(paragraph(f"accepted: {identities} identities, checked by multiplication{left}"))
    return 0
