/**
 * The headline: what is optimal here, its exact value, how much worse the others are; the next ties stand below it.
 */
import { digits } from "#exact/attitude.js";
import { Rational } from "#exact/rational.js";
import { undecided } from "#exact/strategies.js";
import { math } from "#draw/math.js";
import { button, h, say } from "#draw/html.js";

/** @typedef {import("#shell.js").Shell} Page */

/** A number as a fraction and in decimals. @param {Page} page @param {Rational} q @returns {(Node|string)[]} */
export function exact(page, q) {
  if (q.d === 1n && `${q.n}`.length < 16) return [math(page.setter.number(q))];
  const long = `${q}`.length > 44;
  const shown = long ? h("span", { class: "long", title: `${q}` }, `${`${q}`.slice(0, 40)}…`) : math(page.setter.number(q));
  return [shown, ` ${q.told(q.ends ? 8 : 6)}`];
}

/** A value: exactly, or as a certainty equivalent to its digits. @param {Page} page @param {Rational} q @returns {(Node|string)[]} */
export function worth(page, q) {
  const { record, point } = page.state;
  return record.attitude ? [`≈ ${digits(record.attitude.certain(q, point))}`] : exact(page, q);
}

/** The same in one line of plain text, which a browser sets quickly. @param {Rational} q @returns {string} */
export function inLine(q) {
  const text = `${q}`.replace("-", "−");
  if (q.d === 1n && text.length < 16) return text;
  return `${text.length > 44 ? `${text.slice(0, 40)}…` : text} ${q.told(q.ends ? 8 : 6)}`;
}

/** A coloured square for an action, so that its name may stay in ink. @param {number} i @returns {HTMLElement} */
export function swatch(i) {
  return h("span", { class: `swatch s${i % 8}`, "aria-hidden": "true" });
}

/** The sticky line. */
export class Headline {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.best = h("p", { class: "best" });
    this.others = h("p", { class: "others" });
    // one place for each action, filled anew at every frame
    this.worse = page.state.record.actions.map((action, a) => {
      const number = h("span");
      return { number, root: h("span", { class: "worse", hidden: true }, swatch(a), page.setter.label(action), " worse by ", number) };
    });
    // read aloud when the point rests, not at every frame
    this.spoken = h("p", { class: "hidden", role: "status" });
    this.root = h("section", { class: "headline", "aria-label": "Optimal action at this point" }, this.best, this.others, this.spoken);
  }

  /** Say the optimum aloud. */
  say() {
    const { state } = this.page, answer = state.answer();
    const text = "error" in answer ? answer.error : `${answer.standing.ties.map((a) => state.record.actions[a]).join(" and ")}: ${state.record.attitude ? digits(state.record.attitude.certain(answer.standing.value, state.point)) : answer.standing.value}`;
    if (this.spoken.textContent !== text) this.spoken.textContent = text;
  }

  update() {
    const { page } = this, answer = page.state.answer(), { record } = page.state;
    this.root.classList.toggle("error", "error" in answer);
    if ("error" in answer) {
      this.best.replaceChildren(answer.error);
      this.others.replaceChildren(button("back into the domain", () => page.go(page.state.inside)));
      return;
    }
    const { ties, value, values } = answer.standing, names = ties.map((a) => record.actions[a]);
    const kind = page.kind.toLowerCase(), { attitude } = record, { point } = page.state;
    /** @type {(Node|string)[]} */
    const said = [];
    ties.forEach((a, i) => {
      if (i) said.push(i + 1 < ties.length ? ", " : " and ");
      said.push(h("strong", {}, swatch(a), page.setter.label(record.actions[a])));
    });
    said.push(names.length > 1 ? " tie: " : " is optimal: ", `${kind} `, ...worth(page, value), " ");
    const open = ties.map((a) => undecided(answer.standing.best.map((k) => record.alternatives[k]).filter((x) => x.action === a).map((x) => x.strategy))).filter((x) => x);
    if (open.length) said.push(h("span", { class: "later" }, `equally good: ${open.join("; ")}`), " ");
    const copied = attitude ? digits(attitude.certain(value, point)) : `${value}`, what = attitude ? "the value" : "the exact value";
    said.push(button("copy", () => page.copy(copied, what), { class: "copy", "aria-label": `Copy ${what}` }));
    this.best.replaceChildren(...said);
    if (this.others.firstChild !== this.worse[0].root) this.others.replaceChildren(...this.worse.map((w) => w.root));
    values.forEach((v, a) => {
      const { root, number } = this.worse[a], shown = v !== null && !ties.includes(a);
      if (root.hidden === shown) root.hidden = !shown;
      if (v !== null && shown) say(number, attitude ? `≈ ${digits(Math.abs(attitude.certain(v, point) - attitude.certain(value, point)))}` : inLine(v.minus(value).absolute()));
    });
  }
}
