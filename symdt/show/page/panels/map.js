/**
 * The map in two letters: exact regions for the other letters' values; the point can be dragged.
 */
import { Rational, near, ofNumber, whole } from "#exact/rational.js";
import { difference, standing } from "#exact/contest.js";
import { broken } from "#exact/record.js";
import { Frame, Scale, wholes } from "#draw/axes.js";
import { Shapes, button, h, panel, pen, s, say, set, through } from "#draw/html.js";
import { approximately, m, math } from "#draw/math.js";
import { Names } from "#draw/names.js";
import { Plane, sweep } from "#draw/sweep.js";
import { swatch } from "#panels/headline.js";

/** @typedef {import("#page.js").Page} Page */
/** @typedef {import("#state.js").Axis} Axis */
/** @typedef {import("#draw/sweep.js").Run} Run */
/** @typedef {{a: number, b: number, points: [number, number][]}} Curve */
/** @typedef {{x: number, y: number, of: number[]}} Corner */

/** What a figure holds fixed, in words. @param {import("#shell.js").Shell} page @param {number[]} free @returns {string} */
export function condition(page, free) {
  const { record } = page.state;
  const fixed = record.letters.flatMap((_, i) => (free.includes(i) ? [] : [`${page.setter.plain(record.told(i))} = ${page.state.told(i).replace("-", "−")}`]));
  return fixed.length ? `For ${fixed.join(", ")}.` : "";
}

/** The panel of the map. */
export class RegionMap {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { record } = page.state;
    const positive = record.letters.flatMap((l, i) => (l.low && l.low.sign >= 0 && !l.fixed ? [i] : []));
    const letters = record.letters.map((l) => l.name), free = record.free.map((i) => letters[i]);
    const ratios = free.length > 2 && positive.length <= 6
      ? positive.flatMap((a) => positive.flatMap((b) => (a === b || record.letters[b].high ? [] : [`${letters[a]}/${letters[b]}`]))) : [];
    this.options = [...free, ...ratios];
    this.selectX = this.select("Letter along the horizontal axis");
    this.selectY = this.select("Letter along the vertical axis");
    const box = (/** @type {"logX"|"logY"} */ key, /** @type {string} */ text) => {
      const input = h("input", { type: "checkbox", onchange: () => { page.state[key] = input.checked; page.changed(); } });
      return { input, label: h("label", {}, input, text) };
    };
    this.logX = box("logX", " log x");
    this.logY = box("logY", " log y");
    this.svg = s("svg", { class: "plot map", tabindex: 0, role: "application", "aria-roledescription": "map" });
    this.areas = new Shapes();
    this.names = new Names(page.setter);
    this.axes = s("g");
    this.overlay = new Shapes();
    this.frame = new Frame();
    this.title = s("title");
    this.described = s("desc");
    this.svg.append(this.title, this.described, this.areas.g, ...this.names.groups, this.axes, this.overlay.g);
    /** What the axes and the legend show now. */
    this.shown = { axes: "", legend: "" };
    this.hover = h("p", { class: "hover", role: "status" }, "Drag the point; arrow keys move it. Point at a curve for its equation.");
    this.legend = h("p", { class: "legend" });
    this.foot = h("p", { class: "foot" });
    this.root = panel("map", ["Map in ", this.selectX, " and ", this.selectY],
      h("p", { class: "tools" }, this.logX.label, this.logY.label), this.svg, this.hover, this.legend, this.foot);
    /** @type {Scale|null} */
    this.x = null;
    /** @type {Scale|null} */
    this.y = null;
    /** @type {Curve[]} */
    this.curves = [];
    /** @type {Corner[]} */
    this.corners = [];
    this.key = "";
    this.settle = 0;
    this.svg.addEventListener("pointerdown", (e) => { this.svg.setPointerCapture(e.pointerId); this.drag(e); });
    this.svg.addEventListener("pointermove", (e) => (e.buttons ? this.drag(e) : this.look(e)));
    this.svg.addEventListener("keydown", (e) => this.press(e));
  }

  /** What is taken away. @returns {import("#panels/take.js").Figure} */
  figure() {
    return { svg: this.svg, actions: this.shown.legend.split(" ")[0].split(",").filter((a) => a).map(Number), keys: this.names.keys, lines: false, foot: this.foot.textContent ?? "" };
  }

  /** @param {string} name @returns {HTMLSelectElement} */
  select(name) {
    const { record } = this.page.state, told = (/** @type {string} */ o) => (record.letter(o) < 0 ? o : record.told(record.letter(o)));
    const found = h("select", { "aria-label": name, onchange: () => this.chosen(found) }, ...this.options.map((o) => h("option", { value: o }, told(o))));
    return found;
  }

  /** @param {HTMLSelectElement} moved */
  chosen(moved) {
    const { page } = this, { state } = page, before = [state.axisName(state.x), state.axisName(state.y)];
    if (!state.setAxes(this.selectX.value, this.selectY.value)) {
      // the other axis has that letter already: exchange the two, or take the next letter
      const other = moved === this.selectX ? before[0] : before[1];
      const [x, y] = moved === this.selectX ? [moved.value, other] : [other, moved.value];
      if (!state.setAxes(x, y)) {
        const free = this.options.find((o) => (moved === this.selectX ? state.setAxes(moved.value, o) : state.setAxes(o, moved.value)));
        if (!free) state.setAxes(before[0], before[1]);
      }
    }
    page.changed();
  }

  /** @param {Axis} axis @returns {Rational} what an axis divides by */
  unit(axis) {
    return axis.over < 0 ? new Rational(1n, 1n) : this.page.state.point[axis.over];
  }

  /** @param {Axis} axis @param {number} start @param {number} stop @param {boolean} log @returns {Scale} */
  scale(axis, start, stop, log) {
    const [low, high] = this.page.state.record.letters[axis.letter].range, unit = this.unit(axis).toNumber();
    const only = this.whole(axis), half = only ? 0.5 : 0, scale = new Scale(low.toNumber() / unit - half, high.toNumber() / unit + half, start, stop, log && !only);
    if (axis.over < 0) scale.told = this.page.state.record.teller(axis.letter);
    return scale;
  }

  /** @param {Axis} axis @returns {boolean} whether an axis has whole numbers only */
  whole(axis) {
    return axis.over < 0 && this.page.state.record.letters[axis.letter].whole;
  }

  /** The regions where an axis has whole numbers only: a bar at each of them, and nothing between. @param {Scale} x @param {Scale} y @returns {Map<number, string>} by alternative */
  bars(x, y) {
    const { state } = this.page, { record, point } = state, [onX, onY] = [state.x, state.y].map((axis) => this.whole(axis));
    /** @type {Map<number, string>} */
    const found = new Map();
    const put = (/** @type {number} */ best, /** @type {number[]} */ xs, /** @type {number[]} */ ys) => {
      if (best < 0) return;
      const half = (/** @type {Scale} */ t) => Math.min(7, Math.max(0.5, 0.3 * Math.abs(t.to(1) - t.to(0))));
      const [a, b] = [x.to(xs[0]) - (onX ? half(x) : 0), x.to(xs[1]) + (onX ? half(x) : 0)], [c, d] = [y.to(ys[1]) - (onY ? half(y) : 0), y.to(ys[0]) + (onY ? half(y) : 0)];
      found.set(best, pen`${found.get(best) ?? ""}M${a} ${c}H${b}V${d}H${a}Z`);
    };
    const [ux, uy] = [state.x, state.y].map((axis) => this.unit(axis).toNumber());
    if (onX && onY) {
      for (const n of wholes(x.low, x.high)) for (const k of wholes(y.low, y.high)) {
        const at = point.with(state.x.letter, whole(n)).with(state.y.letter, whole(k));
        if (!broken(record, at)) put(standing(record, at).best[0], [n, n], [k, k]);
      }
    } else if (onX) {
      const plane = new Plane(record, point, state.x.letter, state.y.letter);
      for (const n of wholes(x.low, x.high)) for (const c of plane.solve(n, y.low * uy, y.high * uy)) put(c.best, [n, n], [c.from / uy, c.to / uy]);
    } else {
      const plane = new Plane(record, point, state.y.letter, state.x.letter);
      for (const n of wholes(y.low, y.high)) for (const c of plane.solve(n, x.low * ux, x.high * ux)) put(c.best, [c.from / ux, c.to / ux], [n, n]);
    }
    return found;
  }

  /** @param {PointerEvent} e @returns {[number, number]} */
  pixel(e) {
    const box = this.svg.getBoundingClientRect(), scale = Number(this.svg.getAttribute("width")) / box.width;
    return [(e.clientX - box.left) * scale, (e.clientY - box.top) * scale];
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const [px, py] = this.pixel(e);
    e.preventDefault();
    this.place(px, py);
  }

  /** Move the point to a pixel: to the simplest numbers there. @param {number} px @param {number} py */
  place(px, py) {
    const { page } = this, { state } = page;
    if (!this.x || !this.y) return;
    const set = (/** @type {Axis} */ axis, /** @type {Scale} */ scale, /** @type {number} */ pixel) => {
      const low = Math.min(scale.start, scale.stop) + 1, high = Math.max(scale.start, scale.stop) - 1;
      const at = Math.min(high, Math.max(low, pixel)), a = scale.from(at - 0.5), b = scale.from(at + 0.5);
      state.move(axis.letter, near((a + b) / 2, Math.abs(b - a) / 2).times(this.unit(axis)));
    };
    set(state.x, this.x, px);
    set(state.y, this.y, py);
    page.changed();
  }

  /** @param {KeyboardEvent} e */
  press(e) {
    const step = e.shiftKey ? 16 : 4;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!way || !this.x || !this.y) return;
    e.preventDefault();
    const [cx, cy] = this.centre();
    this.place(cx + way[0] * step, cy + way[1] * step);
  }

  /** @returns {[number, number]} the pixel of the point */
  centre() {
    const { state } = this.page, x = /** @type {Scale} */ (this.x), y = /** @type {Scale} */ (this.y);
    return [x.to(state.point[state.x.letter].over(this.unit(state.x)).toNumber()), y.to(state.point[state.y.letter].over(this.unit(state.y)).toNumber())];
  }

  update() {
    const { page } = this, { state } = page;
    const width = Math.min(page.width(this.root), 620), height = Math.round(width * 0.74);
    this.selectX.value = state.axisName(state.x);
    this.selectY.value = state.axisName(state.y);
    [this.logX.input.checked, this.logY.input.checked] = [state.logX, state.logY];
    this.x = this.scale(state.x, 52, width - 14, state.logX);
    this.y = this.scale(state.y, height - 44, 24, state.logY);
    const fixed = state.point.map((v, i) => (i === state.x.letter || i === state.y.letter ? "" : `${v}`));
    const key = [width, this.x.low, this.x.high, this.y.low, this.y.high, state.axisName(state.x), state.axisName(state.y), state.logX, state.logY, ...fixed].join("|");
    if (key !== this.key) {
      this.key = key;
      set(this.svg, { viewBox: `0 0 ${width} ${height}`, width, height });
      // coarse while the letters move, fine when they rest
      this.draw(40, 1e-4);
      clearTimeout(this.settle);
      this.settle = window.setTimeout(() => {
        this.settle = 0;
        this.draw(Math.round(width / 4), 1e-11);
      }, 200);
    }
    const inside = !("error" in state.answer());
    const [cx, cy] = this.centre();
    this.names.draw([cx, cy]);
    this.overlay.draw([
      ["path", { class: "cross", d: pen`M${cx} ${this.y.stop}V${this.y.start}M${this.x.start} ${cy}H${this.x.stop}` }],
      ["circle", { class: "handle", cx, cy, r: 7 }],
      ["circle", { class: inside ? "core" : "core out", cx, cy, r: 2.5 }],
    ]);
    const name = `${state.axisTold(state.x)} = ${state.axisValue(state.x)}, ${state.axisTold(state.y)} = ${state.axisValue(state.y)}`;
    this.svg.setAttribute("aria-label", `Map of the optimal action; the point is at ${name}. Arrow keys move it.`);
    say(this.foot, condition(page, [state.x.letter, state.y.letter]));
  }

  /** @param {number} columns @param {number} sharp */
  draw(columns, sharp) {
    const { page } = this, { state } = page, { record } = state, x = this.x, y = this.y;
    if (!x || !y) return;
    const plane = new Plane(record, state.point, state.x.letter, state.y.letter);
    const ux = this.unit(state.x).toNumber(), uy = this.unit(state.y).toNumber();
    const low = y.low * uy, high = y.high * uy;
    const only = this.whole(state.x) || this.whole(state.y);
    const runs = only ? [] : sweep(plane, x.places(columns).map((t) => t * ux), low, high, sharp);
    const px = (/** @type {number} */ v) => x.to(v / ux), py = (/** @type {number} */ v) => y.to(v / uy);
    this.corners = [];
    /** @type {Map<number, string>} */
    const areas = new Map();
    /** @type {Curve[]} */
    const curves = [];
    const actionOf = (/** @type {number} */ best) => (best < 0 ? -1 : record.alternatives[best].action);
    runs.forEach((run, r) => {
      run.columns[0].forEach((cell, k) => {
        const action = actionOf(cell.best);
        if (action >= 0) {
          const side = (/** @type {"to"|"from"} */ end) => run.columns.map((c, i) => [px(run.xs[i]), py(c[k][end])]);
          areas.set(action, `${areas.get(action) ?? ""}${through([...side("to"), ...side("from").reverse()])}Z`);
        }
        if (k > 0) {
          const a = run.columns[0][k - 1].best;
          if (a >= 0 || cell.best >= 0) {
            curves.push({ a, b: cell.best, points: run.columns.map((c, i) => /** @type {[number, number]} */ ([px(run.xs[i]), py(c[k].from)])) });
          }
        }
      });
      if (r > 0) {
        this.corner(runs[r - 1], run, px, py);
        curves.push(...upright(runs[r - 1], run, px, py));
      }
    });
    if (only) this.bars(x, y).forEach((d, best) => areas.set(actionOf(best), (areas.get(actionOf(best)) ?? "") + d));
    this.curves = curves;
    /** @type {import("#draw/html.js").Drawn[]} */
    const drawn = [];
    areas.forEach((d, action) => drawn.push(["path", { d, class: "area", fill: page.paint(action) }]));
    for (const c of curves) {
      const kind = c.a < 0 || c.b < 0 ? "edge" : actionOf(c.a) === actionOf(c.b) ? "switch" : "boundary";
      drawn.push(["path", { class: kind, d: through(c.points) }]);
    }
    for (const c of this.corners) drawn.push(["circle", { class: "corner", cx: c.x, cy: c.y, r: 2.2 }]);
    this.areas.draw(drawn);
    this.names.among(runs.flatMap((run) => run.columns.map((column, i) => ({
      x: px(run.xs[i]), cells: column.map((c) => ({ action: actionOf(c.best), top: py(c.to), foot: py(c.from) })),
    }))), x, y);
    this.names.draw(this.centre());
    const [xName, yName] = [state.axisTold(state.x), state.axisTold(state.y)];
    say(this.title, `Optimal action by ${xName} and ${yName}`);
    say(this.described, condition(page, [state.x.letter, state.y.letter]));
    const frame = this.frame.of(x, y), axes = `${this.frame.key} ${xName} ${yName}`;
    if (this.shown.axes !== axes) {
      this.shown.axes = axes;
      this.axes.replaceChildren(frame, this.axisLabel(state.x, (x.start + x.stop) / 2, y.start + 36, "middle"), this.axisLabel(state.y, x.start, y.stop - 8, "middle"));
    }
    const seen = [...areas.keys()].sort((p, q) => p - q), { keys } = this.names, legend = `${seen.join()} ${[...keys].join()}`;
    if (this.shown.legend === legend) return;
    this.shown.legend = legend;
    this.legend.replaceChildren(...seen.map((a) => h("span", {}, swatch(a), keys.has(a) ? `${a + 1} ` : "", page.setter.label(record.actions[a]))));
  }

  /** @param {Axis} axis @param {number} x @param {number} y @param {string} anchor @returns {SVGTextElement} */
  axisLabel(axis, x, y, anchor) {
    const { state, setter } = this.page, plain = (/** @type {number} */ i) => setter.plain(state.record.letters[i].name);
    const text = axis.over < 0 ? setter.plain(state.record.told(axis.letter)) : `${plain(axis.letter)}/${plain(axis.over)}`;
    return s("text", { x, y, "text-anchor": anchor, class: "halo axisname" }, text);
  }

  /** Where a region begins or ends between two runs, three meet. @param {Run} before @param {Run} after @param {(v: number) => number} px @param {(v: number) => number} py */
  corner(before, after, px, py) {
    const one = before.columns[before.columns.length - 1], two = after.columns[0], x = after.xs[0];
    for (const [long, short] of [[one, two], [two, one]]) {
      const there = new Set(short.map((c) => c.best));
      long.forEach((cell, k) => {
        if (there.has(cell.best) || cell.best < 0 || k === 0 || k + 1 >= long.length) return;
        const of = [long[k - 1].best, cell.best, long[k + 1].best];
        if (of.every((b) => b >= 0) && new Set(of.map((b) => this.page.state.record.alternatives[b].action)).size > 1) {
          this.corners.push({ x: px(x), y: py((cell.from + cell.to) / 2), of });
        }
      });
    }
  }

  /** Say what lies under the pointer: a triple point, or the equation of a curve. @param {PointerEvent} e */
  look(e) {
    const [px, py] = this.pixel(e);
    const corner = this.corners.find((c) => Math.hypot(c.x - px, c.y - py) < 9);
    if (corner) {
      this.hover.replaceChildren(...this.triple(corner));
      return;
    }
    /** @type {Curve|null} */
    let nearest = null;
    let least = 9;
    for (const c of this.curves) {
      for (let i = 0; i + 1 < c.points.length; i++) {
        const d = distance([px, py], c.points[i], c.points[i + 1]);
        if (d < least) [least, nearest] = [d, c];
      }
    }
    this.hover.replaceChildren(...(nearest ? this.equation(nearest, px, py) : []));
  }

  /** @param {Curve} c @param {number} px @param {number} py @returns {(Node|string)[]} */
  equation(c, px, py) {
    const { page } = this, { record } = page.state, { setter } = page;
    if (c.a < 0 || c.b < 0) return ["the edge of the domain"];
    const label = (/** @type {number} */ k) => setter.label(record.actions[record.alternatives[k].action]);
    const same = record.alternatives[c.a].action === record.alternatives[c.b].action, { poly, jumps } = this.factor(c, px, py);
    const said = same ? ["another strategy of ", label(c.a)] : [label(c.a), " and ", label(c.b), jumps ? " meet: a value jumps" : " tie"];
    return [...said, " where ", math(setter.condition(poly, "=="))];
  }

  /** The alternatives of strategies on the part of the domain where a point lies. @param {number[]} of @param {Rational[]} point @returns {number[]} */
  there(of, point) {
    const { record } = this.page.state, members = record.members[record.partAt(point)];
    return of.map((k) => members.find((j) => record.alternatives[j].choice === k) ?? k);
  }

  /** What vanishes on a curve: a factor of the difference, or where a part of the domain ends. @param {Curve} c @param {number} px @param {number} py @returns {{poly: import("#exact/polynomial.js").Polynomial, jumps: boolean}} */
  factor(c, px, py) {
    const { state } = this.page, { record } = state, [u, v] = nearestPlace(c, px, py), exact = state.point.slice();
    if (this.x) exact[state.x.letter] = ofNumber(this.x.from(u)).times(this.unit(state.x));
    if (this.y) exact[state.y.letter] = ofNumber(this.y.from(v)).times(this.unit(state.y));
    const [low, high] = this.there([c.a, c.b], exact).sort((a, b) => a - b), point = exact.map((q) => q.toNumber());
    const known = record.raw.equations[`${low},${high}`]?.map((k) => record.polys[k]) ?? [difference(record, low, high)];
    // the one that is least, relative to its terms, at the nearest place of the curve
    const size = (/** @type {import("#exact/polynomial.js").Polynomial} */ poly) => {
      let sum = 0, total = 0;
      for (const t of poly.terms) {
        const value = t.c.toNumber() * t.exponents.reduce((p, e, i) => p * point[i] ** e, 1);
        sum += value;
        total += Math.abs(value);
      }
      return total ? Math.abs(sum) / total : 1;
    };
    const least = (/** @type {typeof known} */ list) => list.reduce((a, b) => (size(b) < size(a) ? b : a));
    const tie = least(known), walls = record.parts.flat().map((w) => w.poly), wall = least([tie, ...walls]), jumps = size(tie) > 1e-3 && wall !== tie;
    return { poly: jumps ? wall : tie, jumps };
  }

  /** A point where three regions meet, exact where it is rational. @param {Corner} corner @returns {(Node|string)[]} */
  triple(corner) {
    const { page } = this, { state } = page, { record } = state, { setter } = page;
    if (!this.x || !this.y) return [];
    const [ux, uy] = [this.unit(state.x), this.unit(state.y)];
    const guess = [this.x.from(corner.x), this.y.from(corner.y)];
    const slack = [Math.abs(this.x.high - this.x.low), Math.abs(this.y.high - this.y.low)].map((w) => w * 1e-8);
    const polished = this.polish(corner, guess);
    const exact = polished.map((v, k) => near(v, Math.max(slack[k] * 1e-2, Math.abs(v) * 1e-11)));
    const point = state.point.with(state.x.letter, exact[0].times(ux)).with(state.y.letter, exact[1].times(uy));
    const of = this.there(corner.of, point), isExact = [0, 1].every((k) => difference(record, of[k], of[k + 1]).at(point).sign === 0);
    const actions = [...new Set(corner.of.map((k) => record.alternatives[k].action))];
    const names = actions.flatMap((a, i) => [i ? ", " : "", setter.label(record.actions[a])]);
    const numbers = [state.x, state.y].map((axis, k) => {
      const told = axis.over < 0 && record.teller(axis.letter);
      if (isExact && !told) return setter.number(exact[k]);
      return m("mrow", m("mo", "≈"), m("mn", approximately(told ? told.own(polished[k]) : polished[k], 8)));
    });
    const go = isExact && button("go", () => page.go(point));
    return [...names, actions.length > 2 ? " all tie at " : " tie, and a strategy changes, at ",
      math(this.axisMath(state.x), m("mo", "="), numbers[0]), ", ", math(this.axisMath(state.y), m("mo", "="), numbers[1]), " ", ...(go ? [go] : [])];
  }

  /** @param {Axis} axis @returns {MathMLElement} */
  axisMath(axis) {
    const { state, setter } = this.page, name = (/** @type {number} */ i) => setter.name(axis.over < 0 ? state.record.told(i) : state.record.letters[i].name);
    return axis.over < 0 ? name(axis.letter) : m("mrow", name(axis.letter), m("mo", "/"), name(axis.over));
  }

  /** Newton's method on two differences, in doubles. @param {Corner} corner @param {number[]} guess @returns {number[]} */
  polish(corner, guess) {
    const { state } = this.page, { record } = state, [i, j] = [state.x.letter, state.y.letter];
    const [ux, uy] = [this.unit(state.x).toNumber(), this.unit(state.y).toNumber()];
    const near = state.point.with(i, ofNumber(guess[0] * ux)).with(j, ofNumber(guess[1] * uy)), of = this.there(corner.of, near);
    const f = [0, 1].map((k) => difference(record, of[k], of[k + 1]).plane(state.point, i, j).map((row) => row.map((q) => q.toNumber())));
    let [x, y] = [guess[0] * ux, guess[1] * uy];
    for (let step = 0; step < 20; step++) {
      const rows = f.map((matrix) => {
        let v = 0, dx = 0, dy = 0;
        matrix.forEach((row, p) => row.forEach((c, q) => {
          v += c * x ** p * y ** q;
          if (p) dx += c * p * x ** (p - 1) * y ** q;
          if (q) dy += c * q * x ** p * y ** (q - 1);
        }));
        return [v, dx, dy];
      });
      const [[v, a, b], [w, c, d]] = rows, det = a * d - b * c;
      if (!det) break;
      const moveX = (v * d - b * w) / det, moveY = (a * w - v * c) / det;
      if (!Number.isFinite(moveX + moveY)) break;
      x -= moveX;
      y -= moveY;
    }
    return [x / ux, y / uy];
  }
}

/**
 * Boundaries that are vertical lines: where two neighbouring runs have other winners at the same height.
 * @param {Run} before @param {Run} after @param {(v: number) => number} px @param {(v: number) => number} py
 * @returns {Curve[]}
 */
function upright(before, after, px, py) {
  const x = px(after.xs[0]);
  return before.columns[before.columns.length - 1].flatMap((one) => after.columns[0].flatMap((two) => {
    const [low, high] = [Math.max(one.from, two.from), Math.min(one.to, two.to)];
    if (one.best === two.best || !(py(low) - py(high) > 1)) return [];
    return [{ a: one.best, b: two.best, points: [[x, py(low)], [x, py(high)]] }];
  }));
}

/** @param {Curve} c @param {number} px @param {number} py @returns {[number, number]} */
function nearestPlace(c, px, py) {
  return c.points.reduce((a, b) => (Math.hypot(b[0] - px, b[1] - py) < Math.hypot(a[0] - px, a[1] - py) ? b : a));
}

/** @param {number[]} p @param {number[]} a @param {number[]} b @returns {number} from a point to a segment */
function distance(p, a, b) {
  const u = [b[0] - a[0], b[1] - a[1]], length = u[0] * u[0] + u[1] * u[1];
  const t = length ? Math.max(0, Math.min(1, ((p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]) / length)) : 0;
  return Math.hypot(p[0] - a[0] - t * u[0], p[1] - a[1] - t * u[1]);
}

