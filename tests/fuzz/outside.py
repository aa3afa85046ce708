"""What symdt writes, given to the programs that read it: TeX, a browser.

One document holds what many seeds give, each piece behind a mark, so that a fault is told by its seed. A fault is
any error of TeX, a character that it drops, a file that it opens besides its own; in a browser any script that did
not come from us, any dialog, any address that is asked for, any error on the console.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sympy import Symbol

from symdt.errors import SymdtError
from tests.fuzz import writers

Random = random.Random
HAS_TEX = shutil.which("pdflatex") is not None
#: Milliseconds that a browser may take over anything.
PATIENCE = 120_000
PREAMBLE = (
    r"\documentclass{article}\usepackage{amsmath,tikz}\errorcontextlines=0 \hfuzz=\maxdimen \begin{document}"
)
LETTERS = (
    "日本",
    "é",
    "ς",
    "Αλφα",
    "λ",
    "lambda",
    "x_1_b",
    "a_ö",
    "ŋ",
    "ª",
    "µ",
    "ϵ",
    "x__y",
    "Ⅳ",
    "_x",
    "ﬁx",
    "E1",
)


def pieces(seed: int) -> Iterator[tuple[str, str]]:
    """What LaTeX symdt writes about one problem, each kind by its name; names and letters are odd."""
    from symdt import decision_regions, decision_rule, fold_back, risks
    from symdt.cli.make.draw import picture_of
    from symdt.paper.errata.document import Erratum
    from symdt.problems.table import DecisionProblem
    from symdt.show.writers.tikz import to_tikz
    from symdt.solve.written.derivation import explain
    from symdt.typeset import latex, names
    from symdt.typeset.derivation import derivation_latex
    from symdt.typeset.formulas import formula
    from symdt.typeset.notation import Notation

    r = random.Random(seed)
    for _ in range(8):
        word = writers.label(r)
        yield "name", f"${names.to_latex(word)}$ and {latex.escaped(word)}"
        words = [Notation(w.replace("`", "'")) for w in (word, writers.label(r), writers.label(r), word)]
        yield "words", words[0].to_tex()
        item = Erratum("misprint", *words, (), ()).to_tex()
        yield "erratum", f"\\begin{{enumerate}}{item}\\end{{enumerate}}"
    a, b = (Symbol(r.choice(LETTERS)) for _ in "ab")
    yield "letters", f"${formula((a + 2 * b) / (1 + a * b))}$"
    given = writers.problem(r)
    if given is None:
        return
    if isinstance(given, DecisionProblem):
        yield from (("table", f"${latex.table(given.loss)}$"), ("belief", f"${latex.belief(given.belief)}$"))
        yield "values", f"${latex.values_latex(risks(given), given.optimum, given.loss.actions[:1])}$"
    else:
        yield "solved", f"${latex.solved(fold_back(given))}$"
    rule = decision_rule(given, "p")
    yield "rule", f"${rule.to_latex()}$"
    yield "regions", f"${latex.regions(decision_regions(given))}$"
    yield "derivation", derivation_latex(explain(rule))
    yield "tikz", to_tikz(picture_of(given))


def tex_faults(seeds: Iterable[int], folder: Path) -> tuple[int, list[str]]:
    """How many pieces TeX has set, and what it complains of."""
    made: list[tuple[int, str, str]] = []
    for seed in seeds:
        try:
            made += [(seed, kind, text) for kind, text in pieces(seed)]
        except SymdtError as error:
            made.append((seed, "refused", f"% {' '.join(str(error).split())[:80]}"))
    body = "\n".join(f"x\\par\\typeout{{PIECE {n}}}%\n{text}\n" for n, (_, _, text) in enumerate(made))
    (folder / "all.tex").write_text(
        f"{PREAMBLE}\n{body}\\typeout{{PIECE {len(made)}}}\\end{{document}}\n", "utf-8"
    )
    command = ["pdflatex", "-no-shell-escape", "-recorder", "-interaction=nonstopmode", "all.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=600)
    log = (folder / "all.log").read_text(encoding="utf-8", errors="replace")
    parts = re.split(r"^PIECE (\d+)$", log, flags=re.MULTILINE)
    found = []
    for n, said in zip(map(int, parts[1::2]), parts[2::2], strict=True):
        wrong = re.findall(r"^(?:! |Missing character|LaTeX Warning: Command).*(?:\n.*){0,3}", said, re.M)
        if wrong and n < len(made):
            seed, kind, text = made[n]
            found.append(f"seed {seed}, {kind}: {wrong[0][:200]!r} in {text[:400]!r}")
    if len(parts) // 2 != len(made) + 1:
        found.append(f"TeX ended after {len(parts) // 2} of {len(made)} pieces")
    asked = set(re.findall(r"^INPUT (/.*)$", (folder / "all.fls").read_text("utf-8", "replace"), re.M))
    found += [f"TeX reads {name}" for name in asked if re.search(r"^/(etc/(?!tex)|proc/|dev/)", name)]
    if done.returncode and not found:
        found.append(f"status {done.returncode}: {done.stdout[-300:]!r}")
    return len(made), found


def browser() -> str | None:
    """A browser that can be steered, or None."""
    try:
        import playwright.sync_api  # noqa: F401 - whether it is there
    except ImportError:
        return None
    return next(
        (
            found
            for name in ("chromium", "chromium-browser", "google-chrome")
            if (found := shutil.which(name))
        ),
        None,
    )


def page_faults(seeds: Iterable[int], folder: Path) -> tuple[int, list[str]]:
    """How many pages and pictures a browser has shown, and what it did that it should not."""
    from playwright.sync_api import sync_playwright

    made = [one for seed in seeds for one in _pages(seed, folder)]
    found: list[str] = []
    with sync_playwright() as play:
        program = play.chromium.launch(
            executable_path=browser(),
            args=["--no-sandbox", "--allow-file-access-from-files"],
            timeout=PATIENCE,
        )
        for seed, kind, place in made:
            page: Any = program.new_page()
            page.set_default_timeout(PATIENCE)
            told: list[str] = []
            page.on(
                "dialog",
                lambda dialog, told=told: (told.append(f"a dialog: {dialog.message}"), dialog.dismiss()),
            )
            page.on("pageerror", lambda error, told=told: told.append(f"an error: {error}"))
            page.on(
                "console", lambda line, told=told: told.append(line.text) if line.type == "error" else None
            )
            page.on(
                "request",
                lambda asked, told=told, place=place: (
                    None
                    if asked.url.startswith((place.as_uri(), "data:", "blob:"))
                    else told.append(f"it asks for {asked.url}")
                ),
            )
            page.goto(place.as_uri())
            if kind == "page":
                page.evaluate("() => window.symdt && window.symdt.ready")
            odd = page.evaluate(ODD)
            told += [f"in the page: {one}" for one in odd]
            found += [f"seed {seed}, {kind}: {line[:300]}" for line in told]
            page.close()
        program.close()
    return len(made), found


#: Elements and attributes that a name alone could have brought: handlers, frames, addresses of scripts.
ODD = """() => {
  const odd = [];
  for (const e of document.querySelectorAll('*')) {
    if (['iframe', 'object', 'embed', 'base', 'form'].includes(e.localName)) odd.push(e.localName);
    for (const a of e.attributes || []) {
      if (/^on/i.test(a.name)) odd.push(a.name);
      if (['href', 'src', 'xlink:href', 'action'].includes(a.name) && /^\\s*(javascript|https?|file):/i.test(a.value)) odd.push(a.value);
    }
  }
  return odd;
}"""


def _pages(seed: int, folder: Path) -> Iterator[tuple[int, str, Path]]:
    """The page and the pictures of one problem."""
    from symdt.cli.make.draw import picture_of
    from symdt.show.page import explore
    from symdt.show.writers.svg import to_svg
    from symdt.typeset import names

    r = random.Random(seed)
    words = "".join(f"<p title=''>{names.to_html(writers.label(r))}</p>" for _ in range(20))
    place = folder / f"names-{seed}.html"
    place.write_text(f"<!doctype html><meta charset='utf-8'>{words}", "utf-8", "replace")
    yield seed, "names", place
    given = writers.problem(r)
    if given is None:
        return
    try:
        place = folder / f"tree-{seed}.svg"
        place.write_bytes(to_svg(picture_of(given)))
        yield seed, "picture", place
        place = folder / f"page-{seed}.html"
        explore(given).save(place)
        yield seed, "page", place
    except SymdtError:
        return
