"""TeX and a browser, where they are at hand: what symdt writes is set and shown, and nothing in a name is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import outside

needs_tex = pytest.mark.skipif(not outside.HAS_TEX, reason="no pdflatex here")
needs_browser = pytest.mark.skipif(outside.browser() is None, reason="no browser that can be steered here")


@pytest.mark.outside("TeX")
@needs_tex
def test_tex_sets_all_that_is_written(tmp_path: Path) -> None:
    tried, found = outside.tex_faults(range(6), tmp_path)
    assert found == []
    assert tried > 100


@pytest.mark.outside("TeX")
@needs_tex
@pytest.mark.parametrize("text", ["日本", r"\input{/etc/hostname}", "\\iffalse"])
def test_a_fault_of_tex_is_seen(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "pieces", lambda seed: [("raw", text)])
    assert outside.tex_faults([0], tmp_path)[1]


@pytest.mark.outside("Chromium")
@needs_browser
def test_a_browser_runs_nothing_of_a_name(tmp_path: Path) -> None:
    tried, found = outside.page_faults([1], tmp_path)
    assert found == []
    assert tried == 3


@pytest.mark.outside("Chromium")
@needs_browser
def test_a_fault_in_a_browser_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (
        "<script>alert(1)</script>",
        "<img src=x onerror=x()>",
        "<a href='javascript:x()'>",
        "<script>throw 1</script>",
    )

    def pages(seed: int, folder: Path) -> list[tuple[int, str, Path]]:
        (folder / f"{seed}.html").write_text(texts[seed])
        return [(seed, "raw", folder / f"{seed}.html")]

    monkeypatch.setattr(outside, "_pages", pages)
    _, found = outside.page_faults(range(len(texts)), tmp_path)
    assert {line.split(",")[0] for line in found} == {f"seed {n}" for n in range(len(texts))}
