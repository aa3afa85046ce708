"""How pictures look in grey and to a reader without green cones: colours changed, and sheets of many pictures.

Deuteranopia is the matrix of Machado, Oliveira and Fernandes (2009) for full severity, on linear RGB; grey is the
luminance. Pictures are drawn by rsvg-convert and set by Pillow:

    python -m benchmarks._seeing FOLDER PICTURE.svg ...
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from PIL import Image

Eye = Literal["colour", "grey", "deuteranopia"]
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
LUMINANCE = ((0.2126, 0.7152, 0.0722),) * 3


def linear(rgb: Any) -> Any:
    """Linear RGB from 0 to 1 of sRGB from 0 to 255."""
    c = np.asarray(rgb, dtype=float) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def coded(rgb: Any) -> Any:
    """sRGB from 0 to 255 of linear RGB."""
    c = np.clip(rgb, 0.0, 1.0)
    return np.rint(255 * np.where(c <= 0.0031308, 12.92 * c, 1.055 * c ** (1 / 2.4) - 0.055)).astype(np.uint8)


def seen(rgb: Any, eye: Eye) -> Any:
    """sRGB colours as this eye has them."""
    if eye == "colour":
        return np.asarray(rgb, dtype=np.uint8)
    matrix = np.array(DEUTERANOPIA if eye == "deuteranopia" else LUMINANCE)
    return coded(linear(rgb) @ matrix.T)


def lab(rgb: Any) -> Any:
    """CIE L*a*b* (D65) of sRGB colours: distances of about 2.3 are just noticed."""
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    t = linear(rgb) @ matrix.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def distance(one: str, other: str, eye: Eye) -> float:
    """How far two colours, `#rrggbb`, are apart for this eye (CIE 1976)."""
    pair = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (one, other)])
    a, b = lab(seen(pair, eye))
    return float(np.sqrt(((a - b) ** 2).sum()))


def drawn(svg: bytes, dots: int) -> Image.Image:
    """A picture at so many dots an inch, on white."""
    from PIL import Image

    done = subprocess.run(
        ["rsvg-convert", "--background-color=white", f"--dpi-x={dots}", f"--dpi-y={dots}"],
        input=svg,
        capture_output=True,
        check=True,
    )
    return Image.open(BytesIO(done.stdout)).convert("RGB")


def sheets(
    pictures: Sequence[tuple[str, bytes]],
    folder: Path,
    eye: Eye,
    *,
    dots: int = 130,
    width: int = 1500,
    height: int = 1500,
) -> list[Path]:
    """Sheets of pictures with their names, filled from left to right and downwards."""
    from PIL import Image, ImageDraw

    written: list[Path] = []
    sheet = Image.new("RGB", (width, height), "white")
    x = y = row = 0

    def end() -> None:
        path = folder / f"{eye}-{len(written) + 1:02}.png"
        sheet.save(path)
        written.append(path)

    for name, svg in pictures:
        made = drawn(svg, dots)
        made.thumbnail((width - 10, height - 30))
        made = Image.fromarray(seen(np.asarray(made), eye))
        if x and x + made.width > width:
            x, y, row = 0, y + row + 26, 0
        if y and y + made.height + 16 > height:
            end()
            sheet = Image.new("RGB", (width, height), "white")
            x = y = row = 0
        ImageDraw.Draw(sheet).text((x + 4, y + 2), name, fill=(180, 0, 0))
        sheet.paste(made, (x, y + 16))
        x, row = x + made.width + 14, max(row, made.height)
    if pictures:
        end()
    return written


if __name__ == "__main__":
    import sys

    place = Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    given = [(Path(name).stem, Path(name).read_bytes()) for name in sys.argv[2:]]
    eyes: tuple[Eye, ...] = ("colour", "grey", "deuteranopia")
    for each in eyes:
        for path in sheets(given, place, each):
            print(path)
