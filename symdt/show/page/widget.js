/**
 * The page as a widget of a notebook, two ways: a slider moves `values`, and `values` move the sliders.
 */
import { AmountPage } from "#amount.js";
import { Page } from "#page.js";
import { show } from "#shell.js";

/**
 * @typedef {Object} Model what anywidget hands over
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {(event: string, does: () => void) => void} on
 * @property {(event: string, does: () => void) => void} off
 * @property {() => void} save_changes
 */

/**
 * Show the record of a model inside an element, shielded from the notebook's style.
 * @param {{model: Model, el: HTMLElement}} context @param {string} style
 * @returns {() => void} what to do when the view closes
 */
export function render({ model, el }, style) {
  const shadow = el.attachShadow({ mode: "open" }), sheet = document.createElement("style"), place = document.createElement("div");
  sheet.textContent = style;
  place.className = "page";
  shadow.append(sheet, place);
  let told = "";
  const tell = () => {
    const answer = page.state.summary(), text = JSON.stringify(answer);
    if (text === told) return;
    told = text;
    if (!answer.error) model.set("values", answer.point);
    model.set("answer", answer);
    model.save_changes();
  };
  const raw = model.get("record"), page = show(raw.amount ? AmountPage : Page, raw, place, { hash: false, onchange: () => requestAnimationFrame(tell) });
  const moved = () => {
    const wrong = page.state.set(model.get("values"));
    if (wrong) {
      model.set("answer", { error: wrong });
      model.save_changes();
    } else page.changed();
  };
  if (Object.keys(model.get("values") ?? {}).length) moved();
  model.on("change:values", moved);
  return () => model.off("change:values", moved);
}
