/**
 * The rule for one letter: its cases and pieces, the active ones marked, thresholds with their present numbers.
 */
import { begun } from "#exact/attitude.js";
import { Root } from "#exact/line.js";
import { endAt } from "#exact/rule.js";
import { breaking, m, math, toTex } from "#draw/math.js";
import { fitted, h, panel, say } from "#draw/html.js";
import { swatch } from "#panels/headline.js";

/** @typedef {import("#page.js").Page} Page */
/** @typedef {import("#exact/record.js").RawEnd} RawEnd */
/** @typedef {import("#exact/record.js").RawPiece} RawPiece */

/** The panel of the rule. */
export class RulePanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { record } = page.state;
    this.select = h("select", { "aria-label": "Letter that the rule is solved for", onchange: () => page.solveFor(this.select.selectedIndex) },
      ...record.letters.map((_, i) => h("option", {}, record.told(i))));
    this.body = h("div", { class: "cases" });
    this.root = panel("rule", ["The rule, solved for ", this.select], this.body);
    this.shown = -1;
    this.others = "";
    /** @type {{root: HTMLElement, pieces: {row: HTMLElement, now: HTMLElement, shown: string, raw: RawPiece, interval: HTMLElement}[]}[]} */
    this.cases = [];
  }

  build() {
    const { page } = this, { record } = page.state, letter = record.letters[page.state.for].name, rule = record.raw.rules[letter];
    this.shown = page.state.for;
    this.select.selectedIndex = page.state.for;
    this.cases = [];
    if (!rule) {
      this.body.replaceChildren(h("p", { class: "quiet" }, `No rule solved for ${record.told(page.state.for)} is part of this page; its thresholds at this point stand under the lines.`));
      return;
    }
    this.cases = rule.cases.map((c) => {
      const pieces = c.pieces.map((raw) => {
        const now = h("td", { class: "numbers" });
        const told = raw.strategy.filter(([, b]) => b !== record.actions[raw.action]).map(([d, b]) => `${d}: ${b}`).join("; ");
        const strategy = told === record.actions[raw.action] ? "" : told; // a diagram's action is its strategy
        const interval = h("span", {}, this.interval(raw, letter));
        const row = h("tr", {},
          h("td", {}, swatch(raw.action), page.setter.label(record.actions[raw.action]), strategy ? h("span", { class: "later" }, ` ${strategy}`) : null),
          h("td", {}, "if ", interval), now);
        return { row, now, shown: "", raw, interval };
      });
      const conditions = c.if.flatMap((condition, i) => [i ? " and " : "", this.condition(condition)]);
      const root = h("div", { class: "case" },
        conditions.length ? h("p", { class: "if" }, "if ", ...conditions) : null,
        h("table", {}, h("tbody", {}, ...pieces.map((p) => p.row))));
      return { root, pieces };
    });
    const never = record.raw.never.map(([, why]) => h("p", { class: "quiet" }, `never optimal: ${why}`));
    const note = rule.complete ? null : h("p", { class: "quiet" }, `This rule is partial: ${rule.note}`);
    this.body.replaceChildren(...this.cases.map((c) => c.root), ...never, ...(note ? [note] : []));
  }

  /** Cases that are wider than their places. */
  fit() {
    this.cases.forEach(({ root }, i) => fitted(root, `case ${i + 1} of the rule`));
  }

  /** @param {any} condition @returns {Node} */
  condition(condition) {
    return breaking(this.page.setter.formula(condition.math ?? condition[2]));
  }

  /** @param {RawEnd} end @returns {Node} */
  end(end) {
    return end.kind === "infinite" ? m("mi", end.sign > 0 ? "∞" : "−∞") : this.page.setter.formula(end.math);
  }

  /** The whole rule as LaTeX. @returns {string} */
  latex() {
    const { state, setter } = this.page, { record } = state, letter = record.letters[state.for].name;
    const blocks = (record.raw.rules[letter]?.cases ?? []).map((c) => {
      const rows = c.pieces.map((p) => `${toTex(setter.name(record.actions[p.action]))} & \\text{if } ${toTex(this.interval(p, letter))}`);
      const body = `a^* = \\begin{cases} ${rows.join(" \\\\ ")} \\end{cases}`;
      return c.if.length ? `\\text{if } ${c.if.map((x) => toTex(this.condition(x))).join(",\\; ")}\\colon\\quad ${body}` : body;
    });
    return blocks.length > 1 ? `\\begin{gathered}\n${blocks.join(" \\\\\n")}\n\\end{gathered}` : blocks[0] ?? "";
  }

  /** @param {RawPiece} piece @param {string} letter @returns {Node} */
  interval(piece, letter) {
    const { record, for: solved } = this.page.state, told = record.teller(solved);
    if (told) return this.person(piece, told);
    const name = this.page.setter.name(letter), { from, to } = piece;
    const right = m("mo", piece.toOpen ? "<" : "≤"), left = piece.fromClosed ? "≤" : "<";
    if (from.kind === "infinite" && to.kind === "infinite") return h("span", {}, math(name), " is any number");
    if (from.kind === "infinite") return math(name, right, this.end(to));
    if (to.kind === "infinite") return math(name, m("mo", piece.fromClosed ? "≥" : ">"), this.end(from));
    const before = piece.isPoint ? [name, m("mo", "=")] : [this.end(from), m("mo", left), name, right];
    return breaking(...before, this.end(to));
  }

  /** The interval of a piece in the tolerance, with the other letters at the point. @param {RawPiece} piece @param {import("#exact/attitude.js").Attitude} attitude @returns {Node} */
  person(piece, attitude) {
    const { state, setter } = this.page, name = setter.name(attitude.letter);
    const [from, to] = [piece.from, piece.to].map((end) => {
      const at = end.kind === "infinite" ? null : endAt(state.record, end, state.point, state.for);
      return at instanceof Root ? attitude.own(at.toNumber()) : NaN;
    });
    const number = (/** @type {number} */ x) => m("mn", begun(x));
    if (!(to < Infinity)) return from > 0 ? math(name, m("mo", ">"), number(from)) : h("span", {}, math(name), " is any number");
    return math(number(from), m("mo", "<"), name, m("mo", "≤"), number(to));
  }

  update() {
    const { page } = this, { state } = page, answer = state.answer();
    if (this.shown !== state.for) this.build();
    if ("error" in answer) return;
    const told = state.record.teller(state.for);
    if (told) {
      const letter = state.record.letters[state.for].name, others = state.point.filter((_, j) => j !== state.for).join();
      if (others !== this.others) for (const c of this.cases) for (const p of c.pieces) p.interval.replaceChildren(this.interval(p.raw, letter));
      this.others = others;
      for (const c of this.cases) for (const p of c.pieces) p.row.lastElementChild?.replaceChildren();
    }
    this.cases.forEach((c, i) => {
      const active = i === answer.place.case;
      c.root.classList.toggle("active", active);
      c.pieces.forEach((p, j) => {
        const here = active && j === answer.place.piece;
        p.row.classList.toggle("active", here);
        if (here !== p.row.hasAttribute("aria-current")) here ? p.row.setAttribute("aria-current", "true") : p.row.removeAttribute("aria-current");
        const at = active && j > 0 && !told ? this.value(p.raw.from) : null, text = at ? page.rootText(state.for, at) : "";
        if (text === p.shown) return;
        p.shown = text;
        say(p.now, at ? `${page.setter.plain(state.record.letters[state.for].name)} > ${text}` : "");
      });
    });
  }

  /** The present number of a threshold that depends on other letters. @param {RawEnd} end @returns {Root|null} */
  value(end) {
    const { state } = this.page;
    if (end.kind === "infinite" || (end.kind === "ratio" && end.value[1].length + end.value[2].length === 0)) return null;
    const at = endAt(state.record, end, state.point, state.for);
    return at instanceof Root ? at : null;
  }
}
