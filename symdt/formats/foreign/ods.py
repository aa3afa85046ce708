"""OpenDocument spreadsheets, `.ods`: the first sheet holds a table as `sheet` reads it. Read and written, nothing is run.

A cell is read by the value that was saved with it, a number with the fifteen digits that spreadsheets keep.

>>> from symdt.formats.foreign.sheet import read_sheet
>>> problem = read_sheet("utility,probability,go,stay\\nsun,0.25,10,3/2\\nrain,rest,0,3/2")
>>> read_ods(to_ods(problem)) == problem
True
"""

from __future__ import annotations

import csv
import io
import zipfile

from symdt.errors import FileError, quote
from symdt.formats.foreign.sheet import to_sheet
from symdt.formats.foreign.workbook import Cells, is_whole, named, part_of, saved_number, table_in, zipped
from symdt.formats.foreign.xml_tags import Tag, escaped
from symdt.formats.stated.reading import MAX_CELLS
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem

_WHAT = "a spreadsheet saved as .ods"
_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def read_ods(data: bytes) -> DecisionProblem:
    """The table on the first sheet of a spreadsheet.

    data: the file, as LibreOffice saves it.
    """
    return table_in(data, _cells, _WHAT)


def _cells(archive: zipfile.ZipFile) -> Cells:
    """The texts of the cells that are not empty; rows and cells may say that they stand for many."""
    sheets = named(part_of(archive, "content.xml", _WHAT), "TABLE")
    if not sheets:
        raise FileError(f"the spreadsheet has no sheet: give {_WHAT}")
    cells: Cells = {}
    r = 0
    for row in named(sheets[0], "TABLE-ROW"):
        own: dict[int, str] = {}
        c = 0
        for cell in row.children:
            times = _times(cell, "COLUMNS")
            text = _text(cell)
            if text.strip():
                if times > MAX_CELLS:
                    raise FileError(f"a cell stands for {times} others: use at most {MAX_CELLS}")
                own |= dict.fromkeys(range(c, c + times), text)
            c += times
        times = _times(row, "ROWS")
        if own and times * len(own) + len(cells) > MAX_CELLS:
            raise FileError(f"the sheet has more than {MAX_CELLS} cells: use fewer")
        if own:
            cells |= {(r + i, column): text for i in range(times) for column, text in own.items()}
        r += times
    return cells


def _times(tag: Tag, what: str) -> int:
    """How many rows or columns stand here."""
    given = tag.attributes.get(f"TABLE:NUMBER-{what}-REPEATED", "1")
    if not (given.isascii() and given.isdecimal() and 0 < len(given) <= 9):
        raise FileError(f"a cell is repeated {quote(given)} times: give {_WHAT}")
    return int(given)


def _text(cell: Tag) -> str:
    """The value of a number, else the text of the cell."""
    kind = cell.attributes.get("OFFICE:VALUE-TYPE", "")
    if kind in ("float", "percentage", "currency"):
        return saved_number(cell.attribute("OFFICE:VALUE"), _WHAT)
    text = " ".join("".join(t.text for t in _inside(p)) for p in named(cell, "P"))
    if text.startswith("Err:") or (text.startswith("#") and text.endswith(("!", "?", "/A"))):
        raise FileError(f"a cell holds the error {quote(text)}: mend it in the spreadsheet")
    return text


def _inside(tag: Tag) -> list[Tag]:
    """A paragraph and the parts of it that look different."""
    return [tag, *(inner for child in tag.children for inner in _inside(child))]


def to_ods(problem: Problem) -> bytes:
    """The spreadsheet of a table, experiments included, the same bytes in every run; other kinds have none.

    problem: a table.
    """
    rows = "".join(
        f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>"
        for row in csv.reader(io.StringIO(to_sheet(problem)))
    )
    spaces = " ".join(f'xmlns:{name}="{_SPACE}:{name}:1.0"' for name in ("office", "table", "text"))
    body = f'<office:body><office:spreadsheet><table:table table:name="problem">{rows}</table:table></office:spreadsheet></office:body>'
    entries = (("/", _TYPE), ("content.xml", "text/xml"))
    told = "".join(f'<m:file-entry m:full-path="{path}" m:media-type="{kind}"/>' for path, kind in entries)
    return zipped(
        {
            "mimetype": _TYPE,
            "content.xml": f'{_HEAD}<office:document-content {spaces} office:version="1.2">{body}</office:document-content>',
            "META-INF/manifest.xml": f'{_HEAD}<m:manifest xmlns:m="{_SPACE}:manifest:1.0" m:version="1.2">{told}</m:manifest>',
        }
    )


def _cell(text: str) -> str:
    """A cell: a number where the text is a short whole one, else a text, which no spreadsheet evaluates."""
    if not text:
        return "<table:table-cell/>"
    value = (
        f'office:value-type="float" office:value="{text}"' if is_whole(text) else 'office:value-type="string"'
    )
    return f"<table:table-cell {value}><text:p>{escaped(text)}</text:p></table:table-cell>"
