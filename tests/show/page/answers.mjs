// Reads {record, questions: [{point, for}]} and prints what the page says at each point:
// its state, the next tie of each letter, and the switches along the letter that is solved for.
import { readFileSync } from "node:fs";
import { Along, nextTie, turnings } from "../../../symdt/show/page/exact/contest.js";
import { informationAt } from "../../../symdt/show/page/exact/information.js";
import { parse } from "../../../symdt/show/page/exact/rational.js";
import { Record } from "../../../symdt/show/page/exact/record.js";
import { AmountState } from "../../../symdt/show/page/amount_state.js";
import { State } from "../../../symdt/show/page/state.js";

const { record: raw, questions } = JSON.parse(readFileSync(0, "utf8"));
const record = new Record(raw);
const shown = (root) => root && (root.exact ? `${root.exact}` : root.toNumber());

console.log(JSON.stringify(questions.map(({ point, for: letter, along }) => {
  const state = raw.amount ? new AmountState(record) : new State(record);
  if (letter) state.for = record.letter(letter);
  const wrong = state.set(point);
  const summary = wrong ? { error: wrong } : state.summary();
  if (summary.error || raw.amount) return summary;
  const worth = informationAt(record, state.point);
  const found = { ...summary, evpi: worth && `${worth.evpi}`, net: worth && Object.fromEntries(worth.experiments.map((e) => [e.name, `${e.net}`])) };
  if (!along) return found;
  const i = record.letter(along.letter), line = new Along(record, state.point, i);
  found.ties_along = [-1, 1].map((way) => {
    const tie = nextTie(record, state.point, i, way);
    return { at: shown(tie.at), edge: tie.edge, by: tie.by < 0 ? null : record.actions[tie.by], change: shown(tie.change?.at ?? null) };
  });
  const [low, high] = [parse(along.low), parse(along.high)];
  found.turns = line.stretches(low, high).flatMap((s) => turnings(line, s, low, high).map((r) => r.toNumber()));
  found.stretches = line.stretches(low, high).map((s) => [record.actions[record.alternatives[s.best].action], shown(s.to)]);
  return found;
})));
