/**
 * Polynomials in the letters: lists of terms `[coefficient, e1, …, en]`, evaluated exactly.
 *
 * A point is an array of rationals in the order of the letters.
 */
import { ONE, Rational, ZERO, parse } from "#exact/rational.js";

/** @typedef {Rational[]} Point */

/** One term. */
export class Term {
  /** @param {Rational} c @param {number[]} exponents */
  constructor(c, exponents) {
    this.c = c;
    this.exponents = exponents;
  }

  /** The term at a point, but for the powers of letters i and j. @param {Point} point @param {number} i @param {number} j @returns {Rational} */
  at(point, i = -1, j = -1) {
    let product = this.c;
    this.exponents.forEach((e, k) => {
      if (e && k !== i && k !== j) product = product.times(e === 1 ? point[k] : point[k].power(e));
    });
    return product;
  }
}

/** A polynomial with rational coefficients. */
export class Polynomial {
  /** @param {Term[]} terms */
  constructor(terms) {
    this.terms = terms;
  }

  /** @returns {boolean} */
  get isZero() {
    return this.terms.length === 0;
  }

  /** @param {number} i @returns {number} the degree in letter i */
  degree(i) {
    return this.terms.reduce((most, t) => Math.max(most, t.exponents[i]), 0);
  }

  /** @param {Point} point @returns {Rational} */
  at(point) {
    let sum = ZERO;
    for (const term of this.terms) sum = sum.plus(term.at(point));
    return sum;
  }

  /**
   * The coefficients, lowest first, of the polynomial in letter i, the other letters at the point.
   * @param {Point} point @param {number} i
   * @returns {Rational[]}
   */
  along(point, i) {
    const found = Array.from({ length: this.degree(i) + 1 }, () => ZERO);
    for (const term of this.terms) {
      const e = term.exponents[i];
      found[e] = found[e].plus(term.at(point, i));
    }
    return found;
  }

  /**
   * The polynomial in letters i and j as a matrix of rationals, `[power of i][power of j]`.
   * @param {Point} point @param {number} i @param {number} j
   * @returns {Rational[][]}
   */
  plane(point, i, j) {
    const found = Array.from({ length: this.degree(i) + 1 }, () =>
      Array.from({ length: this.degree(j) + 1 }, () => ZERO));
    for (const term of this.terms) {
      const row = found[term.exponents[i]], e = term.exponents[j];
      row[e] = row[e].plus(term.at(point, i, j));
    }
    return found;
  }

  /** @param {Polynomial} other @returns {Polynomial} */
  minus(other) {
    return collected([...this.terms, ...other.terms.map((t) => new Term(t.c.negated(), t.exponents))]);
  }

  /** @param {Polynomial} other @returns {Polynomial} */
  times(other) {
    return collected(
      this.terms.flatMap((a) =>
        other.terms.map((b) => new Term(a.c.times(b.c), a.exponents.map((e, i) => e + b.exponents[i])))),
    );
  }

  /** @param {Rational} c @returns {Polynomial} */
  scaled(c) {
    return new Polynomial(this.terms.map((t) => new Term(t.c.times(c), t.exponents)));
  }
}

/** @param {Term[]} terms @returns {Polynomial} like terms added */
function collected(terms) {
  /** @type {Map<string, Term>} */
  const found = new Map();
  for (const t of terms) {
    const key = t.exponents.join(), before = found.get(key);
    found.set(key, before ? new Term(before.c.plus(t.c), t.exponents) : t);
  }
  return new Polynomial([...found.values()].filter((t) => t.c.sign !== 0));
}

/** @param {number} letters @returns {Polynomial} the polynomial 1 */
export function unit(letters) {
  return new Polynomial([new Term(ONE, Array(letters).fill(0))]);
}

/** @param {[string, ...number[]][]} terms as the record has them @returns {Polynomial} */
export function readPolynomial(terms) {
  return new Polynomial(terms.map(([c, ...exponents]) => new Term(parse(c), exponents)));
}

/**
 * A rational function: a coefficient times numerator factors over denominator factors.
 */
export class Element {
  /** @param {Rational} c @param {Polynomial[]} above @param {Polynomial[]} below */
  constructor(c, above, below) {
    this.c = c;
    this.above = above;
    this.below = below;
  }

  /** The exact value, or null where a denominator vanishes. @param {Point} point @returns {Rational|null} */
  at(point) {
    let value = this.c;
    for (const f of this.below) {
      const d = f.at(point);
      if (d.sign === 0) return null;
      value = value.over(d);
    }
    for (const f of this.above) {
      if (value.sign === 0) return value;
      value = value.times(f.at(point));
    }
    return value;
  }

  /** @param {number} letters @returns {[Polynomial, Polynomial]} numerator and denominator, multiplied out */
  fraction(letters) {
    const product = (/** @type {Polynomial[]} */ fs) => fs.reduce((a, b) => a.times(b), unit(letters));
    return [product(this.above).scaled(this.c), product(this.below)];
  }

  /** @param {number} i @returns {boolean} whether letter i occurs */
  has(i) {
    return [...this.above, ...this.below].some((f) => f.degree(i) > 0);
  }
}
