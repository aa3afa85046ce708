/**
 * The value of information at a point, exactly: EVPI of a table or a tree, and EVSI of each experiment of a table.
 *
 * No posterior is needed: p(o) p(s|o) is the joint p(s) p(o|s).
 */
import { standing } from "#exact/contest.js";
import { Rational, ZERO } from "#exact/rational.js";
import { Record } from "#exact/record.js";

/** @typedef {{prior: Rational, evpi: Rational, experiments: {name: string, evsi: Rational, cost: Rational, net: Rational}[]}} Worth */

/** @param {Record} record @param {Rational[]} point @returns {Worth|null} null where what may be known has no worth */
export function informationAt(record, point) {
  const { table, information } = record.raw, { sign } = record;
  const full = record.extended(point), number = (/** @type {any} */ e) => record.element(e).at(full) ?? ZERO;
  if (!table) {
    const all = information?.informed?.map(number);
    if (!all) return null;
    const prior = standing(record, point).value, known = all.reduce((a, b) => (sign * b.compare(a) < 0 ? b : a));
    return { prior, evpi: known.minus(prior).absolute(), experiments: [] };
  }
  const belief = table.belief.map(number), loss = table.loss.map((row) => row.map(number));
  const best = (/** @type {Rational[]} */ weights) => {
    /** @type {Rational|null} */
    let least = null;
    for (let a = 0; a < table.actions.length; a++) {
      let sum = ZERO;
      weights.forEach((w, s) => (sum = sum.plus(w.times(loss[s][a]))));
      if (least === null || sign * sum.compare(least) < 0) least = sum;
    }
    return least ?? ZERO;
  };
  const gain = (/** @type {Rational} */ before, /** @type {Rational} */ after) => sign > 0 ? before.minus(after) : after.minus(before);
  const prior = best(belief);
  let perfect = ZERO;
  belief.forEach((p, s) => (perfect = perfect.plus(best(belief.map((_, t) => (t === s ? p : ZERO))))));
  const experiments = table.experiments.map((e) => {
    let informed = ZERO;
    e.outcomes.forEach((_, o) => {
      informed = informed.plus(best(belief.map((p, s) => p.times(number(e.likelihood[s][o])))));
    });
    const evsi = gain(prior, informed), cost = number(e.cost);
    return { name: e.name, evsi, cost, net: evsi.minus(cost) };
  });
  return { prior, evpi: gain(prior, perfect), experiments };
}
