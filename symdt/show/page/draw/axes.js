/**
 * Axes: the scale from numbers to pixels, ticks at round numbers, and rows of labels that never overlap.
 */
import { superscript } from "#exact/rational.js";
import { approximately } from "#draw/math.js";
import { ems, pen, s } from "#draw/html.js";

/** A linear or logarithmic scale. */
export class Scale {
  /** @param {number} low @param {number} high @param {number} start pixel of low @param {number} stop pixel of high @param {boolean} log */
  constructor(low, high, start, stop, log = false) {
    this.log = log && low >= 0 && high > 0;
    this.low = this.log && low === 0 ? high / 1000 : low;
    this.high = high;
    this.start = start;
    this.stop = stop;
    /** @type {import("#exact/attitude.js").Attitude|null} whose letter the ticks tell, where it is not that of the scale */
    this.told = null;
  }

  /** @param {number} x @returns {number} the pixel */
  to(x) {
    const share = this.log
      ? Math.log(Math.max(x, this.low / 1e6) / this.low) / Math.log(this.high / this.low)
      : (x - this.low) / (this.high - this.low);
    return this.start + share * (this.stop - this.start);
  }

  /** @param {number} pixel @returns {number} */
  from(pixel) {
    const share = (pixel - this.start) / (this.stop - this.start);
    return this.log ? this.low * (this.high / this.low) ** share : this.low + share * (this.high - this.low);
  }

  /** @param {number} n @returns {number[]} places of n columns, evenly spaced on paper */
  places(n) {
    return Array.from({ length: n + 1 }, (_, k) => (k === n ? this.high : this.from(this.start + (k / n) * (this.stop - this.start))));
  }

  /** The number at a tick; on an axis of very large or very small numbers all have one power of ten. @param {number} t @returns {string} */
  label(t) {
    if (this.told) return approximately(this.told.own(t));
    const most = Math.max(Math.abs(this.low), Math.abs(this.high)), power = Math.floor(Math.log10(most) + 1e-9);
    if (this.log || !t || (power > -5 && power < 7)) return approximately(t);
    return `${approximately(t / 10 ** power)}·10${superscript(power)}`;
  }

  /** @param {number} about @returns {number[]} round numbers inside */
  ticks(about = 5) {
    const { told } = this;
    if (told) {
      const found = [], least = Math.abs(this.stop - this.start) / about / 2;
      const [a, b] = [told.own(this.low), told.own(this.high)].map((v) => Math.log10(Math.min(Math.max(v, 1e-9), 1e12)));
      for (let e = Math.floor(a); e <= Math.ceil(b); e++) for (const f of [1, 2, 5]) found.push(told.inner(f * 10 ** e));
      const inside = found.filter((t) => t >= this.low && t <= this.high);
      return inside.filter((t, k) => !k || !inside.slice(0, k).some((u) => Math.abs(this.to(u) - this.to(t)) < least));
    }
    if (this.log && this.high / this.low > 20) {
      const found = [];
      for (let e = Math.floor(Math.log10(this.low)); e <= Math.ceil(Math.log10(this.high)); e++) {
        for (const f of this.high / this.low > 2000 ? [1] : [1, 3]) found.push(f * 10 ** e);
      }
      return found.filter((t) => t >= this.low * 0.999 && t <= this.high * 1.001);
    }
    const raw = (this.high - this.low) / about, power = 10 ** Math.floor(Math.log10(raw));
    const step = ([1, 2, 2.5, 5, 10].find((f) => f * power >= raw * 0.999) ?? 10) * power;
    const found = [];
    for (let k = Math.ceil(this.low / step - 1e-9); k * step <= this.high * (1 + 1e-12) + 1e-12 * step; k++) found.push(k * step);
    return found;
  }
}

/** Whole numbers of a range, at most some hundred of them. @param {number} low @param {number} high @returns {number[]} */
export function wholes(low, high) {
  const first = Math.ceil(low), count = Math.max(0, Math.floor(high) - first + 1), step = Math.ceil(count / 400) || 1;
  return Array.from({ length: Math.ceil(count / step) }, (_, k) => first + k * step);
}

/** @typedef {{at: number, width: number, row: number, left: number}} Placed */

/** A label is moved at most this many pixels aside from what it names. */
const FAR = 40;

/**
 * One row for labels near pixels, moved apart where they would overlap; none where one would stand too far off.
 * @param {{at: number, text: string}[]} items in order @param {number} size of the type @param {number} low @param {number} high
 * @returns {Placed[]|null}
 */
export function inRow(items, size, low, high) {
  const placed = items.map(({ at, text }) => ({ at, width: ems(text) * size + 4, row: 0, left: 0 }));
  /** @type {{from: number, many: number, want: number, width: number}[]} labels side by side, where their first is wanted */
  const blocks = [];
  const begin = (/** @type {{want: number, width: number}} */ b) => Math.max(low, Math.min(high - b.width, b.want));
  placed.forEach(({ at, width }, k) => {
    let block = { from: k, many: 1, want: at - width / 2, width };
    for (let last = blocks.at(-1); last && begin(last) + last.width + 6 > begin(block); last = blocks.at(-1)) {
      const shift = last.width + 6, many = last.many + block.many;
      block = { from: last.from, many, want: (last.want * last.many + (block.want - shift) * block.many) / many, width: shift + block.width };
      blocks.pop();
    }
    blocks.push(block);
  });
  for (const block of blocks) {
    let left = begin(block);
    for (const p of placed.slice(block.from, block.from + block.many)) [p.left, left] = [left, left + p.width + 6];
  }
  return placed.every((p) => p.left >= low && Math.abs(p.left + p.width / 2 - p.at) <= FAR) ? placed : null;
}

/**
 * Rows for labels centred at pixels, so that no two overlap and all stay between two pixels.
 * @param {{at: number, text: string}[]} items in order @param {number} size of the type @param {number} low @param {number} high
 * @returns {Placed[]}
 */
export function inRows(items, size, low, high) {
  /** @type {number[]} */
  const ends = [];
  return items.map(({ at, text }) => {
    const width = ems(text) * size + 4, left = Math.max(low, Math.min(high - width, at - width / 2));
    let row = ends.findIndex((e) => e + 6 <= left);
    if (row < 0) row = ends.push(0) - 1;
    ends[row] = left + width;
    return { at, width, row, left };
  });
}

/** A linear scale whose ends are round numbers around two, so that it stands still while they move a little. @param {number} low @param {number} high @param {number} start @param {number} stop @returns {Scale} */
export function calm(low, high, start, stop) {
  const span = high - low || Math.abs(high) || 1, power = 10 ** Math.floor(Math.log10(span / 10));
  const step = ([1, 2, 5, 10].find((f) => f * power >= (span / 10) * 0.999) ?? 10) * power;
  return new Scale(Math.floor((low - span * 0.02) / step) * step, Math.ceil((high + span * 0.02) / step) * step, start, stop);
}

/** A frame that is made again only where a scale has changed. */
export class Frame {
  constructor() {
    this.key = "";
    this.g = s("g");
  }

  /** @param {Scale} x @param {Scale} y @returns {SVGGElement} */
  of(x, y) {
    const key = [x, y].map((t) => [t.low, t.high, t.start, t.stop, t.log, t.told !== null].join()).join();
    if (key !== this.key) [this.key, this.g] = [key, frame(x, y)];
    return this.g;
  }
}

/**
 * A frame with ticks and grid below and at the left.
 * @param {Scale} x @param {Scale} y
 * @returns {SVGGElement}
 */
export function frame(x, y) {
  const g = s("g", { class: "frame" });
  for (const t of x.ticks(Math.max(3, Math.round((x.stop - x.start) / 80)))) {
    const at = x.to(t);
    g.append(s("path", { d: pen`M${at} ${y.start}v4`, class: "tick" }), s("text", { x: at, y: y.start + 16, "text-anchor": "middle" }, x.label(t)));
  }
  for (const t of y.ticks(Math.max(3, Math.round((y.start - y.stop) / 55)))) {
    const at = y.to(t);
    g.append(s("path", { d: pen`M${x.start} ${at}h-4`, class: "tick" }), s("text", { x: x.start - 7, y: at + 4, "text-anchor": "end" }, y.label(t)));
  }
  g.append(s("path", { d: pen`M${x.start} ${y.stop}V${y.start}H${x.stop}`, class: "axis" }));
  return g;
}
