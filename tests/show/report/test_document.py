"""The folder of a report: its own files are replaced, those of others never, whatever their format."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symdt.errors import FileError
from symdt.show.report import document
from symdt.show.report.document import LIST, Report, write


def report(number: int) -> Report:
    made = Report("A title", "what it is about")
    made.files["rules/for-p.json"] = b'{"number": %d}' % number
    made.latex("rule", "The rule", f"a^* = a_{number}")
    return made


def contents(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


def test_a_report_replaces_its_own_files_json_too(tmp_path: Path) -> None:
    write(report(1), tmp_path / "out")
    first = contents(tmp_path / "out")
    write(report(1), tmp_path / "out")
    assert contents(tmp_path / "out") == first
    write(report(2), tmp_path / "out")
    assert contents(tmp_path / "out")["rules/for-p.json"] == b'{"number": 2}'


@pytest.mark.parametrize("path", ["rules/for-p.json", "latex/rule.tex", LIST])
def test_a_file_that_was_changed_stays_and_nothing_is_written(path: str, tmp_path: Path) -> None:
    write(report(1), tmp_path)
    with (tmp_path / path).open("ab") as file:
        file.write(b"mine")
    before = contents(tmp_path)
    with pytest.raises(FileError, match="symdt did not make it, or it was changed"):
        write(report(2), tmp_path)
    assert contents(tmp_path) == before
    write(report(2), tmp_path, force=True)
    assert contents(tmp_path)["rules/for-p.json"] == b'{"number": 2}'


def test_a_run_that_was_killed_is_no_stranger_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(report(1), tmp_path)
    for last in range(6):
        calls, whole = iter(range(100)), document.write_whole

        def killed(place: str | os.PathLike[str], *rest: object, **options: bool) -> Path:
            if next(calls) == last:  # noqa: B023 - called in this turn of the loop only
                raise KeyboardInterrupt
            return whole(place, *rest, **options)  # type: ignore[arg-type]  # noqa: B023 - as above

        with monkeypatch.context() as patch:
            patch.setattr(document, "write_whole", killed)
            with pytest.raises(KeyboardInterrupt):
                write(report(last + 2), tmp_path)
        write(report(1), tmp_path)
        assert contents(tmp_path)["rules/for-p.json"] == b'{"number": 1}'
