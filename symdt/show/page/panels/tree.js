/**
 * The tree at these values: probabilities, folded-back values, pruned branches, path probabilities; a click folds.
 *
 * A large tree opens along the optimal strategy only.
 */
import { digits } from "#exact/attitude.js";
import { ONE, Rational } from "#exact/rational.js";
import { math } from "#draw/math.js";
import { button, h, panel } from "#draw/html.js";

/** @typedef {import("#page.js").Page} Page */
/** @typedef {import("#exact/fold.js").Tree} Tree */
/** @typedef {{at: number, parent: Row|null, branch: number, item: HTMLElement, line: HTMLElement, list: HTMLElement|null, toggle: HTMLButtonElement|null, children: Row[]|null, facts: HTMLElement}} Row */

/** More rows than this are not opened at once. */
const MANY = 40;

/** The panel of the tree. */
export class TreePanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.tree = /** @type {Tree} */ (page.state.tree);
    this.list = h("ul", { class: "tree" });
    const all = button("open all", () => this.openAll()), best = button("open the optimal strategy", () => this.openBest());
    this.foot = h("p", { class: "foot" });
    this.root = panel("treepanel", ["The tree at these values"], h("p", { class: "tools" }, best, " ", all), this.list, this.foot);
    this.top = this.row(this.tree.root, null, -1);
    this.list.append(this.top.item);
    this.opened = false;
  }

  /** @param {number} at @param {Row|null} parent @param {number} branch @returns {Row} */
  row(at, parent, branch) {
    const node = this.tree.nodes[at], glyph = { value: "◁", chance: "○", decision: "□" }[node.kind];
    const facts = h("span", { class: "facts" });
    const name = node.kind === "value" ? "" : node.name;
    /** @type {Row} */
    const row = { at, parent, branch, item: h("li"), line: h("div", { class: `node ${node.kind}` }), list: null, toggle: null, children: null, facts };
    const branchName = this.branchName(parent, branch);
    if (node.kind !== "value") {
      row.toggle = button(glyph, () => this.flip(row), { class: "fold", "aria-expanded": "false", "aria-label": `${branchName ? branchName + ", " : ""}${node.kind} ${name}` });
    }
    row.line.append(
      row.toggle ?? h("span", { class: "fold leaf", "aria-hidden": "true" }, glyph),
      ...(branchName ? [h("span", { class: "branch" }, this.page.setter.label(branchName))] : []),
      ...(name && name !== branchName && !this.page.state.record.raw.table && !/^ν\d*$/.test(name) ? [h("span", { class: "nodename" }, name)] : []), facts);
    row.item.append(row.line);
    return row;
  }

  /** @param {Row|null} parent @param {number} branch @returns {string} */
  branchName(parent, branch) {
    if (!parent) return "";
    const node = this.tree.nodes[parent.at];
    return node.kind === "value" ? "" : node.branches[branch].name;
  }

  /** @param {Row} row @param {boolean} open */
  set(row, open) {
    const node = this.tree.nodes[row.at];
    if (node.kind === "value" || !row.toggle) return;
    if (open && !row.children) {
      row.children = node.branches.map((b, k) => this.row(b.child, row, k));
      row.list = h("ul", {}, ...row.children.map((c) => c.item));
      row.item.append(row.list);
    }
    if (row.list) row.list.hidden = !open;
    row.toggle.setAttribute("aria-expanded", `${open}`);
    row.line.classList.toggle("closed", !open);
  }

  /** @param {Row} row */
  flip(row) {
    this.set(row, row.toggle?.getAttribute("aria-expanded") !== "true");
    this.update();
  }

  /** Open every node, a large tree only as far as so many rows. */
  openAll() {
    let count = 0;
    const queue = [this.top];
    for (let row = queue.shift(); row && count < 400; row = queue.shift()) {
      this.set(row, true);
      queue.push(...(row.children ?? []));
      count += 1;
    }
    this.update();
  }

  /** Open what the optimal strategy reaches, and close the rest. */
  openBest() {
    const answer = this.page.state.answer();
    if ("error" in answer) return;
    let count = 0;
    const visit = (/** @type {Row} */ row, /** @type {boolean} */ reached) => {
      const node = this.tree.nodes[row.at];
      this.set(row, reached && count++ < 200);
      row.children?.forEach((child, k) => {
        const on = reached && (node.kind !== "decision" || answer.folded[row.at].best.includes(k));
        visit(child, on && (node.kind !== "chance" || answer.folded[row.at].probabilities[k].sign !== 0));
      });
    };
    visit(this.top, true);
    this.update();
  }

  update() {
    const answer = this.page.state.answer();
    if ("error" in answer) return;
    if (!this.opened) {
      this.opened = true;
      if (this.tree.nodes.length <= MANY) this.openAll();
      else this.openBest();
      return;
    }
    const { folded } = answer;
    const visit = (/** @type {Row} */ row, /** @type {Rational|null} */ weight, /** @type {boolean} */ pruned, /** @type {boolean} */ cut) => {
      const node = this.tree.nodes[row.at], value = folded[row.at].value;
      /** @type {(Node|string)[]} */
      const facts = [];
      const parent = row.parent && this.tree.nodes[row.parent.at];
      if (row.parent && parent?.kind === "chance") {
        const every = folded[row.parent.at].probabilities, p = every[row.branch];
        facts.push(h("span", { class: "p", title: `probability ${p}` }, this.number(p, every)));
        weight = weight && weight.times(p);
      }
      const paid = parent && parent.kind !== "value" ? parent.branches[row.branch].paid?.at(this.page.state.record.extended(this.page.state.point)) : null;
      if (paid) facts.push(h("span", { class: "paid", title: `the branch pays ${paid}` }, "pays ", this.number(paid)));
      if (value) facts.push(h("span", { class: "v", title: `value ${value}` }, this.value(value, node.kind === "value")));
      if (weight && node.kind === "value" && !pruned) facts.push(h("span", { class: "path", title: `path probability ${weight}` }, "path ", this.number(weight)));
      row.facts.replaceChildren(...facts);
      row.line.classList.toggle("pruned", pruned);
      row.line.classList.toggle("cut", cut);
      if (row.toggle && row.toggle.getAttribute("aria-expanded") !== "true") return;
      row.children?.forEach((child, k) => {
        const off = node.kind === "decision" ? !folded[row.at].best.includes(k) : node.kind === "chance" && folded[row.at].probabilities[k].sign === 0;
        visit(child, weight, pruned || off, off);
      });
    };
    visit(this.top, ONE, false, false);
    this.foot.textContent = "‖ marks branches that are not chosen, or cannot happen here; exact numbers stand under the pointer.";
  }

  /** A node's value: exactly, or its certainty equivalent; that of an outcome is the outcome. @param {Rational} q @param {boolean} isOutcome @returns {Node} */
  value(q, isOutcome) {
    const { record, point } = this.page.state;
    if (!record.attitude) return this.number(q);
    const certain = record.attitude.certain(q, point);
    return document.createTextNode(isOutcome && record.attitude.kind === "exponential" ? digits(certain, 8) : `≈ ${digits(certain, 6)}`);
  }

  /** A number in a cell: a decimal where the file has decimals and those beside it can be, the fraction where it is short, else its first digits. @param {Rational} q @param {Rational[]} beside @returns {Node} */
  number(q, beside = []) {
    const { setter } = this.page, isDecimal = setter.isDecimal(q) && beside.every((p) => p.d === 1n || setter.isDecimal(p));
    if (`${q}`.length <= 9 && !isDecimal) return math(setter.number(q));
    return document.createTextNode(isDecimal ? q.decimal(30) : q.told(5, ""));
  }
}
