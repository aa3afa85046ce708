/**
 * The value of information at a point, exactly: EVPI, and EVSI of each experiment of a table.
 *
 * No posterior is needed: p(o) p(s|o) is the joint p(s) p(o|s).
 */
import { Rational, ZERO } from "#exact/rational.js";
import { Record } from "#exact/record.js";

/** @typedef {{prior: Rational, evpi: Rational, experiments: {name: string, evsi: Rational, cost: Rational, net: Rational}[]}} Worth */

/** @param {Record} record @param {Rational[]} point @returns {Worth|null} null where there is no table */
export function informationAt(record, point) {
  const table = record.raw.table;
  if (!table) return null;
  const sign = record.sign;
  const full = record.extended(point), number = (/** @type {any} */ e) => record.element(e).at(full) ?? ZERO;
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
