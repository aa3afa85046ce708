"""The plane of two letters: which label is best where, as a record of cells, exact curves and corners.

>>> from sympy import symbols
>>> from symdt.exact.domain import Domain
>>> from symdt.regions.contest import Contest
>>> x, y = symbols("x y")
>>> domain = Domain("-2 < x < 2", "-2 < y < 2")
>>> f = domain.field.element
>>> plane = decompose(Contest((("a", f(x*x + y*y)), ("b", f(1 + 0*x))), domain), x, y)
>>> plane.cuts
(Real('-2'), Real('-1'), Real('1'), Real('2'))
>>> [cell.label for cell in plane.bands[1].cells]
['b', 'a', 'b']
>>> plane.at(0, 1), plane.at("1/2", "1/3")
(('a', 'b'), ('a',))
"""

from symdt.regions.plane.bands import Band as Band
from symdt.regions.plane.bands import Cell as Cell
from symdt.regions.plane.bands import Corner as Corner
from symdt.regions.plane.bands import Level as Level
from symdt.regions.plane.build import decompose as decompose
from symdt.regions.plane.plane import Plane as Plane
