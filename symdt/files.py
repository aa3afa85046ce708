"""Files, written whole or not at all, and never over what somebody else wrote.

Every file that symdt makes ends in a stamp: a comment that names symdt and a digest of all that
comes before it. A file whose stamp still fits may be replaced; any other one, and one that was
edited since, only with `force`.

>>> mark = stamped(b"digraph {}", ".dot")
>>> mark.splitlines()[0], is_stamped(mark), is_stamped(mark.replace(b"{}", b"{a}"))
(b'digraph {}', True, False)
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import tempfile
import tomllib
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from symdt.errors import FileError, quote

_COMMENTS = {
    ".svg": ("<!-- ", " -->"),
    ".html": ("<!-- ", " -->"),
    ".xml": ("<!-- ", " -->"),
    ".bifxml": ("<!-- ", " -->"),
    ".xdsl": ("<!-- ", " -->"),
    ".md": ("<!-- ", " -->"),
    ".tex": ("% ", ""),
    ".pdf": ("%", ""),
    ".dot": ("// ", ""),
    ".toml": ("# ", ""),
    ".py": ("# ", ""),
    ".txt": ("", ""),
    ".smt2": ("; ", ""),
    ".v": ("(* ", " *)"),
    ".lean": ("-- ", ""),
}
_STAMP = re.compile(rb"\n[^\n]{0,8}made by symdt ([0-9a-f]{32})[^\n]{0,8}\n?\Z")
#: Parts of a dotted key in TOML: each makes a table, in every line again, before anything could be refused.
MAX_PARTS = 16
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"(?<![\w.-])(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_PARTS}}}", re.ASCII)
#: Strings and comments of TOML; one that does not end goes to the end of its line or of the text.
_QUOTED = re.compile(
    r'''"""(?:\\.|(?!""").)*+(?:""")?+|'{3}(?:(?!'{3}).)*+(?:'{3})?+'''
    r"""|"(?:\\.|[^"\\\n])*+"?+|'[^'\n]*+'?+|\#[^\n]*+""",
    re.DOTALL,
)
_PNG_END = 12  # the length of a PNG's last chunk
_PNG_CHUNK = 12 + len(b"Software\0made by symdt ") + 32


def stamped(content: bytes, suffix: str) -> bytes:
    """The content with symdt's stamp, as the format allows; a format without comments gets none."""
    if is_stamped(content):
        return content
    text = b"made by symdt " + hashlib.sha256(content).hexdigest()[:32].encode()
    if suffix == ".png":
        body = b"tEXt" + b"Software\0" + text
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        return content[:-_PNG_END] + chunk + content[-_PNG_END:]
    if suffix not in _COMMENTS:
        return content
    before, after = (part.encode() for part in _COMMENTS[suffix])
    return content + b"\n" + before + text + after + b"\n"


def is_stamped(content: bytes) -> bool:
    """Whether the content carries symdt's stamp and was not changed since."""
    match = _STAMP.search(content)
    if match:
        rest, digest = content[: match.start()], match.group(1)
    elif content.startswith(b"\x89PNG") and b"made by symdt " in content[-_PNG_CHUNK - _PNG_END :]:
        rest = content[: -_PNG_CHUNK - _PNG_END] + content[-_PNG_END:]
        digest = content[-_PNG_END - 36 : -_PNG_END - 4]
    else:
        return False
    return hashlib.sha256(rest).hexdigest()[:32].encode() == digest


def read_whole(path: str | os.PathLike[str], most: int, wanted: str) -> str:
    """The text of a file that may come from a stranger: no device, which may never end, and not too large.

    path: the file. most: its greatest size in bytes. wanted: what to give, for errors.

    >>> read_whole("/dev/zero", 1000, "a problem file")
    Traceback (most recent call last):
        ...
    symdt.errors.FileError: '/dev/zero' is no file: give a problem file
    """
    try:
        return read_bytes(path, most, wanted).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"the file {quote(path)} is not UTF-8 text: save it as UTF-8") from None


def read_bytes(path: str | os.PathLike[str], most: int, wanted: str) -> bytes:
    """The bytes of a file that may come from a stranger.

    path: the file. most: its greatest size in bytes. wanted: what to give, for errors.
    """
    place = Path(path)
    try:
        if place.exists() and not place.is_file():
            raise FileError(f"{quote(path)} is no file: give {wanted}")
        with place.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise FileError(f"the file {quote(path)} is too large: use at most {most} bytes")
        return data
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no valid name"
        raise FileError(f"the file {quote(path)} cannot be read ({why}): give {wanted}") from None


def write_whole(path: str | os.PathLike[str], content: str | bytes, *, force: bool = False) -> Path:
    """Write a file in one step, stamped; refuse to replace one that symdt did not make unless `force`."""
    check_writable(path, force=force)
    target = Path(os.path.realpath(path))
    try:
        data = stamped(content.encode() if isinstance(content, str) else content, target.suffix.lower())
    except UnicodeEncodeError as error:
        found = quote(error.object[error.start : error.end])
        raise FileError(
            f"a text holds half a character, {found}, which no file takes: mend the name"
        ) from None
    handle, temporary = -1, ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=".symdt-", dir=target.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        os.replace(temporary, target)
    except OSError as error:
        raise FileError(
            f"the file {quote(path)} cannot be written ({error.strerror}): choose another place"
        ) from None
    finally:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
    return target


def check_writable(path: str | os.PathLike[str], *, force: bool = False) -> None:
    """An error if a file must not or cannot be written; to be asked before a long computation."""
    try:
        target = Path(os.path.realpath(path))
        is_folder = target.is_dir()
    except (OSError, ValueError) as error:  # half a character, a zero byte, too long
        why = getattr(error, "strerror", None) or "no valid name"
        raise FileError(f"the file {quote(path)} cannot be written ({why}): choose another name") from None
    if is_folder:
        raise FileError(f"{quote(path)} is a folder: give the name of a file in it")
    if not target.parent.is_dir():
        raise FileError(f"the folder of {quote(path)} does not exist: make it, or choose another")
    if target.exists() and not target.is_file():  # a device may never end, and is nobody's to replace
        raise FileError(f"{quote(path)} is no file: give the name of one")
    if force or not target.exists():
        return
    try:
        own = is_stamped(target.read_bytes())
    except OSError as error:
        raise FileError(
            f"the file {quote(path)} cannot be read ({error.strerror}): choose another name"
        ) from None
    if not own:
        raise FileError(
            f"the file {quote(path)} exists and symdt did not make it, or it was changed since: "
            "choose another name, or give --force"
        )


def toml_tables(text: str, hint: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of a TOML text that may come from a stranger.

    text: the file's content. hint: what to do where it is no TOML. parse_float: what reads a decimal.

    >>> toml_tables("a.b = 1", "see the manual")
    {'a': {'b': 1}}
    >>> toml_tables("a" + ".a" * 16 + " = 1", "see the manual")
    Traceback (most recent call last):
        ...
    symdt.errors.FileError: a key of the file has more than 16 parts: write it flatter
    """
    if _DEEP_KEY.search(_QUOTED.sub(lambda found: "" if found[0][0] == "#" else '""', text)):
        raise FileError(f"a key of the file has more than {MAX_PARTS} parts: write it flatter")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        line = " ".join(str(error).split())
        meant = _meant(text, line)
        if meant:
            raise FileError(f"the file is not TOML: {meant}") from None
        raise FileError(
            f"the file is not TOML: {line if len(line) <= 160 else line[:160] + '...'}; {hint}"
        ) from None
    except RecursionError:
        raise FileError("the file nests lists or tables too deeply: write it flatter") from None
    except ValueError:  # a whole number with more digits than Python reads
        raise FileError("the file has a number with too many digits: use a smaller one") from None


_AT_LINE = re.compile(r"at line (\d+)")
_CURLY = "“”„«»‘’"
_BARE_VALUE = re.compile(r"""\s*([\w.-]+|"[^"]*"|'[^']*')\s*=\s*([^\s"'\[{#][^"'\[{#]*?)\s*(?:#.*)?""")


def _meant(text: str, error: str) -> str:
    """What was probably meant by the line where TOML stops: quotes that are curly, or none at all.

    >>> print(_meant("oil = p", "Invalid value (at line 1, column 7)"))
    line 1, 'oil = p', is no value of TOML: write oil = "p"
    >>> print(_meant("oil = 0,25", "Expected newline (at line 1, column 8)"))
    line 1, 'oil = 0,25', is no value of TOML: write oil = "0.25"
    """
    found = _AT_LINE.search(error)
    lines = text.splitlines()
    if found is None or not 0 < int(found[1]) <= len(lines):
        return ""
    number = int(found[1])
    line = lines[number - 1].strip()
    if any(c in line for c in _CURLY):
        return f"line {number}, {quote(line)}, has curly quotes: use straight ones"
    name = re.match(r"[^\W\d]\w*(?=\s*=)", line)
    if name and not name[0].isascii():
        return (
            f"line {number}, {quote(line)}, names a letter beyond ASCII: write it in quotes, "
            + f'"{name[0]}" = ...'
        )
    bare = _BARE_VALUE.fullmatch(line)
    if bare and len(bare[2]) <= 40:
        value = re.sub(r"^(\d+(?:\.\d+)?)\s*%$", r"\1/100", bare[2].lstrip("$€£¥ "))
        value = re.sub(r"^(\d+),(\d+)$", r"\1.\2", value)
        return f"line {number}, {quote(line)}, is no value of TOML: write {bare[1]} = " + f'"{value}"'
    if re.search(r"=\s*\[", line) and re.search(r"[\[,]\s*[^\s\"'\[\],]*[^\d\s\"'\[\],.+\-]", line):
        return f'line {number}, {quote(line)}, has an entry without quotes: write each expression as "p"'
    return ""


#: How a cell begins that a spreadsheet takes for a formula, in full width too; numbers are no formulas.
_RUN_BY_SPREADSHEETS = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def csv_cell(name: str) -> str:
    """A name as a cell that no spreadsheet evaluates: an apostrophe stands before what looks like a formula.

    name: the text of the cell; `csv_name` gives it back.

    >>> csv_cell("=1+1"), csv_cell("rain"), csv_name(csv_cell("'=1+1"))
    ("'=1+1", 'rain', "'=1+1")
    """
    return "'" + name if _RUN_BY_SPREADSHEETS.match(name) else name


def csv_value(value: object) -> str:
    """A value as such a cell: a number stays one, an expression that begins with a sign does not run.

    value: what prints as a number or an expression; `csv_name` gives the text back.

    >>> csv_value(-3), csv_value("-1/2"), csv_value("-c*(p - 1)"), csv_value("2*p")
    ('-3', "'-1/2", "'-c*(p - 1)", '2*p')
    """
    text = str(value)
    return text if _NUMBER.fullmatch(text) else csv_cell(text)


def csv_name(cell: str) -> str:
    """The name that `csv_cell` wrote.

    cell: the text of the cell.
    """
    return cell[1:] if cell.startswith("'") and _RUN_BY_SPREADSHEETS.match(cell) else cell
