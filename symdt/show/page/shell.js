/**
 * The shell of a page: one exact state, panels around it that are drawn at most once a frame, and the script hook.
 */
import { Rational } from "#exact/rational.js";
import { Record } from "#exact/record.js";
import { Setter } from "#draw/math.js";
import { button, h, look, panel, s } from "#draw/html.js";
import { State } from "#state.js";

/** @typedef {{root: Element, update: () => void}} Panel */
/** @typedef {{hash: boolean, onchange?: (page: Shell) => void}} Options */

/** Milliseconds after the last change when the panels that need not follow every frame are drawn. */
const REST = 160;

/** What every page has, whatever is decided. */
export class Shell {
  /** @param {State} state @param {HTMLElement} place @param {Options} options */
  constructor(state, place, options) {
    this.place = place;
    this.options = options;
    this.state = state;
    this.setter = new Setter(state.record);
    const { attitude, raw } = state.record;
    this.kind = attitude ? "Certainty equivalent" : raw.optimum === "min" ? "Expected loss" : "Expected utility";
    /** @type {Map<string, () => import("#panels/take.js").Figure>} */
    this.figures = new Map();
    /** @type {(text: string) => void} */
    this.said = () => {};
    /** @type {(text: string) => void} what is wrong with what the reader gave */
    this.warn = () => {};
    this.id = `symdt${Shell.count++}`;
    this.frame = 0;
    this.rest = 0;
    /** @type {Rational[]|null} the point of which the panels that wait tell */
    this.told = null;
    /** @type {Map<Element, number>} */
    this.widths = new Map();
    /** @type {number[]} milliseconds of script of the last frames */
    this.times = [];
    /** @type {Panel[]} panels that follow every frame */
    this.quick = [];
    /** @type {Panel[]} those that wait until the point rests */
    this.slow = [];
    /** @type {{root: HTMLElement, say: () => void}|null} */
    this.headline = null;
    /** @type {{fit: () => void, latex: () => string}|null} */
    this.rule = null;
    /** @type {{settle: number}|null} */
    this.map = null;
  }

  /** Lay the page out: title, headline, steps, panels, foot. @param {Element} panels @param {string} but what on the page is not exact, in words */
  lay(panels, but) {
    const { record } = this.state, raw = record.raw;
    const presets = raw.presets.length ? panel("presets", ["Steps"],
      h("ol", {}, ...raw.presets.map((p) => h("li", {}, button(p.title, () => this.preset(p)), p.note ? h("span", {}, ` ${p.note}`) : null)))) : null;
    const limits = [...(record.attitude ? [record.attitude.words()] : []), ...raw.limits].map((text) => h("p", { class: "foot" }, text));
    this.place.replaceChildren(
      this.patterns(),
      h("header", {}, h("h1", {}, raw.title || raw.file), ...limits),
      ...(this.headline ? [this.headline.root] : []),
      h("main", {}, presets, panels),
      h("footer", {}, h("p", {}, `symdt ${raw.version}. Every word and number on this page is exact${but}; pictures are drawn in doubles. `, raw.source ? `Made by ${raw.source}.` : "")));
  }

  /** @param {import("#exact/record.js").Preset} preset */
  preset(preset) {
    this.state.set(preset.point);
    const chosen = this.state.record.letter(preset.for);
    if (chosen >= 0) this.state.for = chosen;
    if (preset.x && preset.y) this.state.setAxes(preset.x, preset.y);
    this.changed();
  }

  /** Area looks: a tint and a hatch for each action. @returns {SVGSVGElement} */
  patterns() {
    const lines = ["", "M0 8L8 0", "", "M0 0L8 8", "M0 8L8 0M0 0L8 8", "M0 4H8", "M4 0V8", "M0 4H8M4 0V8"];
    return s("svg", { width: 0, height: 0, class: "patterns", "aria-hidden": "true" }, s("defs", {}, ...this.state.record.actions.map((_, a) => {
      const { fill, hatch } = look(a);
      return s("pattern", { id: `${this.id}-${a}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        s("rect", { width: 8, height: 8, class: "paper" }), s("rect", { width: 8, height: 8, fill, "fill-opacity": 0.3 }),
        hatch === 2 ? s("circle", { cx: 4, cy: 4, r: 1, fill }) : s("path", { d: lines[hatch] || "M0 0", stroke: fill, "stroke-width": 0.8, fill: "none" }));
    })));
  }

  /** @param {number} action @returns {string} */
  paint(action) {
    return `url(#${this.id}-${action})`;
  }

  /** Pixels inside a panel: known from the observer, so that no frame asks the browser to lay out twice. @param {Element} panel @returns {number} */
  width(panel) {
    let found = this.widths.get(panel);
    if (found === undefined) this.widths.set(panel, (found = panel.clientWidth));
    return Math.max(260, Math.floor(found - 24));
  }

  /** Draw again where the page got another width. */
  observe() {
    const observer = new ResizeObserver((entries) => {
      let moved = false;
      for (const { target } of entries) {
        const width = target.clientWidth;
        moved = moved || this.widths.get(target) !== width;
        this.widths.set(target, width);
      }
      if (moved) this.changed();
    });
    for (const panel of [...this.quick, ...this.slow]) observer.observe(panel.root);
  }

  /** Go to a point. @param {Rational[]} point */
  go(point) {
    this.state.point = point;
    this.changed();
  }

  /** Solve for a letter. @param {number} i */
  solveFor(i) {
    this.state.for = i;
    this.changed();
  }

  /** Draw at the next frame. */
  changed() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** Draw now: the quick panels at once, the others when the point rests. @param {boolean} all */
  draw(all = false) {
    const start = performance.now();
    this.state.widen();
    for (const panel of this.quick) panel.update();
    clearTimeout(this.rest);
    // what waits for the point to rest does not stand there with the numbers of a point before
    this.headline?.root.classList.toggle("moving", this.state.point !== this.told);
    const rest = () => {
      this.rest = 0;
      this.told = this.state.point;
      this.headline?.root.classList.remove("moving");
      for (const panel of this.slow) panel.update();
      this.rule?.fit();
      this.headline?.say();
      this.remember();
    };
    if (all) rest();
    else this.rest = window.setTimeout(rest, REST);
    this.options.onchange?.(this);
    this.times.push(performance.now() - start);
    if (this.times.length > 1000) this.times.shift();
  }

  /** Wait until nothing is about to be drawn: no frame, no panel that waits for the point to rest, no finer map. */
  async rested() {
    while (this.frame || this.rest || this.map?.settle) await new Promise((done) => setTimeout(done, 20));
  }

  /** Keep the state in the address. */
  remember() {
    if (!this.options.hash) return;
    try {
      history.replaceState(null, "", this.state.hash());
    } catch {
      // inside a notebook the frame has no address of its own
    }
  }

  /** @param {string} text @param {string} what */
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.said(`copied ${what}`);
    } catch {
      const area = h("textarea", {}, text);
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      this.said(done ? `copied ${what}` : `copy it from here: ${text}`);
    }
  }
}
Shell.count = 0;

/**
 * Show a record in an element.
 * @param {new (record: Record, place: HTMLElement, options: Options) => Shell} Kind of page
 * @param {import("#exact/record.js").RawRecord} raw @param {HTMLElement} place @param {Options} options
 * @returns {Shell}
 */
export function show(Kind, raw, place, options) {
  const page = new Kind(new Record(raw), place, options);
  if (options.hash && location.hash.length > 1) page.warn(page.state.read(location.hash));
  page.draw(true);
  page.observe();
  return page;
}

/** Show the record of the document, and open the script hook `window.symdt`. @param {new (record: Record, place: HTMLElement, options: Options) => Shell} Kind of page */
export function begin(Kind) {
  const data = document.getElementById("record"), place = document.getElementById("page");
  if (!data || !place) return;
  /** @type {any} */
  const scope = window, hook = scope.symdt ?? (scope.symdt = {});
  const page = show(Kind, JSON.parse(data.textContent ?? ""), place, { hash: true });
  hook.state = () => page.state.summary();
  hook.set = (/** @type {Object<string, any>} */ values) => {
    const wrong = page.state.set(values);
    if (wrong) return { error: wrong };
    page.changed();
    return page.state.summary();
  };
  hook.rested = () => page.rested();
  hook.times = page.times; // milliseconds of script of the last frames
  window.addEventListener("hashchange", () => {
    if (location.hash === page.state.hash()) return;
    page.warn(page.state.read(location.hash));
    page.changed();
  });
  requestAnimationFrame(() => requestAnimationFrame(() => hook.resolve?.()));
}
