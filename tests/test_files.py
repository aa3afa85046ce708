"""Files are written whole or not at all, and only over what symdt wrote."""

from __future__ import annotations

import os
import struct
import zlib

import pytest

from symdt.errors import FileError
from symdt.files import check_writable, is_stamped, read_whole, stamped, toml_tables, write_whole


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0\0"))
        + chunk(b"IEND", b"")
    )


CONTENTS = {
    ".svg": b"<svg/>",
    ".pdf": b"%PDF-1.4\n%%EOF\n",
    ".png": png(),
    ".dot": b"digraph {}",
    ".tex": b"\\relax",
    ".toml": b"a = 1",
    ".html": b"<p>",
    ".txt": b"text",
}


@pytest.mark.parametrize("suffix", CONTENTS)
def test_the_stamp_fits_until_the_file_is_changed(suffix: str, tmp_path) -> None:
    content = CONTENTS[suffix]
    mark = stamped(content, suffix)
    assert is_stamped(mark)
    assert stamped(mark, suffix) == mark
    assert not is_stamped(content)
    assert not is_stamped(mark[:1] + b"!" + mark[1:])
    place = tmp_path / f"x{suffix}"
    write_whole(place, content)
    write_whole(place, content + b" ")  # symdt may replace what it wrote
    before = place.read_bytes() + b"edited"
    place.write_bytes(before)
    with pytest.raises(FileError, match="--force"):
        write_whole(place, content)
    assert place.read_bytes() == before
    write_whole(place, content, force=True)
    assert is_stamped(place.read_bytes())
    assert os.listdir(tmp_path) == [place.name]


def test_a_stamped_picture_is_still_one() -> None:
    data = stamped(png(), ".png")
    position, kinds = 8, []
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        body = data[position + 4 : position + 8 + length]
        (crc,) = struct.unpack(">I", data[position + 8 + length : position + 12 + length])
        assert crc == zlib.crc32(body)
        kinds.append(body[:4])
        position += 12 + length
    assert kinds == [b"IHDR", b"IDAT", b"tEXt", b"IEND"]


def test_formats_without_comments_are_replaced_only_by_force(tmp_path) -> None:
    place = tmp_path / "x.json"
    write_whole(place, "{}")
    assert place.read_text() == "{}"
    with pytest.raises(FileError):
        write_whole(place, "{}")
    write_whole(place, "[]", force=True)
    assert place.read_text() == "[]"


def test_places_that_cannot_be_written(tmp_path) -> None:
    with pytest.raises(FileError, match="folder"):
        write_whole(tmp_path, "")
    with pytest.raises(FileError, match="does not exist"):
        write_whole(tmp_path / "no" / "x.svg", "")
    with pytest.raises(FileError, match="does not exist"):
        check_writable(tmp_path / "no" / "x.svg")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "\ud800.svg"])
def test_names_that_no_file_has(name: str, tmp_path) -> None:
    for write in (check_writable, lambda place: write_whole(place, "x")):
        with pytest.raises(FileError, match="choose another name") as told:
            write(f"{tmp_path}/{name}")
        assert len(str(told.value)) < 300


def test_a_link_is_followed_and_modes_are_kept(tmp_path) -> None:
    place, link = tmp_path / "x.svg", tmp_path / "link.svg"
    write_whole(place, "<svg/>")
    place.chmod(0o640)
    link.symlink_to(place)
    write_whole(link, "<svg></svg>")
    assert link.is_symlink()
    assert place.stat().st_mode & 0o777 == 0o640
    assert b"</svg>" in place.read_bytes()


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch) -> None:
    place = tmp_path / "x.svg"
    write_whole(place, "<svg/>")
    before = place.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(FileError, match="No space left"):
        write_whole(place, "<svg>new</svg>")
    assert place.read_bytes() == before
    assert os.listdir(tmp_path) == ["x.svg"]


def test_a_device_is_never_read_nor_replaced(tmp_path) -> None:
    link = tmp_path / "out.svg"
    link.symlink_to("/dev/zero")
    for force in (False, True):
        with pytest.raises(FileError, match="is no file"):
            check_writable(link, force=force)
    with pytest.raises(FileError, match="is no file"):
        read_whole(link, 100, "a file")


def test_a_file_that_grows_while_it_is_read_keeps_its_bound(tmp_path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 101)
    with pytest.raises(FileError, match="at most 100 bytes"):
        read_whole(tmp_path / "a.txt", 100, "a file")
    assert read_whole(tmp_path / "a.txt", 101, "a file") == "x" * 101
    for name in ("a\0b", "x" * 5000):
        with pytest.raises(FileError, match="cannot be read"):
            read_whole(name, 100, "a file")


@pytest.mark.parametrize(
    "text",
    [
        'title = "' + ".".join("abcdefghijklmnopqrstuvwxyz") + '"',
        "title = '''\n" + ".".join("abcdefghijklmnopqrstuvwxyz") + " = 1'''",
        'a = 1 # "' + "a." * 40,
        'a = "\\"' + "a." * 40 + '"',
    ],
)
def test_a_text_with_many_dots_is_no_deep_key(text: str) -> None:
    toml_tables(text, "")


@pytest.mark.parametrize("part", ["a", '"a b"', "'#'"])
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "x = {{ {} = 1 }}", 's = """\n""" # \n{} = 1'])
def test_a_deep_key_is_refused_before_it_is_read(part: str, form: str) -> None:
    with pytest.raises(FileError, match="more than 16 parts"):
        toml_tables(form.format(".".join([part] * 17)), "")


def test_texts_that_never_end_are_looked_at_once() -> None:
    for text in (
        '"' * 100_001,
        '\\"' * 50_000,
        "'" * 100_001,
        'a = "' + '\\"' * 50_000,
        '"""' + "'''" * 9999,
    ):
        with pytest.raises(FileError):
            toml_tables(text, "")
