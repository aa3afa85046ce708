/**
 * The rule at a point: which case holds and which piece, by exact signs.
 */
import { Root, bound, cleared, roots, signAt } from "#exact/line.js";
import { Rational } from "#exact/rational.js";
import { Record, holds } from "#exact/record.js";

/** @typedef {import("#exact/record.js").RawEnd} RawEnd */
/** @typedef {import("#exact/record.js").RawRule} RawRule */

/**
 * The real roots, in order and each as often as its multiplicity, of a polynomial in letter i at a point.
 * @param {Record} record @param {number} poly @param {Rational[]} point @param {number} i
 * @returns {Root[]}
 */
function rootsAt(record, poly, point, i) {
  // neighbouring pieces share an end, and cases their polynomials: at one point each is asked once
  let there = known.get(point);
  if (!there) known.set(point, (there = new Map()));
  const key = `${poly} ${i}`, found = there.get(key) ?? rootsOf(record, poly, point, i);
  there.set(key, found);
  return found;
}
/** @type {WeakMap<Rational[], Map<string, Root[]>>} */
const known = new WeakMap();

/** @param {Record} record @param {number} poly @param {Rational[]} point @param {number} i @returns {Root[]} */
function rootsOf(record, poly, point, i) {
  const p = cleared(record.polys[poly].along(point, i));
  if (p.length < 2) return [];
  const reach = bound(p), found = roots(p, reach.negated(), reach);
  if (found.every((r) => r.poly.length === p.length)) return found; // without a factor twice
  return found.flatMap((r) => Array(multiplicity(p, r)).fill(r));
}

/** @param {bigint[]} p @param {Root} root @returns {number} how often the root is one of p */
function multiplicity(p, root) {
  let count = 0;
  for (let q = p; q.length && vanishes(q, root); q = q.slice(1).map((c, i) => c * BigInt(i + 1))) count += 1;
  return Math.max(count, 1);
}

/** @param {bigint[]} q @param {Root} root @returns {boolean} */
function vanishes(q, root) {
  if (root.exact) return signAt(q, root.exact) === 0;
  if (q.length < 2) return false;
  return roots(q, root.low, root.high).some((r) => r.compare(root) === 0);
}

/**
 * The end of a piece at a point of the other letters.
 * @param {Record} record @param {RawEnd} end @param {Rational[]} point @param {number} i the letter solved for
 * @returns {Root|number|null} a number, ±Infinity, or null where it has no value
 */
export function endAt(record, end, point, i) {
  if (end.kind === "infinite") return end.sign * Infinity;
  if (end.kind === "ratio") {
    const value = record.element(end.value).at(point);
    return value === null ? null : new Root([0n, 1n], value, value);
  }
  return rootsAt(record, end.poly, point, i)[end.index] ?? null;
}

/** @param {Record} record @param {RawEnd} end @param {Rational[]} point @param {number} i @returns {number|null} the sign of letter minus end */
function compare(record, end, point, i) {
  const at = endAt(record, end, point, i);
  if (at === null) return null;
  return at instanceof Root ? -at.against(point[i]) : -Math.sign(at);
}

/**
 * The case and the piece of a rule that hold a point of the domain.
 * @param {Record} record @param {RawRule} rule @param {Rational[]} point @param {number} i the letter solved for
 * @returns {{case: number, piece: number}} -1 where a partial rule says nothing
 */
export function locate(record, rule, point, i) {
  for (let c = 0; c < rule.cases.length; c++) {
    if (!rule.cases[c].if.every((condition) => applies(record, condition, point))) continue;
    const piece = rule.cases[c].pieces.findIndex((p) => {
      const above = compare(record, p.to, point, i), below = compare(record, p.from, point, i);
      if (above === null || below === null || above > 0) return false;
      return below > 0 || (below === 0 && p.fromClosed);
    });
    if (piece >= 0) return { case: c, piece };
  }
  return { case: -1, piece: -1 };
}

/**
 * Whether a condition of a case holds at a point.
 * @param {Record} record @param {import("#exact/record.js").RawCondition|import("#exact/record.js").RawRootCondition} condition
 * @param {Rational[]} point
 * @returns {boolean}
 */
export function applies(record, condition, point) {
  if (Array.isArray(condition)) return holds(record.polys[condition[0]].at(point).sign, condition[1]);
  const root = rootsAt(record, condition.poly, point, condition.letter)[condition.index];
  return root !== undefined && holds(-root.against(point[condition.letter]), condition.op);
}
