/**
 * Names on a map: each stands in its region, in lines if need be, else its number, which the legend explains; what no region
 * holds stands beside it with a leader that crosses no other.
 */
import { Scale } from "#draw/axes.js";
import { Shapes, ems, pen, s, set, spans } from "#draw/html.js";
import { Setter } from "#draw/math.js";

/** @typedef {{action: number, top: number, foot: number}} Cell */
/** @typedef {{x: number, cells: Cell[]}} Slice a column of the map, in pixels */
/** @typedef {{x: number, y: number, wide: number, tall: number}} Box a place that is taken, around its middle */
/** @typedef {[number, number]} Place */
/** @typedef {{at: Place, lines: string[], wide: number, from: Place|null}} Label `from`: where its leader begins */

/** A longer name does not stand outside its region. */
const LONG = 190;

/** The names of the actions of one map. */
export class Names {
  /** @param {Setter} setter */
  constructor(setter) {
    this.setter = setter;
    this.labels = s("g");
    this.leaders = new Shapes();
    this.groups = [this.leaders.g, this.labels];
    /** @type {Map<number, {text: SVGTextElement, form: string}>} */
    this.named = new Map();
    /** @type {Map<number, Label>} */
    this.placed = new Map();
    /** @type {Slice[]} */
    this.slices = [];
    /** @type {Set<number>} actions whose number stands for their name */
    this.keys = new Set();
  }

  /** The regions that are to be named. @param {Slice[]} slices from left to right @param {Scale} x @param {Scale} y */
  among(slices, x, y) {
    const { setter } = this, { actions, raw } = setter.record;
    this.slices = slices.map((slice) => ({ x: slice.x, cells: joined(slice.cells) }));
    [this.placed, this.keys] = [new Map(), new Set()];
    /** @type {Box[]} */
    const taken = [];
    /** @type {number[]} */
    const thin = [], present = new Set(this.slices.flatMap((slice) => slice.cells.map((c) => c.action)));
    const put = (/** @type {number} */ k, /** @type {Label} */ label) => {
      this.placed.set(k, label);
      taken.push({ x: label.at[0], y: label.at[1], wide: label.wide, tall: 2 + 16 * label.lines.length });
    };
    actions.forEach((action, k) => {
      if (!present.has(k)) return;
      const plain = setter.plain(action), isShort = plain.length < 4, air = isShort ? 0 : 8;
      const forms = (raw.names[action] || isShort ? [1] : [1, 2, 3]).map((n) => broken(plain, n));
      for (const lines of forms) {
        const wide = Math.max(...lines.map(ems)) * 14 + air, at = fit(this.slices, k, wide, isShort ? 11 : 2 + 16 * lines.length);
        if (at) return put(k, { at, lines, wide, from: null });
      }
      thin.push(k);
    });
    for (const k of thin) {
      const from = fit(this.slices, k, 0, 0) ?? /** @type {Place} */ ([x.start, y.start]), plain = setter.plain(actions[k]);
      // one or two names stand beside their regions, more would hide the map: short ones, or numbers
      const number = plain.length < 4 ? plain : `${k + 1}`;
      for (const text of thin.length < 3 ? [plain, number] : [number]) {
        const wide = ems(text) * 14 + 8, inside = text === plain ? null : fit(this.slices, k, wide - 8, 11);
        const at = inside ?? (wide > LONG ? null : this.beside(from, wide, taken, x, y));
        if (!at && text !== number) continue;
        if (text !== plain) this.keys.add(k);
        put(k, { at: at ?? from, lines: [text], wide, from: at && !inside ? from : null });
        break;
      }
    }
  }

  /** Every name at its place, clear of the point where its region has room. @param {Place} point */
  draw([cx, cy]) {
    /** @type {import("#draw/html.js").Drawn[]} */
    const drawn = [];
    this.setter.record.actions.forEach((_, k) => {
      const label = this.placed.get(k);
      if (!label) return this.name(k, null, []);
      const { at: [x, y], lines, wide, from } = label, tall = 2 + 16 * lines.length;
      const covered = Math.abs(cx - x) < wide / 2 + 8 && Math.abs(cy - y) < tall / 2 + 8;
      const moved = [cy + tall / 2 + 12, cy - tall / 2 - 12].find((v) => covered && !from && this.slices.every((slice) => Math.abs(slice.x - x) > wide / 2 || holds(slice, k, v, tall)));
      this.name(k, [x, moved ?? y], lines);
      if (!from) return;
      const [u, v] = near(from, label.at, wide);
      drawn.push(["path", { class: "leader", d: pen`M${from[0]} ${from[1]}L${u} ${v}` }]);
      drawn.push(["circle", { class: "corner", cx: from[0], cy: from[1], r: 1.6 }]);
    });
    this.leaders.draw(drawn);
  }

  /** The nearest place for a name outside its region: with its leader clear of what is taken, on one region alone. @param {Place} from @param {number} wide @param {Box[]} taken @param {Scale} x @param {Scale} y @returns {Place|null} */
  beside(from, wide, taken, x, y) {
    const inside = { left: x.start + wide / 2 + 2, right: x.stop - wide / 2 - 2, top: y.stop + 11, foot: y.start - 11 };
    for (let far = 18; far < 400; far += 14) {
      for (let k = 0; k < 16; k++) {
        const [u, v] = [from[0] + (far + wide / 2) * Math.cos((k * Math.PI) / 8), from[1] + far * Math.sin((k * Math.PI) / 8)];
        if (u < inside.left || u > inside.right || v < inside.top || v > inside.foot) continue;
        if (taken.some((b) => Math.abs(b.x - u) < (b.wide + wide) / 2 + 4 && Math.abs(b.y - v) < (b.tall + 18) / 2 + 2)) continue;
        const under = new Set([-1, -0.5, 0, 0.5, 1].flatMap((e) => [-9, 9].map((d) => this.actionAt(u + (e * wide) / 2, v + d))));
        const end = near(from, [u, v], wide), way = between(from, end);
        const isClear = [...this.placed.values()].every((o) => !o.from || !crosses([from, end], [o.from, near(o.from, o.at, o.wide)]));
        if (isClear && under.size === 1 && !way.some(([p, q]) => taken.some((b) => Math.abs(b.x - p) < b.wide / 2 && Math.abs(b.y - q) < b.tall / 2))) return [u, v];
      }
    }
    return null;
  }

  /** The action whose region holds a pixel, -1 outside the domain. @param {number} x @param {number} y @returns {number} */
  actionAt(x, y) {
    const { slices } = this, found = slices.find((slice) => slice.x >= x) ?? slices[slices.length - 1];
    return found?.cells.find((c) => y >= c.top && y <= c.foot)?.action ?? -1;
  }

  /** The name of an action at a place, or none. @param {number} action @param {Place|null} at @param {string[]} lines */
  name(action, at, lines) {
    const form = lines.join("\n");
    let held = this.named.get(action);
    if (at && held?.form !== form) {
      const { raw, actions } = this.setter.record, isName = lines[0] === this.setter.plain(actions[action]);
      held?.text.remove();
      held = { form, text: s("text", { "text-anchor": "middle", class: "halo" }, ...(isName ? spans(raw.names, actions[action]) : lines.map((line, i) => s("tspan", { x: 0, dy: i ? 16 : 8 - 8 * lines.length }, line)))) };
      this.named.set(action, held);
      this.labels.append(held.text);
    }
    // moved, not laid out again
    if (held) set(held.text, at ? { transform: pen`translate(${at[0]} ${at[1] + 5})`, visibility: "visible" } : { visibility: "hidden" });
  }
}

/** Neighbours of one action as one. @param {Cell[]} cells @returns {Cell[]} */
function joined(cells) {
  /** @type {Cell[]} */
  const found = [];
  for (const cell of cells) {
    const last = found.at(-1);
    // a column goes upwards: the next cell stands over the last one
    if (last?.action === cell.action) last.top = cell.top;
    else if (cell.action >= 0) found.push({ ...cell });
  }
  return found;
}

/** @param {Slice} slice @param {number} action @param {number} y @param {number} tall @returns {boolean} whether a column has room for a box in the region of the action */
function holds(slice, action, y, tall) {
  return slice.cells.some((c) => c.action === action && c.top <= y - tall / 2 && c.foot >= y + tall / 2);
}

/** Where a box stands wholly in the region of an action, with the most room. @param {Slice[]} slices @param {number} action @param {number} wide @param {number} tall @returns {Place|null} */
function fit(slices, action, wide, tall) {
  /** @type {Place|null} */
  let best = null;
  let most = -1;
  for (let i = 0; i < slices.length; i += Math.max(1, Math.floor(slices.length / 48))) {
    const { x } = slices[i];
    for (const { top, foot } of slices[i].cells.filter((c) => c.action === action && c.foot - c.top >= tall)) {
      for (const y of [(top + foot) / 2, top + tall / 2 + 2, foot - tall / 2 - 2]) {
        const high = 6 * Math.min(y - top, foot - y) - 3 * tall;
        if (high <= most) continue;
        let [left, right] = [i, i];
        const enough = (wide + high) / 2; // what is wider counts no more
        while (left > 0 && x - slices[left].x < enough && holds(slices[left - 1], action, y, tall)) left -= 1;
        while (right + 1 < slices.length && slices[right].x - x < enough && holds(slices[right + 1], action, y, tall)) right += 1;
        const room = Math.min(high, 2 * Math.min(x - slices[left].x, slices[right].x - x) - wide);
        if (room > most) [best, most] = [[x, y], room];
      }
    }
  }
  return best;
}

/** A text in so many lines, about equally long. @param {string} text @param {number} count @returns {string[]} */
function broken(text, count) {
  const lines = [""], most = ems(text) / count;
  for (const word of text.split(/(?<= )/)) {
    if (lines.length < count && lines[0] && ems(lines[lines.length - 1] + word) > most * 1.15) lines.push("");
    lines[lines.length - 1] += word;
  }
  return lines;
}

/** The point of a name, seen from elsewhere, that is nearest. @param {Place} from @param {Place} at @param {number} wide @returns {Place} */
function near(from, at, wide) {
  return [Math.min(at[0] + wide / 2, Math.max(at[0] - wide / 2, from[0])), Math.min(at[1] + 8, Math.max(at[1] - 8, from[1]))];
}

/** Whether two segments cross. @param {[Place, Place]} one @param {[Place, Place]} two @returns {boolean} */
function crosses([a, b], [c, d]) {
  const side = (/** @type {Place} */ p, /** @type {Place} */ q, /** @type {Place} */ r) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

/** Points on the way between two. @param {Place} a @param {Place} b @returns {Place[]} */
function between(a, b) {
  return Array.from({ length: 24 }, (_, k) => [a[0] + ((k + 1) / 25) * (b[0] - a[0]), a[1] + ((k + 1) / 25) * (b[1] - a[1])]);
}
