/**
 * A choice of an amount: what an amount earns, and the best one, at a point of the letters.
 *
 * The payoff is known piece by piece, as coefficients of the powers of the amount; a growth of wealth by its states.
 */
import { Root, bound, cleared, roots, signAt } from "#exact/line.js";
import { Element } from "#exact/polynomial.js";
import { Rational, ZERO } from "#exact/rational.js";
import { Record } from "#exact/record.js";
import { applies } from "#exact/rule.js";

/** @typedef {import("#exact/record.js").RawElement} RawElement */
/** @typedef {{of: RawElement[], low: RawElement, high: RawElement|null}} RawBetween the one root of a polynomial in the amount between two amounts */
/** @typedef {{if: any[], amount: RawElement|RawBetween, shown: any, ends: number[], value: RawElement|null, worth: any}} RawAmountCase */
/**
 * @typedef {Object} RawAmount
 * @property {string} letter
 * @property {RawElement} low
 * @property {RawElement|null} high
 * @property {{low: RawElement, high: RawElement|null, payoff: RawElement[]}[]} pieces
 * @property {[RawElement, RawElement][]|null} growth probability and return of each state
 * @property {RawAmountCase[]} cases
 * @property {string[]} proof
 */
/** @typedef {{low: Rational, high: Rational|null, powers: Rational[]}} FixedPiece */
/** @typedef {{low: Rational, high: Rational|null, pieces: FixedPiece[], growth: [Rational, Rational][]|null}} Fixed the payoff at a point */
/** @typedef {{amount: Root, value: Rational|null, worth: number, ties: [Rational, Rational|null]|null, place: number, fixed: Fixed}} Best */
/** @typedef {{if: any[], amount: Element|null, of: Element[], low: Element, high: Element|null, value: Element|null, raw: RawAmountCase}} AmountCase */

/** @param {Rational} x @returns {Root} */
export function number(x) {
  return new Root([0n, 1n], x, x);
}

/** The problem of an amount as the page knows it. */
export class Amount {
  /** @param {Record} record */
  constructor(record) {
    const raw = /** @type {RawAmount} */ (record.raw.amount), read = (/** @type {RawElement} */ e) => record.element(e);
    const open = (/** @type {RawElement|null} */ e) => (e === null ? null : read(e));
    this.record = record;
    this.letter = raw.letter;
    this.low = read(raw.low);
    this.high = open(raw.high);
    this.pieces = raw.pieces.map((p) => ({ low: read(p.low), high: open(p.high), payoff: p.payoff.map(read) }));
    this.growth = raw.growth?.map(([p, r]) => [read(p), read(r)]) ?? null;
    /** @type {AmountCase[]} */
    this.cases = raw.cases.map((c) => {
      const between = Array.isArray(c.amount) ? null : c.amount;
      return {
        if: c.if, raw: c, value: open(c.value),
        amount: Array.isArray(c.amount) ? read(c.amount) : null,
        of: between ? between.of.map(read) : [],
        low: between ? read(between.low) : this.low,
        high: between ? open(between.high) : null,
      };
    });
  }

  /** The payoff with the letters at a point. @param {Rational[]} point @returns {Fixed} */
  at(point) {
    const here = (/** @type {Element} */ e) => known(e.at(point)), open = (/** @type {Element|null} */ e) => (e === null ? null : here(e));
    return {
      low: here(this.low), high: open(this.high),
      pieces: this.pieces.map((p) => ({ low: here(p.low), high: open(p.high), powers: p.payoff.map(here) })),
      growth: this.growth?.map(([p, r]) => [here(p), here(r)]) ?? null,
    };
  }

  /** The case that holds at a point. @param {Rational[]} point @returns {number} */
  place(point) {
    return this.cases.findIndex((c) => c.if.every((condition) => applies(this.record, condition, point)));
  }

  /** The best amount at a point of the domain. @param {Rational[]} point @returns {Best} */
  best(point) {
    const place = this.place(point), found = this.cases[place];
    if (!found) throw new Error("no case of the best amount holds");
    const fixed = this.at(point), amount = found.amount ? number(known(found.amount.at(point))) : rootBetween(found, point);
    const value = found.value ? known(found.value.at(point)) : amount.exact ? earned(fixed, amount.exact) : null;
    return { amount, value, worth: value ? value.toNumber() : earnedAbout(fixed, amount.toNumber()), ties: flat(fixed, amount), place, fixed };
  }
}

/** @param {Rational|null} value @returns {Rational} */
function known(value) {
  if (value === null) throw new Error("a denominator vanishes");
  return value;
}

/** @param {AmountCase} found @param {Rational[]} point @returns {Root} */
function rootBetween(found, point) {
  const p = cleared(found.of.map((e) => known(e.at(point)))), low = known(found.low.at(point));
  const high = found.high ? known(found.high.at(point)) : bound(p);
  if (found.high && signAt(p, high) === 0) return number(high);
  const root = roots(p, low, high)[0];
  if (!root) throw new Error("the slope has no zero where one is expected");
  return root;
}

/** The piece that an amount lies in. @param {Fixed} fixed @param {number} q @returns {FixedPiece} */
function pieceAt(fixed, q) {
  return fixed.pieces.find((p) => p.high === null || q <= p.high.toNumber()) ?? fixed.pieces[fixed.pieces.length - 1];
}

/** What an amount earns, exactly; nothing for a growth of wealth, which is a logarithm, but 0 for a stake of 0. @param {Fixed} fixed @param {Rational} q @returns {Rational|null} */
export function earned(fixed, q) {
  if (fixed.growth) return q.sign === 0 ? ZERO : null;
  const piece = fixed.pieces.find((p) => p.high === null || q.compare(p.high) <= 0) ?? fixed.pieces[fixed.pieces.length - 1];
  return piece.powers.reduceRight((sum, c) => sum.times(q).plus(c), ZERO);
}

/** The same in doubles, for pixels and logarithms. @param {Fixed} fixed @param {number} q @returns {number} */
export function earnedAbout(fixed, q) {
  if (fixed.growth) return fixed.growth.reduce((sum, [p, r]) => sum + p.toNumber() * Math.log(1 + q * r.toNumber()), 0);
  return pieceAt(fixed, q).powers.reduceRight((sum, c) => sum * q + c.toNumber(), 0);
}

/** The ends between which every amount is as good as the best one. @param {Fixed} fixed @param {Root} amount @returns {[Rational, Rational|null]|null} */
function flat(fixed, amount) {
  /** @type {[Rational, Rational|null]|null} */
  let found = null;
  for (const { low, high, powers } of fixed.growth ? [] : fixed.pieces) {
    const holds = amount.against(low) >= 0 && (high === null || amount.against(high) <= 0);
    const level = powers.slice(1).every((c) => c.sign === 0) && (high === null || low.compare(high) < 0);
    if (level && (holds || found)) found = found ? [found[0], high] : [low, high];
    else if (found) break;
  }
  return found;
}
