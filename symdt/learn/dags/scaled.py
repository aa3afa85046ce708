"""Numbers with room: m · 2^e in arrays, and sums over subsets and supersets of them.

The weight exp(score) of a parent set spans thousands of binary orders of magnitude, so a weight is
a mantissa m (0, or 1 ≤ m < 2) and a 32-bit exponent e. Powers of two scale without error. Where
sums alternate in sign the mantissa is a double-double, hi + lo with |lo| ≤ ulp(hi)/2: about 106
bits, relative error at most 3·2^−106 for a sum and 4·2^−106 for a product (Joldes, Muller and
Popescu 2017).

Sums over subsets: out(S) = Σ_{P⊆S} in(P), one pass a variable. With the sums over supersets they are
adjoint: Σ_S x(S) Σ_{P⊆S} y(P) = Σ_P y(P) Σ_{S⊇P} x(S).

>>> import numpy as np
>>> m, e = split(np.log([1.0, 2.0, 4.0, 8.0]))
>>> subset_sums(m, e)
>>> np.ldexp(m, e).round(12).tolist()
[1.0, 3.0, 5.0, 15.0]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from symdt.learn.kernels.family import Array
from symdt.learn.kernels.jit import kernel, part

__all__ = ["NONE", "POWERS", "UNIT", "compact", "split", "subset_sums", "subset_sums_twice", "superset_sums"]

NONE = -(1 << 29)  # the exponent of zero
UNIT = 2.0**-106  # of double-double arithmetic
POWERS = np.ldexp(1.0, -np.arange(1100))  # 2^−d, zero where a double has no such power


@intrinsic
def fma(typingctx: Any, a: Any, b: Any, c: Any) -> Any:
    """a·b + c, rounded once."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.fma(*args)

    return types.float64(types.float64, types.float64, types.float64), generate


@part
def add_twice(ah, al, bh, bl):  # type: ignore[no-untyped-def]
    """The sum of two double-doubles of any signs."""
    s = ah + bh
    v = s - ah
    se = (ah - (s - v)) + (bh - v)
    t = al + bl
    v = t - al
    te = (al - (t - v)) + (bl - v)
    se += t
    v = s + se
    w = (se - (v - s)) + te
    hi = v + w
    return hi, w - (hi - v)


@part
def multiply_twice(ah, al, bh, bl):  # type: ignore[no-untyped-def]
    """The product of two double-doubles."""
    p = ah * bh
    e = fma(ah, bh, -p)
    e += fma(ah, bl, al * bh)
    hi = p + e
    return hi, e - (hi - p)


@part
def compact(B, i):  # type: ignore[no-untyped-def]
    """The place of a set without i among the sets without i."""
    low = (1 << i) - 1
    return (B & low) | ((B >> 1) & ~low)


@part
def add_scaled(a, ea, b, eb):  # type: ignore[no-untyped-def]
    """a·2^ea + b·2^eb of two numbers that are not negative, with its mantissa below 2."""
    if ea < eb:
        a, ea, b, eb = b, eb, a, ea
    d = ea - eb
    if d < 64:
        a += b / (1 << d) if d < 63 else 0.0
        if a >= 2.0:
            return 0.5 * a, ea + 1
    return a, ea


@kernel
def split_logs(logs, m, e):  # type: ignore[no-untyped-def]
    """exp of each logarithm as mantissa and exponent; −inf is zero."""
    for c in range(logs.shape[0]):
        x = logs[c]
        if x == -np.inf:
            m[c] = 0.0
            e[c] = NONE
            continue
        k = np.floor(x * 1.4426950408889634)
        # log 2 in two parts, the first with 21 zero bits at its end: x − k log 2 loses nothing
        y = np.exp((x - k * 0.6931471803691238) - k * 1.9082149292705877e-10)
        if y >= 2.0:
            y *= 0.5
            k += 1
        elif y < 1.0:
            y *= 2.0
            k -= 1
        m[c] = y
        e[c] = np.int32(k)


@kernel
def subset_sums(m, e):  # type: ignore[no-untyped-def]
    """Replace in(S) by Σ_{P⊆S} in(P)."""
    step = 1
    while step < m.shape[0]:
        for base in range(0, m.shape[0], 2 * step):
            for c in range(base, base + step):
                m[c + step], e[c + step] = add_scaled(m[c + step], e[c + step], m[c], e[c])
        step *= 2


@kernel
def superset_sums(m, e):  # type: ignore[no-untyped-def]
    """Replace in(P) by Σ_{S⊇P} in(S)."""
    step = 1
    while step < m.shape[0]:
        for base in range(0, m.shape[0], 2 * step):
            for c in range(base, base + step):
                m[c], e[c] = add_scaled(m[c], e[c], m[c + step], e[c + step])
        step *= 2


@kernel
def subset_sums_twice(hi, lo, e):  # type: ignore[no-untyped-def]
    """`subset_sums` in double-double."""
    step = 1
    while step < hi.shape[0]:
        for base in range(0, hi.shape[0], 2 * step):
            for c in range(base, base + step):
                u = c + step
                ah, al, ea, bh, bl, eb = hi[u], lo[u], e[u], hi[c], lo[c], e[c]
                if ea < eb:
                    ah, al, ea, bh, bl, eb = bh, bl, eb, ah, al, ea
                d = ea - eb
                if d < 120:
                    s = POWERS[d]
                    ah, al = add_twice(ah, al, bh * s, bl * s)
                    if ah >= 2.0:
                        ah *= 0.5
                        al *= 0.5
                        ea += 1
                hi[u] = ah
                lo[u] = al
                e[u] = ea
        step *= 2


def split(logs: Array) -> tuple[Array, Array]:
    """exp of the logarithms: mantissas and exponents."""
    m, e = np.empty(logs.size), np.empty(logs.size, np.int32)
    split_logs(np.ascontiguousarray(logs, dtype=np.float64).ravel(), m, e)
    return m.reshape(logs.shape), e.reshape(logs.shape)
