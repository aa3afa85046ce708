/**
 * The letters: a slider, an exact field and the exact value of each.
 */
import { simplest, whole } from "#exact/rational.js";
import { h, panel } from "#draw/html.js";

/** @typedef {import("#shell.js").Shell} Page */

const STEPS = 1000;

/** The controls of the point. */
export class Letters {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { record } = page.state;
    this.rows = record.letters.map((l, i) => {
      const slider = h("input", { type: "range", min: 0, max: STEPS, step: 1, disabled: l.fixed, "aria-label": `${record.told(i)}, slider`, oninput: () => this.slid(i) });
      const field = h("input", { type: "text", inputmode: "text", size: 9, autocomplete: "off", spellcheck: "false", "aria-label": `${record.told(i)}, ${record.teller(i) ? "value" : "exact value"}`, onchange: () => this.typed(i) });
      return { slider, field };
    });
    /** @type {import("#exact/rational.js").Rational[]} */
    this.shown = [];
    this.note = h("p", { class: "note", role: "status" });
    page.warn = (text) => (this.note.textContent = text && `${text}; the page stays where it was`);
    this.root = panel("letters", ["Letters"],
      h("div", { class: "sliders" }, ...this.rows.flatMap(({ slider, field }, i) => [
        h("span", { class: "letter", title: record.letters[i].note || null }, page.setter.label(record.told(i))), slider, field,
      ])),
      this.note);
  }

  /** @param {number} i */
  slid(i) {
    const { page } = this, { record } = page.state, [low, high] = record.letters[i].range, told = record.teller(i);
    if (told) {
      const [from, to] = [told.ownOf(low), told.ownOf(high)];
      page.state.move(i, told.rational(Number((from + ((to - from) * Number(this.rows[i].slider.value)) / STEPS).toPrecision(4))));
      page.changed();
      return;
    }
    const step = Number(this.rows[i].slider.value), width = high.minus(low), half = width.over(whole(2 * STEPS));
    let middle = low.plus(width.times(whole(step)).over(whole(STEPS)));
    // the ends of a range that the domain leaves out are approached, not reached
    if (step === 0) middle = middle.plus(half);
    if (step === STEPS) middle = middle.minus(half);
    const slack = half.times(whole(4)).over(whole(5));
    page.state.move(i, simplest(middle.minus(slack), middle.plus(slack)));
    page.changed();
  }

  /** @param {number} i */
  typed(i) {
    const { page } = this, { field } = this.rows[i];
    try {
      const wrong = page.state.set({ [page.state.record.told(i)]: field.value });
      if (wrong) throw new Error(wrong);
      field.removeAttribute("aria-invalid");
      this.note.textContent = "";
      page.changed();
    } catch (error) {
      field.setAttribute("aria-invalid", "true");
      this.note.textContent = error instanceof Error ? error.message : `${error}`;
    }
  }

  update() {
    const { state } = this.page, { record, point } = state, { activeElement } = /** @type {Document|ShadowRoot} */ (this.root.getRootNode());
    this.rows.forEach(({ slider, field }, i) => {
      const text = state.told(i), told = record.teller(i);
      if (this.shown[i] === point[i] && (activeElement === field || field.value === text)) return;
      this.shown[i] = point[i];
      const [low, high] = record.letters[i].range;
      const share = record.letters[i].fixed ? 0 : told ? (told.ownOf(point[i]) - told.ownOf(low)) / (told.ownOf(high) - told.ownOf(low)) : point[i].minus(low).over(high.minus(low)).toNumber();
      const place = `${Math.round(Math.min(1, Math.max(0, share)) * STEPS)}`;
      if (activeElement !== slider || Math.abs(Number(slider.value) - Number(place)) > 1) slider.value = place;
      slider.setAttribute("aria-valuetext", `${record.told(i)} = ${text}`);
      if (activeElement !== field) field.value = text;
      field.title = told ? `${record.letters[i].name} = ${point[i]}` : `${point[i]} ${point[i].told(8)}`;
    });
  }
}
