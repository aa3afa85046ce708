/**
 * Rational numbers on BigInt: every word of the page is decided with these.
 *
 * A number is n/d in lowest terms with d > 0. Texts are read as they stand: `3/20`, `0.15`, `1e-3`.
 */

/** @param {bigint} a @param {bigint} b @returns {bigint} */
export function gcd(a, b) {
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  while (b) {
    if (a < 0x1fffffffffffffn && b < 0x1fffffffffffffn) {
      let x = Number(a), y = Number(b);
      while (y) [x, y] = [y, x % y];
      return BigInt(x);
    }
    [a, b] = [b, a % b];
  }
  return a;
}

/** Longer numbers than this are not read: a hash or a script may hold anything. */
const MAX_DIGITS = 400;

/** An exact rational number, immutable. */
export class Rational {
  /** @param {bigint} n @param {bigint} d in lowest terms, d > 0; use `ratio` for others */
  constructor(n, d) {
    this.n = n;
    this.d = d;
  }

  /** @param {Rational} o @returns {Rational} */
  plus(o) {
    if (this.d === o.d) return this.d === 1n ? new Rational(this.n + o.n, 1n) : ratio(this.n + o.n, this.d);
    return ratio(this.n * o.d + o.n * this.d, this.d * o.d);
  }

  /** @param {Rational} o @returns {Rational} */
  minus(o) {
    return this.plus(o.negated());
  }

  /** @param {Rational} o @returns {Rational} */
  times(o) {
    if (this.d === 1n && o.d === 1n) return new Rational(this.n * o.n, 1n);
    return ratio(this.n * o.n, this.d * o.d);
  }

  /** @param {Rational} o not zero @returns {Rational} */
  over(o) {
    if (o.n === 0n) throw new RangeError("division by zero");
    return ratio(this.n * o.d, this.d * o.n);
  }

  /** @returns {Rational} */
  negated() {
    return new Rational(-this.n, this.d);
  }

  /** @returns {Rational} */
  absolute() {
    return this.n < 0n ? this.negated() : this;
  }

  /** @param {number} e a whole exponent, at least 0 @returns {Rational} */
  power(e) {
    return new Rational(this.n ** BigInt(e), this.d ** BigInt(e));
  }

  /** @returns {-1|0|1} */
  get sign() {
    return this.n > 0n ? 1 : this.n < 0n ? -1 : 0;
  }

  /** The sign of this minus the other. @param {Rational} o @returns {-1|0|1} */
  compare(o) {
    const difference = this.n * o.d - o.n * this.d;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  }

  /** @param {Rational} o @returns {boolean} */
  equals(o) {
    return this.n === o.n && this.d === o.d;
  }

  /** @returns {string} */
  toString() {
    return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`;
  }

  /** The nearest double, also where numerator and denominator are beyond doubles. @returns {number} */
  toNumber() {
    const n = Number(this.n), d = Number(this.d);
    if (Number.isFinite(n) && Number.isFinite(d)) return n / d;
    const shift = BigInt(Math.max(0, digitsOf(this.d) - 300));
    const scale = 10n ** shift;
    return Number(this.n / scale) / Number(this.d / scale);
  }

  /** Whether the decimal expansion ends. @returns {boolean} */
  get ends() {
    let d = this.d;
    for (const p of [2n, 5n]) while (d % p === 0n) d /= p;
    return d === 1n;
  }

  /**
   * The number in decimals, rounded half away from zero to so many significant digits.
   * @param {number} digits
   * @returns {string}
   */
  decimal(digits = 5) {
    if (this.n === 0n) return "0";
    const negative = this.n < 0n, n = negative ? -this.n : this.n;
    let point = digits - (digitsOf(n) - digitsOf(this.d)) - 1;
    let whole = scaled(n, this.d, point);
    if (digitsOf(whole) > digits) whole = scaled(n, this.d, --point);
    else if (digitsOf(whole) < digits) whole = scaled(n, this.d, ++point);
    if (digitsOf(whole) > digits) {
      whole /= 10n;
      point -= 1;
    }
    while (point > 0 && whole % 10n === 0n) {
      whole /= 10n;
      point -= 1;
    }
    const text = plain(whole, point);
    return (negative ? "−" : "") + text;
  }

  /** The same after ≈, or after `equal` where these digits are all of it. @param {number} digits @param {string} equal @returns {string} */
  told(digits, equal = "= ") {
    const text = this.decimal(digits);
    // n/d ends after at most so many digits, if it ends
    return (this.ends && this.decimal(digitsOf(this.n) + 4 * digitsOf(this.d)) === text ? equal : "≈ ") + text;
  }
}

/** @param {bigint} n @param {bigint} d @param {number} point @returns {bigint} n/d * 10^point, rounded */
function scaled(n, d, point) {
  if (point >= 0) n *= 10n ** BigInt(point);
  else d *= 10n ** BigInt(-point);
  return (2n * n + d) / (2n * d);
}

/** @param {bigint} whole @param {number} point @returns {string} whole * 10^-point, with an exponent where it is long */
function plain(whole, point) {
  const text = whole.toString();
  if (point <= 0) {
    const zeros = -point;
    return text.length + zeros <= 9 ? text + "0".repeat(zeros) : exponent(text, zeros);
  }
  if (point >= text.length + 4) return exponent(text, -point);
  const padded = text.padStart(point + 1, "0");
  return `${padded.slice(0, -point)}.${padded.slice(-point)}`;
}

/** @param {string} text digits @param {number} shift @returns {string} */
function exponent(text, shift) {
  const power = text.length - 1 + shift, rest = text.slice(1).replace(/0+$/, "");
  return `${text[0]}${rest ? "." + rest : ""}·10${superscript(power)}`;
}

/** @param {number} k @returns {string} */
export function superscript(k) {
  return `${k}`.replace("-", "⁻").replace(/\d/g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]);
}

/** @param {bigint} n @returns {number} */
function digitsOf(n) {
  return (n < 0n ? -n : n).toString().length;
}

/** The number n/d, d not zero. @param {bigint} n @param {bigint} d @returns {Rational} */
export function ratio(n, d) {
  if (d < 0n) {
    n = -n;
    d = -d;
  }
  const g = gcd(n, d);
  return g === 1n ? new Rational(n, d) : new Rational(n / g, d / g);
}

/** A whole number. @param {number|bigint} n @returns {Rational} */
export function whole(n) {
  return new Rational(BigInt(n), 1n);
}

export const ZERO = whole(0);
export const ONE = whole(1);

/**
 * The number that a text denotes, exactly; an error says what was expected.
 * @param {string} text `3/20`, `0.15`, `-2`, `1e-3`
 * @returns {Rational}
 */
export function parse(text) {
  const parts = `${text}`.trim().replace("−", "-").split("/");
  if (parts.length > 2 || parts.some((p) => p.length > MAX_DIGITS)) throw new RangeError(complaint(text));
  const [n, d] = parts.map((p) => decimal(p.trim(), text));
  if (d === undefined) return n;
  if (d.sign === 0) throw new RangeError(`“${short(text)}” divides by zero: give another number`);
  return n.over(d);
}

/** @param {string} part @param {string} text @returns {Rational} */
function decimal(part, text) {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(part);
  if (!match || !(match[2] || match[3])) throw new RangeError(complaint(text));
  const fraction = match[3] ?? "", power = Number(match[4] ?? 0) - fraction.length;
  const digits = BigInt(match[2] + fraction) * (match[1] === "-" ? -1n : 1n);
  return power >= 0 ? whole(digits * 10n ** BigInt(power)) : ratio(digits, 10n ** BigInt(-power));
}

/** @param {string} text @returns {string} */
function complaint(text) {
  return `“${short(text)}” is no number: write a fraction such as 3/20 or a decimal such as 0.15`;
}

/** @param {string} text @returns {string} */
function short(text) {
  text = `${text}`;
  return text.length > 60 ? text.slice(0, 60) + "…" : text;
}

/**
 * The rational of least denominator in the closed interval (and of least numerator among those).
 * @param {Rational} low @param {Rational} high at least `low`
 * @returns {Rational}
 */
export function simplest(low, high) {
  if (low.sign <= 0 && high.sign >= 0) return ZERO;
  if (high.sign < 0) return simplest(high.negated(), low.negated()).negated();
  const floor = low.n / low.d;
  if (floor * low.d === low.n) return whole(floor);
  if ((floor + 1n) * high.d <= high.n) return whole(floor + 1n);
  const base = whole(floor);
  return base.plus(ONE.over(simplest(ONE.over(high.minus(base)), ONE.over(low.minus(base)))));
}

/** The exact value of a finite double. @param {number} x @returns {Rational} */
export function ofNumber(x) {
  let shift = 0;
  while (!Number.isInteger(x) && shift < 1100) {
    x *= 2;
    shift += 1;
  }
  return ratio(BigInt(x), 1n << BigInt(shift));
}

/** The simplest rational within `slack` of a double. @param {number} x @param {number} slack @returns {Rational} */
export function near(x, slack) {
  return simplest(ofNumber(x - slack), ofNumber(x + slack));
}
