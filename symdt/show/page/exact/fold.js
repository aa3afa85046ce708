/**
 * Averaging out and folding back at a point, in exact rationals.
 *
 * A branch of probability 0 is not entered: what is never reached is no part of a strategy.
 */
import { Element } from "#exact/polynomial.js";
import { Rational, ZERO } from "#exact/rational.js";
import { Record } from "#exact/record.js";

/** @typedef {{kind: "value", value: Element}} Leaf */
/** @typedef {{kind: "chance", name: string, branches: {name: string, probability: Element, child: number, paid: Element|null}[]}} ChanceNode */
/** @typedef {{kind: "decision", name: string, key: string, branches: {name: string, child: number, paid: Element|null}[]}} DecisionNode */
/** @typedef {Leaf|ChanceNode|DecisionNode} TreeNode */

/** @typedef {{value: Rational|null, best: number[], probabilities: Rational[]}} Folded value of a node, best branches, probabilities */

/** What a branch pays and the value behind it. @param {Rational|null} value @param {Element|null} paid @param {Rational[]} point @returns {Rational|null} */
function behind(value, paid, point) {
  if (value === null || paid === null) return value;
  const more = paid.at(point);
  return more && value.plus(more);
}

/** The tree of a problem. Nodes come before their parents. */
export class Tree {
  /** @param {Record} record */
  constructor(record) {
    const raw = /** @type {{root: number, nodes: any[]}} */ (record.raw.tree);
    this.record = record;
    this.root = raw.root;
    /** @type {TreeNode[]} */
    this.nodes = raw.nodes.map((node) => {
      const [kind, ...rest] = node;
      if (kind === "v") return { kind: "value", value: record.element(rest[0]) };
      if (kind === "c") {
        return {
          kind: "chance",
          name: rest[0],
          branches: rest[1].map((/** @type {[string, any, number, any?]} */ [name, p, child, paid]) =>
            ({ name, probability: record.element(p), child, paid: paid === undefined ? null : record.element(paid) })),
        };
      }
      return {
        kind: "decision",
        name: rest[0],
        key: rest[1],
        branches: rest[2].map((/** @type {[string, number, any?]} */ [name, child, paid]) =>
          ({ name, child, paid: paid === undefined ? null : record.element(paid) })),
      };
    });
  }

  /**
   * Every node's value at a point; null where it cannot be reached and has none.
   * @param {Rational[]} point
   * @returns {Folded[]}
   */
  fold(point) {
    const sign = this.record.sign;
    /** @type {Folded[]} */
    const done = [];
    for (const node of this.nodes) {
      /** @type {Folded} */
      const found = { value: null, best: [], probabilities: [] };
      if (node.kind === "value") found.value = node.value.at(point);
      else if (node.kind === "chance") {
        found.value = ZERO;
        for (const { probability, child, paid } of node.branches) {
          const p = probability.at(point);
          found.probabilities.push(p ?? ZERO);
          const below = behind(done[child].value, paid, point);
          if (p === null) found.value = null;
          else if (p.sign !== 0 && found.value) found.value = below === null ? null : found.value.plus(p.times(below));
        }
      } else {
        node.branches.forEach(({ child, paid }, i) => {
          const v = behind(done[child].value, paid, point);
          if (v === null) return;
          const order = found.value === null ? -1 : sign * v.compare(found.value);
          if (order < 0) [found.value, found.best] = [v, [i]];
          else if (order === 0) found.best.push(i);
        });
      }
      done.push(found);
    }
    return done;
  }

  /** The number of the first decision, or -1 where chance branches before any decision. @returns {number} */
  get first() {
    let at = this.root;
    for (;;) {
      const node = this.nodes[at];
      if (node.kind === "decision") return at;
      if (node.kind === "value" || node.branches.length !== 1 || node.branches[0].paid) return -1;
      at = node.branches[0].child;
    }
  }

  /**
   * What is done at every decision that is reached, the first of the best branches each time.
   * @param {Folded[]} folded
   * @returns {[string, string][]}
   */
  strategy(folded) {
    /** @type {[string, string][]} */
    const found = [];
    const seen = new Set();
    const visit = (/** @type {number} */ at) => {
      if (seen.has(at)) return;
      seen.add(at);
      const node = this.nodes[at];
      if (node.kind === "decision") {
        const branch = node.branches[folded[at].best[0]];
        found.push([node.key, branch.name]);
        visit(branch.child);
      } else if (node.kind === "chance") {
        node.branches.forEach((b, i) => {
          if (folded[at].probabilities[i].sign !== 0) visit(b.child);
        });
      }
    };
    visit(this.root);
    return found;
  }
}
