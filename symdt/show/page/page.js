/**
 * The page: panels around one exact state, drawn at most once a frame.
 */
import { digits } from "#exact/attitude.js";
import { Along } from "#exact/contest.js";
import { Rational, near } from "#exact/rational.js";
import { Record } from "#exact/record.js";
import { Scale } from "#draw/axes.js";
import { Setter, rootText } from "#draw/math.js";
import { h, look, s } from "#draw/html.js";
import { State } from "#state.js";
import { Headline } from "#panels/headline.js";
import { Ties } from "#panels/ties.js";
import { Letters } from "#panels/letters.js";
import { RulePanel } from "#panels/rule.js";
import { Lines } from "#panels/lines.js";
import { RegionMap } from "#panels/map.js";
import { TreePanel } from "#panels/tree.js";
import { Information, Tables, Tornado } from "#panels/analysis.js";
import { Take } from "#panels/take.js";

/** @typedef {{root: Element, update: () => void}} Panel */

/** Milliseconds after the last change when the panels that need not follow every frame are drawn. */
const REST = 160;

/** One page in one element. */
export class Page {
  /** @param {Record} record @param {HTMLElement} place @param {{hash: boolean, onchange?: (page: Page) => void}} options */
  constructor(record, place, options) {
    this.place = place;
    this.options = options;
    this.state = new State(record);
    this.setter = new Setter(record);
    this.kind = record.attitude ? "Certainty equivalent" : record.raw.optimum === "min" ? "Expected loss" : "Expected utility";
    this.reach();
    /** @type {Map<string, () => import("#panels/take.js").Figure>} */
    this.figures = new Map();
    /** @type {(text: string) => void} */
    this.said = () => {};
    this.id = `symdt${Page.count++}`;
    this.frame = 0;
    this.rest = 0;
    /** @type {Rational[]|null} the point of which the panels that wait tell */
    this.told = null;
    /** @type {Map<Element, number>} */
    this.widths = new Map();
    /** @type {number[]} milliseconds of script of the last frames */
    this.times = [];
    const letters = record.letters.length;
    this.headline = new Headline(this);
    const rule = letters ? new RulePanel(this) : null;
    this.rule = rule;
    const lines = letters ? new Lines(this) : null;
    const map = letters > 1 ? new RegionMap(this) : null, tornado = letters ? new Tornado(this) : null;
    if (lines) this.figures.set("lines", () => lines.figure());
    this.map = map;
    if (map) this.figures.set("map", () => map.figure());
    if (tornado) this.figures.set("tornado", () => tornado.figure());
    const take = new Take(this), ties = letters ? new Ties(this) : null;
    if (ties) this.headline.root.append(ties.line);
    const present = (/** @type {(Panel|null|false)[]} */ list) => /** @type {Panel[]} */ (list.filter((p) => p));
    /** Panels that follow every frame, and those that wait until the point rests. */
    this.quick = present([this.headline, letters > 0 && new Letters(this), rule, lines, map]);
    this.slow = present([
      ties, this.state.tree && new TreePanel(this), tornado,
      record.raw.table && new Information(this), record.raw.table && new Tables(this), take,
    ]);
    this.build();
  }

  build() {
    const { record } = this.state, raw = record.raw;
    const first = this.quick.filter((p) => p !== this.headline);
    const presets = raw.presets.length ? h("section", { class: "panel presets", "aria-labelledby": "presets-title" },
      h("h2", { id: "presets-title" }, "Steps"),
      h("ol", {}, ...raw.presets.map((p) => h("li", {}, h("button", { type: "button", onclick: () => this.preset(p) }, p.title), p.note ? h("span", {}, ` ${p.note}`) : null)))) : null;
    const limits = [...(record.attitude ? [record.attitude.words()] : []), ...raw.limits].map((text) => h("p", { class: "foot" }, text));
    const ties = record.letters.length ? [this.slow[0]] : [], others = this.slow.slice(ties.length);
    const [tree, side] = [others.filter((p) => p instanceof TreePanel), others.slice(0, -1).filter((p) => !(p instanceof TreePanel))];
    const stack = h("div", { class: tree.length ? "stack" : "stack wide" }, ...side.map((p) => p.root));
    const order = [...first.slice(0, 1), ...ties, ...first.slice(1), ...tree].map((p) => p.root);
    this.place.replaceChildren(
      this.patterns(),
      h("header", {}, h("h1", {}, raw.title || raw.file), ...limits),
      this.headline.root,
      h("main", {}, presets, h("div", { class: record.letters.length === 1 ? "grid alone" : "grid" }, ...order, stack, ...others.slice(-1).map((p) => p.root))),
      h("footer", {}, h("p", {}, `symdt ${raw.version}. Every word and number on this page is exact${record.attitude ? ", tolerances and certainty equivalents to their digits" : ""}; pictures are drawn in doubles. `, raw.source ? `Made by ${raw.source}.` : "")));
  }

  /** A tolerance runs as far as the optimum changes with it, half as far again: the record's letter, which ends at 1, does not say. */
  reach() {
    const { record } = this.state, { attitude } = record;
    if (!attitude || attitude.kind !== "exponential") return;
    const { at } = attitude, letter = record.letters[at], along = new Along(record, this.state.point, at);
    const found = along.stretches(letter.range[0], letter.range[1]).flatMap((st) => (st.to ? [attitude.own(st.to.toNumber())] : []));
    const most = Math.max(40 * attitude.unit, 1.5 * Math.max(0, ...found.filter((v) => v < 1e9 * attitude.unit)));
    letter.range = [attitude.rational(most / 400), attitude.rational(most)];
  }

  /** A threshold of a letter in one line: the tolerance to its digits, all others exactly. @param {number} i @param {import("#exact/line.js").Root} root @returns {string} */
  rootText(i, root) {
    const { attitude } = this.state.record;
    if (attitude?.kind !== "exponential") return rootText(root);
    return `≈ ${digits(i === attitude.at ? attitude.own(root.toNumber()) : root.toNumber(), 8)}`;
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

  /** @param {import("#exact/record.js").Preset} preset */
  preset(preset) {
    this.state.set(preset.point);
    const chosen = this.state.record.letter(preset.for);
    if (chosen >= 0) this.state.for = chosen;
    if (preset.x && preset.y) this.state.setAxes(preset.x, preset.y);
    this.changed();
  }

  /** @param {number} i solve for this letter */
  solveFor(i) {
    this.state.for = i;
    this.changed();
  }

  /** Move a letter to a pixel of a scale: to the simplest number there. @param {number} i @param {Scale} scale @param {number} pixel */
  slide(i, scale, pixel) {
    const at = Math.min(scale.stop - 1, Math.max(scale.start + 1, pixel)), a = scale.from(at - 0.5), b = scale.from(at + 0.5);
    const { attitude } = this.state.record;
    this.state.move(i, attitude?.tells(i) ? attitude.rational(Number(((a + b) / 2).toPrecision(4))) : near((a + b) / 2, (b - a) / 2));
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
    for (const panel of this.quick) panel.update();
    clearTimeout(this.rest);
    // what waits for the point to rest does not stand there with the numbers of a point before
    this.headline.root.classList.toggle("moving", this.state.point !== this.told);
    const rest = () => {
      this.rest = 0;
      this.told = this.state.point;
      this.headline.root.classList.remove("moving");
      for (const panel of this.slow) panel.update();
      this.rule?.fit();
      this.headline.say();
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
Page.count = 0;

/**
 * Show a record in an element.
 * @param {import("#exact/record.js").RawRecord} raw @param {HTMLElement} place @param {{hash: boolean, onchange?: (page: Page) => void}} options
 * @returns {Page}
 */
export function show(raw, place, options) {
  const page = new Page(new Record(raw), place, options);
  if (options.hash && location.hash.length > 1) page.state.read(location.hash);
  page.draw(true);
  page.observe();
  return page;
}

/** Show the record of the document, and open the script hook `window.symdt`. */
export function start() {
  const data = document.getElementById("record"), place = document.getElementById("page");
  if (!data || !place) return;
  /** @type {any} */
  const scope = window, hook = scope.symdt ?? (scope.symdt = {});
  const page = show(JSON.parse(data.textContent ?? ""), place, { hash: true });
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
    page.state.read(location.hash);
    page.changed();
  });
  requestAnimationFrame(() => requestAnimationFrame(() => hook.resolve?.()));
}
