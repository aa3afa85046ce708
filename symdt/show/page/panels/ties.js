/**
 * What comes next along each letter: where another action ties, and before that where a later decision switches.
 *
 * The panel has all of it; the line below the headline, which stays in sight, how far each letter may move.
 */
import { digits } from "#exact/attitude.js";
import { Along, nextTie, nextWhole } from "#exact/contest.js";
import { Root } from "#exact/line.js";
import { switched } from "#exact/strategies.js";
import { approximately, math, rootText } from "#draw/math.js";
import { button, h, panel } from "#draw/html.js";
import { swatch } from "#panels/headline.js";

/** @typedef {import("#page.js").Page} Page */
/** @typedef {import("#exact/contest.js").Tie} Tie */
/** @typedef {{at: Root, by: number, then: string, better?: boolean}} Event another action (`by`) ties there, or (-1) a later decision switches */

/** Fractions with more signs than this stand as decimals in the line, exactly in the button's name. */
const SHORT = 13;

/** The panel of ties, and its line for the headline. */
export class Ties {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.list = h("tbody");
    /** @type {number[]} the actions that tie at the point itself */
    this.tied = [];
    this.line = h("div", { class: "next", role: "group", "aria-label": "How far each letter may move" });
    const head = h("tr", {}, ...["letter", "may fall", "may rise"].map((t) => h("th", { scope: "col" }, t)));
    this.root = panel("ties", ["The next ties"],
      h("table", {}, h("caption", { class: "hidden" }, "How far each letter may move, the others fixed, before another action is as good or a later decision switches"), h("thead", {}, head), this.list));
  }

  update() {
    const { page } = this, { state } = page, { record, point } = state;
    const answer = state.answer();
    if ("error" in answer) return this.line.replaceChildren();
    this.tied = answer.standing.ties.length > 1 ? answer.standing.ties : [];
    const ties = record.letters.map((_, i) => {
      if (record.letters[i].whole) return /** @type {[Tie, Tie]} */ ([nextWhole(record, point, i, -1), nextWhole(record, point, i, 1)]);
      const along = new Along(record, point, i);
      return /** @type {[Tie, Tie]} */ ([nextTie(record, point, i, -1, along), nextTie(record, point, i, 1, along)]);
    });
    this.list.replaceChildren(...ties.map(([fall, rise], i) => h("tr", {}, h("th", { scope: "row" }, page.setter.header(record.told(i))), this.cell(i, -1, fall), this.cell(i, 1, rise))));
    const said = ties.map((both, i) => this.said(i, both)), silent = said.flatMap((words, i) => (words.length ? [] : [page.setter.plain(record.told(i))]));
    this.line.replaceChildren(...(this.tied.length ? [h("span", { class: "letter" }, ...this.all(this.tied), " tie here")] : []), ...said.filter((words) => words.length).map((words) => h("span", { class: "letter" }, ...words)),
      ...(silent.length ? [h("span", { class: "letter" }, `no ${this.tied.length ? "other " : ""}tie along ${silent.join(", ")}`)] : []));
  }

  /** Names of actions. @param {number[]} actions @returns {(Node|string)[]} */
  all(actions) {
    return actions.flatMap((a, k) => [k ? " and " : "", swatch(a), this.page.setter.plain(this.page.state.record.actions[a])]);
  }

  /** What happens along a letter, in order. @param {Tie} tie @returns {Event[]} */
  events({ at, by, edge, change, better }) {
    const { alternatives } = this.page.state.record;
    /** @type {Event[]} */
    const found = [];
    if (change) found.push({ at: change.at, by: -1, then: switched(alternatives[change.before].strategy, alternatives[change.after].strategy) });
    if (at && !edge) found.push({ at, by, then: "", better });
    return found;
  }

  /** A letter in the line: `p may fall by 1/40 (a3), rise by 1/60 (a23)`, with buttons. @param {number} i @param {[Tie, Tie]} ties @returns {(Node|string)[]} */
  said(i, ties) {
    const { page } = this, { record } = page.state;
    const parts = ties.flatMap((tie, k) => this.events(tie).map((event, n) => [
      n ? " then " : k ? "rise by " : "fall by ", h("span", { title: this.place(i, event.at) }, this.short(i, event.at)), " (",
      ...(event.by < 0 ? [event.then] : [swatch(event.by), page.setter.plain(record.actions[event.by])]), ") ", this.go(i, k ? 1 : -1, event)]));
    const asked = ties.flatMap((tie) => (tie.asked ? [`${tie.asked}`] : []));
    if (!parts.length && asked.length) return [`${page.setter.plain(record.told(i))} has no tie as far as ${asked.join(" and ")}`];
    if (!parts.length) return [];
    return [h(record.raw.names[record.told(i)] ? "i" : "span", {}, page.setter.plain(record.told(i))), " may ", ...parts.flatMap((words, n) => [n && words[0] !== " then " ? " or " : "", ...words])];
  }

  /** @param {number} i @param {1|-1} way @param {Tie} tie @returns {HTMLElement} */
  cell(i, way, tie) {
    const { page } = this, { record, point } = page.state, told = record.teller(i);
    const events = this.events(tie), endless = !tie.at || (told && tie.edge && way > 0);
    const rows = events.map((event) => h("div", { title: this.place(i, event.at) }, "by ", this.by(i, event.at), " to ", this.at(i, event.at), ": then ",
      ...(event.by < 0 ? [event.then] : [swatch(event.by), page.setter.label(record.actions[event.by]), event.better ? " is better" : " ties"]), " ", this.go(i, way, event)));
    if (this.tied.length && tie.beyond.length) rows.unshift(h("div", {}, "at once ", ...this.all(tie.beyond), tie.beyond.length > 1 ? " still tie" : " alone"));
    if (endless) return h("td", {}, ...rows, h("div", { class: "quiet" }, `${rows.length ? "and " : ""}${tie.asked ? `no tie as far as ${tie.asked}; beyond it was not asked` : "as far as one likes"}`));
    if (tie.edge && tie.at) {
      const here = tie.at.against(point[i]) === 0;
      rows.push(h("div", { class: "quiet" }, here ? "no further: the domain ends" : "to its end ", here ? "" : told ? digits(told.own(tie.at.toNumber())) : math(page.setter.root(tie.at))));
    }
    return h("td", {}, ...rows);
  }

  /** Whether numbers stand to their digits: with a tolerance all do, as y has no short name. @returns {boolean} */
  get near() {
    return this.page.state.record.attitude?.kind === "exponential";
  }

  /** How far it is to a number, as a double. @param {number} i @param {Root} at @returns {number} */
  distance(i, at) {
    const { record, point } = this.page.state, told = record.teller(i);
    return Math.abs(told ? told.own(at.toNumber()) - told.ownOf(point[i]) : at.toNumber() - point[i].toNumber());
  }

  /** @param {number} i @param {Root} at @returns {Node|string} */
  by(i, at) {
    const { page } = this;
    if (this.near) return `≈ ${digits(this.distance(i, at), 8)}`;
    return at.exact ? math(page.setter.number(at.exact.minus(page.state.point[i]).absolute())) : `≈ ${approximately(this.distance(i, at))}`;
  }

  /** The same in one line of text, short. @param {number} i @param {Root} at @returns {string} */
  short(i, at) {
    const exact = this.near || !at.exact ? "" : `${at.exact.minus(this.page.state.point[i]).absolute()}`;
    return exact && exact.length <= SHORT ? exact : `≈ ${approximately(this.distance(i, at), 6)}`;
  }

  /** @param {number} i @param {Root} at @returns {Node|string} */
  at(i, at) {
    return this.near ? this.page.rootText(i, at) : math(this.page.setter.root(at));
  }

  /** Where an event is, in plain text. @param {number} i @param {Root} at @returns {string} */
  place(i, at) {
    return `${this.page.state.record.letters[i].name} = ${rootText(at)}`;
  }

  /** The button that goes there exactly; none to a number that is no fraction. @param {number} i @param {1|-1} way @param {Event} event @returns {HTMLElement|string} */
  go(i, way, { at, by }) {
    const { page } = this, { record, point } = page.state, value = at.exact;
    if (!value) return "";
    const what = by < 0 ? "where a later decision switches" : `the next tie where it may ${way > 0 ? "rise" : "fall"}`;
    return button("go", () => page.go(point.with(i, value)), { "aria-label": `go to ${record.told(i)} = ${record.tell(i, value)}, ${what}` });
  }
}
