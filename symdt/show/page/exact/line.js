/**
 * The real line, exactly: real roots of polynomials in one letter, isolated and put in order.
 *
 * A polynomial is an array of BigInt coefficients, lowest first, without a leading zero.
 * Roots are isolated by Descartes' rule of signs and bisection; a rational root is recognised
 * as such, since its denominator divides the leading coefficient.
 */
import { Rational, ZERO, gcd, ratio, simplest, whole } from "#exact/rational.js";

/** @param {bigint[]} p @returns {bigint[]} without leading zeros */
function trimmed(p) {
  let n = p.length;
  while (n && p[n - 1] === 0n) n -= 1;
  return p.slice(0, n);
}

/** @param {bigint[]} p @returns {bigint[]} divided by the common divisor of its coefficients */
function primitive(p) {
  let g = 0n;
  for (const c of p) {
    g = gcd(g, c);
    if (g === 1n) return p;
  }
  return g > 1n ? p.map((c) => c / g) : p;
}

/** @param {Rational[]} coefficients lowest first @returns {bigint[]} whole multiples of them with the same signs */
export function cleared(coefficients) {
  let d = 1n;
  for (const c of coefficients) d = (d * c.d) / gcd(d, c.d);
  return primitive(trimmed(coefficients.map((c) => c.n * (d / c.d))));
}

/** @param {bigint[]} p @param {Rational} x @returns {-1|0|1} the sign of p(x) */
export function signAt(p, x) {
  let sum = 0n, power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    sum = sum * x.n + p[i] * power;
    power *= x.d;
  }
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

/** @param {bigint[]} p @returns {bigint[]} */
function derivative(p) {
  return trimmed(p.slice(1).map((c, i) => c * BigInt(i + 1)));
}

/** @param {bigint[]} a @param {bigint[]} b not zero @returns {bigint[]} a multiple of the remainder */
function remainder(a, b) {
  a = a.slice();
  const lead = b[b.length - 1];
  while (a.length >= b.length) {
    const factor = a[a.length - 1], shift = a.length - b.length;
    a = a.map((c) => c * lead);
    for (let i = 0; i < b.length; i++) a[i + shift] -= factor * b[i];
    a = primitive(trimmed(a));
  }
  return a;
}

/** @param {bigint[]} a @param {bigint[]} b @returns {bigint[]} the greatest common divisor, primitive */
export function gcdOf(a, b) {
  while (b.length) [a, b] = [b, remainder(a, b)];
  return primitive(a);
}

/** @param {bigint[]} a @param {bigint[]} b a divisor of it over the rationals @returns {bigint[]} a multiple of a/b */
function quotient(a, b) {
  a = a.slice();
  const lead = b[b.length - 1];
  /** @type {bigint[]} */
  const found = Array(a.length - b.length + 1).fill(0n);
  for (let shift = found.length - 1; shift >= 0; shift--) {
    const top = a[shift + b.length - 1];
    for (let i = 0; i < a.length; i++) a[i] *= lead;
    for (let i = shift; i < found.length; i++) found[i] *= lead;
    found[shift] += top;
    for (let i = 0; i < b.length; i++) a[i + shift] -= top * b[i];
  }
  return primitive(trimmed(found));
}

/** @param {bigint[]} p @returns {bigint[]} the product of its distinct factors */
function squarefree(p) {
  if (p.length <= 2) return p;
  const g = gcdOf(p, derivative(p));
  return g.length > 1 ? quotient(p, g) : p;
}

/** @param {bigint[]} p @returns {bigint[]} p(x + 1) */
function shifted(p) {
  p = p.slice();
  for (let i = 0; i < p.length - 1; i++) for (let j = p.length - 2; j >= i; j--) p[j] += p[j + 1];
  return p;
}

/** @param {bigint[]} p @returns {number} changes of sign among the coefficients of (x+1)^n p(1/(x+1)) */
function variations(p) {
  let before = 0n, count = 0;
  for (const c of shifted(p.slice().reverse())) {
    if (c === 0n) continue;
    if (before !== 0n && c > 0n !== before > 0n) count += 1;
    before = c;
  }
  return count;
}

/** @param {bigint[]} p @returns {bigint[]} 2^n p(x/2) */
function halved(p) {
  const n = p.length - 1;
  return p.map((c, i) => c << BigInt(n - i));
}

/** A real algebraic number: the only root of `poly` in [low, high]; `exact` where it is rational. */
export class Root {
  /** @param {bigint[]} poly squarefree @param {Rational} low @param {Rational} high */
  constructor(poly, low, high) {
    this.poly = poly;
    this.low = low;
    this.high = high;
    /** @type {Rational|null} */
    this.exact = low.equals(high) ? low : null;
    this.left = this.exact ? 0 : signAt(poly, low);
  }

  /** @returns {boolean} */
  get isSettled() {
    return this.exact !== null;
  }

  /** Halve the interval. */
  refine() {
    if (this.exact) return;
    const { low, high } = this, middle = ratio(low.n * high.d + high.n * low.d, 2n * low.d * high.d), sign = signAt(this.poly, middle);
    if (sign === 0) this.settle(middle);
    else if (sign === this.left) this.low = middle;
    else this.high = middle;
  }

  /** @param {Rational} value the number itself */
  settle(value) {
    this.low = this.high = this.exact = value;
  }

  /** Decide whether the root is rational: then its denominator divides the leading coefficient. */
  recognise() {
    if (this.exact) return;
    let lead = this.poly[this.poly.length - 1];
    if (lead < 0n) lead = -lead;
    for (;;) {
      const { low, high } = this, n = low.n * lead, top = high.n * lead;
      const ceiling = n / low.d + (n > 0n && n % low.d !== 0n ? 1n : 0n);
      if (ceiling * high.d > top) return;
      if ((ceiling + 1n) * high.d > top) {
        const value = ratio(ceiling, lead);
        if (signAt(this.poly, value) === 0) this.settle(value);
        return;
      }
      this.refine();
      if (this.exact) return;
    }
  }

  /** @returns {number} the nearest double */
  toNumber() {
    let [a, b] = [this.low.toNumber(), this.high.toNumber()];
    for (let i = 0; i < 240 && !this.exact && a < b; i++) {
      this.refine();
      [a, b] = [this.low.toNumber(), this.high.toNumber()];
    }
    return (a + b) / 2;
  }

  /** @param {Rational} x @returns {-1|0|1} the sign of this number minus x */
  against(x) {
    if (this.exact) return this.exact.compare(x);
    if (this.low.compare(x) <= 0 && this.high.compare(x) >= 0 && signAt(this.poly, x) === 0) {
      this.settle(x);
      return 0;
    }
    // x is no root now, so that refining parts the two
    for (;;) {
      if (this.low.compare(x) >= 0) return 1;
      if (this.high.compare(x) <= 0) return -1;
      this.refine();
    }
  }

  /** @param {Root} o @returns {-1|0|1} the sign of this number minus the other, decided */
  compare(o) {
    if (o === this) return 0;
    if (o.exact) return this.against(o.exact);
    if (this.exact) return /** @type {-1|0|1} */ (-o.against(this.exact));
    /** @type {bigint[]|null} */
    let shared = null;
    for (let i = 0; ; i++) {
      if (this.low.compare(o.high) >= 0) return 1;
      if (this.high.compare(o.low) <= 0) return -1;
      if (i === 24) {
        // still together: equal exactly where a common factor has a root in both intervals
        shared = gcdOf(this.poly, o.poly);
        if (shared.length > 1) {
          const low = this.low.compare(o.low) > 0 ? this.low : o.low;
          const high = this.high.compare(o.high) < 0 ? this.high : o.high;
          if (signAt(shared, low) * signAt(shared, high) < 0) return 0;
        }
      }
      this.refine();
      o.refine();
      if (this.isSettled || o.isSettled) return this.compare(o);
    }
  }

  /**
   * The closed form of an irrational root of degree 2: (a + b √c)/d with whole numbers.
   * @returns {{a: bigint, b: bigint, c: bigint, d: bigint}|null}
   */
  surd() {
    if (this.exact || this.poly.length !== 3) return null;
    let [c0, c1, c2] = this.poly;
    if (c2 < 0n) [c0, c1, c2] = [-c0, -c1, -c2];
    let radicand = c1 * c1 - 4n * c2 * c0, b = 1n;
    for (let q = 2n; q < 200n && q * q <= radicand; q++) {
      while (radicand % (q * q) === 0n) {
        radicand /= q * q;
        b *= q;
      }
    }
    // the smaller root has the minus: the one that lies left of the vertex
    if (this.against(ratio(-c1, 2n * c2)) < 0) b = -b;
    const g = gcd(gcd(-c1, b), 2n * c2);
    return { a: -c1 / g, b: b / g, c: radicand, d: (2n * c2) / g };
  }
}

/**
 * The distinct real roots between two numbers, the ends left out, in order.
 * @param {bigint[]} polynomial @param {Rational} low @param {Rational} high
 * @returns {Root[]}
 */
export function roots(polynomial, low, high) {
  if (polynomial.length <= 1 || low.compare(high) >= 0) return [];
  if (polynomial.length === 2) {
    const x = ratio(-polynomial[0], polynomial[1]);
    return x.compare(low) > 0 && x.compare(high) < 0 ? [new Root(polynomial, x, x)] : [];
  }
  const p = squarefree(polynomial);
  /** @type {Root[]} */
  const found = [];
  // p on [low, high] as a polynomial on [0, 1]
  const width = high.minus(low);
  isolate(p, stretched(p, low, width), low, width, found);
  found.sort((a, b) => a.low.compare(b.low) || a.high.compare(b.high));
  for (const root of found) root.recognise();
  return found.filter((r) => r.against(low) > 0 && r.against(high) < 0);
}

/** @param {bigint[]} p @param {Rational} low @param {Rational} width @returns {bigint[]} p(low + width t), cleared */
function stretched(p, low, width) {
  /** @type {Rational[]} */
  let found = [];
  for (let i = p.length - 1; i >= 0; i--) {
    // found * (low + width t) + p[i]
    const next = Array.from({ length: found.length + 1 }, () => ZERO);
    found.forEach((c, j) => {
      next[j] = next[j].plus(c.times(low));
      next[j + 1] = next[j + 1].plus(c.times(width));
    });
    next[0] = next[0].plus(whole(p[i]));
    found = next;
  }
  return cleared(found);
}

/**
 * @param {bigint[]} p @param {bigint[]} q p on the interval, moved to [0, 1]
 * @param {Rational} low @param {Rational} width @param {Root[]} found
 */
function isolate(p, q, low, width, found) {
  const count = variations(q);
  if (count === 0) return;
  const high = low.plus(width);
  if (count === 1) {
    if (signAt(p, low) !== 0 && signAt(p, high) !== 0) {
      found.push(new Root(p, low, high));
      return;
    }
    // a root at an end: narrow until the inner root has an interval with signs at both ends
  }
  const half = width.over(whole(2)), middle = low.plus(half), left = halved(q);
  if (signAt(p, middle) === 0) found.push(new Root(p, middle, middle));
  isolate(p, primitive(left), low, half, found);
  isolate(p, primitive(trimmed(shifted(left))), middle, half, found);
}

/** @param {bigint[]} p @returns {Rational} a bound on the size of its real roots */
export function bound(p) {
  let most = 0n, lead = p[p.length - 1];
  if (lead < 0n) lead = -lead;
  for (const c of p.slice(0, -1)) most = c > most ? c : -c > most ? -c : most;
  return whole(most / lead + 2n);
}

/**
 * A simple rational strictly between two numbers.
 * @param {Root|Rational} low @param {Root|Rational} high greater than `low`
 * @returns {Rational}
 */
export function between(low, high) {
  let a = low instanceof Root ? low.high : low, b = high instanceof Root ? high.low : high;
  while (a.compare(b) >= 0) {
    if (low instanceof Root) low.refine();
    if (high instanceof Root) high.refine();
    a = low instanceof Root ? low.high : low;
    b = high instanceof Root ? high.low : high;
  }
  const third = b.minus(a).over(whole(3));
  return simplest(a.plus(third), b.minus(third));
}
