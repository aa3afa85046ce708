"""The widget: the same page in a notebook, its letters tied to Python both ways."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from symdt import load_problem
from symdt.errors import DomainError
from tests.show.page.tools import FILES

pytest.importorskip("anywidget", reason="anywidget is not installed: the widget is not tried")


def made():
    from symdt.show.page.widget import widget

    return widget(load_problem(next(f for f in FILES if f.stem == "umbrella")))


def test_values_go_in_as_exact_texts() -> None:
    shown = made()
    assert shown.values == {"r": "2/5"}
    shown.go(r=Fraction(8, 15))
    assert shown.values == {"r": "8/15"}
    shown.go(r="0.25")
    assert shown.values == {"r": "1/4"}
    with pytest.raises(DomainError, match="no letter"):
        shown.go(q=1)


MODEL = """
async ({ source, data }) => {
  const listeners = {};
  const model = {
    get: (n) => data[n], on: (e, f) => (listeners[e] = f), off: () => {}, save_changes: () => {},
    set: (n, v) => (data[n] = v),
  };
  const { default: widget } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const el = document.body.appendChild(document.createElement("div"));
  widget.render({ model, el });
  const until = async (met) => {
    for (let n = 0; !met() && n < 5000; n++) await new Promise((r) => setTimeout(r, 20));
  };
  await until(() => data.answer.action);
  const first = structuredClone(data.answer);
  data.values = { r: "8/15" };
  listeners["change:values"]();
  await until(() => data.answer.ties.length > 1);
  const second = structuredClone(data.answer);
  const slider = el.shadowRoot.querySelector("input[type=range]");
  slider.value = "100";
  slider.dispatchEvent(new Event("input"));
  await until(() => data.values.r !== "8/15");
  return [first, second, data.values, getComputedStyle(document.body).margin];
}
"""


@pytest.mark.outside("Chromium")
def test_sliders_and_values_move_each_other(chromium, tmp_path) -> None:
    shown = made()
    place = tmp_path / "host.html"
    place.write_text("<!doctype html><title>host</title><body style='margin: 7px'></body>")
    page = chromium.new_page()
    page.goto(place.as_uri())
    data = {"record": json.loads(json.dumps(shown.record)), "values": dict(shown.values), "answer": {}}
    first, second, values, margin = page.evaluate(MODEL, {"source": shown._esm, "data": data})
    assert first["action"] == "leave"
    assert second["ties"] == ["take", "leave"]
    assert Fraction(values["r"]) == Fraction(1, 10)
    assert margin == "7px"  # the notebook keeps its own style
    page.close()
