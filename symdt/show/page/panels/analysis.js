/**
 * Tornado and value of information at the point, and the tables of loss and belief with the cells that matter lit.
 */
import { digits } from "#exact/attitude.js";
import { Along, standing, turnings } from "#exact/contest.js";
import { informationAt } from "#exact/information.js";
import { Root } from "#exact/line.js";
import { Rational, ZERO, whole } from "#exact/rational.js";
import { Scale, wholes } from "#draw/axes.js";
import { ems, h, panel, pen, s, set } from "#draw/html.js";
import { approximately, math } from "#draw/math.js";
import { exact, swatch } from "#panels/headline.js";
import { windowOf } from "#panels/lines.js";
import { condition } from "#panels/map.js";

/** @typedef {import("#page.js").Page} Page */

/** @typedef {{number: number, text: string}} Worth */
/** @typedef {Worth & {at: string, kind: string}} Mark the value at a number of the letter: an end of its range, a switch, a turn */
/** @typedef {{name: string, low: string, high: string, marks: Mark[], least: Mark, most: Mark, swing: number}} Bar */

/** How the optimal value moves as one letter runs over its range, the others at the point. */
export class Tornado {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.svg = s("svg", { class: "plot", role: "img" });
    this.foot = h("p", { class: "foot" });
    this.root = panel("tornado", ["Tornado: one letter at a time"], this.svg, this.foot);
  }

  /** What is taken away. @returns {import("#panels/take.js").Figure} */
  figure() {
    return { svg: this.svg, actions: [], lines: false, foot: this.foot.textContent ?? "" };
  }

  update() {
    const { page } = this, { record, point } = page.state;
    if ("error" in page.state.answer()) return;
    const bars = record.letters.flatMap((_, i) => this.bar(i)).sort((p, q) => q.swing - p.swing);
    const wide = (/** @type {string[]} */ texts) => Math.max(0, ...texts.map(ems)) * 12.5;
    const here = this.worth(point), width = Math.min(page.width(this.root), 620), height = bars.length * 40 + 34;
    const left = 16 + wide(bars.flatMap((b) => [`${b.low} … ${b.high}`, b.name])) + wide(bars.flatMap((b) => [b.least.text, b.least.at]));
    const x = new Scale(0, 1, left, Math.max(left + 40, width - 12 - wide(bars.flatMap((b) => [b.most.text, b.most.at]))));
    const numbers = bars.flatMap((b) => b.marks.map((k) => k.number)).concat(here.number);
    [x.low, x.high] = [Math.min(...numbers), Math.max(...numbers)];
    if (x.low === x.high) [x.low, x.high] = [x.low - 1, x.high + 1];
    const middle = x.to(here.number), g = s("g");
    bars.forEach((bar, k) => {
      const y = 8 + k * 40, { least, most, name } = bar, [u, v] = [least, most].map((mark) => x.to(mark.number));
      const small = (/** @type {number} */ at, /** @type {number} */ down, /** @type {string} */ text, anchor = "start") => s("text", { x: at, y: y + down, "text-anchor": anchor, class: "small" }, text);
      g.append(
        s("text", { x: 4, y: y + 13, class: "name" }, page.setter.plain(name)), small(4, 28, `${bar.low} … ${bar.high}`),
        s("rect", { class: "bar", x: u, y, width: Math.max(v - u, 1), height: 18 }),
        small(u - 7, 13, least.text, "end"), small(u - 7, 28, least.at, "end"), small(v + 7, 13, most.text), small(v + 7, 28, most.at));
      for (const { kind, number, at, text } of bar.marks) {
        const d = { low: "20l-3 5h6z", high: "20l-3 5h6z", switch: "-2v22", turn: "4l4 5l-4 5l-4 -5z" }[kind] ?? "", [down] = d.split(/[lv]/);
        g.append(s("path", { class: kind, d: pen`M${x.to(number)} ${y + Number(down)}${d.slice(down.length)}` }, s("title", {}, `${text} ${at}${{ switch: ": the strategy switches", turn: ": the optimal value turns" }[kind] ?? ""}`)));
      }
    });
    g.append(s("path", { class: "here", d: pen`M${middle} 2V${height - 24}` }), s("text", { x: middle, y: height - 8, "text-anchor": "middle", class: "small" }, here.text));
    set(this.svg, { viewBox: `0 0 ${width} ${height}`, width, height });
    const said = bars.map((b) => `${b.name} from ${b.low} to ${b.high}: ${b.marks.map((k) => `${k.text} ${k.at}`).join(", ")}`).join("; ");
    this.svg.replaceChildren(s("title", {}, "Tornado of the optimal value"), s("desc", {}, `Around ${here.text}: ${said}.`), g);
    const what = record.attitude ? "Certainty equivalent" : "Optimal value";
    this.foot.textContent = `${what} as each letter runs over its range: at the ends of a bar the least and the greatest, and where the letter has them; triangles at the ends of the range (the low end full), a tick where the strategy switches, a diamond where the value turns. ${condition(page, [])}`;
  }

  /** The optimal value at a point, or its certainty equivalent, as a double and in words. @param {Rational[]} point @returns {Worth} */
  worth(point) {
    const { record } = this.page.state, { value } = standing(record, point), { attitude } = record;
    if (!attitude) return { number: value.toNumber(), text: short(value) };
    const number = attitude.certain(value, point);
    return { number, text: `≈ ${digits(number, 5)}` };
  }

  /** The bar of a letter; none where the value has no number at an end of its range. @param {number} i @returns {Bar[]} */
  bar(i) {
    const { page } = this, { record, point } = page.state, { attitude } = record;
    const along = new Along(record, point, i), [low, high] = windowOf(page, along);
    const moved = (/** @type {Rational} */ v) => point.with(i, v);
    const end = (/** @type {Rational} */ v) => {
      try {
        const found = this.worth(moved(v));
        return Number.isFinite(found.number) ? found : null;
      } catch {
        return null; // a denominator vanishes at the end of the domain
      }
    };
    const [a, b] = [end(low), end(high)];
    if (!a || !b || low.compare(high) >= 0) return [];
    const told = (/** @type {Rational} */ v) => (record.teller(i) ? record.tell(i, v, 4) : short(v));
    const marked = (/** @type {string} */ kind) => (/** @type {Root} */ root) => {
      const { exact } = root, found = this.worth(moved(exact ?? root.low.plus(root.high).over(whole(2)))), at = page.rootText(i, root);
      if (!exact && !attitude) found.text = `≈ ${found.text.replace("≈ ", "")}`;
      return { ...found, kind, at: `at ${at.length < 16 ? at : exact ? told(exact) : `≈ ${approximately(root.toNumber(), 4)}`}` };
    };
    const isWhole = record.letters[i].whole, stretches = isWhole ? [] : along.stretches(low, high), pieces = record.parts.length && !isWhole ? along.pieces(low, high) : stretches;
    const kinks = stretches.flatMap((st) => (st.to ? [marked("switch")(st.to)] : []));
    // where a part of the domain ends, the value from both sides, for it may jump
    const bends = (record.parts.length ? pieces : []).flatMap(({ best, from, to }) => [from, to].flatMap((r) => {
      const v = r && record.alternatives[best].value.at(moved(r.exact ?? r.low.plus(r.high).over(whole(2))));
      return r && v ? [{ ...marked("bend")(r), number: v.toNumber(), text: r.exact ? short(v) : `≈ ${short(v).replace("≈ ", "")}` }] : [];
    })).filter((b, k, all) => all.findIndex((c) => c.at === b.at && c.text === b.text) === k);
    // along the tolerance or the wealth a certainty equivalent only rises, though the values of the record may turn
    const turns = attitude?.at === i ? [] : pieces.flatMap((st) => turnings(along, st, low, high).map(marked("turn")));
    const inner = isWhole ? wholes(low.toNumber() + 1, high.toNumber() - 1).map((n) => ({ ...this.worth(moved(whole(n))), at: `at ${n}`, kind: "number" })) : [...kinks, ...bends, ...turns];
    const marks = [{ ...a, at: `at ${told(low)}`, kind: "low" }, ...inner, { ...b, at: `at ${told(high)}`, kind: "high" }];
    const [least, most] = [-1, 1].map((way) => ({ ...marks.reduce((p, q) => (way * (q.number - p.number) > 0 ? q : p)) }));
    const swing = most.number - least.number;
    if (!swing) [least.text, least.at, most.at] = ["", "", "no change"];
    return [{ name: record.told(i), low: told(low), high: told(high), marks, least, most, swing }];
  }
}

/** @param {Rational} q @returns {string} */
function short(q) {
  const text = `${q}`;
  return text.length <= 8 ? text.replace("-", "−") : q.told(4, "");
}

/** What knowing more would be worth here. */
export class Information {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.body = h("tbody");
    const why = page.state.record.raw.information?.why;
    this.root = panel("information", ["Value of information at this point"],
      why ? h("p", { class: "quiet" }, `None here: ${why}.`) : h("table", {}, h("caption", { class: "hidden" }, "Value of information"), this.body));
  }

  update() {
    const { page } = this, { record, point } = page.state;
    if ("error" in page.state.answer()) return;
    const worth = informationAt(record, point);
    if (!worth) return;
    const row = (/** @type {string} */ name, /** @type {Rational} */ value, /** @type {(Node|string)[]} */ more) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, ...exact(page, value)), h("td", {}, ...more));
    this.body.replaceChildren(
      row("perfect information (EVPI)", worth.evpi, []),
      ...worth.experiments.map((e) => row(`${e.name} (EVSI)`, e.evsi, ["less its cost ", ...exact(page, e.cost), ": ", ...exact(page, e.net),
        e.net.sign > 0 ? " — worth its cost" : e.net.sign < 0 ? " — not worth its cost" : " — just worth its cost"])));
  }
}

/** The tables of the problem at the point. */
export class Tables {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.table = h("table", { class: "loss" });
    this.root = panel("tables", [page.state.record.raw.optimum === "min" ? "Loss and belief" : "Utility and belief"],
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of values and belief" }, this.table));
    this.build();
  }

  build() {
    const { page } = this, { record } = page.state, raw = record.raw.table;
    if (!raw) return;
    const { setter } = page;
    /** @type {{cell: HTMLElement, number: HTMLElement, state: number, action: number}[]} */
    this.cells = [];
    const formula = (/** @type {any} */ e, /** @type {number} */ state, /** @type {number} */ action) => {
      const element = record.element(e), number = h("span", { class: "number" });
      const isNumber = element.above.length + element.below.length === 0;
      const cell = h("td", {}, math(setter.formula(e[3])), isNumber ? null : number);
      this.cells?.push({ cell, number, state, action });
      return cell;
    };
    const head = h("tr", {}, h("td"), h("th", { scope: "col" }, "belief"), ...raw.actions.map((a, k) => h("th", { scope: "col" }, swatch(k), setter.header(a))));
    const rows = raw.states.map((name, k) => h("tr", {}, h("th", { scope: "row" }, setter.header(name)), formula(raw.belief[k], k, -1), ...raw.loss[k].map((e, a) => formula(e, k, a))));
    this.table.replaceChildren(h("caption", { class: "hidden" }, "Each state with its probability and the value of each action"), h("thead", {}, head), h("tbody", {}, ...rows));
  }

  update() {
    const { page } = this, { record, point } = page.state, answer = page.state.answer(), raw = record.raw.table;
    if (!raw || "error" in answer || !this.cells) return;
    const full = record.extended(point), number = (/** @type {any} */ e) => record.element(e).at(full) ?? ZERO;
    const loss = raw.loss.map((row) => row.map(number)), belief = raw.belief.map(number);
    const chosen = new Set([...answer.standing.ties, ...answer.strategy.map(([, b]) => raw.actions.indexOf(b))]);
    for (const { cell, number: span, state, action } of this.cells) {
      const value = action < 0 ? belief[state] : loss[state][action], text = `${value}`;
      span.textContent = page.setter.isDecimal(value) ? `= ${value.decimal(30)}` : text.length <= 10 ? `= ${text.replace("-", "−")}` : value.told(4);
      const best = action >= 0 && loss[state].every((v) => record.sign * v.compare(value) >= 0);
      cell.classList.toggle("lit", action >= 0 && chosen.has(action) && belief[state].sign > 0);
      cell.classList.toggle("least", best);
      cell.title = best ? "best in this state" : "";
    }
  }
}
