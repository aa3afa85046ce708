/**
 * Value lines along a letter with the moving point, and the strip of optimal actions with every exact threshold.
 */
import { Along } from "#exact/contest.js";
import { Root } from "#exact/line.js";
import { Rational, whole } from "#exact/rational.js";
import { Frame, Scale, calm, inRow, inRows, wholes } from "#draw/axes.js";
import { Shapes, ems, h, look, panel, pen, rounded, s, say, set, spans } from "#draw/html.js";
import { condition } from "#panels/map.js";

/** @typedef {import("#page.js").Page} Page */

/** A rational function of one letter in doubles. @param {Rational[]} above @param {Rational[]} below @returns {(x: number) => number} */
function plotted(above, below) {
  const n = above.map((c) => c.toNumber()), d = below.map((c) => c.toNumber());
  const at = (/** @type {number[]} */ p, /** @type {number} */ x) => p.reduceRight((sum, c) => sum * x + c, 0);
  return d.length === 1 ? (x) => at(n, x) / d[0] : (x) => at(n, x) / at(d, x);
}

/** The part of a letter's range that lies in the domain with the other letters at the point. @param {import("#shell.js").Shell} page @param {Along} along @returns {[Rational, Rational]} */
export function windowOf(page, along) {
  let [low, high] = page.state.record.letters[along.i].range;
  if (along.low && along.low.against(low) > 0) low = along.low.low;
  if (along.high && along.high.against(high) < 0) high = along.high.high;
  const x = page.state.point[along.i];
  if (x.compare(low) < 0) low = x;
  if (x.compare(high) > 0) high = x;
  return [low, high];
}

/** The panel of lines. */
export class Lines {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.words = { title: s("title"), described: s("desc") };
    this.frame = new Frame();
    this.axes = s("g");
    this.curves = new Shapes();
    this.mark = new Shapes();
    this.below = s("g");
    this.svg = s("svg", { class: "plot", role: "img" }, this.words.title, this.words.described, this.axes, this.curves.g, this.below, this.mark.g);
    /** @type {Set<number>} actions whose number stands in the strip for their name */
    this.keys = new Set();
    this.numbers = page.state.record.actions.map(() => h("span"));
    this.legend = h("p", { class: "legend" }, ...page.state.record.actions.map((action, a) => h("span", {},
      s("svg", { width: 30, height: 8, "aria-hidden": "true" }, s("path", { d: "M1 4H29", class: "curve", stroke: look(a).ink, "stroke-dasharray": look(a).dash })),
      " ", this.numbers[a], page.setter.label(action))));
    this.shown = -1;
    this.foot = h("p", { class: "foot" });
    this.root = panel("lines", [], this.svg, this.legend, this.foot);
    this.title = /** @type {HTMLElement} */ (this.root.firstChild);
    this.fractions = page.state.record.alternatives.map((a) => a.value.fraction(page.state.record.letters.length));
    this.svg.addEventListener("pointerdown", (e) => this.grab(e));
    this.svg.addEventListener("pointermove", (e) => e.buttons && this.svg.hasPointerCapture(e.pointerId) && this.drag(e));
    this.size = 13;
    /** @type {Scale|null} */
    this.x = null;
    /** @type {Scale|null} */
    this.y = null;
    this.key = "";
  }

  /** What is taken away. @returns {import("#panels/take.js").Figure} */
  figure() {
    return { svg: this.svg, actions: this.page.state.record.actions.map((_, a) => a), keys: this.keys, lines: true, foot: this.foot.textContent ?? "" };
  }

  /** @param {PointerEvent} e */
  grab(e) {
    this.svg.setPointerCapture(e.pointerId);
    this.drag(e);
  }

  /** @param {PointerEvent} e */
  drag(e) {
    if (!this.x) return;
    const box = this.svg.getBoundingClientRect(), scale = Number(this.svg.getAttribute("width")) / box.width;
    this.page.slide(this.page.state.for, this.x, (e.clientX - box.left) * scale);
  }

  update() {
    const { page } = this, { state } = page, { record, point } = state, i = state.for;
    const answer = state.answer();
    if ("error" in answer) return;
    const width = page.width(this.root), along = new Along(record, point, i), [low, high] = windowOf(page, along);
    if (low.compare(high) >= 0) {
      this.key = "";
      for (const g of [this.axes, this.below]) g.replaceChildren();
      for (const shapes of [this.curves, this.mark]) shapes.draw([]);
      say(this.foot, `${record.told(i)} has one value, ${low}: the values of the actions are those of the headline. ${condition(page, [i])}`);
      return;
    }
    // while the point moves along the lines, only the point moves
    const key = [i, width, low, high, ...point.map((v, j) => (j === i ? "" : v))].join();
    if (key !== this.key) {
      this.key = key;
      this.draw(along, low, high, width);
    }
    const { attitude } = record, told = record.teller(i);
    const x = /** @type {Scale} */ (this.x), y = /** @type {Scale} */ (this.y), here = x.to(told ? told.ownOf(point[i]) : point[i].toNumber()), foot = y.start;
    const shown = (/** @type {Rational} */ v) => y.to(attitude ? attitude.certain(v, point) : v.toNumber());
    this.mark.draw([
      ["path", { class: "here", d: pen`M${here} ${y.stop}V${foot}M${here} ${foot + 32}V${foot + 60}` }],
      ...answer.standing.values.flatMap((v, a) => (v ? [/** @type {import("#draw/html.js").Drawn} */ (["circle", { class: "dot", cx: here, cy: shown(v), r: answer.standing.ties.includes(a) ? 4.5 : 2.5, fill: look(a).ink }])] : [])),
    ]);
  }

  /** @param {Along} along @param {Rational} low @param {Rational} high @param {number} width */
  draw(along, low, high, width) {
    const { page } = this, { record, point } = page.state, { i } = along, name = record.told(i), { attitude } = record;
    // an attitude speaks of its own letter across, and of certainty equivalents upwards
    const told = record.teller(i), own = (/** @type {number} */ v) => (told ? told.own(v) : v);
    const height = Math.round(Math.min(record.letters.length === 1 ? 380 : 280, width * 0.62));
    const only = record.letters[i].whole, ends = [low, high].map((v) => own(v.toNumber()));
    const x = new Scale(ends[0] - (only ? 0.5 : 0), ends[1] + (only ? 0.5 : 0), 56, width - 12);
    const stretches = only ? [] : along.stretches(low, high), parts = only || !record.parts.length ? [] : along.pieces(low, high);
    const cuts = stretches.flatMap((st) => (st.to ? [{ root: st.to, at: own(st.to.toNumber()) }] : []));
    // the value of each action, sampled on paper, its kinks included
    const bends = parts.flatMap((p) => (p.to ? [p.to.toNumber()] : [])), step = 1e-9 * (ends[1] - ends[0]);
    // on both sides of a bend, and not at it: there a value may jump
    const beside = bends.flatMap((b) => [b - step, b, b + step]);
    const places = only ? wholes(ends[0], ends[1]) : [...x.places(48), ...beside, ...cuts.map((c) => c.at)].sort((a, b) => a - b);
    const partAt = (/** @type {number} */ t) => (only ? record.alternatives[along.bestAt(whole(t))[0]].part : record.alternatives[parts[bends.filter((b) => b < t).length].best].part);
    const part = record.parts.length ? places.map((t) => (bends.includes(t) ? -1 : partAt(t))) : null;
    const inner = told ? places.map((v) => told.inner(v)) : places, sign = attitude ? attitude.sign : record.sign;
    const certain = (/** @type {number} */ v, /** @type {number} */ k) => (attitude ? attitude.drawn(v, i === attitude.at ? inner[k] : point[attitude.at].toNumber()) : v);
    const values = this.fractions.map(([n, d], a) => inner.map(plotted(n.along(point, i), d.along(point, i))).map((v, k) => (part && part[k] !== record.alternatives[a].part ? NaN : certain(v, k))));
    const best = (/** @type {number[][]} */ lines) => places.map((_, k) => lines.reduce((most, line) => (sign * line[k] < sign * most || most !== most ? line[k] : most), NaN));
    const curves = record.actions.map((_, a) => best(values.filter((_, k) => record.alternatives[k].action === a)));
    let least = Infinity, most = -Infinity;
    for (const v of curves.flat()) if (Number.isFinite(v)) [least, most] = [Math.min(least, v), Math.max(most, v)];
    const y = calm(least, most, height - 26, 10);
    [this.x, this.y] = [x, y];
    const frame = this.frame.of(x, y);
    if (frame.parentNode !== this.axes) this.axes.replaceChildren(frame);
    this.curves.draw([
      ["path", { class: "envelope", d: only ? "" : path(places, best(values), x, y) }],
      // a whole number has a dot, and nothing is drawn between two
      ...curves.map((v, a) => /** @type {import("#draw/html.js").Drawn} */ (["path", { class: only ? "curve dots" : "curve", d: only ? path(places, v, x, y).replace(/[ML]([^ML]*)/g, "M$1h0") : path(places, v, x, y), stroke: look(a).ink, "stroke-dasharray": only ? "" : look(a).dash }])),
    ]);
    this.keys.clear();
    const bars = places.map((n) => ({ n, action: only ? record.alternatives[along.bestAt(whole(n))[0]].action : 0 }));
    const runs = bars.flatMap((b, k) => (k && bars[k - 1].action === b.action ? [] : [{ action: b.action, from: b.n, to: (bars.slice(k).find((c, j, rest) => rest[j + 1]?.action !== b.action) ?? b).n }]));
    const strip = only ? this.numbered(bars, runs, x, height) : this.strip(i, stretches, cuts, x, height), total = strip.bottom + 4;
    this.numbers.forEach((number, a) => say(number, this.keys.has(a) ? `${a + 1} ` : ""));
    this.below.replaceChildren(strip.g);
    set(this.svg, { viewBox: `0 0 ${width} ${total}`, width, height: total });
    const said = only ? runs.map((r) => `${record.actions[r.action]} at ${name} = ${r.from} to ${r.to}`).join(", then ") : stretches.map((st) => `${record.actions[record.alternatives[st.best].action]}${st.to ? ` up to ${name} = ${page.rootText(i, st.to)}` : ""}`).join(", then ");
    say(this.words.title, `${page.kind} of each action along ${name}`);
    say(this.words.described, `${condition(page, [i])} Optimal: ${said}.`);
    if (this.shown !== i) this.title.replaceChildren(`${page.kind} along `, page.setter.label(name));
    this.shown = i;
    say(this.foot, condition(page, [i]));
  }

  /** The strip of a whole number: a bar at each, and below them from where to where an action is optimal. @param {{n: number, action: number}[]} bars @param {{action: number, from: number, to: number}[]} runs @param {Scale} x @param {number} top @returns {{g: SVGGElement, bottom: number}} */
  numbered(bars, runs, x, top) {
    const { page, size } = this, { record } = page.state, y = top + 10, wide = Math.min(14, Math.max(1, 0.6 * (x.to(1) - x.to(0))));
    const below = runs.map(({ action, from, to }) => ({ at: (x.to(from) + x.to(to)) / 2, text: `${page.setter.plain(record.actions[action])}: ${from === to ? from : `${from} to ${to}`}` }));
    const rows = inRows(below, size, x.start - 40, x.stop + 8);
    const g = s("g", { class: "strip" }, ...bars.map(({ n, action }) => s("rect", { x: x.to(n) - wide / 2, y, width: wide, height: 22, class: "area", fill: page.paint(action) })),
      ...rows.map((r, k) => s("text", { x: r.left + r.width / 2, y: y + 42 + r.row * 17, "text-anchor": "middle", class: "halo number" }, below[k].text)));
    return { g, bottom: y + 34 + 17 * Math.max(...rows.map((r) => r.row + 1)) };
  }

  /**
   * The strip: the optimal action along the letter, every threshold with its exact number.
   * @param {number} i @param {import("#exact/contest.js").Stretch[]} stretches @param {{root: Root, at: number}[]} cuts
   * @param {Scale} x @param {number} top
   * @returns {{g: SVGGElement, bottom: number}}
   */
  strip(i, stretches, cuts, x, top) {
    const { page, size } = this, { record } = page.state, g = s("g", { class: "strip" });
    const y = top + 10, tall = 22;
    const actionOf = (/** @type {number} */ k) => record.alternatives[stretches[k].best].action;
    const ends = [x.start, ...cuts.map((c) => x.to(c.at)), x.stop];
    /** @type {{at: number, text: string, from: number}[]} */
    const below = [];
    for (let k = 0; k < stretches.length; ) {
      const a = actionOf(k);
      let end = k + 1;
      while (end < stretches.length && actionOf(end) === a) end += 1;
      const [from, to] = [ends[k], ends[end]], name = record.actions[a], middle = { x: (from + to) / 2, y: y + tall / 2 + 4.5, "text-anchor": "middle" };
      g.append(s("rect", { x: from, y, width: Math.max(to - from, 0.6), height: tall, class: "area", fill: page.paint(a) }));
      if (ems(page.setter.plain(name)) * size + 8 <= to - from) g.append(halo(page, name, middle));
      else {
        // a name that is longer than its stretch is a number, which the legend explains
        this.keys.add(a);
        if (to - from > 12) g.append(s("text", { ...middle, class: "halo key" }, `${a + 1}`));
        else below.push({ at: (from + to) / 2, text: `(${a + 1})`, from: y + tall });
      }
      k = end;
    }
    cuts.forEach((c, k) => {
      const sameAction = actionOf(k) === actionOf(k + 1), at = x.to(c.at);
      g.append(s("path", { class: sameAction ? "switch" : "threshold", d: pen`M${at} ${y - (sameAction ? 0 : 4)}V${y + tall + 4}` }));
      below.push({ at, text: page.rootText(i, c.root), from: y + tall + 4 });
    });
    below.sort((p, q) => p.at - q.at);
    const placed = inRow(below, size, x.start - 40, x.stop + 8) ?? inRows(below, size, x.start - 40, x.stop + 8);
    let rows = 0;
    /** @type {SVGTextElement[]} */
    const texts = [];
    placed.forEach((p, k) => {
      const item = below[k], base = y + tall + 20 + p.row * 17, middle = p.left + p.width / 2;
      rows = Math.max(rows, p.row + 1);
      g.append(s("path", { class: "leader", d: pen`M${p.at} ${item.from}L${middle} ${base - 11}` }));
      texts.push(s("text", { x: middle, y: base, "text-anchor": "middle", class: "halo number" }, item.text));
    });
    g.append(...texts); // above the leaders that pass to lower rows
    return { g, bottom: y + tall + 8 + rows * 17 + (rows ? 4 : 0) };
  }
}

/** A name that stays readable on hatching. @param {Page} page @param {string} name @param {Object<string, any>} attributes @returns {SVGTextElement} */
export function halo(page, name, attributes) {
  return s("text", { ...attributes, class: `halo ${attributes.class ?? ""}` }, ...spans(page.state.record.raw.names, name));
}

/** @param {number[]} xs @param {number[]} ys @param {Scale} x @param {Scale} y @returns {string} */
export function path(xs, ys, x, y) {
  let text = "";
  xs.forEach((t, k) => {
    if (Number.isFinite(ys[k])) text += `${k && Number.isFinite(ys[k - 1]) ? "L" : "M"}${rounded(x.to(t))} ${rounded(y.to(ys[k]))}`;
  });
  return text;
}

