/**
 * The headline: what is optimal here, its exact value, how much worse the others are, and the next ties.
 */
import { digits } from "#exact/attitude.js";
import { Along, nextTie } from "#exact/contest.js";
import { Rational } from "#exact/rational.js";
import { approximately, math, rootText } from "#draw/math.js";
import { h, say } from "#draw/html.js";

/** @typedef {import("#page.js").Page} Page */

/** A number as a fraction and in decimals. @param {Page} page @param {Rational} q @returns {(Node|string)[]} */
export function exact(page, q) {
  if (q.d === 1n && `${q.n}`.length < 16) return [math(page.setter.number(q))];
  const long = `${q}`.length > 44;
  const shown = long ? h("span", { class: "long", title: `${q}` }, `${`${q}`.slice(0, 40)}…`) : math(page.setter.number(q));
  return [shown, ` ${q.ends && q.decimal(12) === q.decimal(8) ? "=" : "≈"} ${q.decimal(q.ends ? 8 : 6)}`];
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
  const decimals = `${q.ends && q.decimal(12) === q.decimal(8) ? "=" : "≈"} ${q.decimal(q.ends ? 8 : 6)}`;
  return `${text.length > 44 ? `${text.slice(0, 40)}…` : text} ${decimals}`;
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
      const back = h("button", { type: "button", onclick: () => page.go(page.state.inside) }, "back into the domain");
      this.others.replaceChildren(back);
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
    const copied = attitude ? digits(attitude.certain(value, point)) : `${value}`, what = attitude ? "the value" : "the exact value";
    said.push(h("button", { type: "button", class: "copy", "aria-label": `Copy ${what}`, onclick: () => page.copy(copied, what) }, "copy"));
    this.best.replaceChildren(...said);
    if (this.others.firstChild !== this.worse[0].root) this.others.replaceChildren(...this.worse.map((w) => w.root));
    values.forEach((v, a) => {
      const { root, number } = this.worse[a], shown = v !== null && !ties.includes(a);
      if (root.hidden === shown) root.hidden = !shown;
      if (v !== null && shown) say(number, attitude ? `≈ ${digits(Math.abs(attitude.certain(v, point) - attitude.certain(value, point)))}` : inLine(v.minus(value).absolute()));
    });
  }
}

/** How far each letter may move before another action is as good. */
export class Ties {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.list = h("tbody");
    const head = h("tr", {}, ...["letter", "may fall", "may rise"].map((t) => h("th", { scope: "col" }, t)));
    this.root = h("section", { class: "panel ties", "aria-labelledby": "ties-title" },
      h("h2", { id: "ties-title" }, "The next ties"),
      h("table", {}, h("caption", { class: "hidden" }, "How far each letter may move, the others fixed, before another action is as good"), h("thead", {}, head), this.list));
  }

  update() {
    const { page } = this, { state } = page, { record, point } = state;
    if ("error" in state.answer()) return;
    this.list.replaceChildren(...record.letters.map((l, i) => {
      const along = new Along(record, point, i);
      return h("tr", {}, h("th", { scope: "row" }, page.setter.header(record.told(i))), ...[-1, 1].map((way) => this.cell(i, /** @type {1|-1} */ (way), along)));
    }));
  }

  /** @param {number} i @param {1|-1} way @param {Along} along @returns {HTMLElement} */
  cell(i, way, along) {
    const { page } = this, { record, point } = page.state, verb = way > 0 ? "rise" : "fall";
    const tie = nextTie(record, point, i, way, along), name = record.told(i), told = record.attitude?.tells(i) ? record.attitude : null;
    if (!tie.at || (told && tie.edge && way > 0)) return h("td", { class: "quiet" }, "as far as one likes");
    // with a tolerance, the thresholds of other letters are those at y, which has no short name
    const near = !told && record.attitude?.kind === "exponential" && !tie.edge;
    const at = near ? document.createTextNode(page.rootText(i, tie.at)) : told ? document.createTextNode(`${tie.edge ? "" : "≈ "}${digits(told.own(tie.at.toNumber()))}`) : math(page.setter.root(tie.at));
    if (tie.edge) {
      const here = tie.at.against(point[i]) === 0;
      return h("td", { class: "quiet" }, here ? "no further: the domain ends" : "to its end ", here ? "" : at);
    }
    const value = tie.at.exact;
    const by = near ? `≈ ${digits(Math.abs(tie.at.toNumber() - point[i].toNumber()), 8)}` : told ? `≈ ${digits(Math.abs(told.own(tie.at.toNumber()) - told.ownOf(point[i])))}` : value ? math(page.setter.number(value.minus(point[i]).absolute())) : `≈ ${approximately(Math.abs(tie.at.toNumber() - point[i].toNumber()))}`;
    const go = value && h("button", {
      type: "button",
      "aria-label": `go to ${name} = ${told ? digits(told.ownOf(value)) : value}, the next tie where it may ${verb}`,
      onclick: () => page.go(point.map((v, j) => (j === i ? value : v))),
    }, "go");
    return h("td", { title: told || near ? `${record.letters[i].name} = ${rootText(tie.at)}` : rootText(tie.at) }, "by ", by, " to ", at, ": then ", swatch(tie.by), page.setter.label(record.actions[tie.by]), " ties ", go);
  }
}

