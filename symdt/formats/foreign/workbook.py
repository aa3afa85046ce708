"""Spreadsheet workbooks, `.xlsx`: the first sheet holds a table as `sheet` reads it. Read and written, nothing is run.

A number in a cell is read with the fifteen digits that spreadsheets keep, a formula by the value that was saved with it.

>>> from symdt.formats.foreign.sheet import read_sheet
>>> problem = read_sheet("utility,probability,go,stay\\nsun,0.25,10,3/2\\nrain,rest,0,3/2")
>>> read_workbook(to_workbook(problem)) == problem
True
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from decimal import Context, Decimal, InvalidOperation

from symdt.errors import FileError, quote
from symdt.formats.foreign.sheet import read_sheet, to_sheet
from symdt.formats.foreign.xml_tags import Tag, escaped, parse_xml
from symdt.formats.stated.reading import MAX_BYTES, MAX_CELLS
from symdt.problems.problem import Problem
from symdt.problems.table import DecisionProblem

#: The texts of the cells that are not empty, by row and column from 0.
Cells = dict[tuple[int, int], str]

_WHAT = "a workbook saved as .xlsx"
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_DIGITS = Context(prec=15)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PARTS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def read_workbook(data: bytes) -> DecisionProblem:
    """The table on the first sheet of a workbook.

    data: the file, as a spreadsheet program saves it.
    """
    return table_in(
        data, lambda archive: _cells(_part(archive, _first_sheet(archive)), _strings(archive)), _WHAT
    )


def table_in(data: bytes, cells_of: Callable[[zipfile.ZipFile], Cells], what: str) -> DecisionProblem:
    """The table in the cells of a zipped workbook.

    data: the file; cells_of: the texts of the cells that are not empty, by row and column; what: the file in words.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            cells = cells_of(archive)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError) as error:
        raise FileError(f"the file is no workbook ({type(error).__name__}): give {what}") from None
    if not cells:
        raise FileError("the first sheet of the workbook is empty: put the table there")
    height, width = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    if height * width > MAX_CELLS:
        raise FileError(f"the sheet spans {height * width} cells: use at most {MAX_CELLS}")
    out = io.StringIO()
    rows = ([cells.get((r, c), "") for c in range(width)] for r in range(height))
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return read_sheet("sep=\t\n" + out.getvalue())


def part_of(archive: zipfile.ZipFile, name: str, what: str) -> Tag:
    """A part of an archive, read as XML; not larger than files may be, whatever it says of itself.

    archive: a zipped workbook; name: of the part; what: the file in words.
    """
    if name not in archive.namelist():
        raise FileError(f"the workbook has no {quote(name)}: give {what}")
    with archive.open(name) as part:
        text = part.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise FileError(f"a sheet of the workbook is too large: use at most {MAX_BYTES} bytes")
    return parse_xml(text.decode("utf-8-sig", errors="replace"), what)


def _part(archive: zipfile.ZipFile, name: str) -> Tag:
    return part_of(archive, name, _WHAT)


def named(tag: Tag, name: str) -> list[Tag]:
    """The elements of a name below a tag, at any depth, whatever stands before the colon."""
    found, stack = [], [tag]
    while stack:
        here = stack.pop()
        if here.name.rpartition(":")[2] == name:
            found.append(here)
        stack.extend(reversed(here.children))
    return found


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """The place of the first sheet: the workbook names it, and says elsewhere where it is."""
    sheets = named(_part(archive, "xl/workbook.xml"), "SHEET")
    if not sheets:
        raise FileError(f"the workbook has no sheet: give {_WHAT}")
    wanted = next((v for k, v in sheets[0].attributes.items() if k.endswith(":ID")), "")
    for relation in named(_part(archive, "xl/_rels/workbook.xml.rels"), "RELATIONSHIP"):
        if relation.attributes.get("ID") == wanted:
            target = relation.attribute("TARGET")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    raise FileError(f"the workbook does not say where its first sheet is: give {_WHAT}")


def _strings(archive: zipfile.ZipFile) -> list[str]:
    """The texts that cells share."""
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    return [
        "".join(t.text for t in named(item, "T"))
        for item in named(_part(archive, "xl/sharedStrings.xml"), "SI")
    ]


def _cells(sheet: Tag, strings: list[str]) -> Cells:
    """The texts of the cells that are not empty, by row and column."""
    cells: Cells = {}
    for cell in named(sheet, "C"):
        place = _PLACE.fullmatch(cell.attributes.get("R", ""))
        if place is None:
            raise FileError(f"a cell of the sheet does not say where it is: give {_WHAT}")
        text = _text(cell, strings)
        if text.strip():
            column = 0
            for letter in place[1]:
                column = 26 * column + ord(letter) - ord("A") + 1
            cells[int(place[2]) - 1, column - 1] = text
    return cells


def _text(cell: Tag, strings: list[str]) -> str:
    kind = cell.attributes.get("T", "n")
    if kind == "inlineStr":
        return "".join(t.text for t in named(cell, "T"))
    value = "".join(v.text for v in named(cell, "V")).strip()
    if kind == "s":
        if not value.isdecimal() or int(value) >= len(strings):
            raise FileError(f"a cell has the text number {quote(value)}, which is not there: give {_WHAT}")
        return strings[int(value)]
    if kind == "e":
        raise FileError(f"a cell holds the error {quote(value)}: mend it in the spreadsheet")
    return value if kind != "n" or not value else saved_number(value, _WHAT)


def saved_number(value: str, what: str) -> str:
    """A number with the fifteen digits that spreadsheets keep.

    value: as it was saved; what: the file in words.

    >>> saved_number("0.30000000000000004", "a workbook")
    '0.3'
    """
    try:
        number = _DIGITS.create_decimal(Decimal(value))
    except InvalidOperation:
        raise FileError(f"a cell holds {quote(value)}, which is no number: give {what}") from None
    return format(number.normalize(_DIGITS), "f")


def to_workbook(problem: Problem) -> bytes:
    """The workbook of a table, experiments included, the same bytes in every run; other kinds have none.

    problem: a table.
    """
    rows = list(csv.reader(io.StringIO(to_sheet(problem))))
    lines = []
    for r, row in enumerate(rows, 1):
        cells = "".join(_cell(f"{_column(c)}{r}", text) for c, text in enumerate(row) if text)
        lines.append(f'<row r="{r}">{cells}</row>')
    kinds = "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="{_TYPE}.{kind}+xml"/>'
        for part, kind in (("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"))
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{kinds}</Types>',
        "_rels/.rels": _relation(f"{_PARTS}/officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_PARTS}"><sheets>'
        '<sheet name="problem" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relation(f"{_PARTS}/worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
    }
    return zipped({name: _HEAD + text for name, text in parts.items()})


def zipped(parts: Mapping[str, str]) -> bytes:
    """An archive of texts in their order, the same bytes in every run; nothing in it is compressed.

    parts: the texts by their names.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return out.getvalue()


def _relation(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" Type="{kind}" Target="{target}"/>'
        "</Relationships>"
    )


def is_whole(text: str) -> bool:
    """Whether a text is a whole number that a spreadsheet keeps as it stands, and not a text to it."""
    return re.fullmatch(r"-?\d{1,14}", text) is not None and str(int(text)) == text


def _cell(place: str, text: str) -> str:
    """A cell: a number where the text is a short whole one, else a text, which no spreadsheet evaluates."""
    if is_whole(text):
        return f'<c r="{place}"><v>{text}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escaped(text)}</t></is></c>'


def _column(number: int) -> str:
    """The letters of a column, counted from 0: A, B, …, Z, AA."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
