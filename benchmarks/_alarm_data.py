"""ALARM-like data: the structure of the ALARM network, with random probabilities of a fixed seed.

The 37 variables, their numbers of states and the 46 arcs are those of I. Beinlich, H. Suermondt,
R. Chavez and G. Cooper, The ALARM monitoring system (1989).
"""

from __future__ import annotations

import numpy as np

STATES = {
    "HYP": 2, "LVF": 2, "ERLO": 2, "ERCA": 2, "ANES": 2, "APL": 2, "KINK": 2, "FIO2": 2, "PMB": 2, "INT": 3,
    "DISC": 2, "MVS": 3, "HIST": 2, "LVV": 3, "STKV": 3, "CVP": 3, "PCWP": 3, "TPR": 3, "PAP": 3, "SHNT": 2,
    "VMCH": 4, "VTUB": 4, "VLNG": 4, "PRSS": 4, "MINV": 4, "VALV": 4, "PVS": 3, "ACO2": 3, "SAO2": 3,
    "ECO2": 4, "CCHL": 2, "HR": 3, "HRBP": 3, "HREK": 3, "HRSA": 3, "CO": 3, "BP": 3,
}  # fmt: skip

PARENTS = {
    "HIST": "LVF", "CVP": "LVV", "PCWP": "LVV", "LVV": "HYP LVF", "STKV": "HYP LVF", "HRBP": "ERLO HR",
    "HREK": "ERCA HR", "HRSA": "ERCA HR", "TPR": "APL", "ECO2": "ACO2 VLNG", "MINV": "INT VLNG",
    "PVS": "FIO2 VALV", "SAO2": "PVS SHNT", "PAP": "PMB", "SHNT": "INT PMB", "PRSS": "INT KINK VTUB",
    "VMCH": "MVS", "VTUB": "DISC VMCH", "VLNG": "INT KINK VTUB", "VALV": "INT VLNG", "ACO2": "VALV",
    "CCHL": "ACO2 ANES SAO2 TPR", "HR": "CCHL", "CO": "HR STKV", "BP": "CO TPR",
}  # fmt: skip

ORDER = list(STATES)  # a variable after its parents


def arcs() -> set[tuple[str, str]]:
    return {(p, child) for child, parents in PARENTS.items() for p in parents.split()}


def sample(cases: int, seed: int = 1989) -> np.ndarray:
    """Cases × 37 states, columns in ORDER; every conditional distribution is Dirichlet(1/2)."""
    g = np.random.default_rng(seed)
    columns: dict[str, np.ndarray] = {}
    for v in ORDER:
        parents = PARENTS.get(v, "").split()
        place = np.zeros(cases, np.int64)
        for p in parents:
            place = place * STATES[p] + columns[p]
        rows = int(np.prod([STATES[p] for p in parents])) if parents else 1
        table = g.dirichlet(np.full(STATES[v], 0.5), rows).cumsum(axis=1)
        columns[v] = (g.random(cases)[:, None] > table[place]).sum(axis=1).clip(max=STATES[v] - 1)
    return np.stack([columns[v] for v in ORDER], axis=1)
