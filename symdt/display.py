"""Display: how a notebook shows a noun, without the noun knowing who draws it.

Nouns that are shown inherit `Displayed`. The show wing registers its writers here by the name of
a type; it is asked for only when a notebook first wants a picture or a formula.

>>> class Thing(Displayed):
...     pass
>>> Thing()._repr_latex_() is None
True
>>> register("Thing", latex=lambda thing: "x_1")
>>> Thing()._repr_latex_()
'$\\\\displaystyle x_1$'
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

#: The module that registers the writers when it is imported; the package names it when it starts.
wing: str = ""

_latex: dict[str, Callable[[Any], str]] = {}
_svg: dict[str, Callable[[Any], str]] = {}


#: What a formula for a browser differs in from one for TeX; the wing names it.
in_browser: Callable[[str], str] = str


def register(
    kind: str, *, latex: Callable[[Any], str] | None = None, svg: Callable[[Any], str] | None = None
) -> None:
    """Name the writers of a type."""
    if latex is not None:
        _latex[kind] = latex
    if svg is not None:
        _svg[kind] = svg


def _find(writers: dict[str, Callable[[Any], str]], thing: object) -> Callable[[Any], str] | None:
    if wing:
        import_module(wing)
    return next((writers[c.__name__] for c in type(thing).__mro__ if c.__name__ in writers), None)


def latex_of(thing: object) -> str:
    """The LaTeX of a thing, by the one writer of its type, to stand inside mathematics."""
    write = _find(_latex, thing)
    if write is None:
        from symdt.errors import SymdtError

        raise SymdtError(f"{type(thing).__name__} has no LaTeX form: use str() for its text")
    return write(thing)


class Printed:
    """What a notebook shows as `print` does, not as the record that it is.

    >>> class Answer(Printed):
    ...     def __str__(self):
    ...         return "wait"
    >>> from IPython.lib.pretty import pretty
    >>> pretty(Answer())
    'wait'
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # IPython takes the first class that has either this or a __repr__ of its own, as every record has
        cls._repr_pretty_ = Printed._repr_pretty_  # type: ignore[method-assign]

    def _repr_pretty_(self, page: Any, _cycle: bool) -> None:
        for i, line in enumerate(str(self).split("\n")):
            if i:
                page.break_()
            page.text(line)


class Displayed(Printed):
    """What a notebook may show as a formula or as a picture."""

    __slots__ = ()

    def _repr_latex_(self) -> str | None:
        write = _find(_latex, self)
        return None if write is None else f"$\\displaystyle {in_browser(write(self))}$"

    def _repr_svg_(self) -> str | None:
        write = _find(_svg, self)
        return None if write is None else write(self)


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "case"), counted(2, "case")
    ('1 case', '2 cases')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def visible(text: object) -> str:
    """The text, line by line, with a box for every character that cannot be seen.

    A name from a file may hold control characters that steer a terminal, or turn the order of
    what is read.

    >>> visible("a" + chr(27) + "[31mb")
    'a▯[31mb'
    """
    shown = str(text)
    return "".join(c if c.isprintable() or c == "\n" else "▯" for c in shown)
