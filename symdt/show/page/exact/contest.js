/**
 * The contest of the alternatives: which is best at a point, and where that changes along a letter.
 *
 * All comparisons are signs of exact numbers. `gauge` compares like `value` does, without what all
 * alternatives share; where it is a polynomial, so are the differences.
 */
import { Root, between, bound, cleared, roots, signAt } from "#exact/line.js";
import { Polynomial } from "#exact/polynomial.js";
import { Rational, ZERO, whole } from "#exact/rational.js";
import { Record, holds } from "#exact/record.js";

/** @typedef {{best: number[], ties: number[], value: Rational, values: (Rational|null)[]}} Standing */

/**
 * The optimum at a point of the domain.
 * @param {Record} record @param {Rational[]} point
 * @returns {Standing} `best`: alternatives, `ties`: actions that attain the optimum; `values` by action
 */
export function standing(record, point) {
  /** @type {(Rational|null)[]} */
  const values = record.actions.map(() => null);
  /** @type {(Rational|null)[]} */
  const each = record.alternatives.map((a) => a.value.at(point));
  /** @type {Rational|null} */
  let value = null;
  each.forEach((v, i) => {
    if (v === null) return;
    const action = record.alternatives[i].action, before = values[action];
    if (before === null || record.sign * v.compare(before) < 0) values[action] = v;
    if (value === null || record.sign * v.compare(value) < 0) value = v;
  });
  if (value === null) throw new RangeError("no alternative has a value here: a denominator vanishes");
  const optimum = /** @type {Rational} */ (value);
  return {
    best: each.flatMap((v, i) => (v !== null && v.equals(optimum) ? [i] : [])),
    ties: values.flatMap((v, i) => (v !== null && v.equals(optimum) ? [i] : [])),
    value: optimum,
    values,
  };
}

/**
 * A polynomial with the sign of alternative a's gauge minus b's (times a square where it has a denominator).
 * @param {Record} record @param {number} a @param {number} b
 * @returns {Polynomial}
 */
export function difference(record, a, b) {
  let cache = differences.get(record);
  if (!cache) differences.set(record, (cache = new Map()));
  const key = a * record.alternatives.length + b;
  let found = cache.get(key);
  if (!found) {
    const f = record.alternatives[a].gauge, g = record.alternatives[b].gauge, n = record.letters.length;
    const [above, below] = f.fraction(n), [over, under] = g.fraction(n);
    if (f.below.length === 0 && g.below.length === 0) found = above.minus(over);
    else found = above.times(under).minus(over.times(below)).times(below.times(under));
    cache.set(key, found);
  }
  return found;
}
/** @type {WeakMap<Record, Map<number, Polynomial>>} */
const differences = new WeakMap();

/** @typedef {{best: number, from: Root|null, to: Root|null}} Stretch */
/** @typedef {{at: Root, before: number, after: number}} Change where another strategy of the same action takes over */

/** The alternatives along one letter, the others at a point: exact functions on an interval of the domain. */
export class Along {
  /** @param {Record} record @param {Rational[]} point of the domain @param {number} i the letter */
  constructor(record, point, i) {
    this.record = record;
    this.point = point;
    this.i = i;
    this.x = point[i];
    /** @type {Map<number, bigint[]>} */
    this.cache = new Map();
    /** @type {Root|null} the ends of the domain along the letter; null where there is none */
    this.low = null;
    /** @type {Root|null} */
    this.high = null;
    for (const { poly, op } of record.domain) {
      if (poly.degree(i) === 0) continue;
      const p = cleared(poly.along(point, i));
      if (p.length > 1) this.limit(p, op);
    }
  }

  /** Cut the interval at the roots of a condition that are nearest to the point. @param {bigint[]} p @param {string} op */
  limit(p, op) {
    const far = this.x.absolute().plus(bound(p)), here = new Root(p, this.x, this.x);
    let right = roots(p, this.x, far)[0], left = roots(p, far.negated(), this.x).at(-1);
    if (signAt(p, this.x) === 0) {
      // the point is on an edge: the domain goes on only to a side where the condition holds
      if (!holds(signAt(p, between(this.x, right ?? far)), op)) right = here;
      if (!holds(signAt(p, between(left ?? far.negated(), this.x)), op)) left = here;
    }
    if (right && (!this.high || right.compare(this.high) < 0)) this.high = right;
    if (left && (!this.low || left.compare(this.low) > 0)) this.low = left;
  }

  /** @param {number} a @param {number} b @returns {bigint[]} the sign of a minus b along the letter */
  difference(a, b) {
    if (a > b) return this.difference(b, a).map((c) => -c);
    const key = a * this.record.alternatives.length + b;
    let found = this.cache.get(key);
    if (!found) {
      found = cleared(difference(this.record, a, b).along(this.point, this.i));
      this.cache.set(key, found);
    }
    return found;
  }

  /** @param {Rational} x @returns {number[]} the alternatives that are best at x, in order */
  bestAt(x) {
    let best = [0];
    for (let j = 1; j < this.record.alternatives.length; j++) {
      const sign = this.record.sign * signAt(this.difference(j, best[0]), x);
      if (sign < 0) best = [j];
      else if (sign === 0) best.push(j);
    }
    return best;
  }

  /**
   * The nearest number beyond `from` where another alternative equals `best`, and those that do so there.
   * @param {number} best @param {Root} from @param {1|-1} way @param {Rational} end
   * @returns {{at: Root|null, by: number[]}}
   */
  nearest(best, from, way, end) {
    /** @type {Root|null} */
    let at = null;
    /** @type {number[]} */
    let by = [];
    for (let j = 0; j < this.record.alternatives.length; j++) {
      if (j === best) continue;
      const found = this.crossing(best, j, from, way, end);
      if (!found) continue;
      const order = at ? way * found.compare(at) : -1;
      if (order < 0) [at, by] = [found, [j]];
      else if (order === 0) by.push(j);
    }
    return { at, by };
  }

  /**
   * The nearest number beyond `from` where two alternatives are equal.
   * @param {number} a @param {number} b @param {Root} from @param {1|-1} way @param {Rational} end
   * @returns {Root|undefined}
   */
  crossing(a, b, from, way, end) {
    const p = this.difference(a, b);
    const list = way > 0 ? roots(p, from.low, end) : roots(p, end, from.high).reverse();
    return list.find((r) => way * r.compare(from) > 0);
  }

  /**
   * Of alternatives that are equal at a number, the one that is best just beyond it.
   * @param {Root} at @param {number[]} among @param {1|-1} way @param {Rational} end
   * @returns {number}
   */
  beyond(at, among, way, end) {
    if (among.length === 1) return among[0];
    /** @type {Root|Rational} */
    let stop = end;
    among.forEach((a, k) => {
      for (const b of among.slice(k + 1)) {
        const found = this.crossing(a, b, at, way, end);
        if (found && (!(stop instanceof Root) || way * found.compare(stop) < 0)) stop = found;
      }
    });
    const x = way > 0 ? between(at, stop) : between(stop, at);
    let best = among[0];
    for (const j of among) if (this.record.sign * signAt(this.difference(j, best), x) < 0) best = j;
    return best;
  }

  /**
   * The first number beyond the point, before `end`, where an alternative of another action is as good as
   * the one that is best just beyond the point; and the first before it where the strategy of that action
   * changes, which is a switch of a later decision.
   * @param {1|-1} way @param {Rational} end
   * @returns {{tie: {at: Root, by: number}|null, change: Change|null, first: number}} `first`: the one best just beyond the point
   */
  next(way, end) {
    const actionOf = (/** @type {number} */ a) => this.record.alternatives[a].action;
    let from = new Root([0n, 1n], this.x, this.x);
    const first = this.beyond(from, this.bestAt(this.x), way, end);
    let best = first;
    /** @type {Change|null} */
    let change = null;
    for (;;) {
      const { at, by } = this.nearest(best, from, way, end);
      if (!at) return { tie: null, change, first };
      const other = by.find((j) => actionOf(j) !== actionOf(best));
      if (other !== undefined) return { tie: { at, by: other }, change, first };
      // another strategy of the same action takes over or touches: go on beyond
      const after = this.beyond(at, [best, ...by], way, end);
      if (after !== best) change = change ?? { at, before: best, after };
      [best, from] = [after, at];
    }
  }

  /**
   * The best alternative along the letter between two numbers: stretches in order.
   * @param {Rational} low @param {Rational} high
   * @returns {Stretch[]}
   */
  stretches(low, high) {
    let from = new Root([0n, 1n], low, low), best = this.beyond(from, this.bestAt(low), 1, high);
    /** @type {Stretch[]} */
    const found = [{ best, from: null, to: null }];
    for (;;) {
      const { at, by } = this.nearest(best, from, 1, high);
      if (!at) return found;
      const after = this.beyond(at, [best, ...by], 1, high);
      if (after !== best) {
        found[found.length - 1].to = at;
        found.push({ best: after, from: at, to: null });
      }
      [best, from] = [after, at];
    }
  }
}

/**
 * Where the best value turns inside a stretch, without another alternative taking over: the roots of its
 * derivative (n/d)' = (n'd - nd')/d².
 * @param {Along} along @param {Stretch} stretch @param {Rational} low @param {Rational} high the ends of all stretches
 * @returns {Root[]}
 */
export function turnings(along, stretch, low, high) {
  const { record, point, i } = along, sides = record.alternatives[stretch.best].value.fraction(record.letters.length);
  const [n, d] = sides.map((p) => p.along(point, i)), [dn, dd] = [n, d].map(slope);
  const p = cleared(minus(times(dn, d), times(n, dd)));
  const [from, to] = [stretch.from, stretch.to];
  return roots(p, from ? from.low : low, to ? to.high : high).filter((r) => (from ? r.compare(from) > 0 : r.against(low) > 0) && (to ? r.compare(to) < 0 : r.against(high) < 0));
}

/** @param {Rational[]} p lowest first @returns {Rational[]} its derivative */
function slope(p) {
  return p.length > 1 ? p.slice(1).map((c, k) => c.times(whole(k + 1))) : [ZERO];
}

/** @param {Rational[]} p @param {Rational[]} q @returns {Rational[]} */
function times(p, q) {
  const found = Array.from({ length: p.length + q.length - 1 }, () => ZERO);
  p.forEach((a, i) => q.forEach((b, j) => (found[i + j] = found[i + j].plus(a.times(b)))));
  return found;
}

/** @param {Rational[]} p @param {Rational[]} q @returns {Rational[]} */
function minus(p, q) {
  return Array.from({ length: Math.max(p.length, q.length) }, (_, k) => (p[k] ?? ZERO).minus(q[k] ?? ZERO));
}

/** @typedef {{at: Root|null, by: number, edge: boolean, change: Change|null, beyond: number[]}} Tie */

/**
 * How far a letter may rise (way 1) or fall (way -1) before another action is as good, and before a later decision switches.
 * @param {Record} record @param {Rational[]} point @param {number} i @param {1|-1} way @param {Along} along
 * @returns {Tie} `at` null: never; `edge`: only the end of the domain is there, without a tie; `change`: before that; `beyond`: the actions that are best just beyond the point
 */
export function nextTie(record, point, i, way, along = new Along(record, point, i)) {
  const edge = way > 0 ? along.high : along.low;
  if (edge && edge.against(point[i]) === 0) return { at: edge, by: -1, edge: true, change: null, beyond: [] };
  /** @type {Rational} */
  let end;
  if (edge) end = way > 0 ? edge.high : edge.low;
  else {
    let reach = point[i].absolute();
    for (let a = 0; a < record.alternatives.length; a++) {
      for (let b = a + 1; b < record.alternatives.length; b++) {
        const p = along.difference(a, b);
        if (p.length > 1 && bound(p).compare(reach) > 0) reach = bound(p);
      }
    }
    end = reach.times(new Rational(BigInt(way) * 2n, 1n)).plus(new Rational(BigInt(way), 1n));
  }
  const { tie, change: switched, first } = along.next(way, end);
  const change = switched && (!edge || way * switched.at.compare(edge) < 0) ? switched : null;
  const beyond = [...new Set(along.bestAt(point[i]).filter((j) => j === first || along.difference(j, first).every((c) => !c)).map((j) => record.alternatives[j].action))];
  if (tie && (!edge || way * tie.at.compare(edge) < 0)) {
    return { at: tie.at, by: record.alternatives[tie.by].action, edge: false, change, beyond };
  }
  return { at: edge, by: -1, edge: !!edge, change, beyond };
}
