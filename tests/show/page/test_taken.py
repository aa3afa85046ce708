"""What is taken away: a figure saved by the page looks the same in a second renderer; a notebook exported still works."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest

from symdt import explore, load_problem
from symdt.formats.presets import load_presets
from tests.show.page.tools import FILES, PATIENCE, ROOT, framed

pytestmark = pytest.mark.outside("Chromium")
PAGES = ("example2", "oil_wildcatter_letters", "pauker_kassirer_1980")


def rendered(svg: Path) -> bytes:
    """A picture of an SVG by librsvg or by CairoSVG, whichever is here."""
    if shutil.which("rsvg-convert"):
        command = ["rsvg-convert", "--background-color", "white", str(svg)]
        return subprocess.run(command, capture_output=True, check=True, timeout=600).stdout
    cairosvg = pytest.importorskip(
        "cairosvg",
        reason="neither rsvg-convert nor CairoSVG is here: no second renderer",
        exc_type=ImportError,
    )
    return bytes(cairosvg.svg2png(url=str(svg), background_color="white"))


def blocks(png: bytes, side: int = 8) -> Any:
    """The mean colour of squares of a picture: what an eye sees of it from afar, whatever the type."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(png)).convert("RGB")
    array = numpy.asarray(image, dtype=float)
    rows, columns = (n // side for n in array.shape[:2])
    cut = array[: rows * side, : columns * side].reshape(rows, side, columns, side, 3)
    return cut.mean(axis=(1, 3))


def _actions(page: Any, figure: str) -> list[str]:
    """The names in a figure's key, as a reader of plain text has them."""
    found = page.locator(f".panel.{figure} .legend > span").all_inner_texts()
    return [name.strip() for name in found if name.strip().isalpha()]


@pytest.mark.parametrize("name", PAGES)
def test_a_second_renderer_shows_the_same_figure(chromium: Any, name: str, tmp_path: Path) -> None:
    file = next(f for f in FILES if f.stem == name)
    place = explore(load_problem(file), load_presets(file), file=file.name).save(tmp_path / "page.html")
    context = chromium.new_context(viewport={"width": 1200, "height": 2400}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(place.as_uri())
    page.evaluate("window.symdt.ready")
    page.evaluate("window.symdt.rested()")
    for figure in ("map", "lines", "tornado"):
        with page.expect_download() as coming:
            page.get_by_role("button", name=f"{figure}, SVG").click()
        saved = tmp_path / f"{figure}.svg"
        coming.value.save_as(saved)
        seen = blocks(page.locator(f".panel.{figure} svg.plot").screenshot())
        again = blocks(rendered(saved))
        # the saved figure has its heading above, 24 pixels, and its key and condition below
        again = again[3:]
        rows, columns = (min(a, b) for a, b in zip(seen.shape, again.shape, strict=True) if a != 3)
        assert rows >= seen.shape[0] - 1
        texts = " ".join(ElementTree.parse(saved).getroot().itertext())
        assert page.locator(f".panel.{figure} .foot").inner_text()[:20] in texts
        if figure != "tornado":
            assert all(action in texts for action in _actions(page, figure))
        apart = numpy.abs(seen[:rows, :columns] - again[:rows, :columns]).max(axis=2)
        # areas are the same to the eye; letters may be of another face
        assert float((apart < 40).mean()) > 0.97, (figure, float((apart < 40).mean()))
        assert float(apart.mean()) < 5, (figure, float(apart.mean()))
    context.close()


def test_a_notebook_run_and_exported_still_has_a_page_that_works(chromium: Any, tmp_path: Path) -> None:
    for package in ("nbconvert", "ipykernel", "nbformat"):
        pytest.importorskip(package, reason=f"{package} is not installed: no notebook is run here")
    import nbformat

    book = nbformat.v4.new_notebook()
    example = ROOT / "examples" / "umbrella.toml"
    code = f"from symdt import explore, load_problem\nexplore(load_problem({str(example)!r}))"
    book.cells = [nbformat.v4.new_markdown_cell("# Umbrella"), nbformat.v4.new_code_cell(code)]
    source = tmp_path / "book.ipynb"
    nbformat.write(book, source)
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    context = chromium.new_context(viewport={"width": 1200, "height": 1000})
    # what nbconvert itself asks of the network is not let out: the page must not need it
    context.route(lambda url: not url.startswith(("file:", "data:", "blob:", "about:")), lambda r: r.abort())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto((tmp_path / "book.html").as_uri())
    frame = framed(page)
    said = frame.evaluate("window.symdt.set({r: '8/15'})")
    assert (said["ties"], said["value"]) == (["take", "leave"], "140/3")
    frame.wait_for_function("document.querySelector('.headline .best').innerText.includes(' tie: ')")
    assert frame.locator("svg.plot").first.is_visible()
    page.screenshot(path=tmp_path / "book.png")
    context.close()
