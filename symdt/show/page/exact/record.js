/**
 * The record: the JSON that Python writes into the page, read into exact objects.
 *
 * It holds what `certify` certifies: the alternatives with their values, the rules, the tree.
 */
import { Attitude, digits } from "#exact/attitude.js";
import { Element, Polynomial, readPolynomial } from "#exact/polynomial.js";
import { Rational, ZERO, parse } from "#exact/rational.js";

/** @typedef {[string, number[], number[], number?]} RawElement coefficient, numerator factors, denominator factors; the number of its formula where it is stated */
/** @typedef {[number, string, number?]} RawCondition polynomial and its relation to 0, the number of its formula */
/** @typedef {{letter: number, op: string, poly: number, index: number, math: number}} RawRootCondition */
/** @typedef {{kind: "infinite", sign: number}|{kind: "ratio", value: RawElement, math: number}|{kind: "root", poly: number, index: number, math: number}} RawEnd */
/** @typedef {{action: number, strategy: [string, string][], from: RawEnd, to: RawEnd, fromClosed: boolean, toOpen: boolean, isPoint: boolean}} RawPiece */
/** @typedef {{if: (RawCondition|RawRootCondition)[], pieces: RawPiece[]}} RawCase */
/** @typedef {{cases: RawCase[], complete: boolean, note: string}} RawRule */
/** @typedef {{point: Object<string, string>, title: string, note: string, for: string, x: string, y: string}} Preset */
/**
 * @typedef {Object} RawRecord
 * @property {number} format
 * @property {string} version
 * @property {string} title
 * @property {string} file
 * @property {string} fixed letters that the command line fixed, as it takes them
 * @property {"min"|"max"} optimum
 * @property {{name: string, low: string|null, high: string|null, start: string, range: [string, string], note: string, whole?: boolean}[]} letters
 * @property {Object<string, [string, string, string]>} names letter, lower and upper index of names that are mathematics
 * @property {[string, ...number[]][][]} polys
 * @property {any[]} formulas MathML as nested arrays
 * @property {boolean} decimals whether the file writes decimals
 * @property {string[]} fractions numbers that it writes as fractions all the same
 * @property {Object<string, string>} greek the LaTeX of the Greek letters that occur
 * @property {RawCondition[]} domain
 * @property {string[]} actions
 * @property {{action: number, strategy: [string, string][], value: RawElement, gauge: RawElement, part?: number}[]} alternatives
 * @property {RawCondition[][]} [parts] where min, max, abs or piecewise have one branch each; an alternative is of one part
 * @property {RawElement[][]} [kinks] the branch of each of these functions on each part: in the tree and the table they are letters behind the others
 * @property {[string, string][]} never actions that are never optimal, and why
 * @property {Object<string, RawRule>} rules
 * @property {Object<string, number[]>} equations polynomials whose zeros bound the regions of two alternatives
 * @property {{root: number, nodes: any[]}|null} tree
 * @property {{states: string[], actions: string[], belief: RawElement[], loss: RawElement[][], experiments: {name: string, cost: RawElement, outcomes: string[], likelihood: RawElement[][]}[]}|null} table
 * @property {{informed?: RawElement[], why?: string}|null} information of a problem without a table: what is reached by those who know all events first, or why that has no worth
 * @property {import("#exact/attitude.js").RawAttitude|null} attitude the attitude to risk in whose letter the page speaks
 * @property {import("#exact/amount.js").RawAmount} [amount] where an amount is chosen, and no action
 * @property {Preset[]} presets
 * @property {string[]} limits what was left out because of its size, in words
 * @property {string} source
 */

/** @typedef {{name: string, low: Rational|null, high: Rational|null, start: Rational, range: [Rational, Rational], note: string, whole: boolean, fixed: boolean}} Letter `fixed`: it has one value */
/** @typedef {{poly: Polynomial, op: string}} Condition */
/** @typedef {{action: number, strategy: [string, string][], value: Element, gauge: Element, part: number, choice: number}} Alternative `choice`: the first alternative of the same strategy, on whichever part */

/** A problem as the page knows it. */
export class Record {
  /** @param {RawRecord} raw */
  constructor(raw) {
    this.raw = raw;
    this.polys = raw.polys.map(readPolynomial);
    /** @type {Letter[]} */
    this.letters = raw.letters.map((l) => ({
      name: l.name,
      low: l.low === null ? null : parse(l.low),
      high: l.high === null ? null : parse(l.high),
      start: parse(l.start),
      range: [parse(l.range[0]), parse(l.range[1])],
      note: l.note,
      whole: !!l.whole,
      fixed: l.range[0] === l.range[1],
    }));
    /** @type {Condition[]} */
    this.domain = raw.domain.map(([p, op]) => ({ poly: this.polys[p], op }));
    /** @type {Alternative[]} */
    this.alternatives = raw.alternatives.map((a, k) => ({
      action: a.action,
      strategy: a.strategy,
      value: this.element(a.value),
      gauge: this.element(a.gauge),
      part: a.part ?? 0,
      choice: raw.parts ? raw.alternatives.findIndex((b) => b.action === a.action && `${b.strategy}` === `${a.strategy}`) : k,
    }));
    /** @type {Condition[][]} disjoint parts of the domain, none where it is one */
    this.parts = (raw.parts ?? []).map((list) => list.map(([p, op]) => ({ poly: this.polys[p], op })));
    this.kinks = (raw.kinks ?? []).map((branches) => branches.map((b) => this.element(b)));
    /** The alternatives of each part. */
    this.members = (raw.parts ?? [[]]).map((_, part) => this.alternatives.flatMap((a, k) => (a.part === part ? [k] : [])));
    this.sign = raw.optimum === "min" ? 1 : -1;
    this.actions = raw.actions;
    /** Letters that have more than one value. */
    this.free = this.letters.flatMap((l, i) => (l.fixed ? [] : [i]));
    this.attitude = raw.attitude ? new Attitude(raw.attitude) : null;
  }

  /** The attitude in whose letter another is told, null where that is told itself. @param {number} i @returns {Attitude|null} */
  teller(i) {
    return this.attitude?.tells(i) ? this.attitude : null;
  }

  /** The name of a letter as the page tells it. @param {number} i @returns {string} */
  told(i) {
    return this.teller(i)?.letter ?? this.letters[i].name;
  }

  /** A number of a letter as the page tells it. @param {number} i @param {Rational} value @param {number} [many] digits of a tolerance @returns {string} */
  tell(i, value, many) {
    const told = this.teller(i);
    return told ? digits(told.ownOf(value), many) : `${value}`;
  }

  /** @param {Rational[]} point of the domain @returns {number} the part that it lies in */
  partAt(point) {
    return Math.max(0, this.parts.findIndex((list) => list.every(({ poly, op }) => holds(poly.at(point).sign, op))));
  }

  /** The point with the values of min, max, abs and piecewise behind it. @param {Rational[]} point @returns {Rational[]} */
  extended(point) {
    const part = this.kinks.length ? this.partAt(point) : 0;
    return [...point, ...this.kinks.map((branches) => branches[part].at(point) ?? ZERO)];
  }

  /** @param {RawElement} raw @returns {Element} */
  element([c, above, below]) {
    return new Element(parse(c), above.map((i) => this.polys[i]), below.map((i) => this.polys[i]));
  }

  /** @param {string} name @returns {number} the place of a letter, or -1 */
  letter(name) {
    return this.letters.findIndex((l) => l.name === name);
  }
}

/** Whether a number stands in a relation to 0. @param {number} sign @param {string} op @returns {boolean} */
export function holds(sign, op) {
  if (op === ">") return sign > 0;
  if (op === ">=") return sign >= 0;
  if (op === "<") return sign < 0;
  if (op === "<=") return sign <= 0;
  return op === "==" ? sign === 0 : sign !== 0;
}

/**
 * The first condition of the domain that a point breaks, or null inside.
 * @param {Record} record @param {Rational[]} point
 * @returns {Condition|null}
 */
export function broken(record, point) {
  return record.domain.find(({ poly, op }) => !holds(poly.at(point).sign, op)) ?? null;
}
