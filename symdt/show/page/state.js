/**
 * The state of the page: an exact point, the letter of the rule, the axes of the map; and its hash.
 *
 * `#p=3/20&h=2&k=1&-for=p&-x=p&-y=h/k`: keys of the page itself start with a dash, which no letter does.
 */
import { digits } from "#exact/attitude.js";
import { standing } from "#exact/contest.js";
import { Tree } from "#exact/fold.js";
import { Rational, parse, whole } from "#exact/rational.js";
import { Record, broken } from "#exact/record.js";
import { locate } from "#exact/rule.js";

/** @typedef {import("#exact/contest.js").Standing} Standing */
/** @typedef {import("#exact/fold.js").Folded} Folded */
/** @typedef {{letter: number, over: number}} Axis a letter, or its ratio to another (`over` -1: none) */
/** @typedef {{standing: Standing, folded: Folded[], strategy: [string, string][], place: {case: number, piece: number}}} Answer */

/** What the page shows. */
export class State {
  /** @param {Record} record */
  constructor(record) {
    this.record = record;
    this.tree = record.raw.tree ? new Tree(record) : null;
    this.point = record.letters.map((l) => l.start);
    this.inside = this.point;
    const [first = 0, second = first] = record.free;
    this.for = first;
    /** @type {Axis} */
    this.x = { letter: first, over: -1 };
    /** @type {Axis} */
    this.y = { letter: second, over: -1 };
    this.logX = false;
    this.logY = false;
    /** @type {{point: Rational[], for: number, answer: Answer|{error: string}}|null} */
    this.known = null;
  }

  /** The answer at the point, or what is wrong with the point. @returns {Answer|{error: string}} */
  answer() {
    const known = this.known;
    if (known && known.point === this.point && known.for === this.for) return known.answer;
    const answer = this.compute();
    this.known = { point: this.point, for: this.for, answer };
    if (!("error" in answer)) this.inside = this.point;
    return answer;
  }

  /** @returns {Answer|{error: string}} */
  compute() {
    const { record, point } = this, out = broken(record, point);
    if (out) return { error: `the point ${this.where()} lies outside the domain: it breaks ${words(record, out)}` };
    try {
      const found = standing(record, point), folded = this.tree ? this.tree.fold(record.extended(point)) : [];
      const strategy = this.tree ? this.tree.strategy(folded) : record.alternatives[found.best[0]].strategy;
      const rule = record.letters.length ? record.raw.rules[record.letters[this.for].name] : undefined;
      const place = rule ? locate(record, rule, point, this.for) : { case: -1, piece: -1 };
      return { standing: found, folded, strategy, place };
    } catch (error) {
      return { error: `at ${this.where()}: ${error instanceof Error ? error.message : error}` };
    }
  }

  /** @returns {string} the point in one line */
  where() {
    return this.record.letters.map((_, i) => `${this.record.told(i)}=${this.told(i)}`).join(", ");
  }

  /** @param {number} i @param {Rational} value */
  move(i, value) {
    const near = this.record.letters[i].whole ? whole(Math.round(value.toNumber())) : value;
    this.point = this.point.with(i, near);
  }

  /** A letter whose number lies beyond its range gets a wider one, within its bounds: what is shown holds the point. */
  widen() {
    const { record, point } = this;
    if (broken(record, point)) return;
    record.letters.forEach((l, i) => {
      const x = point[i], [low, high] = l.range, further = (/** @type {Rational} */ from) => (record.teller(i) ? x : x.plus(x.minus(from).over(whole(4))));
      if (x.compare(high) > 0) l.range = [low, l.high && further(low).compare(l.high) > 0 ? l.high : further(low)];
      if (x.compare(low) < 0) l.range = [l.low && further(high).compare(l.low) < 0 ? l.low : further(high), high];
    });
  }

  /** @param {Axis} axis @returns {string} */
  axisName(axis) {
    const name = this.record.letters[axis.letter].name;
    return axis.over < 0 ? name : `${name}/${this.record.letters[axis.over].name}`;
  }

  /** The same as the page tells it. @param {Axis} axis @returns {string} */
  axisTold(axis) {
    return axis.over < 0 ? this.record.told(axis.letter) : this.axisName(axis);
  }

  /** Where the point is on an axis, in words. @param {Axis} axis @returns {string} */
  axisValue(axis) {
    return axis.over < 0 ? this.told(axis.letter) : `${this.point[axis.letter].over(this.point[axis.over])}`;
  }

  /** @param {string} text @returns {Axis|null} */
  axis(text) {
    const [name, over] = text.split("/"), letter = this.record.letter(name);
    const below = over === undefined ? -1 : this.record.letter(over);
    if (letter < 0 || this.record.letters[letter].fixed || (over !== undefined && (below < 0 || below === letter))) return null;
    return { letter, over: below };
  }

  /** @param {string} x @param {string} y @returns {boolean} whether both are axes that differ */
  setAxes(x, y) {
    const a = this.axis(x), b = this.axis(y);
    if (!a || !b || a.letter === b.letter || a.over === b.letter || b.over === a.letter) return false;
    [this.x, this.y] = [a, b];
    return true;
  }

  /**
   * Go to a point; letters that are not named stay. Nothing moves where a name or number is wrong.
   * @param {Object<string, any>} values
   * @returns {string} what is wrong, or nothing
   */
  set(values) {
    const point = this.point.slice(), { attitude, letters } = this.record;
    for (const [name, text] of Object.entries(values)) {
      const isOwn = attitude?.kind === "exponential" && name === attitude.letter, i = isOwn ? attitude.at : this.record.letter(name);
      if (i < 0) return `“${name}” is no letter: use one of ${letters.map((l) => l.name).join(", ")}`;
      try {
        point[i] = parse(`${text}`);
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.message : error}`;
      }
      if (isOwn && point[i].sign <= 0) return `${name}: a tolerance is a positive number`;
      if (isOwn) point[i] = attitude.rational(point[i].toNumber());
      if (letters[i].whole && point[i].d !== 1n) return `${name} is a whole number, not ${point[i]}`;
    }
    this.point = point;
    return "";
  }

  /** What `window.symdt.state()` returns. @returns {Object<string, any>} */
  summary() {
    const answer = this.answer();
    if ("error" in answer) return { error: answer.error };
    const { record } = this, { ties, value, values } = answer.standing;
    const chosen = this.action(answer);
    return {
      point: Object.fromEntries(record.letters.map((l, i) => [l.name, `${this.point[i]}`])),
      action: chosen,
      ties: ties.map((a) => record.actions[a]),
      value: `${value}`,
      values: Object.fromEntries(values.flatMap((v, a) => (v === null ? [] : [[record.actions[a], `${v}`]]))),
      strategy: Object.fromEntries(answer.strategy),
      case: answer.place.case < 0 ? null : answer.place.case,
      piece: answer.place.piece < 0 ? null : answer.place.piece,
      ...this.person(values),
    };
  }

  /** The tolerance and the certainty equivalents, to their digits, where there is an attitude. @param {(Rational|null)[]} values @returns {Object<string, any>} */
  person(values) {
    const { record, point } = this, { attitude } = record;
    if (!attitude) return {};
    const certain = values.flatMap((v, a) => (v === null ? [] : [[record.actions[a], digits(attitude.certain(v, point)).replace("−", "-")]]));
    return { attitude: { [attitude.letter]: this.told(attitude.at), certainty_equivalents: Object.fromEntries(certain) } };
  }

  /** A letter's present number in one line: the tolerance to its digits, all others exactly. @param {number} i @returns {string} */
  told(i) {
    return this.record.tell(i, this.point[i]);
  }

  /** The action at the first decision: the first of those that tie. @param {Answer} answer @returns {string} */
  action(answer) {
    return this.record.actions[answer.standing.ties[0]];
  }

  /** @returns {string} the hash that leads back to this state */
  hash() {
    const { record } = this;
    const parts = record.letters.map((l, i) => `${encodeURIComponent(l.name)}=${this.point[i]}`);
    if (record.letters.length) parts.push(`-for=${encodeURIComponent(record.letters[this.for].name)}`);
    if (record.free.length > 1) {
      parts.push(`-x=${encodeURIComponent(this.axisName(this.x))}`, `-y=${encodeURIComponent(this.axisName(this.y))}`);
      if (this.logX || this.logY) parts.push(`-log=${this.logX ? "x" : ""}${this.logY ? "y" : ""}`);
    }
    return "#" + parts.join("&");
  }

  /** Take the state from a hash. @param {string} hash @returns {string} what is wrong */
  read(hash) {
    /** @type {Object<string, string>} */
    const values = {};
    /** @type {Map<string, string>} */
    const own = new Map();
    for (const part of hash.replace(/^#/, "").split("&")) {
      const [key, value] = part.split("=").map(decoded);
      if (value === undefined) continue;
      if (key.startsWith("-")) own.set(key, value);
      else values[key] = value;
    }
    const { record } = this, asked = own.get("-for"), chosen = record.letter(asked ?? ""), [x, y] = ["-x", "-y"].map((k) => own.get(k));
    if (chosen >= 0) this.for = chosen;
    const isWrong = (asked && chosen < 0 && `“${asked}” is no letter`) || (x && y && !this.setAxes(x, y) && `“${x}” and “${y}” are no two axes`);
    if (own.has("-log")) [this.logX, this.logY] = ["x", "y"].map((c) => (own.get("-log") ?? "").includes(c));
    return this.set(values) || isWrong || "";
  }
}

/** @param {string} text @returns {string} */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A condition in one line of text. @param {Record} record @param {{poly: import("#exact/polynomial.js").Polynomial, op: string}} condition @returns {string} */
export function words(record, { poly, op }) {
  const side = (/** @type {number} */ sign) => poly.terms.filter((t) => t.c.sign === sign).map((t) => {
    const letters = t.exponents.flatMap((e, i) => (e ? [record.letters[i].name + (e > 1 ? `^${e}` : "")] : []));
    const size = t.c.absolute().toString();
    return letters.length ? (size === "1" ? "" : `${size}*`) + letters.join("*") : size;
  }).join(" + ") || "0";
  const [left, right] = [side(1), side(-1)], isNumber = /^[0-9/]+$/.test(left) && right !== "0";
  const turned = { ">": "<", ">=": "<=" }[op] ?? op;
  return isNumber ? `${right} ${turned} ${left}` : `${left} ${op} ${right}`;
}
