/**
 * Value lines along a letter with the moving point, and the strip of optimal actions with every exact threshold.
 */
import { Along } from "#exact/contest.js";
import { Root } from "#exact/line.js";
import { Rational } from "#exact/rational.js";
import { Scale, frame, inRows } from "#draw/axes.js";
import { ems, h, look, s, spans } from "#draw/html.js";
import { rootText } from "#draw/math.js";
import { condition } from "#panels/map.js";

/** @typedef {import("#page.js").Page} Page */

/** A rational function of one letter in doubles. @param {Rational[]} above @param {Rational[]} below @returns {(x: number) => number} */
function plotted(above, below) {
  const n = above.map((c) => c.toNumber()), d = below.map((c) => c.toNumber());
  const at = (/** @type {number[]} */ p, /** @type {number} */ x) => p.reduceRight((sum, c) => sum * x + c, 0);
  return d.length === 1 ? (x) => at(n, x) / d[0] : (x) => at(n, x) / at(d, x);
}

/** The part of a letter's range that lies in the domain with the other letters at the point. @param {Page} page @param {Along} along @returns {[Rational, Rational]} */
export function windowOf(page, along) {
  let [low, high] = page.state.record.letters[along.i].range;
  if (along.low && along.low.at.against(low) > 0) low = along.low.at.low;
  if (along.high && along.high.at.against(high) < 0) high = along.high.at.high;
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
    this.svg = s("svg", { class: "plot", role: "img" });
    this.title = h("h2", { id: "lines-title" });
    this.legend = h("p", { class: "legend" }, ...page.state.record.actions.map((action, a) => h("span", {},
      s("svg", { width: 30, height: 8, "aria-hidden": "true" }, s("path", { d: "M1 4H29", class: "curve", stroke: look(a).ink, "stroke-dasharray": look(a).dash })),
      " ", page.setter.label(action))));
    this.shown = -1;
    this.foot = h("p", { class: "foot" });
    this.root = h("section", { class: "panel lines", "aria-labelledby": "lines-title" }, this.title, this.svg, this.legend, this.foot);
    this.fractions = page.state.record.alternatives.map((a) => a.value.fraction(page.state.record.letters.length));
    this.svg.addEventListener("pointerdown", (e) => this.grab(e));
    this.svg.addEventListener("pointermove", (e) => e.buttons && this.svg.hasPointerCapture(e.pointerId) && this.drag(e));
    this.size = 13;
    /** @type {Scale|null} */
    this.x = null;
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
    const name = record.letters[i].name, along = new Along(record, point, i), [low, high] = windowOf(page, along);
    const width = page.width(this.root), big = record.letters.length === 1;
    const height = Math.round(Math.min(big ? 380 : 280, width * 0.62));
    if (low.compare(high) >= 0) {
      this.svg.replaceChildren();
      return;
    }
    const left = 56, right = width - 12, x = new Scale(low.toNumber(), high.toNumber(), left, right);
    this.x = x;
    const stretches = along.stretches(low, high);
    const cuts = stretches.flatMap((st) => (st.to ? [{ root: st.to, at: st.to.toNumber() }] : []));
    // the value of each action, sampled on paper, its kinks included
    const places = [...x.places(48), ...cuts.map((c) => c.at)].sort((a, b) => a - b);
    const functions = this.fractions.map(([n, d]) => plotted(n.along(point, i), d.along(point, i)));
    const better = record.sign > 0 ? Math.min : Math.max;
    const curves = record.actions.map((_, a) => {
      const own = functions.filter((_, k) => record.alternatives[k].action === a);
      return own.length ? places.map((t) => better(...own.map((f) => f(t)))) : [];
    });
    const all = curves.flat().filter(Number.isFinite), least = Math.min(...all), most = Math.max(...all);
    const pad = (most - least || Math.abs(most) || 1) * 0.05;
    const y = new Scale(least - pad, most + pad, height - 26, 10);
    const drawing = [frame(x, y)];
    const bestLine = places.map((t) => better(...functions.map((f) => f(t))));
    drawing.push(s("g", {}, s("path", { class: "envelope", d: path(places, bestLine, x, y) })));
    curves.forEach((values, a) => {
      if (values.length) drawing.push(s("g", {}, s("path", { class: "curve", d: path(places, values, x, y), stroke: look(a).ink, "stroke-dasharray": look(a).dash })));
    });
    const here = x.to(point[i].toNumber());
    const mark = s("g", {}, s("path", { class: "here", d: `M${here.toFixed(1)} 10V${height - 26}` }));
    answer.standing.values.forEach((v, a) => {
      if (v) mark.append(s("circle", { class: "dot", cx: here.toFixed(1), cy: y.to(v.toNumber()).toFixed(1), r: answer.standing.ties.includes(a) ? 4.5 : 2.5, fill: look(a).ink }));
    });
    drawing.push(mark);
    const strip = this.strip(stretches, cuts, x, height, here);
    drawing.push(strip.g);
    const total = strip.bottom + 4;
    for (const [k, v] of Object.entries({ viewBox: `0 0 ${width} ${total}`, width, height: total })) this.svg.setAttribute(k, `${v}`);
    const said = stretches.map((st) => `${record.actions[record.alternatives[st.best].action]}${st.to ? ` up to ${name} = ${rootText(st.to)}` : ""}`).join(", then ");
    this.svg.replaceChildren(s("title", {}, `${page.kind} of each action along ${name}`), s("desc", {}, `${condition(page, [i])} Optimal: ${said}.`), ...drawing);
    if (this.shown !== i) this.title.replaceChildren(`${page.kind} along `, page.setter.label(name));
    this.shown = i;
    this.foot.textContent = condition(page, [i]);
  }

  /**
   * The strip: the optimal action along the letter, every threshold with its exact number.
   * @param {import("#exact/contest.js").Stretch[]} stretches @param {{root: Root, at: number}[]} cuts
   * @param {Scale} x @param {number} top @param {number} here
   * @returns {{g: SVGGElement, bottom: number}}
   */
  strip(stretches, cuts, x, top, here) {
    const { page, size } = this, { record } = page.state, g = s("g", { class: "strip" });
    const y = top + 10, tall = 22;
    const actionOf = (/** @type {number} */ k) => record.alternatives[stretches[k].best].action;
    const ends = [x.start, ...cuts.map((c) => x.to(c.at)), x.stop];
    /** @type {{at: number, text: string, name: string, from: number}[]} */
    const below = [];
    for (let k = 0; k < stretches.length; ) {
      const a = actionOf(k);
      let end = k + 1;
      while (end < stretches.length && actionOf(end) === a) end += 1;
      const [from, to] = [ends[k], ends[end]], name = record.actions[a], text = page.setter.plain(name);
      g.append(s("rect", { x: from.toFixed(1), y, width: Math.max(to - from, 0.6).toFixed(1), height: tall, class: "area", fill: page.paint(a) }));
      if (ems(text) * size + 8 <= to - from) {
        g.append(halo(page, name, { x: ((from + to) / 2).toFixed(1), y: y + tall / 2 + 4.5, "text-anchor": "middle" }));
      } else below.push({ at: (from + to) / 2, text, name, from: y + tall });
      k = end;
    }
    cuts.forEach((c, k) => {
      const sameAction = actionOf(k) === actionOf(k + 1), at = x.to(c.at);
      g.append(s("path", { class: sameAction ? "switch" : "threshold", d: `M${at.toFixed(1)} ${y - (sameAction ? 0 : 4)}V${y + tall + 4}` }));
      below.push({ at, text: rootText(c.root), name: "", from: y + tall + 4 });
    });
    g.append(s("path", { class: "here", d: `M${here.toFixed(1)} ${y - 4}V${y + tall + 2}` }));
    below.sort((p, q) => p.at - q.at);
    const placed = inRows(below, size, x.start - 40, x.stop + 8);
    let rows = 0;
    placed.forEach((p, k) => {
      const item = below[k], base = y + tall + 20 + p.row * 17, middle = p.left + p.width / 2;
      rows = Math.max(rows, p.row + 1);
      g.append(s("path", { class: "leader", d: `M${p.at.toFixed(1)} ${item.from}L${middle.toFixed(1)} ${base - 11}` }));
      g.append(item.name ? halo(page, item.name, { x: middle.toFixed(1), y: base, "text-anchor": "middle", class: "name" })
        : s("text", { x: middle.toFixed(1), y: base, "text-anchor": "middle", class: "number" }, item.text));
    });
    return { g, bottom: y + tall + 8 + rows * 17 + (rows ? 4 : 0) };
  }
}

/** A name that stays readable on hatching. @param {Page} page @param {string} name @param {Object<string, any>} attributes @returns {SVGTextElement} */
export function halo(page, name, attributes) {
  return s("text", { ...attributes, class: `halo ${attributes.class ?? ""}` }, ...spans(page.state.record.raw.names, name));
}

/** @param {number[]} xs @param {number[]} ys @param {Scale} x @param {Scale} y @returns {string} */
function path(xs, ys, x, y) {
  let text = "";
  xs.forEach((t, k) => {
    if (Number.isFinite(ys[k])) text += `${text ? "L" : "M"}${x.to(t).toFixed(1)} ${y.to(ys[k]).toFixed(1)}`;
  });
  return text;
}

