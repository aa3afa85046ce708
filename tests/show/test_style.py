"""Colours and inks: told apart by colour-blind readers, and dark enough to be read."""

from symdt.show.style import COLOURS, INKS, Palette, contrast


def test_64_looks_differ():
    assert len({Palette(map(str, range(64)))[str(i)] for i in range(64)}) == 64


def test_type_is_dark_enough_to_be_read():
    assert all(contrast(ink) >= 4.5 for ink in INKS)
    assert contrast("#6A6A6A") >= 4.5


def test_colours_stay_apart_for_colour_blind_readers():
    # Viénot, Brettel and Mollon (1999): what a protanope and a deuteranope see, in linear RGB
    matrices = (
        ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    )
    for matrix in matrices:
        seen = []
        for code in COLOURS[:6]:
            linear = [(int(code[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
            seen.append(
                [max(sum(m * c for m, c in zip(r, linear, strict=True)), 0) ** (1 / 2.2) for r in matrix]
            )
        for i, a in enumerate(seen):
            for b in seen[i + 1 :]:
                assert sum((s - t) ** 2 for s, t in zip(a, b, strict=True)) ** 0.5 > 0.08
