/**
 * What a page of an amount says in words: the best amount and its worth, the cases of the rule, what is taken away.
 */
import { digits } from "#exact/attitude.js";
import { Rational } from "#exact/rational.js";
import { told } from "#amount_state.js";
import { m, math, rootText, toTex } from "#draw/math.js";
import { button, fitted, h, panel, say, set } from "#draw/html.js";
import { exact } from "#panels/headline.js";
import { Take, cells } from "#panels/take.js";

/** @typedef {import("#amount.js").AmountPage} Page */
/** @typedef {import("#exact/line.js").Root} Root */

/** An amount: a fraction with its decimals, a surd, or a root to its digits. @param {Page} page @param {Root} root @returns {(Node|string)[]} */
function number(page, root) {
  return root.exact ? exact(page, root.exact) : [math(page.setter.root(root))];
}

/** A value: exactly, or to its digits. @param {Page} page @param {Rational|null} value @param {number} about @returns {(Node|string)[]} */
function worth(page, value, about) {
  return value ? exact(page, value) : [`≈ ${digits(about)}`];
}

/** The sticky line. */
export class AmountHeadline {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.best = h("p", { class: "best" });
    this.others = h("p", { class: "others" });
    this.spoken = h("p", { class: "hidden", role: "status" });
    this.root = h("section", { class: "headline", "aria-label": "Best amount at this point" }, this.best, this.others, this.spoken);
  }

  /** Say the best amount aloud. */
  say() {
    const { asked } = this.page, best = asked.best();
    say(this.spoken, "error" in best ? best.error : `${asked.amount.letter} = ${rootText(best.amount)}: ${told(best.value, best.worth)}`);
  }

  update() {
    const { page } = this, { asked } = page, best = asked.best(), name = asked.amount.letter;
    this.root.classList.toggle("error", "error" in best);
    if ("error" in best) {
      this.best.replaceChildren(best.error);
      this.others.replaceChildren(button("back into the domain", () => page.go(asked.inside)));
      return;
    }
    const copied = rootText(best.amount), own = asked.beside(best);
    this.best.replaceChildren(h("strong", {}, page.setter.label(name), " = ", ...number(page, best.amount)), " is best: ", `${page.kind.toLowerCase()} `, ...worth(page, best.value, best.worth), " ",
      button("copy", () => page.copy(copied, "the best amount"), { class: "copy", "aria-label": "Copy the best amount" }));
    /** @type {(Node|string)[]} */
    const said = [];
    if (best.ties) said.push(h("span", {}, "as good: every ", page.setter.label(name), ` from ${best.ties[0]} ${best.ties[1] ? `to ${best.ties[1]}` : "on"}`));
    if (own) said.push(h("span", {}, "your ", page.setter.label(name), ` = ${own.amount} earns `, ...worth(page, own.value, own.about), own.lost === 0 ? ", as much" : ", worse by ", ...(own.lost === 0 ? [] : worth(page, own.worse, own.lost))));
    else said.push(h("span", {}, "take hold of the curve to try an amount of your own"));
    this.others.replaceChildren(...said);
  }
}

/** The cases of the best amount, the one that holds marked. */
export class Cases {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { amount } = page.asked, { record } = page.state, name = page.setter.name(amount.letter);
    this.formulas = amount.cases.map((c) => {
      const shown = /** @type {MathMLElement} */ (page.setter.built(c.raw.shown));
      if (c.amount) return [m("mo", "="), shown];
      const [low, high] = c.raw.ends.map((k) => page.setter.formula(k)), ends = high ? [m("mtext", "\u00a0between\u00a0"), low, m("mtext", "\u00a0and\u00a0"), high] : [m("mtext", "\u00a0above\u00a0"), low];
      return [m("mtext", "\u00a0is the root of\u00a0"), shown, ...ends];
    });
    this.conditions = amount.cases.map((c) => c.if.map((x) => page.setter.formula(x.math ?? x[2])));
    this.cases = amount.cases.map((c, k) => h("div", { class: "case" },
      this.conditions[k].length ? h("p", { class: "if" }, "if ", ...this.conditions[k].flatMap((node, i) => [i ? " and " : "", math(node.cloneNode(true))])) : null,
      h("p", {}, math(name.cloneNode(true), ...this.formulas[k].map((node) => node.cloneNode(true)))),
      c.raw.worth ? h("p", {}, "worth ", math(page.setter.built(c.raw.worth))) : null));
    this.root = panel("rule", ["The best amount, for all values of the letters"], h("div", { class: "cases" }, ...this.cases),
      ...(/** @type {import("#exact/amount.js").RawAmount} */ (record.raw.amount)).proof.map((why) => h("p", { class: "quiet" }, `Proved: ${why}.`)));
  }

  /** Cases that are wider than their places. */
  fit() {
    this.cases.forEach((root, i) => fitted(root, `case ${i + 1} of the best amount`));
  }

  update() {
    const best = this.page.asked.best();
    this.cases.forEach((root, i) => {
      const here = !("error" in best) && best.place === i;
      root.classList.toggle("active", here);
      if (here) set(root, { "aria-current": "true" });
      else root.removeAttribute("aria-current");
    });
  }

  /** The whole rule as LaTeX. @returns {string} */
  latex() {
    const rows = this.formulas.map((formula, k) => {
      const when = this.conditions[k].map(toTex).join(",\\; ");
      return `${formula.slice(formula.length > 2 ? 0 : 1).map(toTex).join(" ")}${when ? ` & \\text{if } ${when}` : ""}`;
    });
    const name = toTex(this.page.setter.name(this.page.asked.amount.letter));
    return rows.length > 1 ? `${name}^* = \\begin{cases} ${rows.join(" \\\\ ")} \\end{cases}` : `${name}^* = ${rows[0]}`;
  }
}

/** What is taken away from a page of an amount. */
export class AmountTake extends Take {
  /** @param {Page} page */
  constructor(page) {
    super(page);
    this.asked = page.asked;
  }

  /** @returns {string} the point, the best amount and the reader's own */
  csv() {
    const { asked } = this, best = asked.best(), name = asked.amount.letter;
    const lines = [["what", "name", "exact", "decimal"], ...asked.record.letters.map((l, i) => ["letter", l.name, `${asked.point[i]}`, `${asked.point[i].toNumber()}`])];
    if (!("error" in best)) {
      lines.push(["best", name, best.amount.exact ? `${best.amount.exact}` : "", `${best.amount.toNumber()}`], ["value", name, best.value ? `${best.value}` : "", `${best.worth}`]);
      const own = asked.beside(best);
      if (own) lines.push(["own", name, `${own.amount}`, `${own.amount.toNumber()}`], ["value of own", name, own.value ? `${own.value}` : "", `${own.about}`]);
    }
    return cells(lines);
  }

  /** The best amount here. @returns {string} */
  latex() {
    const { asked, page } = this, best = asked.best();
    if ("error" in best) return "";
    const fixed = asked.record.letters.map((l, i) => `${toTex(page.setter.name(l.name))} = ${toTex(page.setter.number(asked.point[i]))}`).join(",\\; ");
    return `${toTex(page.setter.name(asked.amount.letter))}^* = ${toTex(page.setter.root(best.amount))}${fixed ? `\\qquad (${fixed})` : ""}`;
  }
}
