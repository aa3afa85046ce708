/**
 * The page: panels around one exact state, drawn at most once a frame.
 */
import { digits } from "#exact/attitude.js";
import { Along } from "#exact/contest.js";
import { near } from "#exact/rational.js";
import { Record } from "#exact/record.js";
import { Scale } from "#draw/axes.js";
import { rootText } from "#draw/math.js";
import { h } from "#draw/html.js";
import { Shell, begin } from "#shell.js";
import { State } from "#state.js";
import { Headline } from "#panels/headline.js";
import { Ties } from "#panels/ties.js";
import { Letters } from "#panels/letters.js";
import { RulePanel } from "#panels/rule.js";
import { Lines } from "#panels/lines.js";
import { RegionMap } from "#panels/map.js";
import { TreePanel } from "#panels/tree.js";
import { Information, Tables, Tornado } from "#panels/analysis.js";
import { Take } from "#panels/take.js";

/** An exact number of more signs than this stands by its digits in a line of labels; the ties have it in full. */
const LONG = 28;

/** @typedef {import("#shell.js").Panel} Panel */

/** One page in one element. */
export class Page extends Shell {
  /** @param {Record} record @param {HTMLElement} place @param {import("#shell.js").Options} options */
  constructor(record, place, options) {
    super(new State(record), place, options);
    this.reach();
    const letters = record.letters.length;
    this.headline = new Headline(this);
    const rule = letters ? new RulePanel(this) : null;
    this.rule = rule;
    const lines = letters ? new Lines(this) : null;
    const map = record.free.length > 1 ? new RegionMap(this) : null, tornado = letters ? new Tornado(this) : null;
    if (lines) this.figures.set("lines", () => lines.figure());
    this.map = map;
    if (map) this.figures.set("map", () => map.figure());
    if (tornado) this.figures.set("tornado", () => tornado.figure());
    const take = new Take(this), ties = letters ? new Ties(this) : null;
    if (ties) this.headline.root.append(ties.line);
    const present = (/** @type {(Panel|null|false)[]} */ list) => /** @type {Panel[]} */ (list.filter((p) => p));
    this.quick = present([this.headline, letters > 0 && new Letters(this), rule, lines, map]);
    this.slow = present([
      ties, this.state.tree && new TreePanel(this), tornado,
      (record.raw.table || record.raw.information) && new Information(this), record.raw.table && new Tables(this), take,
    ]);
    this.build();
  }

  build() {
    const { record } = this.state;
    const first = this.quick.filter((p) => p !== this.headline);
    const ties = record.letters.length ? [this.slow[0]] : [], others = this.slow.slice(ties.length);
    const [tree, side] = [others.filter((p) => p instanceof TreePanel), others.slice(0, -1).filter((p) => !(p instanceof TreePanel))];
    const stack = h("div", { class: tree.length ? "stack" : "stack wide" }, ...side.map((p) => p.root));
    const order = [...first.slice(0, 1), ...ties, ...first.slice(1), ...tree].map((p) => p.root);
    this.lay(h("div", { class: record.free.length < 2 ? "grid alone" : "grid" }, ...order, stack, ...others.slice(-1).map((p) => p.root)),
      record.attitude ? ", tolerances and certainty equivalents to their digits" : "");
  }

  /** A tolerance runs as far as the optimum changes with it, half as far again: the record's letter, which ends at 1, does not say. */
  reach() {
    const { record } = this.state, { attitude } = record;
    if (!attitude || attitude.kind !== "exponential") return;
    const { at } = attitude, letter = record.letters[at], along = new Along(record, this.state.point, at);
    const found = along.stretches(letter.range[0], letter.range[1]).flatMap((st) => (st.to ? [attitude.own(st.to.toNumber())] : []));
    const most = Math.max(40 * attitude.unit, 1.5 * Math.max(0, ...found.filter((v) => v < 1e9 * attitude.unit)));
    letter.range = [attitude.rational(most / 400), attitude.rational(most)];
  }

  /** A threshold of a letter in one line: the tolerance to its digits, all others exactly where that is no longer than a line has room for. @param {number} i @param {import("#exact/line.js").Root} root @returns {string} */
  rootText(i, root) {
    const { attitude } = this.state.record;
    const exact = rootText(root);
    if (attitude?.kind !== "exponential" && exact.length <= LONG) return exact;
    return `≈ ${digits(i === attitude?.at && attitude.kind === "exponential" ? attitude.own(root.toNumber()) : root.toNumber(), 8)}`;
  }

  /** Move a letter to a pixel of a scale: to the simplest number there. @param {number} i @param {Scale} scale @param {number} pixel */
  slide(i, scale, pixel) {
    const at = Math.min(scale.stop - 1, Math.max(scale.start + 1, pixel)), a = scale.from(at - 0.5), b = scale.from(at + 0.5);
    const told = this.state.record.teller(i);
    this.state.move(i, told ? told.rational(Number(((a + b) / 2).toPrecision(4))) : near((a + b) / 2, (b - a) / 2));
    this.changed();
  }
}

/** Show the record of the document. */
export function start() {
  begin(Page);
}
