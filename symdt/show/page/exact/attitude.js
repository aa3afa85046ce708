/**
 * An attitude to risk: the letter of who decides, and certainty equivalents, from the numbers of the record.
 *
 * With exponential utility the record's letter is y = exp(−unit/R), R the tolerance, and its values are expected
 * y^((x − below)/unit); with logarithmic utility its letter is the wealth w, and its values are Π (w + x)^(power·p).
 * What is best is decided there, exactly; the numbers of this module are shown, to DIGITS digits, and decide nothing.
 */
import { ONE, Rational, near, ofNumber, parse, whole } from "#exact/rational.js";

/** @typedef {{kind: "exponential"|"logarithmic", letter: string, at: number, unit: string, below: string, gain: number, power: number}} RawAttitude */

/** Digits that are shown of tolerances and certainty equivalents. */
export const DIGITS = 10;

/** The logarithm of a positive number, good near 1 too. @param {Rational} q @returns {number} */
function log(q) {
  const x = q.toNumber();
  if (x > 1e-290 && x < 1e290) return x > 0.5 && x < 2 ? Math.log1p(q.minus(ONE).toNumber()) : Math.log(x);
  // beyond doubles: by the powers of two above and below
  const bits = (/** @type {bigint} */ n) => n.toString(2).length, k = bits(q.n) - bits(q.d), two = 1n << BigInt(Math.abs(k));
  return k * Math.LN2 + Math.log((k < 0 ? q.times(whole(two)) : q.over(whole(two))).toNumber());
}

/** A number to so many digits. @param {number} x @param {number} digits @returns {string} */
export function digits(x, digits = DIGITS) {
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  return `${Number(x.toPrecision(digits))}`.replace("-", "−");
}

/** The first digits of a positive number that has more, with three dots after them. @param {number} x @returns {string} */
export function begun(x) {
  if (!Number.isFinite(x) || x <= 0) return digits(x);
  const text = x.toPrecision(DIGITS + 3);
  return text.includes("e") ? `≈ ${digits(x)}` : `${text.slice(0, text.indexOf(".") < 0 ? undefined : Math.max(text.indexOf(".") + 2, text.length - 3))}…`;
}

/** How a page speaks of an attitude. */
export class Attitude {
  /** @param {RawAttitude} raw */
  constructor(raw) {
    this.kind = raw.kind;
    this.letter = raw.letter;
    this.at = raw.at;
    this.unit = Number(raw.unit);
    this.step = parse(raw.unit);
    this.below = Number(raw.below);
    this.gain = raw.gain;
    this.power = raw.power;
    /** Whether certainty equivalents are made least (as losses are) or greatest. */
    this.sign = -raw.gain;
  }

  /** Whether a letter of the record is told in another. @param {number} i @returns {boolean} */
  tells(i) {
    return this.kind === "exponential" && i === this.at;
  }

  /** What stands above the tolerance in a power of y = exp(−unit/R). @param {number} e @returns {Rational} */
  steps(e) {
    return this.step.times(whole(e));
  }

  /** The tolerance. @param {number} y @returns {number} */
  own(y) {
    return y <= 0 ? 0 : y >= 1 ? Infinity : -this.unit / Math.log(y);
  }

  /** The tolerance of an exact number. @param {Rational} y @returns {number} */
  ownOf(y) {
    return y.sign <= 0 ? 0 : y.compare(ONE) >= 0 ? Infinity : -this.unit / log(y);
  }

  /** The record's number for a tolerance. @param {number} own @returns {number} */
  inner(own) {
    return Math.exp(-this.unit / own);
  }

  /** The simplest number of the record whose tolerance is this one to all digits of a double. @param {number} own @returns {Rational} */
  rational(own) {
    const y = this.inner(own), t = this.unit / own, k = Math.floor(t / Math.LN2);
    if (y < 1e-290) return ofNumber(Math.exp(k * Math.LN2 - t)).over(whole(1n << BigInt(k))); // less than doubles hold
    return near(y, y < 0.5 ? y * 1e-15 : (1 - y) * 1e-15 + 1e-17);
  }

  /** The certainty equivalent, as money, of a value of the record. @param {Rational} value @param {Rational[]} point @returns {number} */
  certain(value, point) {
    const letter = point[this.at];
    if (this.kind === "exponential") return this.gain * (this.below + (this.unit * log(value)) / log(letter));
    return this.gain * (Math.pow(value.toNumber(), 1 / this.power) - letter.toNumber());
  }

  /** The same in doubles, for pictures. @param {number} value @param {number} letter @returns {number} */
  drawn(value, letter) {
    if (this.kind === "exponential") return this.gain * (this.below + (this.unit * Math.log(value)) / Math.log(letter));
    return this.gain * (Math.pow(value, 1 / this.power) - letter);
  }

  /** What the page says about it all, once. @returns {string} */
  words() {
    const shown = `stand to ${DIGITS} digits; which action is best is decided exactly`;
    return this.kind === "exponential"
      ? `Exponential utility with the risk tolerance ${this.letter}. Tolerances and certainty equivalents ${shown}, in y = exp(−${this.unit}/${this.letter}).`
      : `Logarithmic utility with the wealth ${this.letter}. Certainty equivalents ${shown}.`;
  }
}
