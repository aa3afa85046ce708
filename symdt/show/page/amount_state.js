/**
 * The state of a page of an amount: an exact point, the best amount there, an amount of the reader's own; and its hash.
 *
 * `#p=3/5&b=1&-for=p&-amount=1/4`
 */
import { Amount, earned, earnedAbout } from "#exact/amount.js";
import { digits } from "#exact/attitude.js";
import { Rational, parse } from "#exact/rational.js";
import { Record, broken } from "#exact/record.js";
import { rootText } from "#draw/math.js";
import { State, words } from "#state.js";

/** @typedef {import("#exact/amount.js").Best} Best */
/** @typedef {{amount: Rational, value: Rational|null, about: number, worse: Rational|null, lost: number}} Own an amount of the reader's: what it earns, and by how much it is worse than the best */

/** A value in one line: exactly, or to its digits. @param {Rational|null} exact @param {number} about @returns {string} */
export function told(exact, about) {
  return exact ? `${exact}` : digits(about).replace("−", "-");
}

/** What the page of an amount shows. */
export class AmountState extends State {
  /** @param {Record} record */
  constructor(record) {
    super(record);
    this.amount = new Amount(record);
    /** @type {Rational|null} the reader's own amount */
    this.own = null;
    /** @type {{point: Rational[], best: Best|{error: string}}|null} */
    this.found = null;
  }

  /** The best amount at the point, or what is wrong with the point. @returns {Best|{error: string}} */
  best() {
    if (this.found && this.found.point === this.point) return this.found.best;
    const best = this.look();
    this.found = { point: this.point, best };
    if (!("error" in best)) this.inside = this.point;
    return best;
  }

  /** @returns {Best|{error: string}} */
  look() {
    const out = broken(this.record, this.point);
    if (out) return { error: `the point ${this.where()} lies outside the domain: it breaks ${words(this.record, out)}` };
    try {
      return this.amount.best(this.point);
    } catch (error) {
      return { error: `at ${this.where()}: ${error instanceof Error ? error.message : error}` };
    }
  }

  /** The reader's own amount beside the best one, if there is one inside the range. @param {Best} best @returns {Own|null} */
  beside(best) {
    const { own } = this, { fixed } = best;
    if (!own || own.compare(fixed.low) < 0 || (fixed.high && own.compare(fixed.high) > 0)) return null;
    const value = earned(fixed, own), about = value ? value.toNumber() : earnedAbout(fixed, own.toNumber());
    const worse = value && best.value ? value.minus(best.value).absolute() : null;
    return { amount: own, value, about, worse, lost: worse ? worse.toNumber() : Math.abs(about - best.worth) };
  }

  /** @param {Object<string, any>} values @returns {string} */
  set(values) {
    const rest = { ...values }, name = this.amount.letter;
    let own = this.own;
    if (name in rest) {
      try {
        own = parse(`${rest[name]}`);
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.message : error}`;
      }
      delete rest[name];
    }
    const wrong = super.set(rest);
    if (!wrong) this.own = own;
    return wrong;
  }

  /** What `window.symdt.state()` returns. @returns {Object<string, any>} */
  summary() {
    const best = this.best();
    if ("error" in best) return { error: best.error };
    const { record } = this, own = this.beside(best), { amount, ties } = best;
    return {
      point: Object.fromEntries(record.letters.map((l, i) => [l.name, `${this.point[i]}`])),
      amount: amount.exact ? `${amount.exact}` : rootText(amount).replace("−", "-"),
      ties: ties ? [`${ties[0]}`, ties[1] ? `${ties[1]}` : "oo"] : null,
      value: told(best.value, best.worth),
      case: best.place,
      ...(own ? { own: { amount: `${own.amount}`, value: told(own.value, own.about), worse: told(own.worse, own.lost) } } : {}),
    };
  }

  /** @returns {string} */
  hash() {
    const { record } = this, parts = record.letters.map((l, i) => `${encodeURIComponent(l.name)}=${this.point[i]}`);
    if (record.letters.length) parts.push(`-for=${encodeURIComponent(record.letters[this.for].name)}`);
    if (this.own) parts.push(`-amount=${this.own}`);
    return "#" + parts.join("&");
  }

  /** @param {string} hash @returns {string} */
  read(hash) {
    const own = /[#&]-amount=([^&]*)/.exec(hash);
    return super.read(hash) || (own ? this.set({ [this.amount.letter]: decodeURIComponent(own[1]) }) : "");
  }
}
