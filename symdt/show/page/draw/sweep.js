/**
 * The region map by a sweep of columns, in doubles: pixels only, no word is made of these numbers.
 *
 * In a column the roots in y of the differences with the present winner are found, and the winner
 * between them; where two neighbouring columns disagree, the change is bisected so that corners are sharp.
 */
import { difference } from "#exact/contest.js";
import { Rational } from "#exact/rational.js";
import { Record, holds } from "#exact/record.js";

/** @typedef {{from: number, to: number, best: number, of: string}[]} Column best: an alternative (the first of its strategy), or -1 outside the domain; of: those on the parts that the cell runs through */
/** @typedef {{xs: number[], columns: Column[]}} Run neighbouring columns with the same sequence of winners */

/** @param {Rational[][]} matrix @returns {number[][]} in doubles, the largest entry 1 */
function doubles(matrix) {
  const numbers = matrix.map((row) => row.map((q) => q.toNumber()));
  const most = Math.max(...numbers.flat().map(Math.abs));
  return most > 0 && Number.isFinite(most) ? numbers.map((row) => row.map((c) => c / most)) : numbers;
}

/** @param {number[]} p lowest first @param {number} y @returns {number} */
function horner(p, y) {
  let sum = 0;
  for (let i = p.length - 1; i >= 0; i--) sum = sum * y + p[i];
  return sum;
}

/**
 * The real roots of a polynomial between two numbers, in order; by the roots of its derivative.
 * @param {number[]} p lowest first @param {number} low @param {number} high
 * @returns {number[]}
 */
export function realRoots(p, low, high) {
  let n = p.length;
  while (n && p[n - 1] === 0) n -= 1;
  if (n < 2) return [];
  if (n === 2) {
    const x = -p[0] / p[1];
    return x > low && x < high ? [x] : [];
  }
  if (n === 3) {
    const [c, b, a] = p, d = b * b - 4 * a * c;
    if (d < 0) return [];
    const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(d)) / 2;
    return [...new Set([q / a, c / q])].filter((x) => x > low && x < high).sort((x, y) => x - y);
  }
  const q = p.slice(0, n), slope = q.slice(1).map((c, i) => c * (i + 1));
  const marks = [low, ...realRoots(slope, low, high), high];
  /** @type {number[]} */
  const found = [];
  for (let i = 0; i + 1 < marks.length; i++) {
    let a = marks[i], b = marks[i + 1];
    const left = horner(q, a);
    if (left === 0 || left > 0 === horner(q, b) > 0) continue;
    for (let k = 0; k < 60 && b - a > 1e-15 * (Math.abs(a) + Math.abs(b)); k++) {
      const x = (a + b) / 2;
      if (horner(q, x) > 0 === left > 0) a = x;
      else b = x;
    }
    found.push((a + b) / 2);
  }
  return found;
}

/** The contest on a plane of two letters, the others fixed. */
export class Plane {
  /** @param {Record} record @param {Rational[]} point @param {number} i letter of x @param {number} j letter of y */
  constructor(record, point, i, j) {
    this.record = record;
    this.point = point;
    this.i = i;
    this.j = j;
    this.count = record.alternatives.length;
    /** @type {(number[][]|undefined)[]} */
    this.cache = [];
    const walls = (/** @type {import("#exact/record.js").Condition[]} */ list) => list.map(({ poly, op }) => ({ matrix: doubles(poly.plane(point, i, j)), op }));
    this.domain = walls(record.domain);
    this.parts = record.parts.map(walls);
    this.members = record.members[0];
    this.x = NaN;
    /** @type {(number[]|undefined)[]} */
    this.rows = [];
  }

  /** @param {number} x move to a column */
  at(x) {
    if (x !== this.x) {
      this.x = x;
      this.rows = [];
    }
  }

  /** @param {number[][]} matrix @returns {number[]} the polynomial in y at the present column */
  column(matrix) {
    const found = Array(matrix[0].length).fill(0);
    for (let i = matrix.length - 1; i >= 0; i--) {
      for (let j = 0; j < found.length; j++) found[j] = found[j] * this.x + matrix[i][j];
    }
    return found;
  }

  /** @param {number} a @param {number} b another @returns {number[]} in y: negative where the one named first in the record is better */
  pair(a, b) {
    const low = Math.min(a, b), high = Math.max(a, b), key = low * this.count + high;
    let found = this.rows[key];
    if (!found) {
      let matrix = this.cache[key];
      if (!matrix) {
        matrix = doubles(difference(this.record, low, high).plane(this.point, this.i, this.j));
        if (this.record.sign < 0) matrix = matrix.map((r) => r.map((c) => -c));
        this.cache[key] = matrix;
      }
      found = this.column(matrix);
      this.rows[key] = found;
    }
    return found;
  }

  /** @param {number} y @returns {number} the best alternative at the present column */
  best(y) {
    let best = this.members[0];
    for (const j of this.members) if (j !== best && horner(this.pair(best, j), y) > 0) best = j;
    return best;
  }

  /** @param {number} x @param {number} low @param {number} high @returns {Column} */
  solve(x, low, high) {
    this.at(x);
    const here = (/** @type {Plane["domain"]} */ list) => list.map(({ matrix, op }) => ({ p: this.column(matrix), op }));
    const walls = here(this.domain), parts = this.parts.map(here);
    const cuts = [low, ...[walls, ...parts].flat().flatMap(({ p }) => realRoots(p, low, high)).sort((a, b) => a - b), high];
    /** @type {Column} */
    const found = [];
    for (let k = 0; k + 1 < cuts.length; k++) {
      const [from, to] = [cuts[k], cuts[k + 1]];
      if (!(to - from > 1e-13 * (high - low))) continue;
      const within = (/** @type {typeof walls} */ list) => list.every(({ p, op }) => holds(signed(horner(p, (from + to) / 2), op), op));
      this.members = this.record.members[Math.max(0, parts.findIndex(within))];
      if (within(walls)) this.walk(from, to, found);
      else this.push(found, from, to, -1);
    }
    return found;
  }

  /** @param {number} from @param {number} to @param {Column} found */
  walk(from, to, found) {
    let y = from, best = this.best(from + (to - from) * 1e-9);
    for (let guard = 0; guard < 100; guard++) {
      /** @type {number[]} */
      const marks = [];
      for (const j of this.members) if (j !== best) marks.push(...realRoots(this.pair(best, j), y, to));
      marks.sort((a, b) => a - b);
      marks.push(to);
      let next = -1;
      for (let k = 0; k + 1 < marks.length; k++) {
        if (marks[k + 1] - marks[k] < 1e-12 * (to - from)) continue;
        const winner = this.best((marks[k] + marks[k + 1]) / 2);
        if (winner !== best) {
          this.push(found, y, marks[k], best);
          [y, next] = [marks[k], winner];
          break;
        }
      }
      if (next < 0) break;
      best = next;
    }
    this.push(found, y, to, best);
  }

  /** A strategy that stays the best from part to part is one cell. @param {Column} column @param {number} from @param {number} to @param {number} of an alternative */
  push(column, from, to, of) {
    const last = column.at(-1), best = of < 0 ? of : this.record.alternatives[of].choice;
    if (last && last.best === best) {
      last.to = to;
      last.of += ` ${of}`;
    } else column.push({ from, to, best, of: `${of}` });
  }
}

/** @param {number} v relative to 1 @param {string} op @returns {number} its sign; what is to be 0 may be off by rounding */
function signed(v, op) {
  return op === "==" && Math.abs(v) < 1e-12 ? 0 : Math.sign(v);
}

/** @param {Column} column @returns {string} */
function signature(column) {
  return column.map((c) => c.of).join();
}

/**
 * Runs of columns that cover a window from left to right.
 * @param {Plane} plane @param {number[]} xs places of the columns, in order
 * @param {number} low @param {number} high the window in y
 * @param {number} sharp the width, as a share of the window, to which a change is bisected
 * @returns {Run[]}
 */
export function sweep(plane, xs, low, high, sharp) {
  const width = xs[xs.length - 1] - xs[0];
  // just inside: on an edge all may tie, and a tie along it bounds nothing
  xs = xs.map((x, k) => x + 1e-9 * width * (k === 0 ? 1 : k + 1 === xs.length ? -1 : 0));
  /** @type {Run[]} */
  const runs = [];
  let before = plane.solve(xs[0], low, high);
  let run = { xs: [xs[0]], columns: [before] };
  for (let k = 1; k < xs.length; k++) {
    let left = xs[k - 1];
    const target = plane.solve(xs[k], low, high), wanted = signature(target);
    for (let guard = 0; guard < 24 && signature(before) !== wanted; guard++) {
      // the first change between the two columns
      let a = left, b = xs[k], first = before, second = target;
      const here = signature(before);
      while (b - a > sharp * width) {
        const x = (a + b) / 2, middle = plane.solve(x, low, high);
        if (signature(middle) === here) [a, first] = [x, middle];
        else [b, second] = [x, middle];
        if (x === left || x === xs[k]) break;
      }
      run.xs.push(a);
      run.columns.push(first);
      runs.push(run);
      run = { xs: [b], columns: [second] };
      [left, before] = [b, second];
    }
    if (signature(before) !== wanted) {
      runs.push(run);
      run = { xs: [], columns: [] };
    }
    run.xs.push(xs[k]);
    run.columns.push(target);
    before = target;
  }
  runs.push(run);
  return runs;
}
