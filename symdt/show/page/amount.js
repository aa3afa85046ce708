/**
 * The page of a choice of an amount: the best amount, what every amount earns, the rule, the best amount along a letter.
 */
import { Record } from "#exact/record.js";
import { h } from "#draw/html.js";
import { AmountState } from "#amount_state.js";
import { Shell, begin } from "#shell.js";
import { AmountHeadline, AmountTake, Cases } from "#panels/amount.js";
import { AmountAlong, Payoff } from "#panels/payoff.js";
import { Letters } from "#panels/letters.js";

/** One page of an amount in one element. */
export class AmountPage extends Shell {
  /** @param {Record} record @param {HTMLElement} place @param {import("#shell.js").Options} options */
  constructor(record, place, options) {
    const state = new AmountState(record);
    super(state, place, options);
    this.asked = state;
    const letters = record.letters.length, payoff = new Payoff(this), along = letters ? new AmountAlong(this) : null;
    const headline = new AmountHeadline(this), cases = new Cases(this);
    this.headline = headline;
    this.rule = cases;
    this.figures.set("payoff", () => payoff.figure());
    if (along) this.figures.set("best amount", () => along.figure());
    const take = new AmountTake(this);
    /** @type {import("#shell.js").Panel[]} */
    this.quick = [headline, ...(letters ? [new Letters(this)] : []), payoff, cases, ...(along ? [along] : [])];
    this.slow = [take];
    const left = along ? h("div", { class: "stack" }, this.quick[1].root, along.root) : null;
    this.lay(h("div", { class: letters ? "grid" : "grid alone" }, left, payoff.root, cases.root, take.root), state.amount.growth ? ", rates of growth to their digits" : ", roots without a closed form to their digits");
  }
}

/** Show the record of the document. */
export function start() {
  begin(AmountPage);
}
