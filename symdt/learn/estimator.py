"""The selection as a scikit-learn style estimator: parameters in, `fit`, attributes with an underscore.

Nothing of scikit-learn is imported; `get_params` and `set_params` are what its tools ask for.

>>> import numpy as np
>>> model = NetworkSelector(order=["X1", "X2"]).fit(np.array([[0, 0], [1, 1]] * 10))
>>> model.arcs_, model.get_params()["alpha"]
((('X1', 'X2'),), 1.0)
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from symdt.errors import ModelError, did_you_mean, quote
from symdt.learn.k2 import K2Search, k2
from symdt.learn.selection import Selection, select_network

__all__ = ["K2Selector", "NetworkSelector"]


class _Estimator:
    """Keyword parameters, kept as they were given."""

    _function: Any
    _defaults: dict[str, Any]

    def __init__(self, **params: Any) -> None:
        self._params = dict(self._defaults)
        self.set_params(**params)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return dict(self._params)

    def set_params(self, **params: Any) -> Any:
        for name, value in params.items():
            if name not in self._defaults:
                raise ModelError(f"no parameter {quote(name)}: {did_you_mean(name, self._defaults)}")
            self._params[name] = value
        return self

    def __repr__(self) -> str:
        given = {k: v for k, v in self._params.items() if v != self._defaults[k]}
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in given.items())})"


def _defaults_of(function: Any) -> dict[str, Any]:
    return {name: p.default for name, p in signature(function).parameters.items() if name != "data"}


class NetworkSelector(_Estimator):
    """`select_network` as an estimator; after `fit`: selection_, arcs_, risk_."""

    _defaults = _defaults_of(select_network)
    selection_: Selection

    def fit(self, X: object, y: None = None) -> NetworkSelector:
        self.selection_ = select_network(X, **self._params)
        self.arcs_ = self.selection_.chosen
        self.risk_ = self.selection_.bayes_risk
        return self

    def score(self, X: object = None, y: None = None) -> float:
        """log p(data | the chosen network), for the data it was fitted to unless others are given."""
        if X is None:
            return self.selection_.log_evidence
        from symdt.learn.counts import tabulate
        from symdt.learn.posterior import family_score

        s = self.selection_
        counts = tabulate(X, s.variables, self._params["weights"], self._params["missing"])
        return sum(family_score(counts, v, s.parents(v), s.prior, s.alpha) for v in s.variables)


class K2Selector(_Estimator):
    """`k2` as an estimator; after `fit`: search_, arcs_."""

    _defaults = _defaults_of(k2)
    search_: K2Search

    def fit(self, X: object, y: None = None) -> K2Selector:
        self.search_ = k2(X, **self._params)
        self.arcs_ = self.search_.arcs
        return self
