/**
 * The contest of the alternatives: which is best at a point, and where that changes along a letter.
 *
 * All comparisons are signs of exact numbers. `gauge` compares like `value` does, without what all
 * alternatives share; where it is a polynomial, so are the differences.
 */
import { Root, between, bound, cleared, roots, signAt } from "#exact/line.js";
import { Polynomial } from "#exact/polynomial.js";
import { Rational, ZERO, whole } from "#exact/rational.js";
import { Record, broken, holds } from "#exact/record.js";

/** @typedef {{best: number[], ties: number[], value: Rational, values: (Rational|null)[]}} Standing */

/**
 * The optimum at a point of the domain.
 * @param {Record} record @param {Rational[]} point
 * @returns {Standing} `best`: alternatives, `ties`: actions that attain the optimum; `values` by action
 */
export function standing(record, point) {
  /** @type {(Rational|null)[]} */
  const values = record.actions.map(() => null);
  const members = record.members[record.partAt(point)], each = members.map((k) => record.alternatives[k].value.at(point));
  /** @type {Rational|null} */
  let value = null;
  each.forEach((v, i) => {
    if (v === null) return;
    const action = record.alternatives[members[i]].action, before = values[action];
    if (before === null || record.sign * v.compare(before) < 0) values[action] = v;
    if (value === null || record.sign * v.compare(value) < 0) value = v;
  });
  if (value === null) throw new RangeError("no alternative has a value here: a denominator vanishes");
  const optimum = /** @type {Rational} */ (value);
  return {
    best: members.filter((_, i) => each[i]?.equals(optimum)),
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
    /** @type {Map<number, {low: Rational, high: Rational, list: Root[]}>} where two alternatives are equal, as far as was asked */
    this.known = new Map();
    /** @type {Root|null} the ends of the domain along the letter; null where there is none */
    this.low = null;
    /** @type {Root|null} */
    this.high = null;
    for (const { poly, op } of record.domain) {
      if (poly.degree(i) === 0) continue;
      const p = cleared(poly.along(point, i));
      if (p.length > 1) this.limit(p, op);
    }
    /** @type {Root[]} where another part of the domain may begin, in order */
    this.cuts = [];
    for (const p of new Set(record.parts.flat().map((c) => c.poly))) {
      const q = p.degree(i) ? cleared(p.along(point, i)) : [], reach = q.length > 1 ? bound(q) : null;
      if (reach) this.cuts.push(...roots(q, reach.negated(), reach).filter((r) => this.cuts.every((c) => c.compare(r))));
    }
    this.cuts.sort((p, q) => p.compare(q));
  }

  /** @param {Rational} x @returns {number[]} the alternatives that count at x */
  members(x) {
    const { record, point, i } = this;
    return record.members[record.parts.length ? record.partAt(point.with(i, x)) : 0];
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
    const members = this.members(x);
    let best = members.slice(0, 1);
    for (const j of members.slice(1)) {
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
    for (const j of this.record.members[this.record.alternatives[best].part]) {
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
    const key = Math.min(a, b) * this.record.alternatives.length + Math.max(a, b), [low, high] = way > 0 ? [from.low, end] : [end, from.high];
    let found = this.known.get(key);
    // roots of a wider stretch serve, and are refined once
    if (!found || found.low.compare(low) > 0 || found.high.compare(high) < 0) this.known.set(key, (found = { low, high, list: roots(this.difference(a, b), low, high) }));
    const list = way > 0 ? found.list : found.list.toReversed();
    return list.find((r) => way * r.compare(from) > 0 && way * r.against(end) < 0);
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
   * The alternative that is best just beyond a number.
   * @param {Root} from a rational one, or a cut @param {1|-1} way @param {Rational} end
   * @returns {number}
   */
  first(from, way, end) {
    if (from.exact && !this.cuts.length) return this.beyond(from, this.bestAt(from.exact), way, end);
    const stop = this.cut(from, way, end) ?? end;
    return this.beyond(from, this.members(way > 0 ? between(from, stop) : between(stop, from)), way, end);
  }

  /** The next cut beyond a number, before `end`. @param {Root} from @param {1|-1} way @param {Rational} end @returns {Root|undefined} */
  cut(from, way, end) {
    const list = way > 0 ? this.cuts : this.cuts.slice().reverse();
    return list.find((c) => way * c.compare(from) > 0 && way * c.against(end) < 0);
  }

  /**
   * What happens to the best alternative from a number on, in order: `by` others equal it, or another part of the domain
   * begins; and the one that is best `after` that.
   * @param {Root} from @param {1|-1} way @param {Rational} end @param {number} best the one that is best just beyond `from`
   * @returns {Generator<{at: Root, before: number, by: number[], after: number}>}
   */
  *events(from, way, end, best) {
    for (;;) {
      const stop = this.cut(from, way, end), limit = stop ? (way > 0 ? stop.high : stop.low) : end;
      // a cut that is no fraction has an interval: what lies in it may be beyond
      const { at: tie, by: others } = this.nearest(best, from, way, stop && !stop.exact ? limit : end);
      const isCut = stop && (!tie || way * tie.compare(stop) >= 0), at = isCut ? stop : tie;
      if (!at) return;
      const by = !isCut ? others : at.exact ? this.bestAt(at.exact) : tie && tie.compare(at) === 0 ? others : [];
      const before = best;
      best = isCut ? this.first(at, way, end) : this.beyond(at, [best, ...by], way, limit);
      yield { at, before, by, after: best };
      from = at;
    }
  }

  /**
   * The first number beyond the point, before `end`, where an alternative of another action is as good as
   * the one that is best just beyond the point; and the first before it where the strategy of that action
   * changes, which is a switch of a later decision.
   * @param {1|-1} way @param {Rational} end
   * @returns {{tie: {at: Root, by: number}|null, change: Change|null, first: number}} `first`: the one best just beyond the point
   */
  next(way, end) {
    const { alternatives } = this.record, from = new Root([0n, 1n], this.x, this.x), first = this.first(from, way, end);
    /** @type {Change|null} */
    let change = null;
    for (const { at, before, by, after } of this.events(from, way, end, first)) {
      const other = [...by, after].find((j) => alternatives[j].action !== alternatives[before].action);
      if (other !== undefined) return { tie: { at, by: other }, change, first };
      // another strategy of the same action takes over or touches: go on beyond
      if (alternatives[after].choice !== alternatives[before].choice) change = change ?? { at, before, after };
    }
    return { tie: null, change, first };
  }

  /**
   * The best alternative along the letter between two numbers, on each part of the domain: pieces in order.
   * @param {Rational} low @param {Rational} high
   * @returns {Stretch[]}
   */
  pieces(low, high) {
    const from = new Root([0n, 1n], low, low), first = this.first(from, 1, high);
    /** @type {Stretch[]} */
    const found = [{ best: first, from: null, to: null }];
    for (const { at, before, after } of this.events(from, 1, high, first)) {
      if (after === before) continue;
      found[found.length - 1].to = at;
      found.push({ best: after, from: at, to: null });
    }
    return found;
  }

  /** The same, a strategy that stays the best from part to part told once. @param {Rational} low @param {Rational} high @returns {Stretch[]} */
  stretches(low, high) {
    const { alternatives } = this.record;
    /** @type {Stretch[]} */
    const found = [];
    for (const piece of this.pieces(low, high)) {
      const last = found.at(-1);
      if (last && alternatives[last.best].choice === alternatives[piece.best].choice) last.to = piece.to;
      else found.push({ ...piece });
    }
    return found;
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

/** @typedef {{at: Root|null, by: number, edge: boolean, change: Change|null, beyond: number[], better?: boolean, asked?: Rational}} Tie `better`: a whole number goes past the tie; `asked`: nothing happens up to there, and no further number was asked */

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
    const wider = (/** @type {Rational} */ x) => (reach = x.compare(reach) > 0 ? x : reach);
    for (const members of record.members) members.forEach((a, k) => members.slice(k + 1).forEach((b) => {
      const p = along.difference(a, b);
      if (p.length > 1) wider(bound(p));
    }));
    for (const c of along.cuts) wider(c.low.absolute().plus(c.high.absolute()));
    end = reach.times(new Rational(BigInt(way) * 2n, 1n)).plus(new Rational(BigInt(way), 1n));
  }
  const { tie, change: switched, first } = along.next(way, end);
  const change = switched && (!edge || way * switched.at.compare(edge) < 0) ? switched : null;
  const same = (/** @type {number} */ j) => record.alternatives[j].choice === record.alternatives[first].choice;
  const beyond = [...new Set(along.bestAt(point[i]).filter((j) => same(j) || (record.alternatives[j].part === record.alternatives[first].part && along.difference(j, first).every((c) => !c))).map((j) => record.alternatives[j].action))];
  if (tie && (!edge || way * tie.at.compare(edge) < 0)) {
    return { at: tie.at, by: record.alternatives[tie.by].action, edge: false, change, beyond };
  }
  return { at: edge, by: -1, edge: !!edge, change, beyond };
}

/** How many whole numbers are asked about, one by one. */
const MANY = 500;

/**
 * The same for a letter that is a whole number: what happens at whole numbers, and nothing between them.
 * @param {Record} record @param {Rational[]} point @param {number} i @param {1|-1} way
 * @returns {Tie}
 */
export function nextWhole(record, point, i, way) {
  const moved = (/** @type {Rational} */ n) => point.with(i, n), put = (/** @type {Rational} */ n) => new Root([0n, 1n], n, n);
  const choiceOf = (/** @type {number} */ j) => record.alternatives[j].choice, start = standing(record, point);
  let at = point[i], { ties } = start, best = start.best.map(choiceOf);
  /** @type {Change|null} */
  let change = null;
  for (let steps = 0; steps < MANY; steps++) {
    let n = at.plus(whole(way));
    if (!record.parts.length) {
      // between here and the next tie or switch along all numbers nothing happens
      const next = nextTie(record, moved(at), i, way), root = next.change?.at ?? next.at;
      if (!root) return { at: null, by: -1, edge: false, change, beyond: ties };
      const near = whole(Math.round(root.toNumber()) - way);
      if (way * near.compare(n) > 0) n = near;
      while (way * root.against(n) > 0) n = n.plus(whole(way));
      if (broken(record, moved(n))) [at, n] = [n.minus(whole(way)), n];
    }
    if (broken(record, moved(n))) return { at: put(at), by: -1, edge: true, change, beyond: ties };
    const now = standing(record, moved(n));
    if (!steps && ties.length > 1) ({ ties } = now);
    const by = now.ties.find((a) => !ties.includes(a));
    if (by !== undefined) return { at: put(n), by, edge: false, change, beyond: ties, better: !now.ties.some((a) => ties.includes(a)) };
    if (!now.best.some((j) => best.includes(choiceOf(j)))) {
      change = change ?? { at: put(n), before: start.best[0], after: now.best[0] };
      best = now.best.map(choiceOf);
    }
    at = n;
  }
  return { at: null, by: -1, edge: false, change, beyond: ties, asked: at };
}
