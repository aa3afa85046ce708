/**
 * Strategies told apart: what each does at the decisions where they differ.
 */

/** @typedef {[string, string][]} Strategy decisions with the branch that is taken */

/**
 * What a strategy does otherwise than another: decisions that the other takes another way, or does not reach.
 * @param {Strategy} before @param {Strategy} after
 * @returns {string} such as `second offer: refuse`
 */
export function switched(before, after) {
  const held = new Map(before);
  const found = after.filter(([decision, branch]) => held.get(decision) !== branch);
  return found.map(([decision, branch]) => `${decision}: ${branch}`).join("; ");
}

/**
 * Where strategies that are equally good differ.
 * @param {Strategy[]} strategies
 * @returns {string} such as `second offer: accept or refuse`, nothing for fewer than two
 */
export function undecided(strategies) {
  /** @type {Map<string, Set<string>>} */
  const branches = new Map();
  for (const [decision, branch] of strategies.flat()) branches.set(decision, (branches.get(decision) ?? new Set()).add(branch));
  return [...branches].flatMap(([decision, taken]) => (taken.size > 1 ? [`${decision}: ${[...taken].join(" or ")}`] : [])).join("; ");
}
