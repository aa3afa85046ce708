"""Settings of all tests: the same random examples in every run, and outside programs tried once more.

`HYPOTHESIS_PROFILE=explore` draws new examples each time, and more of them (`make fuzz` does).

A test that drives a program which is not ours (a browser, TeX, a cluster) bears the mark `outside` with the name of
the program. Where it fails, everything that it stands on is begun anew and it is tried once more; the summary names
each one that needed it, with what went wrong at first. No other test is ever tried twice.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile(
    "explore", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow]
)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "repeatable")
settings.load_profile(PROFILE)
if PROFILE == "repeatable" and hasattr(providers, "_get_local_constants"):
    # Hypothesis mixes the numbers and strings of all of our modules that are imported by then into its examples, so
    # that they would depend on which tests the same worker ran before, and on every edit anywhere
    NOTHING = providers.Constants()
    providers._get_local_constants = lambda: NOTHING

AGAIN = "tried again"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: Any, nextitem: Any) -> bool | None:
    """Try a test of an outside program once more where it fails, with nothing left from before."""
    mark = item.get_closest_marker("outside")
    if mark is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    wrong = next((r for r in reports if r.failed), None)
    if wrong is not None:
        item.session._setupstate.teardown_exact(None)
        item._initrequest()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        for report in reports:
            report.user_properties.append((AGAIN, f"{mark.args[0]}: {wrong.longreprtext[-1000:]}"))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the tests that were tried again."""
    told = {
        report.nodeid: dict(report.user_properties)[AGAIN]
        for reports in terminalreporter.stats.values()
        for report in reports
        if AGAIN in dict(getattr(report, "user_properties", ()))
    }
    if told:
        terminalreporter.section("tried again: an outside program failed at first")
        for name, first in told.items():
            terminalreporter.line(f"{name}\n{first}\n")
