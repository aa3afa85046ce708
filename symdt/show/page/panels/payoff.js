/**
 * Pictures of an amount: what every amount earns, with the best one and the reader's own; and the best amount along a letter.
 */
import { earnedAbout } from "#exact/amount.js";
import { Root, between, cleared, roots } from "#exact/line.js";
import { Element } from "#exact/polynomial.js";
import { near, whole } from "#exact/rational.js";
import { broken } from "#exact/record.js";
import { Frame, Scale, calm, inRows } from "#draw/axes.js";
import { rootText } from "#draw/math.js";
import { Shapes, h, look, panel, pen, s, say, set } from "#draw/html.js";
import { realRoots } from "#draw/sweep.js";
import { path } from "#panels/lines.js";
import { condition } from "#panels/map.js";

/** @typedef {import("#amount.js").AmountPage} Page */
/** @typedef {import("#draw/html.js").Drawn} Drawn */
/** @typedef {import("#exact/amount.js").Best} Best */
/** @typedef {import("#exact/rational.js").Rational} Rational */

/** A panel with one plot that a pointer takes hold of. */
class Plot {
  /** @param {Page} page @param {string} name */
  constructor(page, name) {
    this.page = page;
    this.words = { title: s("title"), described: s("desc") };
    this.frame = new Frame();
    this.axes = s("g");
    this.curves = new Shapes();
    this.labels = s("g");
    this.svg = s("svg", { class: "plot", role: "img" }, this.words.title, this.words.described, this.axes, this.curves.g, this.labels);
    this.foot = h("p", { class: "foot" });
    this.root = panel(name, [], this.svg, this.foot);
    this.title = /** @type {HTMLElement} */ (this.root.firstChild);
    /** @type {Scale|null} */
    this.x = null;
    this.svg.addEventListener("pointerdown", (e) => {
      this.svg.setPointerCapture(e.pointerId);
      this.drag(e);
    });
    this.svg.addEventListener("pointermove", (e) => e.buttons && this.svg.hasPointerCapture(e.pointerId) && this.drag(e));
  }

  /** What is taken away. @returns {import("#panels/take.js").Figure} */
  figure() {
    return { svg: this.svg, actions: [], lines: true, foot: this.foot.textContent ?? "" };
  }

  /** @param {PointerEvent} e */
  drag(e) {
    if (!this.x) return;
    const box = this.svg.getBoundingClientRect(), at = ((e.clientX - box.left) * Number(this.svg.getAttribute("width"))) / box.width;
    const inside = Math.min(this.x.stop - 1, Math.max(this.x.start + 1, at)), a = this.x.from(inside - 0.5), b = this.x.from(inside + 0.5);
    this.moved(near((a + b) / 2, (b - a) / 2));
  }

  /** @param {Rational} _value the simplest number under the pointer */
  moved(_value) {}

  /** Numbers under the axis or over the frame, each at its place, none over another. @param {{at: number, text: string}[]} items @param {number} base @param {number} width @returns {number} the rows that they take */
  numbers(items, base, width) {
    const rows = inRows(items, 13, 4, width - 4);
    this.labels.replaceChildren(...rows.map((r, k) => s("text", { class: "halo number", x: r.left + r.width / 2, y: base + r.row * 17, "text-anchor": "middle" }, items[k].text)));
    return rows.reduce((most, r) => Math.max(most, r.row + 1), 0);
  }
}

/** What every amount earns at the point. */
export class Payoff extends Plot {
  /** @param {Page} page */
  constructor(page) {
    super(page, "payoff");
    const name = page.asked.amount.letter;
    this.title.replaceChildren(`${page.kind} of each `, page.setter.label(name));
    // by keys: a slider that is the reader's own amount
    this.slider = h("input", { type: "range", min: 0, max: 1000, step: 1, "aria-label": `your ${name}, slider`, oninput: () => this.slid() });
    this.root.insertBefore(h("div", { class: "sliders" }, h("span", { class: "letter" }, "your ", page.setter.label(name)), this.slider, h("button", { type: "button", onclick: () => this.none() }, "none")), this.foot);
    /** @type {[Rational, Rational]|null} */
    this.range = null;
  }

  none() {
    this.page.asked.own = null;
    this.page.changed();
  }

  /** @param {Rational} value */
  moved(value) {
    this.page.asked.own = value;
    this.page.changed();
  }

  slid() {
    if (!this.range) return;
    const [low, high] = this.range;
    this.moved(low.plus(high.minus(low).times(whole(Number(this.slider.value))).over(whole(1000))));
  }

  /** As far as the range goes, or as far again as the best amount and the last piece. @param {Best} best @returns {[Rational, Rational]} */
  reach({ fixed, amount }) {
    if (fixed.high) return [fixed.low, fixed.high];
    const low = fixed.low.toNumber(), far = Math.max(amount.toNumber(), low + 1, ...fixed.pieces.map((p) => p.low.toNumber()));
    return [fixed.low, near(low + 2 * (far - low), (far - low) / 20)];
  }

  update() {
    const { page } = this, { asked } = page, best = asked.best();
    if ("error" in best) return;
    const width = page.width(this.root), [low, high] = (this.range = this.reach(best)), { fixed } = best, name = asked.amount.letter;
    const x = new Scale(low.toNumber(), high.toNumber(), 56, width - 12), height = Math.round(Math.min(300, width * 0.62));
    const ends = fixed.pieces.flatMap((p) => [p.low.toNumber()]).filter((v) => v > x.low && v < x.high), about = best.amount.toNumber();
    const places = [...x.places(96), ...ends, ...(about > x.low && about < x.high ? [about] : [])].sort((a, b) => a - b);
    const values = places.map((v) => earnedAbout(fixed, v)), shown = values.filter(Number.isFinite);
    // an amount that may lose all is worth minus infinity: the picture shows what is near the best
    const most = Math.max(...shown), least = Math.min(...shown), start = earnedAbout(fixed, x.low);
    const floor = fixed.growth ? Math.max(least, Math.min(start, most - 3 * Math.max(most - start, 0.05))) : least;
    const y = calm(floor, most, height - 26, 24);
    this.x = x;
    const frame = this.frame.of(x, y);
    if (frame.parentNode !== this.axes) this.axes.replaceChildren(frame);
    const inside = values.map((v) => (v >= y.low - (y.high - y.low) * 0.02 ? v : NaN)), at = x.to(about), top = y.to(best.worth), own = asked.beside(best);
    /** @type {Drawn[]} */
    const drawn = [["path", { class: "curve", d: path(places, inside, x, y), stroke: look(0).ink }]];
    for (const v of ends) drawn.push(["path", { class: "threshold", d: pen`M${x.to(v)} ${y.start - 4}v8` }]);
    if (best.ties) drawn.push(["path", { class: "envelope", d: pen`M${x.to(best.ties[0].toNumber())} ${top}H${x.to(best.ties[1] ? best.ties[1].toNumber() : x.high)}` }]);
    drawn.push(["path", { class: "here", d: pen`M${at} ${top}V${y.start}` }], ["circle", { class: "dot", cx: at, cy: top, r: 4.5, fill: look(0).ink }]);
    if (own && own.about >= y.low) drawn.push(["circle", { class: "handle", cx: x.to(own.amount.toNumber()), cy: y.to(own.about), r: 5 }]);
    this.curves.draw(drawn);
    const label = rootText(best.amount), rows = this.numbers([{ at: x.to(about), text: label }], height + 8, width);
    set(this.svg, { viewBox: `0 0 ${width} ${height + 10 + rows * 17}`, width, height: height + 10 + rows * 17 });
    const text = `${Math.round(Math.min(1, Math.max(0, ((asked.own ?? low).toNumber() - x.low) / (x.high - x.low))) * 1000)}`;
    if (this.slider.value !== text && (/** @type {Document|ShadowRoot} */ (this.root.getRootNode())).activeElement !== this.slider) this.slider.value = text;
    set(this.slider, { "aria-valuetext": asked.own ? `${name} = ${asked.own}` : "none chosen" });
    say(this.words.title, `${page.kind} of each ${name}`);
    say(this.words.described, `${condition(page, [])} Best is ${name} = ${label}.`);
    say(this.foot, `${condition(page, [])}${ends.length ? " Ticks across the axis: where the pieces of the payoff meet." : ""}`);
  }
}

/** A rational function in doubles. @param {Element} e @param {number[]} at @returns {number} */
function about(e, at) {
  const of = (/** @type {import("#exact/polynomial.js").Polynomial} */ p) => p.terms.reduce((sum, t) => sum + t.exponents.reduce((x, n, i) => (n ? x * at[i] ** n : x), t.c.toNumber()), 0);
  return e.below.reduce((v, p) => v / of(p), e.above.reduce((v, p) => v * of(p), e.c.toNumber()));
}

/** The best amount along a letter, the others at the point. */
export class AmountAlong extends Plot {
  /** @param {Page} page */
  constructor(page) {
    super(page, "along");
    const { record } = page.state;
    this.select = h("select", { "aria-label": "Letter along which the best amount is drawn", onchange: () => page.solveFor(this.select.selectedIndex) }, ...record.letters.map((l) => h("option", {}, l.name)));
    this.title.replaceChildren("Best ", page.setter.label(page.asked.amount.letter), " along ", this.select);
    /** @type {Scale|null} */
    this.y = null;
    this.key = "";
    this.held = 0; // shapes that stay while the point moves along the letter
  }

  /** @param {Rational} value */
  moved(value) {
    this.page.state.move(this.page.state.for, value);
    this.page.changed();
  }

  /** Where a case or the domain may change along the letter, within its range, in order. @param {number} i @returns {Root[]} */
  changes(i) {
    const { record, point } = this.page.state, [low, high] = record.letters[i].range;
    const polys = [...record.domain.map((c) => c.poly), ...this.page.asked.amount.cases.flatMap((c) => c.if.map(([p]) => record.polys[p]))];
    const found = [...new Set(polys)].flatMap((p) => roots(cleared(p.along(point, i)), low, high)).sort((a, b) => a.compare(b));
    return found.filter((r, k) => !k || r.compare(found[k - 1]) !== 0);
  }

  update() {
    const { page } = this, { state, asked } = page, { record, point } = state, i = state.for, best = asked.best();
    if (this.select.selectedIndex !== i) this.select.selectedIndex = i;
    if ("error" in best) return;
    const width = page.width(this.root), key = [i, width, ...point.map((v, j) => (j === i ? "" : v))].join();
    if (key !== this.key) {
      this.key = key;
      this.draw(i, width);
    }
    const { x, y } = this;
    if (!x || !y) return;
    const here = x.to(point[i].toNumber()), drawn = this.curves.held.slice(0, this.held).map((k) => /** @type {Drawn} */ ([k.tag, k.attributes]));
    this.curves.draw([...drawn, ["path", { class: "here", d: pen`M${here} ${y.start}V${y.stop}` }], ["circle", { class: "dot", cx: here, cy: y.to(best.amount.toNumber()), r: 4.5, fill: look(0).ink }]]);
  }

  /** @param {number} i @param {number} width */
  draw(i, width) {
    const { page } = this, { state, asked } = page, { record, point } = state, [low, high] = record.letters[i].range, name = record.letters[i].name;
    const marks = [low, ...this.changes(i), high], height = Math.round(Math.min(300, width * 0.62));
    const double = (/** @type {Root|Rational} */ v) => v.toNumber(), numbers = point.map(double), x = new Scale(double(low), double(high), 56, width - 12);
    /** @type {{from: number, to: number, place: number, start: Root|Rational}[]} */
    const parts = [];
    for (let k = 0; k + 1 < marks.length; k++) {
      const middle = point.map((v, j) => (j === i ? between(marks[k], marks[k + 1]) : v)), place = broken(record, middle) ? -1 : asked.amount.place(middle), last = parts.at(-1);
      if (last && last.place === place) last.to = double(marks[k + 1]);
      else parts.push({ from: double(marks[k]), to: double(marks[k + 1]), place, start: marks[k] });
    }
    const curves = parts.filter((p) => p.place >= 0).map((p) => {
      const places = Array.from({ length: 65 }, (_, k) => p.from + ((p.to - p.from) * Math.min(Math.max(k / 64, 1e-6), 1 - 1e-6)));
      return { places, values: places.map((v) => this.amountAbout(p.place, numbers.map((n, j) => (j === i ? v : n)))) };
    });
    const shown = curves.flatMap((c) => c.values).filter(Number.isFinite), y = calm(Math.min(...shown, 0), Math.max(...shown), height - 26, 24);
    [this.x, this.y] = [x, y];
    const frame = this.frame.of(x, y);
    if (frame.parentNode !== this.axes) this.axes.replaceChildren(frame);
    const cuts = parts.slice(1).filter((p, k) => p.place >= 0 && parts[k].place >= 0);
    /** @type {Drawn[]} */
    const drawn = [...curves.map((c) => /** @type {Drawn} */ (["path", { class: "curve", d: path(c.places, c.values, x, y), stroke: look(0).ink }])),
      ...cuts.map((p) => /** @type {Drawn} */ (["path", { class: "switch", d: pen`M${x.to(p.from)} ${y.stop}V${y.start + 6}` }]))];
    this.held = drawn.length;
    this.curves.draw(drawn);
    const texts = cuts.map((p) => ({ at: x.to(p.from), text: p.start instanceof Root ? rootText(p.start) : `${p.start}` })), rows = this.numbers(texts, height + 8, width);
    set(this.svg, { viewBox: `0 0 ${width} ${height + 10 + rows * 17}`, width, height: height + 10 + rows * 17 });
    say(this.words.title, `Best ${asked.amount.letter} along ${name}`);
    say(this.words.described, `${condition(page, [i])} The formula changes at ${texts.map((t) => t.text).join(", ") || "no number"}.`);
    say(this.foot, condition(page, [i]));
  }

  /** The amount of a case in doubles. @param {number} place @param {number[]} at @returns {number} */
  amountAbout(place, at) {
    const found = this.page.asked.amount.cases[place];
    if (found.amount) return about(found.amount, at);
    const low = about(found.low, at), high = found.high ? about(found.high, at) : low + 1e9;
    return realRoots(found.of.map((e) => about(e, at)), low - 1e-9, high + 1e-9)[0] ?? NaN;
  }
}
